"""Trials: every clear tile named by its fellows, which tells the slips of a truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.masks import Masks, aspect, merge, shrink
from calibration.samples import Samples, TileSample
from vision.themes import complete_bank
from vision.tiles import GlyphBank, compare, generic_bank, unit_vectors

Floats = NDArray[np.float32]

SAME_SHAPE = 0.93
"""Likeness from which a tile has the shape of another letter of its own look."""

DISAGREES = 0.06
"""Lead of another letter from which a sample is said not to look like what it is called."""


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
        rest = merge(others).bank("own") if others else whole.without(face.letter).bank("own")
        column = full.characters.index(face.letter) if face.letter in full.characters else None
        if column is None:
            continue
        single = complete_bank(rest, generic) if not others else rest
        place = column if not others else 0
        bank = _replaced(full, column, single, place).only(known)
        trials.append(_judge(face, bank))
    return tuple(trials)


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
    scores = compare(shape, np.array([aspect(face)], np.float32), bank).max(axis=1)[0]
    own = bank.characters.index(face.letter)
    likeness = float(scores[own])
    scores[own] = -np.inf
    rival = int(scores.argmax())
    return Trial(face, likeness, bank.characters[rival], likeness - float(scores[rival]))
