"""Readings of the samples of path games as a perfect reader would give them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from sample_screens.path_scene import FOLDER
from sample_screens.path_truth import PathTruth, load_path_truth
from vision.imaging import Box
from vision.reading import Doubt, GridReading, GridTile, Multiplier

KNOWN: tuple[Multiplier, ...] = (".", "DL", "TL", "DW", "TW")


def truth_named(name: str) -> PathTruth:
    return load_path_truth(FOLDER / f"{name}.txt")


def grid_reading(truth: PathTruth, doubts: Sequence[Doubt] = ()) -> GridReading:
    with Image.open(truth.picture) as picture:
        width, height = picture.size
    tiles = truth.tiles
    rows = []
    for r, line in enumerate(truth.grid.rows):
        row = []
        for c, tile in enumerate(line):
            box = Box(tiles.x + c * tiles.pitch, tiles.y + r * tiles.pitch, tiles.side, tiles.side)
            if tile is None:
                row.append(GridTile("", 1.0, None, box))
                continue
            (multiplier,) = (each for each in KNOWN if each == tile.multiplier)
            row.append(GridTile(tile.text, 1.0, None, box, tile.value, multiplier))
        rows.append(tuple(row))
    return GridReading(width, height, truth.game, truth.language, tuple(rows), tuple(doubts))
