"""The badges on a grid's tiles that multiply a letter or a word: DL, TL, DW, TW."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from vision.banner import gather_lines, scale_for
from vision.cells import CELL
from vision.colours import ground_colours
from vision.corner import Corner
from vision.geometry import Box, Grid
from vision.grid_reading import Multiplier
from vision.grid_tiles import SAME, Tiles
from vision.labels import kind_of
from vision.screen import Screen
from vision.textbank import text_bank
from vision.textline import TextLine

Floats = NDArray[np.float32]

MULTIPLIERS: dict[str, Multiplier] = {"d": "DL", "t": "TL", "D": "DW", "T": "TW"}

SMALL = 0.4
"""Side of the squares of a board whose texts are as large as a badge's, as a share of a tile."""

ABOVE = 0.3
"""How far above and below the grid a badge may reach, as a share of a tile."""

GAP = 0.35
"""Gap that parts two words, as a share of the lesser letter's height."""

REACH = 0.25
"""How far from a tile's corner the middle of a badge lies, across and down, as a share of it."""

CORNER = 0.25
"""Side of the corner of a tile that a badge covers, as a share of it."""

FULL = 0.3
"""How much more of its corner a badge covers than what is there on most tiles."""


def read_badges(
    screen: Screen, tiles: Tiles, numerals: Corner | None
) -> tuple[list[Multiplier], list[bool]]:
    """What the badge of each tile says, and which tiles have one that cannot be read.

    Args:
        screen: The picture.
        tiles: The K tiles.
        numerals: Where their values stand, which are no badges; None where they have none.
    """
    first, last = tiles.boxes[0], tiles.boxes[-1]
    cell = SMALL * first.width
    reach = ABOVE * first.height
    lines = gather_lines(
        screen,
        Grid(first.x, first.y, cell, round((last.right - first.x) / cell)),
        (),
        scale_for(cell),
        [(first.y - reach, last.bottom + reach)],
    )
    found: list[Multiplier] = ["."] * len(tiles.boxes)
    for label in (part for line in lines for part in _words(line) if len(part.boxes) == 2):
        first, second = _either_case(label.scores)
        kind = kind_of(first, second, text_bank().characters)
        owner = _owner(label.box, tiles.boxes, numerals)
        if kind is not None and owner is not None:
            found[owner] = MULTIPLIERS[kind]
    hidden = _covered_corners(tiles.cells)
    return found, [bool(h) and m == "." for h, m in zip(hidden, found, strict=True)]


def _words(line: TextLine) -> Iterator[TextLine]:
    """The parts of a line between gaps: a tile's numeral stands beside the next one's badge."""
    left, top, right, bottom = line.boxes.T
    apart = np.flatnonzero(left[1:] - right[:-1] > GAP * (bottom - top).min()) + 1
    for start, end in pairwise([0, *apart.tolist(), len(left)]):
        yield line.part(start, end)


def _either_case(scores: Floats) -> Floats:
    """``(K, N)`` likeness to characters, to a capital as to its small letter: badges are small."""
    characters = text_bank().characters
    small = [
        characters.index(c.lower()) if c.lower() in characters else k
        for k, c in enumerate(characters)
    ]
    return np.maximum(scores, scores[:, small])


def _owner(badge: Box, boxes: Sequence[Box], numerals: Corner | None) -> int | None:
    """The tile at a corner of which a badge lies, None where that is the numerals' corner."""
    x, y = badge.centre
    far = [
        max(
            min(abs(x - box.x), abs(x - box.right)) / box.width,
            min(abs(y - box.y), abs(y - box.bottom)) / box.height,
        )
        for box in boxes
    ]
    nearest = min(range(len(boxes)), key=far.__getitem__)
    middle = boxes[nearest].centre
    corner = y > middle[1], x < middle[0]
    if far[nearest] > REACH or (numerals and corner == (numerals.below, numerals.left)):
        return None
    return nearest


def _covered_corners(cells: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """``(K,)`` tiles of which one corner is covered that on most tiles is not."""
    apart = cells.astype(np.float32) - ground_colours(cells)[:, None, None]
    other = np.sqrt((apart * apart).sum(axis=3)) > SAME[0]
    side = round(CORNER * CELL)
    ends = slice(0, side), slice(CELL - side, CELL)
    corners = [other[:, rows, columns] for rows, columns in product(ends, ends)]
    shares = np.stack([corner.mean(axis=(1, 2)) for corner in corners])
    return np.asarray((shares >= np.median(shares, axis=1)[:, None] + FULL).any(axis=0), np.bool_)
