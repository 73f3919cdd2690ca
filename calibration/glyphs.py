"""Glyphs: the letters of a look as masks, from all that is seen of each; one font of a bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.samples import Samples, TileSample
from vision.glyphs import MASK, GlyphBank, compare, generic_bank, unit_vectors
from vision.theme_store import complete_bank, font_likeness

Floats = NDArray[np.float32]

STRAY = 0.85
"""Likeness to the other samples of its letter below which a sample is left out of the mask."""

SAME_SHAPE = 0.93
"""Likeness from which a tile has the shape of another letter of its own look."""

DISAGREES = 0.06
"""Lead of another letter from which a sample is said not to look like what it is called."""


@dataclass(frozen=True, slots=True, eq=False)
class Masks:
    """The letters of one look.

    Attributes:
        letters: The N letters seen clearly, in order.
        masks: ``(N, MASK, MASK)`` float32, 0 to 1, means of the samples.
        aspects, heights, tops: ``(N,)`` float32 as in ``vision.glyphs.GlyphBank``.
        counts: Samples of each letter.
        spreads: What its samples lack in likeness to the mask, root mean square.
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


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """One tile named without its own help.

    Attributes:
        face: The tile.
        likeness: Of its letter's best template.
        rival: The letter that looks most like it apart from its own.
        lead: How much more it looks like its own letter; negative where it looks like the rival.
    """

    face: TileSample
    likeness: float
    rival: str
    lead: float


def cut_masks(samples: Samples, odd: Sequence[Trial] = ()) -> Masks:
    """The mask of every letter that some tile shows clearly.

    Two letters of one look never have the same shape: of the tiles in ``odd``, those that have that
    of another letter seen are taken for slips of the truth, and left out.
    """
    clear = _clear(samples.faces)
    seen = {face.letter for face in clear}
    slips = {
        id(trial.face)
        for trial in odd
        if trial.rival in seen and trial.likeness - trial.lead >= SAME_SHAPE
    }
    return merge([face for face in clear if id(face) not in slips])


def cut_digits(samples: Samples, odd: Sequence[Trial] = ()) -> Masks:
    """The mask of every figure that stands free in the corner of some tile.

    Tiles in ``odd`` are left out: they may be worth something else than is said.
    """
    doubtful = {id(trial.face) for trial in odd}
    return merge(
        [
            replace(face, letter=digit, glyph=ink, height=1.0, top=0.0)
            for face in samples.faces
            if id(face) not in doubtful
            for digit, ink in face.figures
        ]
    )


def together(letters: Masks, digits: Masks) -> Masks:
    """Letters and figures in one set."""
    return Masks(
        letters.letters + digits.letters,
        np.concatenate([letters.masks, digits.masks]),
        np.concatenate([letters.aspects, digits.aspects]),
        np.concatenate([letters.heights, digits.heights]),
        np.concatenate([letters.tops, digits.tops]),
        letters.counts + digits.counts,
        letters.spreads + digits.spreads,
    )


def merge(faces: Sequence[TileSample]) -> Masks:
    """One mask a letter from tiles that all have a glyph; those unlike the others left out."""
    letters = sorted({face.letter for face in faces})
    masks, figures, counts, spreads = [], [], [], []
    for letter in letters:
        own = [face for face in faces if face.letter == letter]
        small = np.stack([shrink(face) for face in own])
        kept = _alike(small)
        mask = small[kept].mean(axis=0)
        lack = 1.0 - unit_vectors(small[kept]) @ unit_vectors(mask[None])[0]
        shapes = [(_aspect(own[k]), own[k].height, own[k].top) for k in kept]
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


def shrink(face: TileSample) -> Floats:
    """A glyph's box stretched to a mask, ``(MASK, MASK)``; the tile must have a glyph."""
    glyph = face.glyph if face.glyph is not None else np.zeros((MASK, MASK), np.float32)
    fine = min(glyph.shape) >= MASK
    way = cv2.INTER_AREA if fine else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(glyph, (MASK, MASK), interpolation=way), np.float32)


