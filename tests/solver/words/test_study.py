"""What there is to know of a word list, and of a word."""

from __future__ import annotations

import pytest

from solver.words import Hooks, Lexicon, default_lexicon, hook_table, study_list, study_word

LETTERS = tuple("ACEHLPST")
WORDS = Lexicon.of(
    ["AT", "AE", "TA", "CAT", "HAT", "ATE", "EAT", "TEA", "CATS", "TAS", "PLATE", "SEAT", "CATES"]
)


def test_a_list() -> None:
    study = study_list(WORDS, LETTERS)
    assert study.words == 13
    assert study.lengths == {2: 3, 3: 6, 4: 2, 5: 2}
    assert study.plurals == 2  # CAT and TA
    assert study.plural_share == 2 / 13
    begun = {"AT", "AE", "TA", "CA", "HA", "EA", "TE", "PL", "SE"}
    assert set(study.missing) == {a + b for a in LETTERS for b in LETTERS} - begun


def test_hooks() -> None:
    assert hook_table(WORDS, LETTERS, 2, 2) == [
        Hooks("AE", (), ()),
        Hooks("AT", ("C", "E", "H"), ("E",)),
        Hooks("TA", (), ("S",)),
    ]


def test_tiles_of_several_letters_are_hooks() -> None:
    words = Lexicon.of(["ICO", "CHICO"])
    assert hook_table(words, ("C", "CH", "O"), 3, 3) == [Hooks("ICO", ("CH",), ())]


def test_a_word() -> None:
    study = study_word("AT", WORDS, LETTERS)
    assert study.listed
    assert study.hooks == Hooks("AT", ("C", "E", "H"), ("E",))
    assert study.anagrams == ("TA",)
    assert study.beginning == ("ATE",)
    assert study.ending == ("CAT", "EAT", "HAT", "SEAT")
    assert study.inside == ("CATS", "CATES", "PLATE")
    other = study_word("AET", WORDS, LETTERS)
    assert (other.listed, other.anagrams) == (False, ("ATE", "EAT", "TEA"))


def test_the_list_that_comes_with_the_program() -> None:
    study = study_list(default_lexicon("en"), tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    assert study.plural_share == pytest.approx(0.28, abs=0.005)
    assert sum(study.lengths.values()) == study.words
    assert "QQ" in study.missing
    assert "QI" not in study.missing
