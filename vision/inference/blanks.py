"""Letters and numerals of the tiles in; which tiles are blanks out.

A blank has no numeral, or a 0. The sure letters show how reliable a picture's numerals are.
"""

from __future__ import annotations

from collections import defaultdict
from statistics import median
from typing import NamedTuple

import numpy as np

from solver.game import TileSet
from vision.doubts import Reason, Why, because
from vision.tiles import BARE_STROKE, LEGIBLE, PRESENT, Numeral, TileObservations

FAINT = 1.6
"""Factor around the least ink of a numeral within which it is unclear whether there is one."""

FORMLESS = 2.0
"""The same where no figure's shape is visible: noise of small compressed pictures."""

BARE = 0.27
"""Ink below which there is only shading, if no figure is legible: blanks of sharp pictures have up
to 0.22 where the tile's edge is near, faint numerals of small ones 0.33 and more."""

LEGIBLE_SHARE = 0.3
"""Share of a picture's tiles that need a legible numeral so that a missing one proves a blank."""

ZERO_LEAD = 0.08
"""Difference in likeness to a 0 and to another value up to which either may be printed; sharp
numerals differ by 0.15 and more."""

PLAIN_ZERO = 0.75
"""Likeness to a 0 below which something else may lie there."""

AS_LIKELY = 0.12
"""Difference in likeness within which two letters are equally likely."""

CUT_UP = 0.2
"""How far a letter that touches its 10 may be behind another one; a Q loses its tail then."""

MOSTLY_LEGIBLE = 0.6
"""The same for no doubt: of small compressed pictures' numerals 0.87 are legible, of those of
pictures too small to be read half."""

USUALLY_LEGIBLE = 0.9
"""Share of a picture's tiles with a legible numeral from which an illegible one is suspicious."""

OWN_VALUE = 0.8
"""Likeness of a figure to the letter's own value from which it is that value at any place: looks
that print it close to the letter have it elsewhere on every tile."""

MAY_BE_OWN = 0.5
"""The same from which it may be that value."""

SLACK = 3
"""Pixels of a cell by which letters may reach beyond the line."""

SURE_LIKENESS = 0.9
"""Likeness, with a lead of SURE_LEAD, from which a letter is sure whatever its numeral says."""

SURE_LEAD = 0.06

TRUSTED = 0.8
"""Share of sure letters whose numeral agrees, from which one that does not is a doubt; where fewer
agree, their ink says nothing about other numerals either."""

ODD_INK = (0.45, 1.6)
"""Ink of a numeral, as a ratio to its value's usual ink, outside of which it is another value."""


class NumeralReliability(NamedTuple):
    """How reliable the numerals of a picture are.

    Attributes:
        share: Share of sure letters with a legible numeral for which it is right, 0 to 1; a single
            wrong one is ignored.
        ink: Usual ink, as a share of a numeral's, for each value that is seen more than once.
    """

    share: float
    ink: dict[int, float]

    def believes(self, value: int, ink: float) -> bool:
        """Whether a numeral of that ink can be that value."""
        usual = self.ink.get(value)
        return usual is None or ODD_INK[0] <= ink / usual <= ODD_INK[1]


def measure_reliability(faces: TileObservations, tiles: TileSet) -> NumeralReliability:
    """Compare the numerals of a picture with its sure letters.

    Args:
        faces: What the cells show.
        tiles: The language's tiles.
    """
    agree, told = 0, 0
    inks: defaultdict[int, list[float]] = defaultdict(list)
    scores = faces.letters.scores
    second, first = np.sort(scores, axis=1)[:, -2:].T
    sure = faces.is_tile & (first >= SURE_LIKENESS) & (first - second >= SURE_LEAD)
    places: list[int] = np.flatnonzero(sure).tolist()
    for k, letter in zip(places, faces.letters.named(places), strict=True):
        numeral = faces.numerals[k]
        value = numeral.value
        if not value:
            continue
        told += 1
        if value == tiles.values.get(letter):
            agree += 1
            inks[value].append(numeral.ink)
    usual = {value: median(each) for value, each in inks.items() if len(each) > 1}
    share = (agree + 1) / max(told, agree + 1)  # a single wrong one is judged by the others alone
    return NumeralReliability(share, {value: ink for value, ink in usual.items() if ink > 0})


