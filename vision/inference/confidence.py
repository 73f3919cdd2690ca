"""The probability of a tile's answer beside the others in; how often such answers are right out."""

from __future__ import annotations

import math
from typing import NamedTuple

from vision.inference.fitted import fitted


class Company(NamedTuple):
    """What the tiles of a picture have in common.

    Attributes:
        unlisted: Share of its runs that are no words; of no run and one that is.
        unsure: Share of its tiles that are not told with 0.99.
        foreign: How unlike all known fonts its letters are, 0 to 1.5.
    """

    unlisted: float
    unsure: float
    foreign: float


def sure_from() -> float:
    """The probability from which a tile is no doubt."""
    return float(fitted()["sure"])


def vote() -> float:
    """What the log-likelihood of a letter gains that an engine names."""
    return float(fitted()["ocr"])


def terms(
    chance: float, unlisted: int, company: Company, *, changed: bool, overruled: bool
) -> tuple[float, ...]:
    """What the log-odds that an answer is right are a weighted sum of.

    Args:
        chance: Its probability beside the other tiles, 0 to 1.
        unlisted: How many of its runs are no words.
        company: The other tiles.
        changed: Whether it is not the answer that the tile alone makes likeliest.
        overruled: Whether its letter is not the one that the glyph is most like.
    """
    odds = odds_of(chance)
    most, many = min(odds, 12.0), min(unlisted, 2)
    no_words, unsure = min(company.unlisted, 0.5), min(company.unsure, 0.2)
    return (
        1.0, most, min(odds, 5.0), many, min(odds, 6.0) * many / 10, min(no_words, 0.1) * 10,
        most * min(no_words, 0.1), no_words * 2, most * no_words / 5, float(changed),
        unsure * 5, most * unsure, company.foreign, most * company.foreign / 10,
        most * company.foreign * no_words / 5, float(overruled), most * overruled / 10,
    )  # fmt: skip


def calibrated(
    chance: float, unlisted: int, company: Company, *, changed: bool, overruled: bool
) -> float:
    """The probability, 0 to 1, that a tile's likeliest answer is right.

    Glyphs, numerals and words are not independent, and what spoils one tile of a picture spoils
    others. So the odds are tempered by how the picture reads as a whole: a logistic regression,
    fitted on screens with spoilt glyphs among them. Arguments are those of ``terms``.
    """
    known = terms(chance, unlisted, company, changed=changed, overruled=overruled)
    return chance_of(sum(a * b for a, b in zip(known, fitted()["calibration"], strict=True)))


def borne_out(chance: float) -> float:
    """The probability of a letter that an engine names, too: its errors are others than ours."""
    return chance_of(odds_of(chance) + vote())


def odds_of(chance: float) -> float:
    """The logarithm of the odds of a probability, at most some 21 either way."""
    return math.log(max(chance, 1e-9) / max(1.0 - chance, 1e-9))


def chance_of(odds: float) -> float:
    """The probability of such odds."""
    return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, odds))))
