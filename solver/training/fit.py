"""The figures of a table, fitted to samples of self-play.

A leave is worth what the best play brings on average when the rack holds these tiles, less what it
brings on average. The racks seen were drawn at random from all tiles not on the board, so every
subset of a rack is such a leave with a random rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from solver.game import Game, tile_text
from solver.strategy import KINDS
from solver.training.gather import Samples

SHRINK = {2: 120, 3: 240}
"""So many samples of a pair or triple weigh as much as the guess that it is worth the sum of its
parts: about the variance of one sample (200 points squared) over that of what pairs (1.7) and
triples (0.8) are worth beyond their parts."""
BAND = 7
"""Over how many neighbouring bag sizes turns are averaged; an empty bag is kept apart."""
Floats = npt.NDArray[np.float64]


class Table(TypedDict):
    """The figures of a table file.

    Attributes:
        points: Value of each leave of one to three tiles, written as a rack.
        factors: See `Leaves`; for leaves of 0, 1, 2, ... tiles.
        opening: Points the other gains for each unit of reach of `KINDS`.
        margins: Tiles in the bag; points the player on turn gains on the other from there to the
            end of the game, on average; their standard deviation.
    """

    points: dict[str, float]
    factors: list[list[float]]
    opening: dict[str, float]
    margins: list[tuple[int, float, float]]


@dataclass(frozen=True, eq=False)
class _Sums:
    """Values of singles, of pairs beyond these, of triples beyond both; indexed by tile numbers."""

    singles: Floats
    pairs: Floats
    triples: Floats

    def parts(self, racks: npt.NDArray[np.intp]) -> Floats:
        """(m, 3) sums over the singles, pairs and triples of (m, k) leaves."""
        places = range(racks.shape[1])
        found = np.zeros((len(racks), 3))
        for a in places:
            found[:, 0] += self.singles[racks[:, a]]
        for a, b in combinations(places, 2):
            found[:, 1] += self.pairs[racks[:, a], racks[:, b]]
        for a, b, c in combinations(places, 3):
            found[:, 2] += self.triples[racks[:, a], racks[:, b], racks[:, c]]
        return found


def fit(samples: Samples, game: Game) -> Table:
    """The table of a game."""
    racks = samples.racks.reshape(-1, samples.racks.shape[2]).astype(np.intp)
    beyond = _beyond_others(samples.equities).ravel()
    sums = _tabled(racks, beyond, len(game.alphabet.letters) + 1)
    return {
        "points": dict(_written(sums, game)),
        "factors": _factors(racks, beyond, sums),
        "opening": _opening(samples),
        "margins": _margins(samples.turns),
    }


def _beyond_others(equities: npt.NDArray[np.float32]) -> Floats:
    """Each figure less the mean of the other racks' figures on the same board."""
    draws = equities.shape[1]
    wide = equities.astype(np.float64)
    others = (wide.sum(axis=1, keepdims=True) - wide) / (draws - 1)
    difference: Floats = wide - others
    return difference


def _tabled(racks: npt.NDArray[np.intp], beyond: Floats, size: int) -> _Sums:
    """The mean values of leaves of one, two and three tiles, split into their parts."""
    number, total = _count(racks, beyond, size, 1)
    singles = total / np.maximum(number, 1)
    number, total = _count(racks, beyond, size, 2)
    alone = singles[:, None] + singles[None, :]
    pairs = _shrunk(number, total, alone, SHRINK[2])
    number, total = _count(racks, beyond, size, 3)
    less = alone[:, :, None] + singles + (pairs[:, :, None] + pairs[:, None, :] + pairs[None, :, :])
    return _Sums(singles, pairs, _shrunk(number, total, less, SHRINK[3]))


def _count(
    racks: npt.NDArray[np.intp], beyond: Floats, size: int, order: int
) -> tuple[Floats, Floats]:
    """How often each leave of `order` tiles was seen, and the sum of its figures.

    Each is an array with `order` axes of length `size`, the same however its axes are swapped.
    """
    number, total = np.zeros(size**order), np.zeros(size**order)
    for places in combinations(range(racks.shape[1]), order):
        key = np.zeros(len(racks), np.intp)
        for place in places:
            key = key * size + racks[:, place]
        number += np.bincount(key, minlength=size**order)
        total += np.bincount(key, weights=beyond, minlength=size**order)
    shape = (size,) * order
    return _symmetric(number.reshape(shape)), _symmetric(total.reshape(shape))


def _symmetric(sorted_only: Floats) -> Floats:
    """The array with all orders of its axes filled; racks are sorted, so only rising keys are."""
    order = sorted_only.ndim
    grids = np.array(np.indices(sorted_only.shape)).reshape(order, -1)
    rising = np.sort(grids, axis=0)
    filled: Floats = sorted_only[tuple(rising)].reshape(sorted_only.shape)
    return filled


def _shrunk(number: Floats, total: Floats, expected: Floats, weight: int) -> Floats:
    """The mean beyond what was expected, shrunk towards 0 where few samples were seen."""
    beyond: Floats = (total - number * expected) / (number + weight)
    return beyond


def _written(sums: _Sums, game: Game) -> Iterator[tuple[str, float]]:
    """Each leave that the bag can give, as text, with its value."""
    letters = game.alphabet.letters
    faces = ("?", *letters)
    counts = [game.tiles.counts[face] for face in faces]
    order = [*range(1, len(faces)), 0]  # blanks last
    for size in (1, 2, 3):
        for codes in combinations_with_replacement(order, size):
            if all(codes.count(code) <= counts[code] for code in codes):
                value = float(sums.parts(np.array([codes], np.intp)).sum())
                yield "".join(tile_text(faces[code]) for code in codes), round(value, 2)


def _factors(racks: npt.NDArray[np.intp], beyond: Floats, sums: _Sums) -> list[list[float]]:
    """Factors, by least squares, for leaves too long for the table.

    For each number of tiles only some subsets of the places are used: the rest would add little.
    """
    found = [[0.0, 0.0, 0.0, 0.0], *([1.0, 1.0, 1.0, 0.0] for _ in range(3))]
    full = racks.shape[1]
    for size in range(4, full):
        chosen = list(combinations(range(full), size))
        step = max(1, len(chosen) // 5)
        matrix, wanted = np.zeros((4, 4)), np.zeros(4)
        for places in chosen[::step]:
            parts = sums.parts(racks[:, places])
            rows = np.column_stack((parts, np.ones(len(parts))))
            matrix += rows.T @ rows
            wanted += rows.T @ beyond
        found.append([round(float(each), 3) for each in np.linalg.solve(matrix, wanted)])
    return found


def _opening(samples: Samples) -> dict[str, float]:
    """Points of the other's reply per unit of reach, by least squares with a constant."""
    rows = np.column_stack((samples.opened, np.ones(len(samples.opened)))).astype(np.float64)
    solved = np.linalg.lstsq(rows, samples.replies.astype(np.float64), rcond=None)[0]
    return {kind: round(float(each), 3) for kind, each in zip(KINDS, solved, strict=False)}


def _margins(turns: npt.NDArray[np.int16]) -> list[tuple[int, float, float]]:
    """Mean and spread of the points still gained, for each number of tiles in the bag."""
    found, bags, gains = [], turns[:, 0], turns[:, 1]
    for count in np.unique(bags).tolist():
        near = gains[(np.abs(bags - count) <= BAND // 2) & ((bags == 0) == (count == 0))]
        if len(near) > 1:
            mean, spread = float(near.mean()), float(near.std(ddof=1))
            found.append((count, round(mean, 2), round(spread, 2)))
    return found
