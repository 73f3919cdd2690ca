"""CGP, GCG and the texts of moves."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import BoardTextError, NotationError
from solver.game import Board, Cgp, Gcg, Position, Rack, Square, load_game, parse_placements
from solver.game.notation import read_board
from tests.shared.moves import parse_move

CGP = "3/1Ab/[CH]2 QI?/AB 12/-3 1 lex NWL23; bdn Small Board;"
GAME = """#character-encoding UTF-8
#player1 ann Ann Other
#player2 bob Bob
>ann: CABSEEE 8G CAB +9 9
>bob: SQUI?ZE I8 .e +4 4
>bob: SQUI?ZE -- -4 0
>ann: SEEE 8G (CAB)S +10 19
>bob: SQUI?ZE -QU +0 0
>ann: EEE - +0 19
#note a remark
#rack2 SI?ZE
"""
CELLS = st.sampled_from(["", "", "A", "b", "CH", "ll"])


@given(
    st.integers(2, 12).flatmap(lambda n: st.lists(st.tuples(*[CELLS] * n), min_size=n, max_size=n))
)
def test_cgp_round_trip(rows: list[tuple[str, ...]]) -> None:
    cgp = Cgp(Board(tuple(rows)), (Rack.parse("A?[CH]"), Rack(())), (5, 400), 2, (("lex", "X"),))
    assert Cgp.parse(str(cgp)) == cgp


def test_cgp() -> None:
    cgp = Cgp.parse(CGP)
    assert cgp.board.lines() == ["...", ".Ab", "[CH].."]
    assert cgp.racks == (Rack.parse("QI?"), Rack.parse("AB"))
    assert cgp.scores == (12, -3)
    assert cgp.scoreless == 1
    assert cgp.options == (("lex", "NWL23"), ("bdn", "Small Board"))
    assert str(cgp) == CGP


def test_cgp_may_be_short() -> None:
    assert Cgp.parse("2/2") == Cgp(Board.empty(2))
    assert Cgp.parse("2/A1 E/").racks == (Rack.parse("E"), Rack(()))
    assert Cgp.parse("11/" * 10 + "11").board == Board.empty(11)


@pytest.mark.parametrize(
    "text",
    ["", "2/0", "2/A!", "2/!AA", "2/2 / a/b", "2/2 / 0/0 x", f"2/2 / {'9' * 10}/0 0"],
)
def test_no_cgp(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Cgp.parse(text)
    assert caught.value.hint


def test_cgp_rows_must_make_a_board() -> None:
    with pytest.raises(BoardTextError, match="row 2"):
        Cgp.parse("2/3")


def small(rows: str, rack: str = "ABCDEFG") -> Position:
    return Position(
        Board.parse(rows), Rack.parse(rack), load_game("wwf").with_premiums(["....."] * 5)
    )


ROWS = ".....\n.....\n.CaB.\n.....\n....."


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("3B CABE", [("E3", "E")]),
        ("3B (CaB)E", [("E3", "E")]),
        ("3b ...E", [("E3", "E")]),
        ("3A D(CaB)e", [("A3", "D"), ("E3", "e")]),
        ("B2 A.", [("B2", "A")]),
        ("B1 [CH]A(C)E", [("B1", "CH"), ("B2", "A"), ("B4", "E")]),
        ("  1A   AB ", [("A1", "A"), ("B1", "B")]),
    ],
)
def test_written_moves(text: str, tiles: list[tuple[str, str]]) -> None:
    found = parse_placements(text, Board.parse(ROWS))
    assert found == [(Square.parse(name), tile) for name, tile in tiles]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("WORD", "not a move"),
        ("8G", "not a move"),
        ("8 WORD", "not a move"),
        ("1D ABC", "off the board"),
        ("9A AB", "outside the board"),
        ("3C .BE", "directly before or after"),
        ("3B CAB", "places no new tile"),
        ("3B CEBE", "has E on C3, but the tile there is a"),
        ("1A A.", "needs a tile on B1"),
        ("1A A(B)", "needs a tile on B1"),
        ("1A A1", "'1' in 'A1'"),
        ("3C (aB)E", "directly before or after"),
    ],
)
def test_no_moves(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_placements(text, Board.parse(ROWS))
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["3B (CaB)E", "3A D(CaB)E", "B2 A(C)", "D1 DA(B)A", "1A ABCDE"])
def test_moves_print_as_they_are_written(text: str) -> None:
    rack = "AABBCDE" if text.startswith("1A") else "AADEFGG"
    assert parse_move(text, small(ROWS, rack)).notation == text


def test_gcg_game() -> None:
    game = Gcg.parse(GAME)
    assert game.players == ("ann", "bob")
    assert game.scores == (19, 0)
    assert [tile for _, tile in game.board.tiles()] == list("CABS")
    assert game.rack == Rack.parse("SI?ZE")


def test_gcg_scores_beyond_any_game_are_no_scores() -> None:
    game = Gcg.parse(f">a: AB 8H AB +5 {'9' * 5000}")
    assert game.turns[0].total == 0
    assert game.turns[0].turn is not None


def test_gcg_turn_that_has_begun() -> None:
    game = Gcg.parse(">a: ABC 8H AB +5 5\n>b: QIZ\n")
    assert game.rack == Rack.parse("QIZ")
    assert game.scores == (5, 0)


def test_gcg_end_of_game() -> None:
    game = Gcg.parse(">a: AB 8H AB +5 5\n>b: QIZ - +0 0\n>a: (QIZ) +42 47\n>b: QIZ (time) -10 -10")
    assert game.scores == (47, -10)
    assert game.rack is None
    assert Gcg.parse("#player1 a A").rack is None


def test_racks_of_players_count_from_one() -> None:
    game = Gcg.parse("#player1 a A\n#player2 b B\n#rack0 QI\n#rack2 AB")
    assert game.racks == (None, Rack.parse("AB"))
    assert Gcg.parse("#player1 a A\n#rack0 QI").racks == (None,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (">a: AB 8H AB +5 5\n>b: AB 8H QI +5 5", "line 2 of the GCG game"),
        ("hello", "line 1 of the GCG game: 'hello'"),
        ("#player1 a A\n#rack1 A1", "line 2 of the GCG game: '1' is not a tile"),
        (">a: A+", "line 1 of the GCG game: '+' is not a tile"),
        (">a: AB -- +0 0", "no move before"),
        (">a: AB 8O AB +0 0", "off the board"),
        (">a: CATDOGS CAT 8H +10 10", "'CAT 8H' is not a turn"),
        (">a: CATDOGS 8H: CAT +10 10", "'8H: CAT' is not a turn"),
    ],
)
def test_no_gcg(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Gcg.parse(text)
    assert message in str(caught.value)


def test_any_text_of_a_board() -> None:
    drawn = "...\n.AB\n..."
    board = Board.parse(drawn)
    assert read_board(drawn) == (board, None, None)
    assert read_board("....AB...") == (board, None, None)
    assert read_board("....AB... QI?") == (board, Rack.parse("QI?"), None)
    assert read_board("3/1AB/3") == (board, None, None)
    assert read_board("3/1AB/3 QI/ 30/12 0") == (board, Rack.parse("QI"), (30, 12))
    game = Gcg.parse(GAME)
    assert read_board(GAME) == (game.board, Rack.parse("SI?ZE"), game.standing)
    composed, apart = (normalize(form, "3/1ÅB/3 Å/ 0/0 0") for form in ("NFC", "NFD"))
    assert read_board(composed) == read_board(apart)
    assert read_board(">a: AB 6E AB +2 2", size=11).board.size == 11
    with pytest.raises(BoardTextError):
        read_board("nonsense")


def test_points_are_those_of_the_player_on_turn_first() -> None:
    game = ">a: CAT 8H CAT +10 10\n>b: DOG - +0 0\n"
    assert Gcg.parse(game).standing == (10, 0)
    assert Gcg.parse(game + ">a: - +0 10\n").standing == (0, 10)
    assert Gcg.parse(">a: CAT 8H CAT +10 10\n").standing is None


def test_what_time_costs_may_stand_behind_the_end() -> None:
    game = ">a: CAT 8H CAT +10 10\n>a: (E) +1 11\n"
    assert Gcg.parse(game).settled
    assert Gcg.parse(game + ">a: (time) -10 1\n").settled
    assert not Gcg.parse(">a: CAT 8H CAT +10 10\n>a: (time) -10 0\n").settled


def test_a_rack_is_known_until_its_turn_is_made() -> None:
    turn = ">a: CATDOGS\n"
    assert Gcg.parse(turn).rack == Rack.parse("CATDOGS")
    assert Gcg.parse(turn + ">a: CATDOGS 8H CAT +10 10\n>b: XYZ - +0 0\n").rack is None
