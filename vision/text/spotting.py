"""Lines of uncertain characters in; the phrases found in them out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from solver.compiled import kernel_in_use
from vision.imaging import Bools, Bytes, Doubles, Floats, Numbers
from vision.text.lines import TextLine
from vision.text.phrases import CAPITALS, DIGITS, Phrase, columns_of, either_case, places_of

KERNEL = kernel_in_use("vision")

MISSING = 0.9
"""Cost of a missing character; small points and commas are often lost."""

LOSS = 2.5
"""Evidence, in letters, that a cost of 1 removes."""

MOST = 0.17
"""Greatest cost of a phrase that counts as found, per letter."""

NEXT, STAY, BOTH, FOREIGN, GONE = range(5)
"""Steps of an alignment: a character is the next part, the same field, two parts in one, or no
part; or a part has no character."""

STEPS = (1, 0, 2, 0, 1)
"""How many parts each step advances."""

UNLIKE = 0.16
"""How far below the best likeness a character's is where reading it so costs 1.

A foreign character between those of a phrase costs as much."""

LOOSE = 1.2
"""Share of a phrase's greatest cost up to which its letter pairs make it a candidate."""

CERTAIN = 0.6
"""Cost of a line's best phrase so far from which better ones are searched for."""

SHORTEST = 5
"""Least number of characters of a line that is searched for phrases."""


class Match(NamedTuple):
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


class _Plan(NamedTuple):
    """Where the costs of a phrase's S parts are found.

    Attributes:
        columns: ``(S,)`` the bank's column of each part, any for fields.
        fields: Number of the part and columns of each field.
        both: ``(2, M)`` parts that the bank has joined to the part before, and that one's column.
        couples: ``(S,)`` bool, parts that are letters and follow a letter.
        field: ``(S,)`` bool, parts that are fields.
    """

    columns: Numbers
    fields: tuple[tuple[int, Numbers], ...]
    both: Numbers
    couples: Bools
    field: Bools


@cache
def _plan(phrase: Phrase) -> _Plan:
    """The plan of a phrase."""
    places, digits_or_letters = places_of(), {"points": DIGITS, "word": CAPITALS}
    both, couples = [], np.zeros(len(phrase.parts), bool)
    for k, (one, two) in enumerate(pairwise(phrase.parts), start=1):
        if one + two in places:
            both.append((k, places[one + two]))
        couples[k] = len(one) == len(two) == 1
    return _Plan(
        np.array([places.get(part, 0) for part in phrase.parts]),
        tuple(
            (k, columns_of(digits_or_letters[part]))
            for k, part in enumerate(phrase.parts)
            if part in digits_or_letters
        ),
        np.array(both, np.int64).reshape(-1, 2).T,
        couples,
        np.array([len(part) > 1 for part in phrase.parts]),
    )


def align(pairs: Sequence[tuple[Phrase, Floats, Floats]]) -> list[Match | None]:
    """The cheapest alignment of each phrase with its line, None where none is cheap enough.

    Each character is the next part, continues a field, is two joined parts, or foreign; both ends
    of the line are free. ``pairs`` are phrases, each with what it costs to take the characters of a
    line for those of the bank, ``(K, N)``, and the same where either case will do.
    """
    if not pairs:
        return []
    plans = [_plan(phrase) for phrase, _, _ in pairs]
    lengths = [len(costs) for _, costs, _ in pairs]
    shape = len(pairs), max(lengths), max(len(plan.field) for plan in plans)
    emission, stay, merged = (np.full(shape, np.inf) for _ in range(3))
    optional = np.zeros((shape[0], shape[2]), bool)
    for k, ((_, costs, folded), plan) in enumerate(zip(pairs, plans, strict=True)):
        rows, parts = slice(len(costs)), slice(len(plan.field))
        emission[k, rows, parts] = folded[:, plan.columns]
        for part, columns in plan.fields:
            emission[k, rows, part] = stay[k, rows, part] = costs[:, columns].min(axis=1)
        merged[k, rows, parts][:, plan.couples] = 1.0
        merged[k, rows, plan.both[0]] = costs[:, plan.both[1]].T
        optional[k, parts] = ~plan.field
    cost, ways = _lay(emission, stay, merged, optional)
    return [
        _trace(pair[0], cost[: length + 1, k, : len(plan.field) + 1], ways[:, k], plan)
        for k, (pair, plan, length) in enumerate(zip(pairs, plans, lengths, strict=True))
    ]


