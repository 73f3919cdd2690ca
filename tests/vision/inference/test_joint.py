"""Tiles weighed together: words, the bag and what the game tells, as probabilities."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from vision.inference.choice import Answer
from vision.inference.joint import BEAM, UNLISTED, Question, infer

HOLDS = {**dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 9), "Z": 1, "?": 2}


def question(**answers: float) -> Question:
    """A tile's answers, lower case for blanks, each with how far it is behind the first."""
    ranked = sorted(answers.items(), key=lambda pair: pair[1])
    told = [Answer(name.upper(), blank=name.islower()) for name, _ in ranked]
    return Question(told, np.array([-behind for _, behind in ranked]))


def likeliest(questions: Sequence[Question], chances: Sequence[np.ndarray]) -> str:
    best = [each.answers[int(own.argmax())] for each, own in zip(questions, chances, strict=True)]
    return "".join(each.letter.lower() if each.blank else each.letter for each in best)


def sure_of(word: str) -> list[Question]:
    return [question(**{letter: 0.0}) for letter in word]


def test_a_word_settles_which_of_two_letters_it_is() -> None:
    tiles = [*sure_of("QUI"), question(O=0.0, T=2.0)]
    chances = infer(tiles, [[0, 1, 2, 3]], {"QUIT"}.__contains__, HOLDS)
    assert likeliest(tiles, chances) == "QUIT"
    assert chances[3].max() == pytest.approx(1 / (1 + math.exp(2.0 - UNLISTED)), rel=0.01)


def test_a_sure_letter_withstands_the_list() -> None:
    tiles = [*sure_of("QUI"), question(O=0.0, T=UNLISTED + 5)]
    chances = infer(tiles, [[0, 1, 2, 3]], {"QUIT"}.__contains__, HOLDS)
    assert likeliest(tiles, chances) == "QUIO"
    assert 0.98 < chances[3].max() < 0.9999


def test_two_letters_that_only_make_a_word_together_are_found() -> None:
    tiles = [question(C=0.0, G=3.0), *sure_of("A"), question(I=0.0, T=3.0)]
    chances = infer(tiles, [[0, 1, 2]], {"GAT"}.__contains__, HOLDS)
    assert likeliest(tiles, chances) == "GAT"


def test_of_two_tiles_of_a_letter_the_bag_has_once_either_may_be_the_blank() -> None:
    tiles = [question(Z=0.0, z=4.6), question(Z=0.0, z=4.8)]
    chances = infer(tiles, [], lambda _: True, HOLDS)
    assert [own[1] for own in chances] == pytest.approx([0.5, 0.45], abs=0.06)


def test_more_blanks_than_the_bag_holds_are_unlikely() -> None:
    tiles = [question(a=0.0, A=1.0), question(b=0.0, B=1.0), question(c=0.0, C=0.5)]
    chances = infer(tiles, [], lambda _: True, HOLDS)
    assert likeliest(tiles, chances).count("C") == 1


def test_the_word_that_the_game_tells_is_believed() -> None:
    tiles = [question(H=0.0, N=1.5), *sure_of("AT")]
    listed = {"HAT", "NAT"}.__contains__
    assert likeliest(tiles, infer(tiles, [[0, 1, 2]], listed, HOLDS)) == "HAT"
    told = infer(tiles, [[0, 1, 2]], listed, HOLDS, {0: "NAT"})
    assert likeliest(tiles, told) == "NAT"


def test_none_of_many_tiles_that_may_be_a_blank_is_sure() -> None:
    """More of them than the beam keeps assignments, each as likely as the next."""
    count, each = BEAM + 20, math.exp(-3.5)
    tiles = [question(A=0.0, a=3.5) for _ in range(count)]
    chances = infer(tiles, [], lambda _: True, HOLDS | {"A": count})
    whole = 1 + count * each + count * (count - 1) / 2 * each**2  # at most two are blanks
    true = (each + (count - 1) * each**2) / whole
    assert all(true / 2 < own[1] < 2 * true for own in chances)


@pytest.mark.parametrize("seed", range(12))
def test_probabilities_are_those_of_all_assignments(seed: int) -> None:
    """Against every assignment of four tiles of a small board: a cross of two runs."""
    dice = random.Random(seed)  # noqa: S311 (no secret)
    tiles = [
        question(**{name: dice.uniform(0, 3) for name in dice.sample("ABCDEabcde", 3)})
        for _ in range(5)
    ]
    tiles = [Question(each.answers, each.scores - each.scores.max()) for each in tiles]
    runs = [[0, 1, 2], [3, 1, 4]]
    texts = ["".join(each) for each in itertools.product("ABCDE", repeat=3)]
    words = set(dice.sample(texts, 40))
    holds = {**dict.fromkeys("ABCDE", 2), "?": 2}
    weights = [np.zeros(3) for _ in tiles]
    for chosen in itertools.product(range(3), repeat=5):
        answers = [each.answers[n] for each, n in zip(tiles, chosen, strict=True)]
        score = sum(float(each.scores[n]) for each, n in zip(tiles, chosen, strict=True))
        score -= UNLISTED * sum(
            "".join(answers[k].letter for k in run) not in words for run in runs
        )
        seen = Counter(each.in_bag for each in answers)
        score -= UNLISTED * sum(max(0, count - holds[name]) for name, count in seen.items())
        for own, n in zip(weights, chosen, strict=True):
            own[n] += math.exp(score)
    found = infer(tiles, runs, words.__contains__, holds)
    for own, wanted in zip(found, weights, strict=True):
        assert own == pytest.approx(wanted / wanted.sum(), abs=0.08)
