"""The pieces of a mask, measured by their runs, compiled and with OpenCV and numpy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Literal

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from sample_screens.truth import FOLDER
from solver.compiled import compiled_kernel
from vision.board import measure_edges
from vision.board.locate import LEVELS
from vision.imaging import components as pieces
from vision.imaging import find_pieces, load_screen, measure_pieces

KERNEL = compiled_kernel("vision")
needs_compiled = pytest.mark.skipif(
    KERNEL is None and not os.environ.get("WWFSNAP_REQUIRE_KERNEL"),
    reason="the kernel was not compiled here",
)

masks = arrays(np.uint8, st.tuples(st.integers(1, 12), st.integers(1, 40)), elements=st.just(0))
masks |= arrays(np.uint8, st.tuples(st.integers(1, 12), st.integers(1, 40)), fill=st.nothing())


@pytest.fixture(
    params=[pytest.param(KERNEL, marks=needs_compiled), None], ids=["compiled", "plain"]
)
def kernel(request: pytest.FixtureRequest) -> Iterator[ModuleType | None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "KERNEL", request.param)
        yield request.param


@pytest.mark.usefixtures("kernel")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(mask=masks, least=st.integers(1, 255), connectivity=st.sampled_from([4, 8]))
def test_pieces_are_measured_as_opencv_does(
    mask: NDArray[np.uint8], least: int, connectivity: Literal[4, 8]
) -> None:
    check(np.where(mask >= least, mask, 0).astype(np.uint8), connectivity)


def check(mask: NDArray[np.uint8], connectivity: Literal[4, 8]) -> None:
    labels, measures = find_pieces(mask, connectivity)
    _, expected, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=connectivity)
    assert labels.dtype == measures.dtype == np.int32
    assert (labels == expected).all()
    assert (measures[1:] == stats[1:]).all()
    assert not measures[0].any()
    assert (measure_pieces(mask, connectivity) == measures).all()


@cache
def edges_of(picture: Path) -> NDArray[np.uint8]:
    return measure_edges(load_screen(picture).pixels).strengths


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("picture", sorted(FOLDER.glob("*.png"))[::6], ids=lambda path: path.stem)
def test_pieces_of_real_pictures(picture: Path) -> None:
    strengths = edges_of(picture)
    check(np.asarray(strengths > LEVELS[0], np.uint8), 8)
    check(np.asarray(strengths <= LEVELS[1], np.uint8), 4)
    check(np.asarray(strengths <= LEVELS[2], np.uint8)[1::2, 1::2], 4)


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(("connectivity", "count"), [(4, 2), (8, 1)])
def test_corners_hang_together_or_not(connectivity: Literal[4, 8], count: int) -> None:
    mask = np.array([[255, 0], [0, 255]], np.uint8)
    assert len(find_pieces(mask, connectivity)[1]) == count + 1


@pytest.mark.usefixtures("kernel")
def test_more_pieces_than_a_short_number_counts() -> None:
    mask = np.zeros((600, 600), np.uint8)
    mask[::2, ::2] = 1
    _, measures = find_pieces(mask, 8)
    assert len(measures) == 300 * 300 + 1
    assert measures[-1].tolist() == [598, 598, 1, 1, 1]


@needs_compiled
def test_a_mask_need_not_begin_at_a_word() -> None:
    memory = np.zeros(103, np.uint8)
    mask = memory[3:].reshape(10, 10)
    mask[2:7, 1:9] = 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "KERNEL", KERNEL)
        check(mask, 8)
