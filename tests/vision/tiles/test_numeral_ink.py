"""How much of a numeral stands in a corner, the letter beside it left out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.benchmarks.painting import Pixels, Style, paint_tile
from vision.tiles import find_corner, find_marks, line_through, separate_ink
from vision.tiles.numeral_ink import box_inks, letters_edge, numeral_box, touches

LETTERS = "ETSHLDCMKNOR"


def inks(pixels: Pixels) -> tuple[list[float], list[float]]:
    """Ink and bare share of each tile's corner."""
    cells = separate_ink(pixels)
    marks = find_marks(cells)
    corner = find_corner(cells.coverage, marks)
    assert corner is not None
    line = line_through([mark.blob for mark in marks if mark is not None])
    turned = corner.turn(cells.coverage)
    ink, bare = box_inks(turned, list(range(len(pixels))), marks, corner, line)
    return ink.tolist(), bare.tolist()


def tiles(values: list[str], **style: object) -> Pixels:
    looks = Style(**{"letter": 0.46, **style})  # type: ignore[arg-type]
    return np.stack([paint_tile(*each, looks) for each in zip(LETTERS, values, strict=False)])


VALUES = ["1", "1", "", "4", "", "2", "3", "", "5", "1", "", "8"]


@pytest.mark.parametrize(("below", "left"), [(False, False), (True, False), (True, True)])
def test_a_numeral_leaves_ink_and_a_blank_none(below: bool, left: bool) -> None:  # noqa: FBT001
    ink, bare = inks(tiles(VALUES, below=below, left=left))
    with_one = [each for each, value in zip(ink, VALUES, strict=True) if value]
    without = [each for each, value in zip(ink, VALUES, strict=True) if not value]
    assert min(with_one) > 2 * max(without)
    assert min(bare) > 0.5


def test_faint_and_blurred_numerals_still_count() -> None:
    soft = np.stack([cv2.GaussianBlur(each, (0, 0), 1.5) for each in tiles(VALUES)])
    ink, _ = inks(soft)
    pairs = list(zip(ink, VALUES, strict=True))
    assert min(each for each, value in pairs if value) > max(each for each, v in pairs if not v)


def test_a_letter_that_runs_into_the_corner_is_left_out() -> None:
    pixels = tiles(["1"] * 11 + [""])
    pixels[11] = paint_tile("W", "", Style(letter=0.58))
    cells = separate_ink(pixels)
    marks = find_marks(cells)
    corner = find_corner(cells.coverage, marks[:11])
    assert corner is not None
    assert touches(marks[11], corner)
    assert not touches(None, corner)
    assert not any(touches(mark, corner) for mark in marks[:3])
    ink, bare = box_inks(corner.turn(cells.coverage), list(range(12)), marks, corner, None)
    assert bare[11] < min(bare[:11])
    assert ink[11] < min(ink[:11])


def test_where_numerals_and_letters_stand() -> None:
    cells = separate_ink(tiles(["1"] * 12))
    marks = find_marks(cells)
    corner = find_corner(cells.coverage, marks)
    line = line_through([mark.blob for mark in marks if mark is not None])
    assert corner is not None
    assert line is not None
    rows, columns = numeral_box(corner)
    assert rows.start < corner.top + corner.height / 2 < rows.stop
    assert columns.stop <= round(corner.right)
    assert letters_edge(corner, None) == 64
    assert letters_edge(corner, line) == round(line.top)
