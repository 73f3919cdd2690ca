"""One letter a tile, and a doubt where it is much less clear than the picture's others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.game import load_game
from tests.benchmarks.painting import paint_tile
from vision.doubts import Why, because
from vision.inference.choice import Choice
from vision.inference.letters import decide
from vision.tiles import Numeral, TileObservations, classify, generic_bank

WORD = "RETINAS"
TILES = load_game("wwf").tiles


def look() -> TileObservations:
    pixels = np.stack([paint_tile(letter, str(TILES.values[letter])) for letter in WORD])
    bank = generic_bank()
    return classify(pixels, bank.only(TILES.letters), bank.only("0123456789"), tuple(range(11)))


def read_again(
    faces: TileObservations, k: int, numeral: Numeral, likeness: NDArray[np.float32] | None = None
) -> Choice:
    """What a tile is read as with another numeral, or other likenesses of the letters."""
    numerals = (*faces.numerals[:k], numeral, *faces.numerals[k + 1 :])
    letters = faces.letters if likeness is None else replace(faces.letters, scores=likeness)
    changed = replace(faces, letters=letters, numerals=numerals)
    choice = decide(changed, TILES, prints_zero=False)[k]
    assert choice is not None
    return choice


def fainter(lacks: float, lead: float, *, numeral: bool = True) -> Choice:
    """The T of the word, less like any letter than the others, and an I almost as likely."""
    faces = look()
    scores, k = faces.letters.scores.copy(), WORD.index("T")
    usual = float(np.median(faces.letters.best))
    names = faces.letters.letters
    scores[k] = 0.1
    scores[k, names.index("T")] = usual - lacks
    scores[k, names.index("I")] = usual - lacks - lead
    shown = faces.numerals[k]
    choice = read_again(faces, k, shown if numeral else replace(shown, scores={}), scores)
    assert choice.letter == "T"
    return choice


def run_into(
    first: str, second: str, *, touched: bool, behind: float = 0.09, covered: bool = False
) -> Choice:
    """The T of the word as a letter almost like another one, no value legible in its corner."""
    faces = look()
    scores, k = faces.letters.scores.copy(), WORD.index("T")
    names = faces.letters.letters
    scores[k] = 0.1
    scores[k, names.index(first)] = 0.97
    scores[k, names.index(second)] = 0.97 - behind
    numeral = replace(faces.numerals[k], scores={}, touched=touched)
    if covered:
        numeral = replace(numeral, hidden=True, ink=0.1)
    choice = read_again(faces, k, numeral, scores)
    assert choice.letter == first
    return choice


@pytest.mark.parametrize(("ahead", "doubted"), [(0.05, True), (0.02, False)])
def test_a_one_on_what_looks_more_like_a_letter_worth_ten_is_a_doubt(
    ahead: float,
    doubted: bool,  # noqa: FBT001
) -> None:
    """The 0 of its 10 may be cut off."""
    faces = look()
    scores, k = faces.letters.scores.copy(), WORD.index("T")
    names = faces.letters.letters
    scores[k] = 0.1
    scores[k, names.index("O")], scores[k, names.index("Q")] = 0.92, 0.92 + ahead
    choice = read_again(faces, k, faces.numerals[k], scores)
    assert choice.letter == "O"
    assert (choice.confidence < 0.5) == doubted


def test_a_ten_that_runs_into_its_letter_leaves_a_doubt() -> None:
    assert run_into("O", "Q", touched=True).confidence < 0.5
    assert run_into("O", "Q", touched=True).why == because(Why.ALIKE_TOUCHED, letter="O", other="Q")
    assert run_into("O", "Q", touched=True, behind=0.18).confidence < 0.5  # its tail went along
    assert run_into("O", "Q", touched=True, behind=0.3).confidence == 1.0
    assert run_into("O", "Q", touched=False).confidence == 1.0
    assert run_into("O", "C", touched=True).confidence == 1.0
    assert run_into("Q", "O", touched=True).confidence == 1.0
    hidden = run_into("O", "Q", touched=True, covered=True)
    assert hidden.may_be_blank
    assert hidden.confidence < 0.5


@pytest.mark.parametrize(("value", "doubted"), [(4, False), (10, True)])
def test_two_digits_that_are_not_the_letters_value_are_a_doubt(
    value: int,
    doubted: bool,  # noqa: FBT001
) -> None:
    """Hardly legible they are none of the letter's all the same; one digit may be dirt."""
    faces, k = look(), WORD.index("T")
    choice = read_again(faces, k, replace(faces.numerals[k], scores={1: 0.4, value: 0.65}))
    assert choice.letter == "T"
    assert (choice.confidence < 0.5) == doubted


def test_clear_letters_leave_no_doubt() -> None:
    choices = decide(look(), TILES, prints_zero=False)
    assert "".join(choice.letter for choice in choices if choice) == WORD
    assert all(choice.confidence == 1.0 and not choice.why for choice in choices if choice)


@pytest.mark.parametrize(
    ("lacks", "lead", "numeral", "doubted"),
    [
        (0.05, 0.15, False, False),
        (0.12, 0.15, False, True),
        (0.05, 0.04, True, False),
        (0.12, 0.04, True, True),  # as of a letter that the picture's own font lacks
        (0.12, 0.15, True, False),
        (0.12, 0.3, False, False),
        (0.18, 0.15, True, True),
        (0.18, 0.3, True, False),
    ],
)
def test_letter_less_clear_than_its_fellows(
    lacks: float,
    lead: float,
    numeral: bool,  # noqa: FBT001
    doubted: bool,  # noqa: FBT001
) -> None:
    """A far lead makes up for little likeness, an agreeing numeral for some of it."""
    choice = fainter(lacks, lead, numeral=numeral)
    assert (choice.confidence < 0.5) == doubted, choice
    assert bool(choice.why) == doubted


