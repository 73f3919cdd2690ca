"""Tiles under a finger's trace and the words written beside their grid in; likelier letters out."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from vision.inference.joint import TOLD

Shares = Mapping[str, float]
"""The probability of each text of a tile, the likeliest first."""

LETTERS = 26
"""Letters that a tile may show which nothing tells."""

WAYS = 4
"""Tiles to which a path of some letters can go on: on 4 by 4 there are 16, 84, 408, 1764 and 6712
paths of 1 to 5 letters."""

MISREAD = math.exp(-TOLD)
"""Share of letters that are misread in a word that the picture tells."""


class _Way(NamedTuple):
    """A path, each tile with the text that the word has there, and how likely it is."""

    tiles: tuple[tuple[int, str], ...]
    weight: float


def tell_by_words(
    shares: Sequence[Shares], covered: Collection[int], words: Sequence[str]
) -> list[Shares]:
    """The probabilities of what tiles show when one of the words may be the one being traced.

    It goes from tile to neighbouring tile and over all covered ones. That no word does is as likely
    beforehand as that one does.

    Args:
        shares: What each tile shows by itself, row by row of a square grid.
        covered: The tiles under the trace.
        words: The words written beside the grid.
    """
    ways = [way for word in words for way in _paths(word, shares, frozenset(covered))]
    whole = 1.0 + sum(way.weight for way in ways)
    found: list[dict[str, float]] = [
        {text: share / whole for text, share in each.items()} for each in shares
    ]
    for way in ways:
        for k, told in way.tiles:
            own = {text: share * MISREAD for text, share in shares[k].items()}
            own[told] = own.get(told, 0.0) + (1 - MISREAD) * LETTERS * shares[k].get(told, 0.0)
            part = way.weight / whole / sum(own.values())
            for text, share in own.items():
                found[k][text] = found[k].get(text, 0.0) + part * share
    return [
        dict(sorted(told.items(), key=lambda each: -each[1])) if k in covered else own
        for k, (told, own) in enumerate(zip(found, shares, strict=True))
    ]


def _paths(word: str, shares: Sequence[Shares], covered: frozenset[int]) -> Iterator[_Way]:
    """The paths over all covered tiles by which a word is not much less likely than none."""
    size = math.isqrt(len(shares))
    reach = [1.0]  # the most that the letters behind each place can gain
    for letter in reversed(word):
        reach.append(reach[-1] * _most(letter, shares))
    reach.reverse()

    def go_on(way: _Way, at: int) -> Iterator[_Way]:
        if at == len(word):
            if covered <= {k for k, _ in way.tiles}:
                yield way
            return
        gone = {k for k, _ in way.tiles}
        for k, own in enumerate(shares):
            if k in gone or (way.tiles and not _touch(way.tiles[-1][0], k, size)):
                continue
            for text in {word[at], *(each for each in own if len(each) > 1)}:
                weight, end = way.weight * _gain(own.get(text, 0.0)), at + len(text)
                if word.startswith(text, at) and weight * reach[end] >= MISREAD:
                    yield from go_on(_Way((*way.tiles, (k, text)), weight), end)

    yield from go_on(_Way((), WAYS / len(shares)), 0)


def _gain(share: float) -> float:
    """By how much likelier a path is with a tile that shows its text with this probability."""
    return ((1 - MISREAD) * LETTERS * share + MISREAD) / WAYS


def _most(letter: str, shares: Sequence[Shares]) -> float:
    """The most that a path gains by a letter; of several on one tile each counts as all."""
    found = [_gain(0.0)]
    for own in shares:
        for text, share in own.items():
            if letter in text:
                found.append(_gain(share) if len(text) == 1 else max(_gain(share), 1.0))
    return max(found)


def _touch(one: int, other: int, size: int) -> bool:
    """Whether two tiles of a grid are neighbours."""
    return max(abs(one // size - other // size), abs(one % size - other % size)) == 1
