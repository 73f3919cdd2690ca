"""What is printed on the tiles of a path game in; the text of each, with its probability, out.

Letters are weighed as those of boards are, by the same weights. What is added was fitted to painted
grids by `tests/benchmarks/fitting_grids.py`, and stands in `likelihood.json` beside them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple

import cv2
import numpy as np

from vision.imaging import Doubles, Floats, Place
from vision.inference.choice import TWO_DIGITS, Answer, Choice, Print, Tile, why_letter
from vision.inference.confidence import BEYOND, UNCHANGED, chance_of, fitted, odds_of, sure_from
from vision.inference.evidence import PLAIN, Evidence, Seen, weigh
from vision.inference.findings import GridFindings, Several
from vision.inference.joint import UNLISTED
from vision.reading import Reason, Why, because
from vision.tiles import IN_FONT, SURE, in_sight

Shares = Mapping[str, float]
"""The probability of each text of a tile, the likeliest first."""

ANY = len(ascii_uppercase)
"""Number of letters that a tile may show of which nothing is known."""

WAYS = 4
"""Tiles to which a path can go on, on average: on 4 by 4 there are 16, 84, 408, 1764 and 6712 paths
of 1 to 5 letters."""

MISREAD = math.exp(-UNLISTED)
"""Share of letters that are misread in a word that the picture tells."""

FINER = 3
"""Factor by which a letter is enlarged to compare it with itself."""

ROOM = 4
"""How far it is moved each way to fit best, in these finer pixels."""

FEATURES = ("look", "look, hidden", "Q: odd", "Q: even", "J: hangs")
"""What speaks for a letter: its look as on boards; for a Q how unlike itself an O or Q is upside
down, or whether it may be one; for a J how far an I or J hangs below the other letters."""


Way = tuple[Mapping[int, str], float]
"""The tiles of a path, each with the text that the word has there, and how likely it is."""


def tell_by_words(
    shares: Sequence[Shares],
    places: Sequence[Place],
    covered: Collection[int],
    words: Sequence[str],
) -> list[Shares]:
    """The probabilities of what tiles show if a word beside the grid may be the one being traced.

    It goes from tile to neighbouring tile and over all covered ones. Beforehand, it is as likely
    that no word is traced as that one is.
    """
    ways = [way for word in words for way in _paths(word, shares, places, frozenset(covered))]
    whole = 1.0 + sum(weight for _, weight in ways)
    found = [{text: share / whole for text, share in each.items()} for each in shares]
    for tiles, weight in ways:
        for k, told in tiles.items():
            own = {text: share * MISREAD for text, share in shares[k].items()}
            own[told] = own.get(told, 0.0) + (1 - MISREAD) * ANY * shares[k].get(told, 0.0)
            part = weight / whole / sum(own.values())
            for text, share in own.items():
                found[k][text] = found[k].get(text, 0.0) + part * share
    return [_ranked(told) if k in covered else shares[k] for k, told in enumerate(found)]


def _ranked(shares: Shares) -> Shares:
    return dict(sorted(shares.items(), key=lambda each: -each[1]))


def _paths(
    word: str, shares: Sequence[Shares], places: Sequence[Place], covered: frozenset[int]
) -> Iterator[Way]:
    """The paths over all covered tiles by which a word is not much less likely than none."""
    reach = [1.0]  # the most that the letters behind each place can gain
    for letter in reversed(word):
        reach.append(reach[-1] * _most(letter, shares))
    reach.reverse()

    def go_on(tiles: Mapping[int, str], before: float, at: int) -> Iterator[Way]:
        if at == len(word):
            if covered <= tiles.keys():
                yield tiles, before
            return
        last = places[[*tiles][-1]] if tiles else None
        for k, own in enumerate(shares):
            if k in tiles or (last and math.dist(last, places[k]) >= 2):
                continue
            for text in (word[at], *(each for each in own if len(each) > 1)):
                weight, end = before * _gain(own.get(text, 0.0)), at + len(text)
                if word.startswith(text, at) and weight * reach[end] >= MISREAD:
                    yield from go_on({**tiles, k: text}, weight, end)

    yield from go_on({}, WAYS / len(shares), 0)


def _gain(share: float) -> float:
    """Factor by which a path is likelier for a tile that shows its text with this probability."""
    return ((1 - MISREAD) * ANY * share + MISREAD) / WAYS


def _most(letter: str, shares: Sequence[Shares]) -> float:
    """The most that a path gains by a letter; of several on one tile each counts as all."""
    found = ((text, share) for own in shares for text, share in own.items() if letter in text)
    gains = (max(_gain(share), 1.0 if len(text) > 1 else 0.0) for text, share in found)
    return max(gains, default=_gain(0.0))


class Rated(NamedTuple):
    """The R letters of a grid, those on a tile of several counted singly.

    Attributes:
        evidence: Their candidates.
        features: ``(R, C, F)`` what speaks for each candidate.
        places: The letters of each tile, by number.
    """

    evidence: Evidence
    features: Doubles
    places: Sequence[Sequence[int]]


def decide_grid(found: GridFindings) -> list[Choice]:
    """The texts that fit all findings best."""
    rated, numbers = rate(found), fitted()["grids"]
    weights = np.array([numbers["weights"][each] for each in FEATURES])
    shares = share(found, rated, weights, np.array(numbers["pairs"]))
    known = terms(found, shares) @ np.array(numbers["calibration"])
    choices = []
    for k, (own, odds) in enumerate(zip(shares, known.tolist(), strict=True)):
        text, other, *_ = [*own, None]
        confidence, cut = chance_of(odds), bool(found.prints.faces.cut[k])
        if k in found.told:
            confidence = 1.0
        elif cut:
            confidence = min(confidence, UNCHANGED)
        why = None
        if confidence < sure_from():
            why = because(Why.CUT_LETTER) if cut else _why(found, rated, k, text, other)
        choices.append(Choice(text, False, confidence, other, why=why))  # noqa: FBT003 (no blank)
    return choices


def rate(found: GridFindings) -> Rated:
    """What speaks for each letter."""
    faces, places = found.prints.glyphs()
    rows = list(range(len(faces.marks)))
    told = {k: text for k, text in found.told.items() if len(text) == len(places[k]) == 1}
    [evidence] = weigh([Seen(faces, rows, found.side, told)], found.tiles)
    features = np.zeros((*evidence.order.shape, len(FEATURES)))
    features[:, :, 0] = evidence.scores()[:, :, PLAIN]
    features[:, :, 0] -= features[:, :, 0].max(axis=1, keepdims=True)
    hidden = np.array([not in_sight(mark) for mark in faces.marks])
    features[:, :, 1] = features[:, :, 0] * hidden[:, None]
    for row, name in zip(rows, faces.letters.named(rows), strict=True):
        mark, line = faces.marks[row], faces.line
        if mark is None or line is None or hidden[row]:
            continue
        if name in "OQ":
            is_twin = evidence.order[row] == evidence.letters.index("Q")
            features[row, is_twin, 2:4] = min(1.0 - like_turned(mark.coverage), 0.1), 1.0
        elif name in "IJ":
            is_twin = evidence.order[row] == evidence.letters.index("J")
            hangs = (mark.blob.bottom - line.bottom) / line.height
            features[row, is_twin, 4] = min(max(hangs, 0.0), 0.2)
    return Rated(evidence, features, places)


def like_turned(coverage: Floats) -> float:
    """Correlation of ``(h, w)`` ink with itself upside down, where the two fit best."""
    height, width = coverage.shape
    fine = cv2.resize(np.ascontiguousarray(coverage), (FINER * width, FINER * height))
    framed = np.pad(fine, ROOM)
    turned = np.ascontiguousarray(framed[::-1, ::-1])
    return float(cv2.matchTemplate(np.pad(framed, ROOM), turned, cv2.TM_CCOEFF_NORMED).max())


def share(found: GridFindings, rated: Rated, weights: Doubles, pairs: Doubles) -> list[Shares]:
    """The probabilities of each tile's texts, the likeliest first.

    ``weights`` are ``(F,)``, of what is rated; ``pairs`` ``(2,)``, offset and slope of the log-odds
    of a small second letter, by how much more it is like that.
    """
    scores = rated.features @ weights
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    letters, order = rated.evidence.letters, rated.evidence.order
    best = np.argsort(-chances, axis=1, kind="stable")
    shares: list[Shares] = []
    for k, rows in enumerate(rated.places):
        parts = [{letters[order[r, n]]: float(chances[r, n]) for n in best[r]} for r in rows]
        several = found.prints.several.get(k)
        own = parts[0] if several is None else _spelled(several, parts)
        if several is not None and several.small:
            own = _with_pairs(own, several, parts[0], found.pairs, pairs)
        shares.append({found.told[k]: 1.0} if k in found.told else own)
    covered = set(np.flatnonzero(found.prints.hidden).tolist()) - set(found.told)
    return tell_by_words(shares, found.places, covered, found.words) if len(covered) > 1 else shares


def _spelled(several: Several, parts: Sequence[Shares]) -> Shares:
    """Probability of the likeliest text of several letters, and of it with its weakest replaced."""
    best = [list(part.items())[:2] for part in parts]
    places = [n for n, sign in enumerate(several.signs) if not sign]
    for n, (before, place) in enumerate(pairwise(places), 1):
        if place == before + 1 and best[n - 1][0][0] == "Q":  # no tile has another letter behind it
            best[n] = [("U", 1.0), *(each for each in best[n] if each[0] != "U")]
    weakest = min(range(len(best)), key=lambda n: best[n][0][1])
    found = {}
    for other in (0, 1):
        chosen = [two[other if n == weakest else 0] for n, two in enumerate(best)]
        text = several.spell([letter for letter, _ in chosen])
        found[text] = math.prod(chance for _, chance in chosen)
    if len(parts) > 2 and not any(several.signs):  # no known game prints that: a dash was missed
        text, chance = next(iter(found.items()))
        return dict.fromkeys((text, f"-{text}", f"{text}-"), chance / 3)
    return found


def _with_pairs(
    own: Shares, several: Several, first: Shares, pairs: Sequence[str], weights: Doubles
) -> Shares:
    """The probabilities of two capitals' texts, and those of a capital and a small letter."""
    both = dict(own)
    for text in pairs:
        odds = math.exp(weights[0] + weights[1] * several.smaller(text))
        both[text] = both.get(text, 0.0) + first.get(text[0], 0.0) * odds
    whole = sum(both.values())
    return {text: share / whole for text, share in _ranked(both).items()}


