"""The values, in points, of all leaves of a rack.

A leave of one to three tiles has a value of its own, measured in self-play (`solver.training`). A
longer one is the sum over its single tiles, of what its pairs are worth beyond their tiles and its
triples beyond their pairs, each sum times a factor for the number of tiles. A game and language
without a measured table gets values of single tiles by `formula`.

All values are whole numbers of 1/256 point, so that they are the same on every machine.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.game import Game, Rack
from solver.movegen import POINT
from solver.strategy.trained import read_table, trained_path
from solver.words import Alphabet

_SHIFT = POINT.bit_length() - 1
Ints = npt.NDArray[np.int64]
Factors = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class Leaves:
    """The values of leaves of a game in a language.

    Attributes:
        singles: (n,) value of each tile by its number, 1/256 point; 0 is the blank.
        pairs: (n, n) what two tiles are worth beyond their single values; symmetric.
        triples: (n, n, n) what three are worth beyond their pairs; symmetric.
        factors: For leaves of 0, 1, ... tiles: factors of the sums over singles, pairs and
            triples, and a constant, all in 1/256. Larger leaves use the last.
    """

    singles: Ints
    pairs: Ints
    triples: Ints
    factors: Factors

    def worth(self, rack: bytes) -> array[int]:
        """The value of every leave of a rack, in the form that `Session.best_play` takes.

        Args:
            rack: Tile numbers in any order, 0 for a blank.

        Returns:
            In the order of `leaves_of(rack)`, in 1/256 point.
        """
        tiles = bytes(sorted(rack))
        plan = _plan(_pattern(tiles), self.factors, len(self.singles))
        codes = np.frombuffer(tiles, np.uint8)
        parts = self._flat[plan.steps @ codes + plan.starts]
        values = (plan.weights @ parts + plan.constants).astype(np.int64) >> _SHIFT
        return array("i", values.astype(np.intc).tobytes())

    @cached_property
    def _flat(self) -> npt.NDArray[np.float64]:
        """All figures in one array: singles, pairs, triples. Whole numbers, so sums are exact."""
        tables = (self.singles, self.pairs, self.triples)
        return np.concatenate([table.ravel() for table in tables]).astype(np.float64)

    def values(self, rack: bytes) -> dict[bytes, float]:
        """The value in points of every leave of a rack, each leave sorted."""
        return {
            leave: worth / POINT
            for leave, worth in zip(leaves_of(rack), self.worth(rack), strict=True)
        }

    def value(self, leave: bytes) -> float:
        """The value of a leave in points."""
        return self.worth(leave)[-1] / POINT


def load_leaves(game: Game) -> Leaves:
    """The leave values of a game and its language: measured, or else by the formula."""
    path = trained_path(game)
    return formula(game) if path is None else _trained(path, game.alphabet)


@lru_cache(maxsize=8)
def _trained(path: Path, alphabet: Alphabet) -> Leaves:
    table = read_table(path)
    return from_record(table["points"], table["factors"], alphabet)


def from_record(
    points: Mapping[str, float], factors: Sequence[Sequence[float]], alphabet: Alphabet
) -> Leaves:
    """The leave values of a table file.

    Args:
        points: The value of each leave of one to three tiles, written as a rack.
        factors: As in `Leaves`, as plain numbers.
        alphabet: What the tile numbers mean.
    """
    size = len(alphabet.letters) + 1
    singles, pairs, triples = (np.zeros((size,) * order, np.int64) for order in (1, 2, 3))
    tables = {1: singles, 2: pairs, 3: triples}
    for text in sorted(points, key=len):  # a pair is relative to its tiles, so those come first
        codes = encoded(text, alphabet)
        beyond = round(points[text] * POINT)
        beyond -= sum(int(singles[code]) for code in codes) if len(codes) > 1 else 0
        beyond -= sum(int(pairs[two]) for two in combinations(codes, 2)) if len(codes) > 2 else 0
        for order in set(permutations(codes)):
            tables[len(codes)][order] = beyond
    whole = tuple(tuple(round(factor * POINT) for factor in row) for row in factors)
    return Leaves(singles, pairs, triples, whole)


def formula(game: Game, figures: Mapping[str, float] | None = None) -> Leaves:
    """Values of single tiles by a rule of thumb, for games that were not trained.

    A tile is worth more the more it scores, a blank half a bonus, two alike are a burden. See
    `FORMULA` for the figures and their source.

    Args:
        game: The game.
        figures: Other figures than those.
    """
    figures = figures or FORMULA
    tiles = game.tiles
    size = len(tiles.letters) + 1
    singles = np.zeros(size, np.int64)
    singles[0] = round(POINT * figures["blank"] * game.bonus)
    for code, letter in enumerate(tiles.letters, start=1):
        value = figures["constant"] + figures["value"] * tiles.values[letter]
        singles[code] = round(POINT * value)
    pairs = np.zeros((size, size), np.int64)
    np.fill_diagonal(pairs, round(POINT * figures["twin"]))
    triples = np.zeros((size, size, size), np.int64)
    return Leaves(singles, pairs, triples, ((POINT, POINT, POINT, 0),))


FORMULA = {"blank": 0.52, "constant": -1.2, "value": 0.28, "twin": -5.4}
"""Figures of `formula`: of a blank in parts of the bonus, of a tile in points and by a point of
its value, of two alike beyond their own. Means and least squares over the trained tables of Words
With Friends and Crossplay, both English; single tiles lie about 2.4 points around that line."""


def encoded(text: str, alphabet: Alphabet) -> bytes:
    """Sorted tile numbers of a leave that is written as a rack."""
    return bytes(sorted(alphabet.codes.get(tile, 0) for tile in Rack.parse(text).tiles))


def leaves_of(rack: bytes) -> list[bytes]:
    """All leaves of a rack, each sorted; the empty leave first, the whole rack last."""
    found = [b""]
    for code in sorted(set(rack), reverse=True):
        step = [bytes([code]) * count for count in range(rack.count(code) + 1)]
        found = [more + rest for more in step for rest in found]
    return found


def place_of(leave: bytes, rack: bytes) -> int:
    """The index of a leave among all leaves of a rack, see `leaves_of`."""
    place, step = 0, 1
    for code in sorted(set(rack), reverse=True):
        place += leave.count(code) * step
        step *= rack.count(code) + 1
    return place


def _pattern(tiles: bytes) -> tuple[int, ...]:
    """How many equal tiles follow each other in a sorted rack."""
    return tuple(tiles.count(code) for code in dict.fromkeys(tiles))


class _Plan(NamedTuple):
    """How to sum up the leaves of all racks with the same pattern of equal tiles.

    Attributes:
        steps, starts: Turn tile numbers into indices of the singles, pairs and triples.
        weights: For each leave the factor of each of those.
        constants: For each leave.
    """

    steps: Ints
    starts: Ints
    weights: npt.NDArray[np.float64]
    constants: npt.NDArray[np.float64]


@lru_cache(maxsize=1024)
def _plan(pattern: tuple[int, ...], factors: Factors, size: int) -> _Plan:
    """The plan for racks of a pattern, with tables for `size` tiles."""
    rack = bytes(code for code, count in enumerate(pattern) for _ in range(count))
    parts = [part for order in (1, 2, 3) for part in combinations(range(len(rack)), order)]
    steps = np.zeros((len(parts), len(rack)), np.int64)
    starts = np.zeros(len(parts), np.int64)
    for number, part in enumerate(parts):
        starts[number] = sum(size**order for order in range(1, len(part)))
        for place, tile in enumerate(reversed(part)):
            steps[number, tile] = size**place
    weights, constants = [], []
    for leave in leaves_of(rack):
        kept = {
            rack.index(code) + number for code in set(leave) for number in range(leave.count(code))
        }
        row = factors[min(len(leave), len(factors) - 1)]
        weights.append([row[len(part) - 1] * kept.issuperset(part) for part in parts])
        constants.append(row[3] * POINT)
    shape = (len(weights), len(parts))
    return _Plan(
        steps, starts, np.array(weights, np.float64).reshape(shape), np.array(constants, np.float64)
    )
