"""Builds the nodes of a word graph with numpy; `_building` does it where compiled.

The two give the same nodes, numbered differently; each always numbers the same words alike.

The graph is Steven Gordon's GADDAG ("A Faster Scrabble Move Generation Algorithm", 1994). It
spells each word once for every tile it can be hooked at: the tiles up to there backwards, a
separator, the rest forwards. A separator leads to a state of a graph of plain words, so two tries
are enough: one of the words, and one of their distinct beginnings reversed, each with a separator
to its state in the first. Equal lists of arcs are merged, leaves first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.errors import WordListError
from solver.words.alphabet import UNKNOWN
from solver.words.graph import ACCEPT, BOARD, NO_WORDS, too_many
from solver.words.graph_nodes import Lists, assemble_nodes

Ints = npt.NDArray[np.int64]
Letters = npt.NDArray[np.uint8]

# A list of arcs is a chain of cells, each with an arc and the next cell. A cell is one 63-bit
# number, so that equal chains are equal numbers: letter and accept, child cell, next cell.
_CELL_BITS = 28
_CELL = (1 << _CELL_BITS) - 1


@dataclass(frozen=True)
class _Trie:
    """Nodes in preorder; a node is the arc that leads to it. -1 stands for no node.

    Attributes:
        letter: (N,) number of the letter.
        child: (N,) first child.
        sibling: (N,) next sibling.
        depth: (N,) letters before this one.
        row: (N,) the first word that passes here.
        end: (W,) the last node of each word.
    """

    letter: Ints
    child: Ints
    sibling: Ints
    depth: Ints
    row: Ints
    end: Ints


def build_lists(text: bytes, longest: int = BOARD) -> tuple[Lists, int, int]:
    """Build the graph of some words.

    Args:
        text: The words as `Alphabet.encode_all` gives them, in any order; those that cannot be
            spelled are left out.
        longest: Letters a word may have; longer ones are left out.

    Returns:
        The nodes in memory, see `solver.words.graph`, the number of the GADDAG's root, and that of
        the root of the graph of plain words.

    Raises:
        WordListError: No words, or more nodes than an arc can number.
    """
    words = (word for word in set(text.split(b"\0")) if word and UNKNOWN not in word)
    table = _matrix(sorted(word for word in words if len(word) <= longest))
    if not table.size:
        raise WordListError(NO_WORDS)
    forward = _trie(table)
    is_word = np.zeros(len(forward.letter), np.int64)
    is_word[forward.end] = 1

    prefixes, node = _reversed_prefixes(table, forward)
    backward = _trie(prefixes)
    is_whole = np.zeros(len(backward.letter), np.int64)
    is_whole[backward.end] = is_word[node]

    cells: dict[int, int] = {}
    states = _merge(forward, is_word, np.zeros_like(is_word), cells)
    rest = np.zeros(len(backward.letter), np.int64)
    rest[backward.end] = states[forward.child][node]
    roots = _merge(backward, is_whole, rest, cells)
    return _lay_out(np.fromiter(cells, np.int64, len(cells)), int(roots[0]), int(states[0]))


def _matrix(words: list[bytes]) -> Letters:
    """Words as rows, padded with 0."""
    width = max(map(len, words), default=0)
    joined = b"".join(word.ljust(width, b"\0") for word in words)
    return np.frombuffer(joined, np.uint8).reshape(len(words), width)


def _trie(table: Letters) -> _Trie:
    """The trie of distinct words, given as sorted rows."""
    count, width = table.shape
    length = (table > 0).sum(axis=1)
    shared = np.zeros(count, np.int64)  # letters in common with the row before
    shared[1:] = (table[1:] != table[:-1]).argmax(axis=1)
    column = np.arange(width)
    new = (column >= shared[:, None]) & (column < length[:, None])
    number = np.where(new, np.cumsum(new).reshape(new.shape) - 1, 0)
    node = np.maximum.accumulate(number, axis=0)  # of each beginning of each word
    row, depth = np.nonzero(new)
    parent = np.where(depth > 0, node[row, depth - 1], -1)

    child = np.full(len(row), -1)
    above = np.nonzero(depth[1:] == depth[:-1] + 1)[0]
    child[above] = above + 1
    sibling = np.full(len(row), -1)
    level = np.argsort(depth, kind="stable")
    beside = (parent[level[1:]] == parent[level[:-1]]) & (depth[level[1:]] == depth[level[:-1]])
    sibling[level[:-1][beside]] = level[1:][beside]
    end = node[np.arange(count), length - 1]
    return _Trie(table[new].astype(np.int64), child, sibling, depth, row, end)


def _reversed_prefixes(table: Letters, forward: _Trie) -> tuple[Letters, Ints]:
    """All distinct beginnings of the words, read backwards, as sorted rows.

    Returns:
        The rows, and the forward node each of them leads to when read forwards.
    """
    width = table.shape[1]
    source = forward.depth[:, None] - np.arange(width)
    letters = table[forward.row[:, None], np.maximum(source, 0)]
    padded = np.zeros((len(source), -(-width // 8) * 8), np.uint8)
    padded[:, :width] = np.where(source >= 0, letters, 0)
    order = np.lexsort(padded.view(">u8").T[::-1])  # compares eight letters at a time
    return padded[order, :width], order


def _merge(trie: _Trie, accept: Ints, rest: Ints, cells: dict[int, int]) -> Ints:
    """Turn a trie's nodes into cells, equal ones into the same.

    Args:
        trie: Its nodes come before their children and siblings, so it is read from the end.
        accept: (N,) 1 where a word ends.
        rest: (N,) the cell a separator below the node leads to; 0 = no separator there.
        cells: The cells so far, each with its number from 1; new ones are added.

    Returns:
        (N + 1,) number of each node's cell. The last is 0, so that index -1 is no cell.
    """
    last = len(trie.letter) - 1
    arcs = ((trie.letter << 1) | accept) << 2 * _CELL_BITS
    found = [0] * (last + 2)
    for node, arc, child, sibling, after in zip(
        range(last, -1, -1),
        *(each[::-1].tolist() for each in (arcs, trie.child, trie.sibling, rest)),
        strict=True,
    ):
        below = found[child]
        if after:
            below = cells.setdefault(after << _CELL_BITS | below, len(cells) + 1)
        found[node] = cells.setdefault(arc | below << _CELL_BITS | found[sibling], len(cells) + 1)
    if len(cells) > _CELL:
        raise too_many()
    return np.array(found)


def _lay_out(cells: Ints, *roots: int) -> tuple[Lists, int, int]:
    """Write each list of arcs that can be reached in one piece, and link them.

    The lists are in breadth-first order from the roots: those near the roots, which are read most,
    lie together, and `graph_nodes` need not store where most arcs lead.
    """
    cells = np.concatenate([[0], cells])
    following, child = cells & _CELL, cells >> _CELL_BITS & _CELL
    met = np.zeros(len(cells), bool)
    met[0] = True
    heads, laid, lengths = np.array(roots), [], []
    place = np.zeros(len(cells), np.int64)  # of each list, counted from 1
    count = 1
    while len(heads):
        met[heads] = True
        level, length = _chains(heads, following)
        place[heads] = count + np.arange(len(heads))
        count += len(heads)
        laid.append(level)
        lengths.append(length)
        below = child[level]
        below = below[~met[below]]
        first = np.unique(below, return_index=True)[1]
        heads = below[np.sort(first)]
    order = np.concatenate(laid)
    arcs = ((cells[order] >> 2 * _CELL_BITS) * ACCEPT).astype(np.uint32)
    lists, numbers = assemble_nodes(arcs, np.concatenate(lengths), place[child[order]])
    return lists, 1, int(numbers[place[roots[1]]])


def _chains(heads: Ints, following: Ints) -> tuple[Ints, Ints]:
    """The cells of some lists one after the other, and the length of each list."""
    lengths = np.zeros(len(heads), np.int64)
    here = heads
    while here.any():
        lengths += here > 0
        here = following[here]
    starts = np.cumsum(lengths) - lengths
    cells = np.zeros(lengths.sum(), np.int64)
    here, there = heads, starts
    while len(here):
        cells[there] = here
        more = following[here] > 0
        here, there = following[here][more], there[more] + 1
    return cells, lengths
