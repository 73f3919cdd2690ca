"""The letter of one tile as a value, from its glyph until the game's rules have verified it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.doubts import MAY_BE_BLANK, OF_SHAPE, Reason
from vision.reading import Source

DOUBTFUL = 0.5
"""Confidence below which a tile is a doubt."""

DOUBTED = 0.45
"""Confidence of a tile that the verification makes a doubt."""

CONFIRMED = 0.75
"""Confidence of a tile that words, or the status text about the last one, confirm."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The letter of one tile.

    Attributes:
        letter: Upper case.
        blank: Whether the tile is worth nothing.
        confidence: 0 to 1.
        runner_up: The next best letter.
        value: The numeral, None where none is legible.
        why: What contradicts it, None where nothing does.
        rivals: The next letters with how far they are behind (likeness, 0 = as likely).
        alike: Letters that look much like it, whatever the numeral says.
        source: What decided.
        hidden: Whether something lies on the letter.
        kind: Number of its glyph cluster, where that differs from the other tiles read as its
            letter; 0 where it does not.
    """

    letter: str
    blank: bool
    confidence: float
    runner_up: str | None
    value: int | None
    why: Reason | None
    rivals: tuple[tuple[str, float], ...] = ()
    source: Source = "template"
    hidden: bool = False
    alike: tuple[str, ...] = ()
    kind: int = 0

    @property
    def text(self) -> str:
        """The letter, lower case for a blank."""
        return self.letter.lower() if self.blank else self.letter

    @property
    def in_bag(self) -> str:
        """Its name in the bag: its letter, ``?`` for a blank."""
        return "?" if self.blank else self.letter

    @property
    def of_shape(self) -> bool:
        """Whether it is in doubt which of several similar letters it is."""
        return self.why is not None and self.why.why in OF_SHAPE

    @property
    def may_be_blank(self) -> bool:
        """Whether it is in doubt that it is worth something."""
        return self.why is not None and self.why.why in MAY_BE_BLANK

    def confirmed(self) -> Choice:
        """The tile, confirmed by words or by the status text about the last one."""
        return replace(self, confidence=CONFIRMED, source="proof", why=None)

    def doubted(self, why: Reason, runner_up: str | None = None) -> Choice:
        """The tile in doubt; its runner-up stays the same where none is given."""
        other = runner_up or self.runner_up
        return replace(self, confidence=DOUBTED, runner_up=other, why=why)

    def read_as(self, letter: str) -> Choice:
        """The tile as another letter, known from other evidence than its glyph."""
        return replace(self, letter=letter, runner_up=self.letter, source="proof")
