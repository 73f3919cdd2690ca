"""All tiles read in; the doubts that the game's own counts raise out.

No letter and no blank occurs more often than in the bag; visible tiles, a full rack and the
letters left make up the bag; the tiles of a board are connected and cover the start square.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from solver.game import Square, TileSet
from vision.board import RANDOM, unshown_squares
from vision.doubts import Why, because
from vision.imaging import FEW, Place, find_pieces
from vision.inference.choice import Choice
from vision.inference.findings import Findings
from vision.reading import Doubt

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def prove_shape(tiles: Mapping[Place, Choice], start: Square) -> Iterator[Doubt]:
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
            for down, right in STEPS:
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


def tally(found: Findings, laid: frozenset[Place]) -> Iterator[Doubt]:
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
        dealt = found.kind.layout == RANDOM
        why = Why.NO_LAYOUT if dealt else Why.OTHER_LAYOUTS
        yield Doubt("board", found.kind.layout, None, because(why))
    if not found.tile_set.certain:
        other = because(
            Why.OTHER_TILE_SET, game=found.rules.title, language=found.tile_set.language
        )
        yield Doubt("board", found.tile_set.language, None, other)


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


def prove_counts(
    tiles: Mapping[Place, Choice], rack: Sequence[Choice], bag: TileSet
) -> Iterator[Doubt]:
    """A doubt for each tile of a letter that occurs more often than in the bag."""
    held = [*tiles.values(), *rack]
    names = [Square(*place).name for place in tiles]
    names += [f"rack {k + 1}" for k in range(len(rack))]
    for letter, count in Counter(choice.in_bag for choice in held).items():
        holds = bag.limits.get(letter, 0)
        if count <= holds:
            continue
        alike = [k for k, choice in enumerate(held) if choice.in_bag == letter]
        over = (
            because(Why.OVER_BLANKS, n=count, bag=holds)
            if letter == "?"
            else because(Why.OVER_BAG, n=count, letter=letter, bag=holds)
        )
        for k in alike:
            yield Doubt(names[k], held[k].text, held[k].runner_up, over)
