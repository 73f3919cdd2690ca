"""Tiles that look alike and like no letter known: their words tell which one they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.game import load_game
from solver.words import Lexicon
from vision.doubts import Why, because
from vision.imaging import Place
from vision.inference.choice import Choice
from vision.inference.clusters import as_identified, identify_clusters

BAG = load_game("wwf").tiles
WORDS = Lexicon.of(["TIN", "TAN", "IS", "AS", "IT", "AT", "HI", "HA", "PIG", "PUG", "JIG", "JAB"])
I = because(Why.UNLIKE, letter="T")  # noqa: E741 - as it is doubted where a serif I was taken for a T


def tile(letter: str, kind: int = 0, value: int | None = None) -> Choice:
    """A sure tile, or one of a kind that looks unlike those of its letter."""
    sure = Choice(letter, blank=False, confidence=1.0, runner_up=None, value=value, why=None)
    return replace(sure, confidence=0.45, why=I, kind=kind) if kind else sure


def rows(*words: str, value: int | None = None, **kinds: int) -> dict[Place, Choice]:
    """Words two rows apart; a digit is a tile of that kind, read as the letter given for it."""
    letters = {str(kind): letter for letter, kind in kinds.items()}
    return {
        (2 * row, column): tile(letters[c], int(c), value) if c.isdigit() else tile(c)
        for row, word in enumerate(words)
        for column, c in enumerate(word)
        if c != "."
    }


def test_several_words_tell_the_letter_for_sure() -> None:
    solved = identify_clusters(rows("T1N", "P1G", "H1", "J1G", T=1), BAG, WORDS)
    assert solved == {1: "I"}
    told = as_identified(tile("T", 1), solved, BAG)
    assert (told.letter, told.runner_up, told.source, told.why) == ("I", "T", "proof", None)
    assert told.confidence > 0.5


def test_one_word_tells_too_little() -> None:
    assert identify_clusters(rows("J1G", T=1), BAG, WORDS) == {}


def test_letters_that_fit_as_well_leave_it_open() -> None:
    assert identify_clusters(rows("1S", "H1", T=1), BAG, WORDS) == {}
    assert identify_clusters(rows("X1X", T=1), BAG, WORDS) == {}


def test_the_numeral_tells_as_well() -> None:
    assert BAG.values["U"] == 2
    words = Lexicon.of(["PIG", "PUG", "BIG", "BUG"])
    assert identify_clusters(rows("P1G", "B1G", T=1), BAG, words) == {}
    assert identify_clusters(rows("P1G", "B1G", value=2, T=1), BAG, words) == {1: "U"}
    assert identify_clusters(rows("P1G", "B1G", value=10, T=1), BAG, words) == {}


def test_a_word_that_the_list_lacks_among_several_does_not_matter() -> None:
    words = ("T1N", "P1G", "J1G", "1T")
    assert identify_clusters(rows(*words, "Z1TE", T=1), BAG, WORDS) == {1: "I"}
    assert identify_clusters(rows("T1N", "P1G", "Z1TE", "Q1Q", T=1), BAG, WORDS) == {}


def test_words_with_other_tiles_in_doubt_tell_nothing() -> None:
    tiles = rows("T1N", "P1G", "H1", "J1G", T=1)
    assert identify_clusters(tiles | {(6, 0): replace(tile("J"), confidence=0.4)}, BAG, WORDS) == {}


def test_a_kind_that_is_known_tells_of_the_next() -> None:
    known, unknown = ("T1N", "P1G", "H1", "J1G"), ("21G", "2AB", "2AB")
    words = Lexicon.of(["TIN", "PIG", "HI", "JIG", "JAB"])
    assert identify_clusters(rows(*known, unknown[0], T=1, L=2), BAG, words) == {
        1: "I"
    }  # PIG and JIG
    assert identify_clusters(rows(unknown[0], T=1, L=2), BAG, words) == {}
    assert identify_clusters(rows(*known, *unknown, T=1, L=2), BAG, words) == {1: "I", 2: "J"}


def test_a_tile_that_is_what_it_was_read_as_is_borne_out() -> None:
    solved = identify_clusters(rows("T1N", "P1G", "H1", "J1G", I=1), BAG, WORDS)
    told = as_identified(tile("I", 1), solved, BAG)
    assert (told.letter, told.why) == ("I", None)
    assert told.confidence > 0.5


def test_whether_it_is_a_blank_stays_in_doubt() -> None:
    unclear = replace(tile("T", 1), why=because(Why.FAINT_NUMERAL))
    told = as_identified(unclear, {1: "I"}, BAG)
    assert (told.letter, told.why) == ("I", because(Why.FAINT_NUMERAL))
    assert told.confidence < 0.5


@pytest.mark.parametrize("kind", [0, 2])
def test_tiles_of_no_or_another_kind_stay(kind: int) -> None:
    assert as_identified(tile("T", kind), {1: "I"}, BAG) == tile("T", kind)


def test_without_a_list_nothing_is_told() -> None:
    assert identify_clusters(rows("T1N", "P1G", "H1", "J1G", T=1), BAG, None) == {}


def test_a_tile_whose_numeral_is_another_letters_stays_in_doubt() -> None:
    on_rack = tile("D", 1, value=BAG.values["D"])
    assert BAG.values["D"] != BAG.values["O"]
    assert as_identified(on_rack, {1: "O"}, BAG) == on_rack
    assert as_identified(tile("D", 1, value=BAG.values["O"]), {1: "O"}, BAG).letter == "O"
