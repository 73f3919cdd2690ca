"""Banner: what a game writes around its board: letters left, scores, the last move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.bag import find_bag
from vision.figures import figure_of
from vision.geometry import Box, Grid
from vision.moveline import MoveLine, find_move
from vision.phrases import load_phrases, search
from vision.scores import Scores, find_scores
from vision.screen import Screen
from vision.strokes import find_strokes
from vision.textline import TextLine, read_lines

CELL = 44.0
"""Side of a board's square, in pixels, to which pictures are scaled for reading."""

UNCHANGED = (0.7, 1.25)
"""Scales too near to 1 to be worth the blur."""

FINER = 2.0
"""How much finer a second look is at pictures that are large enough."""

AROUND = 0.6
"""How far beside the board its texts may lie, as a share of its width."""

LEAST_CONFIDENCE = 0.6
"""Confidence below which nothing is reported."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something read, with a confidence of 0 to 1."""

    value: int
    confidence: float


@dataclass(frozen=True, slots=True)
class Banner:
    """All that was read around the board; None for what is not there or not certain."""

    letters_left: Told | None = None
    scores: Scores | None = None
    last_move: MoveLine | None = None
    lines: tuple[TextLine, ...] = field(default=(), repr=False)


def read_banner(screen: Screen, grid: Grid, held: Sequence[Box]) -> Banner:
    """Read what stands above and below a board.

    Args:
        screen: The picture.
        grid: The board.
        held: Boxes of the rack's tiles; what is printed on them is left out.
    """
    scale = min(2.0, CELL / grid.cell)
    if UNCHANGED[0] <= scale <= UNCHANGED[1]:
        scale = 1.0
    lines = gather_lines(screen, grid, held, scale)
    found = _understand(screen, grid, lines)
    if found.letters_left is None and scale * FINER <= 1.0:
        finer = _understand(screen, grid, gather_lines(screen, grid, held, scale * FINER))
        found = Banner(
            finer.letters_left,
            found.scores or finer.scores,
            found.last_move or finer.last_move,
            found.lines,
        )
    return found


def gather_lines(screen: Screen, grid: Grid, held: Sequence[Box], scale: float) -> list[TextLine]:
    """All lines of text above and below the board, in pixels of the picture."""
    board = grid.box
    left = max(0, int(board.x - AROUND * board.width))
    right = min(screen.width, int(board.right + AROUND * board.width))
    lines: list[TextLine] = []
    edge = 0.05 * grid.cell
    for top, bottom in ((0, int(board.y - edge)), (int(board.bottom + edge), screen.height)):
        if min(bottom - top, right - left) * scale < 8:
            continue
        part = cv2.cvtColor(screen.pixels[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
        for box in held:
            rows, columns = box.shifted(-left, -top).pixels(part.shape[1], part.shape[0])
            if rows.start < rows.stop and columns.start < columns.stop:
                part[rows, columns] = part[rows.start, columns.start]
        grey = cv2.resize(
            part,
            None,
            fx=scale,
            fy=scale,
            interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC,
        )
        for strokes in find_strokes(np.asarray(grey, np.uint8), grid.cell * scale):
            lines += [
                line.placed(scale, left, top) for line in read_lines(strokes, grid.cell * scale)
            ]
    return lines


def _understand(screen: Screen, grid: Grid, lines: list[TextLine]) -> Banner:
    left, _ = load_phrases()
    figures = [
        (match.evidence, figure)
        for line, phrase, match in search(lines, left)
        if (figure := figure_of(line, match, phrase, lines)) is not None
    ]
    bag = find_bag(screen, grid, lines)
    best = max(figures, key=lambda pair: (pair[0], pair[1].confidence))[1] if figures else bag
    told = None
    if best is not None and best.confidence >= LEAST_CONFIDENCE:
        told = Told(best.value, best.confidence)
    return Banner(told, find_scores(lines, grid), find_move(lines), tuple(lines))
