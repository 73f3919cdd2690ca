"""The packed word graph that the move generator follows.

A node is a list of arcs, one for each letter that may come next. It begins with a 64-bit number
that has a bit for each of those letters (bit 0 is the separator); after it come the arcs in the
order of their letters, 32 bits each, padded to a multiple of 64 bits. The node's number is the
index of its first 64 bits; node 0 has no letters.

Bits 26 to 31 of an arc are its letter, bit 25 is set where a word ends with this arc, bits 0 to 24
are the number of the node it leads to. `graph_build` describes the graph as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from solver.errors import WordListError
from solver.words.alphabet import Alphabet

LETTER_SHIFT = 26
ACCEPT = 1 << 25
CHILD = ACCEPT - 1
BOARD = 15
"""Letters of the longest word in a graph, unless a larger board asks for more: the boards that come
with the program have no more rows, and no longer words are traced on grids of letters."""
NO_WORDS = "no word of the list can be spelled with the tiles of this language"


@dataclass(frozen=True, eq=False)
class Graph:
    """A word graph and its alphabet.

    Attributes:
        lists: The nodes as unsigned 64-bit numbers.
        root: The node the GADDAG begins with: beginnings backwards, separator, rest.
        words: The node where the graph of plain words, read forwards, begins.
        alphabet: Which letters the numbers stand for.
    """

    lists: memoryview
    root: int
    words: int
    alphabet: Alphabet

    @cached_property
    def arcs(self) -> memoryview:
        """The nodes as unsigned 32-bit numbers."""
        return self.lists.cast("B").cast("I")

    def arc(self, node: int, letter: int) -> int:
        """The arc of a letter from a node; 0 where there is none."""
        letters: int = self.lists[node]
        if not letters >> letter & 1:
            return 0
        before = letters & (1 << letter) - 1
        arc: int = self.arcs[2 * node + 2 + before.bit_count()]
        return arc

    def accepts(self, word: bytes) -> bool:
        """Whether some letter numbers spell a word."""
        node, arc = self.words, 0
        for letter in word:
            arc = self.arc(node, letter)
            node = arc & CHILD
        return bool(arc & ACCEPT)


def too_many() -> WordListError:
    """The error of words whose graph has more nodes than an arc can number."""
    return WordListError(
        f"the word list is too large: it needs more than {CHILD:,} places in a word graph",
        hint="use a shorter word list",
    )
