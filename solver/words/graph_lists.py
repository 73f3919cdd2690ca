"""The nodes of a word graph in memory, put together and taken apart; see `solver.words.arcs`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solver.errors import WordListError
from solver.words.arcs import CHILD, LETTER_SHIFT

Ints = npt.NDArray[np.int64]
Lists = npt.NDArray[np.uint64]
Arcs = npt.NDArray[np.uint32]


def put_together(arcs: Arcs, lengths: Ints, child: Ints) -> tuple[Lists, Ints]:
    """Nodes that stand one behind the other.

    Args:
        arcs: (A,) letter and accept of each arc, node after node.
        lengths: (N,) arcs of each node.
        child: (A,) which node each arc leads to, counted from 1; 0 = none.

    Returns:
        The memory, and the number of each node, counted from 1: (N + 1,), the first is 0.

    Raises:
        WordListError: More than an arc can tell.
    """
    sizes = 1 + (lengths + 1) // 2
    numbers = np.concatenate([[0], 1 + np.cumsum(sizes) - sizes])
    size = 1 + int(sizes.sum())
    if size > CHILD:
        raise WordListError(
            f"the word graph would have a size of {size}; {CHILD} is the most",
            hint="use a shorter word list",
        )
    lists = np.zeros(size, np.uint64)
    letters = np.uint64(1) << (arcs >> LETTER_SHIFT).astype(np.uint64)
    lists[numbers[1:]] = np.bitwise_or.reduceat(letters, np.cumsum(lengths) - lengths)
    lists.view(np.uint32)[_places(numbers[1:], lengths)] = arcs | numbers[child].astype(np.uint32)
    return lists, numbers


def take_apart(lists: Lists) -> tuple[Arcs, Ints, Ints]:
    """What `put_together` took."""
    sizes = arc_counts(lists).tolist()
    number, found = 1, []
    while number < len(lists):
        found.append(number)
        number += 1 + (sizes[number] + 1) // 2
    numbers = np.array([0, *found])
    lengths = arc_counts(lists[numbers[1:]])
    arcs = arcs_of(lists, numbers[1:], lengths)
    return arcs & ~np.uint32(CHILD), lengths, np.searchsorted(numbers, arcs & CHILD)


def arcs_of(lists: Lists, nodes: Ints, lengths: Ints) -> Arcs:
    """The arcs of some nodes, one node after the other; `lengths` are their `arc_counts`."""
    return lists.view(np.uint32)[_places(nodes, lengths)]


def arc_counts(letters: Lists) -> Ints:
    """How many arcs nodes have whose letters these are."""
    counts: Ints = np.unpackbits(letters.view(np.uint8).reshape(-1, 8), axis=1).sum(1, np.int64)
    return counts


def _places(nodes: Ints, lengths: Ints) -> Ints:
    first = np.cumsum(lengths) - lengths
    return np.repeat(2 * nodes + 2 - first, lengths) + np.arange(lengths.sum())
