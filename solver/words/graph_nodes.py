"""The nodes of a word graph: written to memory and read back, packed for shipping and unpacked.

How nodes lie in memory is described in `solver.words.graph`. Packed they take a third of the size:
the nodes are in breadth-first order (see `graph_build`), so the first arc that leads to a node
needs no number, because it leads to the next node not met yet. Only the numbers of later arcs to
the same nodes are stored. Letters, numbers and the kinds of arcs are packed with LZMA in streams
of their own.
"""

from __future__ import annotations

import lzma
import struct
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from solver.words.graph import CHILD, LETTER_SHIFT, too_many

Ints = npt.NDArray[np.int64]
Lists = npt.NDArray[np.uint64]
Arcs = npt.NDArray[np.uint32]


def assemble_nodes(arcs: Arcs, lengths: Ints, child: Ints) -> tuple[Lists, Ints]:
    """Write nodes into memory one after the other.

    Args:
        arcs: (A,) letter and accept of each arc, node after node.
        lengths: (N,) arcs of each node.
        child: (A,) which node each arc leads to, counted from 1; 0 = none.

    Returns:
        The memory, and the numbers of the nodes: (N + 1,), the first is 0 for no node.

    Raises:
        WordListError: More than an arc can number.
    """
    sizes = 1 + (lengths + 1) // 2
    numbers = np.concatenate([[0], 1 + np.cumsum(sizes) - sizes])
    size = 1 + int(sizes.sum())
    if size > CHILD:
        raise too_many()
    lists = np.zeros(size, np.uint64)
    letters = np.uint64(1) << (arcs >> LETTER_SHIFT).astype(np.uint64)
    lists[numbers[1:]] = np.bitwise_or.reduceat(letters, np.cumsum(lengths) - lengths)
    lists.view(np.uint32)[_places(numbers[1:], lengths)] = arcs | numbers[child].astype(np.uint32)
    return lists, numbers


def split_nodes(lists: Lists) -> tuple[Arcs, Ints, Ints]:
    """The arguments from which `assemble_nodes` made some memory."""
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
    """How many arcs nodes have, from the 64-bit numbers of their letters."""
    counts: Ints = np.unpackbits(letters.view(np.uint8).reshape(-1, 8), axis=1).sum(1, np.int64)
    return counts


def _places(nodes: Ints, lengths: Ints) -> Ints:
    first = np.cumsum(lengths) - lengths
    return np.repeat(2 * nodes + 2 - first, lengths) + np.arange(lengths.sum())


_HEAD = struct.Struct("<2I")  # numbers of arcs, and of arcs to nodes met before
_NOWHERE, _NEXT, _BACK = range(3)
_ROOTS = 2  # the first nodes are the roots
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6 | lzma.PRESET_EXTREME}]


def pack_lists(lists: Lists) -> bytes:
    """Pack a graph as `solver.words.graph_build.build_lists` gives it."""
    arcs, lengths, child = split_nodes(lists)
    kind = np.where(child > 0, _BACK, _NOWHERE).astype(np.uint8)
    first = np.unique(child, return_index=True)[1]
    kind[first[child[first] > _ROOTS]] = _NEXT
    # A node met before is numbered back from the newest one: most are near.
    newest = _ROOTS + np.cumsum(kind == _NEXT)
    back = (newest - child)[kind == _BACK]
    last = np.zeros(len(arcs), np.uint8)
    last[np.cumsum(lengths) - 1] = 1
    top = (arcs >> 24).astype(np.uint8) | last
    streams = [top, kind, *(back >> shift & 255 for shift in (16, 8, 0))]
    data = b"".join(stream.astype(np.uint8).tobytes() for stream in streams)
    head = _HEAD.pack(len(arcs), len(back))
    return lzma.compress(head + data, lzma.FORMAT_XZ, filters=_FILTERS)


def unpack_lists(packed: bytes) -> tuple[Lists, int, int]:
    """The nodes, and the numbers of the two roots, as `build_lists` gave them.

    Raises:
        ValueError: The data is no packed graph.
    """
    try:
        data = lzma.decompress(packed)
        count, backs = _HEAD.unpack_from(data)
        lengths = (count, count, backs, backs, backs)
        offsets = accumulate(lengths, initial=_HEAD.size)
        top, kind, *planes = (
            np.frombuffer(data, np.uint8, length, offset)
            for length, offset in zip(lengths, offsets, strict=False)
        )
    except (lzma.LZMAError, struct.error, ValueError) as error:
        raise ValueError(f"not a packed word graph: {error}") from error
    newest = _ROOTS + np.cumsum(kind == _NEXT)
    back = planes[0].astype(np.int64) << 16 | planes[1].astype(np.int64) << 8 | planes[2]
    child = np.where(kind == _NEXT, newest, 0)
    child[kind == _BACK] = newest[kind == _BACK] - back
    arcs = (top & ~np.uint8(1)).astype(np.uint32) << np.uint32(24)
    ends = np.flatnonzero(top & 1) + 1
    lists, numbers = assemble_nodes(arcs, np.diff(ends, prepend=0), child)
    return lists, int(numbers[1]), int(numbers[_ROOTS])
