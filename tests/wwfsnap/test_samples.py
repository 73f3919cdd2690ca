"""The whole way with the real reader: sample screens in, moves and drawn pictures out."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from sample_screens.truth import FOLDER, load_truth
from tests.shared.console import Console
from vision.imaging import load_screen
from wwfsnap.drawing import draw_move, drawn_by_us
from wwfsnap.pipeline import Settings, read_board, solve_board

PHONE = FOLDER / "wwf2-phone-two-colours.png"
LOOKS = ["wwf2-phone-two-colours", "wwf2-11x11-solo", "wwf-classic-tablet", "crossplay-tentative"]


@pytest.mark.parametrize("name", LOOKS)
def test_best_move_is_drawn_and_nothing_else(name: str) -> None:
    screen = load_screen(FOLDER / f"{name}.png")
    reading = read_board(screen, Settings())
    solution = solve_board(reading, Settings(top=1))
    drawing = draw_move(screen, reading, solution.moves[0])
    painted = np.zeros((screen.height, screen.width), dtype=bool)
    for box in (*drawing.tiles, *drawing.cleared, drawing.badge, drawing.caption):
        assert box is not None
        painted[box.pixels(screen.width, screen.height)] = True
    changed = (drawing.pixels != screen.pixels).any(axis=2)
    assert changed.any()
    assert not (changed & ~painted).any()


def test_several_pictures_on_all_cores(wwfsnap: Console, tmp_path: Path) -> None:
    names = [*LOOKS, "refuse-zoomed", "wwf2-empty", "wwf2-end-game"]
    pictures = [FOLDER / f"{name}.png" for name in names]
    run = wwfsnap("solve", "--json", "--top", 1, "--out", tmp_path, *pictures)
    assert run.status == 4
    assert [Path(record["image"]).stem for record in run.lines] == names
    assert [record["ok"] for record in run.lines] == [name != "refuse-zoomed" for name in names]
    for record in run.lines:
        if record["ok"]:
            truth = load_truth(FOLDER / f"{Path(record['image']).stem}.txt")
            assert record["board"] == list(truth.board)
            assert sorted(record["rack"]) == sorted(truth.rack or "")
            assert drawn_by_us(Path(record["drawn"]))


@pytest.mark.parametrize("kind", ["exif", "alpha", "palette", "grey"])
def test_pictures_of_every_kind_come_back_upright(
    wwfsnap: Console, tmp_path: Path, kind: str
) -> None:
    shot = tmp_path / "shot.png"
    with Image.open(PHONE) as picture:
        upright = picture.convert("RGB")
    if kind == "exif":
        exif = Image.Exif()
        exif[0x0112] = 6  # shown turned by 90 degrees clockwise
        shot = tmp_path / "shot.jpg"
        upright.transpose(Image.Transpose.ROTATE_90).save(shot, exif=exif, quality=92)
    elif kind == "alpha":
        upright.convert("RGBA").save(shot)
    elif kind == "palette":
        upright.quantize(200).save(shot)
    else:
        upright.convert("L").save(shot)
    (record,) = wwfsnap("solve", shot, "--json", "--top", 1).lines
    assert record["ok"], record
    assert Path(record["drawn"]).name == "shot.solved.png"
    with Image.open(record["drawn"]) as drawn:
        assert drawn.size == upright.size
        assert drawn.mode == "RGB"
        assert not drawn.getexif().get(0x0112)


def test_demo_of_the_makefile_is_there() -> None:
    makefile = (FOLDER.parent / "Makefile").read_text(encoding="utf-8")
    (line,) = [line for line in makefile.splitlines() if line.startswith("DEMO :=")]
    assert (FOLDER.parent / line.split(":=")[1].strip()).is_file()


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["wwf/andr3wV-IMG_3838.png", "wordfeud/shifthappens-IMG_5912.PNG"])
def test_real_screen(wwfsnap: Console, corpus: Path, tmp_path: Path, name: str) -> None:
    words = tmp_path / "words.txt"
    words.write_text("oryx\nax\nshop\nhope\n")
    run = wwfsnap("solve", corpus / name, "--words", words, "--json", "--out", tmp_path / "x.png")
    assert run.status == 0, run.err
    seen = cv2.imread(run.lines[0]["drawn"])
    assert seen is not None
