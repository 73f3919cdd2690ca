"""The word graph as the kernel follows it: which letters lead on from a node, and where to.

Part of the kernel: see `_board` for how it is compiled.

What costs compiled code most are branches that cannot be predicted, and memory that is not cached.
So a node's arcs are not tried one after the other: its letters are one number that is stored right
before them, and the wanted ones are masked out of it. See `solver.words.graph`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

Ints = MutableSequence[int]
Rooted = tuple[Sequence[int], Sequence[int], int, int]

LETTER_SHIFT = 26
ACCEPT = 1 << 25
CHILD = ACCEPT - 1
ALL = 0xFFFFFFFFFFFFFFFF
ODD = 0x5555555555555555
PAIRS = 0x3333333333333333
HALVES = 0x0F0F0F0F0F0F0F0F
BYTES = 0x0101010101010101
SPREAD = 0x03F79D71B4CB0A89  # a de Bruijn sequence: each run of six bits occurs once
PLACES = bytes(map([(SPREAD << place & ALL) >> 58 for place in range(64)].index, range(64)))


def bits(mask: int) -> int:
    """How many bits are set; of those below a letter's, that is the index of its arc."""
    mask -= mask >> 1 & ODD
    mask = (mask & PAIRS) + (mask >> 2 & PAIRS)
    mask = mask + (mask >> 4) & HALVES
    return (mask * BYTES & ALL) >> 56


def lowest(mask: int) -> int:
    """The index of the lowest bit that is set."""
    return PLACES[((mask & -mask) * SPREAD & ALL) >> 58]


class WordGraph:
    """A word graph: its lists and their arcs, and its two roots."""

    __slots__ = ("arcs", "lists", "root", "word_root")

    def _set_graph(self, graph: Rooted) -> int:
        """Set the graph: lists, the same as arcs, the roots of the GADDAG and of the words."""
        self.lists, self.arcs, self.root, self.word_root = graph
        return 0

    def _leads(self, node: int) -> int:
        """The letters that lead on from a node, as bits; none from node 0."""
        return self.lists[node]

    def _arc(self, node: int, letter: int) -> int:
        """The arc of a letter from a node; 0 where there is none."""
        bit = 1
        bit <<= letter
        letters = self.lists[node]
        if not letters & bit:
            return 0
        return self.arcs[2 * node + 2 + bits(letters & bit - 1)]

    def _ends(self, node: int) -> int:
        """The letters that end a word from a node, as bits."""
        letters, mask = self.lists[node], 0
        place = 2 * node + 2
        while letters:
            mask |= (letters & -letters) * (self.arcs[place] // ACCEPT & 1)
            letters &= letters - 1
            place += 1
        return mask
