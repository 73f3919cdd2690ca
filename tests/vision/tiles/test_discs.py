"""Letters on discs in the middle of a tile, as some looks show blanks: in any colours, tilted."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest

from solver.game import load_game
from tests.benchmarks.painting import CELL, FACE, INK, Colour, Pixels, Style, paint_tile
from vision.inference.evidence import BARE, PLAIN, Seen, weigh
from vision.tiles import TileObservations, classify, generic_bank
from vision.tiles.discs import _find_shapes

TILES = load_game("scrabble").tiles
BANK = generic_bank()
DISC = (214, 220, 235)
LETTERS = "HELLOWORLDQUIZ"


def on_disc(
    letter: str,
    *,
    ink: Colour = FACE,
    tilt: float = 0,
    side: float = 0.68,
    round_: bool = True,
    disc: Colour = DISC,
    height: float = 0.38,
) -> Pixels:
    """A tile whose letter stands on a disc, or on a square."""
    page = paint_tile(letter, "", Style(face=disc, ink=ink, letter=height))
    turn = cv2.getRotationMatrix2D((0.44 * CELL, CELL / 2), tilt, 1.0)
    turn[0, 2] += 0.06 * CELL
    page[:] = cv2.warpAffine(page, turn, (CELL, CELL), borderValue=disc)
    shape = np.zeros((CELL, CELL), np.uint8)
    reach, middle = round(side * CELL / 2), CELL // 2
    if round_:
        cv2.circle(shape, (middle, middle), reach, 1, -1)
    else:
        shape[middle - reach : middle + reach, middle - reach : middle + reach] = 1
    return np.where(shape[:, :, None] > 0, page, np.array(FACE)).astype(np.uint8)


def tile(letter: str) -> Pixels:
    return paint_tile(letter, str(TILES.values[letter]), Style(below=True))


def seen(*others: Pixels) -> TileObservations:
    cells = np.stack([*map(tile, LETTERS), *others])
    letters = BANK.only(tuple(letter for letter in TILES.letters if letter != "?"))
    return classify(
        cells, letters, worth={each.letter: frozenset([each.value]) for each in TILES.tiles}
    )


@pytest.mark.parametrize("letter", "AIOSJQD")
@pytest.mark.parametrize(("tilt", "ink"), [(-14.0, FACE), (0.0, INK), (9.0, FACE)])
def test_letters_on_discs_are_blanks(letter: str, tilt: float, ink: Colour) -> None:
    faces = seen(on_disc(letter, ink=ink, tilt=tilt), on_disc("E", ink=ink, round_=False, side=0.6))
    told = list(range(len(LETTERS) + 2))
    assert "".join(faces.letters.named(told)) == f"{LETTERS}{letter}E"
    (evidence,) = weigh([Seen(faces, told, CELL)], TILES)
    scores = evidence.scores()[:, :, [PLAIN, BARE]].max(axis=1)
    leads = scores[:, 1] - scores[:, 0]
    assert [k for k in told if leads[k] > 0] == told[-2:]
    assert np.abs(leads).min() > 5.0


@pytest.mark.parametrize("letter", "CDGOQTM")
@pytest.mark.parametrize(("tilt", "side"), [(-10.0, 0.7), (0.0, 0.76), (10.0, 0.7)])
def test_a_dark_disc_with_a_pale_letter_is_no_o(letter: str, tilt: float, side: float) -> None:
    """With its letter for a hole it looks like one, of which the network is sure."""
    faces = seen(on_disc(letter, tilt=tilt, side=side, disc=(86, 48, 78), height=0.42))
    told = list(range(len(LETTERS) + 1))
    assert "".join(faces.letters.named(told)) == f"{LETTERS}{letter}"


@pytest.mark.parametrize("letter", "SIX")
@pytest.mark.parametrize("margin", [4, 6])
def test_a_premium_square_that_shines_through_is_no_disc(letter: str, margin: int) -> None:
    """Be it as small as a disc: the letter on it has its value."""
    pixels = tile(letter).copy()
    middle = slice(margin, CELL - margin)
    pixels[middle, middle] = pixels[middle, middle] * 0.7 + np.array((60, 0, 0)) * 0.3
    faces = seen(pixels)
    assert not faces.on_disc.any()
    assert faces.numeral(len(LETTERS)).value == TILES.values[letter]


@pytest.mark.parametrize(("slope", "top"), [(1.0, 1.25), (1.4, 1.1)])
def test_tiles_that_are_brighter_in_their_middle_have_no_discs(slope: float, top: float) -> None:
    """Two in another colour look as if their letters stood on discs; but all others do, too."""
    cells = np.stack([*map(tile, LETTERS), *(tile(letter) * (1, 0.75, 0.7) for letter in "EA")])
    x, y = np.meshgrid(*[np.arange(CELL) - CELL / 2] * 2)
    shade = np.clip(top - slope * np.hypot(x, y) / CELL, 0.4, 1.0)
    faces = classify((cells * shade[:, :, None]).astype(np.uint8), BANK.only(tuple(LETTERS + "A")))
    assert faces.is_tile.all()
    assert not faces.on_disc.any()


def test_a_letter_within_a_line_around_the_tile_is_no_disc() -> None:
    """The line and what it holds are a shape, but of the letter's colour is only the letter."""
    rim, line = np.array(FACE) - 20, (np.array(FACE) + 20).tolist()
    framed = paint_tile("E", "1", Style(below=True))
    cv2.rectangle(framed, (8, 8), (CELL - 9, CELL - 9), line, 2)
    disc = on_disc("E")
    faces = np.array([rim, FACE], np.float32)
    assert [k for k, _ in _find_shapes(np.stack([framed, disc]), faces)] == [1]


def test_whole_faces_are_no_discs_where_one_tile_has_the_colour_between_them() -> None:
    """Under the eyes of that tile all others are round shapes on its ground."""
    between = (97, 97, 97)
    cells = np.stack([*map(tile, LETTERS), *map(tile, "EEE")])
    face = np.zeros((CELL, CELL), np.uint8)
    cv2.rectangle(face, (14, 4), (CELL - 15, CELL - 5), 1, -1)
    cv2.rectangle(face, (4, 14), (CELL - 5, CELL - 15), 1, -1)
    for x, y in product((14, CELL - 15), repeat=2):
        cv2.circle(face, (x, y), 10, 1, -1)
    cells[:, face == 0] = between
    cells[-3:, 30:34, 30:34] = INK  # what makes their letters unclear
    last = paint_tile("O", "1", Style(face=between, ink=(97, 246, 238), below=True))
    faces = classify(np.concatenate([cells, last[None]]), BANK.only(tuple(LETTERS)))
    assert not faces.on_disc.any()
