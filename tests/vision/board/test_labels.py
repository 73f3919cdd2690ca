"""Labels of premium squares are read in every language they are printed in."""

from __future__ import annotations

import numpy as np
import pytest

from tests.benchmarks.painting import Pixels, Style, paint_tile
from vision.board.labels import LABELS, legible_labels, read_labels

TEXTS = [(kind, text) for kind, texts in LABELS.items() for text in texts]


SMALL = Style(font="arimo-bold", letter=0.28)


def board_of(texts: list[str]) -> Pixels:
    """A board of one row of labels above rows of bare squares."""
    size = len(texts)
    blank = paint_tile("", style=SMALL)
    labels = [paint_tile(text, style=SMALL) for text in texts]
    rows = [labels, *[[blank] * size for _ in range(size - 1)]]
    return np.concatenate([np.concatenate(row, axis=1) for row in rows], axis=0)


@pytest.mark.parametrize(("kind", "text"), TEXTS, ids=[text for _, text in TEXTS])
def test_label_of_every_kind(kind: str, text: str) -> None:
    assert read_labels(board_of([text, ""]), [(0, 0)]) == {(0, 0): kind}


def test_bare_squares_and_letters_are_no_labels() -> None:
    assert read_labels(board_of(["", "X"]), [(0, 0), (0, 1), (1, 0)]) == {}
    assert read_labels(board_of(["DL", "TW"]), []) == {}


def test_square_taken_for_a_tile_that_shows_its_own_label_is_none() -> None:
    board = board_of(["TW", "DL", "X", ""])
    tiles = np.zeros((4, 4), bool)
    tiles[0] = True
    own = legible_labels(board, ["TTTT", "....", "....", "...."], tiles)
    assert np.argwhere(own).tolist() == [[0, 0]]


def test_any_label_tells_a_square_of_a_board_dealt_at_random() -> None:
    board = board_of(["TW", "DL", "X", ""])
    tiles = np.zeros((4, 4), bool)
    tiles[0] = True
    assert np.argwhere(legible_labels(board, None, tiles)).tolist() == [[0, 0], [0, 1]]
