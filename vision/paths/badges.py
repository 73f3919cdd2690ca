"""The badges on a grid's tiles that multiply a letter or a word: DL, TL, DW, TW.

They sit at one corner of some tiles. What they say is read as a line of text where it can be; what
covers that corner and does not that of most tiles is a badge too, and is looked at more closely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.board.labels import kind_of, read_label_cells
from vision.imaging.colours import ground_colours
from vision.imaging.geometry import Box
from vision.imaging.screen import Screen
from vision.paths.discs import find_discs, is_at, surroundings
from vision.paths.reading import Multiplier
from vision.paths.tiles import SAME, Tiles
from vision.text.bank import text_bank
from vision.text.line import TextLine
from vision.text.strips import lines_beside
from vision.tiles.ink import CELL, cut_box
from vision.tiles.numeral_position import CORNERS, Corner

Floats = NDArray[np.float32]

MULTIPLIERS: dict[str, Multiplier] = {"d": "DL", "t": "TL", "D": "DW", "T": "TW"}

HEIGHT = (0.07, 0.3)
"""Height of what a badge says as a share of the tile."""

LEGIBLE = 0.85
"""Likeness of both its letters to any from which it is a word: others stay below 0.8."""

ABOVE = 0.3
"""How far above and below the grid a badge may reach, as a share of a tile."""

GAP = 0.35
"""Gap that parts two words, as a share of the lesser letter's height."""


def read_badges(
    screen: Screen, tiles: Tiles, numerals: Corner | None
) -> tuple[list[Multiplier], list[bool]]:
    """What the badge of each tile says, and which tiles have one that cannot be read.

    Args:
        screen: The picture.
        tiles: The K tiles.
        numerals: Where their values stand, which are no badges; None where they have none.
    """
    values = None if numerals is None else (numerals.below, numerals.left)
    words = list(_words(screen, tiles.boxes, np.median(ground_colours(tiles.cells), axis=0)))
    corners = [corner for corner in CORNERS if corner != values]
    around = surroundings(screen, tiles.boxes)
    at_corners = [
        (
            _at_corner(words, tiles.boxes, below=below, left=left),
            find_discs(screen, tiles.boxes, around, below=below, left=left),
        )
        for below, left in corners
    ]
    found, covered = max(at_corners, key=lambda pair: 2 * len(pair[0]) + len(pair[1]))
    unread = [k for k in covered if k not in found]
    cells = [cut_box(screen.pixels, covered[k], CELL, CELL) for k in unread]
    for k, kind in zip(unread, read_label_cells(cells), strict=True):
        if kind is not None:
            found[k] = MULTIPLIERS[kind]
    numbers = range(len(tiles.boxes))
    return [found.get(k, ".") for k in numbers], [k in covered and k not in found for k in numbers]


def _words(screen: Screen, boxes: Sequence[Box], face: Floats) -> Iterator[tuple[Box, Multiplier]]:
    """All that is written on and around tiles of a colour, and may be a badge's."""
    first, last = boxes[0], boxes[-1]
    reach = ABOVE * first.height
    lines = lines_beside(screen, boxes, [(first.y - reach, last.bottom + reach)])
    for word in (word for line in lines for word in _parted(line) if len(word.boxes) == 2):
        scores = _either_case(word.scores)
        kind = kind_of(scores[0], scores[1], text_bank().characters)
        fits = HEIGHT[0] * first.height <= word.box.height <= HEIGHT[1] * first.height
        fits &= word.box.width >= word.box.height and scores.max(axis=1).min() >= LEGIBLE
        if kind is not None and fits and _on_badge(screen, word.box, face):
            yield word.box, MULTIPLIERS[kind]


def _on_badge(screen: Screen, word: Box, face: Floats) -> bool:
    """Whether a word stands on another colour than the tiles'."""
    rows, columns = word.pixels(screen.width, screen.height)
    near = screen.pixels[max(0, rows.start - 1) : rows.stop + 1, columns].reshape(-1, 3)
    return bool(np.linalg.norm(np.median(near, axis=0) - face) > SAME[0])


def _parted(line: TextLine) -> Iterator[TextLine]:
    """The parts of a line between gaps: a tile's numeral stands beside the next one's badge."""
    left, top, right, bottom = line.boxes.T
    apart = np.flatnonzero(left[1:] - right[:-1] > GAP * (bottom - top).min()) + 1
    for start, end in pairwise([0, *apart.tolist(), len(left)]):
        yield line.part(start, end)


def _either_case(scores: Floats) -> Floats:
    """``(K, N)`` likeness to characters, to a capital as to its small letter: badges are small."""
    characters = text_bank().characters
    small = [
        characters.index(each.lower()) if each.lower() in characters else k
        for k, each in enumerate(characters)
    ]
    return np.maximum(scores, scores[:, small])


def _at_corner(
    words: Sequence[tuple[Box, Multiplier]], boxes: Sequence[Box], *, below: bool, left: bool
) -> dict[int, Multiplier]:
    """What is written at one corner of tiles, by the tile's number."""
    return {
        k: multiplier
        for word, multiplier in words
        for k, box in enumerate(boxes)
        if is_at(word, box, below=below, left=left)
    }
