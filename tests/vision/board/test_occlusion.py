"""Squares that show neither a tile nor what the board has there: doubts, and many a refusal."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from solver.game import Board, Square, all_layouts, load_game
from tests.benchmarks.painting import (
    BARE,
    LABELS,
    Pixels,
    Place,
    Style,
    lay,
    paint_screen,
    paint_tile,
)
from vision.board import BoardKind, labelled_squares, locate
from vision.board.occlusion import BENT, OFF, _alike, _prints
from vision.errors import BoardNotWhole
from vision.imaging import Box, Screen
from vision.reader import read
from vision.reading import Doubt, Reading, Why, because
from vision.tiles import CELL, SAME_PRINT

# Of all premium squares only B2 (DW), D4 (TL) and K1 (TL) are in sight.
NEARLY_FULL = (
    "HANDOUT.B..",
    "I....SENORA",
    "VERTU.J.GUY",
    "E.I....Q.G.",
    "D.GO...ALA.",
    ".PIT.C.TOE.",
    "BIDI.R..Z..",
    "R..C.U.MED.",
    "A.P.HEXONES",
    "VARLET.AGA.",
    "I.OATS.SELF",
)
PLACE = Place(cell=56.0, height=960)
WORD = ["." * 15] * 7 + ["....QUARTZES..."] + ["." * 15] * 7


@pytest.mark.parametrize(("letter", "fellow"), [("W", True), ("I", False)])
def test_a_half_hidden_letter_among_few_premiums_is_read_or_in_doubt(
    letter: str, *, fellow: bool
) -> None:
    """A last move in a colour of its own is no premium square."""
    rows = NEARLY_FULL if fellow else [row.replace("E.I.", "E.IS") for row in NEARLY_FULL]
    pixels = paint_screen(rows, "TKLNHD", layout="solo", place=PLACE)
    square = Square(0, 10)
    tile = paint_tile(
        letter, "4" if letter == "W" else "1", Style(face=(203, 49, 159), ink=(255, 255, 255))
    )
    tile[34:, 22:] = (60, 90, 200)  # a badge
    lay(pixels, tile, Box(PLACE.x + 10 * PLACE.cell, PLACE.y, PLACE.cell, PLACE.cell))
    reading = read(Screen(np.ascontiguousarray(pixels), "nearly full"))
    assert (reading.game, len(reading.cells)) == ("wwf", 11)
    seen, doubted = reading.cells[0][10], {doubt.where for doubt in reading.doubts}
    assert square.name in doubted or (seen is not None and seen.tile == letter)


def dots(colour: tuple[int, int, int], count: int) -> Pixels:
    """A premium square marked by dots, which no label is like."""
    square = np.full((64, 64, 3), colour, np.uint8)
    for number in range(count):
        cv2.circle(square, (32, 16 + 12 * number), 4, (255, 255, 255), -1)
    return square


def nearly_full(squares: dict[str, Pixels]) -> Reading:
    """What is read where some squares look otherwise."""
    pixels = paint_screen(NEARLY_FULL, "TKLNHD", layout="solo", place=PLACE)
    for name, square in squares.items():
        row, column = Square.parse(name)
        corner = PLACE.x + column * PLACE.cell, PLACE.y + row * PLACE.cell
        lay(pixels, square, Box(*corner, PLACE.cell, PLACE.cell))
    return read(Screen(np.ascontiguousarray(pixels), "dots"))


def covered(reading: Reading) -> set[str]:
    return {doubt.where for doubt in reading.doubts if doubt.why.why is Why.COVERED}


def test_few_premiums_of_an_unknown_look_are_not_covered() -> None:
    """One that has a colour of its own up to its rim, and two that show the same."""
    green = dots((60, 140, 40), 3)
    assert not covered(nearly_full({"B2": dots((40, 60, 200), 2), "D4": green, "K1": green}))


def test_two_that_show_the_same_uncover_each_other() -> None:
    """Also with a ground that is no even one, which might hide a tile where one stands alone."""
    green = dots((60, 140, 40), 3)
    green[:36] = green[:36] // 2
    assert covered(nearly_full({"D4": dots((60, 140, 40), 2), "K1": green})) == {"K1"}
    assert not covered(nearly_full({"D4": green, "K1": green}))


def test_a_tile_on_the_last_square_of_a_kind_is_a_doubt() -> None:
    """What has a tile's colour, or lies on a part of the square, may hide one."""
    green, face = dots((60, 140, 40), 3), paint_tile("", "")
    half = green.copy()
    half[:, :40] = (200, 60, 90)
    assert "K1" in covered(nearly_full({"D4": dots((60, 140, 40), 2), "K1": half}))
    spoilt = face.copy()
    for across in range(8, 60, 8):
        cv2.line(spoilt, (across, 14), (across + 10, 50), (20, 20, 20), 2)
    assert "B2" in {doubt.where for doubt in nearly_full({"B2": spoilt}).doubts}


