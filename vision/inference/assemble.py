"""The findings of all stages in; the Reading with every doubt out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.game import Square
from vision.board import RANDOM, PendingTiles, find_pending
from vision.doubts import Why, because
from vision.imaging import Box, usual_colour
from vision.inference.blanks import may_be_ten, plain_zero
from vision.inference.choice import DOUBTFUL, Choice
from vision.inference.clusters import as_identified, compare_within_clusters, identify_clusters
from vision.inference.findings import Findings
from vision.inference.inventory import tally
from vision.inference.last_move import (
    describe_last_move,
    last_by_colour,
    own_first,
    prove_points,
    settle_blanks,
)
from vision.inference.letters import decide
from vision.inference.ocr_vote import ask_ocr
from vision.inference.verify import prove
from vision.reading import Doubt, Reading, TileReading
from vision.themes import GENERIC

RACK_ROOM = 2.0
"""Squares below the board that a picture must show so that a rack can be visible there."""


def assemble(found: Findings) -> Reading:
    """The Reading that follows from the findings."""
    size = found.located.grid.size
    zero = _prints_zero(found)
    read, on_rack = _letters(found, zero=zero)
    choices = {
        (int(number) // size, int(number) % size): choice
        for number, choice in zip(found.printed, read, strict=True)
        if choice is not None
    }
    tentative = _tentative(found)
    laid = tentative.squares
    last = describe_last_move(found.status, _laid_last(found, laid))
    fixed = found.kind.layout != RANDOM
    played = {place: choice for place, choice in choices.items() if place not in laid}
    solved = identify_clusters(played, found.tile_set, found.lexicon)
    choices = {
        place: as_identified(choice, solved, found.tile_set) for place, choice in choices.items()
    }
    rack, rack_doubts = _rack(
        found, [each and as_identified(each, solved, found.tile_set) for each in on_rack]
    )
    played = {place: choices[place] for place in played}
    if fixed:
        played |= settle_blanks(last, played, found.rules)
    proven = prove(
        played,
        {place: choices[place] for place in laid},
        [choice for _, choice in rack or ()],
        found.rules.start,
        found.tile_set,
        found.lexicon,
        told.word if (told := found.status.last_move) else None,
    )
    choices |= proven.tiles
    cells: list[list[TileReading | None]] = [[None] * size for _ in range(size)]
    doubts: list[Doubt] = []
    for (row, column), choice in choices.items():
        box = found.located.grid.square(row, column)
        tile = _tile(choice, box, tentative=(row, column) in laid)
        cells[row][column] = tile
        if tile.confidence < DOUBTFUL:
            doubts.append(_doubt(Square(row, column).name, tile, choice))
        if tile.tentative and not tentative.clear:
            why = because(Why.LAID)
            doubts.append(Doubt(Square(row, column).name, tile.text, None, why))
    for row, column in sorted(tentative.perhaps):
        why = because(Why.MAYBE_LAID)
        doubts.append(Doubt(Square(row, column).name, choices[row, column].letter, None, why))
    if not tentative.clear or any(choices[place].confidence < DOUBTFUL for place in laid):
        why = because(Why.COUNTS_LAID)
        doubts.append(Doubt("rack", "", None, why))
    tiles = tuple(tile for tile, _ in rack or ()) if rack is not None or laid else None
    doubts += [*rack_doubts, *proven.doubts, *tally(found, len(laid))]
    if fixed:
        rows = [
            ["" if tile is None or tile.tentative else tile.text for tile in line] for line in cells
        ]
        doubts += prove_points(last, rows, found.rules)
    everything = [tile for line in cells for tile in line if tile is not None] + list(tiles or ())
    theme = found.kind.theme
    return Reading(
        width=found.screen.width,
        height=found.screen.height,
        game=found.kind.game,
        layout=found.kind.layout,
        language=found.tile_set.language,
        theme=theme.name if theme else GENERIC,
        grid=found.located.grid,
        cells=tuple(tuple(line) for line in cells),
        premiums=found.kind.premiums,
        rack=tiles,
        rack_box=_hull(found.held.boxes) if found.held else None,
        confidence=min((tile.confidence for tile in everything), default=1.0),
        letters_left=left.value if (left := found.status.letters_left) else None,
        scores=own_first(found.status),
        last_move=last,
        turn=found.status.turn,
        doubts=tuple(doubts),
        unlisted=proven.unlisted,
        pose=found.screen.pose,
    )


def _prints_zero(found: Findings) -> bool:
    """Whether blanks show a 0: as the theme says, else if some tile does and each has a numeral.

    A lone 0 on what may be a letter worth 10 proves nothing: its 1 may touch the letter.
    """
    if found.kind.theme is not None:
        return found.kind.theme.blank == "zero"
    zero = False
    for faces in (found.board, *([found.held.faces] if found.held else [])):
        for k in np.flatnonzero(faces.is_tile):
            numeral = faces.numerals[k]
            if numeral.missing:
                return False
            zero |= plain_zero(numeral) and not may_be_ten(faces, int(k), found.tile_set)
    return zero


def _tentative(found: Findings) -> PendingTiles:
    """The pending tiles: tiles that the rack lacks may lie on the board."""
    grid = found.located.grid
    grounds, inks = np.zeros((2, grid.size, grid.size, 3), np.float32)
    grounds.reshape(-1, 3)[found.printed] = found.board.ground
    inks.reshape(-1, 3)[found.printed] = found.board.ink
    held = found.held
    laid = find_pending(
        found.tiles,
        found.located.board,
        grounds,
        usual_colour(held.faces.ground) if held else None,
        found.rules.rack_size - found.on_rack,
        exactly=found.full_rack,
        emptied=found.on_rack == 0
        and found.screen.height >= grid.box.bottom + RACK_ROOM * grid.cell,
        inks=inks,
        rack_ink=usual_colour(held.faces.ink[~held.bare]) if held and not held.bare.all() else None,
        covered=bool(found.hidden.any()),
    )
    return laid._replace(clear=False) if laid.squares and found.hidden.any() else laid


def _laid_last(found: Findings, laid: frozenset[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Squares of the last move, unless they hold pending tiles."""
    places = np.stack(np.divmod(found.printed, found.located.grid.size), axis=1)
    return tuple(place for place in last_by_colour(places, found.board) if place not in laid)


