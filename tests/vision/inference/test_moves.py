"""What a picture tells of moves: the last one, and which tiles are blanks."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from solver.game import Board, Square, load_game, score_tiles
from vision.imaging import Place
from vision.inference import Findings
from vision.inference.choice import Answer, Choice
from vision.inference.moves import (
    MISREAD,
    SIGNS,
    as_on_board,
    blanks_by_points,
    describe_last_move,
    plays_as_told,
)
from vision.reading import LastMove
from vision.status import MoveLine, StatusText

SQUARES = ((7, 7), (7, 8), (7, 9), (7, 10))


GAME = load_game("wwf")

TEN = {(7, 7 + n): Answer(letter, blank=False) for n, letter in enumerate("QUITE")}

ON = {(row, 8): Answer(letter, blank=False) for row, letter in ((5, "S"), (6, "O"), (8, "P"))}
"""SOUP through QUITE."""

UP = 8, 8
"""The last tile of SOUP."""


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


def points(word: str) -> int:
    laid = [(Square(*square), tile) for square, tile in zip(SQUARES, word, strict=True)]
    words, bonus = score_tiles(Board.empty(15), GAME, laid)
    return sum(each.points for each in words) + bonus


def anything(_text: str) -> bool:
    """Every text is a word."""
    return True


def weighed(unclear: dict[str, float], score: int) -> dict[str, float]:
    """The probability of QUIT's tiles to be blanks, given those by themselves and the points."""
    tiles = {
        place: Answer(letter, blank=False) for place, letter in zip(SQUARES, "QUIT", strict=True)
    }
    chances = {place: unclear.get(tile.letter, 0.0) for place, tile in tiles.items()}
    found = blanks_by_points(LastMove(SQUARES, "QUIT", score), tiles, chances, GAME, anything)
    return {tiles[place].letter: round(chance, 3) for place, chance in found.items()}


@pytest.mark.parametrize("unclear", ["Q", "QU", "QUIT"])
def test_points_settle_which_unclear_tile_is_a_blank(unclear: str) -> None:
    found = weighed(dict.fromkeys(unclear, 0.3), points("qUIT"))
    assert found["Q"] > 0.85
    assert all(found[letter] < 0.3 for letter in unclear[1:])


def test_points_bear_out_that_an_unclear_tile_is_none() -> None:
    assert weighed({"Q": 0.3}, points("QUIT"))["Q"] < 0.01


def test_of_two_tiles_that_explain_the_points_either_may_be_the_blank() -> None:
    """I and T count the same."""
    assert points("QUiT") == points("QUIt")
    found = weighed({"I": 0.3, "T": 0.3}, points("QUiT"))
    assert found["I"] == found["T"] == pytest.approx(0.5, abs=0.02)


def test_points_that_nothing_explains_are_misread() -> None:
    found = weighed({"I": 0.3, "T": 0.2}, points("QUIT") + 1)
    assert found == {"I": 0.3, "T": 0.2}


def test_nothing_is_weighed_where_all_is_certain_or_no_points_are_told() -> None:
    assert weighed({}, points("QUIT")) == {}
    tiles = {SQUARES[0]: Answer("Q", blank=False)}
    assert (
        blanks_by_points(LastMove(SQUARES, "QUIT", None), tiles, {SQUARES[0]: 0.5}, GAME, anything)
        == {}
    )


@pytest.mark.parametrize(
    "last",
    [LastMove(SQUARES, "ZOOS", 3), LastMove((*SQUARES, (9, 9)), "QUIT", 3)],
    ids=["another word", "a square apart"],
)
def test_squares_that_do_not_hold_the_word_told_tell_nothing(last: LastMove) -> None:
    letters = zip(last.squares, "QUITE", strict=False)
    tiles = {place: Answer(letter, blank=False) for place, letter in letters}
    assert blanks_by_points(last, tiles, dict.fromkeys(tiles, 0.3), GAME, anything) == {}


def told(score: int, *, word: str | None, through: Place | None = None) -> dict[str, float]:
    """The same where no colour shows the squares of the move."""
    tiles = {
        place: Answer(letter, blank=False) for place, letter in zip(SQUARES, "QUIT", strict=True)
    }
    chances = {place: 0.3 * (tile.letter == "Q") for place, tile in tiles.items()}
    last = LastMove((), word, score)
    found = blanks_by_points(last, tiles, chances, GAME, anything, through)
    return {tiles[place].letter: round(chance, 3) for place, chance in found.items()}


@pytest.mark.parametrize(("word", "through"), [("QUIT", None), (None, SQUARES[2])])
def test_points_of_a_word_whose_squares_no_colour_shows(
    word: str | None, through: Place | None
) -> None:
    assert points("qUIT") < GAME.tiles.values["Q"]
    assert told(points("QUIT"), word=word, through=through)["Q"] < 0.01
    assert told(points("qUIT"), word=word, through=through)["Q"] > 0.9


