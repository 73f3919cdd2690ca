"""Squares, boards, racks and positions, and their texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import BoardTextError, NotationError, RackError
from solver.game import Board, Position, Rack, Square, load_game

CELLS = st.sampled_from(["", "A", "b", "Å", "CH", "ll", "Ñ"])


def boards(size: int) -> st.SearchStrategy[Board]:
    row = st.tuples(*[CELLS] * size)
    return st.builds(Board, st.tuples(*[row] * size))


@pytest.mark.parametrize(
    ("name", "square"),
    [("A1", Square(0, 0)), ("H8", Square(7, 7)), ("O15", Square(14, 14)), ("c11", Square(10, 2))],
)
def test_square_names(name: str, square: Square) -> None:
    assert Square.parse(name) == square
    assert square.name == name.upper() == str(square)


@given(st.integers(0, 25), st.integers(0, 98))
def test_square_names_round_trip(column: int, row: int) -> None:
    assert Square.parse(Square(row, column).name) == Square(row, column)


@pytest.mark.parametrize("name", ["", "8H", "H0", "H", "HH8", "H-1", "H100"])
def test_no_square(name: str) -> None:
    with pytest.raises(NotationError) as caught:
        Square.parse(name)
    assert "H8" in caught.value.hint


@given(st.integers(2, 6).flatmap(boards))
def test_board_text_round_trip(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert Board.parse(board.lines()) == board
    assert Board.parse("".join(board.lines())) == board
    assert board.transposed().transposed() == board
    assert dict(board.transposed().tiles()) == {
        Square(square.column, square.row): tile for square, tile in board.tiles()
    }


def test_board_text_may_be_indented_and_spaced() -> None:
    board = Board.parse("""
        . c .
        [CH] A T
        . . .
    """)
    assert board.lines() == [".c.", "[CH]AT", "..."]
    assert board[Square(1, 0)] == "CH"
    assert board.size == 3


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "no rows"),
        ("...\n..\n...", "row 2 has 2"),
        ("....\n....", "row 1 has 4"),
        ("..1\n...\n...", "'1' on C1"),
        ("..[\n...\n...", "'['"),
        ("[Ch].\n..", "'Ch' on A1"),
        ("." * 220, "220 squares"),
    ],
)
def test_no_board(text: str, part: str) -> None:
    with pytest.raises(BoardTextError, match=r".") as caught:
        Board.parse(text)
    assert part in str(caught.value)
    assert caught.value.hint
    assert isinstance(caught.value, ValueError)


def test_empty_board() -> None:
    board = Board.empty(11)
    assert not list(board.tiles())
    assert board.size == 11
    assert board.with_tiles([(Square(0, 0), "A")]) != board


def test_tiles_are_laid_on_free_squares_only() -> None:
    board = Board.empty(3).with_tiles([(Square(1, 1), "Q"), (Square(1, 2), "i")])
    assert board.lines() == ["...", ".Qi", "..."]
    with pytest.raises(BoardTextError, match="B2 is already taken by Q"):
        board.with_tiles([(Square(1, 1), "A")])
    with pytest.raises(BoardTextError, match="A4 lies outside"):
        board.with_tiles([(Square(3, 0), "A")])


def test_runs_are_the_words_on_the_board() -> None:
    board = Board.parse("AB.\n.c.\nD.E")
    assert list(board.runs()) == [
        (Square(0, 0), True, ("A", "B")),
        (Square(0, 1), False, ("B", "c")),
    ]


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("AB?[CH]", ("A", "B", "?", "CH")),
        ("q i_*", ("Q", "I", "?", "?")),
        ("", ()),
        ("åñ", ("Å", "Ñ")),
        ("A\u030an\u0303", ("Å", "Ñ")),
    ],
)
def test_racks(text: str, tiles: tuple[str, ...]) -> None:
    rack = Rack.parse(text)
    assert rack.tiles == tiles
    assert len(rack) == len(tiles)
    assert Rack.parse(str(rack)) == rack


@pytest.mark.parametrize("text", ["AB1", "A.", "[C1]", "A["])
def test_no_rack(text: str) -> None:
    with pytest.raises(RackError):
        Rack.parse(text)


def test_position_belongs_to_its_game() -> None:
    game = load_game("wwf")
    empty = Board.empty(15)
    Position(empty, Rack.parse("QUIZZE?"), game)
    with pytest.raises(BoardTextError, match="15 here") as small:
        Position(Board.empty(11), Rack.parse("A"), game)
    assert "layout" in small.value.hint
    with pytest.raises(BoardTextError, match="Ñ on A1"):
        Position(empty.with_tiles([(Square(0, 0), "ñ")]), Rack.parse("A"), game)
    with pytest.raises(RackError, match="8 tiles"):
        Position(empty, Rack.parse("ABCDEFGH"), game)
    with pytest.raises(RackError, match="no tile Å") as strange:
        Position(empty, Rack.parse("Å"), game)
    assert "language" in strange.value.hint
