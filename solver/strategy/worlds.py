"""Worlds that a player may be in: the other rack and the order of the bag.

With few tiles in the bag every way they can lie is dealt once, in random order; each is as likely
as any other, since tiles of the same letter are distinguished. Otherwise worlds are drawn at
random.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from solver.game import Rack, View
from solver.movegen import Session

MOST_IN_BAG = 6
"""Up to this many tiles in the bag all ways are dealt: 8 with one tile, 1,716 with six."""
MOST_ORDERS = 800
"""Up to this many ways every order of the bag is dealt, too; beyond that each bag comes in one
order."""


class World(NamedTuple):
    """The hidden tiles, as numbers.

    Attributes:
        other: The other player's rack.
        bag: The bag; the player on turn draws from its front, the other from its back.
    """

    other: bytes
    bag: bytes


@dataclass(frozen=True, slots=True)
class Guess:
    """What the other player may hold, as his last turn indicates.

    Attributes:
        kept: Tiles that may have stayed on his rack, as numbers.
        weights: How likely each of them is, in any unit.
    """

    kept: tuple[bytes, ...]
    weights: tuple[float, ...]


class Dealer:
    """Deals worlds.

    Args:
        view: What the player on turn sees.
        session: Knows the letters.
        seed: Decides the worlds.
        guess: What the other may hold; with few tiles in the bag it is not needed.

    Attributes:
        count: How many worlds there are; None = without end.
    """

    def __init__(self, view: View, session: Session, seed: int, guess: Guess | None = None) -> None:
        self._seed = seed
        self._guess = guess
        self._other = view.opponent
        self._pool = session.rack(Rack(tuple(view.unseen.elements())))
        few = len(self._pool) - view.opponent <= MOST_IN_BAG
        self._worlds = self._all(len(self._pool) - view.opponent) if few else None
        self.count = len(self._worlds) if self._worlds is not None else None

    def world(self, number: int) -> World:
        """The world of a number from 0 on, always the same."""
        if self._worlds is not None:
            return self._worlds[number]
        rng = random.Random(self._seed * 2**32 + number)  # noqa: S311 - nothing secret
        pool, kept = list(self._pool), b""
        if self._guess:
            kept = rng.choices(self._guess.kept, self._guess.weights)[0]
            for code in kept:
                pool.remove(code)
        rng.shuffle(pool)
        drawn = self._other - len(kept)
        return World(bytes(sorted(kept + bytes(pool[:drawn]))), bytes(pool[drawn:]))

    def _all(self, number: int) -> list[World]:
        """Every way the tiles can lie with `number` of them in the bag."""
        rng = random.Random(self._seed)  # noqa: S311 - nothing secret
        places = range(len(self._pool))
        ordered = math.perm(len(places), number) <= MOST_ORDERS
        found = []
        for bag in (permutations if ordered else combinations)(places, number):
            other = bytes(self._pool[place] for place in places if place not in bag)
            inside = bag if ordered else rng.sample(bag, number)
            found.append(World(other, bytes(self._pool[place] for place in inside)))
        rng.shuffle(found)
        return found
