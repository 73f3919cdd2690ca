"""Labels of premium squares are read in every language they are printed in."""

from __future__ import annotations

import numpy as np
import pytest

from tests.benchmarks.painting import Pixels, Style, paint_tile
from vision.board.premiums import LABELS, legible_labels, read_labels

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


def test_only_its_own_label_is_legible_on_a_square() -> None:
    board = board_of(["TW", "DL", "X", ""])
    asked = np.zeros((4, 4), bool)
    asked[0] = True
    own = legible_labels(board, ["TTTT", "....", "....", "...."], asked)
    assert np.argwhere(own).tolist() == [[0, 0]]
