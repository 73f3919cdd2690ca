"""The last move's word, as the banner tells it, against the tiles on the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.words import Lexicon
from vision.doubts import Why, because
from vision.inference.choice import Choice
from vision.inference.last_move import compare_with_last_word, missed
from vision.inference.runs import runs_of
from vision.reading import Doubt

Place = tuple[int, int]


def tile(letter: str, *, confidence: float = 1.0, alike: tuple[str, ...] = ()) -> Choice:
    why = None if confidence == 1.0 else because(Why.ALIKE, letter=letter, other=alike[0])
    return Choice(letter, False, confidence, None, None, why, alike=alike)  # noqa: FBT003


def board(**changed: Choice) -> dict[Place, Choice]:
    """QUIT down column 4, TALE across from its T; letters of QUIT changed by name."""
    down = {(row, 4): changed.get(c, tile(c)) for row, c in enumerate("QUIT")}
    return down | {(3, 4 + k): tile(c) for k, c in enumerate("TALE")}


def held(tiles: dict[Place, Choice], word: str) -> dict[Place, Choice]:
    return compare_with_last_word(tiles, word, runs_of(tiles))


def missing(tiles: dict[Place, Choice], word: str) -> list[Doubt]:
    return list(missed(tiles, word, runs_of(tiles)))


def test_doubts_about_blanks_are_not_settled_by_a_word() -> None:
    unclear = replace(tile("Q"), confidence=0.45, why=because(Why.FAINT_NUMERAL))
    assert held(board(Q=unclear), "QUIT") == {}


def test_uncertain_letter_becomes_the_one_that_is_told() -> None:
    misread = tile("O", confidence=0.6, alike=("Q",))
    found = held(board(Q=misread), "QUIT")[0, 4]
    assert (found.letter, found.runner_up) == ("Q", "O")
    assert found.confidence < 0.5


def test_words_unlike_any_on_the_board_change_nothing() -> None:
    assert held(board(), "ZOOS") == {}
    assert held(board(), "SUIT") == {}
    assert held(board(), "QUITE") == {}


def test_word_that_stands_there_twice_tells_nothing() -> None:
    unsure = tile("U", confidence=0.3, alike=("O",))
    twice = board(U=unsure) | {(9, k): tile(c) for k, c in enumerate("QUIT")}
    assert held(twice, "QUIT") == {}


def test_word_that_stands_nowhere_is_a_doubt_about_the_board() -> None:
    assert [doubt.where for doubt in missing(board(), "ZOOS")] == ["board"]
    assert not missing(board(), "QUIT")
    assert not missing(board(Q=tile("O", confidence=0.3, alike=("Q",))), "QUIT")


@pytest.mark.parametrize(("words", "changed"), [(["QUIT"], 0), (["QUIP"], 1), ([], 1)])
def test_a_banner_that_tells_no_word_changes_none_on_the_board(
    words: list[str], changed: int
) -> None:
    tiles = {(row, 4): tile(c) for row, c in enumerate("QUI")}
    tiles[3, 4] = tile("T", alike=("P",))
    found = compare_with_last_word(tiles, "QUIP", runs_of(tiles), Lexicon.of(words))
    assert len(found) == changed
