"""Smeared: numerals by their brightness, where their colours are not quite those of the letters.

Compression smears the colours of thin figures, not their brightness: parts of them are no mixture
of the tile's and the letter's colours then, and seem to be something that lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.tiles.digits import LEGIBLE, is_clear, read_digits
from vision.tiles.glyphs import GlyphBank
from vision.tiles.ink import Cells
from vision.tiles.numeral_ink import letters_edge, numeral_box
from vision.tiles.numeral_position import Corner
from vision.tiles.numerals import PRESENT, Numeral, numeral_page
from vision.tiles.occluded_match import Line

Floats = NDArray[np.float32]

LUMA = np.array((0.114, 0.587, 0.299), np.float32)
"""What blue, green and red add to brightness, which is compressed least of all."""

LEAST = 30.0
"""Brightness, of 255, by which ink must differ from the tile to be told by it."""

STRONGEST = 0.97
"""Share of a corner's pixels that stand out less from the tile than its figure's ink."""


def read_smeared(
    numerals: Sequence[Numeral],
    pixels: NDArray[np.uint8],
    cells: Cells,
    digits: GlyphBank,
    values: Sequence[int],
    corner: Corner | None,
    line: Line | None,
) -> list[Numeral]:
    """The numerals, those that are not clear read anew by brightness.

    Args:
        numerals: The numeral of each of K cells.
        pixels: ``(K, CELL, CELL, 3)`` uint8, the cells.
        cells: The same, ink told from ground.
        digits: Templates of the characters 0 to 9.
        values: Values that occur in the game.
        corner: Where numerals stand, None where the look has none.
        line: Where letters stand, None where that is not known.
    """
    found = list(numerals)
    unclear = [
        k
        for k, each in enumerate(numerals)
        if each.ink >= PRESENT and not each.hidden and not is_clear(each.scores)
    ]
    if corner is None or not unclear:
        return found
    bright = np.abs((cells.ink - cells.ground) @ LUMA) >= LEAST
    unclear = [k for k in unclear if bright[k]]
    rows, columns = numeral_page(corner)
    foreign = corner.turn(cells.foreign[unclear])[:, *numeral_box(corner)]
    told = [k for k, odd in zip(unclear, foreign, strict=True) if odd.any()]
    if not told:
        return found
    edge = letters_edge(corner, line) - rows.start
    turned = corner.turn(pixels[told].transpose(0, 3, 1, 2))[:, :, rows, columns]
    pages = _pages(turned, cells.ground[told], cells.ink[told], edge)
    scores, _ = read_digits(pages, corner, digits, values, edge)
    for k, read in zip(told, scores, strict=True):
        if max(read.values(), default=0.0) >= LEGIBLE:
            found[k] = replace(numerals[k], scores=read)
    return found


def _pages(turned: NDArray[np.uint8], ground: Floats, ink: Floats, edge: int) -> Floats:
    """``(K, h, w)`` the ink of corners by brightness: 0 to 1, which is what stands out most.

    Args:
        turned: ``(K, 3, h, w)`` corners, turned as if they were the upper right ones.
        ground: ``(K, 3)`` the tiles' colours.
        ink: ``(K, 3)`` the letters' colours.
        edge: The row at which letters begin.
    """
    darker = np.where((ink - ground) @ LUMA < 0, np.float32(-1), np.float32(1))
    apart = np.einsum("kchw,c->khw", turned - ground[:, :, None, None], LUMA)
    apart *= darker[:, None, None]
    above = apart[:, : max(1, edge)].reshape(len(turned), -1)
    most = np.maximum(np.quantile(above, STRONGEST, axis=1), 1.0)
    return np.asarray(np.clip(apart / most[:, None, None], 0.0, 1.0), np.float32)
