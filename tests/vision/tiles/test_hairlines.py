"""Letters whose thin strokes are paler than ink: their stems alone read as other letters."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver.game import load_game
from tests.benchmarks.painting import CELL, FACE, Pixels, paint_tile
from vision.themes import choose_templates
from vision.tiles import TileObservations, classify

TEXT = "HEDLTBFRIPJN"
TILES = load_game("wwf").tiles
TEMPLATES = choose_templates([TILES], [])
STEM = np.ones((CELL // 4, 1), np.uint8)


def thin(tile: Pixels, share: float) -> Pixels:
    """A tile on which all but the upright strokes has only a share of its ink."""
    ink = np.abs(tile.astype(float) - FACE).max(axis=2)
    upright = cv2.morphologyEx(ink, cv2.MORPH_OPEN, STEM)
    kept = np.maximum(upright, share * ink) / np.maximum(ink, 1.0)
    kept[: CELL // 4] = 1.0  # the numeral
    return np.asarray(FACE + (tile.astype(float) - FACE) * kept[:, :, None], np.uint8)


def seen(share: float) -> TileObservations:
    tiles = [thin(paint_tile(each, str(TILES.values[each])), share) for each in TEXT]
    known = TEMPLATES
    return classify(np.stack(tiles), known.letters, known.accented)


def named(faces: TileObservations) -> str:
    return "".join(faces.letters.named(list(range(len(TEXT)))))


@pytest.mark.parametrize("share", [0.35, 0.25])
def test_letters_that_fall_apart_are_read_with_more_ink(share: float) -> None:
    faces = seen(share)
    assert faces.gain > 1.0
    assert named(faces) == TEXT


def test_whole_letters_are_left_as_they_are() -> None:
    faces = seen(1.0)
    assert faces.gain == 1.0
    assert named(faces) == TEXT


def test_other_tiles_of_the_picture_are_seen_with_the_same_gain() -> None:
    """A rack of a few letters cannot tell: an I alone is whole."""
    known = TEMPLATES
    tiles = np.stack([thin(paint_tile(each, "1"), 0.3) for each in "IL"])
    arguments = known.letters, known.accented
    assert classify(tiles, *arguments, gain=4.0).letters.named([0, 1]) == ["I", "L"]


def test_no_cells_have_no_letters() -> None:
    known = TEMPLATES
    none = np.zeros((0, CELL, CELL, 3), np.uint8)
    faces = classify(none, known.letters, known.accented)
    assert (len(faces.letters.scores), faces.gain) == (0, 1.0)
