"""Whether letters that the language lacks stand on a picture's tiles."""

from __future__ import annotations

import numpy as np
import pytest

from vision.inference.language import AS_LIKELY, ELSEWHERE, FOREIGN, foreign_letters

CLEAR = -10.0
"""Of a tile whose letter is one of the language beyond doubt."""


def odd_one(strange: float, others: int = 30, *, listed: int = 0, unlisted: int = 0) -> float:
    """The probability of a tile beside others that are clear."""
    tiles = np.array([strange] + [CLEAR] * others)
    return float(foreign_letters(tiles, listed, unlisted)[0])


def test_a_letter_as_likely_as_the_language_s_own_leaves_the_language_open() -> None:
    alone = odd_one(AS_LIKELY, 0)
    assert alone == pytest.approx(ELSEWHERE * (1 - FOREIGN), rel=0.1)
    assert odd_one(AS_LIKELY) < alone


def test_many_strange_letters_bear_each_other_out() -> None:
    many = foreign_letters(np.array([4.0] * 4 + [CLEAR] * 30), 0, 0)
    assert many[0] > 20 * odd_one(4.0, 33)
    assert many[:4].min() > 0.15
    assert many[4:].max() < 1e-4


def test_words_tell_the_language() -> None:
    """A dozen words of the language outweigh one strange letter; texts that are none do not."""
    assert odd_one(8.0) > 0.2
    assert odd_one(8.0, listed=12) < 0.005
    assert odd_one(8.0, listed=6, unlisted=6) > 0.95
    assert odd_one(CLEAR, unlisted=12) < 1e-4
