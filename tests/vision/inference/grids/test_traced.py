"""Covered tiles of a path game and the words written beside its grid."""

from __future__ import annotations

import pytest

from vision.inference.grids.traced import Shares, tell_by_words

SURE = ["S", "C", "A", "R", "T", "O", "N", "I", "L"]
"""A grid of 3 by 3: SCA, RTO and NIL."""


def shares(**covered: Shares) -> list[Shares]:
    """The grid, with other probabilities of the tiles named ``t0`` to ``t8``."""
    return [covered.get(f"t{k}", {letter: 0.999, "X": 0.001}) for k, letter in enumerate(SURE)]


def best(each: Shares) -> tuple[str, float]:
    return next(iter(each.items()))


def test_a_word_over_all_covered_tiles_tells_their_letters() -> None:
    seen = shares(t0={"S": 0.7, "B": 0.3}, t1={"G": 0.6, "C": 0.4}, t4={"I": 0.6, "T": 0.4})
    told = tell_by_words(seen, {0, 1, 4}, ["SCORE", "SCAT", "TIME"])
    assert [best(told[k])[0] for k in (0, 1, 4)] == ["S", "C", "T"]
    assert min(best(told[k])[1] for k in (0, 1, 4)) > 0.95
    assert told[2] == seen[2]
    assert sum(told[4].values()) == pytest.approx(1.0)


@pytest.mark.parametrize("words", [[], ["CAT"], ["SHUT"], ["TIME", "RATE"]])
def test_other_words_tell_nothing(words: list[str]) -> None:
    seen = shares(t0={"B": 0.6, "S": 0.4}, t1={"G": 0.6, "C": 0.4})
    told = tell_by_words(seen, {0, 1}, words)
    assert best(told[0])[0] == "B"
    assert best(told[0])[1] == pytest.approx(0.6, abs=0.02)


def test_a_word_that_contradicts_a_clear_look_leaves_a_doubt() -> None:
    seen = shares(t0={"S": 0.99, "B": 0.01}, t1={"G": 0.9999, "C": 0.0001})
    told = tell_by_words(seen, {0, 1}, ["SCAT"])[1]
    assert 0.01 < told["C"] < 0.9


def test_tiles_of_several_letters_are_steps_of_a_path() -> None:
    seen = shares(t0={"S": 0.6, "B": 0.4}, t1={"QU": 0.9, "CU": 0.1}, t4={"T": 0.5, "I": 0.5})
    told = tell_by_words(seen, {0, 1, 4}, ["SQUAT"])
    assert [best(told[k])[0] for k in (0, 1, 4)] == ["S", "QU", "T"]


def test_long_words_that_no_path_makes_take_no_time() -> None:
    """A headline beside a grid of 6 by 6 tiles, none of them certain, has millions of paths."""
    letters = "ETAOINSHRDLUCG"
    shares = [{letters[(k + n * k) % 14]: 0.3 for n in (1, 2, 5)} for k in range(36)]
    assert tell_by_words(shares, {0, 1, 2}, ["CONGRATULATIONS"] * 20)
