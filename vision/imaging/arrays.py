"""Types of arrays that all rooms of vision pass to each other, and their quantiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
"""Shares, colours, likenesses: single precision."""

Doubles = NDArray[np.float64]
"""Places and homographies: double precision."""


def quantile(values: Floats | Doubles, share: float) -> float:
    """The quantile of numbers at a share of them, 0.5 for the median.

    As numpy tells it; its own loads `numpy.ma` first, which takes a tenth as long as reading.
    """
    ranked = np.sort(np.asarray(values, np.float64), axis=None)
    return float(np.interp(share * (ranked.size - 1), np.arange(ranked.size), ranked))
