"""The network of `vision/tiles/corners.py` trained on the corners of painted tiles.

    python -m tests.benchmarks.fitting_corners FONTS          train, tell how it does on other fonts
    python -m tests.benchmarks.fitting_corners FONTS --write  train on all, store it for the reader
    python -m tests.benchmarks.fitting_corners FONTS --write --further   begin with the stored one

FONTS is a folder with the unpacked npm packages of `network_fonts.txt`. Every tenth family takes no
part in the training unless the network is stored.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats
from vision.tiles import separate_ink
from vision.tiles.corners import HIDDEN, NETWORK, NOTHING, SIDE, STEPS, Corner
from vision.tiles.network import run_network

from .network_training import Painted, Sizes, as_bytes, as_inputs, fit
from .tile_painting import Strip, paint_strip

STRIPS = 10
"""Of each font."""

BARE = 0.25
"""Share of tiles of which another corner, where nothing is printed, is shown too."""

SIZES = Sizes(SIDE, STEPS, (16, 32, 64, 160), HIDDEN + 1, epochs=10)


def paint(others: Sequence[Path], file: Path) -> Painted | None:
    """Corners of tiles in one font; None where it lacks letters or figures."""
    dice = random.Random(file.stem)  # noqa: S311 (the same again, no secret)
    inputs, prints = [], []
    for _ in range(STRIPS):
        strip = paint_strip(file, others, dice)
        if strip is None:
            return None
        kept = np.array([n for n, value in enumerate(strip.prints) if value is not None])
        inputs.append(_seen(strip, strip.below, strip.left)[kept])
        prints.append(np.array([each for each in strip.prints if each is not None], np.int64))
        bare = kept[~strip.covered[kept]]
        bare = bare[[dice.random() < BARE for _ in bare]]
        below, left = dice.choice(
            [(not strip.below, strip.left), (strip.below, not strip.left),
             (not strip.below, not strip.left)]
        )  # fmt: skip
        inputs.append(_seen(strip, below, left)[bare])
        prints.append(np.full(len(bare), NOTHING, np.int64))
    return Painted(file.stem, np.concatenate(inputs), np.concatenate(prints))


def _seen(strip: Strip, below: bool, left: bool) -> NDArray[np.uint8]:  # noqa: FBT001
    """A corner of all tiles of a strip."""
    return as_bytes(separate_ink(strip.cells).shades[:, *Corner(below, left).window])


def table(fonts: Sequence[Painted], layers: Mapping[str, Floats]) -> Iterator[str]:
    """Shares of corners told, of values taken for nothing, and of nothing taken for a value."""
    yield "| font | corners | right | value as nothing | nothing as value |"
    yield "|---|---:|---:|---:|---:|"
    rows = []
    for font in fonts:
        told = run_network(layers, as_inputs(font.inputs), STEPS).argmax(axis=1)
        own = font.truths
        value, bare = own < NOTHING, own == NOTHING
        counts = (
            len(own), (told == own).sum(), value.sum(), (value & (told == NOTHING)).sum(),
            bare.sum(), (bare & (told < NOTHING)).sum(),
        )  # fmt: skip
        rows.append((font.name, np.array(counts)))
    for name, (count, right, values, unseen, nothings, read) in [
        *rows, ("all", sum((each for _, each in rows), np.zeros(6, np.int64))),
    ]:  # fmt: skip
        yield (
            f"| {name} | {count} | {right / count:.1%} | {unseen / max(1, values):.1%} "
            f"| {read / max(1, nothings):.1%} |"
        )


if __name__ == "__main__":
    raise SystemExit(fit(__doc__, paint, SIZES, table, NETWORK))
