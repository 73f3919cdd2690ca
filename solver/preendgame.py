"""The turns just before the end: few tiles are in the bag, and every rest can be gone through.

With 1 to 6 tiles in the bag the hidden tiles can lie in 8 to 5,040 and more ways. Each way is a
world of its own and is played to the end; once all were gone through, nothing is left to chance.
"""

from __future__ import annotations

import math
import random
from itertools import combinations, permutations

from solver.board import Rack
from solver.kernel import Session
from solver.playout import World
from solver.view import View

MOST_IN_BAG = 6
"""Up to so many tiles in the bag all ways are gone through."""
MOST_ORDERS = 800
"""Where there are no more ways than this, the order of the bag is gone through, too."""


def is_preendgame(view: View) -> bool:
    """Whether all ways the hidden tiles can lie are to be gone through."""
    return 1 <= view.bag <= MOST_IN_BAG


def all_worlds(view: View, session: Session, seed: int) -> list[World]:
    """Every way the hidden tiles can lie, each as likely as any other, in an order of chance.

    Tiles of the same letter are told apart, so that likelier racks come more often. Where the bag
    can come in more than `MOST_ORDERS` orders, each bag has one of them, by the seed.

    Args:
        view: What the player on turn sees, with 1 to `MOST_IN_BAG` tiles in the bag.
        session: Knows the letters.
        seed: Decides the order.
    """
    pool = session.rack(Rack(tuple(view.unseen.elements())))
    rng = random.Random(seed)  # noqa: S311 - an order of trial keeps no secret
    places = range(len(pool))
    ordered = math.perm(len(pool), view.bag) <= MOST_ORDERS
    found = []
    for bag in (permutations if ordered else combinations)(places, view.bag):
        other = bytes(pool[place] for place in places if place not in bag)
        inside = list(bag) if ordered else rng.sample(bag, len(bag))
        found.append(World(other, bytes(pool[place] for place in inside)))
    rng.shuffle(found)
    return found
