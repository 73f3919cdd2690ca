"""The network of `vision/tiles/network.py` trained on painted tiles.

    python -m tests.benchmarks.fitting_letters FONTS          train, tell how it does on other fonts
    python -m tests.benchmarks.fitting_letters FONTS --write  train on all, store it for the reader
    python -m tests.benchmarks.fitting_letters FONTS --write --further   begin with the stored one

FONTS is a folder with the unpacked npm packages of `network_fonts.txt`. Every tenth family takes no
part in the training unless the network is stored.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from vision.imaging import Floats
from vision.tiles import CELL, separate_ink
from vision.tiles.network import (
    CLASSES,
    COVERED,
    LETTERS,
    NETWORK,
    NOTHING,
    OTHER,
    STEPS,
    run_network,
)

from .network_training import Painted, Sizes, as_bytes, as_inputs, fit
from .tile_painting import COVERED_LETTER, NO_LETTER, paint_strip

STRIPS = 14
"""Of each font."""

USUAL = 26
OTHERS = "ŁĐĄĘŞÉÈÓÚŚŻŹĆŃČŠŽĞ"
PRINTED = LETTERS[:USUAL] * 4 + LETTERS[USUAL:] * 2 + OTHERS
"""Letters, each as often as it stands here."""

MISSING = "\ufffe"
"""What no font has: it shows what a font draws for a letter that it lacks."""

SIZES = Sizes(CELL, STEPS, (16, 32, 64, 160), CLASSES, epochs=8)


def paint(others: Sequence[Path], file: Path) -> Painted | None:
    """Tiles in one font; None where it lacks letters or figures."""
    dice = random.Random(file.stem)  # noqa: S311 (the same again, no secret)
    probe = ImageFont.truetype(str(file), 40)
    missing = bytes(probe.getmask(MISSING))
    drawn = "".join(each for each in PRINTED if bytes(probe.getmask(each)) != missing)
    inputs: list[NDArray[np.uint8]] = []
    truths: list[int] = []
    for _ in range(STRIPS):
        strip = paint_strip(file, others, dice, drawn)
        if strip is None:
            return None
        inputs.append(as_bytes(separate_ink(strip.cells).shades))
        truths += map(class_of, strip.letters)
    return Painted(file.stem, np.concatenate(inputs), np.array(truths, np.int64))


def class_of(letter: str) -> int:
    """What the network is to tell of a letter."""
    if letter in (NO_LETTER, COVERED_LETTER):
        return NOTHING if letter == NO_LETTER else COVERED
    return LETTERS.index(letter) if letter in LETTERS else OTHER


def table(fonts: Sequence[Painted], layers: Mapping[str, Floats]) -> Iterator[str]:
    """Shares of letters told, font by font, and of what else there is."""
    yield "| font | letters | right | all else | right |"
    yield "|---|---:|---:|---:|---:|"
    rows = []
    for font in fonts:
        told = run_network(layers, as_inputs(font.inputs), STEPS).argmax(axis=1)
        known, right = font.truths < OTHER, told == font.truths
        counts = known.sum(), right[known].sum(), (~known).sum(), right[~known].sum()
        rows.append((font.name, np.array(counts)))
    for name, (letters, told, rest, others) in [
        *rows, ("all", sum((each for _, each in rows), np.zeros(4, np.int64))),
    ]:  # fmt: skip
        shares = f"{told / max(1, letters):.1%} | {rest} | {others / max(1, rest):.1%}"
        yield f"| {name} | {letters} | {shares} |"


if __name__ == "__main__":
    raise SystemExit(fit(__doc__, paint, SIZES, table, NETWORK))
