"""Glyphs, numerals and the language's values in; each tile's ranked letters, one chosen, out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from statistics import median
from typing import NamedTuple

import numpy as np

from solver.game import TileSet
from vision.doubts import Reason, Why, because
from vision.imaging import Doubles
from vision.inference.blanks import (
    CUT_UP,
    SURE_LEAD,
    SURE_LIKENESS,
    TRUSTED,
    NumeralReliability,
    find_blanks,
    may_be_ten,
    measure_reliability,
)
from vision.inference.choice import CONFIRMED, DOUBTED, DOUBTFUL, Choice
from vision.tiles import HIDDEN, LEGIBLE, PRESENT, TWO_DIGITS, Numeral, TileObservations

CLEAR_MARGIN = 0.06
"""Lead over the second letter from which the first is certain; twice as much where something lies
on it, or it is less like a letter than the others are."""

CLEAR_LIKENESS = 0.85
"""Likeness from which nothing contradicts the letter."""

BEHIND = (0.1, 0.2)
"""How much lower a letter's likeness may be than that of the picture's others, and the lead over
the second letter that compensates it; a wide letter lacks 0.13 in a foreign font, but leads by
0.28."""

FAR_BEHIND = (0.15, 0.22)
"""The same where the numeral agrees: several letters have the same value."""

UNTOLD = (0.07, 0.2)
"""The same where no numeral is legible."""

MAY_BE_VALUE = 0.5
"""Likeness of a numeral to a value from which it may be that value."""

AS_LIKELY = 0.05
"""How much more a numeral may be like another value, and still be this one."""

FELLOWS = 3
"""Letters that show how clear letters are in the picture."""

NO_BLANK: tuple[bool, Reason | None] = (False, None)
"""A tile that is no blank, for certain."""

NO_LEAD = 0.04
"""Lead in likeness below which the numeral alone decides between two letters."""

PLAIN_VALUE = 0.85
"""Likeness of a numeral to its value from which it may decide."""

NO_LIKENESS = 0.55
"""Likeness at which a letter is only a guess."""

VALUE_WEIGHT = 0.15
"""What a letter loses in likeness when the numeral clearly shows another value; twice as much
where the letter is not sure, or two clear digits show the value."""

CLEAR = 0.8
"""Likeness from which both digits are clear."""

ALIKE = (0.1, 0.15)
"""Difference in likeness up to which another letter looks alike: for a sure letter, and for one
that is not sure."""

RIVALS = 5
"""Letters remembered behind the first one."""


class Ranked(NamedTuple):
    """The letters one tile looks like.

    Attributes:
        order: The likeliest letters of the language, the first one and its rivals.
        behind: How far each is behind the first one, by glyph and numeral together.
        likeness: How much the glyph alone looks like each.
        alike: All other letters whose glyph looks much like the first one's.
        clearest: Likeness to the best letter of any language.
        numeral: What is printed in the corner.
        legible: The value that it shows, None where none is clear.
        hidden: Whether something lies on the letter.
    """

    order: list[str]
    behind: list[float]
    likeness: list[float]
    alike: tuple[str, ...]
    clearest: float
    numeral: Numeral
    legible: int | None
    hidden: bool


def rank_letters(
    faces: TileObservations, tiles: TileSet, trust: NumeralReliability, blanks: Mapping[int, bool]
) -> list[Ranked]:
    """The letters of some cells in order.

    Args:
        faces: What the cells show.
        tiles: The language's tiles.
        trust: What numerals of the picture usually look like.
        blanks: The cells that hold tiles, and whether each is a blank, whose numeral says nothing.
    """
    places = list(blanks)
    if not places:
        return []
    known = [n for n, each in enumerate(faces.letters.letters) if each in tiles.values]
    letters = [faces.letters.letters[n] for n in known]
    seen = faces.letters.scores[places].astype(np.float64)
    clearest, likeness = seen.max(axis=1).tolist(), seen[:, known]
    numerals = [faces.numerals[k] for k in places]
    marks = [faces.marks[k] for k in places]
    hidden = [mark is None or mark.hidden > HIDDEN for mark in marks]
    legible = [
        None if blanks[k] else legible_value(numeral, trust)
        for k, numeral in zip(places, numerals, strict=True)
    ]
    unsure = [each or best < SURE_LIKENESS for each, best in zip(hidden, clearest, strict=True)]
    worth = [tiles.values[letter] for letter in letters]
    told = [
        None if value is not None and _is_cut_off(row, worth, value) else value
        for row, value in zip(likeness, legible, strict=True)
    ]
    scores = likeness - _losses(numerals, told, unsure, worth, trust)
    order = np.argsort(-scores, axis=1, kind="stable")[:, : 1 + RIVALS]
    ranked = np.take_along_axis(scores, order, axis=1)
    behind = (ranked[:, :1] - ranked).tolist()
    shown = np.take_along_axis(likeness, order, axis=1)
    lacks = shown[:, :1] - likeness
    near = lacks <= np.where(shown[:, :1] < SURE_LIKENESS, ALIKE[1], ALIKE[0])
    near[np.arange(len(near)), order[:, 0]] = False
    alike: list[tuple[str, ...]] = [()] * len(places)
    for row in np.flatnonzero(near.any(axis=1)).tolist():
        alike[row] = tuple(letters[n] for n in np.flatnonzero(near[row]))
    names = [[letters[n] for n in row] for row in order.tolist()]
    columns = names, behind, shown.tolist(), alike, clearest, numerals, legible, hidden
    return [Ranked(*row) for row in zip(*columns, strict=True)]


def _is_cut_off(likeness: Doubles, worth: list[int], value: int) -> bool:
    """Whether a numeral may be the first figure of the 10 that a sure letter has.

    Args:
        likeness: ``(N,)`` of the glyph to the letters.
        worth: What each counts.
        value: What the numeral shows.
    """
    second, first = np.sort(likeness)[-2:]
    ten = worth[int(likeness.argmax())]
    sure = first >= SURE_LIKENESS and first - second >= SURE_LEAD
    return bool(sure and ten >= TWO_DIGITS and ten // 10 == value)


def _losses(
    numerals: list[Numeral],
    legible: list[int | None],
    unsure: list[bool],
    worth: list[int],
    trust: NumeralReliability,
) -> Doubles:
    """``(K, N)`` the likeness that letters lose whose value differs from each tile's numeral."""
    values = sorted(set(worth))
    told, best, weight = [], [], []
    for numeral, value, doubtful in zip(numerals, legible, unsure, strict=True):
        told.append([numeral.scores.get(each, 0.0) for each in values])
        best.append(0.0 if value is None else numeral.scores[value])
        ten = value is not None and value >= TWO_DIGITS and numeral.scores[value] >= CLEAR
        weight.append(0.0 if value is None else VALUE_WEIGHT * (2 if doubtful or ten else 1))
    weights = np.array(weight) * max(0.0, 2 * trust.share - 1)
    losses: Doubles = weights[:, None] * (np.array(best)[:, None] - np.maximum(0.0, told))
    return losses[:, np.searchsorted(values, worth)]


