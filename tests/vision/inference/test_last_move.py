"""The points that the banner tells of the last move, against the tiles on the board."""

from __future__ import annotations

import pytest

from solver.game import Board, Square, load_game, score_tiles
from vision.doubts import Why, because
from vision.inference.choice import Choice
from vision.inference.last_move import prove_points, settle_blanks
from vision.reading import LastMove

GAME = load_game("wwf")
SQUARES = ((7, 7), (7, 8), (7, 9), (7, 10))


def rows(word: str) -> list[list[str]]:
    """A word laid across from H8."""
    played = [[""] * 15 for _ in range(15)]
    for (row, column), tile in zip(SQUARES, word, strict=True):
        played[row][column] = tile
    return played


def points(word: str) -> int:
    laid = [(Square(*square), tile) for square, tile in zip(SQUARES, word, strict=True)]
    words, bonus = score_tiles(Board.empty(15), GAME, laid)
    return sum(each.points for each in words) + bonus


@pytest.mark.parametrize(("seen", "doubts"), [("QUIT", 0), ("qUIT", 4)])
def test_points_tell_a_blank_from_a_letter(seen: str, doubts: int) -> None:
    last = LastMove(SQUARES, "QUIT", points("QUIT"))
    told = list(prove_points(last, rows(seen), GAME))
    assert [doubt.where for doubt in told] == ["H8", "I8", "J8", "K8"][:doubts]


@pytest.mark.parametrize(
    "last",
    [
        LastMove((), "QUIT", 3),
        LastMove(SQUARES, None, 3),
        LastMove(SQUARES, "QUIT", None),
        LastMove(SQUARES, "ZOOS", 3),
        LastMove((*SQUARES, (9, 9)), "QUIT", 3),
    ],
)
def test_what_is_not_told_or_not_of_this_word_proves_nothing(last: LastMove) -> None:
    assert not list(prove_points(last, rows("QUIT"), GAME))


def choices(word: str, unclear: str) -> dict[tuple[int, int], Choice]:
    """A word laid across from H8, some of its tiles perhaps blanks."""
    return {
        square: Choice(
            letter,
            blank=False,
            confidence=0.45 if letter in unclear else 1.0,
            runner_up=None,
            value=None,
            why=because(Why.FAINT_NUMERAL) if letter in unclear else None,
        )
        for square, letter in zip(SQUARES, word, strict=True)
    }


@pytest.mark.parametrize("unclear", ["Q", "QU", "QUIT"])
def test_points_settle_which_unclear_tile_is_a_blank(unclear: str) -> None:
    last = LastMove(SQUARES, "QUIT", points("qUIT"))
    settled = settle_blanks(last, choices("QUIT", unclear), GAME)
    assert {choice.letter: choice.blank for choice in settled.values()} == {
        letter: letter == "Q" for letter in unclear
    }
    assert all(choice.confidence < 0.5 and choice.why for choice in settled.values())


def test_points_bear_out_that_an_unclear_tile_is_none() -> None:
    (settled,) = settle_blanks(
        LastMove(SQUARES, "QUIT", points("QUIT")), choices("QUIT", "Q"), GAME
    ).values()
    assert (settled.blank, settled.why) == (False, None)


@pytest.mark.parametrize("score", [points("QUiT"), points("QUIT") + 1])
def test_points_that_two_tiles_explain_or_none_settle_nothing(score: int) -> None:
    """I and T count the same."""
    assert points("QUiT") == points("QUIt")
    assert not settle_blanks(LastMove(SQUARES, "QUIT", score), choices("QUIT", "IT"), GAME)
