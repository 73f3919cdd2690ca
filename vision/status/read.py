"""A picture and its board in; the status text around it (letters left, scores, last move) out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.imaging import Box, Grid, Screen, measure_pieces
from vision.reading import Turn
from vision.status.move import MoveLine, find_moves, rows_to_read_again
from vision.status.numbers import Figure, figure_of, likely_digits, split_figures
from vision.status.scores import Scores, find_scores, turn_of_scores, turn_of_words
from vision.text import (
    CELL,
    DIGITS,
    TextLine,
    columns_of,
    gather_lines,
    load_phrases,
    scale_for,
    search,
)

YELLOW = ((17, 110, 160), (34, 255, 255))
"""Least and greatest hue (0 to 179), saturation and value of the bag."""

SIDES = (0.3, 1.2)
"""Width of the bag in board squares."""

SHAPES = (0.75, 1.35)
"""Width over height of the bag: a battery's filling is wider."""

EDGE = 0.05
"""Least distance of texts from the board, as a share of a square."""

BESIDE = 3.0
"""Squares beside a board that a line of text takes at least: ten characters of a third each."""

FINER = 2.0
"""Factor of scale for a second reading of pictures that are large enough."""


def find_bag(screen: Screen, grid: Grid, lines: Sequence[TextLine]) -> Figure | None:
    """The number on a yellow bag above the board's middle, None where there is none."""
    middle, reach = grid.box.centre[0], 2 * SIDES[1] * grid.cell
    left, right = max(0, int(middle - reach)), min(screen.width, int(middle + reach))
    bottom = int(grid.y)
    if bottom < grid.cell:
        return None
    step = max(1, int(grid.cell / 30))
    part = np.ascontiguousarray(screen.pixels[:bottom:step, left:right:step])
    colours = cv2.cvtColor(part, cv2.COLOR_BGR2HSV)
    yellow = cv2.inRange(colours, np.array(YELLOW[0]), np.array(YELLOW[1]))
    stats = measure_pieces(np.asarray(yellow, np.uint8), 8)
    for x, y, width, height, area in stats[1:].tolist():
        bag = Box(left + x * step, y * step, width * step, height * step)
        if (
            SIDES[0] * grid.cell <= bag.width <= SIDES[1] * grid.cell
            and SHAPES[0] <= bag.width / bag.height <= SHAPES[1]
            and area >= 0.45 * width * height
            and (figure := _inside(bag, lines)) is not None
        ):
            return figure
    return None


def _inside(bag: Box, lines: Sequence[TextLine]) -> Figure | None:
    """The number that stands in the middle of the bag.

    A lone O, D or S may stand on a tile that is as yellow, of a player or the game's own name.
    """
    for line in lines:
        if not bag.y < line.base < bag.bottom + 1:
            continue
        for figure in split_figures(line, likely_digits(line.scores)):
            box = figure.line.box
            if (
                box.x > bag.x
                and box.right < bag.right
                and box.y > bag.y
                and abs(box.centre[0] - bag.centre[0]) <= 0.12 * bag.width
                and box.height >= 0.2 * bag.height
                and (len(scores := figure.line.scores) > 1 or scores.argmax() in columns_of(DIGITS))
            ):
                return figure
    return None


class StatusText(NamedTuple):
    """All that was read around the board; None for what is missing or not certain.

    ``over`` is whether it says that the game has ended.
    """

    letters_left: int | None = None
    scores: Scores | None = None
    last_move: MoveLine | None = None
    turn: Turn | None = None
    laid: MoveLine | None = None
    over: bool = False

    def completed(self, other: StatusText) -> StatusText:
        """This, with what is missing here as another look has it."""
        own = {name: value for name, value in self._asdict().items() if value is not None}
        return other._replace(**own | {"over": self.over or other.over})


def read_status(screen: Screen, grid: Grid, held: Sequence[Box]) -> StatusText:
    """Read the text above and below a board, and beside it what is still not told.

    Args:
        screen: The picture.
        grid: The board.
        held: Boxes of the rack's tiles; their print is left out.
    """
    scale, fine = scale_for(grid.cell), scale_for(grid.cell / FINER)
    above_and_below = (0.0, grid.y - EDGE * grid.cell), (grid.box.bottom + EDGE * grid.cell, np.inf)
    lines = gather_lines(screen, grid, held, scale, above_and_below)
    found = _understand(screen, grid, lines)
    finely = found.letters_left is None and grid.cell >= FINER * CELL
    if finely:
        lines = gather_lines(screen, grid, held, fine, above_and_below)
        found = found.completed(_understand(screen, grid, lines))
    once = () if finely else lines
    if scale < 1 and (rows := rows_to_read_again(found.last_move, once)):
        last, laid = find_moves(gather_lines(screen, grid, held, fine, rows))
        found = StatusText(last_move=last, laid=laid).completed(found)
    box = grid.box
    room = max(box.x, screen.width - box.right) >= BESIDE * grid.cell
    if room and (found.letters_left is None or found.last_move is None):
        lines = gather_lines(screen, grid, [*held, box], fine, [(box.y, box.bottom)])
        found = found.completed(_beside(lines))
    return found


def _beside(lines: list[TextLine]) -> StatusText:
    """The letters left and the last move, if one alone is told there: no list of moves tells it."""
    figure, (last, _) = _letters_left(lines), find_moves(lines)
    if last is not None:
        top, bottom = last.rows
        others = [line for line in lines if not top <= line.base <= bottom]
        last = None if find_moves(others)[0] else last
    return StatusText(figure.value if figure and figure.legible else None, last_move=last)


def _letters_left(lines: list[TextLine]) -> Figure | None:
    """The number that some phrase says is that of the letters left."""
    figures = [
        (match.evidence, figure)
        for line, phrase, match in search(lines, load_phrases().left)
        if (figure := figure_of(line, match, phrase, lines))
    ]
    likeliest = max(figures, key=lambda pair: (pair[0], pair[1].confidence), default=None)
    return likeliest and likeliest[1]


def _understand(screen: Screen, grid: Grid, lines: list[TextLine]) -> StatusText:
    best = _letters_left(lines) or find_bag(screen, grid, lines)
    told = best.value if best and best.legible else None
    scores, (turn, over) = find_scores(lines, grid), turn_of_words(lines)
    if turn is None and scores is not None:
        turn = turn_of_scores(screen.pixels, scores)
    last, laid = find_moves(lines)
    return StatusText(told, scores, last, turn, laid, over)
