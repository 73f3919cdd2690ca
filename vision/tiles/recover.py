"""Cells of a tile's colour without a clear letter in; their letters, by known inks, out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, colour_distances
from vision.tiles.glyphs import GlyphBank
from vision.tiles.ink import FAINT, Cells, separate_ink
from vision.tiles.match import LIKELY, SURE, Letters, match_marks
from vision.tiles.occluded_match import Line, Placer
from vision.tiles.segment import HIDDEN, Mark, find_marks, unhidden

SAME_COLOUR = 40.0
"""Distance of colours (0 to 441) within which two grounds belong to one kind of tile."""

TINTED = 90.0
"""The same for a tile through which a premium square shines."""

HANGING = 1.1
"""Height from the top of a capital to the foot of letters that go below the line, in capitals."""

PERHAPS = 0.7
"""Likeness from which a mark may be such a letter."""

CUT_OFF = 0.9
"""Factor on the likeness of a part of a letter against that of the whole: a J without its hook is
an I, and so is an L without its foot."""

HEAD, FOOT = slice(5, 9), slice(55, 59)
"""Rows of a cell that few letters reach."""

ENDS = 8
"""Part of a letter's height, at its head and foot, that every letter reaches into."""


class ObservedCells(NamedTuple):
    """K cells with their marks and what letters these look like."""

    cells: Cells
    marks: Sequence[Mark | None]
    letters: Letters


def recover_letters(
    pixels: NDArray[np.uint8],
    first: ObservedCells,
    sure: NDArray[np.bool_],
    fonts: GlyphBank,
    accented: str,
    line: Line,
    beyond: NDArray[np.bool_] | None = None,
) -> ObservedCells:
    """What cells show once the inks of the clear letters and their line are known.

    Args:
        pixels: ``(K, CELL, CELL, 3)`` uint8.
        first: What they showed in the first reading.
        sure: ``(K,)`` bool, cells whose letter is sure.
        fonts: The fonts of the sure letters.
        accented: Letters that are another letter with something above it.
        line: Where the sure letters stand.
        beyond: ``(K, CELL, CELL)`` bool, what lies outside the picture. None = nothing does.
    """
    cells, marks, letters = first.cells, first.marks, first.letters
    upright = np.array([mark is not None and _stands(mark, line) for mark in marks], bool)
    if (sure & upright).all():
        return first
    grounds = _grounds(cells, sure)
    bare = unhidden(marks, sure)
    topped = np.array([letters.letters[k] in accented for k in letters.scores.argmax(axis=1)], bool)
    weak = ~(sure & (upright | topped)) & near(grounds, cells.ground[sure], TINTED)
    bodiless = np.flatnonzero(weak & np.array([mark is None for mark in marks], bool))
    weak[bodiless] = _printed(cells.only(bodiless), line)
    weak |= (grounds != cells.ground).any(axis=1)
    again = np.flatnonzero(weak)
    if not len(again):
        return first
    palette = palette_of(cells.ink[sure])
    owners = again.repeat(len(palette) + 1)
    inks = np.concatenate([np.stack([*palette, cells.ink[k]]) for k in again])
    seen = separate_ink(pixels[owners], inks, grounds[owners], cells.gain)
    told = np.flatnonzero((seen.contrast >= FAINT) & _explains(seen, line) & _on_paper(seen))
    if not len(told):
        return first
    seen, owners = seen.only(told), owners[told]
    seen = seen.hidden_by(None if beyond is None else beyond[owners])
    placer = Placer(fonts, line, _own_letters(cells, letters, sure & upright))
    looks = _look(seen, placer, fonts, accented, line)
    whole = sure & ~_low(fonts)[letters.scores.argmax(axis=1)]
    whole &= np.array([mark is not None and _displaced(mark, line) for mark in marks], bool)
    scores, marks = letters.scores.copy(), list(marks)
    taken: dict[int, int] = {}
    for n, k in enumerate(owners.tolist()):
        best = looks.scores[n].max()
        if whole[k] and best * CUT_OFF <= scores[k].max():
            continue
        hidden_letter = looks.covered[n] and best > LIKELY and not (upright & bare)[k]
        if best > scores[k].max() or hidden_letter:
            scores[k], marks[k], taken[k] = looks.scores[n], looks.marks[n], n
    if not taken:
        return first
    return ObservedCells(
        cells.replaced(list(taken), seen, list(taken.values())),
        marks,
        Letters(letters.letters, scores),
    )


def _grounds(cells: Cells, sure: NDArray[np.bool_]) -> Floats:
    """``(K, 3)`` the grounds; where a bold letter was mistaken for the ground, its ink instead."""
    inks, known = cells.ink[sure], cells.ground[sure]
    turned = ~sure & near(cells.ink, known, SAME_COLOUR)
    if not turned.any():
        return cells.ground
    to_ink, to_ground = (colour_distances(cells.ground, each).min(axis=1) for each in (inks, known))
    turned &= to_ink < to_ground
    return np.where(turned[:, None], cells.ink, cells.ground)


class _Looks(NamedTuple):
    """Cells seen with known inks.

    Attributes:
        marks: The letter's mark of each.
        scores: Their likeness to the letters.
        covered: ``(K,)`` bool, whether part of the letter may be hidden.
    """

    marks: list[Mark | None]
    scores: Floats
    covered: NDArray[np.bool_]


