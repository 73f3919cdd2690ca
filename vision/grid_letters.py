"""The letters of a grid's tiles: one, several, or one under what a finger traced across it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import Blob, find_blobs
from vision.cells import Cells, separate_ink
from vision.classify import Faces, classify
from vision.glyphs import GlyphBank, compare, describe
from vision.marks import HIDDEN, LEAST
from vision.match import LIKELY, SURE
from vision.numerals import read_numerals
from vision.placed import Line, Placer

Floats = NDArray[np.float32]

PART = 0.45
"""Height of one of several letters on a tile, as a share of a letter's alone, at least."""

OVERLAP = 0.8
"""How far one of them may reach over the next, as a share of the narrower: a stroke leans."""

TALLEST = 1.4
"""The same at most: what is taller is a tile's rim."""

DASH = (0.12, 0.3)
"""Width at least and height at most of a dash, as shares of a letter's height."""

SLANT = (10.0, 45.0)
"""Degrees by which a stroke between two letters leans."""

STROKE = 6.0
"""Length over width of such a stroke at least."""

LEVELS = (0.5, 0.75)
"""Coverage from which a pixel is ink, and where that tells nothing: letters may nearly touch."""

PERHAPS = 0.75
"""Likeness of a half hidden letter below which it may be several."""

TEMPLATE = 0.95
"""Likeness from which a letter is a template for others that are half hidden."""

AROUND = 5
"""Pixels around what lies on a letter that it shades."""

TRACED = 0.02
"""Share of a cell that something foreign covers from which it may hide part of the letter."""


@dataclass(frozen=True, slots=True)
class Print:
    """What is printed on one tile.

    Attributes:
        text: As of ``GridTile.text``.
        likeness: Of its letters, the least, 1 at best.
        runner_up: The next best text, None where there is none.
        lead: Likeness it has ahead of that.
        hidden: Whether something lies on it.
    """

    text: str
    likeness: float
    runner_up: str | None
    lead: float
    hidden: bool = False


def read_prints(
    cells: NDArray[np.uint8], letters: GlyphBank, digits: GlyphBank, values: Sequence[int]
) -> tuple[list[Print | None], Faces]:
    """What is printed on each tile, None where nothing in sight is like a letter, and its face.

    Args:
        cells: ``(K, CELL, CELL, 3)`` uint8.
        letters: Templates of the letters.
        digits: Templates of 0 to 9.
        values: What numerals may say.
    """
    faces = classify(cells, letters, digits, values)
    prints = [_print_of(row, letters.characters) for row in faces.letters.scores]
    if faces.line is None:
        return [None] * len(prints), faces
    inks = separate_ink(cells)
    covered = _covered(inks, faces.line)
    for k in np.flatnonzero(~covered).tolist():
        single = prints[k]
        unclear = single is None or single.likeness < SURE
        for level in LEVELS if unclear else LEVELS[:1]:
            several = _several(inks.coverage[k], faces.line, faces.bank, level)
            if several is not None:
                prints[k] = several
                break
    under = np.flatnonzero(covered)
    for k, row in zip(under.tolist(), _under(inks.only(under), inks, faces), strict=True):
        placed = _best(row, letters.characters)
        if placed.likeness < PERHAPS:
            several = _several(inks.coverage[k], faces.line, faces.bank, LEVELS[0])
            placed = placed if several is None else replace(several, lead=0.0)
        prints[k] = replace(placed, hidden=True)
    many = np.array([each is not None and len(each.text) > 1 for each in prints], np.bool_)
    numerals = read_numerals(inks, faces.marks, digits, values, faces.corner, many, faces.line)
    pairs = zip(many.tolist(), numerals, faces.numerals, strict=True)
    own = tuple(other if wide else numeral for wide, other, numeral in pairs)
    return prints, replace(faces, numerals=own)


def _print_of(scores: Floats, characters: Sequence[str]) -> Print | None:
    """The letter that a tile's likenesses tell, None where it is like none."""
    best = _best(scores, characters)
    return best if best.likeness >= LIKELY else None


def _best(scores: Floats, characters: Sequence[str]) -> Print:
    """The letter that a tile is most like."""
    second, best = np.argsort(scores)[-2:].tolist()
    lead = float(scores[best] - scores[second])
    return Print(characters[best], float(scores[best]), characters[second], lead)


def _covered(inks: Cells, line: Line) -> NDArray[np.bool_]:
    """``(K,)`` on whose letters something lies."""
    rows = slice(round(line.top), round(line.bottom))
    columns = slice(round(line.middle - line.height / 2), round(line.middle + line.height / 2))
    within = inks.foreign[:, rows, columns].mean(axis=(1, 2))
    return np.asarray((within > HIDDEN) & (inks.foreign.mean(axis=(1, 2)) > TRACED), np.bool_)


