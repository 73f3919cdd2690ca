"""The file of phrases in; the phrases that games write, in the bank's characters, out."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from vision.imaging import Numbers
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


@cache
def phrase_tables() -> dict[str, Any]:
    """The whole content of the file of phrases."""
    return tomllib.loads(PHRASES.read_text(encoding="utf-8"))


@cache
def load_phrases() -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
    """The phrases for the letters left, and those for moves."""
    data = phrase_tables()
    left = (
        Phrase(parts_of(words), after=each.get("after", False))
        for each in data["left"]
        for words in each["words"]
    )
    last = (
        Phrase(parts_of(line), played=kind == "last")
        for kind in ("last", "laid")
        for each in data[kind]
        for line in each["lines"]
    )
    return tuple(left), tuple(last)


def parts_of(text: str) -> tuple[str, ...]:
    """The parts of a written pattern; a player's name at its start is left out."""
    found = re.findall(r"\{(\w+)\}|(\S)", text.removeprefix("{player}"))
    return tuple(field or character for field, character in found)


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
