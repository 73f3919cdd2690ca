"""The samples of path games: whole, rendered as committed, and playable."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sample_screens import path_scene
from sample_screens.path_render import main, render_path
from sample_screens.path_scene import FOLDER, load_path_look, load_path_scene, path_scene_names
from sample_screens.path_truth import (
    PathTruth,
    TilesTruth,
    load_path_truth,
    load_path_truths,
    write_path_truth,
)
from solver.game import Square
from solver.paths import PathGrid, load_path_game, path_game_names
from solver.paths.search import find_words, tile_value
from solver.words import default_lexicon

NAMES = path_scene_names()
TRUTHS = load_path_truths()
FEW = ("ruzzle-de", "wordament-either")


def name_of(truth: PathTruth) -> str:
    return truth.name


def test_folder_holds_nothing_half() -> None:
    pictures = {path.stem for path in FOLDER.glob("*.png")}
    assert pictures == {path.stem for path in FOLDER.glob("*.txt")} == set(NAMES)
    assert {truth.game for truth in TRUTHS} == set(path_game_names())
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < 2e6
    table = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"| {name} |" not in table] == []


@pytest.mark.parametrize("name", FEW)
def test_scene_renders_as_committed(name: str) -> None:
    picture, truth = render_path(load_path_scene(name))
    with Image.open(FOLDER / f"{name}.png") as committed:
        old = np.asarray(committed, dtype=np.int16)
    apart = np.abs(np.asarray(picture, dtype=np.int16) - old)
    assert apart.mean() < 0.25
    assert (apart > 48).mean() < 0.001
    assert write_path_truth(truth) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in FEW])
def test_every_other_scene_renders_as_committed(name: str) -> None:
    test_scene_renders_as_committed(name)


@pytest.mark.parametrize("truth", TRUTHS, ids=name_of)
def test_truth_belongs_to_its_picture(truth: PathTruth) -> None:
    scene, tiles = load_path_scene(truth.name), truth.tiles
    with Image.open(truth.picture) as picture:
        assert picture.size == (scene.width, scene.height)
        assert picture.mode == "RGB"
    rows, columns = len(truth.grid.rows), len(truth.grid.rows[0])
    assert 0 < tiles.x < tiles.x + (columns - 1) * tiles.pitch + tiles.side < scene.width
    assert 0 < tiles.y < tiles.y + (rows - 1) * tiles.pitch + tiles.side < scene.height
    assert truth.grid == scene.grid


@pytest.mark.parametrize("truth", TRUTHS, ids=name_of)
def test_tiles_show_what_the_game_says_they_count(truth: PathTruth) -> None:
    game = load_path_game(truth.game)
    tiles = [tile for row in truth.grid.rows for tile in row if tile]
    if not load_path_look(truth.look).numeral:
        assert {tile.value for tile in tiles} == {None}
        return
    for tile in tiles:
        bare = type(tile)(tile.text)
        values = game.values(truth.language)
        assert tile.value == tile_value(bare, game, values, truth.language)


@pytest.mark.parametrize(
    "truth", [truth for truth in TRUTHS if truth.language == "en"], ids=name_of
)
def test_there_are_words_to_find(truth: PathTruth) -> None:
    found = find_words(truth.grid, load_path_game(truth.game), default_lexicon("en"), "en")
    assert len(found) > 40


@pytest.mark.parametrize("truth", [truth for truth in TRUTHS if truth.traced])
def test_what_is_traced_is_a_word(truth: PathTruth) -> None:
    squares = [Square.parse(name) for name in truth.traced]
    tiles = [truth.grid.rows[square.row][square.column] for square in squares]
    assert "".join(tile.text for tile in tiles if tile) in default_lexicon("en")
    for one, other in pairwise(squares):
        assert max(abs(one.row - other.row), abs(one.column - other.column)) == 1


def test_truth_reads_back_what_it_wrote(tmp_path: Path) -> None:
    grid = PathGrid.parse("(A=1 DW)B/.(D/U)")
    tiles = TilesTruth(1.5, 2.0, 33.125, 30.5)
    truth = PathTruth("some", "wordament", "sv", "odd", grid, tiles, ("A1", "B1"))
    path = tmp_path / "some.txt"
    path.write_text(write_path_truth(truth), encoding="utf-8")
    assert load_path_truth(path) == truth


def test_program_writes_picture_and_truth(tmp_path: Path) -> None:
    main(["--only", "ruzzle-de", "--out", str(tmp_path / "new")])
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["ruzzle-de.png", "ruzzle-de.txt"]


def test_strange_key_of_a_look_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "looks").mkdir()
    text = (FOLDER / "looks" / "ruzzle.toml").read_text(encoding="utf-8")
    (tmp_path / "looks" / "odd.toml").write_text(text.replace("shadow =", "shade ="), "utf-8")
    monkeypatch.setattr(path_scene, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="odd: no such key: shade"):
        load_path_look("odd")
