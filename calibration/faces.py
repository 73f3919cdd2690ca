"""Faces: letter and numeral of tiles whose truth is known, as samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import decomposition

import numpy as np
from numpy.typing import NDArray

from calibration.numerals import cut_figures
from calibration.samples import Place, TileSample
from solver.game import TileSet
from vision.reading import TileReading
from vision.themes import UNACCENTED, choose_templates
from vision.tiles import (
    HIDDEN,
    Cells,
    Corner,
    Line,
    Mark,
    find_corner,
    find_marks,
    line_through,
    read_numerals,
    separate_ink,
)

Floats = NDArray[np.float32]

OFF_LINE = 0.06
"""How far a letter may begin off the usual line, as a share of a letter's height."""

HIGH = (0.94, 1.4)
"""Height of a letter's mark over the usual one: Q and J reach lower, accents higher."""

ACCENTED = 1.1
"""The least of it for a letter that has an accent above."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A tile that is to be looked at: where it is, what it is, what the reader took it for."""

    where: str
    place: Place
    text: str
    read: TileReading | None
    last_move: bool
    pixels: NDArray[np.uint8]


def look_at(
    number: int, spots: Sequence[Spot], tiles: TileSet
) -> tuple[list[TileSample], Line | None, Corner | None]:
    """Tell ink from ground on tiles that stand alike, and find letters and numerals."""
    if not spots:
        return [], None, None
    cells = separate_ink(np.stack([spot.pixels for spot in spots]))
    marks = find_marks(cells)
    line = _line(marks, spots)
    if line is not None:
        marks = _cut_free(cells, marks, spots, line)
    corner = find_corner(
        cells.coverage, [m if s.text != "?" else None for m, s in zip(marks, spots, strict=True)]
    )
    templates = choose_templates([tiles])
    numerals = read_numerals(cells, marks, templates.digits, templates.values, corner, line=line)
    found = []
    for k, spot in enumerate(spots):
        letter = spot.text.upper()
        glyph, top, height = _glyph(marks[k], letter, line)
        found.append(
            TileSample(
                number,
                spot.where,
                spot.place,
                letter,
                spot.text == "?" or spot.text.islower(),
                "." if spot.read is None else spot.read.text,
                0.0 if spot.read is None else spot.read.confidence,
                spot.last_move,
                spot.pixels,
                cells.ground[k],
                cells.ink[k],
                glyph,
                top,
                height,
                numerals[k],
                cut_figures(
                    cells.coverage[k],
                    corner,
                    0 if spot.text.islower() else tiles.values.get(letter, 0),
                ),
            )
        )
    return found, line, corner


def _line(marks: Sequence[Mark | None], spots: Sequence[Spot]) -> Line | None:
    """Where the letters stand that nothing lies on."""
    bodies = [
        mark.blob
        for mark, spot in zip(marks, spots, strict=True)
        if mark is not None and mark.hidden <= HIDDEN and spot.text.upper() in UNACCENTED
    ]
    return line_through(bodies)


def _cut_free(
    cells: Cells, marks: Sequence[Mark | None], spots: Sequence[Spot], line: Line
) -> list[Mark | None]:
    """The marks, those looked for again that reach above the line: a numeral touches them."""
    again = find_marks(cells, line.top)
    return [
        other
        if mark is not None and mark.blob.y < line.top - 3 and not decomposition(spot.text.upper())
        else mark
        for mark, other, spot in zip(marks, again, spots, strict=True)
    ]


def _glyph(mark: Mark | None, letter: str, line: Line | None) -> tuple[Floats | None, float, float]:
    """A letter's ink where it is seen clearly, where it begins, how high it is."""
    nothing = None, 0.0, 1.0
    if mark is None or line is None or letter == "?" or mark.hidden > HIDDEN:
        return nothing
    ink, top = mark.coverage, float(mark.blob.y)
    low = HIGH[0]
    if decomposition(letter):  # a letter and an accent, in one piece or two
        low = ACCENTED
        if mark.accented is not None:
            ink, top = mark.accented, float(mark.blob.bottom - mark.accented.shape[0])
    elif abs(top - line.top) > max(2.0, OFF_LINE * line.height):
        return nothing
    height = ink.shape[0] / line.height
    if not low <= height <= HIGH[1]:
        return nothing
    return ink, (top - line.top) / line.height, height
