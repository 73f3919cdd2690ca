"""Glyphs' ink in; their likeness to letters and digits in many fonts out."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.errors import ThemeMissing
from vision.imaging import Floats, Numbers

MASK = 24
"""Side of a glyph mask: a glyph's own box is stretched to it."""

RIM = 2
"""Empty border around a mask, so that a bar that fills its box still has a shape."""

SIDE = MASK + 2 * RIM

BLUR = 9
"""Pixels of the kernel of the blur against sub-pixel shifts; its standard deviation is one."""

WAVES = 16
"""Cosine waves a side that describe a mask: finer ones are lost in the blur against sub-pixel
shifts. Without them likeness changes by less than 0.001, and comparing takes a quarter of the
time."""

COARSE = 96
"""Waves used to select the fonts that may fit at all."""

FONTS_KEPT = 6
"""Number of the bank's nearest fonts that are kept: a picture's letters come from one font."""

STRETCH = 0.25
"""Loss of likeness of a glyph whose width over height is e times that of the template."""

BANK = Path(__file__).parents[1] / "themes" / "generic" / "glyphs.npz"
SMALL_BANK = BANK.with_name("small.npz")


@dataclass(frozen=True, slots=True, eq=False)
class GlyphBank:
    """Templates: F fonts by N characters.

    Attributes:
        characters: The N characters in their order.
        fonts: The F names of fonts (or of a theme's own set).
        vectors: ``(F, N, V)`` float32 unit vectors of the masks as ``unit_vectors`` gives them,
            zero where a font lacks the character.
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

    @property
    def arrays(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The arrays that have an entry for each font and character."""
        return self.vectors, self.aspects, self.heights, self.tops

    def only(self, characters: str | tuple[str, ...]) -> GlyphBank:
        """The bank reduced to the characters named, in their order; unknown ones are left out."""
        kept = [self.characters.index(c) for c in characters if c in self.characters]
        return GlyphBank(
            tuple(self.characters[k] for k in kept),
            self.fonts,
            *(each.take(kept, axis=1) for each in self.arrays),
        )

    def of_fonts(self, indices: list[int]) -> GlyphBank:
        """The bank reduced to some of its fonts."""
        fonts = tuple(self.fonts[k] for k in indices)
        return GlyphBank(self.characters, fonts, *(each[indices] for each in self.arrays))


