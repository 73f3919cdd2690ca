"""Which squares of a row look like its tiles."""

from __future__ import annotations

import numpy as np

from vision.imaging import FEW
from vision.rack.slots import _alike
from vision.tiles import CELL


def test_tiles_with_gloss_are_alike_whichever_colour_their_ground_is_taken_for() -> None:
    """Bare ones too; the table behind them, in the colour of the gloss, is not."""
    tile = np.full((CELL, CELL, 3), (60, 80, 60), np.uint8)
    tile[: CELL // 3] = (150, 150, 150)
    cells = np.stack([tile] * (FEW + 2))
    for k in range(FEW):
        cells[k, 20:50, 20 + 4 * k : 34 + 4 * k] = (200, 200, 240)
    cells[-1] = (150, 150, 150)
    lettered = np.arange(FEW + 2) < FEW
    assert _alike(cells, lettered).tolist() == [True] * (FEW + 1) + [False]
    lettered[0] = False
    assert not _alike(cells, lettered).any()
