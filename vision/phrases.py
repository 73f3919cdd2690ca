"""Phrases: find what the games are known to say in a line of which each character is uncertain."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.textbank import text_bank
from vision.textline import TextLine

Floats = NDArray[np.float32]

UNLIKE = 0.16
"""Likeness below that of the best character at which a character counts as another one."""

MERGED = 0.45
"""Cost of two characters that run into one another; a wrong, missing or foreign one costs 1."""

LOSS = 2.5
"""Letters of evidence that a cost of 1 takes away."""

MOST = 0.17
"""Most cost of a phrase for each of its letters."""

DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÆØÑÜ"
PHRASES = Path(__file__).parent / "phrases.toml"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern: single characters and fields, in order.

    Attributes:
        parts: Each a character to be found, or the name of a field: ``word`` or ``points``.
        number: Where the number stands that it proves: ``before``, ``above``, ``after``.
    """

    parts: tuple[str, ...]
    number: tuple[str, ...] = ()

    @property
    def letters(self) -> str:
        """The characters to be found, without the fields."""
        return "".join(part for part in self.parts if len(part) == 1)


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase found in a line.

    Attributes:
        start, end: Its characters in the line.
        fields: Characters ``(start, end)`` of each field.
        evidence: Letters of the phrase that were found, with a loss for all that did not fit.
    """

    start: int
    end: int
    fields: dict[str, tuple[int, int]]
    evidence: float


@cache
def load_phrases() -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
    """The phrases for the letters left, and those for the last move."""
    data = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
    left = [
        Phrase(_parts(words), tuple(each["number"]))
        for each in data["left"]
        for words in each["words"]
    ]
    last = [Phrase(_parts(line)) for each in data["last"] for line in each["lines"]]
    return tuple(left), tuple(last)


def _parts(text: str) -> tuple[str, ...]:
    """The pattern's parts; who played stands before it and is no part."""
    parts: list[str] = []
    for field, character in re.findall(r"\{(\w+)\}|(\S)", text.removeprefix("{player}")):
        parts.append(field or character)
    return tuple(parts)


@cache
def _columns(phrase: Phrase) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each part that is a character its columns in the bank: as it is, in the other case."""
    places = {each: k for k, each in enumerate(text_bank().characters)}
    own = [places[part] for part in phrase.parts if len(part) == 1]
    other = [places.get(part.swapcase(), places[part]) for part in phrase.parts if len(part) == 1]
    return np.array(own), np.array(other)


@cache
def columns_of(characters: str) -> NDArray[np.int64]:
    """The columns of some characters in the bank's order of characters."""
    return np.array([text_bank().characters.index(each) for each in characters])


def weigh(line: TextLine) -> Floats:
    """``(K, N)`` what it costs to take each character of a line for each one of the bank."""
    best = line.scores.max(axis=1, keepdims=True)
    return np.asarray(np.minimum((best - line.scores) / UNLIKE, 1.0), np.float32)


def find_phrase(costs: Floats, phrase: Phrase) -> Match | None:
    """The phrase in a line of which ``weigh`` gave the costs, None where it is not there."""
    own, other = _columns(phrase)
    if len(costs) < len(phrase.parts) // 2:
        return None
    letters = np.minimum(costs[:, own], costs[:, other])
    if letters.min(axis=0).sum() > 2 * MOST * len(own):
        return None
    emission = np.empty((len(costs), len(phrase.parts)), np.float32)
    emission[:, [len(part) == 1 for part in phrase.parts]] = letters
    for k, part in enumerate(phrase.parts):
        if len(part) > 1:
            kind = columns_of(DIGITS if part == "points" else CAPITALS)
            emission[:, k] = costs[:, kind].min(axis=1)
    merged = np.full(emission.shape, MERGED, np.float32)
    for k, (one, two) in enumerate(pairwise(phrase.parts), start=1):
        if one + two in text_bank().characters:
            merged[:, k] = np.minimum(costs[:, text_bank().characters.index(one + two)], MERGED)
        elif len(one + two) > 2:
            merged[:, k] = np.inf
    return _align(emission, merged, phrase)


def _align(emission: Floats, merged: Floats, phrase: Phrase) -> Match | None:
    """The cheapest way to lay the phrase's parts on the characters; both ends of the line free.

    Each character is the next part, goes on with a field, is two parts run together, or foreign.
    """
    count, states = emission.shape
    field = np.array([len(part) > 1 for part in phrase.parts])
    cost = np.full((count + 1, states + 1), np.inf)
    origin = np.zeros((count + 1, states + 1, 2), np.int32)
    cost[:, 0] = 0.0
    for k in range(count):
        before, now = cost[k], cost[k + 1]
        options = np.full((4, states), np.inf)
        options[0] = before[:-1] + emission[k]
        options[1] = np.where(field, before[1:] + emission[k], np.inf)
        options[2, 1:] = before[:-2] + merged[k, 1:]
        options[3] = before[1:] + 1.0
        best = options.argmin(axis=0)
        now[1:] = options[best, np.arange(states)]
        steps = np.array([1, 0, 2, 0])[best]
        origin[k + 1, 1:, 0] = k
        origin[k + 1, 1:, 1] = np.arange(1, states + 1) - steps
        missed = now[:-1] + 1.0
        for state in np.flatnonzero(missed[1:] < now[2:]).tolist():
            if not field[state + 1] and now[state + 1] + 1.0 < now[state + 2]:
                now[state + 2] = now[state + 1] + 1.0
                origin[k + 1, state + 2] = (k + 1, state + 1)
    end = int(cost[:, states].argmin())
    letters = int((~field).sum())
    if not cost[end, states] <= MOST * letters:
        return None
    fields: dict[str, tuple[int, int]] = {}
    k, state = end, states
    while state > 0:
        before, previous = (int(v) for v in origin[k, state])
        if before < k and field[state - 1]:
            name = phrase.parts[state - 1]
            fields[name] = (before, fields.get(name, (0, k))[1])
        k, state = before, previous
    return Match(k, end, fields, letters - LOSS * float(cost[end, states]))
