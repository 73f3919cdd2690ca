"""What is chosen of several answers, and how surely, against all assignments one by one."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

from tests.vision.inference.test_joint import HOLDS, question, sure_of
from vision.imaging import Doubles
from vision.inference.choice import Answer
from vision.inference.joint import BEAM, FAR, UNLISTED, Question, infer
from vision.tiles import TILE

Listed = Callable[[str], bool]
Told = Mapping[int, str]


def worth(
    chosen: Sequence[Answer],
    runs: Sequence[Sequence[int]],
    listed: Listed,
    holds: Mapping[str, int],
    told: Told,
) -> float:
    """What the answers of all tiles gain or lose for their words and the bag."""
    score = 0.0
    for number, run in enumerate(runs):
        word = "".join(chosen[k].letter for k in run)
        if word != told.get(number, word):
            score -= UNLISTED
        if not (listed(word) or word == told.get(number)):
            score -= UNLISTED
    seen = Counter(each.in_bag for each in chosen)
    return score - UNLISTED * sum(
        max(0, count - holds.get(name, 0)) for name, count in seen.items()
    )


def exact(
    tiles: Sequence[Question],
    runs: Sequence[Sequence[int]],
    listed: Listed,
    holds: Mapping[str, int],
    told: Told,
) -> tuple[list[Doubles], bool]:
    """The probability of each answer, and whether all tiles are open.

    A tile is where another answer of it alone comes nearer than `TILE` to the best assignment.
    """
    scores = {}
    for numbers in itertools.product(*(range(len(each.answers)) for each in tiles)):
        chosen = [each.answers[n] for each, n in zip(tiles, numbers, strict=True)]
        read = sum(float(each.scores[n]) for each, n in zip(tiles, numbers, strict=True))
        scores[numbers] = read + worth(chosen, runs, listed, holds, told)
    best = max(scores, key=lambda numbers: scores[numbers])
    weights = [np.zeros(len(each.answers)) for each in tiles]
    for numbers, score in scores.items():
        for own, n in zip(weights, numbers, strict=True):
            own[n] += math.exp(score - scores[best])
    near = [
        max(scores[*best[:k], n, *best[k + 1 :]] for n in range(len(each.answers)) if n != best[k])
        for k, each in enumerate(tiles)
    ]
    return [each / each.sum() for each in weights], all(
        scores[best] - second < TILE for second in near
    )


@pytest.mark.parametrize("runs", [[[0, 1, 2]], [[0, 1], [2, 1]]], ids=str)
def test_probabilities_of_tiles_in_doubt_are_those_of_all_assignments(
    runs: list[list[int]],
) -> None:
    """Wherever another answer of each tile alone is nearer than `TILE` to the best assignment."""
    met = 0
    for seed in range(300):
        dice = random.Random(seed)  # noqa: S311 - no secret
        tiles = [
            question(**{name: dice.uniform(0, 4) for name in dice.sample("ABCDabc", 3)})
            for _ in range(3)
        ]
        tiles = [Question(each.answers, each.scores - each.scores.max()) for each in tiles]
        texts = [
            "".join(letters) for n in (1, 2, 3) for letters in itertools.product("ABCD", repeat=n)
        ]
        listed = set(dice.sample(texts, dice.choice([20, 60]))).__contains__
        holds = {letter: dice.randint(0, 2) for letter in "ABC?"}
        told = {0: dice.choice([text for text in texts if len(text) == len(runs[0])])}
        told = told if seed % 2 else {}
        wanted, open_ = exact(tiles, runs, listed, holds, told)
        if open_:
            met += 1
            for own, each in zip(infer(tiles, runs, listed, holds, told), wanted, strict=True):
                assert own == pytest.approx(each, abs=3e-4), seed
    assert met > 20


def test_a_tile_that_nothing_could_change_is_weighed_beside_the_others_as_they_are() -> None:
    """Its second answer is too far behind to be tried with those of the other tile."""
    tiles = [question(A=0.0, B=TILE + 0.1), question(C=0.0, D=1.0)]
    chances = infer(tiles, [[0, 1]], {"AC", "AD", "BC"}.__contains__, HOLDS)
    assert chances[0][1] == pytest.approx(1 / (1 + math.exp(TILE + 0.1)))
    assert chances[1][1] == pytest.approx(1 / (1 + math.exp(1.0)))


def test_tiles_of_a_word_are_settled_each_by_itself() -> None:
    """Another letter would lose more than `TILE`, so none is tried with another of the rest."""
    tiles = [question(A=0.0, B=1.0), question(C=0.0, D=1.0), *sure_of("E")]
    chances = infer(tiles, [[0, 1, 2]], {"ACE"}.__contains__, HOLDS)
    for own in chances[:2]:
        assert own[1] == pytest.approx(1 / (1 + math.exp(1.0 + UNLISTED)))


def test_a_word_that_is_found_letter_by_letter_settles_its_tiles() -> None:
    """Words of two letters: each is right once the one behind it is, which takes four rounds."""
    tiles = [*sure_of("E"), *[question(A=0.0, B=1.0) for _ in range(4)], *sure_of("B")]
    runs = [[1, 2], [2, 3], [3, 4], [4, 5]]
    chances = infer(tiles, runs, {"BB"}.__contains__, HOLDS)
    for own in chances[1:5]:
        assert own[0] < 1 / (1 + math.exp(UNLISTED - 1.5))


def test_a_word_found_first_is_no_surer_than_another_as_near() -> None:
    """Neither is what its tiles look most like, so both are tried, not only the one found first."""
    tiles = [question(A=0.0, B=6.0), question(C=0.0, D=6.0), *sure_of("E")]
    chances = infer(tiles, [[0, 1, 2]], {"BCE", "ADE"}.__contains__, HOLDS)
    ways = [0.0 - UNLISTED, -6.0, -6.0, -12.0 - UNLISTED]  # ACE, BCE, ADE, BDE
    total = sum(math.exp(way) for way in ways)
    for own in chances[:2]:
        assert own[1] == pytest.approx((math.exp(-6.0) + math.exp(ways[3])) / total, rel=0.02)


def test_an_answer_too_far_behind_is_none_whatever_the_words_say() -> None:
    tiles = [*sure_of("A"), question(B=0.0, C=FAR + 0.5), *sure_of("A")]
    chances = infer(tiles, [[0, 1], [1, 2]], set[str]().__contains__, HOLDS)
    assert chances[1].tolist() == [1.0, 0.0]


def test_tiles_of_a_run_that_is_no_word_are_tried_however_sure_they_are() -> None:
    """Either letter may make it a word, at a price: both lose of their surety."""
    tiles = [question(A=0.0, B=8.0), question(C=0.0, D=8.0), *sure_of("E")]
    chances = infer(tiles, [[0, 1, 2]], {"BCE", "ADE"}.__contains__, HOLDS)
    one, unlisted = math.exp(-8.0), math.exp(-UNLISTED)
    for own in chances[:2]:
        assert own[1] == pytest.approx(one / (unlisted + 2 * one), abs=1e-4)
    assert chances[2].tolist() == [1.0]


def test_tiles_of_different_words_answer_for_the_bag_together() -> None:
    """Three tiles of which two may be Z, and the bag has one Z: as weighed all together."""
    tiles = [question(Z=0.0, A=1.0), question(Z=0.0, B=3.0), *sure_of("C"), question(Z=0.5, D=0.0)]
    runs = [[0, 2], [1], [3]]
    wanted, _ = exact(tiles[:2] + tiles[3:], [], lambda _: True, HOLDS, {})
    found = infer(tiles, runs, lambda _: True, HOLDS)
    for own, each in zip([*found[:2], found[3]], wanted, strict=True):
        assert own == pytest.approx(each, abs=2e-5)


def test_what_another_word_took_from_the_bag_is_gone() -> None:
    """The Z of one tile, which may be an A, is the only one: the other tile's would be a second."""
    tiles = [question(Z=0.0, A=1.0), question(B=0.0, Z=TILE + 0.4), *sure_of("C")]
    chances = infer(tiles, [[1, 2]], {"ZC"}.__contains__, HOLDS)
    assert chances[0][1] == pytest.approx(1 / (1 + math.exp(1.0)))
    assert chances[1][1] == pytest.approx(1 / (1 + math.exp(TILE + 0.4)))


