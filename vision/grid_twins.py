"""Twins: an O and an I look the same upside down, a Q and a J, which fonts draw freely, do not.

Measured on letters of 140 pictures in 40 fonts: an O is 0.94 and more like itself turned, a Q at
most 0.96 and mostly below 0.9; an I 0.8 and more and never below the line, a J 0.7 or below it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.glyphs import describe, likeness_among
from vision.grid_print import Print

Floats = NDArray[np.float32]

TURNED = {"O": ("Q", 0.9, 0.935, 0.955), "I": ("J", 0.74, 0.78, 0.78)}
"""The letter that may be meant; likeness to itself turned below which it is, below which it likely
is, and below which it may be."""

SURE_LEAD = 0.12
"""Lead of a letter that this tells apart."""


def tell_twin(each: Print, coverage: Floats, *, hangs: bool = False) -> Print:
    """What a letter is read as; one that is not the same turned is its twin.

    Args:
        each: What it was read as.
        coverage: ``(h, w)`` its ink.
        hangs: Whether it reaches below the line, which neither an O nor an I does.
    """
    if each.text not in TURNED:
        return each
    twin, surely, likely, perhaps = TURNED[each.text]
    upright = np.ascontiguousarray(coverage)
    shapes, aspects = describe([upright, np.ascontiguousarray(upright[::-1, ::-1])])
    alike = float(likeness_among(shapes, aspects)[0, 1])
    if alike < likely or hangs:
        lead = SURE_LEAD if alike < surely or hangs else 0.0
        return replace(each, text=twin, runner_up=each.text, lead=lead)
    return replace(each, runner_up=twin, lead=0.0) if alike < perhaps else each
