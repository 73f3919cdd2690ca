"""Changes a few words of a word graph without building it anew.

Each beginning of a changed word is one path through the GADDAG: the beginning backwards, then the
separator. The nodes on these paths, and on those of plain words, are copied before they are
changed, since others lead to them too. So a change costs some hundred steps, however long the list.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from solver.errors import WordListError
from solver.words.alphabet import SEPARATOR
from solver.words.graph import ACCEPT, BOARD, CHILD, LETTER_SHIFT, NO_WORDS, Graph, too_many


def with_words(
    graph: Graph, added: Iterable[str], blocked: Iterable[str], longest: int = BOARD
) -> Graph:
    """The graph with words added and others taken out; those it cannot spell are ignored.

    Args:
        graph: It stays as it is.
        added: In upper case.
        blocked: In upper case; no word is in both.
        longest: Letters a word may have; longer ones are ignored.

    Raises:
        WordListError: No word is left, or they are too many.
    """
    changes = {
        code: accept
        for words, accept in ((added, ACCEPT), (blocked, 0))
        for code in map(graph.alphabet.encode, words)
        if code and 1 < len(code) <= longest
    }
    edits = _Edits(graph)
    for word, accept in changes.items():
        edits.spell(word, accept)
    for word in changes:
        edits.hook(word)
    return edits.result()


class _Edits:
    """Copies of the nodes that change.

    Attributes:
        copies: The arcs of each copy, without their letter, by letter. Copies have higher numbers
            than the graph's nodes, so an arc may lead to either.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.copies: dict[int, dict[int, int]] = {}
        self._words = self._copy(graph.words)
        self._root = self._copy(graph.root)

    def spell(self, word: bytes, accept: int) -> None:
        """Add or take out a word in the graph of plain words."""
        arcs = self.copies[self._words]
        for letter in word[:-1]:
            arcs = self._behind(arcs, letter)
        arcs[word[-1]] = arcs.get(word[-1], 0) & CHILD | accept

    def hook(self, word: bytes) -> None:
        """Make the GADDAG lead from each beginning of a word to the state where it is read on."""
        state = self._words
        for length, letter in enumerate(word, start=1):
            arc = self._arcs(state).get(letter, 0)
            state = arc & CHILD
            arcs = self.copies[self._root]
            for earlier in word[length - 1 : 0 : -1]:
                arcs = self._behind(arcs, earlier)
            arcs[word[0]] = arcs.get(word[0], 0) & CHILD | arc & ACCEPT
            self._behind(arcs, word[0])[SEPARATOR] = state

    def result(self) -> Graph:
        """The graph's nodes followed by the copies; arcs that lead to no word are left out."""
        size = len(self._graph.lists)
        numbers: dict[int, int] = {}
        written: list[bytes] = []

        def write(node: int) -> int:
            nonlocal size
            if node not in self.copies:
                return node
            if node not in numbers:
                arcs = {
                    letter: arc & ACCEPT | write(arc & CHILD)
                    for letter, arc in self.copies[node].items()
                }
                full = sorted(letter << LETTER_SHIFT | arc for letter, arc in arcs.items() if arc)
                numbers[node] = size if full else 0
                if full:
                    letters = sum(1 << (arc >> LETTER_SHIFT) for arc in full)
                    full += [0] * (len(full) % 2)
                    written.append(struct.pack(f"=Q{len(full)}I", letters, *full))
                    size += len(written[-1]) // 8
            return numbers[node]

        root, words = write(self._root), write(self._words)
        if not words:
            raise WordListError(NO_WORDS)
        if size > CHILD:
            raise too_many()
        lists = memoryview(b"".join((self._graph.lists, *written))).cast("Q")
        return Graph(lists, root, words, self._graph.alphabet)

    def _behind(self, arcs: dict[int, int], letter: int) -> dict[int, int]:
        """The arcs of the node behind a letter, which becomes a copy if it is none."""
        arc = arcs.get(letter, 0)
        node = arc & CHILD
        if node not in self.copies:
            node = self._copy(node)
            arcs[letter] = arc & ACCEPT | node
        return self.copies[node]

    def _copy(self, node: int) -> int:
        number = len(self._graph.lists) + len(self.copies)
        self.copies[number] = self._arcs(node)
        return number

    def _arcs(self, node: int) -> dict[int, int]:
        """The arcs of a node by letter."""
        if node in self.copies:
            return self.copies[node]
        letters = self._graph.lists[node] if node else 0
        place = 2 * node + 2
        arcs = {}
        while letters:
            arc = self._graph.arcs[place]
            arcs[arc >> LETTER_SHIFT] = arc & (ACCEPT | CHILD)
            letters &= letters - 1
            place += 1
        return arcs
