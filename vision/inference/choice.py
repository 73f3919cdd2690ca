"""What a tile may be, and what it is taken for, as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from vision.doubts import Reason
from vision.imaging import Place
from vision.reading import Source


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tile may be.

    Attributes:
        letter: Upper case.
        blank: Whether the tile is worth nothing.
    """

    letter: str
    blank: bool

    @property
    def text(self) -> str:
        """The letter, lower case for a blank."""
        return self.letter.lower() if self.blank else self.letter

    @property
    def in_bag(self) -> str:
        """Its name in the bag: its letter, ``?`` for a blank."""
        return "?" if self.blank else self.letter


@dataclass(frozen=True, slots=True)
class Choice(Answer):
    """What a tile is taken for.

    Attributes:
        confidence: The probability, 0 to 1, that letter and blank are right.
        runner_up: The next best letter, None where there is none.
        value: The numeral, None where none is legible.
        why: What speaks against it, None where it is sure enough.
        source: What decided.
    """

    confidence: float
    runner_up: str | None = None
    value: int | None = None
    why: Reason | None = None
    source: Source = "template"


Answers = Mapping[Place, Answer]
"""The tiles of a board, each at its place."""

Listed = Callable[[str], bool]
"""Whether a text is a word."""


def word_of(run: Iterable[Answer]) -> str:
    """The text of a run."""
    return "".join([answer.letter for answer in run])
