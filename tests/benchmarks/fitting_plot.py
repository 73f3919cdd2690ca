"""Probabilities and what was right in; a picture of how well they agree out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.imaging import Doubles

SIDE, LEFT, TOP = 600, 110, 70
"""Pixels of the square that is drawn in, and where it lies."""

DECADES = 5
"""Powers of ten that the axes show: 0.00001 to 1."""

HALVES = 2
"""Bins of each of them."""

INK, PALE, DOT = "#222222", "#dddddd", "#1f5fbf"


def plot(confidence: Doubles, right: NDArray[np.bool_], file: Path) -> None:
    """Draw the share of tiles that are wrong over the probability told for that.

    Both axes are logarithmic. On the diagonal the two are the same; bars are a standard error
    (Wilson's interval), and a ring at the lower edge stands for a bin without a wrong tile.
    """
    image = Image.new("RGB", (LEFT + SIDE + 40, TOP + SIDE + 80), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(16)
    for power in range(DECADES + 1):
        at, name = 10.0**-power, f"{10.0**-power:.{power}f}"
        draw.line([_place(at, 1.0), _place(at, 0.0)], PALE)
        draw.line([_place(1.0, at), _place(0.0, at)], PALE)
        draw.text(_place(at, 0.0, down=8), name, INK, font, anchor="mt")
        draw.text(_place(0.0, at, over=-8), name, INK, font, anchor="rm")
    draw.line([_place(0.0, 0.0), _place(1.0, 1.0)], INK, 2)
    draw.text((LEFT, TOP - 44), "share of tiles that are wrong; beside the dots: tiles", INK, font)
    under = (LEFT + SIDE, TOP + SIDE + 40)
    draw.text(under, "probability of being wrong, as told", INK, font, anchor="rt")
    doubt = np.maximum(1.0 - confidence, 10.0**-DECADES)
    bins = np.floor(-np.log10(doubt) * HALVES).astype(int)
    for place, number in enumerate(np.unique(bins).tolist()):
        own = bins == number
        count, wrong, told = int(own.sum()), int((own & ~right).sum()), float(doubt[own].mean())
        middle = (wrong + 0.5) / (count + 1)
        half = np.sqrt(wrong * (count - wrong) / count + 0.25) / (count + 1)
        draw.line([_place(told, middle - half), _place(told, middle + half)], DOT, 2)
        x, y = _place(told, wrong / count)
        draw.ellipse([x - 5, y - 5, x + 5, y + 5], DOT if wrong else "white", DOT, 2)
        beside = (x + 7, y - 12 - 16 * (place % 2))  # one higher than the next: they are close
        draw.text(beside, f"{count}", DOT, font, anchor="lm")
    image.save(file, "PNG")


def _place(
    told: float, wrong: float, *, over: float = 0.0, down: float = 0.0
) -> tuple[float, float]:
    """Where a pair of shares is drawn; what is less than the axes show lies on their ends."""
    x, y = (1 + np.log10(max(each, 10.0**-DECADES)) / DECADES for each in (told, wrong))
    return LEFT + SIDE * float(x) + over, TOP + SIDE * (1 - float(y)) + down
