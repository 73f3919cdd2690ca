"""The pieces of a mask, measured by their runs."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.pieces import find_pieces

masks = arrays(np.uint8, st.tuples(st.integers(1, 12), st.integers(1, 12)), elements=st.just(0))
masks |= arrays(np.uint8, st.tuples(st.integers(1, 12), st.integers(1, 12)), fill=st.nothing())


@given(mask=masks, connectivity=st.sampled_from([4, 8]))
def test_pieces_are_measured_as_opencv_does(
    mask: np.ndarray[tuple[int, int], np.dtype[np.uint8]], connectivity: Literal[4, 8]
) -> None:
    mask = np.where(mask % 3 == 0, mask, 0).astype(np.uint8)
    labels, measures = find_pieces(mask, connectivity)
    _, expected, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=connectivity)
    assert (labels == expected).all()
    assert measures[1:].tolist() == stats[1:].tolist()
    assert not measures[0].any()


@pytest.mark.parametrize(("connectivity", "count"), [(4, 2), (8, 1)])
def test_corners_hang_together_or_not(connectivity: Literal[4, 8], count: int) -> None:
    mask = np.array([[255, 0], [0, 255]], np.uint8)
    assert len(find_pieces(mask, connectivity)[1]) == count + 1


def test_more_pieces_than_a_short_number_counts() -> None:
    mask = np.zeros((600, 600), np.uint8)
    mask[::2, ::2] = 1
    _, measures = find_pieces(mask, 8)
    assert len(measures) == 300 * 300 + 1
    assert measures[-1].tolist() == [598, 598, 1, 1, 1]
