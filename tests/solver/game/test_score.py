"""Scores counted by hand, two of them as real screenshots show them."""

from contextlib import nullcontext

import pytest

from solver.errors import PlacementError
from solver.game import Board, Position, Rack, Square, load_game, move_record
from solver.game.score import check_touch, leave, score_move, score_tiles
from tests.shared.moves import parse_move


def position(game: str, rack: str, *laid: tuple[str, str]) -> Position:
    """A 15x15 position with words laid, each (start as in GCG, word)."""
    board = Board.empty(15)
    for start, word in laid:
        across = start[0].isdigit()
        first = Square.parse(start[-1] + start[:-1] if across else start)
        for step, tile in enumerate(word):
            square = Square(first.row + step * (not across), first.column + step * across)
            if board[square] != tile:
                board = board.with_tiles([(square, tile)])
    return Position(board, Rack.parse(rack), load_game(game))


@pytest.mark.parametrize(
    ("given", "move", "score", "words"),
    [
        pytest.param(
            position("wwf", "NEWTAAA", ("14L", "ER")),
            "15L NEWT",
            35,
            [("NEWT", 24), ("EN", 9), ("RE", 2)],
            id="Android 2014: triple word counts for both words",
        ),
        pytest.param(
            position("wwf", "AD", ("K8", "ZI")),
            "L8 AD",
            31,
            [("AD", 6), ("ZA", 22), ("ID", 3)],
            id="iPhone 2022: double word counts for both words",
        ),
        pytest.param(position("wwf", "CAB"), "8G CAB", 9, [("CAB", 9)], id="plain start square"),
        pytest.param(
            position("scrabble", "CAB"), "8G CAB", 14, [("CAB", 14)], id="start square doubles"
        ),
        pytest.param(
            position("wwf", "QUIZ", ("8H", "A")),
            "H8 (A)QUIZ",
            (1 + 10 + 2 + 1 * 1 + 10) * 2,
            [("AQUIZ", 48)],
            id="double word at the foot",
        ),
        pytest.param(
            position("wwf", "?UIZ", ("8H", "A")),
            "H8 (A)qUIZ",
            (1 + 0 + 2 + 1 + 10) * 2,
            [("AqUIZ", 28)],
            id="a blank counts nothing",
        ),
        pytest.param(
            position("wwf", "QUI?", ("8H", "A")),
            "H8 (A)QUIz",
            (1 + 10 + 2 + 1 + 0) * 2,
            [("AQUIz", 28)],
            id="but doubles the word it lies on",
        ),
        pytest.param(
            position("wwf", "S", ("8G", "CAb")),
            "8G (CAb)S",
            4 + 1 + 0 + 1,
            [("CAbS", 6)],
            id="a blank on the board counts nothing",
        ),
        pytest.param(
            position("scrabble", "JOKERSX", ("8D", "JOKER")),
            "8D (JOKER)S",
            16 + 1,
            [("JOKERS", 17)],
            id="no premium under old tiles",
        ),
        pytest.param(
            position("wwf", "AAAAAAA", ("H8", "A")),
            "8A AAAAAAA(A)",
            (7 + 1) * 2 + 35,
            [("AAAAAAAA", 16)],
            id="bonus after the multipliers",
        ),
        pytest.param(
            position("crossplay", "AAAAAAA"),
            "8H AAAAAAA",
            (7 + 1) * 2 + 40,
            [("AAAAAAA", 16)],
            id="the game's own bonus",
        ),
        pytest.param(
            position("scrabble", "AAAAAAA", ("1H", "A")),
            "1A AAAAAAA(A)",
            (1 + 1 + 1 + 2 + 1 + 1 + 1 + 1) * 3 + 50,
            [("AAAAAAAA", 27)],
            id="letter before word premium",
        ),
        pytest.param(
            position("lexulous", "AAAAAAAA"),
            "8H AAAAAAA",
            7 * 2 + 40,
            [("AAAAAAA", 14)],
            id="a bonus for fewer tiles than all",
        ),
        pytest.param(
            position("lexulous", "AAAAAAAA"),
            "8A AAAAAAAA",
            8 * 3 * 2 + 50,
            [("AAAAAAAA", 48)],
            id="another for all",
        ),
    ],
)
def test_scores(given: Position, move: str, score: int, words: list[tuple[str, int]]) -> None:
    found = parse_move(move, given)
    assert found.score == score
    assert list(found.words) == words
    assert found.notation == move


def test_tiles_of_a_move_must_be_on_the_rack() -> None:
    with pytest.raises(PlacementError, match="C is not on the rack AB"):
        parse_move("8G CAB", position("wwf", "AB"))


def test_word_premiums_multiply() -> None:
    game = load_game("wwf")
    board = Board.empty(15)
    tiles = [(Square(0, column), "A") for column in range(3, 12)]
    words, bonus = score_tiles(board, game, tiles)
    assert [word.points for word in words] == [(9 + 2 + 2) * 9]
    assert bonus == 35  # for seven tiles or more: a longer rack is one of study


