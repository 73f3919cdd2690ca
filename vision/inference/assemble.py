"""The findings of all stages in; the Reading with every doubt out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

import numpy as np

from solver.game import Square
from vision.board import runs_of
from vision.corrections import NOTHING_CORRECTED, Corrections
from vision.doubts import Why, because
from vision.imaging import Box, Doubles, Place, usual_colour
from vision.inference.choice import Answer, Answers, Choice
from vision.inference.decide import decide
from vision.inference.findings import Findings
from vision.inference.inventory import prove_counts, prove_shape, tally
from vision.inference.moves import (
    OWN_POINTS,
    SIGNS,
    MovesTold,
    as_on_board,
    describe_last_move,
    last_by_colour,
    own_first,
    plays_as_told,
)
from vision.inference.pending import PendingTiles, find_pending
from vision.reading import Doubt, Reading, TileReading
from vision.status import read_badges
from vision.themes import GENERIC
from vision.tiles import CERTAIN, knows

USUAL_CORNERS = (False, True, -1), (False, False, -1)
OTHER_CORNERS = (
    (True, True, -1), (True, False, -1),
    (True, False, 0), (True, True, 0), (False, False, 0), (False, True, 0),
)  # fmt: skip
"""Where games lay the points of a word: left or right, below or above, on its first or last tile.
Most do at the right of its last tile; the others are worth the time where tiles must be laid."""

RACK_ROOM = 2.0
"""Squares below the board that a picture must show so that a rack can be visible there."""


def assemble(found: Findings, player: Corrections = NOTHING_CORRECTED) -> Reading:
    """The Reading that follows from the findings and what a player says of tiles.

    The player counts the tiles on the rack as they are in the Reading without corrections.
    """
    if any(player):
        if found.held and found.held.like_slots.any():
            found, _ = tentative_tiles(found)
        found = found.corrected_by(player)
    found, tentative = tentative_tiles(found)
    grid, laid = found.located.grid, tentative.squares
    places = np.stack(np.divmod(found.printed, grid.size), axis=1)
    by_colour = (each for each in last_by_colour(places, found.board) if each not in laid)
    last = describe_last_move(found.status, tuple(by_colour), found.badges)
    decision = decide(found, laid, last)
    choices = decision.board
    played = {place: choice for place, choice in choices.items() if place not in laid}
    board = {
        place: _tile(choice, grid.square(*place), tentative=place in laid)
        for place, choice in choices.items()
    }
    rack = _rack(found, decision.rack)
    held = [tile for tile, _ in rack]
    doubts = (
        *_unsure((Square(*place).name, board[place], choices[place]) for place in choices),
        *_laid_or_not(found, tentative, choices),
        *_unsure((f"rack {k}", *each) for k, each in enumerate(rack, start=1)),
        *prove_counts(choices, [choice for _, choice in rack], found.tile_set),
        *prove_shape(played, found.rules.start),
        *tally(found, laid),
    )
    told = {Square(*place).name for place in found.corrected.board}
    told |= {f"rack {k + 1}" for k in found.corrected.rack}
    theme = found.kind.theme
    return Reading(
        width=found.screen.width,
        height=found.screen.height,
        game=found.kind.game,
        layout=found.kind.layout,
        language=found.tile_set.language,
        theme=theme.name if theme else GENERIC,
        grid=grid,
        cells=tuple(
            tuple(board.get((row, column)) for column in range(grid.size))
            for row in range(grid.size)
        ),
        premiums=found.kind.premiums,
        rack=tuple(held) if held or laid else None,
        rack_box=Box.around(found.held.boxes) if found.held and found.held.boxes else None,
        confidence=min((tile.confidence for tile in (*board.values(), *held)), default=1.0),
        letters_left=found.status.letters_left,
        scores=own_first(found.status),
        last_move=as_on_board(last, played, found.listed),
        turn=found.status.turn,
        doubts=tuple(doubt for doubt in doubts if doubt.where not in told),
        unlisted=decision.unlisted,
        values=_values(found, (*board.values(), *held)),
        pose=found.screen.pose,
    )


def _unsure(tiles: Iterable[tuple[str, TileReading, Choice]]) -> Iterator[Doubt]:
    """The doubts about tiles, each with the name of its place."""
    for where, tile, choice in tiles:
        if choice.why is not None:
            yield Doubt(where, tile.text, choice.runner_up, choice.why)


def _laid_or_not(
    found: Findings, tentative: PendingTiles, choices: Mapping[Place, Choice]
) -> Iterator[Doubt]:
    """The doubts about which tiles are laid but not played, and so about the rack."""
    laid, unsure = tentative.squares, tentative.unsure
    for place in sorted(unsure):
        why = because(Why.LAID if place in laid else Why.MAYBE_LAID)
        yield Doubt(Square(*place).name, choices[place].text, None, why)
    short = found.full_rack and laid and len(laid) + found.on_rack != found.rules.rack_size
    if short or unsure or any(choices[place].why is not None for place in laid):
        yield Doubt("rack", "", None, because(Why.COUNTS_LAID))


def _values(found: Findings, tiles: Iterable[TileReading]) -> dict[str, int] | None:
    """Points of letters as the tiles show them, where the game has no such values; else None."""
    told = found.rules.own_values
    if told is None:
        return None
    return told | {
        each.tile: each.value
        for each in tiles
        if each.value and not each.blank and not knows(each.tile)
    }


def tentative_tiles(found: Findings) -> tuple[Findings, PendingTiles]:
    """The findings, completed, and the tiles laid but not yet played, which the rack must lack.

    Added are the points in badges at the ends of words that such tiles may be in. Where all that
    the rack lacks is laid, what looks like its free slots is taken for such.
    """
    badges = dict(found.badges)
    grid, held = found.located.grid, found.held
    full = found.full_rack

    def told(plays: Sequence[frozenset[Place]]) -> Doubles:
        tiles, unclear = _as_seen(found)
        signs_of = partial(
            plays_as_told, plays, tiles, unclear, game=found.rules, listed=found.listed, full=full
        )
        signs = np.zeros((len(plays), len(SIGNS)))
        for corners in (USUAL_CORNERS, OTHER_CORNERS) if full else (USUAL_CORNERS,):
            if not signs[:, : len(OWN_POINTS)].any():
                badges.update(_badges_of(found._replace(badges=badges), tiles, plays, corners))
                signs = signs_of(MovesTold(found.status.last_move, found.status.laid, badges))
        return signs

    grounds, inks = np.zeros((2, grid.size, grid.size, 3), np.float32)
    grounds.reshape(-1, 3)[found.printed] = found.board.ground
    inks.reshape(-1, 3)[found.printed] = found.board.ink
    certain = ~held.like_slots if held and not held.like_slots.all() else slice(None)
    rack_ground = usual_colour(held.faces.ground[certain]) if held else None
    rack_ink = usual_colour(held.faces.ink[~held.bare]) if held and not held.bare.all() else None
    if held and found.kind.theme is not None:  # a look may draw them unlike those on the rack
        rack_ground = found.kind.theme.others.get("laid", rack_ground)
        rack_ink = found.kind.theme.others.get("laid_ink", rack_ink)
    like_slots = int(held.like_slots.sum()) if held else 0
    # What a player takes off the rack was never a tile, so it does not lie on the board.
    missing = found.rules.rack_size - found.on_rack - found.freed + like_slots
    pending = find_pending(
        found.tiles,
        found.located.board,
        grounds,
        rack_ground,
        missing,
        exactly=full,
        emptied=found.on_rack == 0
        and found.screen.height >= grid.box.bottom + RACK_ROOM * grid.cell,
        inks=inks,
        rack_ink=rack_ink,
        covered=bool(found.hidden.any()),
        ended=found.status.over and not found.full_rack,
        played=found.corrected.played,
        rate_signs=told,
    )
    if held and pending.squares and len(pending.squares) == missing:
        held = held.without_slots()
        if held and not pending.unsure:
            held = held._replace(unread=0)
    return found._replace(badges=badges, held=held), pending


def _badges_of(
    found: Findings,
    tiles: Answers,
    plays: Sequence[frozenset[Place]],
    corners: Iterable[tuple[bool, bool, int]],
) -> dict[Place, int]:
    """The points in badges at some corners of the first or last tile of each word of some plays.

    No badge lies on a certain numeral. A number that is the value of a tile at that corner is none.
    """
    grid, runs = found.located.grid, runs_of(tiles)
    worth = {place: found.tile_set.values[tile.letter] for place, tile in tiles.items()}
    touched = [run for run in runs if any(not play.isdisjoint(run) for play in plays)]
    prints = found.board.prints
    certain = found.printed[prints.certain].tolist() if prints else ()
    numbered = {divmod(number, grid.size) for number in certain}
    badges: dict[Place, int] = {}
    for left, below, end in corners:
        here = prints and (prints.corner.left, prints.corner.below) == (left, below)
        ends = {run[end] for run in touched} - found.badges.keys() - badges.keys()
        boxes = {place: grid.square(*place) for place in ends - (numbered if here else set())}
        points = {
            place: (box.x if left else box.right, box.bottom if below else box.y)
            for place, box in boxes.items()
        }
        read = read_badges(found.screen, grid, points, digits=1)
        badges |= {
            place: value
            for place, value in read.items()
            if value not in {worth.get(each) for each in _at_corner(place, left=left, below=below)}
        }
    return badges


def _at_corner(place: Place, *, left: bool, below: bool) -> Iterator[Place]:
    """The four squares that meet at a corner of one."""
    (row, column), down, across = place, 1 if below else -1, -1 if left else 1
    return product((row, row + down), (column, column + across))


def _as_seen(found: Findings) -> tuple[dict[Place, Answer], set[Place]]:
    """The likeliest letter of each tile on the board, and those that may be blanks as well."""
    size, board, values = found.located.grid.size, found.board, found.tile_set.values
    likely, tiles, unclear = board.likeliest(values), {}, set()
    for k in np.flatnonzero(board.is_tile).tolist():
        place, numeral = divmod(int(found.printed[k]), size), board.numeral(k)
        tiles[place] = Answer(likely[k], numeral.value == 0 != values[likely[k]])
        unsure = numeral.value is None or (numeral.value == 0 and numeral.chance(0) <= CERTAIN)
        if unsure and board.prints is not None:
            unclear.add(place)
    return tiles, unclear


def _tile(choice: Choice, box: Box, *, tentative: bool = False) -> TileReading:
    return TileReading(
        tile=choice.letter,
        blank=choice.blank,
        confidence=round(choice.confidence, 4),
        runner_up=choice.runner_up,
        source=choice.source,
        box=box,
        value=choice.value,
        tentative=tentative,
    )


def _rack(found: Findings, choices: Sequence[Choice | None]) -> list[tuple[TileReading, Choice]]:
    """The tiles on the rack with their choices."""
    boxes = found.held.boxes if found.held else ()
    bare = Choice("?", blank=True, confidence=1.0)
    shown = [bare if choice is None or choice.blank else choice for choice in choices]
    grid = found.located.grid
    after = boxes[-1] if boxes else grid.square(grid.size, -1)
    unseen = Box(after.right, after.y, 0.0, 0.0)
    told = [
        Choice(letter, blank=letter == "?", confidence=1.0, source="player")
        for letter in found.more
    ]
    return [
        *((_tile(choice, box), choice) for box, choice in zip(boxes, shown, strict=True)),
        *((_tile(choice, unseen), choice) for choice in told),
    ]
