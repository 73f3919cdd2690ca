"""Letters are named, whole or half covered, in the font of their picture."""

from __future__ import annotations

import numpy as np
import pytest

from tests.benchmarks.painting import FONTS, Style, paint_label, paint_tile
from vision.tiles import (
    CELL,
    GlyphBank,
    Line,
    Placer,
    classify,
    find_marks,
    generic_bank,
    log_chances,
    separate_ink,
)
from vision.tiles.match import NO_SCORE, SURE, choose_fonts, match_marks

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SWEDISH = LETTERS + "ÅÄÖ"
SANS = [font for font in FONTS if font not in {"zilla-slab-bold", "open-sans-serif-i"}]


def bank_of(letters: str = LETTERS) -> GlyphBank:
    return generic_bank().only(letters)


@pytest.mark.parametrize("font", SANS)
def test_a_few_fonts_suffice_for_a_picture(font: str) -> None:
    tiles = np.stack([paint_tile(letter, style=Style(font=font)) for letter in LETTERS])
    marks = find_marks(separate_ink(tiles))
    kept = choose_fonts(marks, bank_of())
    assert 1 <= len(kept.fonts) < len(bank_of().fonts)
    letters = match_marks(marks, kept)
    named = "".join(letters.letters[k] for k in letters.scores.argmax(axis=1).tolist())
    assert named.replace("POR", "PQR") == LETTERS  # a round Q may need its 10
    assert letters.best.min() > 0.8


def test_likely_fonts_are_taken_where_all_letters_are_plainly_of_them() -> None:
    tiles = np.stack([paint_tile(letter, style=Style(font="inter-medium")) for letter in LETTERS])
    marks = find_marks(separate_ink(tiles))
    own = choose_fonts(marks, bank_of())
    assert choose_fonts(marks[:7], bank_of(), own) is own
    slab = bank_of().of_fonts([bank_of().fonts.index("RobotoSlab_700Bold")])
    assert choose_fonts(marks[:7], bank_of(), slab).fonts != slab.fonts


def test_all_fonts_are_kept_where_nothing_is_a_letter() -> None:
    assert choose_fonts([None, None], bank_of()).fonts == bank_of().fonts


def test_cell_without_a_mark_has_no_score() -> None:
    marks = find_marks(separate_ink(np.stack([paint_tile("A"), paint_tile("")])))
    scores = match_marks(marks, bank_of()).scores
    assert scores[0].max() > SURE
    assert (scores[1] == NO_SCORE).all()
    assert match_marks([], bank_of()).scores.shape == (0, 26)


@pytest.mark.parametrize("font", ["nunito-sans-regular", "arimo-regular", "inter-medium"])
def test_letters_with_dots_and_rings(font: str) -> None:
    style = Style(font=font, letter=0.44)
    tiles = np.stack([paint_tile(letter, style=style) for letter in "AOÅÄÖUI"])
    marks = find_marks(separate_ink(tiles))
    letters = match_marks(marks, bank_of(SWEDISH), "ÅÄÖ")
    named = "".join(letters.letters[k] for k in letters.scores.argmax(axis=1).tolist())
    assert named == "AOÅÄÖUI"


@pytest.mark.parametrize("corner", ["upper right", "lower right", "upper left", "lower left"])
def test_letters_under_a_badge(corner: str) -> None:
    """A round badge takes a quarter of the tile: the network tells letters by what is left."""
    tiles = np.stack([paint_tile(letter, "1") for letter in LETTERS])
    covered = tiles.copy()
    down = slice(0, 26) if "upper" in corner else slice(38, 64)
    right = slice(0, 26) if "left" in corner else slice(38, 64)
    covered[:, down, right] = (60, 160, 60)
    wrong = []
    for first in range(6):
        some = list(range(first, 26, 6))
        cells = tiles.copy()
        cells[some] = covered[some]
        faces = classify(cells, bank_of())
        assert faces.is_tile.all()
        chances, _ = log_chances(faces.told[some], tuple(LETTERS))
        wrong += [
            (LETTERS[k], LETTERS[best])
            for k, best in zip(some, chances.argmax(axis=1), strict=True)
            if k != best
        ]
    assert len(wrong) <= 3, wrong


def test_placed_letters_weigh_only_what_is_seen() -> None:
    """The lower half of an E covered: E, not F, is as good as it gets, and both beat the rest."""
    plain = separate_ink(paint_tile("E")[None])
    mark = find_marks(plain)[0]
    assert mark is not None
    line = Line(float(mark.blob.y), float(mark.blob.height), mark.blob.centre[0])
    placer = Placer(bank_of(), line, {})
    hidden = np.zeros((CELL, CELL), bool)
    hidden[36:60] = True
    covered = np.where(hidden, 0, plain.coverage).astype(np.float32)
    ratings = placer.rate(covered, hidden[None])[0]
    best = {LETTERS[k] for k in np.argsort(-ratings)[:4]}
    assert {"E", "F"} <= best
    whole = placer.rate(plain.coverage, np.zeros((1, CELL, CELL), bool))[0]
    assert LETTERS[int(whole.argmax())] == "E"


def test_own_letter_of_the_picture_wins() -> None:
    """A shape no font has, seen clearly elsewhere, is known under a badge."""
    shape = np.zeros((CELL, CELL), np.float32)
    shape[16:48, 20:24] = shape[16:48, 40:44] = shape[44:48, 20:44] = 1.0
    shape[28:32, 20:32] = 1.0
    line = Line(16.0, 32.0, 32.0)
    hidden = np.zeros((CELL, CELL), bool)
    hidden[14:26, 34:50] = True
    seen = np.where(hidden, 0, shape).astype(np.float32)
    placer = Placer(bank_of(), line, {LETTERS.index("Q"): shape})
    ratings = placer.rate(seen[None], hidden[None])[0]
    assert LETTERS[int(ratings.argmax())] == "Q"
    assert ratings.max() > 0.9


def test_tiles_are_told_from_labels_and_bare_squares() -> None:
    word = "HELLOWORLD"
    cells = [paint_tile(letter, "1") for letter in word] + [
        paint_label(kind) for kind in "dtDT" * 3
    ]
    faces = classify(np.stack(cells), bank_of())
    assert faces.is_tile.tolist() == [True] * len(word) + [False] * 12
    assert faces.line is not None
    assert faces.line.height == pytest.approx(32, abs=3)


def test_white_and_dark_letters_in_one_picture() -> None:
    """The last move in white on another colour."""
    white = Style(face=(180, 110, 40), ink=(255, 255, 255))
    cells = [paint_tile(letter, "1") for letter in "BOARDS"]
    cells += [paint_tile(letter, "1", white) for letter in "MOVE"]
    faces = classify(np.stack(cells), bank_of())
    named = "".join(faces.letters.letters[k] for k in faces.letters.scores.argmax(axis=1).tolist())
    assert named == "BOARDSMOVE"
    assert faces.is_tile.all()
    assert np.abs(faces.ink[-1] - 255).max() < 10


def test_order_of_the_cells_is_kept() -> None:
    cells = np.stack([paint_tile(letter, "1") for letter in "QUARTZ"])
    faces = classify(cells, bank_of())
    some = faces.only([4, 0])
    assert [some.letters.letters[k] for k in some.letters.scores.argmax(axis=1)] == ["T", "Q"]
    assert some.ground.shape == (2, 3)
    assert len(some.marks) == 2


def test_no_cells() -> None:
    faces = classify(np.zeros((0, CELL, CELL, 3), np.uint8), bank_of())
    assert faces.is_tile.shape == (0,)
    assert faces.prints is None