def test_two_words_make_up_for_a_letter_far_behind() -> None:
    tiles = [question(A=0.0, B=FAR - 0.5), *sure_of("CD")]
    runs, listed = [[0, 1, 2], [0]], {"BCD", "B"}.__contains__
    for told, gained in (({}, 2 * UNLISTED), ({0: "BCD"}, UNLISTED + 2 * UNLISTED)):
        (own, *_) = infer(tiles, runs, listed, HOLDS, told)
        assert own[1] == pytest.approx(1 / (1 + math.exp(FAR - 0.5 - gained)))


def test_picks_that_follow_from_each_other() -> None:
    """A chain of words of two letters: each letter is settled by the one before it."""
    length = 8
    tiles = [question(B=0.0), *[question(A=0.0, B=3.0) for _ in range(length)]]
    runs = [[k, k + 1] for k in range(length)]
    chances = infer(tiles, runs, {"BB"}.__contains__, HOLDS)
    assert all(own[-1] > 0.95 for own in chances)


def test_more_assignments_than_are_kept() -> None:
    """Four tiles with three answers: the likeliest are kept, and what they weigh comes near."""
    dice = random.Random(5)  # noqa: S311 - no secret
    tiles = [question(A=0.0, B=dice.uniform(0, 2), C=dice.uniform(0, 2)) for _ in range(4)]
    assert BEAM < 3**4
    runs, listed = [[0, 1, 2, 3]], {"BACB", "CABC"}.__contains__
    wanted, _ = exact(tiles, runs, listed, HOLDS, {})
    for own, each in zip(infer(tiles, runs, listed, HOLDS), wanted, strict=True):
        assert own == pytest.approx(each, abs=0.01)


def test_questions_are_left_as_they_were() -> None:
    tiles = [question(A=0.0, B=1.0), question(B=0.0, A=1.0)]
    before = [each.scores.copy() for each in tiles]
    infer(tiles, [[0, 1]], {"AA"}.__contains__, HOLDS)
    assert all((each.scores == old).all() for each, old in zip(tiles, before, strict=True))


def test_letters_of_a_question() -> None:
    asked = question(A=0.0, a=1.0, B=2.0, C=5.0)
    assert asked.letters_within(2.0) == ["A", "A"]
    assert asked.letters_within(2.5) == ["A", "A", "B"]
    assert asked.letters_within(0.0) == []
    chances = asked.by_letter(np.array([0.5, 0.25, 0.125, 0.125]))
    assert chances == {"A": 0.75, "B": 0.125, "C": 0.125}