def _lay(
    emission: Doubles, stay: Doubles, merged: Doubles, optional: Bools
) -> tuple[Doubles, Bytes]:
    """Least costs up to each character and part, ``(K + 1, B, S + 1)``, and the steps to them.

    ``emission`` is ``(B, K, S)``, the cost of each character as each part, ``stay`` that of going
    on with a field, ``merged`` that of being the part before as well; ``optional`` is ``(B, S)``,
    parts that may be missing: no fields.
    """
    batch, count, states = emission.shape
    cost = np.full((count + 1, batch, states + 1), np.inf)
    ways = np.zeros((count + 1, batch, states + 1), np.uint8)
    cost[:, :, 0] = 0.0
    gone = MISSING * np.arange(states + 1)
    if KERNEL is not None:
        KERNEL.lay(emission, stay, merged, optional.view(np.uint8), gone, cost, ways)
        return cost, ways
    options = np.full((4, batch, states), np.inf)
    numbers, each = np.arange(states + 1), np.arange(batch)[:, None]
    missing = np.zeros((batch, states + 1), bool)
    for k in range(count):
        before, now = cost[k], cost[k + 1]
        np.add(before[:, :-1], emission[:, k], out=options[NEXT])
        np.add(before[:, 1:], stay[:, k], out=options[STAY])
        np.add(before[:, :-2], merged[:, k, 1:], out=options[BOTH, :, 1:])
        np.add(before[:, 1:], 1.0, out=options[FOREIGN])
        ways[k + 1, :, 1:] = options.argmin(axis=0)
        options.min(axis=0, out=now[:, 1:])
        np.less(now[:, 1:-1] + MISSING, now[:, 2:], out=missing[:, 2:])
        missing[:, 2:] &= optional[:, 1:]
        if missing.any():
            ways[k + 1][missing] = GONE
            found = np.maximum.accumulate(np.where(missing, 0, numbers), axis=1)
            now[:] = now[each, found] + gone[numbers - found]
    return cost, ways


def _trace(phrase: Phrase, cost: Doubles, ways: Bytes, plan: _Plan) -> Match | None:
    """The match on the cheapest path, with the phrase's fields; None where it costs too much."""
    states = len(plan.field)
    end = int(cost[:, states].argmin())
    letters = int((~plan.field).sum())
    if not cost[end, states] <= MOST * letters:
        return None
    fields: dict[str, tuple[int, int]] = {}
    k, state = end, states
    while state > 0:
        way = int(ways[k, state])
        before = k if way == GONE else k - 1
        if before < k and plan.field[state - 1]:
            name = phrase.parts[state - 1]
            fields[name] = (before, fields.get(name, (0, k))[1])
        k, state = before, state - STEPS[way]
    return Match(k, end, fields, letters - LOSS * float(cost[end, states]))


@cache
def _couples(phrases: tuple[Phrase, ...]) -> tuple[Numbers, Floats]:
    """Neighbouring letters of the phrases, and which phrase has which.

    Returns:
        ``(C, 3)`` columns of the first, the second and of both run together, -1 where the bank
        lacks that; ``(P, C)`` factor from a couple's cost to a share of the most that a phrase may
        cost, halved as each letter is in two couples.
    """
    couples = sorted({couple for phrase in phrases for couple in phrase.couples})
    counts = np.zeros((len(phrases), len(couples)), np.float32)
    for row, phrase in zip(counts, phrases, strict=True):
        for couple in phrase.couples:
            row[couples.index(couple)] += 0.5 / (MOST * len(phrase.letters))
    places = places_of()
    columns = [(places[one], places[two], places.get(one + two, -1)) for one, two in couples]
    return np.array(columns), counts


def _least_costs(costs: Floats, folded: Floats, starts: Numbers, columns: Numbers) -> Floats:
    """``(L, C)`` the least cost of each couple of letters at any place of each line.

    ``costs`` are ``(K, N)``, of reading the characters of L lines, two at least in each, as those
    of the bank, ``folded`` where either case will do; ``starts`` ``(L,)``, the first of each line.
    """
    first, second, both = columns.T
    apart = folded[:-1].take(first, axis=1) + folded[1:].take(second, axis=1)
    apart[starts[1:] - 1] = np.inf  # a line's last character is followed by none
    least, known = np.minimum.reduceat(apart, starts), np.flatnonzero(both >= 0)
    merged = np.minimum.reduceat(costs.take(both[known], axis=1), starts)
    least[:, known] = np.minimum(least[:, known], merged)
    return np.asarray(least, np.float32)


def search(
    lines: Sequence[TextLine], phrases: tuple[Phrase, ...]
) -> list[tuple[TextLine, Phrase, Match]]:
    """The phrases found in lines, the most certain one of each line."""
    worth = [line for line in lines if len(line.boxes) >= SHORTEST]
    if not worth:
        return []
    scores = np.concatenate([line.scores for line in worth])
    costs = np.minimum((scores.max(axis=1, keepdims=True) - scores) / UNLIKE, 1.0)
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
            if not (each in best and _unbeatable(best[each][1], phrases[k]))
        ]
        tried = [(phrase, costs[parts[each]], folded[parts[each]]) for each, phrase in pairs]
        for (each, phrase), match in zip(pairs, align(tried), strict=True):
            if match is None:
                continue
            if each not in best or not (
                _unbeatable(best[each][1], phrase) or best[each][1].evidence >= match.evidence
            ):
                best[each] = phrase, match
    return [(worth[each], *best[each]) for each in sorted(best)]


def _unbeatable(match: Match, phrase: Phrase) -> bool:
    """Whether a match is so good that no other phrase can fit better."""
    return match.evidence >= len(phrase.letters) - LOSS * CERTAIN