def legible_value(numeral: Numeral, trust: NumeralReliability) -> int | None:
    """The value that the numeral shows, None where it is unclear or its ink fits another value."""
    best, most = 0, 0.0
    for value, score in numeral.scores.items():
        if value > 0 and score >= LEGIBLE and score > most:
            best, most = value, score
    return best if best and trust.believes(best, numeral.ink) else None


def decide(
    faces: TileObservations,
    tiles: TileSet,
    *,
    prints_zero: bool,
    rack: bool = False,
    blanks_elsewhere: int = 0,
) -> list[Choice | None]:
    """The letter of each cell that holds a tile, None for the other cells.

    Args:
        faces: What the cells show.
        tiles: The language's tiles.
        prints_zero: Whether the look prints a 0 on a blank; otherwise it prints nothing there.
        rack: Whether the tiles are on the rack, where a blank shows no letter.
        blanks_elsewhere: Blanks of the same bag that are seen elsewhere.
    """
    shown = faces.numerals
    if not prints_zero:
        faces = replace(faces, numerals=tuple(map(_without_zero, faces.numerals)))
    trust = measure_reliability(faces, tiles)
    usual = _usual_likeness(faces)
    if rack:
        blanks = dict.fromkeys(np.flatnonzero(faces.is_tile).tolist(), NO_BLANK)
    else:
        blanks = find_blanks(
            faces, tiles, trust, prints_zero=prints_zero, elsewhere=blanks_elsewhere
        )
    choices: list[Choice | None] = [None] * len(faces.is_tile)
    rankings = rank_letters(faces, tiles, trust, {k: blank for k, (blank, _) in blanks.items()})
    for (k, (blank, unclear)), ranked in zip(blanks.items(), rankings, strict=True):
        doubt = unclear or (None if blank else _run_into(faces, k, tiles, ranked))
        if not (doubt or blank or rack or prints_zero) and _zero(shown[k], ranked, tiles):
            doubt = because(Why.MAYBE_ZERO)
        choices[k] = _choose(ranked, tiles, trust, usual, blank, doubt)
    return choices


def _run_into(faces: TileObservations, k: int, tiles: TileSet, ranked: Ranked) -> Reason | None:
    """What contradicts a letter that may be a similar one that touches its 10."""
    if not ranked.numeral.touched or ranked.legible is not None:
        return None
    (letter,) = faces.letters.named([k])
    ten = may_be_ten(faces, k, tiles, within=CUT_UP)
    if not ten or ten == letter:
        return None
    if ranked.numeral.hidden and ranked.numeral.ink < PRESENT:  # there may be none
        return because(Why.HIDDEN_NUMERAL)
    return because(Why.ALIKE_TOUCHED, letter=letter, other=ten)


def _other_value(ranked: Ranked, tiles: TileSet) -> Reason | None:
    """What contradicts a letter whose hardly legible numeral fits a similar letter better."""
    scores, first = ranked.numeral.scores, ranked.order[0]
    own = scores.get(tiles.values[first], 0.0)
    for letter in ranked.alike:
        told = scores.get(tiles.values[letter], 0.0)
        if told >= MAY_BE_VALUE and told > own + AS_LIKELY:
            return because(Why.ALIKE_WORTH, letter=first, other=letter)
    return None


