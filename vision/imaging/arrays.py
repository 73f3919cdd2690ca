"""What all rooms of vision say alike: words for shares and counts, types of arrays, quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

NEARLY_ALL = 0.8
"""Share from which a part counts as the whole: noise, gloss and what lies there take the rest. Of
351 boards at least 0.88 of the tiles are certain, of 284 turned ones at most 0.67."""

HARDLY_ANY = 0.1
"""Share up to which a part counts as nothing: of the squares up to 0.02 lie off their lattice on
screenshots, 0.06 on photos in grain, and mostly more on grids of other games."""

ALIKE = 0.12
"""How far what is alike may differ, as a share of it: sizes, and places on a line or lattice."""

FEW = 3
"""Things of one look from which it is usual; fewer may be alike by chance."""

SAMPLE = 24
"""So many of a picture's tiles, evenly spread, show what all have in common."""

ENOUGH = 30
"""Squares of a board from which it can be measured: where it lies, how it is lit."""

AT_ONCE = 32
"""Letters, glyphs or places handled in one step: fewer take longer, more only more memory."""

ROUNDS = 8
"""Times at most that parts of one whole are fitted anew, each to what the others are by then."""

TRIED = 3
"""Of what is found at first so many, the likeliest, are looked at closely."""

Bools = NDArray[np.bool_]
"""Masks, and which of many things are so."""

Bytes = NDArray[np.uint8]
"""Pictures: grey levels, and colours in three channels."""

Ints = NDArray[np.int32]
"""Pieces of ink and their boxes, as OpenCV and the kernel number and measure them."""

Numbers = NDArray[np.int64]
"""Which of many things, and how many: what numpy counts with."""

Floats = NDArray[np.float32]
"""Shares, colours, likenesses: single precision."""

Doubles = NDArray[np.float64]
"""Places and homographies: double precision."""

Items = TypeVar("Items", bound="Sequence[Any] | NDArray[Any]")


def sample(items: Items) -> Items:
    """Some of many things, evenly spread: at most ``SAMPLE``."""
    return cast("Items", items[:: max(1, -(-len(items) // SAMPLE))])


def quantile(values: Floats | Doubles, share: float) -> float:
    """The quantile of numbers at a share of them, 0.5 for the median.

    As numpy tells it; its own loads `numpy.ma` first, which takes a tenth as long as reading.
    """
    ranked = np.sort(np.asarray(values, np.float64), axis=None)
    return float(np.interp(share * (ranked.size - 1), np.arange(ranked.size), ranked))
