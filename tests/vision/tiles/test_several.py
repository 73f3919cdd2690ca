"""Tiles of several letters, as Spanish has: CH, LL and RR are read as one tile each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sample_screens.look import load_look
from sample_screens.render import render
from sample_screens.scene import load_scene
from solver.game import Board, Rack, load_game
from tests.benchmarks.painting import FONTS, Style, paint_tile
from tests.shared.samples import as_screen
from vision.reader import read
from vision.themes import choose_templates
from vision.tiles import classify, find_marks, separate_ink

SPANISH = load_game("wordfeud", language="es").tiles
TEMPLATES = choose_templates([SPANISH], [])
SEVERAL = ("CH", "LL", "RR")
BOARD = """
...............
...............
...............
.......A.......
.......[RR].......
.......O.......
.......[ll]AVES...
.......O...E...
....CO[CH]E...[LL]...
......U....O...
......[RR]........
......O........
...............
...............
...............
"""


@pytest.mark.parametrize("font", FONTS)
def test_each_is_a_tile_and_the_letter_that_it_shows(font: str) -> None:
    style, small = Style(font=font), Style(font=font, letter=0.36)
    texts = [*SEVERAL, *"ACEHLORSTU"]
    pixels = np.stack(
        [
            paint_tile(each, str(SPANISH.values[each]), small if len(each) > 1 else style)
            for each in texts
        ]
    )
    seen = classify(pixels, TEMPLATES.letters, TEMPLATES.accented, worth=TEMPLATES.worth)
    assert seen.letters.named(list(range(len(texts)))) == texts
    assert seen.is_tile.all()
    assert [seen.numeral(k).value for k in range(3)] == [5, 8, 8]
    for mark in seen.marks[:3]:
        assert mark is not None
        assert mark.blob.width > mark.blob.height


def test_a_numeral_beside_a_letter_is_no_second_letter() -> None:
    tiles = np.stack([paint_tile(each, "8") for each in "LRCH"])
    marks = find_marks(separate_ink(tiles), several=True)
    assert [mark is not None and mark.several is None for mark in marks] == [True] * 4


@pytest.mark.parametrize("look", ["wordfeud", "wordfeud-light", "wordfeud-android"])
def test_a_board_and_a_rack_with_such_tiles(look: str) -> None:
    scene = replace(
        load_scene("wordfeud-dark-en"),
        language="es",
        rows=tuple(BOARD.split()),
        owners=(),
        rack="A[CH]ES[LL]OT",
        last=None,
    )
    picture, _ = render(scene, load_look(look))
    reading = read(as_screen(picture))
    assert reading.language == "es"
    assert Board(reading.board_rows()) == Board.parse(BOARD)
    assert reading.rack_tiles() == Rack.parse(scene.rack or "").tiles