def test_only_what_may_have_been_laid_last_tells_blanks() -> None:
    """Tiles without which the others hang loose, or are no words, were not laid last."""
    down = {(row, 7): Answer("A", blank=False) for row in (5, 6, 7)}
    across = {(4, 4 + n): Answer(letter, blank=False) for n, letter in enumerate("QUITE")}
    chances = {place: 0.3 * (tile.letter == "I") for place, tile in (across | down).items()}
    last = LastMove((), "QUITE", 15)  # four sets of tiles with a blank I count so, two without
    words = {"QUITE", "QUIT", "IT", "TAAA", "AAA"}
    found = [
        blanks_by_points(last, across | down, chances, GAME, listed)[4, 6]
        for listed in (anything, words.__contains__)
    ]
    blank, letter = 0.3 * (4 / 8 + MISREAD), 0.7 * (2 / 8 + MISREAD)  # eight leave no tile loose
    assert found[0] == pytest.approx(blank / (blank + letter))
    assert found[1] > 0.95


@pytest.mark.parametrize(("word", "through"), [("QUIZ", None), (None, None), (None, (0, 0))])
def test_points_of_a_word_that_is_not_there_tell_nothing(
    word: str | None, through: Place | None
) -> None:
    assert told(points("QUIT"), word=word, through=through) == {}


def line(word: str | None, points: int | None) -> MoveLine:
    return MoveLine("Bert", word, points, (0.0, 1.0))


def signs(
    last: MoveLine | None,
    laid: MoveLine | None,
    badges: dict[Place, int],
    unclear: frozenset[Place] = frozenset(),
    *,
    listed: Callable[[str], bool] = anything,
    full: bool = False,
) -> list[set[str]]:
    """What is told of S, O and P, of S and O, and of the E of QUITE."""
    plays = [frozenset(ON), frozenset(sorted(ON)[:2]), frozenset({(7, 11)})]
    found = SimpleNamespace(
        status=StatusText(last_move=last, laid=laid),
        told=last and last.word,
        badges=badges,
        rules=GAME,
        listed=listed,
        full_rack=full,
    )
    rows = plays_as_told(plays, TEN | ON, unclear, cast("Findings", found))
    return [{SIGNS[n] for n in row.nonzero()[0]} for row in rows]


def _counted() -> int:
    before = Board.parse(["." * 15] * 7 + ["." * 7 + "QUITE..."] + ["." * 15] * 7)
    words, _ = score_tiles(before, GAME, [(Square(*at), tile.letter) for at, tile in ON.items()])
    return sum(word.points for word in words)


COUNTED = _counted()


ELSEWHERE = "ground of their own, last move's word elsewhere"


def test_points_in_a_badge_tell_which_tiles_were_laid_for_them() -> None:
    last = line("QUITE", 99)
    assert signs(last, None, {UP: COUNTED})[0] == {"points in a badge", ELSEWHERE}
    assert signs(None, None, {UP: COUNTED})[0] == {"points in a badge, last move's untold"}
    assert signs(None, None, {UP: COUNTED}, full=True)[0] == {
        "points in a badge, last move's untold",
        "points in a badge, last move's untold, rack must be full",
    }
    there = signs(last, None, {UP: COUNTED}, full=True)[0]
    assert there == {"points in a badge", ELSEWHERE}
    for badges in ({UP: COUNTED + 1}, {(0, 0): COUNTED}):
        assert signs(last, None, badges)[:2] == [{ELSEWHERE}] * 2


def test_the_last_moves_points_in_a_badge_tell_that_it_was_not_laid_now() -> None:
    assert signs(line("SOUP", COUNTED), None, {UP: COUNTED})[0] == {
        "last move's points in a badge",
        "last move's word needs it",
    }


def test_tiles_that_may_be_blanks_count_as_such_too() -> None:
    told = line("QUITE", 99), None, {UP: COUNTED - GAME.tiles.values["P"]}
    assert signs(*told)[0] == {ELSEWHERE}
    assert signs(*told, frozenset({UP}))[0] == {"points in a badge", ELSEWHERE}


@pytest.mark.parametrize(
    ("laid", "is_told"),
    [
        (line("SOUP", COUNTED), True),
        (line("SOUP", None), True),
        (line(None, COUNTED), True),
        (line("SOUP", COUNTED + 1), False),
        (line("SOAP", COUNTED), False),
    ],
)
def test_a_text_tells_word_and_points_of_what_is_laid(laid: MoveLine, *, is_told: bool) -> None:
    assert ("points or word in the text" in signs(None, laid, {})[0]) is is_told


def test_the_last_moves_word_was_there_before() -> None:
    assert signs(line("QUITE", None), None, {}) == [
        {ELSEWHERE},
        {ELSEWHERE},
        {"last move's word needs it"},
    ]
    assert not any(signs(line("QUIT", None), None, {}))
    assert not any(signs(line("ZOO", None), None, {}))


@pytest.mark.parametrize(
    ("words", "broken"),
    [
        ({"QUITE", "SOUP", "QUIT", "UP"}, [False, False, False]),
        ({"QUITE", "SOUP", "QUIT"}, [False, True, False]),
        ({"QUITE", "SOUP", "UP"}, [False, False, True]),
        ({"UP"}, [False, False, False]),  # the game's list is another one
    ],
)
def test_before_a_move_its_words_were_words_as_well(words: set[str], broken: list[bool]) -> None:
    told = signs(None, None, {}, listed=words.__contains__)
    assert ["words that are none without it" in each for each in told] == broken
