"""A look learnt from a sample screen: learnt once, however many tests keep it."""

from __future__ import annotations

from functools import cache

from calibration import Calibration, learn, load_shot
from tests.shared.places import SAMPLES

SHOT = SAMPLES / "wwf-classic-phone.png"


@cache
def learnt_look() -> Calibration:
    """What the screen teaches as it is read."""
    return learn([load_shot(SHOT)], "mylook", 'My "look"')
