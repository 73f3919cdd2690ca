"""The file of phrases in; the phrases that games write, in the bank's characters, out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vision.imaging import Numbers
from vision.reading import Turn
from vision.text.bank import text_bank

DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÆØÑÜ"
PHRASES = Path(__file__).parent / "phrases.toml"


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A pattern: single characters and fields, in order.

    Attributes:
        parts: Each a character to be found, or the name of a field: ``word`` or ``points``.
        after: Whether the number that it explains may stand behind it, not only before or above.
        played: Whether it is about a move that was made.
    """

    parts: tuple[str, ...]
    after: bool = False
    played: bool = True

    @property
    def couples(self) -> list[tuple[str, str]]:
        """Characters to be found right after one another."""
        return [pair for pair in pairwise(self.parts) if len(pair[0]) == len(pair[1]) == 1]

    @property
    def letters(self) -> str:
        """The characters to be found, without the fields."""
        return "".join(part for part in self.parts if len(part) == 1)


class Phrases(NamedTuple):
    """All that games write around a board.

    Attributes:
        left: Words that explain the number of letters left.
        moves: Lines about moves.
        turns: Words that say whose turn it is; None for those that say that the game is over.
    """

    left: tuple[Phrase, ...]
    moves: tuple[Phrase, ...]
    turns: Mapping[Phrase, Turn | None]


@cache
def load_phrases() -> Phrases:
    """The phrases that ship."""
    data = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
    left = (
        Phrase(_parts_of(words), after=each.get("after", False))
        for each in data["left"]
        for words in each["words"]
    )
    moves = (
        Phrase(_parts_of(line), played=kind == "last")
        for kind in ("last", "laid")
        for each in data[kind]
        for line in each["lines"]
    )
    whose: dict[str, Turn | None] = {"own": "own", "other": "other", "over": None}
    turns = {
        Phrase(_parts_of(words)): turn
        for each in data["turn"]
        for name, turn in whose.items()
        for words in each.get(name, ())
    }
    return Phrases(tuple(left), tuple(moves), turns)


def _parts_of(text: str) -> tuple[str, ...]:
    """The parts of a written pattern; a player's name at its start is left out."""
    return tuple(re.findall(r"(?<=\{)\w+|[^\s{}]", text.removeprefix("{player}")))


@cache
def columns_of(characters: str) -> Numbers:
    """The columns of some characters in the bank's order of characters."""
    return np.array([places_of()[each] for each in characters])


@cache
def places_of() -> dict[str, int]:
    """For each character its column in the bank's order of characters."""
    return {each: k for k, each in enumerate(text_bank().characters)}


@cache
def either_case() -> Numbers:
    """For each character of the bank the column of its other case, or its own."""
    return np.array([places_of().get(each.swapcase(), k) for each, k in places_of().items()])
