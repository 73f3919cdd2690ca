"""The points that the banner tells of the last move, against the tiles on the board."""

from __future__ import annotations

import pytest

from solver.board import Board, Square
from solver.rules import load_game
from solver.score import score_tiles
from vision.last_move import prove_points
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
