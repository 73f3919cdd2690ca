"""Counting the tiles that are not in sight."""

from collections import Counter

from solver.game import Board, Position, Rack, Square, excess, load_game, unseen


def test_all_but_the_rack_is_unseen_at_first() -> None:
    game = load_game("wwf")
    left = unseen(Position(Board.empty(15), Rack.parse("QUIZ??E"), game))
    assert left.total() == 104 - 7
    assert left["Q"] == left["?"] == 0
    assert "Q" not in left
    assert left["E"] == 12


def test_blanks_on_the_board_are_blanks() -> None:
    board = Board.empty(15).with_tiles([(Square(7, 7), "q"), (Square(7, 8), "I")])
    position = Position(board, Rack.parse("I"), load_game("wwf"))
    left = unseen(position)
    assert (left["?"], left["Q"], left["I"]) == (1, 1, 6)
    assert excess(position) == Counter()


def test_more_tiles_than_there_are() -> None:
    board = Board.empty(15).with_tiles([(Square(7, 7), "Z"), (Square(7, 8), "z")])
    position = Position(board, Rack.parse("ZZ??"), load_game("wwf"))
    assert excess(position) == Counter({"Z": 2, "?": 1})
    assert "Z" not in unseen(position)
