"""The word graph as the kernel follows it: which letters lead on from a node, and where to.

Part of the kernel: see `_lanes` for how it is compiled.

What costs compiled code most is a branch nobody can foretell. So a node's arcs are not tried one
after the other: its letters are one number, and those that are wanted are picked out of it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

Ints = MutableSequence[int]
Rooted = tuple[Sequence[int], memoryview, int, int]

LETTER_SHIFT = 26
ACCEPT = 1 << 25
LAST = 1 << 24
CHILD = LAST - 1
ALL = 0xFFFFFFFFFFFFFFFF
ODD = 0x5555555555555555
PAIRS = 0x3333333333333333
HALVES = 0x0F0F0F0F0F0F0F0F
BYTES = 0x0101010101010101
SPREAD = 0x03F79D71B4CB0A89  # any six bits of it that follow each other stand there once
PLACES = bytes(map([(SPREAD << place & ALL) >> 58 for place in range(64)].index, range(64)))


def bits(mask: int) -> int:
    """How many bits are set. Of those below a letter's: the arcs before its own."""
    mask -= mask >> 1 & ODD
    mask = (mask & PAIRS) + (mask >> 2 & PAIRS)
    mask = mask + (mask >> 4) & HALVES
    return (mask * BYTES & ALL) >> 56


def lowest(mask: int) -> int:
    """The number of the lowest bit that is set."""
    return PLACES[((mask & -mask) * SPREAD & ALL) >> 58]


class Branches:
    """A word graph: its arcs, see `solver.arcs`, its two roots, and what was seen of its nodes.

    Attributes:
        opened: For each arc that a list begins with and that was met: the letters of the list.
    """

    __slots__ = ("arcs", "opened", "root", "word_root")

    def _grow_from(self, graph: Rooted) -> int:
        """Take a graph: arcs, zeros for `opened`, the roots of the GADDAG and of the words."""
        self.arcs, self.opened, self.root, self.word_root = graph
        return 0

    def _leads(self, node: int) -> int:
        """The letters that lead on from a node, a bit each; it must not be 0."""
        return self.opened[node] or self._open(node)

    def _open(self, node: int) -> int:
        """See them for the first time."""
        arc, mask, place = 0, 0, node
        bit = 1
        while not arc & LAST:
            arc = self.arcs[place]
            mask |= bit << (arc >> LETTER_SHIFT)
            place += 1
        self.opened[node] = mask
        return mask

    def _arc(self, node: int, letter: int) -> int:
        """The arc by a letter from a node; 0 where there is none."""
        if not node:
            return 0
        bit = 1
        bit <<= letter
        letters = self._leads(node)
        if not letters & bit:
            return 0
        return self.arcs[node + bits(letters & bit - 1)]

    def _ends(self, node: int) -> int:
        """The letters that end a word from a node, a bit each."""
        mask = 0
        bit = 1
        while node:
            arc = self.arcs[node]
            if arc & ACCEPT:
                mask |= bit << (arc >> LETTER_SHIFT)
            node = 0 if arc & LAST else node + 1
        return mask
