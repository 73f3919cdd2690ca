"""Painted grids of letters, and the samples of path games as they are read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sample_screens.paint import Canvas
from sample_screens.path_truth import load_path_truths
from sample_screens.shapes import WHITE, Box, Paint
from tests.shared.samples import as_screen
from vision.imaging import Screen, load_screen
from vision.paths import GridReading, read_grid

INK, WOOD, GROUND = (Paint.parse(text) for text in ("#202020", "#ecc88a", "#3f6f9f"))
WORDS = ("TEAM", "RISE", "NOLA", "GHUD")
LARGE = ("TEAMS", "RISEN", "NOLAX", "GHUDY", "PLOKI")
TRUTHS = {truth.name: truth for truth in load_path_truths()}
CHOSEN = Paint.parse("#f0a030")


def paint(
    rows: Sequence[Sequence[str]],
    *,
    gap: float = 0.12,
    side: int = 600,
    across: float = 1.0,
    tile: Paint = WOOD,
    letter: float = 0.42,
    chosen: str = "",
    colours: Sequence[Paint] = (),
    title: str = "",
    font: str = "inter-bold",
    panel: Paint | None = None,
) -> Screen:
    """A grid of tiles with these texts, ``""`` an empty tile, a dot none.

    Args:
        rows: The texts.
        gap: Between tiles, as a share of the distance to the next one.
        side: Of the grid, in pixels.
        across: Distance of its columns over that of its rows.
        tile: The tiles' colour.
        letter: Height of capitals, in the same shares.
        chosen: Texts of tiles that a finger chose: larger, with larger letters, and orange.
        colours: Of the tiles, which take turns; all have ``tile``'s where there are none.
        title: What is written above the grid.
        font: Of the texts on tiles.
        panel: The colour of what lies around all tiles; None for nothing.
    """
    canvas = Canvas(round(across * side) + 80, side + 300, GROUND)
    pitch = side / len(rows[0])
    spots = [
        (row, column, text, (40 + (column + 0.5) * across * pitch, 150 + (row + 0.5) * pitch))
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
        if text != "."
    ]
    if panel is not None:
        for *_, at in spots:
            canvas.box(Box.around(*at, 1.2 * across * pitch, 1.2 * pitch), panel)
    for row, column, text, at in spots:
        grown = 1.08 if text and text in chosen else 1.0
        wide = grown * (1 - gap) * pitch
        usual = colours[(3 * row + column) % len(colours)] if colours else tile
        canvas.box(Box.around(*at, wide, wide), usual if grown == 1.0 else CHOSEN)
        tall = grown * letter * pitch
        canvas.text(text, font, tall, at, INK, within=0.9 * wide)
    canvas.text(title, "inter-bold", 30, (40 + across * side / 2, 60), WHITE)
    return as_screen(canvas.picture())


def texts_of(reading: GridReading) -> list[str]:
    return ["".join(row) for row in reading.texts()]


@cache
def sample(name: str) -> GridReading:
    """A sample's reading."""
    return read_grid(load_screen(TRUTHS[name].picture))


RING = (".AIT.", "ELORE", "DN.SA", "GUMPO", ".CKH.")
CROSS = ("AI.TE", "LOREN", ".DSA.", "GUMPO", "CK.HE")


def paint_pale(rows: Sequence[str], pale: Sequence[int] = (), numeral: str = "") -> Screen:
    """A grid that fills the picture's width, some of whose rows and columns are pale."""
    canvas = Canvas(750, 1200, GROUND)
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            at = 75 + 150 * column, 400 + 150 * row
            canvas.box(Box.around(*at, 144, 144), WOOD)
            ink = Paint.parse("#d8b478") if {row, column} & {*pale} else INK
            canvas.text(text, "inter-bold", 70, at, ink)
            canvas.text(numeral, "inter-bold", 24, (at[0] + 54, at[1] - 54), INK)
    return as_screen(canvas.picture())
