"""Phrases: find what the games are known to say in a line of which each character is uncertain."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
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
"""Likeness below that of the best character at which a character counts as another one.

To take it for that costs 1 then, as does a foreign character between those of a phrase."""

MISSING = 0.9
"""Cost of a character that is not there; small points and commas are the ones often lost."""

LOSS = 2.5
"""Letters of evidence that a cost of 1 takes away."""

MOST = 0.17
"""Most cost of a phrase for each of its letters."""

LOOSE = 1.2
"""Share of the most cost up to which a phrase's couples of letters make it worth a try."""

CERTAIN = 0.6
"""Cost from which it is worth to look for a phrase that fits better."""

SHORTEST = 5
"""Characters of a line that a phrase is looked for in."""

DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÆØÑÜ"
PHRASES = Path(__file__).parent / "phrases.toml"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern: single characters and fields, in order.

    Attributes:
        parts: Each a character to be found, or the name of a field: ``word`` or ``points``.
        number: Where the number stands that it proves: ``before``, ``above``, ``after``.
        played: Whether it tells of a move that was made.
    """

    parts: tuple[str, ...]
    number: tuple[str, ...] = ()
    played: bool = True

    @property
    def couples(self) -> list[tuple[str, str]]:
        """Characters to be found right after one another."""
        return [pair for pair in pairwise(self.parts) if len(pair[0]) == len(pair[1]) == 1]

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
    """The phrases for the letters left, and those for moves."""
    data = tomllib.loads(PHRASES.read_text(encoding="utf-8"))
    left = [
        Phrase(parts_of(words), tuple(each["number"]))
        for each in data["left"]
        for words in each["words"]
    ]
    last = [
        Phrase(parts_of(line), played=kind == "last")
        for kind in ("last", "laid")
        for each in data[kind]
        for line in each["lines"]
    ]
    return tuple(left), tuple(last)


def parts_of(text: str) -> tuple[str, ...]:
    """The pattern's parts; who played stands before it and is no part."""
    parts: list[str] = []
    for field, character in re.findall(r"\{(\w+)\}|(\S)", text.removeprefix("{player}")):
        parts.append(field or character)
    return tuple(parts)


@cache
def columns_of(characters: str) -> NDArray[np.int64]:
    """The columns of some characters in the bank's order of characters."""
    return np.array([_places()[each] for each in characters])


@cache
def _places() -> dict[str, int]:
    return {each: k for k, each in enumerate(text_bank().characters)}


@cache
def _either_case() -> NDArray[np.int64]:
    """For each character of the bank the column of its other case, or its own."""
    return np.array([_places().get(each.swapcase(), k) for each, k in _places().items()])


@cache
def _couples(phrases: tuple[Phrase, ...]) -> tuple[NDArray[np.int64], Floats]:
    """Neighbouring letters of the phrases, and which phrase has which.

    Returns:
        ``(C, 3)`` columns of the first, the second and of both run together (the first's again
        where the bank lacks that); ``(P, C)`` share of the most a phrase may cost that a couple
        has to bear, each letter being in two of them.
    """
    couples = sorted({couple for phrase in phrases for couple in phrase.couples})
    counts = np.zeros((len(phrases), len(couples)), np.float32)
    for row, phrase in zip(counts, phrases, strict=True):
        for couple in phrase.couples:
            row[couples.index(couple)] += 0.5 / (MOST * len(phrase.letters))
    places = _places()
    columns = [(places[one], places[two], places.get(one + two, -1)) for one, two in couples]
    return np.array(columns), counts


def _least_costs(costs: Floats, starts: NDArray[np.int64], columns: NDArray[np.int64]) -> Floats:
    """``(L, C)`` what each couple of letters costs at the place of each line that suits it best.

    Args:
        costs: Those of ``weigh`` for L lines of two characters or more, one after the other.
        starts: ``(L,)`` the first character of each.
        columns: As of ``_couples``.
    """
    folded = np.minimum(costs, costs[:, _either_case()])
    first, second, both = columns.T
    apart = folded[:-1, first] + folded[1:, second]
    apart[starts[1:] - 1] = np.inf  # a line's last character is followed by none
    merged = np.where(both >= 0, np.minimum.reduceat(costs[:, both], starts), np.inf)
    return np.asarray(np.minimum(np.minimum.reduceat(apart, starts), merged), np.float32)


