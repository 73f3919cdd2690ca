"""Connected ink of many windows at once: each window for itself."""

from __future__ import annotations

import numpy as np

from vision.imaging import Blob, find_blobs


def test_ink_of_neighbouring_windows_does_not_connect() -> None:
    inked = np.zeros((3, 8, 6), bool)
    inked[0, 5:, 2:4] = True
    inked[1, :3, 2:4] = True
    inked[2, 4, 0] = inked[2, 5, 1] = inked[2, 0, 5] = True
    pieces = find_blobs(inked)
    found = {k: {blob for _, blob in own} for k, own in pieces.by_window().items()}
    assert found == {
        0: {Blob(2, 5, 2, 3, 6)},
        1: {Blob(2, 0, 2, 3, 6)},
        2: {Blob(0, 4, 2, 2, 2), Blob(5, 0, 1, 1, 1)},
    }


def test_labels_show_each_piece_where_it_is() -> None:
    inked = np.random.default_rng(5).random((4, 12, 10)) > 0.7
    pieces = find_blobs(inked)
    assert ((pieces.labels > 0) == inked).all()
    for k, number, blob in pieces:
        rows, columns = np.nonzero(pieces.labels[k] == number)
        assert (columns.min(), rows.min()) == (blob.x, blob.y)
        assert (columns.max() + 1, rows.max() + 1) == (blob.right, blob.bottom)
        assert len(rows) == blob.area


def test_some_of_the_pieces() -> None:
    inked = np.zeros((2, 5, 9), bool)
    inked[:, 1:3, 1:3] = inked[1, 2:5, 5:8] = True
    pieces = find_blobs(inked)
    large = pieces.only(pieces.boxes[:, 4] > 4)
    assert [(k, blob) for k, _, blob in large] == [(1, Blob(5, 2, 3, 3, 9))]
    assert len(pieces.boxes) == 3


def test_no_windows_and_no_ink() -> None:
    for shape in ((0, 5, 5), (3, 0, 5), (3, 5, 5)):
        pieces = find_blobs(np.zeros(shape, bool))
        assert list(pieces) == []
        assert pieces.labels.shape == shape