def _under(hidden: Cells, inks: Cells, faces: Faces) -> Floats:
    """``(H, N)`` likeness of hidden letters by what of them can be seen."""
    count = len(faces.letters.letters)
    if not len(hidden.coverage) or faces.line is None:
        return np.zeros((0, count), np.float32)
    best = faces.letters.scores.argmax(axis=1)
    plain = (faces.letters.best >= TEMPLATE) & ~_covered(inks, faces.line)
    own = {int(best[k]): inks.coverage[k] for k in np.flatnonzero(plain)}
    shade = np.ones((AROUND, AROUND), np.uint8)
    foreign = np.stack([cv2.dilate(each.astype(np.uint8), shade) > 0 for each in hidden.foreign])
    return Placer(faces.bank, faces.line, own).rate(hidden.coverage, foreign)


def _several(coverage: Floats, line: Line, fonts: GlyphBank, level: float) -> Print | None:
    """Several characters side by side, None where there are not: ``VE``, ``D/U``, ``-Y``.

    Args:
        coverage: ``(CELL, CELL)`` the tile's ink.
        line: Where single letters stand.
        fonts: The fonts they look most like.
        level: Coverage from which a pixel is ink.
    """
    found = find_blobs(coverage[None] > level)
    parts = sorted(
        (
            (blob, number)
            for _, number, blob in found
            if _is_part(blob, line) or _is_dash(blob, line)
        ),
        key=lambda part: part[0].x,
    )
    apart = all(
        one.right - other.x <= OVERLAP * min(one.width, other.width)
        for (one, _), (other, _) in pairwise(parts)
    )
    if len(parts) < 2 or not apart:
        return None
    glyphs = [
        np.where(found.labels[0] == number, coverage, np.float32(0.0))[
            blob.y : blob.bottom, blob.x : blob.right
        ]
        for blob, number in parts
    ]
    scores = compare(*describe(glyphs), fonts).max(axis=1)
    texts: list[Print] = []
    for (blob, _), glyph, row in zip(parts, glyphs, scores, strict=True):
        if _is_dash(blob, line):
            texts.append(Print("-", 1.0, None, 1.0))
        elif 0 < len(texts) < len(parts) - 1 and _is_slash(glyph):
            texts.append(Print("/", 1.0, None, 1.0))
        elif (letter := _print_of(row, fonts.characters)) is not None:
            texts.append(letter)
        else:
            return None
    return _joined(texts)


def _joined(parts: Sequence[Print]) -> Print | None:
    """Several characters as one text, None where they make none that a tile shows."""
    text = "".join(part.text for part in parts)
    signs = [k for k, sign in enumerate(text) if not sign.isalpha()]
    ends = signs in ([0], [len(text) - 1]) and text[signs[0]] == "-"
    between = len(signs) == 1 and text[signs[0]] == "/" and 0 < signs[0] < len(text) - 1
    if signs and not (ends or between):
        return None
    weakest = min(range(len(parts)), key=lambda k: parts[k].lead)
    other = [part.text for part in parts]
    other[weakest] = parts[weakest].runner_up or other[weakest]
    likeness = min(part.likeness for part in parts)
    return Print(text, likeness, "".join(other), parts[weakest].lead)


def _is_part(blob: Blob, line: Line) -> bool:
    """Whether a piece stands where letters do and is as high as one of several is."""
    inside = line.top <= blob.centre[1] <= line.bottom
    return inside and PART * line.height <= blob.height <= TALLEST * line.height


def _is_dash(blob: Blob, line: Line) -> bool:
    """Whether a piece is a dash halfway up the letters."""
    flat = blob.height <= DASH[1] * line.height and blob.width >= DASH[0] * line.height
    middle = abs(blob.centre[1] - line.top - line.height / 2) <= line.height / 4
    return flat and middle and blob.width > blob.height and blob.area >= LEAST


def _is_slash(glyph: Floats) -> bool:
    """Whether a piece is nothing but a stroke that leans to the right."""
    rows, columns = np.nonzero(glyph > 0.5)
    if len(rows) < LEAST:
        return False
    (xx, xy), (_, yy) = np.cov(columns, rows)
    spread = np.hypot(xx - yy, 2 * xy)
    long, wide = xx + yy + spread, max(xx + yy - spread, 1e-6)
    leans = np.degrees(np.arctan2(-xy, yy))
    return bool(long >= STROKE**2 * wide and SLANT[0] <= leans <= SLANT[1])


def is_clear(read: Print) -> bool:
    """Whether a tile's text is a letter beyond doubt, or nearly so."""
    return read.likeness >= (LIKELY if read.hidden else SURE)