def weigh(scores: Floats) -> Floats:
    """``(K, N)`` what it costs to take each of K characters for each one of the bank.

    Args:
        scores: ``(K, N)`` likeness to each one.
    """
    best = scores.max(axis=1, keepdims=True)
    return np.asarray(np.minimum((best - scores) / UNLIKE, 1.0), np.float32)


def search(
    lines: Sequence[TextLine], phrases: tuple[Phrase, ...]
) -> list[tuple[TextLine, Phrase, Match]]:
    """The phrases found in lines, the most certain one of each line."""
    worth = [line for line in lines if len(line.boxes) >= SHORTEST]
    if not worth:
        return []
    weighed = weigh(np.concatenate([line.scores for line in worth]))
    starts = np.cumsum([0, *(len(line.boxes) for line in worth[:-1])])
    columns, counts = _couples(phrases)
    least = _least_costs(weighed, starts, columns) @ counts.T
    costs = np.split(weighed, starts[1:])
    found: list[tuple[TextLine, Phrase, Match]] = []
    for line, own, bounds in zip(worth, costs, least, strict=True):
        best: tuple[TextLine, Phrase, Match] | None = None
        for k in np.argsort(bounds, kind="stable").tolist():
            phrase = phrases[k]
            if bounds[k] > LOOSE:
                break
            if best is not None and best[2].evidence >= len(phrase.letters) - LOSS * CERTAIN:
                continue
            match = find_phrase(own, phrase)
            if match is not None and (best is None or match.evidence > best[2].evidence):
                best = (line, phrase, match)
        if best is not None:
            found.append(best)
    return found


def find_phrase(costs: Floats, phrase: Phrase) -> Match | None:
    """The phrase in a line of which ``weigh`` gave the costs, None where it is not there."""
    if len(costs) < len(phrase.parts) // 2:
        return None
    folded = np.minimum(costs, costs[:, _either_case()])
    emission = np.empty((len(costs), len(phrase.parts)), np.float32)
    for k, part in enumerate(phrase.parts):
        if part == "points":
            emission[:, k] = costs[:, columns_of(DIGITS)].min(axis=1)
        elif part == "word":
            emission[:, k] = costs[:, columns_of(CAPITALS)].min(axis=1)
        else:
            emission[:, k] = folded[:, _places()[part]]
    merged = np.full(emission.shape, np.inf, np.float32)
    for k, (one, two) in enumerate(pairwise(phrase.parts), start=1):
        pair = _places().get(one + two)
        if pair is not None:
            merged[:, k] = costs[:, pair]
        elif len(one) == len(two) == 1:
            merged[:, k] = 1.0
    return _align(emission, merged, phrase)


def _align(emission: Floats, merged: Floats, phrase: Phrase) -> Match | None:
    """The cheapest way to lay the phrase's parts on the characters; both ends of the line free.

    Each character is the next part, goes on with a field, is two parts run together, or foreign.

    Args:
        emission: ``(K, S)`` cost of each character as each part.
        merged: ``(K, S)`` the same for each part together with the one before it.
        phrase: The S parts.
    """
    count, states = emission.shape
    field = np.array([len(part) > 1 for part in phrase.parts])
    cost = np.full((count + 1, states + 1), np.inf)
    origin = np.zeros((count + 1, states + 1, 2), np.int32)
    cost[:, 0] = 0.0
    stay = np.where(field, emission, np.inf)
    steps_of = np.array([1, 0, 2, 0], np.int32)
    options = np.full((4, states), np.inf)
    numbers = np.arange(states)
    for k in range(count):
        before, now = cost[k], cost[k + 1]
        options[0] = before[:-1] + emission[k]
        options[1] = before[1:] + stay[k]
        options[2, 1:] = before[:-2] + merged[k, 1:]
        options[3] = before[1:] + 1.0
        best = options.argmin(axis=0)
        now[1:] = options[best, numbers]
        origin[k + 1, 1:, 0] = k
        origin[k + 1, 1:, 1] = numbers + 1 - steps_of[best]
        for state in np.flatnonzero(now[1:-1] + MISSING < now[2:]).tolist():
            if not field[state + 1] and now[state + 1] + MISSING < now[state + 2]:
                now[state + 2] = now[state + 1] + MISSING
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
