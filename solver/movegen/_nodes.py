"""The word graph in the form plain Python reads fastest: a node is opened when it is first met.

An open node has its letters as bits, and is a dictionary of the nodes they lead to. For racks with
a blank there is a second set of nodes, which has each letter twice: as a tile under its own number,
and as a blank under the number that is `BLANK_BIT` higher.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from solver.movegen._board import BLANK_BIT
from solver.words import ACCEPT, CHILD, LETTER_SHIFT, Graph

MOST_NODES = 1 << 16
TWICE = 1 | 1 << BLANK_BIT


class Node(dict[int, "Node"]):
    """The nodes that letters lead to, as far as they were asked for.

    Attributes:
        ends: The letters that end a word, as bits.
        first: The index of its first arc.
        number: Its number, see `solver.words.graph`.
        goes: The letters after which words go on, as bits.
        letters: Both of them together.
        nodes: All open nodes.
    """

    __slots__ = ("ends", "first", "goes", "letters", "nodes", "number")

    ends: int
    first: int
    goes: int
    letters: int
    nodes: Nodes
    number: int

    def __missing__(self, letter: int) -> Node:
        """Follow a letter of `goes` for the first time."""
        before = self.letters & (1 << letter % BLANK_BIT) - 1
        arc = self.nodes.arcs[self.first + before.bit_count()]
        node = self[letter] = self.nodes[arc & CHILD]
        return node


class Nodes(dict[int, Node]):
    """Open nodes by their numbers. When there are too many, all are closed."""

    __slots__ = ("arcs", "lists", "same", "times")

    def __init__(self, lists: Sequence[int], arcs: Sequence[int], times: int) -> None:
        """No open nodes.

        Args:
            lists: See `solver.words.graph`.
            arcs: The same in numbers of 32 bits.
            times: The factor of masks, 1 or `TWICE`.
        """
        super().__init__()
        self.lists = lists
        self.arcs = arcs
        self.times = times
        self.same: dict[int, int] = {}

    def __missing__(self, number: int) -> Node:
        """Open a node."""
        if len(self) >= MOST_NODES:
            self.clear()
            self.same.clear()
        letters, ends, goes, first = self.lists[number], 0, 0, 2 * number + 2
        for arc in self.arcs[first : first + letters.bit_count()]:
            bit = 1 << (arc >> LETTER_SHIFT)
            if arc & ACCEPT:
                ends |= bit
            if arc & CHILD:
                goes |= bit
        node = self[number] = Node()
        node.nodes = self
        node.number = number
        node.first = first
        one = self.same.setdefault  # equal masks share one object: there are far more nodes
        letters *= self.times
        node.letters = one(letters, letters)
        ends, goes = ends * self.times, goes * self.times
        node.ends = one(ends, ends)
        node.goes = one(goes, goes)
        return node


class Letters(dict[int, tuple[int, ...]]):
    """The letters of a mask, in order, cached."""

    __slots__ = ()

    def __missing__(self, mask: int) -> tuple[int, ...]:
        """Split a mask into letters."""
        if len(self) >= MOST_NODES:
            self.clear()
        letters = tuple(each for each in range(mask.bit_length()) if mask >> each & 1)
        self[mask] = letters
        return letters


@lru_cache(maxsize=4)
def nodes_of(graph: Graph) -> tuple[Nodes, Nodes]:
    """The nodes of a graph, for racks without a blank and with one."""
    return Nodes(graph.lists, graph.arcs, 1), Nodes(graph.lists, graph.arcs, TWICE)
