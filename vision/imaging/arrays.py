"""Types of arrays that all rooms of vision pass to each other."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
"""Shares, colours, likenesses: single precision."""

Doubles = NDArray[np.float64]
"""Places and homographies: double precision."""