def test_what_lies_on_a_corner_or_a_side_hides_no_tile() -> None:
    """A tile fills its square: what is in sight of it would have a tile's colour."""
    plain, blue = paint_screen(["." * 11] * 11, layout="solo", place=PLACE), (200, 90, 30)
    at = round(PLACE.x + 10 * PLACE.cell), round(PLACE.y + 3 * PLACE.cell)
    bare = np.ascontiguousarray(plain[at[1] : at[1] + 56, at[0] : at[0] + 56])
    corner, side, middle = (bare.copy() for _ in range(3))
    cv2.circle(corner, (4, 6), 22, blue, -1)
    side[:18] = blue
    middle[8:, 8:] = blue
    assert not covered(nearly_full({"K4": corner}))
    assert not covered(nearly_full({"K4": side}))
    assert covered(nearly_full({"K4": middle})) == {"K4"}


def test_tiles_under_a_veil_of_the_squares_own_colour_are_covered() -> None:
    """As under a message: its colour tells nothing, but borders between squares are gone."""
    pixels = paint_screen(WORD, "TKLNHD", place=Place())
    part = pixels[336:386, 408:536]
    part[:] = cv2.addWeighted(part, 0.06, np.full_like(part, BARE), 0.94, 0)
    assert covered(read(Screen(pixels, "veiled"))) == {"L8", "M8"}


@pytest.mark.parametrize("label", ["W", "M"])
def test_labels_of_one_letter_are_no_tiles(label: str) -> None:
    """Most squares of their kind show the same, and no bare ones show anything else."""
    place = Place()
    pixels = paint_screen(WORD, "TKLNHDE", place=place)
    kinds = load_game("wwf").premiums
    square = paint_tile(label, "", Style(face=(90, 90, 205), ink=(255, 255, 255)))
    for row, column in np.argwhere(np.array([list(row) for row in kinds]) == "D").tolist():
        if WORD[row][column] == ".":
            corner = place.x + column * place.cell, place.y + row * place.cell
            lay(pixels, square, Box(*corner, place.cell, place.cell))
    reading = read(Screen(np.ascontiguousarray(pixels), "labels"))
    assert Board(reading.board_rows()).lines() == WORD
    assert not covered(reading)


@pytest.mark.parametrize("all_covered", [False, True])
def test_a_letter_on_most_squares_of_a_kind_is_no_label(*, all_covered: bool) -> None:
    """Those that are bare show the label, or a plain square a tile with that letter."""
    rows = ["." * 15] * 15
    rows[0], rows[3] = "..HIM.....HIM..", "IT............."
    rows[11], rows[7] = "IS..........SKI", "....QUIZZES...."
    if all_covered:
        rows[14], rows[3] = rows[0], "IT..........SKI"
    pixels = paint_screen(rows, "TKLNHDE", place=Place())
    reading = read(Screen(np.ascontiguousarray(pixels), "letters"))
    assert Board(reading.board_rows()).lines() == rows


@pytest.mark.parametrize("bare", [0, 1])
def test_a_few_labels_among_tiles_are_none_if_one_of_them_is_bare(bare: int) -> None:
    """All squares of the kind but four hold tiles, and three of these four look like tiles."""
    place, premiums = Place(), load_game("wwf").premiums
    squares = [
        (r, c) for r, row in enumerate(premiums) for c, kind in enumerate(row) if kind == "D"
    ]
    rows = [list("." * 15) for _ in range(15)]
    for (row, column), letter in zip(squares[4:], "QUARTZES", strict=False):
        rows[row][column] = letter
    pixels = paint_screen(["".join(row) for row in rows], place=place)
    located = locate(Screen(pixels, "few"), all_layouts())
    tiles = np.zeros((15, 15), np.bool_)
    tiles[tuple(np.transpose(squares[bare:]))] = True
    kind = BoardKind("wwf", "standard", None, tuple(premiums), sure=True)
    labelled, _ = labelled_squares(located, tiles, kind)
    assert [square for square in squares if labelled[square]] == (squares[:4] if bare else [])


@pytest.mark.parametrize(("by", "off"), [(2, OFF), (4, OFF), (4, BENT)])
def test_labels_off_their_places_are_still_alike(by: int, off: range) -> None:
    """By a pixel of a small picture, or by the lens of a photo."""
    board = np.full((2 * CELL, 2 * CELL, 3), 220, np.uint8)
    label = paint_tile("W", "", Style(face=(90, 90, 205), ink=(255, 255, 255)))
    for row, column in ((0, 0), (1, 1)):
        moved = np.roll(label, (by * row, -by * column), axis=(0, 1))
        board[CELL * row : CELL * (row + 1), CELL * column : CELL * (column + 1)] = moved
    ((_, alike), _) = _alike(_prints(board, np.eye(2, dtype=bool)), off)
    assert (alike >= SAME_PRINT) == (by == 2 or off == BENT)


