"""Text lines in; player, word and points of the lines about moves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.imaging import ALIKE
from vision.status.numbers import LEAST, LEAST_CONFIDENCE, grow_figure
from vision.text import (
    CAPITALS,
    LEGIBLE,
    MARGIN,
    SHORTEST,
    SPACE,
    Match,
    TextLine,
    columns_of,
    load_phrases,
    search,
)
from vision.tiles import SURE

MARKS = ".,:;!?'\"()-"
"""Characters that may stand right beside a word and are no part of it."""


class MoveLine(NamedTuple):
    """The line about the last move, or about tiles that are laid but not played.

    Attributes:
        player: Who made it, as far as it is legible; None where no name stands there.
        word: The word in capitals, None where it is not certain.
        points: What it counted, None where that is not certain.
        rows: Its upper and lower edge, with a margin.
    """

    player: str | None
    word: str | None
    points: int | None
    rows: tuple[float, float]

    @property
    def whole(self) -> bool:
        """Whether word and points are both certain."""
        return self.word is not None and self.points is not None


def find_moves(lines: Sequence[TextLine]) -> tuple[MoveLine | None, MoveLine | None]:
    """The last move, and that of tiles laid now, where some line is about one."""
    found = search([*lines, *_joined(lines)], load_phrases().moves)
    last: MoveLine | None = None
    laid: MoveLine | None = None
    for line, phrase, match in sorted(found, key=lambda each: -each[2].evidence):
        move = _read(line, match)
        if move is None:
            continue
        if phrase.played:
            last = last or move
        elif move.whole:  # word or points alone may be of something else
            laid = laid or move
    return last, laid


def _read(line: TextLine, match: Match) -> MoveLine | None:
    """Word and points at their places in the phrase; None where neither is certain."""
    word, told = _word(line, match), match.fields.get("points")
    figure = grow_figure(line, *told, match.end) if told else None
    points = figure.value if figure and figure.legible else None
    if word is None and points is None:
        return None
    return MoveLine(_player(line, match.start), word, points, _rows(line))


def rows_to_read_again(
    move: MoveLine | None, lines: Sequence[TextLine]
) -> list[tuple[float, float]]:
    """Upper and lower edges of lines that may tell the last move if they are read at a finer scale.

    ``lines`` were read at one scale only; ``move`` is what is known of the move, None for nothing.
    """
    if move is not None:
        return [] if move.whole else [move.rows]
    return [_rows(line) for line in lines if len(line.boxes) >= SHORTEST]


def _rows(line: TextLine) -> tuple[float, float]:
    """The upper and lower edge of a line, with a margin."""
    return line.top - line.height, float(line.boxes[:, 3].max()) + line.height


def _word(line: TextLine, match: Match) -> str | None:
    """The word, None where it is not certain."""
    start, end = match.fields.get("word", (0, 0))
    if end - start < 2 or _joins(line, start, start - 1) or _joins(line, end, end):
        return None
    scores = line.scores[start:end][:, columns_of(CAPITALS)]
    *_, second, first = np.sort(scores, axis=1).T
    certain = np.minimum((first - LEAST) / (SURE - LEAST), (first - second) / MARGIN)
    if certain.min() < LEAST_CONFIDENCE:
        return None
    return "".join(CAPITALS[k] for k in scores.argmax(axis=1))


def _joins(line: TextLine, gap: int, other: int) -> bool:
    """Whether the character beside a word could be a part of it.

    ``other`` is that character; ``gap`` is the character after the gap.
    """
    if not 0 <= other < len(line.boxes) or line.gaps[gap] >= SPACE:
        return False
    return line.part(other, other + 1).text not in MARKS


def _player(line: TextLine, end: int) -> str | None:
    """The text before the phrase, back to a sign that is no text."""
    best = line.scores[:end].max(axis=1)
    start = end
    for k in range(end - 1, -1, -1):
        if line.gaps[k] > SPACE:
            if best[k:start].mean() < LEGIBLE:
                break
            start = k
    return _name(line.part(start, end)) if end > start else None


def _name(line: TextLine) -> str:
    """The text of the line; what looks like an I behind a small letter is an i or an l."""
    text = line.characters
    for k in range(1, len(text)):
        if text[k] == "I" and text[k - 1].islower() and line.gaps[k] <= SPACE:
            dotless = line.boxes[k, 1] > line.top + ALIKE * line.height
            text[k] = "i" if dotless else "l"
    return line.spaced(text)


def _joined(lines: Sequence[TextLine]) -> list[TextLine]:
    """Each two lines one above the other, centred, joined to one."""
    long = [line for line in lines if len(line.boxes) >= SHORTEST - 1]
    places = [(line.top, line.base, line.box.centre[0]) for line in long]
    tops, bases, centres = np.array(places, np.float32).reshape(-1, 3).T
    heights = np.maximum(bases - tops, 1.0)
    gap = (tops[None, :] - bases[:, None]) / heights[:, None]
    ratio = heights[None, :] / heights[:, None]
    below = (
        (gap > 0)
        & (gap < 1.3)
        & (np.abs(centres[None, :] - centres[:, None]) < heights[:, None])
        & (ratio > 0.6)
        & (ratio < 1.6)
    )
    pairs = [(long[a], long[b]) for a, b in np.argwhere(below).tolist()]
    return [
        TextLine(np.vstack([a.boxes, b.boxes]), np.vstack([a.scores, b.scores]), a.top, a.base)
        for a, b in pairs
    ]