def find_blanks(
    faces: TileObservations,
    tiles: TileSet,
    trust: NumeralReliability,
    *,
    prints_zero: bool,
    elsewhere: int = 0,
) -> dict[int, tuple[bool, Reason | None]]:
    """Whether each tile is a blank, and why that is not certain (None where it is).

    Args:
        faces: What the cells show.
        tiles: The language's tiles.
        trust: What numerals of the picture usually look like.
        prints_zero: Whether the look prints a 0 on a blank; otherwise it prints nothing there.
        elsewhere: Blanks of the same bag that are seen elsewhere.
    """
    places: list[int] = np.flatnonzero(faces.is_tile).tolist()
    limit = max(0, tiles.counts.get("?", 0) - elsewhere)
    valued = {k for k in places if faces.numerals[k].value and not faces.numerals[k].hidden}
    discs = [k for k in places if faces.on_disc[k] and k not in valued]
    if len(discs) > limit:  # that is how the look shows letters
        discs = []
    others = [k for k in places if k not in discs]
    limit -= len(discs)
    if prints_zero:
        shown = {k: _by_zero(faces, tiles, k) for k in others}
        found = _at_most(limit, shown, faces)
    else:
        found = _of_absence(others, faces, tiles, trust, limit)
    return dict(sorted({**found, **dict.fromkeys(discs, (True, None))}.items()))


def _of_absence(
    places: list[int],
    faces: TileObservations,
    tiles: TileSet,
    trust: NumeralReliability,
    limit: int,
) -> dict[int, tuple[bool, Reason | None]]:
    """Which tiles are blanks where a blank shows no numeral; ``limit`` of them at most."""
    legible = [k for k in places if faces.numerals[k].value is not None]
    if faces.corner is None or len(legible) < LEGIBLE_SHARE * len(places):
        return dict.fromkeys(places, (False, because(Why.SMALL_NUMERALS)))
    letters = dict(zip(places, faces.letters.named(places), strict=True))
    known = trust.ink if trust.share >= TRUSTED else {}
    worth = {k: tiles.values.get(letters[k]) for k in places}
    seen = {k: value if (value := faces.numerals[k].value) else worth[k] for k in places}
    ink = {k: faces.numerals[k].ink / known.get(seen[k] or 0, 1.0) for k in places}
    clear = len(legible) >= USUALLY_LEGIBLE * len(places)
    found = {k: _by_absence(faces.numerals[k], ink[k], worth[k], clear=clear) for k in places}
    blanks = [k for k in places if found[k][0]]
    if len(legible) < MOSTLY_LEGIBLE * len(places):
        found |= dict.fromkeys(blanks, (True, because(Why.FEW_NUMERALS)))
    if len(blanks) > limit:
        many = because(Why.MANY_BLANKS, n=len(blanks) + tiles.counts.get("?", 0) - limit)
        found |= dict.fromkeys(blanks, (False, many))
    return found


def _by_zero(faces: TileObservations, tiles: TileSet, k: int) -> tuple[bool, Reason | None]:
    numeral = faces.numerals[k]
    within = CUT_UP if _beyond_line(faces, k) else AS_LIKELY
    if numeral.value == 0 and (ten := may_be_ten(faces, k, tiles, within=within)):
        return False, because(Why.ZERO_OR_TEN, other=ten)
    if numeral.value is None and numeral.ink < PRESENT:
        return False, because(Why.NO_NUMERAL)
    if numeral.value is None:
        return False, because(Why.UNREAD_NUMERAL)
    (letter,) = faces.letters.named([k])
    own = tiles.values.get(letter, 0) if numeral.value == 0 else numeral.value
    zero, other = (numeral.scores.get(value, 0.0) for value in (0, own))
    alike = min(zero, other) >= LEGIBLE and abs(zero - other) < ZERO_LEAD
    alike |= numeral.value == 0 and zero < PLAIN_ZERO
    worth = numeral.scores.get(tiles.values.get(letter, 0), 0.0)
    alike |= abs(zero - other) < ZERO_LEAD and zero > worth + AS_LIKELY
    return numeral.value == 0, because(Why.MAYBE_ZERO) if alike else None


