"""Glyphs: masks of letters and digits in many fonts, and how alike two masks are."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ThemeMissing

Floats = NDArray[np.float32]

MASK = 24
"""Side of a glyph mask: a glyph's own box is stretched to it."""

RIM = 2
"""Empty border around a mask, so that a bar that fills its box still has a shape."""

STRETCH = 0.25
"""What a glyph loses in likeness when it is e times as wide, for its height, as the template."""

BANK = Path(__file__).parent / "themes" / "generic" / "glyphs.npz"


@dataclass(frozen=True, slots=True, eq=False)
class GlyphBank:
    """Templates: F fonts by N characters.

    Attributes:
        characters: The N characters in their order.
        fonts: The F names of fonts (or of a theme's own set).
        vectors: ``(F, N, V)`` float32 unit vectors of the masks, zero where a font lacks the
            character.
        aspects: ``(F, N)`` float32 width over height of the glyph's box.
        heights: ``(F, N)`` float32 height of the box over that of a capital H.
        tops: ``(F, N)`` float32 how far the box begins below the top of a capital H, as a share of
            its height.
    """

    characters: tuple[str, ...]
    fonts: tuple[str, ...]
    vectors: Floats
    aspects: Floats
    heights: Floats
    tops: Floats

    def only(self, characters: str | tuple[str, ...]) -> GlyphBank:
        """The bank reduced to the characters named, in their order; unknown ones are left out."""
        kept = [self.characters.index(c) for c in characters if c in self.characters]
        return GlyphBank(
            tuple(self.characters[k] for k in kept),
            self.fonts,
            self.vectors[:, kept],
            self.aspects[:, kept],
            self.heights[:, kept],
            self.tops[:, kept],
        )

    def of_fonts(self, indices: list[int]) -> GlyphBank:
        """The bank reduced to some of its fonts."""
        return GlyphBank(
            self.characters,
            tuple(self.fonts[k] for k in indices),
            self.vectors[indices],
            self.aspects[indices],
            self.heights[indices],
            self.tops[indices],
        )


def shape_mask(coverage: Floats) -> Floats:
    """A glyph's box, ``(h, w)`` float32 0 to 1, as a unit vector to compare."""
    height, width = coverage.shape
    shrink = min(height, width) >= MASK
    mask = cv2.resize(
        coverage, (MASK, MASK), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR
    )
    return unit_vector(np.asarray(mask, np.float32))


def unit_vector(mask: NDArray[np.float32]) -> Floats:
    """``(MASK, MASK)`` to a unit vector of zero mean, slightly blurred against sub-pixel shifts."""
    framed = cv2.copyMakeBorder(mask, RIM, RIM, RIM, RIM, cv2.BORDER_CONSTANT, value=0.0)
    blurred = cv2.GaussianBlur(framed, (0, 0), 1.0).ravel()
    centred = blurred - blurred.mean()
    return np.asarray(centred / (np.linalg.norm(centred) + 1e-6), dtype=np.float32)


def compare(shapes: Floats, aspects: Floats, bank: GlyphBank) -> Floats:
    """Likeness of K glyphs to every template: ``(K, F, N)`` float32, 1 at best.

    Args:
        shapes: ``(K, V)`` as of ``shape_mask``.
        aspects: ``(K,)`` width over height of the glyphs' boxes.
        bank: The templates.
    """
    fonts, count, length = bank.vectors.shape
    alike = shapes @ bank.vectors.reshape(-1, length).T
    odds = np.abs(np.log(aspects[:, None, None] / bank.aspects[None]))
    return np.asarray(alike.reshape(len(shapes), fonts, count) - STRETCH * odds, dtype=np.float32)


def read_bank(path: Path) -> GlyphBank:
    """Read a bank from a file as ``themes/render_glyphs.py`` writes it.

    Raises:
        ThemeMissing: The file is missing or does not hold these arrays.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
            masks = data["masks"]
            aspects, heights, tops = (
                data[each].astype(np.float32) for each in ("aspects", "heights", "tops")
            )
            characters, fonts = data["characters"].tolist(), data["fonts"].tolist()
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile) as fault:
        raise ThemeMissing(
            f"{path.name}: holds no glyph masks ({fault})", "install wwfsnap again"
        ) from None
    if masks.ndim != 4 or masks.shape[:2] != aspects.shape or masks.shape[2:] != (MASK, MASK):
        raise ThemeMissing(
            f"{path.name}: masks of shape {masks.shape} do not fit its aspects {aspects.shape}"
        )
    flat = masks.reshape(-1, MASK, MASK).astype(np.float32) / 255
    vectors = np.stack([unit_vector(mask) for mask in flat]).reshape(*masks.shape[:2], -1)
    return GlyphBank(tuple(characters), tuple(fonts), vectors, aspects, heights, tops)


@cache
def generic_bank() -> GlyphBank:
    """The bank that ships: letters and digits of many open fonts."""
    return read_bank(BANK)
