"""The tiles that a player cannot see: worlds that they may lie in, and guesses at them.

A world is the other rack and the order of the bag. With few tiles in the bag every way they can lie
is dealt once, in random order; each is as likely as any other, since tiles of the same letter are
distinguished. Otherwise worlds are drawn at random.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from solver.game import Rack, Turn, View
from solver.movegen import POINT, Session
from solver.strategy.equity import load_evaluator
from solver.strategy.leaves import place_of
from solver.words import Graph

MOST_IN_BAG = 6
"""Up to this many tiles in the bag all ways are dealt: 8 with one tile, 1,716 with six."""
MOST_ORDERS = 800
"""Up to this many ways every order of the bag is dealt, too; beyond that each bag comes in one
order."""
DRAWS = 400
"""Racks that are tried."""
CARELESS = 6.0
"""A rack weighs 1/e for each so many points its best play had above the one made: people miss some
words and value leaves differently."""


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


def infer(view: View, last: Turn, graph: Graph) -> Guess | None:
    """What may have stayed on the other player's rack, guessed from his last turn.

    With some other tiles he would have had a better play, and made it. Racks he may have had are
    drawn at random from all unseen tiles, always the same; each weighs less the further the play he
    made is behind the best one of that rack.

    Args:
        view: What the player on turn sees now.
        last: What the other laid; its tiles lie on the board of the view.
        graph: The words.

    Returns:
        None where nothing can be inferred: he laid nothing, all of his tiles, or the bag was empty.
    """
    full = view.game.rack_size
    kept_number = full - len(last.tiles)
    drawn = view.opponent - kept_number
    if last.kind != "lay" or kept_number <= 0 or drawn < 0:
        return None
    before = view.board.put((square, "") for square, _ in last.tiles)
    session = Session(view.game, graph, before)
    evaluator = load_evaluator(view.game)
    pool = session.rack(Rack(tuple(view.unseen.elements())))
    used = session.rack(Rack(last.used))
    rng = random.Random(1)  # noqa: S311 - a guess keeps no secret
    kept_ones, weights = [], []
    for _ in range(DRAWS):
        kept = bytes(sorted(rng.sample(pool, kept_number)))
        rack = bytes(sorted(used + kept))
        worth = evaluator.worth(rack, view.bag + drawn)
        best = session.best_play(rack, worth)
        made = last.score + worth[place_of(kept, rack)] / POINT
        found = made
        if best:
            found = best.score + worth[place_of(best.leave(rack), rack)] / POINT
        kept_ones.append(kept)
        weights.append(math.exp(min(0.0, made - found) / CARELESS))
    return Guess(tuple(kept_ones), tuple(weights))