def describe(glyphs: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Input of ``compare`` for K glyphs: ``(K, V)`` unit vectors and ``(K,)`` width over height.

    Glyphs are coverage in their own boxes, ``(h, w)`` float32, 0 to 1.
    """
    masks = np.empty((len(glyphs), MASK, MASK), np.float32)
    for mask, glyph in zip(masks, glyphs, strict=True):
        way = cv2.INTER_AREA if min(glyph.shape) >= MASK else cv2.INTER_LINEAR
        cv2.resize(glyph, (MASK, MASK), mask, interpolation=way)
    aspects = [glyph.shape[1] / glyph.shape[0] for glyph in glyphs]
    return unit_vectors(masks), np.array(aspects, np.float32)


def unit_vectors(masks: Floats) -> Floats:
    """``(K, MASK, MASK)`` to ``(K, V)`` unit vectors: the masks' waves, the longest first."""
    down = (masks.reshape(-1, MASK) @ _analysis().T).reshape(-1, MASK, WAVES).swapaxes(1, 2)
    waves = (down.reshape(-1, MASK) @ _analysis().T).reshape(len(masks), WAVES * WAVES)
    vectors = waves.take(_order(), axis=1)
    vectors /= np.sqrt(np.einsum("kv,kv->k", vectors, vectors))[:, None] + 1e-6
    return np.asarray(vectors, np.float32)


def show_vector(vector: Floats) -> Floats:
    """``(MASK, MASK)`` the blurred mask of a vector, from 0 (palest) to 1 (strongest)."""
    waves = np.zeros(WAVES * WAVES, np.float32)
    waves[_order()] = vector
    side = _waves()[:, RIM:-RIM]
    mask = side.T @ waves.reshape(WAVES, WAVES).T @ side
    low, high = float(mask.min()), float(mask.max())
    return np.asarray((mask - low) / (high - low + 1e-6), np.float32)


@cache
def _order() -> Numbers:
    """``(V,)`` numbers of the waves that count, the longest first, without the constant one."""
    down, across = np.divmod(np.arange(WAVES * WAVES), WAVES)
    bend = down**2 + across**2
    ranked = np.argsort(bend, kind="stable")
    return np.asarray(ranked[(bend[ranked] > 0) & (bend[ranked] < WAVES**2)], np.int64)


@cache
def _waves() -> Floats:
    """``(WAVES, SIDE)`` the cosine waves along a framed mask's side, an orthonormal set."""
    places = np.arange(SIDE) + 0.5
    waves = np.cos(np.pi / SIDE * np.arange(WAVES)[:, None] * places) * np.sqrt(2 / SIDE)
    waves[0] /= np.sqrt(2)
    return np.asarray(waves, np.float32)


@cache
def _analysis() -> Floats:
    """``(WAVES, MASK)`` from a mask's side to the waves of that side framed and blurred."""
    framed = np.pad(np.eye(MASK), ((RIM, RIM), (0, 0)))
    return np.asarray(_waves() @ cv2.GaussianBlur(framed, (1, BLUR), 1.0), np.float32)


def compare(shapes: Floats, aspects: Floats, bank: GlyphBank) -> Floats:
    """Likeness of K glyphs to every template: ``(K, F, N)`` float32, 1 at best.

    Args:
        shapes: ``(K, V)`` from ``describe``, or only the first coordinates of these.
        aspects: ``(K,)`` width over height of the glyphs' boxes.
        bank: The templates.
    """
    fonts, count, length = bank.vectors.shape
    alike = bank.vectors.reshape(-1, length)[:, : shapes.shape[1]] @ shapes.T
    apart = np.log(bank.aspects).reshape(-1, 1) - np.log(aspects)
    np.abs(apart, out=apart)
    apart *= STRETCH
    alike -= apart
    return np.asarray(alike.reshape(fonts, count, len(shapes)).transpose(2, 0, 1), np.float32)


def likeness_among(shapes: Floats, aspects: Floats) -> Floats:
    """``(K, K)`` likeness of K glyphs to each other, 1 at best, measured as by ``compare``.

    ``shapes``, ``(K, V)``, and ``aspects``, ``(K,)``, come from ``describe``.
    """
    wide = np.log(aspects)
    return np.asarray(shapes @ shapes.T - STRETCH * np.abs(wide[:, None] - wide), np.float32)


def nearest_fonts(shapes: Floats, aspects: Floats, bank: GlyphBank, least: float) -> GlyphBank:
    """The fonts of the bank that glyphs look most like, best first; all where nothing is like any.

    ``shapes``, ``(K, V)``, and ``aspects``, ``(K,)``, come from ``describe``; ``least`` is the
    likeness from which a glyph counts as a character.
    """
    coarse = compare(shapes[:, :COARSE], aspects, bank).max(axis=2)
    clear = coarse.max(axis=1) >= least
    if not clear.any():
        return bank
    fonts = bank.of_fonts(_ranked(coarse[clear])[: 2 * FONTS_KEPT])
    scores = compare(shapes[clear], aspects[clear], fonts).max(axis=2)
    return fonts.of_fonts(_ranked(scores)[:FONTS_KEPT])


def _ranked(scores: Floats) -> list[int]:
    """The fonts by the mean of their scores, ``(K, F)``, the best first."""
    order: list[int] = np.argsort(-scores.mean(axis=0), kind="stable").tolist()
    return order


def read_bank(path: Path) -> GlyphBank:
    """Read a bank from a file as ``tests/benchmarks/render_banks.py`` writes it.

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
            f"{path.name}: contains no glyph masks ({fault})", "install wwfsnap again"
        ) from None
    named = len(fonts), len(characters)
    measures = {each.shape for each in (aspects, heights, tops)}
    if measures != {named} or masks.shape != (*named, MASK, MASK):
        raise ThemeMissing(
            f"{path.name}: masks of shape {masks.shape} and measures of {sorted(measures)} "
            f"do not fit its {named[1]} characters in {named[0]} fonts"
        )
    vectors = np.stack([unit_vectors(font.astype(np.float32) / 255) for font in masks])
    return GlyphBank(tuple(characters), tuple(fonts), vectors, aspects, heights, tops)


@cache
def generic_bank() -> GlyphBank:
    """The bank that ships: letters and digits of many open fonts."""
    return read_bank(BANK)


@cache
def small_bank() -> GlyphBank:
    """Small letters of the same fonts, those that come second on tiles as ``Qu`` and ``Th``."""
    return read_bank(SMALL_BANK)
