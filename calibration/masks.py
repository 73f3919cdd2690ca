"""One mask for each letter, from tile samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.samples import TileSample
from vision.imaging import Floats
from vision.themes import font_likeness
from vision.tiles import MASK, GlyphBank, generic_bank, unit_vectors

STRAY = 0.85
"""A sample less like the others of its letter than this is left out of the mask."""


@dataclass(frozen=True, slots=True, eq=False)
class Masks:
    """The letters of one look.

    Attributes:
        letters: The N letters seen clearly, in order.
        masks: ``(N, MASK, MASK)`` float32, 0 to 1, means of the samples.
        aspects, heights, tops: ``(N,)`` float32 as in ``vision.tiles.glyphs.GlyphBank``.
        counts: Samples of each letter.
        spreads: Root mean square of 1 - likeness of its samples to the mask.
    """

    letters: tuple[str, ...]
    masks: Floats
    aspects: Floats
    heights: Floats
    tops: Floats
    counts: tuple[int, ...]
    spreads: tuple[float, ...]

    def bank(self, font: str) -> GlyphBank:
        """The letters as a bank of one font."""
        return GlyphBank(
            self.letters,
            (font,),
            unit_vectors(self.masks)[None],
            self.aspects[None],
            self.heights[None],
            self.tops[None],
        )

    def without(self, letter: str) -> Masks:
        """The masks except that of one letter."""
        kept = [k for k, each in enumerate(self.letters) if each != letter]
        return Masks(
            tuple(self.letters[k] for k in kept),
            self.masks[kept],
            self.aspects[kept],
            self.heights[kept],
            self.tops[kept],
            tuple(self.counts[k] for k in kept),
            tuple(self.spreads[k] for k in kept),
        )


def build_masks(tile_samples: Sequence[TileSample]) -> Masks:
    """One mask a letter from tiles that all have a glyph; those unlike the others are left out."""
    letters = sorted({sample.letter for sample in tile_samples})
    masks, figures, counts, spreads = [], [], [], []
    for letter in letters:
        own = [sample for sample in tile_samples if sample.letter == letter]
        small = np.stack([shrink(sample) for sample in own])
        kept = _alike(small)
        mask = small[kept].mean(axis=0)
        lack = 1.0 - unit_vectors(small[kept]) @ unit_vectors(mask[None])[0]
        shapes = [(aspect(own[k]), own[k].height, own[k].top) for k in kept]
        masks.append(mask)
        figures.append(np.median(np.array(shapes, np.float32), axis=0))
        counts.append(len(kept))
        spreads.append(round(float(np.sqrt(np.mean(np.square(lack)))), 4))
    table = np.array(figures, np.float32).reshape(-1, 3)
    stack = np.stack(masks) if masks else np.zeros((0, MASK, MASK), np.float32)
    return Masks(
        tuple(letters),
        stack.astype(np.float32),
        table[:, 0],
        table[:, 1],
        table[:, 2],
        tuple(counts),
        tuple(spreads),
    )


def shrink(sample: TileSample) -> Floats:
    """A glyph's box resized to a mask, ``(MASK, MASK)``; the tile must have a glyph."""
    glyph = sample.glyph if sample.glyph is not None else np.zeros((MASK, MASK), np.float32)
    fine = min(glyph.shape) >= MASK
    way = cv2.INTER_AREA if fine else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(glyph, (MASK, MASK), interpolation=way), np.float32)


def aspect(sample: TileSample) -> float:
    """Width over height of a glyph's box; 1 where the tile has no glyph."""
    if sample.glyph is None:
        return 1.0
    height, width = sample.glyph.shape
    return float(width / height)


def likeness_to_generic(masks: Masks) -> tuple[str, float]:
    """The generic font most like a look's letters, and how alike they are, 1 at best."""
    generic = generic_bank()
    alike = font_likeness(masks.bank("own"), 0, generic)
    best = int(alike.argmax())
    return generic.fonts[best], float(alike[best])


def _alike(small: Floats) -> list[int]:
    """Indices of the masks that look like the most typical one; all of them if two or fewer."""
    if len(small) <= 2:
        return list(range(len(small)))
    vectors = unit_vectors(small)
    alike = vectors @ vectors.T
    middle = int(np.median(alike, axis=1).argmax())
    return np.flatnonzero(alike[middle] >= STRAY).tolist()
