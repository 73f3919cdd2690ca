"""Open fonts in; masks and measures of their characters out, for the scripts beside this file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.imaging import Floats


class Outlines(NamedTuple):
    """F fonts with N characters each.

    Attributes:
        masks: ``(F, N, mask, mask)`` uint8, each character's ink stretched to a square.
        aspects: ``(F, N)`` width over height.
        heights: ``(F, N)`` height in heights of a capital.
        tops: ``(F, N)`` upper edge below that of a capital, in heights of a capital.
    """

    masks: NDArray[np.uint8]
    aspects: Floats
    heights: Floats
    tops: Floats


def render_fonts(
    folder: Path, names: Sequence[str], characters: Sequence[str], size: int, mask: int
) -> Outlines:
    """Render the characters in all fonts.

    Args:
        folder: Searched for ``NAME.ttf`` at any depth.
        names: Names of the fonts.
        characters: One or more letters each.
        size: Pixels of an em while rendering.
        mask: Side of a mask in pixels.

    Raises:
        SystemExit: A font is missing.
    """
    files = {path.stem: path for path in sorted(folder.rglob("*.ttf"))}
    missing = [name for name in names if name not in files]
    if missing:
        raise SystemExit(f"not below {folder}: {', '.join(missing)}")
    masks, aspects, heights, tops = [], [], [], []
    for name in names:
        font = ImageFont.truetype(str(files[name]), size)
        _, capital = _render(font, "H", size)
        inks, rises = zip(*(_render(font, each, size) for each in characters), strict=True)
        masks.append([cv2.resize(ink, (mask, mask), interpolation=cv2.INTER_AREA) for ink in inks])
        aspects.append([ink.shape[1] / ink.shape[0] for ink in inks])
        heights.append([ink.shape[0] / capital for ink in inks])
        tops.append([(capital - rise) / capital for rise in rises])
    return Outlines(
        np.array(masks, np.uint8),
        np.array(aspects, np.float32),
        np.array(heights, np.float32),
        np.array(tops, np.float32),
    )


def _render(
    font: ImageFont.FreeTypeFont, character: str, size: int
) -> tuple[NDArray[np.uint8], int]:
    """The character's ink, ``(h, w)`` uint8 cut to its box, and its rise above the base line."""
    page = Image.new("L", (3 * size, 3 * size))
    ImageDraw.Draw(page).text(
        (3 * size // 2, 2 * size), character, font=font, fill=255, anchor="ms"
    )
    ink = np.asarray(page)
    rows, columns = np.where(ink > 127)
    cut = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return cut, 2 * size - int(rows.min())
