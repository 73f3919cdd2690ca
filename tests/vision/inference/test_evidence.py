"""What speaks for the letters of tiles."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from solver.game import Board
from tests.benchmarks.painting import Pixels, Place, Style, lay, paint_screen, paint_tile
from tests.vision.inference.painted import RULES, seen
from vision.imaging import Box, Screen
from vision.inference.evidence import BARE, PLAIN, Seen, weigh
from vision.reader import read

TEXT = "TEAMRISENOLYGHUD"


@pytest.mark.parametrize("aside", [0, 8, 16, 24])
def test_a_letter_less_like_the_glyph_is_not_likelier_wherever_it_stands(aside: int) -> None:
    """Letters stand far off the middle where a grid was fitted badly."""
    faces = seen(TEXT)
    marks = [
        mark and mark._replace(blob=mark.blob._replace(x=mark.blob.x + aside * (k % 2)))
        for k, mark in enumerate(faces.marks)
    ]
    moved = replace(faces, marks=tuple(marks))
    [evidence] = weigh([Seen(moved, list(range(len(TEXT))), 64.0)], RULES.tiles)
    best = evidence.scores()[:, :, PLAIN].argmax(axis=1)
    names = [evidence.letters[row[n]] for row, n in zip(evidence.order, best, strict=True)]
    assert "".join(names) == TEXT


def badge(page: Pixels) -> None:
    """Something of a colour of its own lies on the corner of the numeral."""
    page[:26, 36:] = (200, 40, 30)


def test_what_lies_on_a_corner_is_no_proof_of_a_numeral() -> None:
    faces = seen(TEXT, {3: badge})
    [evidence] = weigh([Seen(faces, list(range(len(TEXT))), 64.0)], RULES.tiles)
    bag = math.log(2 / (RULES.tiles.total - 2))
    assert evidence.share.tolist() == [bag if k == 3 else -math.inf for k in range(len(TEXT))]
    best = evidence.scores()[:, 0]
    assert best[3, BARE] - best[3, PLAIN] >= bag - 1e-9
    assert all(best[k, BARE] - best[k, PLAIN] < 2 * bag for k in range(len(TEXT)) if k != 3)


def test_a_numeral_is_worth_what_its_letter_is_or_not() -> None:
    faces = seen("TEAJ")
    worth = {letter: frozenset({value}) for letter, value in RULES.tiles.values.items()}
    assert faces.valued(worth).all()
    others = worth | {"J": worth["A"]}
    assert faces.valued(others).tolist() == [True, True, True, False]


@pytest.mark.parametrize(
    ("ink", "count", "blanks"),
    [((40, 30, 200), 1, 1), ((40, 30, 200), 2, 2), ((40, 30, 200), 3, 0), ((60, 109, 155), 2, 0)],
    ids=["red", "two red ones", "more than the bag has", "paler"],
)
def test_an_ink_of_their_own_tells_blanks_where_no_tile_has_a_numeral(
    ink: tuple[int, int, int], count: int, blanks: int
) -> None:
    rows, place = ["." * 15] * 7 + ["...BOXQUICKED.."] + ["." * 15] * 7, Place()
    pixels = paint_screen(rows, "EDCABAT", place=place, style=Style(numeral=0.0))
    for column in (4, 8, 10)[:count]:
        tile = paint_tile(rows[7][column], "", Style(numeral=0.0, ink=ink))
        corner = place.x + column * place.cell, place.y + 7 * place.cell
        lay(pixels, tile, Box(*corner, place.cell, place.cell))
    shown = Board(read(Screen(np.ascontiguousarray(pixels), "inks")).board_rows()).lines()[7]
    assert shown.upper() == rows[7]
    assert sum(text.islower() for text in shown) == blanks
    assert all(shown[column].islower() for column in (4, 8)[:blanks])
