"""Which squares are bare, which carry a label, and which game lays its premiums so."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game import Layout, game_names, layouts
from tests.benchmarks.painting import (
    BARE,
    CELL,
    FACE,
    LABELS,
    Pixels,
    Style,
    paint_label,
    paint_tile,
)
from vision.board import likely_games
from vision.board.candidate import CLEAR_AGREEMENT, BoardCandidate, inspect_candidate
from vision.board.premiums import fit_layouts
from vision.board.squares import (
    coloured_squares,
    framed_squares,
    inspect_squares,
    measure_outlines,
    measure_seams,
    tile_coloured,
)
from vision.imaging import Grid, Screen

KNOWN: tuple[tuple[str, Layout], ...] = tuple(
    (name, layout) for name in game_names() for layout in layouts(name)
)
IDS = [f"{name}-{layout.name}" for name, layout in KNOWN]


@cache
def tile_of(letter: str) -> Pixels:
    return paint_tile(letter, "1")


@cache
def square_of(kind: str) -> Pixels:
    return paint_label(kind)


def paint(kinds: tuple[str, ...], tiles: dict[tuple[int, int], str] | None = None) -> Pixels:
    """A cut board: ``CELL`` pixels a square."""
    laid = tiles or {}
    return np.vstack(
        [
            np.hstack(
                [
                    tile_of(laid[row, column])
                    if (row, column) in laid
                    else square_of(kind if kind in LABELS else ".")
                    for column, kind in enumerate(line)
                ]
            )
            for row, line in enumerate(kinds)
        ]
    )


def labelled(layout: Layout) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return np.array([[kind in LABELS for kind in row] for row in layout.premiums])


@pytest.mark.parametrize(("game", "layout"), KNOWN, ids=IDS)
def test_bare_and_labelled_squares(game: str, layout: Layout) -> None:
    board = paint(layout.premiums)
    squares = inspect_squares(board)
    assert (~squares.plain == labelled(layout)).all(), game
    assert framed_squares(board, squares.plain).all()
    assert np.abs(squares.ground[squares.plain] - BARE).max() <= 2


@pytest.mark.parametrize("letter", [0.35, 0.75])
def test_small_and_large_letters_are_as_high_as_letters_are(letter: float) -> None:
    board = paint(KNOWN[0][1].premiums)
    style = Style(letter=letter)
    for column, text in enumerate("EHILT"):
        board[:CELL, column * CELL : (column + 1) * CELL] = paint_tile(text, "1", style)
    assert inspect_squares(board).high[0, :5].all()


@pytest.mark.parametrize("strength", [1.0, 0.05], ids=["as usual", "pale"])
@pytest.mark.parametrize(("game", "layout"), KNOWN, ids=IDS)
def test_premiums_without_labels_show_by_their_colour(
    game: str, layout: Layout, strength: float
) -> None:
    board = paint(layout.premiums)
    for row, column in np.argwhere(labelled(layout)).tolist():
        square = board[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        colour = np.median(square[12:52, 8:56], axis=(0, 1))
        square[4:60, 4:60] = np.round(BARE + strength * (colour - BARE))
    bare = inspect_squares(board)
    assert bare.plain.all(), game
    found = [~each.plain for each in coloured_squares(bare)]
    assert any((each == labelled(layout)).all() for each in found)


def coloured(board: Pixels, places: list[list[int]]) -> Pixels:
    """A board with these squares in another colour and without a label."""
    board = board.copy()
    for row, column in places:
        square = board[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        square[4:60, 4:60] = LABELS["T"][1]
    return board


def inspected(board: Pixels) -> BoardCandidate:
    """What is seen of a board that fills a picture."""
    size = len(board) // CELL
    grid = Grid(0.0, 0.0, float(CELL), size)
    return inspect_candidate(Screen(board, "board"), grid, np.ones((size, size), bool), KNOWN)


def test_premiums_without_labels_show_where_tiles_cover_most_of_them() -> None:
    """Tiles on most premium squares agree with the layout: 0.5 and more, without any label."""
    layout = layouts("wwf")[0]
    premium = np.argwhere(labelled(layout)).tolist()
    laid = dict.fromkeys([(row, column) for row, column in premium[::3] + premium[1::3]], "E")
    left = premium[2::3]
    board = coloured(paint((("." * 15),) * 15, laid), left)
    assert 0.5 < fit_layouts(inspect_squares(board), KNOWN)[0].agreement < CLEAR_AGREEMENT
    found = inspected(board)
    assert found.agreement >= CLEAR_AGREEMENT
    assert np.argwhere(~found.squares.plain).tolist() == premium


def test_squares_of_another_colour_that_are_hardly_premiums_stay_plain() -> None:
    layout = layouts("wwf")[0]
    premium, bare = (np.argwhere(labelled(layout) == kind).tolist() for kind in (True, False))
    board = coloured(paint(layout.premiums), premium[:3] + bare[:40])
    found = inspected(board)
    assert found.agreement < CLEAR_AGREEMENT
    assert found.squares.plain.sum() == len(bare) + 3


@pytest.mark.parametrize("cell", [20, CELL])
def test_letters_are_high_and_bare_squares_are_not(cell: int) -> None:
    """Labels may be as high as low letters; letters never seem to be low."""
    layout = KNOWN[0][1]
    laid = {(k // 15, k % 15): letter for k, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
    board = paint(layout.premiums, laid)
    small = cv2.resize(board, (15 * cell, 15 * cell), interpolation=cv2.INTER_AREA)
    squares = inspect_squares(np.asarray(cv2.resize(small, board.shape[1::-1]), np.uint8))
    tiles = np.zeros((15, 15), bool)
    tiles[tuple(np.transpose(list(laid)))] = True
    assert squares.high[tiles].all()
    bare = ~tiles & (np.array([list(row) for row in layout.premiums]) == ".")
    assert not squares.high[bare].any() or cell < CELL


@pytest.mark.parametrize("quality", [60, 30])
@pytest.mark.parametrize("cell", [24, 32])
def test_small_and_compressed_boards(cell: int, quality: int) -> None:
    layout = KNOWN[0][1]
    board = paint(layout.premiums)
    small = cv2.resize(board, (15 * cell, 15 * cell), interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
    back = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert back is not None
    cut = np.asarray(cv2.resize(back, board.shape[1::-1]), np.uint8)
    squares = inspect_squares(cut)
    assert (~squares.plain == labelled(layout)).mean() > 0.98
    assert framed_squares(cut, squares.plain).mean() > 0.98


@pytest.mark.parametrize(("game", "layout"), KNOWN, ids=IDS)
def test_layout_is_told(game: str, layout: Layout) -> None:
    """A layout that two games share is told as one of them."""
    squares = inspect_squares(paint(layout.premiums))
    fits = fit_layouts(squares, KNOWN, np.zeros(squares.plain.shape, bool))
    assert fits[0].layout.premiums == layout.premiums
    assert fits[0].agreement == pytest.approx(1.0, abs=0.02)
    others = [fit for fit in fits if fit.layout.premiums != layout.premiums]
    assert all(fit.agreement < fits[0].agreement - 0.05 for fit in others)
    assert game in likely_games(squares, KNOWN)


@settings(max_examples=8)
@given(seed=st.integers(0, 1000), choice=st.integers(0, len(KNOWN) - 1))
def test_layout_is_told_under_tiles(seed: int, choice: int) -> None:
    """Up to forty tiles on a board."""
    layout = KNOWN[choice][1]
    dice = np.random.default_rng(seed)
    places = dice.integers(0, layout.size, (40, 2)).tolist()
    laid = dict.fromkeys(map(tuple, places), "E")
    tiles = np.zeros((layout.size, layout.size), bool)
    for place in laid:
        tiles[place] = True
    squares = inspect_squares(paint(layout.premiums, laid))
    fits = fit_layouts(squares, KNOWN, tiles)
    own = next(fit for fit in fits if fit.layout.premiums == layout.premiums)
    assert own.agreement > fits[0].agreement - 0.02
    assert own.agreement > 0.8


def test_labels_strewn_without_a_plan_are_no_known_game() -> None:
    dice = np.random.default_rng(4)
    kinds = tuple("".join(row) for row in dice.choice([*".....dtDT"], (15, 15)).tolist())
    fits = fit_layouts(inspect_squares(paint(kinds)), KNOWN)
    assert all(fit.agreement < 0.8 for fit in fits)


def test_seams_between_squares_and_none_within_a_block() -> None:
    board = np.full((11 * CELL, 11 * CELL, 3), 200, np.uint8)
    board[:, 5 * CELL - 2 : 5 * CELL + 2] = 150
    across, down = measure_seams(board, steps=True)
    assert across.shape == (11, 10)
    assert down.shape == (10, 11)
    assert across[:, 4].min() > 30
    assert np.delete(across, 4, axis=1).max() == 0
    assert down.max() == 0


def test_change_of_colour_is_a_seam_only_where_steps_count() -> None:
    board = np.full((11 * CELL, 11 * CELL, 3), 200, np.uint8)
    board[:, 5 * CELL :] = 120
    assert measure_seams(board, steps=True)[0][:, 4].min() > 60
    assert measure_seams(board, steps=False)[0].max() < 5


@pytest.mark.parametrize("sigma", [3.0, 8.0])
def test_noise_is_no_outline_but_a_faint_line_in_noise_is(sigma: float) -> None:
    dice = np.random.default_rng(1)
    noise = dice.normal(0, sigma, (11 * CELL, 11 * CELL, 3))
    flat = np.clip(np.full(noise.shape, 200.0) + noise, 0, 255).astype(np.uint8)
    lined = np.full(noise.shape, 200.0)
    for line in range(CELL, 11 * CELL, CELL):
        lined[line - 2 : line + 2] -= 20
        lined[:, line - 2 : line + 2] -= 20
    lined = np.clip(lined + noise, 0, 255).astype(np.uint8)
    bare, parted = (measure_outlines(*measure_seams(each, steps=True)) for each in (flat, lined))
    assert bare.max() < 0.5 * parted.min()


def test_a_thin_letter_is_told_by_its_tile_where_each_square_has_a_label() -> None:
    """As in an app that prints BL for bonusless: an I has fewer edges than that."""
    label = paint_tile("BL", "", Style(face=(195, 194, 192), ink=(0, 0, 0), letter=0.27))
    style = Style("nunito-sans-regular", (0, 255, 255), (30, 30, 30), 0.3, 0.13, below=True)
    board = np.tile(label, (15, 15, 1))
    for row, text in ((2, "I"), (7, "T"), (11, "W")):
        board[row * CELL : (row + 1) * CELL, 3 * CELL : 4 * CELL] = paint_tile(text, "1", style)
    squares = inspect_squares(board)
    assert squares.plain[2, 3]
    missed = tile_coloured(squares, squares.ground[[7, 11], 3])
    assert np.argwhere(missed).tolist() == [[2, 3]]
    assert not tile_coloured(squares, squares.ground[:0, 3]).any()


def test_two_plain_squares_of_different_colours_are_usual_to_nobody() -> None:
    board = np.tile(paint_tile("W"), (15, 15, 1))
    for column, colour in enumerate((FACE, BARE)):
        board[:CELL, column * CELL : (column + 1) * CELL] = colour
    squares = inspect_squares(board)
    assert np.argwhere(squares.plain).tolist() == [[0, 0], [0, 1]]
    assert not list(coloured_squares(squares))
