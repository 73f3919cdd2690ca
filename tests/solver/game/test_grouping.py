"""Moves that say the same are told once: against the full list, grouped by what is printed."""

from itertools import groupby

import pytest

from solver.game import Board, Gathered, Move, Position, Rack, load_game
from solver.solve import solve, solve_gathered
from solver.words import Lexicon, default_lexicon
from tests.shared.words import short_words

LATE = Board.parse(["." * 15] * 7 + [".....HELLO.....", ".......A......."] + ["." * 15] * 6)
EMPTY = Board.empty(15)
Line = tuple[str, int, frozenset[str]]


def words_for(rack: str) -> Lexicon:
    """Few words where blanks stand for nearly all of them."""
    return short_words(3 if rack.count("?") > 1 else 4)


def worth(leave: bytes) -> float:
    return -float(sum(code * code for code in leave))  # early letters are kept


def placed(rack: str, board: Board, longest: int = 0) -> Position:
    return Position(board, Rack.parse(rack), load_game("wordfeud", language="en"), longest)


def expected(position: Position, words: Lexicon) -> list[Line]:
    """Word, points and places of each line, from the texts of all moves there are."""
    codes = position.game.alphabet.codes

    def kept(move: Move) -> int:
        return sum(codes.get(tile, 0) ** 2 for tile in move.leave)

    told: dict[tuple[str, int], Move] = {}
    for move in sorted(solve(position, words), key=kept):
        told.setdefault((move.notation.upper(), move.score), move)
    groups: dict[tuple[str, int, tuple[str, ...]], set[str]] = {}
    for move in told.values():
        key = move.word.upper(), move.score, move.leave
        groups.setdefault(key, set()).add(move.notation.upper())
    lines = [(word, score, frozenset(at)) for (word, score, _), at in groups.items()]
    return sorted(lines, key=lambda line: -line[1])


def told(found: list[Gathered]) -> list[Line]:
    return [
        (
            each.move.word.upper(),
            each.move.score,
            frozenset(move.notation.upper() for move in (each.move, *each.others)),
        )
        for each in found
    ]


@pytest.mark.parametrize(
    ("rack", "board"),
    [
        *((rack, LATE) for rack in ("ABCDEFG", "JEEZ?AB", "STAR?", "SAT??", "???", "Q")),
        *((rack, EMPTY) for rack in ("ABCDEFG", "STAR?")),
    ],
)
def test_lines_are_those_of_the_full_list(rack: str, board: Board) -> None:
    position, words = placed(rack, board), words_for(rack)
    lines = expected(position, words)
    every = solve_gathered(position, words, top=len(lines) + 1, worth=worth)
    assert len(every) == len(lines)
    assert set(told(every)) == set(lines)
    scores = [each.move.score for each in every]
    assert scores == sorted(scores, reverse=True)
    for top in (1, 3, 10):
        some = solve_gathered(position, words, top=top, worth=worth)
        assert some == every[:top]
        apart = solve_gathered(position, words, top=top, worth=worth, apart=True)
        assert len(apart) == min(top, sum(len(at) for _, _, at in lines))
        assert not any(each.others for each in apart)
        assert [each.move for each in apart[:1]] == [each.move for each in every[:1]]


def test_lines_of_equal_points_come_from_the_top_left_down() -> None:
    found = solve_gathered(placed("JEEZ?AB", LATE), words_for("JEEZ?AB"), top=200)
    for _, level in groupby(found, key=lambda each: each.move.score):
        starts = [(each.move.row, each.move.column) for each in level]
        assert starts == sorted(starts)


def test_the_blank_that_leaves_most_is_told() -> None:
    words = Lexicon.of(["TEA"])
    position = placed("TEA?", EMPTY)
    found = solve_gathered(position, words, top=99, worth=worth)
    places = [move.notation for each in found for move in (each.move, *each.others)]
    plain = {move.notation for move in solve(position, words) if move.word == "TEa"}
    assert len({(place.upper(), "a" in place) for place in places}) == len(places)
    assert {place for place in places if place.endswith("TEa")} <= plain
    assert [each.move.word for each in found if each.move.score == 2][:1] == ["TEa"]


def test_bonus_from_as_many_tiles_as_the_game_gives() -> None:
    words = Lexicon.of(["ABCDEF", "ABCDEFG", "ABCDEFGHI"])
    found = solve_gathered(placed("ABCDEFGHI", EMPTY, 12), words, top=99)
    for each in found:
        bonus = each.move.score - sum(points for _, points in each.move.words)
        assert bonus == (40 if len(each.move.tiles) >= 7 else 0)
    assert {len(each.move.tiles) for each in found} == {6, 7, 9}


@pytest.mark.parametrize("rack", ["????", "????ABC", "ESTSREQZ", "????SATINERD"])
def test_racks_of_study_have_the_best_of_the_full_list(rack: str) -> None:
    quills = [word for word in default_lexicon("en") if word.startswith("QU")]
    words = short_words().with_changes(add=quills)
    position = placed(rack, LATE, 12)
    best = solve_gathered(position, words, top=5)
    full = solve(position, words)
    assert [each.move.score for each in best[:1]] == [full[0].score]
    lines = {(move.word.upper(), move.score, move.leave) for move in full}
    scores = sorted((score for _, score, _ in lines), reverse=True)[:5]
    assert [each.move.score for each in best] == scores
