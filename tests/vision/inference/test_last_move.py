"""The word that the banner tells of the last move, against the tiles on the board."""

from __future__ import annotations

import pytest

from vision.imaging import Place
from vision.inference.choice import Choice
from vision.inference.last_move import as_on_board, describe_last_move
from vision.reading import LastMove
from vision.status import StatusText

SQUARES = ((7, 7), (7, 8), (7, 9), (7, 10))


def played(word: str) -> dict[Place, Choice]:
    """A word laid across from H8, blanks in lower case."""
    return {
        square: Choice(tile.upper(), tile.islower(), 1.0)
        for square, tile in zip(SQUARES, word, strict=True)
    }


@pytest.mark.parametrize(
    ("word", "words", "meant"),
    [
        ("QUIT", {"QUIT"}, "QUIT"),
        ("QUTT", {"QUIT"}, "QUIT"),
        ("QOTT", {"QUIT"}, "QUIT"),
        ("ZOTT", {"QUIT"}, "ZOTT"),
        ("QUTT", {"QUIT", "QUTT"}, "QUTT"),
        ("QUTT", set(), "QUTT"),
        ("QUIT", set(), "QUIT"),
        ("QUITS", {"QUIT"}, "QUITS"),
    ],
)
def test_a_word_that_is_not_on_the_board(word: str, words: set[str], meant: str) -> None:
    """A text that is no word but nearly one of the board is misread."""
    last = as_on_board(LastMove(SQUARES, word, 4), played("QUIT"), words.__contains__)
    assert last == LastMove(SQUARES, meant, 4)


def test_of_two_words_as_near_neither_is_meant() -> None:
    tiles = played("QUIT") | {
        (9, column): Choice(letter, blank=False, confidence=1.0)
        for column, letter in enumerate("QUOT")
    }
    listed = {"QUIT", "QUOT"}.__contains__
    assert as_on_board(LastMove((), "QUXT"), tiles, listed).word == "QUXT"
    assert as_on_board(LastMove((), "XUOT"), tiles, listed).word == "QUOT"


def test_a_badge_tells_the_points_that_no_text_does() -> None:
    status, badges = StatusText(), {SQUARES[3]: 24, (0, 0): 99}
    assert describe_last_move(status, SQUARES, badges).score == 24
    assert describe_last_move(status, SQUARES[:2], badges).score is None
    assert describe_last_move(status, SQUARES, {**badges, SQUARES[0]: 30}).score is None