def test_labels_that_the_picture_cuts_off_are_compared_as_far_as_they_are_seen() -> None:
    """Half of ``TW`` is a T, but half of the other labels as well. A kind may have no square."""
    place = Place(20.0, 40.0, 44.0, 720, 780)
    pixels = paint_screen(["." * 15] * 15, place=place)
    edge = round(place.x + 14.7 * place.cell)
    located = locate(Screen(np.ascontiguousarray(pixels[:, :edge]), "cut"), all_layouts())
    tiles = np.zeros((15, 15), np.bool_)
    tiles[:, 14] = True  # what is left of them looks like tiles
    rows = load_game("wwf").premiums
    for premiums in (rows, [row.replace("T", ".") for row in rows]):
        kind = BoardKind("wwf", "standard", None, tuple(premiums), sure=True)
        labelled, _ = labelled_squares(located, tiles, kind)
        last = [row[14] != "." for row in premiums]
        assert labelled[:, 14].tolist() == last


def without_lines(covered: Box | None = None) -> Reading:
    """What is read where nothing parts plain squares, and something may lie on some."""
    place, premiums = Place(), load_game("wwf").premiums
    pixels = paint_screen(WORD, "TKLNHDE", place=place)
    plain = np.full((4, 4, 3), BARE, np.uint8)
    for row, (kinds, texts) in enumerate(zip(premiums, WORD, strict=True)):
        for column, both in enumerate(zip(kinds, texts, strict=True)):
            if both == (".", "."):
                corner = place.x + column * place.cell, place.y + row * place.cell
                lay(pixels, plain, Box(*corner, place.cell, place.cell))
    if covered is not None:
        lay(pixels, np.full((4, 4, 3), (40, 60, 160), np.uint8), covered)
    return read(Screen(np.ascontiguousarray(pixels), "no lines"))


def test_a_board_without_lines_between_its_squares() -> None:
    reading = without_lines()
    assert Board(reading.board_rows()).lines() == list(WORD)
    assert not reading.doubts


def test_what_lies_on_a_board_without_lines_is_seen_by_its_colour() -> None:
    place = Place()
    square = Box(place.x + 4 * place.cell, place.y + 6 * place.cell, place.cell, place.cell)
    assert Doubt("E7", ".", None, because(Why.COVERED)) in without_lines(square).doubts


@cache
def marked_by_colour(covered: str | None = None) -> Reading:
    """What is read where premium squares have no label, and a sticker may lie on one."""
    place = Place()
    pixels = paint_screen(WORD, "TKLNHDE", place=place)
    for row, (kinds, texts) in enumerate(zip(load_game("wwf").premiums, WORD, strict=True)):
        for column, (kind, text) in enumerate(zip(kinds, texts, strict=True)):
            if kind != "." and text == ".":
                colour = np.array(LABELS[kind][1], np.uint8)
                corner = place.x + (column + 0.05) * place.cell, place.y + (row + 0.05) * place.cell
                side = 0.9 * place.cell
                lay(pixels, np.tile(colour, (4, 4, 1)), Box(*corner, side, side))
    if covered is not None:
        row, column = Square.parse(covered)
        x, y = place.x + (column + 0.4) * place.cell, place.y + (row + 0.4) * place.cell
        centre, radius = (round(x), round(y)), round(0.5 * place.cell)
        pixels = np.ascontiguousarray(pixels)
        cv2.circle(pixels, centre, radius, (40, 200, 250), -1, cv2.LINE_AA)
    return read(Screen(np.ascontiguousarray(pixels), "by colour"))


@pytest.mark.parametrize("covered", ["G7", "I9", "D8"])
def test_a_premium_square_told_by_colour_alone_is_covered_in_another(covered: str) -> None:
    bare = marked_by_colour()
    assert Board(bare.board_rows()).lines() == list(WORD)
    assert not bare.doubts
    assert covered in {doubt.where for doubt in marked_by_colour(covered).doubts}


def below_a_bubble(row: int) -> Reading:
    """What is read where something covers parts of two rows, nine squares wide."""
    place = Place()
    cell, pixels = place.cell, paint_screen(WORD, "TKLNHDE", place=place)
    x, y = (round(at) for at in (place.x + 3.2 * cell, place.y + (row + 0.3) * cell))
    pixels[y : y + round(1.4 * cell), x : x + round(8.6 * cell)] = (90, 60, 200)
    return read(Screen(np.ascontiguousarray(pixels), "bubble"))


def test_no_tile_lies_below_what_is_away_from_all_tiles() -> None:
    """However much is hidden: what may hide tiles is refused."""
    reading = below_a_bubble(0)
    assert Board(reading.board_rows()).lines() == list(WORD)
    assert not reading.doubts
    with pytest.raises(BoardNotWhole, match="of 225 squares cannot be seen"):
        below_a_bubble(5)
