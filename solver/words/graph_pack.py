"""A word graph in a third of its size, to be shipped.

Its lists stand in the order a walk by levels meets them (see `graph_build`), so the first
arc that leads to a list needs no number: it leads to the next list not met yet. Only the numbers
of later arcs to the same lists are stored. Letters, numbers and the kinds of arcs are packed with
LZMA in streams of their own.
"""

from __future__ import annotations

import lzma
import struct
from itertools import accumulate

import numpy as np

from solver.words.graph_lists import Lists, put_together, take_apart

_HEAD = struct.Struct("<2I")  # arcs, arcs whose lists were met before
_NOWHERE, _NEXT, _BACK = range(3)
_ROOTS = 2  # the first lists
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6 | lzma.PRESET_EXTREME}]


def pack_lists(lists: Lists) -> bytes:
    """Pack a graph as `solver.words.graph_build.build_lists` gives it."""
    arcs, lengths, child = take_apart(lists)
    kind = np.where(child > 0, _BACK, _NOWHERE).astype(np.uint8)
    first = np.unique(child, return_index=True)[1]
    kind[first[child[first] > _ROOTS]] = _NEXT
    # A list is counted from the newest list met so far: most are not far back.
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
        ValueError: That is no packed graph.
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
    lists, numbers = put_together(arcs, np.diff(ends, prepend=0), child)
    return lists, int(numbers[1]), int(numbers[_ROOTS])
