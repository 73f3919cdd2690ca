"""Lines of uncertain characters in; the phrases found in them out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats
from vision.text.alignment import LOSS, MOST, Match, align
from vision.text.line import TextLine
from vision.text.phrases import Phrase, either_case, places_of

Numbers = NDArray[np.int64]

UNLIKE = 0.16
"""How far a character's likeness is below the best one's where reading it so costs 1.

A foreign character between those of a phrase costs as much."""

LOOSE = 1.2
"""Share of the greatest cost up to which a phrase's letter pairs make it a candidate."""

CERTAIN = 0.6
"""Cost from which a better phrase is searched for."""

SHORTEST = 5
"""Least number of characters of a line that is searched for phrases."""


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
    places = places_of()
    columns = [(places[one], places[two], places.get(one + two, -1)) for one, two in couples]
    return np.array(columns), counts


def _least_costs(
    costs: Floats, folded: Floats, starts: NDArray[np.int64], columns: NDArray[np.int64]
) -> Floats:
    """``(L, C)`` what each couple of letters costs at the place of each line that suits it best.

    Args:
        costs: Those of ``_weigh`` for L lines of two characters or more, one after the other.
        folded: The same where either case will do.
        starts: ``(L,)`` the first character of each.
        columns: As of ``_couples``.
    """
    first, second, both = columns.T
    apart = folded[:-1].take(first, axis=1) + folded[1:].take(second, axis=1)
    apart[starts[1:] - 1] = np.inf  # a line's last character is followed by none
    least, known = np.minimum.reduceat(apart, starts), np.flatnonzero(both >= 0)
    merged = np.minimum.reduceat(costs.take(both[known], axis=1), starts)
    least[:, known] = np.minimum(least[:, known], merged)
    return np.asarray(least, np.float32)


def _weigh(scores: Floats) -> Floats:
    """``(K, N)`` the cost of reading each of K characters as each one of the bank.

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
    costs = _weigh(np.concatenate([line.scores for line in worth]))
    folded = np.minimum(costs, costs[:, either_case()])
    starts = np.cumsum([0, *(len(line.boxes) for line in worth)])
    columns, counts = _couples(phrases)
    bounds = _least_costs(costs, folded, starts[:-1], columns) @ counts.T
    few = (bounds <= LOOSE).sum(axis=1).tolist()
    order = np.argsort(bounds, axis=1, kind="stable")
    likely = [row[:count].tolist() for row, count in zip(order, few, strict=True)]
    parts = [slice(*each) for each in pairwise(starts.tolist())]
    best: dict[int, tuple[Phrase, Match]] = {}
    for first in (True, False):  # usually a line's likeliest phrase excludes all others
        pairs = [
            (each, phrases[k])
            for each, row in enumerate(likely)
            for k in (row[:1] if first else row[1:])
            if not (each in best and _beyond(best[each][1], phrases[k]))
        ]
        tried = [(phrase, costs[parts[each]], folded[parts[each]]) for each, phrase in pairs]
        for (each, phrase), match in zip(pairs, align(tried), strict=True):
            if match is None:
                continue
            if each not in best or not (
                _beyond(best[each][1], phrase) or best[each][1].evidence >= match.evidence
            ):
                best[each] = phrase, match
    return [(worth[each], *best[each]) for each in sorted(best)]


def _beyond(match: Match, phrase: Phrase) -> bool:
    """Whether a match is so good that no other phrase can fit better."""
    return match.evidence >= len(phrase.letters) - LOSS * CERTAIN
