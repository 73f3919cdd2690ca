"""Twins: an O and an I look the same upside down, a Q and a J, which fonts draw freely, do not.

Measured on letters of 140 pictures in some 60 fonts: an O is 0.956 and more like itself turned, a Q
at most 0.966 and mostly below 0.9; an I 0.86 and more, a J at most 0.9, and where it is more than
0.8 it hangs below the line, which an I never does.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.paths.prints import Print

Floats = NDArray[np.float32]

TURNED = {"O": ("Q", 0.92, 0.95, 0.967), "I": ("J", 0.8, 0.85, 0.85)}
"""The letter that may be meant; likeness to itself turned below which it is, below which it likely
is, and below which it may be."""

SURE_LEAD = 0.12
"""Lead of a letter that this tells apart."""

FINER = 3
"""How much finer a letter is laid on itself than it was cut."""

ROOM = 4
"""How far it is moved each way to lie best, in these finer pixels."""


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
    alike = _like_turned(coverage)
    if alike < likely or hangs:
        lead = SURE_LEAD if alike < surely or hangs else 0.0
        return replace(each, text=twin, runner_up=each.text, lead=lead)
    return replace(each, runner_up=twin, lead=0.0) if alike < perhaps else each


def _like_turned(coverage: Floats) -> float:
    """Correlation of ink with itself upside down, where the two lie best on each other."""
    height, width = coverage.shape
    fine = cv2.resize(np.ascontiguousarray(coverage), (FINER * width, FINER * height))
    framed = np.pad(fine, ROOM)
    turned = np.ascontiguousarray(framed[::-1, ::-1])
    return float(cv2.matchTemplate(np.pad(framed, ROOM), turned, cv2.TM_CCOEFF_NORMED).max())
