"""A second look: tiles that something lies on are seen with the inks of the clear ones."""

from __future__ import annotations

import numpy as np

from tests.benchmarks.painting import FACE, INK, Pixels, Style, paint_label, paint_tile
from vision.tiles import HIDDEN, find_marks, generic_bank, line_through, separate_ink
from vision.tiles.match import SURE, choose_fonts, match_marks
from vision.tiles.recover import ObservedCells, near, recover_letters

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BADGE = (60, 160, 60)


def look_twice(pixels: Pixels) -> tuple[ObservedCells, ObservedCells]:
    """What cells show at first sight and at the second."""
    cells = separate_ink(pixels)
    marks = find_marks(cells)
    fonts = choose_fonts(marks, generic_bank().only(LETTERS), SURE)
    first = ObservedCells(cells, marks, match_marks(marks, fonts))
    sure = np.array(
        [
            mark is not None and mark.hidden <= HIDDEN and likeness >= SURE
            for mark, likeness in zip(marks, first.letters.best, strict=True)
        ]
    )
    bodies = [mark.blob for mark, good in zip(marks, sure, strict=True) if mark and good]
    line = line_through(bodies)
    assert line is not None
    return first, recover_letters(pixels, first, sure, fonts, "", line)


def named(sight: ObservedCells) -> str:
    return "".join(sight.letters.letters[k] for k in sight.letters.scores.argmax(axis=1))


def test_clear_letters_are_left_as_they_are() -> None:
    tiles = [paint_tile(letter, "1") for letter in "HELLOWORLD"]
    labels = [paint_label(kind) for kind in "dtDT"]
    first, again = look_twice(np.stack(tiles + labels))
    assert again is first


def test_only_what_is_covered_is_seen_anew() -> None:
    pixels = np.stack([paint_tile(letter, "1") for letter in "HELLOWORLDH"])
    pixels[-1, 36:, 36:] = BADGE
    before = pixels.copy()
    first, again = look_twice(pixels)
    assert named(again) == "HELLOWORLDH"
    assert (pixels == before).all()
    assert (again.cells.coverage[:-1] == first.cells.coverage[:-1]).all()
    assert (again.letters.scores[:-1] == first.letters.scores[:-1]).all()
    assert np.abs(again.cells.ink[-1] - first.cells.ink[0]).max() < 10
    assert again.cells.foreign[-1, 40:60, 40:60].mean() > 0.9


def test_near_is_within_the_distance_of_any() -> None:
    colours = np.array([[0, 0, 0], [30, 40, 0], [200, 200, 200]], np.float32)
    known = np.array([[255, 255, 255], [0, 0, 0]], np.float32)
    assert near(colours, known, 50.0).tolist() == [True, True, False]
    assert near(colours, known, 49.0).tolist() == [True, False, False]
    assert near(colours, known[:0], 500.0).tolist() == [False, False, False]


def test_a_bold_letter_taken_for_the_ground() -> None:
    pixels = np.stack([paint_tile(letter, "1") for letter in "HELLOWORLDM"])
    right = separate_ink(pixels)
    inks, grounds = right.ink.copy(), right.ground.copy()
    inks[-1], grounds[-1] = right.ground[-1], right.ink[-1]
    cells = separate_ink(pixels, inks, grounds)
    marks = find_marks(cells)
    fonts = choose_fonts(marks, generic_bank().only(LETTERS), SURE)
    first = ObservedCells(cells, marks, match_marks(marks, fonts))
    sure = first.letters.best >= SURE
    assert not sure[-1]
    line = line_through(
        [mark.blob for mark, good in zip(marks, sure, strict=True) if mark and good]
    )
    assert line is not None
    again = recover_letters(pixels, first, sure, fonts, "", line)
    assert named(again) == "HELLOWORLDM"
    assert np.abs(again.cells.ground[-1] - first.cells.ground[0]).max() < 10


def test_a_hanging_j_is_not_the_i_that_is_left_of_it_above_the_line() -> None:
    style = Style(font="open-sans-serif-i")
    pixels = np.stack([paint_tile(letter, "1", style) for letter in "HELLOWORLDJ"])
    rows, columns = np.nonzero(np.abs(pixels[-1].astype(int) - FACE).sum(axis=2) > 60)
    pixels[-1, rows.max() - 1 :, : columns.min() + 4] = FACE  # a hook cut short
    _, again = look_twice(pixels)
    scores, names = again.letters.scores[-1], again.letters.letters
    assert scores[names.index("J")] > scores[names.index("I")] - 0.05


def test_tiles_lifted_or_lowered_are_not_read_without_head_or_foot() -> None:
    """An L without its foot is an I, and so is a T without its bar."""
    pixels = np.stack([paint_tile(letter) for letter in "HELLOWORLDLT"])
    pixels[-2] = np.roll(pixels[-2], 8, axis=0)
    pixels[-1] = np.roll(pixels[-1], -8, axis=0)
    assert named(look_twice(pixels)[1]) == "HELLOWORLDLT"


def test_a_letter_with_something_below_it_is_still_the_same() -> None:
    pixels = np.stack([paint_tile(letter, "1") for letter in "HELLOWORLDER"])
    pixels[-2:, 48:62, 12:44] = INK
    assert named(look_twice(pixels)[1]) == "HELLOWORLDER"


def test_a_premium_square_in_the_inks_colour_is_no_letter() -> None:
    tiles = [paint_tile(letter, "1") for letter in "HELLOWORLD"]
    square = paint_tile("O", style=Style(face=INK, ink=FACE, letter=0.25))
    rim = paint_tile("")
    rim[3:-3, 3:-3] = square[3:-3, 3:-3]
    _, again = look_twice(np.stack([*tiles, rim]))
    assert again.letters.best[-1] < SURE
