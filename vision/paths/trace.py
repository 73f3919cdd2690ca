"""Tiles under a finger's trace and the word written beside the grid in; their letters out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from vision.imaging import Screen
from vision.paths.prints import Print
from vision.paths.tiles import Tiles
from vision.text import lines_beside

SURE_LEAD = 0.15
"""Lead of a letter identified by the word."""

STRANGE = 0.8
"""Greatest cost of covered tiles for each letter of the word: one for a letter that is the
runner-up there, two for any other."""

LITTLE = 1
"""Their greatest cost in a word that leaves no doubt."""

_WORD = re.compile(r"[A-Z]{3,}")


class _Way(NamedTuple):
    """A path, and its cost."""

    cost: int
    path: tuple[int, ...]


def read_by_trace(screen: Screen, tiles: Tiles, prints: Sequence[Print]) -> list[Print]:
    """The texts of the tiles; covered tiles get the letters of the traced word.

    A word counts as traced where it goes from tile to neighbouring tile, over all covered ones, and
    agrees with the others on its path. Of several words and paths the one counts that covered tiles
    look most like, unless another one, equally likely, disagrees.

    Args:
        screen: The picture.
        tiles: The K tiles of the grid.
        prints: What each says.
    """
    covered = {k for k, each in enumerate(prints) if each.hidden}
    if len(covered) < 2:
        return list(prints)
    ways = [
        (way.cost, {k: letter for k, letter in zip(way.path, word, strict=True) if k in covered})
        for word in _words(screen, tiles)
        for way in _paths(word, prints, covered)
    ]
    least = min((cost for cost, _ in ways), default=0)
    told = [letters for cost, letters in ways if cost == least]
    if not told or any(letters != told[0] for letters in told):
        return list(prints)
    lead = SURE_LEAD if least <= LITTLE else 0.0
    return [
        _as_told(each, told[0][k], lead) if k in covered else each for k, each in enumerate(prints)
    ]


def _as_told(each: Print, letter: str, lead: float) -> Print:
    """A covered tile with the word's letter; ``lead`` counts where it looked like another one."""
    if each.text == letter:
        return replace(each, lead=SURE_LEAD, likeness=1.0)
    return replace(each, text=letter, runner_up=each.text, lead=lead, likeness=1.0)


def _words(screen: Screen, tiles: Tiles) -> Iterator[str]:
    """The words in capitals above and below a grid."""
    first, last = tiles.boxes[0], tiles.boxes[-1]
    strips = [(0.0, first.y), (last.bottom, np.inf)]
    for line in lines_beside(screen, tiles.boxes, strips):
        yield from _WORD.findall(line.text)


def _paths(word: str, prints: Sequence[Print], covered: set[int]) -> Iterator[_Way]:
    """The paths over all covered tiles that can spell a word."""
    size = round(len(prints) ** 0.5)

    def go_on(path: tuple[int, ...], cost: int) -> Iterator[_Way]:
        if len(path) == len(word):
            if covered <= set(path):
                yield _Way(cost, path)
            return
        letter = word[len(path)]
        for k, each in enumerate(prints):
            if k in path or (path and not _touch(path[-1], k, size)):
                continue
            more = 0 if each.text == letter else 1 if each.runner_up == letter else 2
            if (each.hidden or not more) and cost + more <= STRANGE * len(word):
                yield from go_on((*path, k), cost + more)

    yield from go_on((), 0)


def _touch(one: int, other: int, size: int) -> bool:
    """Whether two tiles of a grid are neighbours."""
    return max(abs(one // size - other // size), abs(one % size - other % size)) == 1
