"""The kernel of vision, compiled, does what numpy does without it, to the last bit."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from types import ModuleType
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from solver.compiled import compiled_kernel
from tests.shared.places import ROOT
from vision.text import characters, lines, spotting
from vision.text.strokes import Strokes

PARTS = "_tracing.py", "_lining.py", "_sampling.py", "_laying.py", "_kernel.pxd"
KERNEL = compiled_kernel("vision")
Found = TypeVar("Found")

pytestmark = pytest.mark.skipif(
    KERNEL is None and not os.environ.get("WWFSNAP_REQUIRE_KERNEL"),
    reason="the kernel was not compiled here",
)
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def test_compiled_kernel_is_that_of_these_sources() -> None:
    assert KERNEL is not None
    whole = b"".join((ROOT / "vision" / name).read_bytes() for name in PARTS)
    assert sha256(whole).hexdigest() == KERNEL.SOURCE, "install anew: pip install --editable ."


def both(module: ModuleType, does: Callable[[], Found]) -> tuple[Found, Found]:
    """What comes out with the kernel and without it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "KERNEL", KERNEL)
        compiled = does()
        patch.setattr(module, "KERNEL", None)
        return compiled, does()


@given(rng=seeds, batch=st.integers(1, 5), count=st.integers(1, 12), parts=st.integers(2, 9))
def test_phrases_are_laid_alike(
    rng: np.random.Generator, batch: int, count: int, parts: int
) -> None:
    def costs() -> NDArray[np.float64]:
        shape = batch, count, parts
        even = rng.integers(0, 20, shape) / 16  # so that many ways cost the same
        uneven = np.where(rng.random(shape) < 0.5, even, rng.random(shape))
        return np.where(rng.random(shape) < 0.2, np.inf, uneven)

    given_costs, optional = (costs(), costs(), costs()), rng.random((batch, parts)) < 0.7
    (cost, ways), (same_cost, same_ways) = both(
        spotting, lambda: spotting._lay(*given_costs, optional)
    )
    assert (cost == same_cost).all()
    assert (ways == same_ways).all()
    assert np.isfinite(cost[:, :, 0]).all()


@given(rng=seeds, count=st.integers(1, 40), size=st.integers(2, 30))
def test_bodies_are_linked_alike(rng: np.random.Generator, count: int, size: int) -> None:
    corners = rng.integers(0, (12 * size, 2 * size), (count, 2))
    edges = np.hstack([corners, corners + rng.integers(1, size, (count, 2))]).astype(np.int32)
    edges = edges[np.argsort(edges[:, 0], kind="stable")]
    compiled, plain = both(lines, lambda: lines._link(edges))
    assert (np.array(compiled) == np.array(plain)).all()


@given(rng=seeds, count=st.integers(1, 6), pieces=st.integers(1, 6))
def test_ink_of_others_is_left_out_alike(rng: np.random.Generator, count: int, pieces: int) -> None:
    side, height, width = 4, 7, 9
    ink = (rng.integers(0, 256, (count, side * side)) * (rng.random(side * side) < 0.8)).astype(
        np.uint8
    )
    labels = rng.integers(0, pieces + 1, (height, width), np.int32)
    owner = rng.integers(0, count + 1, pieces + 1, np.int32)
    owner[0] = 0
    rows = rng.integers(0, height, (count, side), np.uint32)
    columns = rng.integers(0, width, (count, side), np.uint32)
    wanted = np.arange(1, count + 1, dtype=np.int32)

    def kept() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        own = ink.copy()
        return own, characters._keep_own(own, labels, owner, wanted, rows, columns)

    compiled, plain = both(characters, kept)
    assert all((one == other).all() for one, other in zip(compiled, plain, strict=True))


@given(rng=seeds, height=st.integers(1, 6), width=st.integers(3, 12))
def test_characters_are_cut_in_two_alike(rng: np.random.Generator, height: int, width: int) -> None:
    shape, pieces = (height + 2, width + 2), 3
    ink = (40 * rng.integers(0, 6, shape)).astype(np.uint8)  # so that many columns are as thin
    labels = (rng.integers(1, pieces + 1, shape) * (rng.random(shape) < 0.3)).astype(np.int32)
    strokes = Strokes(ink, labels, np.zeros((0, 4), np.int32), np.zeros(0, bool), (0,))
    boxes = np.array([[0, 0, width, height], [2, 2, width + 2, height + 2]], np.int32)
    owner, wanted = np.array([0, 1, 1, 2], np.int32), np.array([1, 2], np.int32)
    compiled, plain = both(characters, lambda: characters._halve(strokes, boxes, owner, wanted))
    assert compiled.dtype == plain.dtype
    assert (compiled == plain).all()
