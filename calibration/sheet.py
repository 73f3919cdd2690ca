"""One picture that shows every tile of the samples with its letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.fit import Report
from calibration.measure import Colour, measure_colour, square_colours
from calibration.samples import Samples, TileSample
from vision.inference import sure_from
from vision.tiles import BANK, CELL

Pixels = NDArray[np.uint8]

COLUMNS = 16
TILE = (CELL + 8, CELL + 36)
"""Width and height that a tile takes on the sheet."""

WIDTH = COLUMNS * TILE[0] + 16
PAPER, INK, FAINT, ALARM = (255, 255, 255), (40, 40, 40), (130, 130, 130), (40, 40, 220)


def contact_sheet(samples: Samples, report: Report) -> Pixels:
    """Every tile with its letter, sorted by letter, then the rack and the colours of the squares.

    A tile is framed in red if it is in doubt or does not look like the letter it is said to be; a
    letter is grey if its shape is not used because something covers it.

    Returns:
        ``(H, W, 3)`` uint8, blue green red.
    """
    odd = {id(trial.sample) for trial in report.suspects}
    played = sorted(
        (sample for sample in samples.tile_samples if sample.place != "rack"),
        key=lambda sample: (sample.letter, sample.blank, sample.shot, sample.where),
    )
    held = [sample for sample in samples.tile_samples if sample.place == "rack"]
    bands = [_heading(f"board: {len(played)} tiles"), *_tile_rows(played, odd)]
    if held:
        bands += [_heading(f"rack: {len(held)} tiles"), *_tile_rows(held, odd)]
    bands += [_heading("squares and tiles"), _swatches(samples)]
    return np.vstack(bands)


def encode_png(sheet: Pixels) -> bytes:
    """The sheet as the bytes of a PNG file."""
    _, data = cv2.imencode(".png", sheet)
    return data.tobytes()


def _tile_rows(tile_samples: Sequence[TileSample], odd: set[int]) -> Iterator[Pixels]:
    """The tiles, `COLUMNS` to a row."""
    width, height = TILE
    for start in range(0, len(tile_samples), COLUMNS):
        row = np.full((height, WIDTH, 3), PAPER, np.uint8)
        for k, sample in enumerate(tile_samples[start : start + COLUMNS]):
            part = row[:, 8 + k * width : 8 + (k + 1) * width]
            _paint_tile(part, sample, odd=id(sample) in odd)
        yield row


def _paint_tile(part: Pixels, sample: TileSample, *, odd: bool) -> None:
    """Paint a tile's picture, with its letter and place below."""
    part[4 : 4 + CELL, 4 : 4 + CELL] = sample.pixels
    if odd or sample.confidence < sure_from() or sample.read != sample.text:
        cv2.rectangle(part, (1, 1), (CELL + 6, CELL + 6), ALARM, 2)
    usual = INK if sample.glyph is not None or sample.letter == "?" else FAINT
    paint_letter(part, sample.letter, 6, CELL + 12, ALARM if odd else usual)
    place = sample.where.replace("rack ", "r") + (" blank" if sample.blank else "")
    _write(part, place, 28, CELL + 24, 0.36, FAINT)


def paint_letter(part: Pixels, letter: str, x: int, y: int, colour: tuple[int, int, int]) -> None:
    """Paint a capital of any alphabet in the generic bank, 16 pixels high, into ``part``."""
    masks = _letters()
    if letter not in masks:
        _write(part, letter if letter.isascii() else "*", x, y + 16, 0.6, colour)
        return
    mask, aspect = masks[letter]
    width = min(24, max(3, round(16 * aspect)))
    cover = cv2.resize(mask, (width, 16), interpolation=cv2.INTER_AREA)[..., None] / 255.0
    under = part[y : y + 16, x : x + width]
    under[:] = np.round(under * (1 - cover) + np.array(colour) * cover).astype(np.uint8)


def _swatches(samples: Samples) -> Pixels:
    """The colours of squares and tiles with their spread."""
    colours = dict(square_colours(samples))
    for place in ("board", "rack"):
        grounds = [sample.ground for sample in samples.tile_samples if sample.place == place]
        if grounds:
            colours[f"{place} tile"] = measure_colour(grounds)
    band = np.full((64, WIDTH, 3), PAPER, np.uint8)
    for k, (name, colour) in enumerate(colours.items()):
        _swatch(band[:, 8 + k * 150 : 8 + (k + 1) * 150], name, colour)
    return band


def _swatch(part: Pixels, name: str, colour: Colour) -> None:
    part[6:46, 4:44] = colour.value.astype(np.uint8)
    cv2.rectangle(part, (4, 6), (44, 46), FAINT, 1)
    _write(part, name, 50, 20, 0.42, INK)
    _write(part, f"{colour.hex} +-{colour.spread:.0f}", 50, 34, 0.36, FAINT)
    _write(part, f"{colour.count} seen", 50, 48, 0.36, FAINT)


def _heading(text: str) -> Pixels:
    band = np.full((28, WIDTH, 3), PAPER, np.uint8)
    _write(band, text, 10, 19, 0.5, INK)
    return band


def _write(
    part: Pixels, text: str, x: int, y: int, size: float, colour: tuple[int, int, int]
) -> None:
    """Write plain ASCII text into ``part``."""
    patch = np.ascontiguousarray(part)
    cv2.putText(patch, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
    part[:] = patch


@cache
def _letters() -> dict[str, tuple[Pixels, float]]:
    """The letters of the bank's first font: square uint8 ink, and width over height."""
    with np.load(BANK, allow_pickle=False) as data:
        masks, aspects = data["masks"][0].astype(np.uint8), data["aspects"][0]
        names = data["characters"].tolist()
    return {name: (masks[k], float(aspects[k])) for k, name in enumerate(names)}
