"""What all rooms of vision share: thresholds for shares and counts, types of arrays, quantiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

NEARLY_ALL = 0.8
"""Share from which a part counts as the whole: noise, gloss and occlusions take the rest. Of
351 boards at least 0.88 of the tiles are certain, of 284 turned ones at most 0.67."""

HARDLY_ANY = 0.1
"""Share up to which a part counts as nothing: of the squares up to 0.02 lie off their lattice on
screenshots, 0.06 on photos in grain, and mostly more on grids of other games."""

ALIKE = 0.12
"""Share by which sizes, or places on a line or lattice, may differ and still count as equal."""

FEW = 3
"""Fewest things of one look for which it is the usual one; fewer may be alike by chance."""

SAMPLE = 24
"""Most tiles of a picture that are examined, evenly spread, for what all have in common."""

ENOUGH = 30
"""Fewest squares from which the place and the light of a board can be measured."""

AT_ONCE = 32
"""Letters, glyphs or places processed in one batch: fewer take longer, more only more memory."""

ROUNDS = 8
"""Most iterations of a fit in which each value depends on the others of the iteration before."""

TRIED = 3
"""How many candidates of a first search, the likeliest ones, are looked at closely."""

Bools = NDArray[np.bool_]
"""Masks of pictures, and of lists."""

Bytes = NDArray[np.uint8]
"""Pictures: grey levels, and colours in three channels."""

Ints = NDArray[np.int32]
"""Numbers and boxes of components, as OpenCV and the kernel give them."""

Numbers = NDArray[np.int64]
"""Indices and counts, in numpy's own type."""

Floats = NDArray[np.float32]
"""Shares, colours, likenesses: single precision."""

Doubles = NDArray[np.float64]
"""Places and homographies: double precision."""

Items = TypeVar("Items", bound="Sequence[Any] | NDArray[Any]")


def sample(items: Items) -> Items:
    """At most ``SAMPLE`` of many items, evenly spread."""
    return cast("Items", items[:: max(1, -(-len(items) // SAMPLE))])


def quantile(values: NDArray[np.number[Any]], share: float) -> float:
    """The quantile of numbers at a share of them, 0.5 for the median.

    The same as numpy's, which at first loads `numpy.ma`: a tenth of the time that reading takes.
    """
    at = share * (values.size - 1)
    ends = math.floor(at), math.ceil(at)
    lower, upper = np.partition(values, ends, axis=None)[[*ends]].tolist()
    return float(lower + (at - ends[0]) * (upper - lower))