@pytest.mark.parametrize(("legible", "doubted"), [(0.95, False), (0.78, True)])
def test_numeral_decides_between_two_letters_only_where_it_is_plain(
    legible: float,
    doubted: bool,  # noqa: FBT001
) -> None:
    """The T looks almost as much like an F, which is worth 4."""
    faces = look()
    scores, k = faces.letters.scores.copy(), WORD.index("T")
    best = float(scores[k].max())
    scores[k, faces.letters.letters.index("F")] = best - 0.02
    choice = read_again(faces, k, replace(faces.numerals[k], scores={1: legible, 4: 0.2}), scores)
    assert (choice.letter, choice.runner_up) == ("T", "F")
    assert (choice.confidence < 0.5) == doubted


def at_odds(runner_up: str, numeral: dict[int, float]) -> Choice:
    """A clear I with another letter not far behind, and a numeral that is not 1."""
    faces = look()
    scores, k = faces.letters.scores.copy(), WORD.index("I")
    names = faces.letters.letters
    scores[k] = 0.1
    scores[k, names.index("I")] = 0.97
    scores[k, names.index(runner_up)] = 0.88
    return read_again(faces, k, replace(faces.numerals[k], scores=numeral), scores)


def test_a_numeral_that_belongs_to_a_letter_alike_is_a_doubt() -> None:
    explained = at_odds("J", {10: 0.65, 1: 0.6})
    assert (explained.letter, explained.confidence) == ("I", 0.4)
    assert {letter for letter, _ in explained.rivals} == {"J"}
    assert explained.alike == ("J",)
    assert at_odds("L", {10: 0.65, 1: 0.6}).confidence == 0.7


def test_a_clear_letter_does_not_yield_to_letters_of_another_value() -> None:
    """The words may put another in its place, if it looks alike and the numeral is rather its."""
    assert "L" not in dict(at_odds("L", {8: 0.7, 1: 0.65}).rivals)
    assert dict(at_odds("J", {10: 0.65, 1: 0.6}).rivals)
    assert not at_odds("J", {8: 0.7, 1: 0.65}).rivals  # an X it cannot be


@pytest.mark.parametrize(("lacks", "doubted"), [(0.08, True), (0.05, False)])
def test_a_letter_without_a_numeral_must_be_clearer(
    lacks: float,
    doubted: bool,  # noqa: FBT001
) -> None:
    assert (fainter(lacks, 0.1, numeral=False).confidence < 0.5) == doubted


def test_one_numeral_at_odds_is_judged_by_the_others() -> None:
    faces = look()
    numerals, k = list(faces.numerals), WORD.index("A")
    numerals[k] = replace(numerals[k], scores={10: 0.95})
    faces = replace(faces, numerals=tuple(numerals)).only([0, 1, k])
    choice = decide(faces, TILES, prints_zero=False, rack=True)[2]
    assert choice is not None
    assert choice.confidence < 0.5


def numbered(letter: str, scores: dict[int, float]) -> Choice:
    """A tile of the word with something else in its corner."""
    faces = look()
    numerals, k = list(faces.numerals), WORD.index(letter)
    numerals[k] = replace(numerals[k], scores=scores)
    choice = decide(replace(faces, numerals=tuple(numerals)), TILES, prints_zero=False)[k]
    assert choice is not None
    return choice


def test_a_lone_zero_on_a_look_that_seems_to_print_none_is_a_doubt() -> None:
    assert numbered("E", {0: 0.8, 6: 0.8}).may_be_blank
    assert numbered("E", {0: 0.6, 1: 0.8}).confidence == 1.0


def test_two_clear_digits_outweigh_a_letters_shape() -> None:
    faces = look()
    scores, k = faces.letters.scores.copy(), WORD.index("T")
    names, numerals = faces.letters.letters, list(faces.numerals)
    scores[k] = 0.1
    scores[k, names.index("O")], scores[k, names.index("Q")] = 0.96, 0.78
    numerals[k] = replace(numerals[k], scores={10: 0.93})
    faces = replace(faces, letters=replace(faces.letters, scores=scores), numerals=tuple(numerals))
    choice = decide(faces, TILES, prints_zero=False)[k]
    assert choice is not None
    assert choice.letter == "Q"


def test_a_numeral_hardly_legible_that_may_be_a_like_letters_is_a_doubt() -> None:
    faces = look()
    scores, k = faces.letters.scores.copy(), WORD.index("T")
    names, numerals = faces.letters.letters, list(faces.numerals)
    scores[k] = 0.1
    scores[k, names.index("O")], scores[k, names.index("Q")] = 0.94, 0.86
    for told, doubted in (({10: 0.55}, True), ({1: 0.55, 10: 0.52}, False)):
        numerals[k] = replace(numerals[k], scores=told)
        changed = replace(
            faces, letters=replace(faces.letters, scores=scores), numerals=tuple(numerals)
        )
        choice = decide(changed, TILES, prints_zero=False)[k]
        assert choice is not None
        assert (choice.confidence < 0.5) == doubted
