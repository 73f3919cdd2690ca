"""A small picture to draw on, as pixels and as a file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from wwfsnap.drawing import Pixels


@pytest.fixture
def pixels() -> Pixels:
    ramp = np.arange(60 * 40, dtype=np.uint32).reshape(60, 40)
    return np.stack([ramp % 251, ramp % 241, ramp % 239], axis=2).astype(np.uint8)


@pytest.fixture
def source(tmp_path: Path, pixels: Pixels) -> Path:
    path = tmp_path / "shot.png"
    cv2.imwrite(str(path), pixels)
    return path
