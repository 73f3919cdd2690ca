"""Tiles of one letter look alike: those that do not, or look like another's, are doubts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solver.game import load_game
from tests.benchmarks.painting import paint_tile
from vision.doubts import Why, because
from vision.inference.choice import Choice
from vision.inference.clusters import compare_within_clusters
from vision.inference.letters import decide
from vision.tiles import TileObservations, classify, generic_bank

TILES = load_game("wwf").tiles


def seen(
    word: str, like: float = 0.87, **read: str
) -> tuple[TileObservations, list[Choice | None]]:
    """Tiles with the letters of a word; ``T3="I"``: the third one, a T, is surely read as an I."""
    pixels = np.stack([paint_tile(letter, str(TILES.values[letter])) for letter in word])
    bank = generic_bank()
    faces = classify(pixels, bank.only(TILES.letters), bank.only("0123456789"), tuple(range(11)))
    scores, names = faces.letters.scores.copy(), faces.letters.letters
    for place, letter in read.items():
        k = int(place[1:]) - 1
        assert word[k] == place[0]
        scores[k] = 0.1
        scores[k, names.index(letter)] = like
    faces = replace(faces, letters=replace(faces.letters, scores=scores))
    return faces, decide(faces, TILES, prints_zero=False)


def doubts(*sets: tuple[TileObservations, list[Choice | None]]) -> str:
    """The tiles made doubtful, in order: ``b1`` the first of the first set, ``r2``."""
    held = compare_within_clusters(sets)
    return " ".join(
        f"{name}{k + 1}"
        for name, before, after in zip("br", [choices for _, choices in sets], held, strict=False)
        for k, (old, new) in enumerate(zip(before, after, strict=True))
        if new != old
    )


def test_letters_read_rightly_are_left_alone() -> None:
    assert doubts(seen("RETINASTEIN")) == ""


def test_a_tile_unlike_its_namesakes_is_a_doubt() -> None:
    faces, choices = seen("TENTEI", I6="T")
    before = choices[5]
    assert before is not None
    assert (before.letter, before.confidence) == ("T", 1.0)
    found = compare_within_clusters([(faces, choices)])[0]
    assert doubts((faces, choices)) == "b6"
    assert found[5] is not None
    assert found[5].confidence < 0.5
    assert found[5].why == because(Why.UNLIKE, letter="T")


def test_several_misread_alike_are_all_doubts() -> None:
    assert doubts(seen("TINTEI", I2="T", I6="T")) == "b2 b6"


def test_where_two_kinds_are_as_like_the_letter_all_of_it_are_doubts() -> None:
    assert doubts(seen("TENTEI", like=0.95, I6="T")) == "b1 b4 b6"


def test_doubtful_tiles_that_look_the_same_are_of_one_kind() -> None:
    held = compare_within_clusters([seen("TENTEIN", I6="T"), seen("IAN", I1="T")])
    kinds = [[choice.kind for choice in choices if choice] for choices in held]
    assert kinds == [[0, 0, 0, 0, 0, 1, 0], [1, 0, 0]]


def test_a_tile_of_the_rack_is_held_to_those_on_the_board() -> None:
    assert doubts(seen("TENTS"), seen("IAN", I1="T")) == "r1"


def test_tiles_that_look_the_same_and_are_read_differently_are_doubts() -> None:
    faces, choices = seen("TINTE", T4="R")
    found = compare_within_clusters([(faces, choices)])[0]
    assert doubts((faces, choices)) == "b1 b4"
    assert found[0] is not None
    assert (found[0].letter, found[0].runner_up) == ("T", "R")
    assert found[0].why == because(Why.SAME_LOOK, letter="T", other="R")


@pytest.mark.parametrize(("first", "second", "doubted"), [("A", "Ä", ""), ("A", "V", "b1 b3")])
def test_accents_make_another_letter_of_the_same_body(
    first: str, second: str, doubted: str
) -> None:
    faces, choices = seen("ANA")
    for k, letter in ((0, first), (2, second)):
        choice = choices[k]
        assert choice is not None
        choices[k] = replace(choice, letter=letter)
    assert doubts((faces, choices)) == doubted


def test_what_something_lies_on_tells_nothing() -> None:
    faces, choices = seen("TENTEI", I6="T")
    mark = faces.marks[5]
    assert mark is not None
    covered = replace(faces, marks=(*faces.marks[:5], mark._replace(hidden=0.3)))
    assert doubts((covered, choices)) == ""


def test_a_doubt_keeps_its_reason() -> None:
    faces, choices = seen("TENTEI", I6="T")
    old = choices[5]
    assert old is not None
    faint = replace(old, confidence=0.2, why=because(Why.FAINT_NUMERAL))
    choices[5] = faint
    assert compare_within_clusters([(faces, choices)])[0][5] == replace(faint, kind=1)


def test_one_tile_has_no_fellows() -> None:
    faces, choices = seen("TI", I2="T")
    assert doubts((faces.only([1]), choices[1:])) == ""
    assert doubts((faces, [None, None])) == ""
