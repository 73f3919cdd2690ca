"""The positions on the samples could have been played: words, bag and scores agree."""

from __future__ import annotations

from collections import Counter

import pytest

from sample_screens.scene import load_scene
from sample_screens.truth import Truth, load_truths
from solver.game import Board, Game, Square, load_game, score_tiles
from solver.words import Lexicon, default_lexicon

TRUTHS = [truth for truth in load_truths() if not truth.refused]
ENGLISH = [truth for truth in TRUTHS if truth.language == "en"]
MOVED = [truth for truth in TRUTHS if truth.last_move]
LAID = [truth for truth in TRUTHS if truth.tentative]


def name_of(truth: Truth) -> str:
    return truth.name


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return default_lexicon("en")


def game_of(truth: Truth) -> Game:
    assert truth.game
    layout = None if truth.premiums else truth.layout
    game = load_game(truth.game, language=truth.language, layout=layout)
    return game.with_premiums(truth.premiums) if truth.premiums else game


def board_of(truth: Truth, *, with_laid: bool = False) -> Board:
    board = Board.parse(truth.board)
    if with_laid:
        board = board.with_tiles((Square.parse(at), tile) for at, tile in truth.tentative)
    return board


@pytest.mark.parametrize("truth", TRUTHS, ids=name_of)
def test_tiles_hang_together_over_the_start(truth: Truth) -> None:
    game, board = game_of(truth), board_of(truth, with_laid=True)
    tiles = {square for square, _ in board.tiles()}
    assert board.size == game.size
    if not tiles:
        return
    reached, waiting = set(), [game.start]
    while waiting:
        square = waiting.pop()
        if square not in tiles or square in reached:
            continue
        reached.add(square)
        waiting += [
            Square(square.row + down, square.column + right)
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        ]
    assert reached == tiles


@pytest.mark.parametrize("truth", ENGLISH, ids=name_of)
def test_every_run_is_a_word(truth: Truth, words: Lexicon) -> None:
    runs = ["".join(run).upper() for _, _, run in board_of(truth, with_laid=True).runs()]
    assert [run for run in runs if run not in words] == []


@pytest.mark.parametrize("truth", TRUTHS, ids=name_of)
def test_bag_holds_what_is_in_sight(truth: Truth) -> None:
    game, board = game_of(truth), board_of(truth)
    counts = game.tiles.counts
    seen = Counter("?" if tile.islower() else tile for _, tile in board.tiles())
    seen.update(truth.rack or "")
    assert {tile: n for tile, n in seen.items() if n > counts.get(tile, 0)} == {}
    if truth.letters_left is None:
        return
    others = sum(counts.values()) - seen.total() - truth.letters_left
    assert others == game.rack_size if truth.letters_left else 0 <= others <= game.rack_size


@pytest.mark.parametrize("truth", TRUTHS, ids=name_of)
def test_rack_counts_the_laid_tiles(truth: Truth) -> None:
    rack = Counter(truth.rack or "")
    laid = Counter("?" if tile.islower() else tile for _, tile in truth.tentative)
    assert laid <= rack
    assert rack.total() <= game_of(truth).rack_size


@pytest.mark.parametrize("truth", MOVED, ids=name_of)
def test_last_move_scores_what_the_screen_says(truth: Truth) -> None:
    last = truth.last_move
    assert last
    board = board_of(truth)
    new = {Square.parse(at) for at in last.squares}
    placements = [(square, board[square]) for square in sorted(new)]
    rows = tuple(
        tuple("" if Square(r, c) in new else tile for c, tile in enumerate(row))
        for r, row in enumerate(board.rows)
    )
    formed, bonus = score_tiles(Board(rows), game_of(truth), placements)
    assert last.word in {word.text.upper() for word in formed}
    assert sum(word.points for word in formed) + bonus == last.score


@pytest.mark.parametrize("truth", LAID, ids=name_of)
def test_laid_tiles_score_what_their_badge_says(truth: Truth) -> None:
    placements = [(Square.parse(at), tile) for at, tile in truth.tentative]
    formed, bonus = score_tiles(board_of(truth), game_of(truth), placements)
    scene = load_scene(truth.name)
    assert formed[0].text.upper() == scene.laid_word()
    assert sum(word.points for word in formed) + bonus == scene.tentative_score


def test_random_board_has_wordfeuds_number_of_premiums() -> None:
    rows = [truth.premiums for truth in TRUTHS if truth.premiums]
    assert rows
    for premiums in rows:
        assert Counter("".join(premiums)) == {
            ".": 162,
            "*": 1,
            "d": 23,
            "t": 18,
            "D": 12,
            "T": 9,
        }


def test_blanks_are_seen_everywhere() -> None:
    """The set shows blanks on boards, in racks and among laid tiles."""
    assert sum(any(row != row.upper() for row in truth.board) for truth in TRUTHS) >= 8
    assert sum("?" in (truth.rack or "") for truth in TRUTHS) >= 5
    assert any(tile.islower() for truth in TRUTHS for _, tile in truth.tentative)
