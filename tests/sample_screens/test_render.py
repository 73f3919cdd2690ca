"""The renderer gives the committed pictures again, and its looks are checked as they are read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import sample_screens.look
from sample_screens.look import load_look
from sample_screens.render import main, render
from sample_screens.scene import load_scene, scene_names
from sample_screens.shapes import Box, Paint
from sample_screens.truth import FOLDER, write_truth

FEW = ("wwf-classic-phone", "wwf2-desktop-tentative", "wordfeud-dark-fr", "refuse-zoomed")


@pytest.mark.parametrize("name", FEW)
def test_scene_renders_as_committed(name: str) -> None:
    """Another version of FreeType may move a glyph's edge by a shade, not a shape."""
    picture, truth = render(load_scene(name))
    with Image.open(FOLDER / f"{name}.png") as committed:
        old = np.asarray(committed, dtype=np.int16)
    apart = np.abs(np.asarray(picture, dtype=np.int16) - old)
    assert apart.mean() < 0.25
    assert (apart > 48).mean() < 0.001
    assert write_truth(truth) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_rendering_twice_gives_the_same_pixels() -> None:
    scene = load_scene("wwf-classic-phone")
    assert render(scene)[0].tobytes() == render(scene)[0].tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in scene_names() if name not in FEW])
def test_every_other_scene_renders_as_committed(name: str) -> None:
    test_scene_renders_as_committed(name)


def test_program_writes_picture_and_truth(tmp_path: Path) -> None:
    name = "wwf-classic-phone"
    main(["--only", name, "--out", str(tmp_path / "new")])
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        f"{name}.png",
        f"{name}.txt",
    ]


def test_program_runs_from_anywhere_and_lists(tmp_path: Path) -> None:
    program = FOLDER / "render.py"
    run = subprocess.run(
        [sys.executable, str(program), "--list"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line.partition(": ")[0] for line in run.stdout.splitlines()] == scene_names()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", sorted((FOLDER / "looks").glob("*.toml")), ids=lambda p: p.stem)
def test_every_look_is_used(path: Path) -> None:
    assert load_look(path.stem).bands
    assert any(load_scene(name).look == path.stem for name in scene_names())


def test_strange_key_of_a_look_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (FOLDER / "looks" / "wwf2.toml").read_text(encoding="utf-8")
    (tmp_path / "odd.toml").write_text(text.replace("shift =", "shfit ="), encoding="utf-8")
    monkeypatch.setattr(sample_screens.look, "LOOKS", tmp_path)
    with pytest.raises(ValueError, match=r"odd\.squares: no such key: shfit"):
        load_look("odd")


@pytest.mark.parametrize("text", ["", "red", "#12345", "#111111 #222222 #333333"])
def test_colour_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="colour"):
        Paint.parse(text)


def test_box_measures() -> None:
    box = Box(10, 20, 40, 80)
    assert (box.width, box.height, box.centre) == (30, 60, (25, 50))
    assert box.shrink(5) == Box(15, 25, 35, 75)
    assert box.columns(3)[1] == Box(20, 20, 30, 80)
    assert Box.around(25, 50, 30, 60) == box
