"""Leave-one-out trials: how well each tile is recognised by the masks of the other tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.masks import Masks, aspect, build_masks, shrink
from calibration.samples import Progress, Samples, TileSample, ignore_progress
from vision.themes import complete_bank
from vision.tiles import GlyphBank, compare, generic_bank, unit_vectors

SAME_SHAPE = 0.93
"""Likeness from which a tile counts as having the shape of another letter of its look."""

DISAGREES = 0.06
"""Lead of another letter from which a tile is suspected not to be what it is said to be."""


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOutResult:
    """One tile, recognised without its own mask.

    Attributes:
        sample: The tile.
        likeness: To its letter's best template.
        rival: The letter that looks most like it apart from its own.
        lead: How much more it looks like its own letter; negative where it looks like the rival.
    """

    sample: TileSample
    likeness: float
    rival: str
    lead: float


def cut_masks(samples: Samples, odd: Sequence[LeaveOneOutResult] = ()) -> Masks:
    """The mask of every letter that some tile shows clearly.

    Two letters of one look never have the same shape: tiles in ``odd`` that have the shape of
    another letter seen are taken for errors of the truth, and left out.
    """
    clear = _clear(samples.tile_samples)
    seen = {sample.letter for sample in clear}
    slips = {
        id(trial.sample)
        for trial in odd
        if trial.rival in seen and trial.likeness - trial.lead >= SAME_SHAPE
    }
    return build_masks([sample for sample in clear if id(sample) not in slips])


def leave_one_out(
    samples: Samples, progress: Progress = ignore_progress
) -> tuple[LeaveOneOutResult, ...]:
    """Every clear tile, compared with the masks of the others, without the generic fonts.

    Where a letter has only one tile, its mask is borrowed from the nearest generic font, as it
    would be had the tile not been there.

    Args:
        samples: What the screens show.
        progress: Called with each tile.
    """
    tile_samples = _clear(samples.tile_samples)
    generic = generic_bank()
    known = _rivals(samples, generic)
    trials = []
    whole = build_masks(tile_samples)
    full = complete_bank(whole.bank("own"), generic)
    for number, sample in enumerate(tile_samples):
        progress(number / len(tile_samples))
        if sample.letter not in full.characters:
            continue
        column = full.characters.index(sample.letter)
        others = [
            each for each in tile_samples if each.letter == sample.letter and each is not sample
        ]
        if others:
            single, place = build_masks(others).bank("own"), 0
        else:
            rest = whole.without(sample.letter).bank("own")
            single, place = complete_bank(rest, generic), column
        bank = _replaced(full, column, single, place).only(known)
        trials.append(_judge(sample, bank))
    return tuple(trials)


def suspects(
    samples: Samples, trials: Sequence[LeaveOneOutResult]
) -> tuple[LeaveOneOutResult, ...]:
    """Clear tiles that look more like another letter, by the generic fonts and by each other."""
    generic = generic_bank()
    bank = generic.only(_rivals(samples, generic))
    return tuple(
        trial
        for trial in trials
        if trial.lead < -DISAGREES and _judge(trial.sample, bank).lead < -DISAGREES
    )


def _rivals(samples: Samples, generic: GlyphBank) -> tuple[str, ...]:
    """The letters a tile may be mistaken for: those of the language, and any others seen."""
    seen = sorted({sample.letter for sample in samples.tile_samples})
    letters = dict.fromkeys((*samples.tiles.letters, *seen))
    return tuple(letter for letter in letters if letter in generic.characters)


def _clear(tile_samples: Sequence[TileSample]) -> list[TileSample]:
    return [sample for sample in tile_samples if sample.glyph is not None]


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


def _judge(sample: TileSample, bank: GlyphBank) -> LeaveOneOutResult:
    """Compare a tile with a bank."""
    shape = unit_vectors(shrink(sample)[None])
    scores = compare(shape, np.array([aspect(sample)], np.float32), bank).max(axis=1)[0]
    own = bank.characters.index(sample.letter)
    likeness = float(scores[own])
    scores[own] = -np.inf
    rival = int(scores.argmax())
    return LeaveOneOutResult(
        sample, likeness, bank.characters[rival], likeness - float(scores[rival])
    )