def leave_one_out(samples: Samples) -> tuple[Trial, ...]:
    """Every clear tile named by the masks of the others, without the generic fonts.

    A letter of which there is but one tile is borrowed from the nearest generic font, as it would
    be had the tile not been there.
    """
    faces = _clear(samples.faces)
    generic = generic_bank()
    known = _rivals(samples, generic)
    trials = []
    whole = merge(faces)
    full = complete_bank(whole.bank("own"), generic)
    for face in faces:
        others = [each for each in faces if each.letter == face.letter and each is not face]
        rest = merge(others).bank("own") if others else _without(whole, face.letter).bank("own")
        column = full.characters.index(face.letter) if face.letter in full.characters else None
        if column is None:
            continue
        single = complete_bank(rest, generic) if not others else rest
        place = column if not others else 0
        bank = _replaced(full, column, single, place).only(known)
        trials.append(_judge(face, bank))
    return tuple(trials)


def likeness_to_generic(masks: Masks) -> tuple[str, float]:
    """The generic font that a look's letters are most like, and how alike they are, 1 at best."""
    generic = generic_bank()
    alike = font_likeness(masks.bank("own"), 0, generic)
    best = int(alike.argmax())
    return generic.fonts[best], float(alike[best])


def suspects(samples: Samples, trials: Sequence[Trial]) -> tuple[Trial, ...]:
    """Clear tiles that look more like another letter, to the generic fonts and to each other."""
    generic = generic_bank()
    bank = generic.only(_rivals(samples, generic))
    return tuple(
        trial
        for trial in trials
        if trial.lead < -DISAGREES and _judge(trial.face, bank).lead < -DISAGREES
    )


def _rivals(samples: Samples, generic: GlyphBank) -> tuple[str, ...]:
    """The letters that a tile may be taken for: those of the language, and any others seen."""
    seen = sorted({face.letter for face in samples.faces})
    letters = dict.fromkeys((*samples.tiles.letters, *seen))
    return tuple(letter for letter in letters if letter in generic.characters)


def _clear(faces: Sequence[TileSample]) -> list[TileSample]:
    return [face for face in faces if face.glyph is not None]


def _aspect(face: TileSample) -> float:
    if face.glyph is None:
        return 1.0
    height, width = face.glyph.shape
    return float(width / height)


def _alike(small: Floats) -> list[int]:
    """Numbers of the masks that look like the one in their middle; all of two or fewer."""
    if len(small) <= 2:
        return list(range(len(small)))
    vectors = unit_vectors(small)
    alike = vectors @ vectors.T
    middle = int(np.median(alike, axis=1).argmax())
    return np.flatnonzero(alike[middle] >= STRAY).tolist()


def _without(masks: Masks, letter: str) -> Masks:
    """The masks less one letter."""
    kept = [k for k, each in enumerate(masks.letters) if each != letter]
    return Masks(
        tuple(masks.letters[k] for k in kept),
        masks.masks[kept],
        masks.aspects[kept],
        masks.heights[kept],
        masks.tops[kept],
        tuple(masks.counts[k] for k in kept),
        tuple(masks.spreads[k] for k in kept),
    )


def _replaced(bank: GlyphBank, column: int, other: GlyphBank, place: int) -> GlyphBank:
    """A bank of one font with one of its characters taken from another bank."""
    arrays = []
    for mine, theirs in (
        (bank.vectors, other.vectors),
        (bank.aspects, other.aspects),
        (bank.heights, other.heights),
        (bank.tops, other.tops),
    ):
        changed = mine.copy()
        changed[0, column] = theirs[0, place]
        arrays.append(changed)
    return GlyphBank(bank.characters, bank.fonts, *arrays)


def _judge(face: TileSample, bank: GlyphBank) -> Trial:
    """How a tile fares with a bank."""
    shape = unit_vectors(shrink(face)[None])
    scores = compare(shape, np.array([_aspect(face)], np.float32), bank).max(axis=1)[0]
    own = bank.characters.index(face.letter)
    likeness = float(scores[own])
    scores[own] = -np.inf
    rival = int(scores.argmax())
    return Trial(face, likeness, bank.characters[rival], likeness - float(scores[rival]))
