"""Banner: what a game writes around its board: letters left, scores, the last move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.bag import find_bag
from vision.figures import APART, figure_of, read_figure
from vision.geometry import Box, Grid
from vision.phrases import CAPITALS, SHORTEST, Match, columns_of, load_phrases, search
from vision.scores import Scores, find_scores
from vision.screen import Screen
from vision.strokes import find_strokes
from vision.textbank import text_bank
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
class MoveLine:
    """The line about the last move.

    Attributes:
        player: Who made it, None where the name is not legible.
        word: The word in capitals.
        points: What it counted, None where not legible.
        confidence: 0 to 1 for word and points.
    """

    player: str | None
    word: str | None
    points: int | None
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
    left, last = load_phrases()
    figures = [
        (match.evidence, figure)
        for line, phrase, match in search(lines, left)
        if (figure := figure_of(line, match, phrase, lines)) is not None
    ]
    moves = [
        (match.evidence, _move(line, match))
        for line, _, match in search([*lines, *_joined(lines)], last)
    ]
    bag = find_bag(screen, grid, lines)
    best = max(figures, key=lambda pair: (pair[0], pair[1].confidence))[1] if figures else bag
    told = None
    if best is not None and best.confidence >= LEAST_CONFIDENCE:
        told = Told(best.value, best.confidence)
    move = max(moves, key=lambda pair: pair[0])[1] if moves else None
    return Banner(told, find_scores(lines, grid), move, tuple(lines))


def _joined(lines: Sequence[TextLine]) -> list[TextLine]:
    """Lines one above the other, centred, as one."""
    long = [line for line in lines if len(line.boxes) >= SHORTEST - 1]
    if not long:
        return []
    tops, bases, centres = np.array(
        [(line.top, line.base, line.box.centre[0]) for line in long], np.float32
    ).T
    heights = np.maximum(bases - tops, 1.0)
    gap = (tops[None, :] - bases[:, None]) / heights[:, None]
    likeness = heights[None, :] / heights[:, None]
    below = (
        (gap > 0)
        & (gap < 1.3)
        & (np.abs(centres[None, :] - centres[:, None]) < heights[:, None])
        & (likeness > 0.6)
        & (likeness < 1.6)
    )
    return [
        TextLine(
            np.concatenate([long[a].boxes, long[b].boxes]),
            np.concatenate([long[a].scores, long[b].scores]),
            long[a].top,
            long[a].base,
        )
        for a, b in np.argwhere(below).tolist()
    ]


def _move(line: TextLine, match: Match) -> MoveLine:
    player = line.part(0, match.start).text if match.start else None
    capitals = columns_of(CAPITALS)
    word, points = None, None
    confidence = 0.0
    if "word" in match.fields:
        start, end = match.fields["word"]
        part = line.scores[start:end][:, capitals]
        word = "".join(text_bank().characters[capitals[k]] for k in part.argmax(axis=1))
        order = np.sort(part, axis=1)
        confidence = float(np.clip((order[:, -1] - order[:, -2]) / 0.06, 0, 1).min())
    if "points" in match.fields:
        start, end = match.fields["points"]
        while end >= match.end and end < len(line.boxes) and line.gaps[end] <= APART:
            following = read_figure(line.part(start, end + 1))
            if following is None:
                break
            end += 1
        figure = read_figure(line.part(start, end))
        if figure:
            points = figure.value
            confidence = min(confidence, figure.confidence)
    return MoveLine(player, word, points, confidence)
