"""Boards dealt at random that show their premiums by colour alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from sample_screens.look import load_look
from sample_screens.render import render
from sample_screens.scene import Scene, load_scene
from solver.game import layouts, load_game
from tests.benchmarks.dressing import without_labels
from tests.benchmarks.painting import BARE, LABELS, Pixels, paint_label
from tests.shared.samples import as_screen
from vision.board.random_premiums import RandomPremiums, read_random_premiums, shows_random_premiums
from vision.board.squares import coloured_squares, inspect_squares
from vision.imaging import Floats
from vision.reader import read
from vision.reading import Reading

SCENE = load_scene("wordfeud-random-de")
WORDFEUD = load_game("wordfeud").premiums


DEALT = dict(layouts("wordfeud")[0].random)


def read_unlabelled(scene: Scene) -> Reading:
    picture, _ = render(scene, without_labels(load_look(scene.look)))
    return read(as_screen(picture))


def premiums_wrong(reading: Reading, premiums: Sequence[str]) -> list[tuple[int, int]]:
    return [
        (r, c)
        for r, row in enumerate(premiums)
        for c, kind in enumerate(row)
        if reading.cells[r][c] is None and reading.premiums[r][c] != kind
    ]


@pytest.mark.parametrize("look", ["wordfeud-android", "wordfeud", "wordfeud-light"])
def test_the_colours_of_a_look_tell_the_premiums(look: str) -> None:
    """A look that no theme describes leaves a doubt, as the numbers under tiles tell too little."""
    reading = read_unlabelled(replace(SCENE, look=look))
    assert SCENE.premiums is not None
    assert reading.layout == "random"
    assert premiums_wrong(reading, SCENE.premiums) == []
    stated = {doubt.where for doubt in reading.doubts}
    assert stated == ({"board"} if look == "wordfeud-light" else set())


def dealt(seed: int) -> tuple[str, ...]:
    """Premiums of a whole board."""
    kinds = [kind for kind, count in DEALT.items() for _ in range(count)]
    kinds += ["."] * (15 * 15 - 1 - len(kinds))
    random.Random(seed).shuffle(kinds)  # noqa: S311 (a board is no secret)
    kinds.insert(15 * 15 // 2, "*")
    return tuple("".join(kinds[row * 15 : row * 15 + 15]) for row in range(15))


def paint_unlabelled(kinds: Sequence[str], colours: dict[str, str]) -> Pixels:
    """A cut board in which each kind has another one's colour, and no labels."""
    squares = {}
    for kind in ".*dtDT":
        square = paint_label(colours.get(kind, ".")).copy()
        square[12:52, 8:56] = LABELS[colours[kind]][1] if kind in colours else BARE
        squares[kind] = square
    return np.vstack([np.hstack([squares[kind] for kind in row]) for row in kinds])


def read_painted(
    kinds: Sequence[str],
    colours: dict[str, str],
    covered: int,
    theme: dict[str, Floats] | None = None,
) -> RandomPremiums | None:
    """What is read of such a board under tiles on its last squares."""
    board = paint_unlabelled(kinds, colours)
    squares = inspect_squares(board)
    coloured = next(
        each for each in coloured_squares(squares) if shows_random_premiums(squares, each, DEALT)
    )
    tiles = np.zeros((15, 15), bool)
    tiles.ravel()[15 * 15 - covered :] = True
    return read_random_premiums(board, coloured, tiles, theme, DEALT)


def test_a_theme_that_lacks_premiums_says_nothing() -> None:
    kinds = dealt(0)
    theme = {"plain": np.zeros(3, np.float32), "d": np.ones(3, np.float32)}
    alone, with_theme = (
        read_painted(kinds, dict(zip("dtDT", "dtDT", strict=True)), 0, each)
        for each in (None, theme)
    )
    assert alone is not None
    assert alone == with_theme


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("colours", [("d", "t", "D", "T"), ("T", "D", "t", "d")])
def test_numbers_tell_which_colour_is_which(seed: int, colours: tuple[str, ...]) -> None:
    kinds = dealt(seed)
    found = read_painted(kinds, dict(zip("dtDT", colours, strict=True)), covered=0)
    assert found is not None
    assert found.by == "numbers"
    assert found.premiums == kinds
    assert not found.unknown


def test_the_start_square_is_no_premium_whatever_its_colour() -> None:
    colours = {kind: kind for kind in "dtDT"}
    found = read_painted(dealt(2), colours | {"*": "T"}, covered=0)
    assert found is not None
    assert (found.premiums, found.unknown) == (dealt(2), ())


def test_all_word_premiums_may_lie_under_tiles() -> None:
    """Players lay there first."""
    kinds = dealt(1)
    tiles = np.isin(np.array([list(row) for row in kinds]), ["D", "T"])
    board = paint_unlabelled(kinds, {kind: kind for kind in "dtDT"})
    squares = inspect_squares(board)
    squares = squares._replace(plain=squares.plain & ~tiles)
    coloured = next(
        each for each in coloured_squares(squares) if shows_random_premiums(squares, each, DEALT)
    )
    found = read_random_premiums(board, coloured, tiles, None, DEALT)
    assert found is not None
    assert found.by == "numbers"
    assert found.premiums == tuple(row.replace("D", ".").replace("T", ".") for row in kinds)


def test_numbers_under_many_tiles_are_a_guess() -> None:
    found = read_painted(dealt(1), {kind: kind for kind in "dtDT"}, covered=130)
    assert found is not None
    assert found.by == "guess"


@pytest.mark.parametrize(
    "kinds",
    [
        WORDFEUD,  # 24 DL and 20 TL are more than are dealt
        tuple(row.replace("t", "d") for row in dealt(1)),
        (".......*.......",) * 15,
    ],
    ids=["standard", "too many alike", "none"],
)
def test_other_numbers_are_those_of_no_dealt_board(kinds: tuple[str, ...]) -> None:
    squares = inspect_squares(paint_unlabelled(kinds, {kind: kind for kind in "dtDT"}))
    assert not any(
        shows_random_premiums(squares, each, DEALT) for each in coloured_squares(squares)
    )
