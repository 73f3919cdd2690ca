"""Likenesses to characters in; the text of a path game's tile, with its runner-up, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.imaging import Floats
from vision.tiles import LIKELY


@dataclass(frozen=True, slots=True)
class Print:
    """What is printed on one tile.

    Attributes:
        text: As of ``GridTile.text``.
        likeness: Of its letters, the least, 1 at best.
        runner_up: The next best text, None where there is none.
        lead: Its lead in likeness over that.
        hidden: Whether something may lie on it.
    """

    text: str
    likeness: float
    runner_up: str | None
    lead: float
    hidden: bool = False


def print_of(scores: Floats, characters: Sequence[str]) -> Print | None:
    """The letter by ``(N,)`` likenesses to characters, None where it is like none."""
    best = best_print(scores, characters)
    return best if best.likeness >= LIKELY else None


def best_print(scores: Floats, characters: Sequence[str]) -> Print:
    """The best letter by ``(N,)`` likenesses to characters, however low they are."""
    second, best = np.argsort(scores)[-2:].tolist()
    lead = float(scores[best] - scores[second])
    return Print(characters[best], float(scores[best]), characters[second], lead)
