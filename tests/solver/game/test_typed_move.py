"""Moves as players type them: Fribble's notation, and the word alone."""

from __future__ import annotations

import pytest

from solver.errors import NotationError, PlacementError
from solver.game import (
    Board,
    Square,
    from_held,
    is_bare_word,
    is_fribble,
    load_game,
    parse_typed,
    word_places,
)
from solver.game.typed_move import Laid
from solver.words import Lexicon

WWF = load_game("wwf")
EMPTY = Board.empty(15)
WORDS = Lexicon.of(["FRIBBLE", "FRIENDS", "PLAY", "LAY", "QUA", "QUIZ", "PIN", "PINE"])
FRIBBLE = EMPTY.with_tiles((Square(7, 7 + place), tile) for place, tile in enumerate("FRIBBLE"))


def squares(names: str, tiles: str) -> Laid:
    return [
        (Square.parse(name), tile) for name, tile in zip(names.split(), tiles.split(), strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("m(r8,8,'fribble')", squares("H8 I8 J8 K8 L8 M8 N8", "f r i b b l e")),
        ("m(r08, 8, 'ab')", squares("H8 I8", "a b")),
        ('M ( R8 , 08 , "AB" )', squares("H8 I8", "A B")),
        ("m(r15,1,\u2018ab\u2019)", squares("A15 B15", "a b")),
        ("m(c01,14,„aB“)", squares("A14 A15", "a B")),
        ("m(c8,9,riends)", squares("H9 H10 H11 H12 H13 H14", "r i e n d s")),
        ("m(r1,3,'[CH]o[ll]')", squares("C1 D1 E1", "CH o ll")),
        ("mf(c13,'7,9,10','pay')", squares("M7 M9 M10", "p a y")),
        ("mf( c13 , 7, 9 ,10 , `pay` )", squares("M7 M9 M10", "p a y")),
        ("MF(R1,'15','x')", squares("O1", "x")),
        ("8G PIN", squares("G8 H8 I8", "P I N")),
    ],
)
def test_forms(text: str, found: Laid) -> None:
    assert parse_typed(text, EMPTY) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("m(r0,8,'ab')", "row 0 lies outside the board"),
        ("m(c16,8,'ab')", "column 16 lies outside the board"),
        ("m(r1,15,'ab')", "cell 16 of row 1 is not on the board"),
        ("mf(c1,'0,1','ab')", "cell 0 of column 1 is not on the board"),
        ("m(c8,8,'friends')", "cell 8 of column 8 (H8) is taken by F"),
        ("mf(c8,'7,9,10','ab')", "3 cells for 2 tiles"),
        ("mf(c8,'7','ab')", "1 cell for 2 tiles"),
        ("mf(c8,'7,7','ab')", "cell 7 of column 8 is named twice"),
        ("m(c8,'7,9','ab')", "m(...) takes one cell, where the word starts, not 2"),
        ("m(r8,8,'a.b')", "'.' in 'a.b' is not a tile"),
        ("m(r8,'ab')", "is not a move"),
        ("m(r8)", "is not a move"),
        ("m(r8,8,'')", "is not a move"),
        ("m(x8,8,'ab')", "is not a move"),
        ("m(r123,8,'ab')", "is not a move"),
        ("m()", "is not a move"),
    ],
)
def test_what_is_no_move(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_typed(text, FRIBBLE)
    assert message in str(caught.value)
    assert caught.value.hint


def test_what_is_meant() -> None:
    assert [is_fribble(text) for text in ("m(r8,8,'x')", " MF (c1,'1','x') ", "mfx", "m 8")] == [
        *(True, True),
        *(False, False),
    ]
    assert [is_bare_word(text) for text in ("pin", "P(I)N", "[CH]O", "ÅR", "a", "8G", "A B")] == [
        *(True, True, True, True),
        *(False, False, False),
    ]


@pytest.mark.parametrize(
    ("held", "laid"),
    [
        ("FRIENDS", "FRIEND"),
        ("FRIEN?S", "FRIENd"),
        ("FRIE??S", "FRIEnd"),
        ("FRIE?XS", "FRIEND"),  # two are lacking
    ],
)
def test_letters_that_are_lacking_are_blanks(held: str, laid: str) -> None:
    typed = [(Square(7, 7 + place), tile) for place, tile in enumerate("friend")]
    found = from_held(EMPTY, WWF, typed, tuple(held))
    assert "".join(tile for _, tile in found) == laid


def test_the_blank_lies_where_it_costs_least() -> None:
    typed = [(Square(7, 5 + place), tile) for place, tile in enumerate("lulls")]
    board = EMPTY.with_tiles([(Square(8, 5), "A")])
    found = from_held(board, WWF, typed, tuple("LLUS?"))
    assert "".join(tile for _, tile in found) == "LUlLS"  # the first L counts down, too


def places(word: str, held: str, board: Board = FRIBBLE, *, unlisted: bool = False) -> list[str]:
    found = word_places(board, WWF, word, tuple(held), WORDS, unlisted=unlisted)
    return [f"{move.notation} {move.score}" for move in found]


def test_a_word_alone_fits_in_one_place() -> None:
    assert places("friends", "RIENDSX") == ["H8 (F)RIENDS 24"]
    assert places("FRIENDS", "RIENDSX") == ["H8 (F)RIENDS 24"]
    assert places("FRIENDs", "RIEND?X") == ["H8 (F)RIENDs 22"]
    assert places("friends", "RIEND?X") == ["H8 (F)RIENDs 22"]
    assert places("F(R)IENDS", "RIENDSX") == ["H8 (F)RIENDS 24"]


def test_a_word_alone_in_several_places_is_told_with_the_best_first() -> None:
    found = places("PIN", "PINXXXX", EMPTY)
    assert len(found) == 6
    points = [int(text.rpartition(" ")[2]) for text in found]
    assert points == sorted(points, reverse=True)


def test_a_single_tile_that_makes_words_both_ways_is_one_place() -> None:
    board = Board.parse(
        "." * 15 + "\n.A.............\nA..............\n" + "...............\n" * 12
    )
    words = Lexicon.of(["AT"])
    found = word_places(board, WWF, "at", tuple("T"), words)
    assert sorted(str(move.tiles[0][0]) for move in found) == ["A4", "B3", "C2"]


@pytest.mark.parametrize(
    ("word", "held", "message"),
    [
        ("zzz", "PINXXXX", "ZZZ is not in the word list"),
        ("play", "PAYXXXX", "PLAY fits nowhere: at M7 it would form"),
        ("pine", "PXXXXXX", "PINE cannot be played: missing from the rack PXXXXXX: E, N"),
        ("qUA", "UAXXXXX", "UAXXXXX: a blank"),
        ("pin", "QUZXXXX", "PIN cannot be played: missing from the rack QUZXXXX: N, P"),
        ("PÅN", "QUZXXXX", "has no tile Å"),
    ],
)
def test_a_word_alone_that_does_not_fit(word: str, held: str, message: str) -> None:
    words = Lexicon.of([*WORDS, "PÅN"])
    board = FRIBBLE.with_tiles([(Square(8, 13), "X")])
    with pytest.raises(PlacementError) as caught:
        word_places(board, WWF, word, tuple(held), words)
    assert message in str(caught.value)


def test_no_room_is_told() -> None:
    full = Board((("A",) * 15,) * 15)
    with pytest.raises(PlacementError, match="no free place touches"):
        word_places(full, WWF, "PIN", tuple("PIN"), Lexicon.of(["PIN", "XX"]))


def test_words_that_the_list_lacks_may_be_allowed() -> None:
    assert places("fox", "OXXXXXX", unlisted=True) == ["H8 (F)OX 13"]


def test_tiles_of_several_letters() -> None:
    game, words = load_game("wordfeud", language="es"), Lexicon.of(["CHICO"])
    found = word_places(Board.empty(15), game, "chico", ("CH", "I", "C", "O"), words)
    assert {move.cells for move in found} == {("CH", "I", "C", "O")}


def test_a_letter_whose_upper_case_is_longer_is_typed_as_that() -> None:
    german = load_game("wordfeud", language="de")
    found = word_places(EMPTY, german, "straße", tuple("STRASSE"), Lexicon.of(["STRASSE"]))
    assert {move.word for move in found} == {"STRASSE"}