def terms(found: GridFindings, shares: Sequence[Shares]) -> Doubles:
    """``(K, T)`` features of the regression of whether each tile's text is right.

    These are its own log-odds, and what lowers them: a likeness below that of letters to their own
    font, on covered tiles and on those of several letters; many unsure tiles in the picture; and a
    numeral that is too small for several letters (unless the second is a small one), or not that of
    the letter.
    """
    prints = found.prints
    best = [next(iter(own.items())) for own in shares]
    odds = np.array([min(odds_of(chance), BEYOND) for _, chance in best])
    unsure = min(sum(chance < 0.99 for _, chance in best) / len(best), 0.2)
    lacks = np.maximum(IN_FONT - prints.likeness, 0.0)
    several = np.isin(np.arange(len(best)), list(prints.several))
    small = [text in found.pairs and prints.is_small(k, text) for k, (text, _) in enumerate(best)]
    values = np.array([prints.faces.numeral(k).value or 0 for k in range(len(best))])
    pairs = zip(best, values.tolist(), strict=True)
    worth = np.array([found.tiles.values.get(text, value) for (text, _), value in pairs])
    columns = (
        np.ones(len(best)), odds, lacks * prints.hidden, lacks * several, odds * unsure,
        several & ~np.array(small) & (values > 0) & (values < TWO_DIGITS),
        (values > 0) & (values != worth),
    )  # fmt: skip
    return np.stack(columns, axis=1).astype(np.float64)


def _why(found: GridFindings, rated: Rated, k: int, text: str, other: str | None) -> Reason:
    """What speaks most against a text."""
    prints, evidence = found.prints, rated.evidence
    if other is None or k in prints.several or prints.likeness[k] < SURE:
        return because(Why.UNCLEAR)
    if prints.hidden[k]:
        return because(Why.TRACED, other=other)
    [row] = rated.places[k]
    tile = Tile(
        Answer(text, blank=False), prints.texts[k], other, prints.faces.numeral(k),
        float(prints.likeness[k]), evidence.fellows.of(row), (), (),
    )  # fmt: skip
    shown = Print(found.tiles, False, evidence.picture, 0, None, lambda _: False)  # noqa: FBT003
    return why_letter(tile, shown)
