"""What convolutional networks see of a cell, and networks that are not there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.errors import ThemeMissing
from vision.imaging import Floats
from vision.tiles import convolution
from vision.tiles.convolution import load_network, run_network


def filtered(page: Floats, weights: Floats, offsets: Floats, step: int) -> Floats:
    """One layer, pixel by pixel; the frame that is added is wider below and on the right."""
    size, sides = len(weights), -(-len(page) // step)
    before = (step * (sides - 1) + size - len(page)) // 2
    framed = np.pad(page, ((before, size), (before, size), (0, 0)))
    found = np.empty((sides, sides, len(offsets)), np.float32)
    for row, column in np.ndindex(sides, sides):
        part = framed[step * row : step * row + size, step * column : step * column + size]
        found[row, column] = np.tensordot(part, weights, 3) + offsets
    return np.maximum(found, 0.0)


def test_layers_are_filters_a_pool_and_sums() -> None:
    chance = np.random.default_rng(1)
    shapes = {
        "w1": (5, 5, 2, 3), "b1": (3,), "w2": (3, 3, 3, 4), "b2": (4,), "w3": (3, 3, 4, 5),
        "b3": (5,), "w4": (2 * 2 * 5, 6), "b4": (6,), "w5": (6, 7), "b5": (7,),
    }  # fmt: skip
    layers = {name: chance.normal(0, 0.3, size).astype(np.float32) for name, size in shapes.items()}
    pages = chance.random((3, 16, 16, 2)).astype(np.float32)
    told = run_network(layers, pages, (2, 2, 1))
    assert told.shape == (3, 7)
    assert np.allclose(np.exp(told).sum(axis=1), 1.0, atol=1e-5)
    seen = pages[1]
    for number, step in enumerate((2, 2, 1), 1):
        seen = filtered(seen, layers[f"w{number}"], layers[f"b{number}"], step)
    pooled = np.array([seen[r : r + 2, c : c + 2].max(axis=(0, 1)) for r in (0, 2) for c in (0, 2)])
    hidden = np.maximum(pooled.ravel() @ layers["w4"] + layers["b4"], 0.0)
    logits = hidden @ layers["w5"] + layers["b5"]
    assert np.allclose(told[1] - told[1, 0], logits - logits[0], atol=1e-4)


@pytest.mark.parametrize("data", [None, b"", b"PK"])
def test_network_that_is_missing(
    data: bytes | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if data is not None:
        (tmp_path / "letters.npz").write_bytes(data)
    monkeypatch.setattr(convolution, "NETWORKS", tmp_path)
    load_network.cache_clear()
    try:
        with pytest.raises(ThemeMissing, match=r"letters\.npz: holds no network"):
            load_network("letters.npz")
    finally:
        load_network.cache_clear()
