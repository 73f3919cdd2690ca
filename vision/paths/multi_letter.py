"""The ink of one tile in; several characters on it out (``VE``, ``D/U``, ``-ING``), or a twin.

Twins are letters that look alike in some fonts, an O and a Q, an I and a J. An O and an I look the
same upside down, a Q and a J do not. Measured on letters of 140 pictures in some 60 fonts: an O is
0.956 and more like itself turned, a Q at most 0.966 and mostly below 0.9; an I 0.86 and more, a J
at most 0.9, and where it is more than 0.8 it hangs below the line, which an I never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from vision.imaging import Blob, Blobs, Floats, find_blobs
from vision.paths.prints import Print, print_of
from vision.tiles import LEAST, GlyphBank, Line, compare, describe

PART = 0.45
"""Least height of one of several letters on a tile, as a share of a single letter's height."""

OVERLAP = 0.8
"""How far one of them may overlap the next, as a share of the narrower: a stroke leans."""

BESIDE = 0.15
"""Ink beside them, as a share of theirs, from which they are not all that is printed there."""

TALLEST = 1.4
"""The greatest height, as such a share: what is taller is a tile's edge."""

DASH = (0.12, 0.3)
"""Least width and greatest height of a dash, as shares of a letter's height."""

SLANT = (10.0, 45.0)
"""Degrees by which a stroke between two letters leans."""

STROKE = 6.0
"""Least length over width of such a stroke."""

TURNED = {"O": ("Q", 0.92, 0.95, 0.967), "I": ("J", 0.8, 0.85, 0.85)}
"""The twin; likeness of the glyph to itself turned below which it is the twin, likely is, and may
be."""

SURE_LEAD = 0.12
"""Lead of a letter that this test identifies."""

FINER = 3
"""Factor by which a letter is enlarged to compare it with itself."""

ROOM = 4
"""How far it is moved each way to fit best, in these finer pixels."""


def identify_twin(each: Print, coverage: Floats, *, hangs: bool = False) -> Print:
    """The letter, or its twin where it does not look the same upside down.

    Args:
        each: What it was read as.
        coverage: ``(h, w)`` its ink.
        hangs: Whether it reaches below the line, which neither an O nor an I does.
    """
    if each.text not in TURNED:
        return each
    twin, surely, likely, perhaps = TURNED[each.text]
    alike = _like_turned(coverage)
    if alike < likely or hangs:
        lead = SURE_LEAD if alike < surely or hangs else 0.0
        return replace(each, text=twin, runner_up=each.text, lead=lead)
    return replace(each, runner_up=twin, lead=0.0) if alike < perhaps else each


def _like_turned(coverage: Floats) -> float:
    """Correlation of ink with itself upside down, where the two fit best."""
    height, width = coverage.shape
    fine = cv2.resize(np.ascontiguousarray(coverage), (FINER * width, FINER * height))
    framed = np.pad(fine, ROOM)
    turned = np.ascontiguousarray(framed[::-1, ::-1])
    return float(cv2.matchTemplate(np.pad(framed, ROOM), turned, cv2.TM_CCOEFF_NORMED).max())


def read_several(coverage: Floats, line: Line, fonts: GlyphBank, level: float) -> Print | None:
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
    if len(parts) < 2 or not apart or _beside(found, [blob for blob, _ in parts], line):
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
        elif (letter := print_of(row, fonts.characters)) is not None:
            texts.append(letter)
        else:
            return None
    if [part.text for part in texts] == ["O", "U"]:
        texts[0] = identify_twin(texts[0], glyphs[0])
    return _joined(texts)


def _joined(parts: Sequence[Print]) -> Print | None:
    """Several characters as one text, None where no tile shows such a text."""
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


def _beside(found: Blobs, parts: Sequence[Blob], line: Line) -> bool:
    """Whether much of the ink on the letters' line belongs to none of the parts."""
    boxes = [blob for _, _, blob in found if line.top <= blob.centre[1] <= line.bottom]
    own = sum(blob.area for blob in parts)
    return sum(blob.area for blob in boxes) - own > BESIDE * own


def _is_part(blob: Blob, line: Line) -> bool:
    """Whether a piece is on the letters' line and as high as one of several letters."""
    inside = line.top <= blob.centre[1] <= line.bottom
    return inside and PART * line.height <= blob.height <= TALLEST * line.height


def _is_dash(blob: Blob, line: Line) -> bool:
    """Whether a piece is a dash halfway up the letters."""
    flat = blob.height <= DASH[1] * line.height and blob.width >= DASH[0] * line.height
    middle = abs(blob.centre[1] - line.top - line.height / 2) <= line.height / 4
    return flat and middle and blob.width > blob.height and blob.area >= LEAST


def _is_slash(glyph: Floats) -> bool:
    """Whether a piece is a single stroke that leans to the right."""
    rows, columns = np.nonzero(glyph > 0.5)
    if len(rows) < LEAST:
        return False
    (xx, xy), (_, yy) = np.cov(columns, rows)
    spread = np.hypot(xx - yy, 2 * xy)
    long, wide = xx + yy + spread, max(xx + yy - spread, 1e-6)
    leans = np.degrees(np.arctan2(-xy, yy))
    return bool(long >= STROKE**2 * wide and SLANT[0] <= leans <= SLANT[1])
