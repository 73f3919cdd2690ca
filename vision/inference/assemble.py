"""The findings of all stages in; the Reading with every doubt out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

import numpy as np

from solver.game import Square, TileSet
from vision.board import RANDOM, runs_of, unshown_squares
from vision.corrections import NOTHING_CORRECTED, Corrections
from vision.imaging import FEW, Box, Doubles, Place, find_pieces
from vision.inference.choice import Answer, Answers, Choice
from vision.inference.decide import decide
from vision.inference.findings import Findings
from vision.inference.moves import (
    OWN_POINTS,
    SIGNS,
    as_on_board,
    describe_last_move,
    last_by_colour,
    own_first,
    plays_as_told,
)
from vision.inference.pending import PendingTiles, find_pending
from vision.reading import Doubt, Reading, TileReading, Why, because
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
    by_colour = tuple(each for each in last_by_colour(found) if each not in laid)
    last = describe_last_move(found.status, by_colour, found.badges)
    decision = decide(found, laid, last)
    choices = decision.board
    played = {place: choice for place, choice in choices.items() if place not in laid}
    board = {
        place: _tile(choice, grid.square(*place), tentative=place in laid)
        for place, choice in choices.items()
    }
    held = _rack(found, decision.rack)
    on_board = {Square(*place).name: choice for place, choice in choices.items()}
    on_rack = {f"rack {k}": choice for k, choice in enumerate(decision.rack, start=1)}
    doubts = (
        *_unsure(on_board),
        *_laid_or_not(found, tentative, choices),
        *_unsure(on_rack),
        *_prove_counts(on_board | on_rack, found.tile_set),
        *_prove_shape(played, found.rules.start),
        *_tally(found, laid),
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


def _unsure(tiles: Mapping[str, Choice]) -> Iterator[Doubt]:
    """The doubts about tiles, which come by the names of their places."""
    for where, choice in tiles.items():
        if choice.why is not None:
            yield Doubt(where, choice.text, choice.runner_up, choice.why)


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


def _prove_shape(tiles: Mapping[Place, Choice], start: Square) -> Iterator[Doubt]:
    """Doubts where tiles are not connected to the others, and where tiles between may be missed."""
    if not tiles:
        return
    if (start.row, start.column) not in tiles:
        yield Doubt(start.name, ".", None, because(Why.START))
    for group in sorted(_groups(tiles), key=len)[:-1]:
        for place in sorted(group):
            yield Doubt(Square(*place).name, tiles[place].text, None, because(Why.APART))
        for place in sorted(_gap(group, set(tiles) - group)):
            yield Doubt(Square(*place).name, ".", None, because(Why.MISSED))


def _gap(group: set[Place], others: set[Place]) -> set[Place]:
    """The squares between a group and the tiles nearest to it in its rows and columns."""
    for wide in range(1, FEW + 1):
        found: set[Place] = set()
        for row, column in group:
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                way = [(row + k * down, column + k * right) for k in range(1, wide + 2)]
                if way[-1] in others and not group.intersection(way):
                    found.update(way[:-1])
        if found:
            return found
    return set()


def _groups(tiles: Collection[Place]) -> list[set[Place]]:
    """Groups of connected tiles."""
    places = np.array(sorted(tiles)).T
    mask = np.zeros(places.max(axis=1) + 1, np.uint8)
    mask[*places] = 1
    pieces = find_pieces(mask, 4)[0][*places]
    every = range(1, int(pieces.max()) + 1)
    return [set(map(tuple, places[:, pieces == piece].T.tolist())) for piece in every]


def _tally(found: Findings, laid: frozenset[Place]) -> Iterator[Doubt]:
    """Doubts that concern squares without a tile, or the board and the rack as a whole."""
    covered, held = found.tiles, found.on_rack
    cut_off = unshown_squares(found.located)
    for row, column in np.argwhere(found.hidden).tolist():
        why = Why.CUT_OFF if cut_off[row, column] else Why.COVERED
        yield Doubt(Square(row, column).name, ".", None, because(why))
    for row, column in found.kind.unknown:
        if not covered[row, column]:
            yield Doubt(Square(row, column).name, ".", None, because(Why.PREMIUM))
    yield from _short_rack(found, len(laid))
    left = found.status.letters_left
    if left is not None and found.tile_set.certain:
        full = found.rules.rack_size
        apart = found.tile_set.total - int(covered.sum()) - held - full - left
        if not left:  # then the opponent may hold fewer, and a rack that is not seen some
            apart = max(0, apart - full * (found.held is None))
        if apart:
            what = Why.TOO_MANY if apart < 0 else Why.TOO_FEW
            yield Doubt("board", "", None, because(what, n=abs(apart), left=left))
    if found.held is not None and found.held.unread:
        yield Doubt("rack", str(held), None, because(Why.UNREAD, n=found.held.unread))
    open_ = [place for place in found.kind.contested if not covered[place] or place in laid]
    if not found.kind.sure or open_:
        why = Why.NO_LAYOUT if found.kind.layout == RANDOM else Why.OTHER_LAYOUTS
        yield Doubt("board", found.kind.layout, None, because(why))
    if not found.tile_set.certain:
        game, language = found.rules.title, found.tile_set.language
        other = because(Why.OTHER_TILE_SET, game=game, language=language)
        yield Doubt("board", language, None, other)


def _short_rack(found: Findings, laid: int) -> Iterator[Doubt]:
    """A doubt where a rack that may be there is not seen, or may hold more tiles than are seen."""
    full, rack, seen = found.rules.rack_size, found.held, found.on_rack + laid
    if rack is None and not found.board_alone and found.tile_set.total > found.tiles.sum():
        yield Doubt("rack", "", None, because(Why.NO_RACK))
    if rack is None or seen >= full:
        return
    if found.full_rack:
        short = because(Why.SHORT_RACK, n=seen, full=full)
        yield Doubt("rack", str(found.on_rack), None, short)
    elif found.hidden.any() or rack.gaps > laid:
        yield Doubt("rack", str(found.on_rack), None, because(Why.DRAGGED))


def _prove_counts(tiles: Mapping[str, Choice], bag: TileSet) -> Iterator[Doubt]:
    """A doubt for each tile of a letter that occurs more often than in the bag."""
    for letter, count in Counter(choice.in_bag for choice in tiles.values()).items():
        holds = bag.limits.get(letter, 0)
        over = (
            because(Why.OVER_BLANKS, n=count, bag=holds)
            if letter == "?"
            else because(Why.OVER_BAG, n=count, letter=letter, bag=holds)
        )
        for where, choice in tiles.items():
            if choice.in_bag == letter and count > holds:
                yield Doubt(where, choice.text, choice.runner_up, over)


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
    found = found._replace(badges=badges)  # with all that are added to them
    corners_tried = (USUAL_CORNERS, OTHER_CORNERS) if found.full_rack else (USUAL_CORNERS,)

    def told(plays: Sequence[frozenset[Place]]) -> Doubles:
        tiles, unclear = _as_seen(found)
        signs = np.zeros((len(plays), len(SIGNS)))
        for corners in corners_tried:
            if not signs[:, : len(OWN_POINTS)].any():
                badges.update(_badges_of(found, tiles, plays, corners))
                signs = plays_as_told(plays, tiles, unclear, found)
        return signs

    pending, held = find_pending(found, told), found.held
    if held and pending.squares and len(pending.squares) == found.lacking:
        held = held.without_slots()
        if held and not pending.unsure:
            held = held._replace(unread=held.cut)
    return found._replace(held=held), pending


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


def _rack(found: Findings, choices: Sequence[Choice]) -> list[TileReading]:
    """The tiles on the rack; those that only the player sees have no size, and lie at its end."""
    grid, boxes = found.located.grid, [*found.held.boxes] if found.held else []
    after = boxes[-1] if boxes else grid.square(grid.size, -1)
    boxes += [Box(after.right, after.y, 0.0, 0.0)] * len(found.more)
    return [_tile(choice, box) for choice, box in zip(choices, boxes, strict=True)]