def _tile(choice: Choice, box: Box, *, tentative: bool = False) -> TileReading:
    return TileReading(
        tile=choice.letter,
        blank=choice.blank,
        confidence=round(choice.confidence, 3),
        runner_up=choice.runner_up,
        source=choice.source,
        box=box,
        value=choice.value,
        tentative=tentative,
    )


def _doubt(where: str, tile: TileReading, choice: Choice) -> Doubt:
    return Doubt(where, tile.text, choice.runner_up, choice.why or because(Why.UNCLEAR))


def _letters(found: Findings, *, zero: bool) -> tuple[list[Choice | None], list[Choice | None]]:
    """The letter of each cell of the board and of the rack; None for cells without one."""
    held, tile_set = found.held, found.tile_set
    elsewhere = int(held.bare.sum()) if held else 0
    board = decide(found.board, tile_set, prints_zero=zero, blanks_elsewhere=elsewhere)
    seen = [(found.board, board)]
    if held is not None:
        rack = decide(held.faces, tile_set, prints_zero=zero, rack=True)
        lettered = [None if bare else each for bare, each in zip(held.bare, rack, strict=True)]
        seen.append((held.faces, lettered))
    read = [
        ask_ocr(choices, faces, tile_set, found.ocr)
        for (faces, _), choices in zip(seen, compare_within_clusters(seen), strict=True)
    ]
    return read[0], read[1] if held else []


def _rack(
    found: Findings, choices: Sequence[Choice | None]
) -> tuple[list[tuple[TileReading, Choice]] | None, list[Doubt]]:
    """The tiles on the rack with their choices; None where no rack is visible."""
    if found.held is None:
        return None, []
    tiles: list[tuple[TileReading, Choice]] = []
    doubts: list[Doubt] = []
    bare = Choice("?", blank=True, confidence=1.0, runner_up=None, value=None, why=None)
    for k, (box, choice) in enumerate(zip(found.held.boxes, choices, strict=True)):
        if choice is None or choice.blank:
            tiles.append((_tile(bare, box), bare))
            continue
        tile = _tile(choice, box)
        tiles.append((tile, choice))
        if tile.confidence < DOUBTFUL:
            doubts.append(_doubt(f"rack {k + 1}", tile, choice))
    return tiles, doubts


def _hull(boxes: tuple[Box, ...]) -> Box | None:
    """The box around all boxes."""
    if not boxes:
        return None
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)
