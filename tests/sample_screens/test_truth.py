"""Every sample is whole: picture, truth, scene and its line in the table."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from PIL import Image

from sample_screens.scene import load_scene, scene_names
from sample_screens.truth import FOLDER, GridTruth, LastMove, Truth, load_truth, write_truth

NAMES = scene_names()
EVERYTHING = Truth(
    name="everything",
    game="wordfeud",
    language="sv",
    layout="random",
    look="wordfeud",
    board=("ÅR.", ".e.", "..."),
    rack="Ö?AB",
    tentative=(("A3", "B"), ("B3", "x")),
    letters_left=0,
    scores=(12, 340),
    last_move=LastMove("ÅR", 5, ("A1", "B1")),
    premiums=("dtT", ".*.", "D.."),
    grid=GridTruth(1.5, 2.0, 33.125, 3),
    rack_box=(1, 120, 90, 140),
)


def test_folder_holds_nothing_half() -> None:
    pictures = {path.stem for path in FOLDER.glob("*.png")}
    truths = {path.stem for path in FOLDER.glob("*.txt")}
    assert pictures == truths == set(NAMES)
    assert len(NAMES) >= 24


def test_table_names_every_sample() -> None:
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    missing = [name for name in NAMES if f"| {name} |" not in table]
    assert not missing


def test_folder_stays_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < 12e6
    assert all(path.stat().st_size < 40e3 for path in (FOLDER / "fonts").glob("*.ttf"))


def test_fonts_are_credited() -> None:
    table = (FOLDER / "fonts" / "README.md").read_text(encoding="utf-8")
    families = [path.stem.rpartition("-")[0] for path in (FOLDER / "fonts").glob("*.ttf")]
    assert families
    assert all(family in table for family in families)
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "fonts" / "OFL.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_truth_belongs_to_its_picture(name: str) -> None:
    truth, device = load_truth(FOLDER / f"{name}.txt"), load_scene(name).device
    with Image.open(truth.picture) as picture:
        assert picture.size == (device.width, device.height)
        assert picture.mode == "RGB"
    assert write_truth(truth) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    if truth.refused:
        assert not truth.board
        assert truth.game is None
        return
    assert truth.grid is not None
    assert truth.grid.size == len(truth.board)
    side = truth.grid.cell * truth.grid.size
    assert 0 <= truth.grid.x <= device.width - side + 0.1
    assert 0 <= truth.grid.y <= device.height - side
    assert (truth.rack is None) == (truth.rack_box is None)


def test_truth_reads_back_what_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "everything.txt"
    path.write_text(write_truth(EVERYTHING), encoding="utf-8")
    assert load_truth(path) == EVERYTHING


def test_what_is_not_to_be_seen_is_none(tmp_path: Path) -> None:
    path = tmp_path / "bare.txt"
    bare = Truth(name="bare", look="wwf2", refused=True)
    path.write_text(write_truth(bare), encoding="utf-8")
    assert load_truth(path) == bare
    assert load_truth(path).letters_left is None


def test_rack_of_no_tiles_is_no_missing_rack(tmp_path: Path) -> None:
    path = tmp_path / "everything.txt"
    path.write_text(write_truth(dataclasses.replace(EVERYTHING, rack="")), encoding="utf-8")
    assert load_truth(path).rack == ""


def test_unknown_key_is_named(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("game: wwf\ncolour: red\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"odd\.txt: no such key: colour"):
        load_truth(path)
