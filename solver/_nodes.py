"""The word graph as plain Python reads it quickest: each node is opened when it is first met.

An open node tells its letters as bits, and is a dictionary of the nodes they lead to. For racks
with a blank there is a second set of nodes, where each letter is there twice: as a tile under its
own number, and as a blank under the number that is `BLANK_BIT` higher.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver._lanes import BLANK_BIT
from solver.arcs import ACCEPT, CHILD, LAST, LETTER_SHIFT

MOST_NODES = 1 << 16
TWICE = 1 | 1 << BLANK_BIT


class Node(dict[int, "Node"]):
    """The node each letter that goes on leads to; only those that were asked for.

    Attributes:
        ends: The letters that end a word, a bit each.
        first: Its first arc, 0 for a node without any.
        goes: The letters after which there are more.
        letters: Both.
        nodes: The others.
    """

    __slots__ = ("ends", "first", "goes", "letters", "nodes")

    ends: int
    first: int
    goes: int
    letters: int
    nodes: Nodes

    def __missing__(self, letter: int) -> Node:
        """Follow a letter, one of `goes`, for the first time."""
        before = self.letters & (1 << letter % BLANK_BIT) - 1
        arc = self.nodes.arcs[self.first + before.bit_count()]
        node = self[letter] = self.nodes[arc & CHILD]
        return node


class Nodes(dict[int, Node]):
    """Open nodes by their first arcs. When there are too many, all are closed."""

    __slots__ = ("arcs", "same", "times")

    def __init__(self, arcs: Sequence[int], times: int) -> None:
        """None is open.

        Args:
            arcs: See `solver.arcs`.
            times: What masks are multiplied by, 1 or `TWICE`.
        """
        super().__init__()
        self.arcs = arcs
        self.times = times
        self.same: dict[int, int] = {}

    def __missing__(self, first: int) -> Node:
        """Open the node that begins with an arc; 0 for one without any."""
        if len(self) >= MOST_NODES:
            self.clear()
            self.same.clear()
        ends, goes, at, arcs = 0, 0, first, self.arcs
        while at:
            arc = arcs[at]
            bit = 1 << (arc >> LETTER_SHIFT)
            if arc & ACCEPT:
                ends |= bit
            if arc & CHILD:
                goes |= bit
            at = 0 if arc & LAST else at + 1
        node = self[first] = Node()
        node.nodes = self
        node.first = first
        one = self.same.setdefault  # equal masks are one number: there are far more nodes
        letters = (ends | goes) * self.times
        node.letters = one(letters, letters)
        ends, goes = ends * self.times, goes * self.times
        node.ends = one(ends, ends)
        node.goes = one(goes, goes)
        return node


class Letters(dict[int, tuple[int, ...]]):
    """The letters of a mask, in order."""

    __slots__ = ()

    def __missing__(self, mask: int) -> tuple[int, ...]:
        """Take a mask apart."""
        if len(self) >= MOST_NODES:
            self.clear()
        letters = tuple(each for each in range(mask.bit_length()) if mask >> each & 1)
        self[mask] = letters
        return letters
