"""The probability of a tile's answer by the joint inference in; a calibrated one out."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

BEYOND: Final = 12.0
"""Log-odds that more evidence does not raise: one in 160,000, of a fit to 120,000 tiles."""

RARE = 1e-3
"""Probability below which something is not looked at more closely."""

UNCHANGED: Final = 0.83
"""Share of letters that are read right although the picture's edge cuts them off: of 966 on
screens cropped through their tiles, real ones but for path games, 801."""


class Company(NamedTuple):
    """What the tiles of a picture have in common.

    Attributes:
        unlisted: Share of its runs that are no words, with one more counted that is a word.
        unsure: Share of its tiles that are not told with 0.99.
        foreign: How unlike all known fonts its letters are, 0 to 1.5.
    """

    unlisted: float
    unsure: float
    foreign: float


class Weighed(NamedTuple):
    """What the probability of a tile's answer is calibrated by.

    Attributes:
        chance: The probability of its letter beside the other tiles, 0 to 1.
        flipped: The probability that it is a blank and taken for none, or the other way round.
        company: The other tiles.
        hidden: Whether the corner of its numeral lies under something.
        covered: Whether something lies on the letter, or none is seen, and it is not clear.
    """

    chance: float
    flipped: float
    company: Company
    hidden: bool
    covered: bool


@cache
def fitted() -> dict[str, Any]:
    """The numbers that `tests/benchmarks/fitting.py` fitted, with a record of how they were."""
    text = files("vision.inference").joinpath("likelihood.json").read_text(encoding="utf-8")
    numbers: dict[str, Any] = json.loads(text)
    return numbers


def sure_from() -> float:
    """The probability from which a tile is no doubt."""
    return float(fitted()["sure"])


def vote() -> float:
    """Gain in log-likelihood of a letter that an OCR engine names."""
    return float(fitted()["ocr"])


def terms(chance: float, company: Company) -> tuple[float, ...]:
    """Features of the regression of whether a letter is right, from its probability."""
    odds = min(odds_of(chance), BEYOND)
    return (
        1.0, odds, min(company.unlisted, 0.1) * 10, min(company.unsure, 0.2) * 5,
        company.foreign, odds * company.foreign / 10,
    )  # fmt: skip


def covered_terms(chance: float) -> tuple[float, ...]:
    """The same for a letter under something, which looks like some letter and often makes words."""
    return 1.0, odds_of(chance)


def blank_terms(flipped: float) -> tuple[float, ...]:
    """The same of whether a tile is rightly a blank or not, from the chance that it is wrongly."""
    return 1.0, min(odds_of(1.0 - flipped), BEYOND)


def calibrated(tile: Weighed, *, named: bool) -> float:
    """The probability, 0 to 1, that a tile's likeliest answer is right.

    Glyphs, numerals and words are not independent, and what spoils one tile of a picture spoils
    others. So the odds of a letter are tempered by how the picture reads as a whole, and those of
    its being a blank by themselves, by logistic regressions fitted on screens with spoilt glyphs
    among them. Where a numeral is out of sight nothing of it can be spoilt. An engine that names
    the letter, too, makes other errors than ours.
    """
    weights, flipped = fitted()["calibration"], tile.flipped
    letter = chance_of(_sum(terms(tile.chance, tile.company), weights["letter"]) + vote() * named)
    if tile.covered:
        letter = min(letter, chance_of(_sum(covered_terms(tile.chance), weights["covered"])))
    if not tile.hidden:
        flipped = 1.0 - chance_of(_sum(blank_terms(flipped), weights["blank"]))
    return max(0.0, letter - flipped)


def _sum(known: Sequence[float], weights: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(known, weights, strict=True))


def odds_of(chance: float) -> float:
    """The logarithm of the odds of a probability, at most some 21 either way."""
    return math.log(max(chance, 1e-9) / max(1.0 - chance, 1e-9))


def chance_of(odds: float) -> float:
    """The probability of such odds."""
    return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, odds))))
