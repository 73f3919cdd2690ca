"""A word graph in a third of its size, to be shipped.

Its lists stand in the order a walk by levels meets them (see `solver.graph_build`), so the first
arc that leads to a list needs no index: it leads to the next list not met yet. Only the indices
of later arcs to the same lists are stored. Letters, indices and the kinds of arcs are packed with
LZMA in streams of their own.
"""

from __future__ import annotations

import lzma
import struct
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from solver.arcs import CHILD, LAST

Arcs = npt.NDArray[np.uint32]

_HEAD = struct.Struct("<2I")  # arcs, arcs whose lists were met before
_NOWHERE, _NEXT, _BACK = range(3)
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6 | lzma.PRESET_EXTREME}]


def pack_arcs(arcs: Arcs) -> bytes:
    """Pack the arcs of a graph as `solver.graph_build.build_arcs` gives them."""
    child = arcs & CHILD
    kind = np.where(child > 0, _BACK, _NOWHERE).astype(np.uint8)
    first = np.unique(child, return_index=True)[1]
    starts = _list_starts(arcs)
    roots = starts[:2]
    first = first[~np.isin(child[first], (0, *roots))]
    kind[first] = _NEXT
    # An index is counted in lists, from the newest list met so far: most are not far back.
    number = np.searchsorted(starts, child)
    newest = 1 + np.cumsum(kind == _NEXT)
    back = (newest - number)[kind == _BACK]
    streams = [(arcs >> 24).astype(np.uint8), kind, *(back >> shift & 255 for shift in (16, 8, 0))]
    data = b"".join(stream.astype(np.uint8).tobytes() for stream in streams)
    head = _HEAD.pack(len(arcs), len(back))
    return lzma.compress(head + data, lzma.FORMAT_XZ, filters=_FILTERS)


def unpack_arcs(packed: bytes) -> tuple[Arcs, int, int]:
    """The arcs, and the indices of the two roots, as `build_arcs` gave them.

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
    arcs = top.astype(np.uint32) << np.uint32(24)
    starts = _list_starts(arcs)
    newest = 1 + np.cumsum(kind == _NEXT)
    back = planes[0].astype(np.int64) << 16 | planes[1].astype(np.int64) << 8 | planes[2]
    arcs[kind == _NEXT] |= starts[2:].astype(np.uint32)
    arcs[kind == _BACK] |= starts[newest[kind == _BACK] - back].astype(np.uint32)
    return arcs, int(starts[0]), int(starts[1])


def _list_starts(arcs: Arcs) -> npt.NDArray[np.int64]:
    """Where the lists begin; the first two are the roots."""
    ends = np.flatnonzero(arcs[1:] & LAST) + 1
    return np.concatenate([[1], ends[:-1] + 1])
