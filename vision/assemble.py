"""Assemble: put the findings of all stages together and state every doubt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.board import Square
from solver.ruleset import TileSet
from vision.classify import Faces
from vision.decide import Choice, decide
from vision.geometry import Box
from vision.hold import Held
from vision.layout import BoardKind
from vision.locate import Located
from vision.reading import Doubt, Reading, TileReading
from vision.screen import Screen
from vision.tentative import find_tentative
from vision.theme import GENERIC

DOUBTFUL = 0.5
"""Confidence below which a tile is a doubt."""


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """What the stages found.

    Attributes:
        screen: The picture.
        located: The board.
        kind: Its game and premiums.
        speech: The language's tiles.
        printed: ``(K,)`` numbers, row by row, of the squares that something is printed on.
        board: What these show.
        held: The rack, None where there is none.
        slots: Tiles on a full rack.
        hidden: ``(n, n)`` bool, squares on which something seems to lie.
    """

    screen: Screen
    located: Located
    kind: BoardKind
    speech: TileSet
    printed: NDArray[np.int64]
    board: Faces
    held: Held | None
    slots: int
    hidden: NDArray[np.bool_]


def assemble(found: Findings) -> Reading:
    """The Reading that follows from the findings."""
    size = found.located.grid.size
    zero = _prints_zero(found)
    choices = decide(found.board, found.speech, prints_zero=zero)
    tentative = _tentative(found)
    cells: list[list[TileReading | None]] = [[None] * size for _ in range(size)]
    doubts: list[Doubt] = []
    for k, choice in enumerate(choices):
        if choice is None:
            continue
        row, column = divmod(int(found.printed[k]), size)
        tile = _tile(
            choice, found.located.grid.square(row, column), tentative=(row, column) in tentative
        )
        cells[row][column] = tile
        doubts += _doubt(Square(row, column).name, tile, choice)
    rack, rack_doubts = _rack(found, zero=zero)
    doubts += rack_doubts
    doubts += _board_doubts(found, cells)
    everything = [tile for line in cells for tile in line if tile is not None] + list(rack or ())
    theme = found.kind.theme
    return Reading(
        width=found.screen.width,
        height=found.screen.height,
        game=found.kind.game,
        layout=found.kind.layout,
        language=found.speech.language,
        theme=theme.name if theme else GENERIC,
        grid=found.located.grid,
        cells=tuple(tuple(line) for line in cells),
        premiums=found.kind.premiums,
        rack=rack,
        rack_box=_hull(found.held.boxes) if found.held else None,
        confidence=min((tile.confidence for tile in everything), default=1.0),
        doubts=tuple(doubts),
    )


def _prints_zero(found: Findings) -> bool:
    """Whether blanks show a 0: as the theme says, else if some tile does and none shows nothing.

    A lone 0 on a letter worth 10 tells nothing: the 1 may have run into the letter.
    """
    if found.kind.theme is not None:
        return found.kind.theme.blank == "zero"
    zero = False
    for faces in (found.board, *([found.held.faces] if found.held else [])):
        for k in np.flatnonzero(faces.is_tile):
            if faces.numerals[k].missing:
                return False
            letter = faces.letters.letters[int(faces.letters.scores[k].argmax())]
            zero |= faces.numerals[k].value == 0 and found.speech.values.get(letter, 0) % 10 != 0
    return zero


def _tentative(found: Findings) -> frozenset[tuple[int, int]]:
    """The squares of tiles that are not yet played."""
    size = found.located.grid.size
    tiles = np.zeros((size, size), bool)
    grounds = np.zeros((size, size, 3), np.float32)
    tiles.ravel()[found.printed] = found.board.is_tile
    grounds.reshape(-1, 3)[found.printed] = found.board.ground
    held = len(found.held.boxes) if found.held else 0
    rack_ground = np.median(found.held.faces.ground, axis=0) if found.held else None
    return find_tentative(
        tiles,
        found.located.board,
        grounds,
        rack_ground,
        found.slots - held,
        exactly=_full_rack(found, tiles),
    )


def _full_rack(found: Findings, tiles: NDArray[np.bool_]) -> bool:
    """Whether the player must still have as many tiles as a rack holds, laid ones included.

    So it is while tiles out of sight are more than the opponent can hold.
    """
    held = len(found.held.boxes) if found.held else 0
    return found.speech.total - int(tiles.sum()) - held >= found.slots


def _tile(choice: Choice, box: Box, *, tentative: bool = False) -> TileReading:
    return TileReading(
        tile=choice.letter,
        blank=choice.blank,
        confidence=round(choice.confidence, 3),
        runner_up=choice.runner_up,
        source="template",
        box=box,
        value=choice.value,
        tentative=tentative,
    )


def _doubt(where: str, tile: TileReading, choice: Choice) -> Iterator[Doubt]:
    if tile.confidence < DOUBTFUL:
        yield Doubt(where, tile.text, choice.runner_up, choice.why)


def _rack(found: Findings, *, zero: bool) -> tuple[tuple[TileReading, ...] | None, list[Doubt]]:
    """The tiles on the rack; None where there is no rack to be seen."""
    if found.held is None:
        return None, []
    tiles: list[TileReading] = []
    doubts: list[Doubt] = []
    choices = decide(found.held.faces, found.speech, prints_zero=zero)
    for k, (box, choice) in enumerate(zip(found.held.boxes, choices, strict=True)):
        if found.held.bare[k] or choice is None or choice.blank:
            tiles.append(
                TileReading(
                    "?", blank=True, confidence=1.0, runner_up=None, source="template", box=box
                )
            )
            continue
        tile = _tile(choice, box)
        tiles.append(tile)
        doubts += _doubt(f"rack {k + 1}", tile, choice)
    return tuple(tiles), doubts


def _board_doubts(found: Findings, cells: list[list[TileReading | None]]) -> Iterator[Doubt]:
    """Doubts that concern squares without a tile, or the board as a whole."""
    for row, column in np.argwhere(found.hidden).tolist():
        yield Doubt(Square(row, column).name, ".", None, "something lies on this square")
    for row, column in found.kind.unknown:
        if cells[row][column] is None:
            yield Doubt(
                Square(row, column).name, ".", None, "the premium of this square cannot be told"
            )
    if not found.kind.sure and found.kind.layout != "random":
        yield Doubt("board", found.kind.layout, None, "other premium layouts fit as well")


def _hull(boxes: tuple[Box, ...]) -> Box | None:
    """The box around all boxes."""
    if not boxes:
        return None
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)
