"""Findings of painted boards: letters, blanks in lower case, and whatever is painted over them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import SimpleNamespace
from typing import cast

import numpy as np

from solver.game import load_game
from tests.benchmarks.painting import Pixels, Style, paint_tile
from vision.board import BoardCandidate, BoardKind
from vision.imaging import Box, Grid, Place, Screen
from vision.inference import Findings
from vision.inference.decide import Decision, decide
from vision.rack import RackReading
from vision.reading import LastMove
from vision.status import StatusText
from vision.status.move import MoveLine
from vision.themes import choose_templates
from vision.tiles import TextReader, TileObservations, classify

RULES = load_game("wwf")
TEMPLATES = choose_templates([RULES.tiles], [])
STYLE = Style(letter=0.46)

Damage = Callable[[Pixels], None]


def seen(
    tiles: str, damage: Mapping[int, Damage] | None = None, *, zero: bool = False
) -> TileObservations:
    """What painted tiles show, some of them damaged in place."""
    pixels = []
    for number, tile in enumerate(tiles):
        value = ("0" if zero else "") if tile.islower() else str(RULES.tiles.values[tile])
        page = paint_tile(tile.upper(), value, STYLE)
        if damage and number in damage:
            damage[number](page)
        pixels.append(page)
    bank = TEMPLATES
    return classify(np.stack(pixels), bank.letters, bank.accented, worth=bank.worth)


def findings(
    board: Mapping[Place, str],
    *,
    rack: str = "",
    damage: Mapping[Place, Damage] | None = None,
    words: Collection[str] | None = None,
    zero: bool = False,
    blank: str | None = None,
    ocr: TextReader | None = None,
    told: str | None = None,
    layout: str = "standard",
    badges: Mapping[Place, int] | None = None,
) -> Findings:
    """What stages find of a board with these tiles, by row and column."""
    places = sorted(board)
    spoilt = {places.index(place): work for place, work in (damage or {}).items()}
    faces = seen("".join(board[place] for place in places), spoilt, zero=zero)
    grid = Grid(0.0, 0.0, 64.0, 15)
    held = None
    if rack:
        boxes = tuple(Box(70.0 * k, 1000.0, 64.0, 64.0) for k in range(len(rack)))
        none = np.zeros(len(rack), bool)
        held = RackReading(boxes, seen(rack), none, none, 0)
    look = SimpleNamespace(blank=blank) if blank else None
    line = None if told is None else MoveLine(None, told, None, (0.0, 1.0))
    return Findings(
        screen=Screen(np.zeros((1100, 960, 3), np.uint8), "painted"),
        located=cast("BoardCandidate", SimpleNamespace(grid=grid)),
        kind=cast("BoardKind", SimpleNamespace(theme=look, game="wwf", layout=layout)),
        tile_set=RULES.tiles,
        rules=RULES,
        printed=np.array([row * 15 + column for row, column in places], np.int64),
        board=faces,
        held=held,
        hidden=np.zeros((15, 15), bool),
        lexicon=cast("None", frozenset(words) if words is not None else None),
        ocr=ocr,
        status=StatusText(last_move=line),
        badges=badges or {},
    )


def across(word: str, row: int = 7, column: int = 4) -> dict[Place, str]:
    """A word laid across."""
    return {(row, column + k): tile for k, tile in enumerate(word)}


def decided(found: Findings, last: LastMove | None = None) -> Decision:
    """The letters of these findings, no tile being only laid."""
    return decide(found, frozenset(), last or LastMove())
