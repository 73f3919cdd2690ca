"""Text lines and scores in; whose turn it is, by words or by a highlighted score, out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Box, Floats, usual_colour
from vision.reading import Turn
from vision.status.scores import Scores
from vision.text import Phrase, TextLine, parts_of, phrase_tables, search

APART = 35.0
"""Distance (0 to 441) from which two inks differ: equal inks stay below 8, faded ones above 70."""

FADED = 0.1
"""Least share of the ground's colour in the ink of the player who waits."""

ON_THE_WAY = 0.35
"""How far beside the line from the other ink to the ground an ink may lie, as a share of it."""

OFF_THE_WAY = 0.6
"""Share from which it is another colour, not a fainter one."""

COLOURFUL = 60
"""Least lead in colourfulness of one ink, of 255; the other counts as grey then."""

GREY = 24
"""Greatest difference of channels in a grey picture, of 255: compression adds a few levels."""

SPARSE = 16
"""Step in pixels, down and across, at which a picture is sampled for colours."""

RIM = 0.25
"""Width of the ground around digits that is looked at, as a share of their height."""

FULL = 0.8
"""Share of the strongest contrast from which a pixel is pure ink."""


@cache
def load_turns() -> dict[Phrase, Turn]:
    """The phrases that say whose turn it is."""
    whose: tuple[Turn, ...] = "own", "other"
    return {
        Phrase(parts_of(words)): turn
        for each in phrase_tables()["turn"]
        for turn in whose
        for words in each[turn]
    }


def turn_of_words(lines: Sequence[TextLine]) -> Turn | None:
    """Whose turn the lines say it is; None where none does, or where they disagree."""
    turns = load_turns()
    told = {turns[phrase] for _, phrase, _ in search(lines, tuple(turns))}
    return told.pop() if len(told) == 1 else None


def turn_of_scores(pixels: NDArray[np.uint8], scores: Scores) -> Turn | None:
    """Whose score is highlighted; None where none is, or where the scores' owners are not known.

    The score of the waiting player is fainter, or only the score of the other player has a colour.
    A picture without colours shows neither, as yellow is a fainter white there.

    Args:
        pixels: ``(H, W, 3)`` uint8 blue green red.
        scores: What was found in it.
    """
    if scores.own is None or _most_colour(pixels) <= GREY:
        return None
    (ink, ground), (other, beneath) = (_colours(pixels, box) for box in scores.boxes)
    if np.linalg.norm(ink - other) < APART:
        return None
    behind: Floats = np.mean([ground, beneath], axis=0, dtype=np.float32)
    ways = _way(ink, other, behind), _way(other, ink, behind)
    stronger = [share >= FADED and beside <= ON_THE_WAY for share, beside in ways]
    if not any(stronger) and min(beside for _, beside in ways) >= OFF_THE_WAY:
        lead = float(np.ptp(ink) - np.ptp(other))
        stronger = [lead >= COLOURFUL, -lead >= COLOURFUL]
    if stronger[0] == stronger[1]:
        return None
    return "own" if stronger[scores.own] else "other"


def _most_colour(pixels: NDArray[np.uint8]) -> int:
    """The greatest difference of a picture's channels."""
    channels = np.ascontiguousarray(np.moveaxis(pixels[::SPARSE, ::SPARSE], 2, 0))
    return int(np.ptp(channels, axis=0).max())


def _way(ink: Floats, other: Floats, ground: Floats) -> tuple[float, float]:
    """How far ``other`` is along the line from an ink to its ground, and how far beside it."""
    way, step = ground - ink, other - ink
    share = float(step @ way) / max(1.0, float(way @ way))
    return share, float(np.linalg.norm(step - share * way) / np.linalg.norm(step))


def _colours(pixels: NDArray[np.uint8], box: Box) -> tuple[Floats, Floats]:
    """The ink of some digits and the ground around them, each ``(3,)``."""
    height, width = pixels.shape[:2]
    rows, columns = box.pixels(width, height)
    rim = max(2, round(RIM * box.height))
    top, left = max(0, rows.start - rim), max(0, columns.start - rim)
    around = pixels[top : rows.stop + rim, left : columns.stop + rim]
    edges = np.concatenate([around[0], around[-1], around[:, 0], around[:, -1]])
    ground = usual_colour(edges.astype(np.float32))
    digits = pixels[rows, columns].reshape(-1, 3).astype(np.float32)
    apart = digits - ground
    contrast = np.sqrt(np.einsum("kc,kc->k", apart, apart))
    return usual_colour(digits[contrast >= FULL * contrast.max()]), ground