def _look(seen: Cells, placer: Placer, fonts: GlyphBank, accented: str, line: Line) -> _Looks:
    """What cells show, each with one ink."""
    marks = find_marks(seen, line.top)
    found = placer.rate(seen.coverage, seen.foreign)
    deep = [n for n, mark in enumerate(marks) if mark is None or mark.blob.bottom > line.bottom + 3]
    likeness = _hanging([marks[n] for n in deep], fonts)
    lower = np.array(deep, np.int64)[likeness < SURE]
    short = find_marks(seen.only(lower), line.top, line.bottom)
    found[lower] = np.maximum(found[lower], match_marks(short, fonts, accented).scores)
    perhaps = np.array(deep, np.int64)[likeness >= PERHAPS]
    found[np.ix_(perhaps, ~_low(fonts))] *= CUT_OFF
    for n, mark in zip(lower.tolist(), short, strict=True):
        marks[n] = marks[n] or mark
    covered = np.array(
        [mark is None or mark.hidden > HIDDEN or not _stands(mark, line) for mark in marks], bool
    )
    plain = np.flatnonzero(~covered)
    rated = match_marks([marks[n] for n in plain], fonts, accented).scores
    found[plain] = np.maximum(found[plain], rated)
    return _Looks(marks, found, covered)


def _hanging(marks: Sequence[Mark | None], fonts: GlyphBank) -> Floats:
    """Likeness of each mark to letters that go below the line, such as a Q in many fonts."""
    scores = match_marks(marks, fonts).scores
    return np.where(_low(fonts)[scores.argmax(axis=1)], scores.max(axis=1), np.float32(0.0))


def _low(fonts: GlyphBank) -> NDArray[np.bool_]:
    """``(N,)`` whether each letter goes below the line in one of the fonts."""
    return np.asarray((fonts.tops + fonts.heights).max(axis=0) >= HANGING, np.bool_)


def _own_letters(cells: Cells, letters: Letters, clear: NDArray[np.bool_]) -> dict[int, Floats]:
    """For each letter seen clearly in the picture, by its number, the ink of the clearest cell."""
    shown = np.flatnonzero(clear)
    named, best = letters.scores[shown].argmax(axis=1), letters.best[shown]
    ranked = np.argsort(-best, kind="stable")
    seen, first = np.unique(named[ranked], return_index=True)
    clearest = shown[ranked[first]]
    return dict(zip(seen.tolist(), cells.coverage[clearest], strict=True))


def _printed(cells: Cells, line: Line) -> NDArray[np.bool_]:
    """``(K,)`` whether a cell shows something as high as letters: ink or something on it.

    A premium label is lower than that.
    """
    ends = max(2, round(line.height / ENDS))
    top, bottom = round(line.top), round(line.bottom)
    head, foot = (
        ((cells.coverage[:, rows, 10:50] > 0.5) | cells.foreign[:, rows, 10:50]).any(axis=(1, 2))
        for rows in (slice(top, top + ends), slice(bottom - ends, bottom))
    )
    return np.asarray(head & foot, np.bool_)


def _explains(seen: Cells, line: Line) -> NDArray[np.bool_]:
    """``(K,)`` whether the letter's place has more of this ink than of foreign pixels."""
    rows = slice(round(line.top), round(line.bottom))
    inked = (seen.coverage[:, rows, 10:50] > 0.5).sum(axis=(1, 2))
    return np.asarray(inked > seen.foreign[:, rows, 10:50].sum(axis=(1, 2)), np.bool_)


def _on_paper(seen: Cells) -> NDArray[np.bool_]:
    """``(K,)`` whether there is ground above or below the letter: premium squares are all ink."""
    head, foot = ((seen.coverage[:, rows, 8:56] > 0.5).mean(axis=(1, 2)) for rows in (HEAD, FOOT))
    return np.asarray(np.minimum(head, foot) < 0.5, np.bool_)


def _stands(mark: Mark, line: Line) -> bool:
    """Whether a mark begins where letters begin and is as high, to a pixel: heights are whole."""
    return abs(mark.blob.y - line.top) <= 3 and mark.blob.height + 1 >= 0.94 * line.height


def _displaced(mark: Mark, line: Line) -> bool:
    """Whether a mark is as high as letters are, but stands higher or lower, as on lifted tiles."""
    moved = abs(mark.blob.y - line.top) > 3
    return moved and abs(mark.blob.height - line.height) <= 0.06 * line.height


def palette_of(inks: Floats) -> list[Floats]:
    """The different ink colours, the most common first."""
    colours: list[Floats] = []
    rest = inks
    while len(rest) and len(colours) < 4:
        alike = colour_distances(rest, rest) < SAME_COLOUR
        middle = int(alike.sum(axis=1).argmax())
        own = np.sort(rest[alike[middle]], axis=0)
        colours.append((own[(len(own) - 1) // 2] + own[len(own) // 2]) / 2)
        rest = rest[~alike[middle]]
    return colours


def near(colours: Floats, known: Floats, most: float) -> NDArray[np.bool_]:
    """``(K,)`` whether each colour lies within ``most`` of a known one."""
    if not len(known):
        return np.zeros(len(colours), bool)
    return np.asarray((colour_distances(colours, known) <= most).any(axis=1))
