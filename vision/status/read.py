"""Banner: what a game writes around its board: letters left, scores, the last move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.imaging.geometry import Box, Grid
from vision.imaging.screen import Screen
from vision.reading import Turn
from vision.status.bag import find_bag
from vision.status.move import MoveLine, find_move
from vision.status.numbers import figure_of
from vision.status.scores import Scores, find_scores
from vision.status.turn import turn_of_scores, turn_of_words
from vision.text.line import TextLine
from vision.text.lines import read_lines
from vision.text.phrases import load_phrases
from vision.text.spotting import search
from vision.text.strokes import find_strokes

CELL = 44.0
"""Side of a board's square, in pixels, to which pictures are scaled for reading, or nearly so."""

ENLARGED = 1.25
"""Scales up to this are too near to 1 to be worth the blur."""

EDGE = 0.05
"""How far off the board its texts begin at least, as a share of a square."""

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
    turn: Turn | None = None
    lines: tuple[TextLine, ...] = field(default=(), repr=False)


def read_banner(screen: Screen, grid: Grid, held: Sequence[Box]) -> Banner:
    """Read what stands above and below a board.

    Args:
        screen: The picture.
        grid: The board.
        held: Boxes of the rack's tiles; what is printed on them is left out.
    """
    scale = scale_for(grid.cell)
    above_and_below = (0.0, grid.y - EDGE * grid.cell), (grid.box.bottom + EDGE * grid.cell, np.inf)
    lines = gather_lines(screen, grid, held, scale, above_and_below)
    found = _understand(screen, grid, lines)
    if found.letters_left is None and grid.cell >= FINER * CELL:
        lines = gather_lines(screen, grid, held, scale_for(grid.cell / FINER), above_and_below)
        finer = _understand(screen, grid, lines)
        found = replace(
            finer,
            scores=found.scores or finer.scores,
            last_move=found.last_move or finer.last_move,
            turn=found.turn or finer.turn,
        )
    if found.last_move is not None and not found.last_move.whole and scale < 1:
        near = gather_lines(
            screen, grid, held, scale_for(grid.cell / FINER), [found.last_move.rows]
        )
        found = replace(found, last_move=find_move(near) or found.last_move)
    return found


def scale_for(cell: float) -> float:
    """How large the picture is read: large ones are reduced by whole steps, which is fast."""
    if cell * ENLARGED >= CELL:
        return 1 / max(1, round(cell / CELL))
    return min(2.0, CELL / cell)


def gather_lines(
    screen: Screen,
    grid: Grid,
    held: Sequence[Box],
    scale: float,
    strips: Sequence[tuple[float, float]],
) -> list[TextLine]:
    """All lines of text, in pixels of the picture.

    Args:
        screen: The picture.
        grid: The board.
        held: Boxes of the rack's tiles, which are left out.
        scale: At how many times its size the picture is read.
        strips: Upper and lower edges of what is read.
    """
    board = grid.box
    left = max(0, int(board.x - AROUND * board.width))
    right = min(screen.width, int(board.right + AROUND * board.width))
    parts, tops = [], []
    for upper, lower in strips:
        top, bottom = max(0, int(upper)), int(min(lower, screen.height))
        if min(bottom - top, right - left) * scale < 8:
            continue
        grey = cv2.cvtColor(screen.pixels[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
        for box in held:
            rows, columns = box.shifted(-left, -top).pixels(grey.shape[1], grey.shape[0])
            if rows.start < rows.stop and columns.start < columns.stop:
                grey[rows, columns] = grey[rows.start, columns.start]
        if scale != 1:
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
            grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how)
        parts.append(np.asarray(grey, np.uint8))
        tops.append(top)
    if not parts:
        return []
    strokes = find_strokes(parts, grid.cell * scale)
    lines = []
    for line in read_lines(strokes, grid.cell * scale):
        part, first = strokes.part_at(line.base)
        lines.append(line.placed(scale, left, tops[part] - first / scale))
    return lines


def _understand(screen: Screen, grid: Grid, lines: list[TextLine]) -> Banner:
    left, _ = load_phrases()
    figures = [
        (match.evidence, figure)
        for line, phrase, match in search(lines, left)
        if (figure := figure_of(line, match, phrase, lines)) is not None
    ]
    likeliest = max(figures, key=lambda pair: (pair[0], pair[1].confidence), default=None)
    best = likeliest[1] if likeliest is not None else find_bag(screen, grid, lines)
    told = None
    if best is not None and best.confidence >= LEAST_CONFIDENCE:
        told = Told(best.value, best.confidence)
    scores, turn = find_scores(lines, grid), turn_of_words(lines)
    if turn is None and scores is not None:
        turn = turn_of_scores(screen.pixels, scores)
    return Banner(told, scores, find_move(lines), turn, tuple(lines))
