"""Cells in; the colours of their ground and ink, from some of their pixels, out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.imaging.arrays import Bools, Bytes, Floats, Numbers

SAME_COLOUR = 20.0
"""Distance of colours, 0 to 441, up to which two areas of a picture have one colour: areas of one
colour differ by 5 where the picture is compressed, and by some more where light falls on it."""

OTHER_COLOUR = 45.0
"""Distance from which two areas have different colours, whatever the light and the shading."""

FAR_COLOUR = 100.0
"""Distance from which colours differ even between areas lit or shaded in other ways, as a rack and
a board may be, or from which letters have another ink: white instead of brown."""

SAME_HUE = 28.0
"""Degrees by which the hues of one colour may differ: highlighted and compressed ones differ by 3,
the next colours of tiles by 40."""

BEYOND = 256
"""Above any colour value: marks samples left out of a median, which are sorted last."""

INNER = slice(8, 56, 3), slice(6, 54, 3)
"""Rows and columns of the pixels that show a cell's ground."""

MIDDLE = slice(14, 54, 2), slice(10, 48, 2)
"""The same for its ink: the middle, where no badge lies."""

STRIPS = (
    (slice(7, 13, 2), slice(8, 40, 3)),
    (slice(57, 61, 2), slice(8, 56, 3)),
    (slice(14, 56, 3), slice(4, 9, 2)),
    (slice(26, 58, 3), slice(56, 61, 2)),
)
"""The same for the four sides of a cell."""


def ground_colours(cells: Bytes) -> Floats:
    """``(K, 3)`` the median colour of what is not ink in each cell, ``(K, CELL, CELL, 3)``.

    Ink is what differs most from the rim; a letter leaves more than half of its cell bare.
    """
    inner = _samples(cells, INNER)
    distance = _squared_distances(inner, rim_colours(cells).T)
    (most,) = _ranked(distance, 0.95)
    bare = distance <= np.maximum(0.25 * most, 400.0)[:, None]
    bare[2 * bare.sum(axis=1) < bare.shape[1]] = True
    return _medians(inner, bare).T


def ink_colours(cells: Bytes, ground: Floats) -> Floats:
    """``(K, 3)`` the colour farthest from the ground in the middle of each cell."""
    middle = _samples(cells, MIDDLE)
    distance = _squared_distances(middle, ground.T)
    most, peak = _ranked(distance, 0.97, 0.99)
    thin = (most < OTHER_COLOUR**2) & (peak >= FAR_COLOUR**2)
    return _medians(middle, distance >= 0.64 * np.where(thin, peak, most)[:, None]).T


def rim_colours(cells: Bytes) -> Floats:
    """``(K, 3)`` the colour that most of the four sides of each cell have.

    The stem of a wide letter may fill one side, a shaded edge or a neighbour another.
    """
    sides = np.stack([_medians(_samples(cells, each)) for each in STRIPS])
    own = sides.transpose(2, 0, 1)
    apart = colour_distances(own, own).sum(axis=2)
    return np.asarray(own[np.arange(len(cells)), apart.argmin(axis=1)], np.float32)


def edge_colours(cells: Bytes, depth: int = 1) -> Floats:
    """``(K, 3)`` median colours so many pixels from the edges of ``(K, CELL, CELL, 3)`` cells."""
    side = cells.shape[1]
    ends, along = slice(depth, side - depth, side - 1 - 2 * depth), slice(4, side, 4)
    seen = [_samples(cells, each) for each in ((ends, along), (along, ends))]
    return _medians(np.concatenate(seen, axis=2)).T


def usual_colour(colours: Floats | Bytes) -> Floats:
    """``(3,)`` the median of K colours, ``(K, 3)``, or of K other arrays of one shape.

    numpy's own median takes five times as long for few rows, and at first loads `numpy.ma`.
    """
    lower, upper = (len(colours) - 1) // 2, len(colours) // 2
    ranked = np.partition(colours, (lower, upper), axis=0).astype(np.float32)
    return np.asarray((ranked[lower] + ranked[upper]) / 2, np.float32)


def colour_distances(some: Floats, others: Floats) -> Floats:
    """``(..., K, M)`` distances of colours, ``(..., K, 3)`` and ``(..., M, 3)``."""
    return pixel_distances(some[..., :, None, :], others[..., None, :, :])


def pixel_distances(some: NDArray[np.number[Any]], others: NDArray[np.floating[Any]]) -> Floats:
    """``(...)`` distances of colours, one by one: both ``(..., 3)``, or broadcast to that."""
    blue, green, red = (some[..., c] - others[..., c] for c in range(3))
    return np.asarray(np.sqrt(blue * blue + green * green + red * red), np.float32)


def colour_groups(colours: Floats, within: float) -> Iterator[Numbers]:
    """Groups of similar ones among ``(K, 3)`` colours, as their indices, the largest group first.

    ``within`` is the largest distance of a colour to the one in the middle of its group.
    """
    alike = colour_distances(colours, colours) <= within
    rest = np.arange(len(colours))
    while len(rest):
        near = alike[np.ix_(rest, rest)]
        own = near[near.sum(axis=1).argmax()]
        yield rest[own]
        rest = rest[~own]


def _samples(cells: Bytes, places: tuple[slice, slice]) -> NDArray[np.uint16]:
    """Some pixels of each cell as ``(3, K, N)``: channel by channel, which is fast to process."""
    rows, columns = places
    chosen = cells[:, rows, columns].transpose(3, 0, 1, 2).astype(np.uint16, order="C")
    return chosen.reshape(3, len(cells), chosen.shape[2] * chosen.shape[3])


def _squared_distances(samples: NDArray[np.uint16], known: Floats) -> Floats:
    """``(K, N)`` squared distance of the samples of each cell to one colour, ``(3, K)``."""
    apart = samples.astype(np.float32)
    apart -= known[:, :, None]
    apart *= apart
    return np.asarray(apart[0] + apart[1] + apart[2], np.float32)


def _ranked(values: Floats, *shares: float) -> Floats:
    """``(S, K)`` the quantiles of each row, ``(K, N)``, at S shares of its values."""
    ranks = [int(share * values.shape[1]) for share in shares]
    return np.asarray(np.partition(values, ranks, axis=1)[:, ranks].T, np.float32)


def _medians(samples: NDArray[np.uint16], chosen: Bools | None = None) -> Floats:
    """``(3, K)`` median colours of the samples, or of those chosen, ``(K, N)``, one at least."""
    if chosen is None:
        ranked, most = np.sort(samples, axis=2), samples.shape[2]
        middle = ranked[:, :, (most - 1) // 2] + ranked[:, :, most // 2]
    else:
        ranked = np.sort(samples | np.where(chosen, np.uint16(0), np.uint16(BEYOND)), axis=2)
        each, count = np.arange(samples.shape[1]), chosen.sum(axis=1)
        middle = ranked[:, each, (count - 1) // 2] + ranked[:, each, count // 2]
    return (middle / 2).astype(np.float32)