def _beyond_line(faces: TileObservations, k: int) -> bool:
    """Whether a letter's ink continues to the place of numerals, as into the 1 of a 10."""
    mark, line, corner = faces.marks[k], faces.line, faces.corner
    if mark is None or line is None or corner is None:
        return False
    top, bottom = mark.blob.y, mark.blob.bottom
    return bottom > line.bottom + SLACK if corner.below else top < line.top - SLACK


def _at_most(
    limit: int, shown: dict[int, tuple[bool, Reason | None]], faces: TileObservations
) -> dict[int, tuple[bool, Reason | None]]:
    """Where more zeros are seen than the bag has blanks, those most like another value are no 0."""
    blanks = sorted(
        (k for k, (blank, _) in shown.items() if blank),
        key=lambda k: (
            max((s for v, s in faces.numerals[k].scores.items() if v), default=0.0)
            - faces.numerals[k].scores[0]
        ),
    )
    doubted = {k: (False, shown[k][1]) for k in blanks[limit:] if shown[k][1]}
    return shown | doubted


def may_be_ten(
    faces: TileObservations, k: int, tiles: TileSet, *, within: float = AS_LIKELY
) -> str:
    """A letter that a tile may be and whose value ends in a 0; empty where there is none.

    Where a 0 stands alone, there is no 1 before it that touches the letter.
    """
    if faces.numerals[k].alone:
        return ""
    scores = faces.letters.scores[k]
    for n in np.flatnonzero(scores >= scores.max() - within):
        letter = faces.letters.letters[int(n)]
        value = tiles.values.get(letter)
        if value and value % 10 == 0:
            return letter
    return ""


def plain_zero(numeral: Numeral) -> bool:
    """Whether a numeral is a 0 and cannot be another figure, as an 8 of a small picture."""
    other = max((score for value, score in numeral.scores.items() if value % 10), default=0.0)
    return numeral.value == 0 and numeral.scores[0] - other >= ZERO_LEAD


def _by_absence(
    numeral: Numeral, ink: float, worth: int | None, *, clear: bool
) -> tuple[bool, Reason | None]:
    if numeral.hidden and numeral.value is not None and numeral.value != worth:
        return False, because(Why.OTHERS_NUMERAL)
    if numeral.hidden and ink < PRESENT:  # its ink may belong to what lies there
        return False, because(Why.HIDDEN_NUMERAL)
    stroke = numeral.value == 1 and abs(numeral.scores[1] - BARE_STROKE) < 0.01
    odd = stroke or numeral.value != worth  # also for a speck or a shadow
    if numeral.value is not None and ink >= PRESENT * (FAINT if odd else 1 / FAINT):
        return False, None
    own = 0.0 if worth is None else numeral.scores.get(worth, 0.0)
    if ink < PRESENT and own >= MAY_BE_OWN and not stroke and own == max(numeral.scores.values()):
        return False, None if own >= OWN_VALUE else because(Why.SMALL_FIGURE)
    if clear and ink >= PRESENT * FAINT and not numeral.touched:
        return False, because(Why.NOT_NUMERAL)
    most = PRESENT * (FAINT if numeral.scores else FORMLESS)
    near = BARE <= ink < most or (ink < PRESENT and bool(numeral.scores))
    return ink < PRESENT, because(Why.FAINT_NUMERAL) if near else None