def _cut_off(ranked: Ranked, tiles: TileSet) -> Reason | None:
    """What contradicts a letter that may be a similar one, of whose 10 only the 1 is visible."""
    first, worth = ranked.order[0], tiles.values[ranked.order[0]]
    least = ranked.likeness[0] + NO_LEAD
    if max(ranked.likeness) < least:
        return None
    for letter, likeness in zip(ranked.order[1:], ranked.likeness[1:], strict=True):
        ten = tiles.values[letter] >= TWO_DIGITS and tiles.values[letter] // 10 == worth
        if ten and likeness >= least:
            return because(Why.ALIKE_WORTH, letter=first, other=letter)
    return None


def _zero(numeral: Numeral, ranked: Ranked, tiles: TileSet) -> bool:
    """Whether the corner shows something like a 0 and not like the letter's own value."""
    zero, worth = numeral.scores.get(0, 0.0), tiles.values[ranked.order[0]]
    if zero < LEGIBLE or worth % 10 == 0:
        return False
    return zero >= max(numeral.scores.values()) - AS_LIKELY > numeral.scores.get(worth, 0.0)


def _without_zero(numeral: Numeral) -> Numeral:
    """Where no tile shows a 0, what looks like one is the end of a 10 that touches its letter."""
    if 0 not in numeral.scores:
        return numeral
    scores = dict(numeral.scores)
    zero = scores.pop(0)
    if not numeral.alone:
        scores |= {value: max(score, zero) for value, score in scores.items() if value % 10 == 0}
    return Numeral(numeral.ink, numeral.hidden, scores, numeral.touched, numeral.alone)


def _usual_likeness(faces: TileObservations) -> float:
    """The usual likeness of the picture's letters, 0 where there are too few."""
    best = faces.letters.best[faces.is_tile].tolist()
    return median(best) if len(best) >= FELLOWS else 0.0


def _choose(
    ranked: Ranked,
    tiles: TileSet,
    trust: NumeralReliability,
    usual: float,
    blank: bool,  # noqa: FBT001
    unclear: Reason | None,
) -> Choice:
    first, second = ranked.order[:2]
    numeral, legible, hidden = ranked.numeral, ranked.legible, ranked.hidden
    likeness, lead, worth = ranked.likeness[0], ranked.behind[1], tiles.values[first]
    rivals = tuple(zip(ranked.order[1:], ranked.behind[1:], strict=True))
    clear = (ranked.clearest - NO_LIKENESS) / (CLEAR_LIKENESS - NO_LIKENESS)
    odd = usual - ranked.clearest > BEHIND[0]
    margin = CLEAR_MARGIN * (2 if hidden or odd else 1)
    confidence = max(0.0, min(lead / margin, clear, 1.0))
    if clear < 1:  # it may be none of the language's letters; a word confirms it
        confidence = min(confidence, CONFIRMED)
    why = None if confidence >= DOUBTFUL else because(Why.ALIKE, letter=first, other=second)
    at_odds = legible is not None and legible != worth
    sure = confidence == 1.0 and likeness >= SURE_LIKENESS and not hidden
    if sure and (unclear or at_odds):  # its shape is clear, only the numeral is not
        told = {each: numeral.scores.get(tiles.values[each], 0.0) for each in ranked.order}
        near = [each for each in ranked.alike if at_odds and told.get(each, 0.0) > told[first]]
        rivals = tuple(pair for pair in rivals if pair[0] in near)
    if legible is not None and at_odds:
        explained = any(tiles.values[each] == legible for each in ranked.alike)
        plain = numeral.scores[legible] > LEGIBLE + 0.15 and trust.share >= TRUSTED
        own = numeral.scores.get(worth, 0.0)
        two = legible >= TWO_DIGITS and numeral.scores[legible] > own + AS_LIKELY  # dirt does not
        confidence = min(confidence, 0.4 if plain or explained or two else 0.7)
        told_otherwise = because(Why.OTHER_VALUE, numeral=legible, letter=first, value=worth)
        why = told_otherwise if plain else why or told_otherwise
    if not unclear and not hidden:
        most, enough = FAR_BEHIND if legible == worth else BEHIND if legible or blank else UNTOLD
        if usual - ranked.clearest > most and lead < enough:
            unclear = because(Why.LESS_LIKE, letter=first)
    if legible is not None and not unclear:
        alone = likeness - ranked.likeness[1]
        if alone < NO_LEAD and numeral.scores[legible] < PLAIN_VALUE:
            unclear = because(Why.ALIKE_UNTOLD, letter=first, other=second)
    if not (unclear or blank):
        unclear = _other_value(ranked, tiles) if legible is None else _cut_off(ranked, tiles)
    if unclear:  # a word proves the letter, but nothing else
        confidence, why = min(confidence, DOUBTED), unclear
    return Choice(
        first,
        blank,
        confidence,
        second,
        legible,
        why,
        rivals,
        hidden=hidden,
        alike=ranked.alike,
    )
