"""The letter of one tile as a value."""

from __future__ import annotations

from typing import NamedTuple

from vision.doubts import Reason
from vision.reading import Source


class Choice(NamedTuple):
    """The letter of one tile.

    Attributes:
        letter: Upper case.
        blank: Whether the tile is worth nothing.
        confidence: The probability, 0 to 1, that both are right.
        runner_up: The next best letter, None where there is none.
        value: The numeral, None where none is legible.
        why: What speaks against it, None where it is sure enough.
        source: What decided.
    """

    letter: str
    blank: bool
    confidence: float
    runner_up: str | None = None
    value: int | None = None
    why: Reason | None = None
    source: Source = "template"

    @property
    def text(self) -> str:
        """The letter, lower case for a blank."""
        return self.letter.lower() if self.blank else self.letter

    @property
    def in_bag(self) -> str:
        """Its name in the bag: its letter, ``?`` for a blank."""
        return "?" if self.blank else self.letter