def test_single_tile_both_ways_is_one_move_with_the_longer_word_first() -> None:
    given = position("wwf", "S", ("8F", "CAB"), ("I6", "A"), ("I7", "D"))
    move = score_move(given, [(Square.parse("I8"), "S")])
    assert (move.across, move.word, move.start) == (True, "CABS", "8F")
    assert [word for word, _ in move.words] == ["CABS", "ADS"]
    assert move.cells == ()  # said of tiles of several letters only
    short = position("wwf", "S", ("8F", "EAT"), ("I6", "Z"), ("I7", "Z"))
    assert score_move(short, [(Square.parse("I8"), "S")]).word == "EATS"  # of fewer points
    pair = position("wwf", "S", ("8H", "A"))
    assert score_move(pair, [(Square.parse("I8"), "S")]).words == (("AS", 2),)
    down = position("wwf", "S", ("8G", "AB"), ("I5", "CAD"))
    move = score_move(down, [(Square.parse("I8"), "S")])
    assert (move.across, move.word, move.start) == (False, "CADS", "I5")


def test_single_tile_with_words_alike() -> None:
    given = position("wwf", "S", ("8F", "EAT"), ("I5", "JAZ"))
    assert score_move(given, [(Square.parse("I8"), "S")]).word == "JAZS"
    given = position("wwf", "S", ("8F", "EAT"), ("I5", "TEA"))
    assert score_move(given, [(Square.parse("I8"), "S")]).across


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ([], "no tiles"),
        ([("A1", "A"), ("B2", "A")], "one row or column"),
        ([("A1", "A"), ("C1", "A")], "gap"),
        ([("H8", "A")], "taken by C"),
        ([("P1", "A")], "outside"),
        ([("A16", "A")], "outside"),
        ([("T1", "A")], "outside"),
        ([("A20", "A")], "outside"),
        ([("A1", "A")], "form a word"),
        ([("G8", "B")], "^B is not on the rack AAA"),
        ([("G8", "q")], "^a blank for q is not on the rack AAA"),
        ([("G8", "Å")], "has no tile Å"),
    ],
)
def test_tiles_that_cannot_be_laid(tiles: list[tuple[str, str]], message: str) -> None:
    given = position("wwf", "AAA", ("8H", "CAB"))
    with pytest.raises(PlacementError, match=message):
        score_move(given, [(Square.parse(name), tile) for name, tile in tiles])


@pytest.mark.parametrize(
    ("squares", "touch"),
    [
        (["G8", "F8"], True),
        (["K8", "L8"], True),
        (["I7", "I6"], True),
        (["I9", "I10"], True),
        (["G7", "F7"], False),
        (["K9", "L9"], False),
        (["M8", "N8"], False),
        (["I6", "I5"], False),
    ],
)
def test_tiles_touch_on_four_sides_and_not_at_corners(squares: list[str], touch: bool) -> None:  # noqa: FBT001
    given = position("wwf", "AAA", ("8H", "CAB"))
    tiles = [(Square.parse(name), "A") for name in squares]
    with nullcontext() if touch else pytest.raises(PlacementError, match="touch no tile"):
        check_touch(given.board, given.game, tiles)


@pytest.mark.parametrize("square", [Square(-1, 3), Square(3, -1)])
def test_squares_before_the_first(square: Square) -> None:
    with pytest.raises(PlacementError, match="outside"):
        score_tiles(Board.empty(15), load_game("wwf"), [(square, "A")])


def test_leave_is_in_order_with_blanks_last() -> None:
    assert leave(position("wwf", "?Z"), []) == ("Z", "?")
    given = position("wwf", "Z?TAQ?A")
    assert leave(given, ["Z", "q"]) == ("A", "A", "Q", "T", "?")
    assert leave(given, []) == ("A", "A", "Q", "T", "Z", "?", "?")


def test_record_is_what_other_programs_get() -> None:
    given = position("wwf", "QUI?EET", ("8H", "A"))
    record = move_record(parse_move("H7 q(A)T", position("wwf", "?T", ("8H", "A"))))
    assert record == {
        "move": "H7 q(A)T",
        "word": "qAT",
        "row": 6,
        "column": 7,
        "across": False,
        "tiles": [["H7", "q"], ["H9", "T"]],
        "score": 2,
        "leave": "",
        "words": [("qAT", 2)],
    }
    assert move_record(parse_move("H7 Q(A)T", given))["leave"] == "EEIU?"


def test_digraph_tiles_in_texts() -> None:
    game = load_game("wordfeud", language="es")
    given = Position(Board.empty(15), Rack.parse("[CH]ICO?"), game)
    move = parse_move("8G [CH]IC[ll]", given)
    assert move.word == "CHICll"
    assert move.cells == ("CH", "I", "C", "ll")
    assert move.notation == "8G [CH]IC[ll]"
    assert move_record(move)["tiles"] == [["G8", "CH"], ["H8", "I"], ["I8", "C"], ["J8", "ll"]]
    assert move_record(move)["leave"] == "O"
    assert move.score == 5 + 1 + 3 + 0
    after = Position(given.board.with_tiles(move.tiles), Rack.parse("A"), game)
    assert parse_move("8G ([CH]IC[ll])A", after).notation == "8G ([CH]IC[ll])A"


def test_two_tiles_on_one_square_are_refused() -> None:
    place = position("wwf", "ABC")
    with pytest.raises(PlacementError, match="two tiles are on the same square"):
        score_move(place, [(Square(7, 7), "A"), (Square(7, 8), "B"), (Square(7, 8), "C")])
