"""Tally: tiles in sight held against the bag, a full rack and the number of letters left."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.game.board import Square
from vision.board.layout import RANDOM
from vision.doubts import Why, because
from vision.inference.findings import Findings
from vision.reading import Doubt


def tally(found: Findings, laid: int) -> Iterator[Doubt]:
    """Doubts that concern squares without a tile, or the board and the rack as a whole.

    Args:
        found: What the stages found.
        laid: Tiles on the board that are not yet played.
    """
    covered, held = found.tiles, found.on_rack
    for row, column in np.argwhere(found.hidden).tolist():
        yield Doubt(Square(row, column).name, ".", None, because(Why.COVERED))
    for row, column in found.kind.unknown:
        if not covered[row, column]:
            yield Doubt(Square(row, column).name, ".", None, because(Why.PREMIUM))
    yield from _short_rack(found, laid)
    left = found.banner.letters_left
    if left is not None and left.value > 0:
        apart = found.speech.total - int(covered.sum()) - held - found.rules.rack_size - left.value
        if apart:
            what = Why.TOO_MANY if apart < 0 else Why.TOO_FEW
            yield Doubt("board", "", None, because(what, n=abs(apart), left=left.value))
    if found.held is not None and found.held.unread:
        yield Doubt("rack", str(held), None, because(Why.UNREAD, n=found.held.unread))
    if not found.kind.sure:
        dealt = found.kind.layout == RANDOM
        why = Why.NO_LAYOUT if dealt else Why.OTHER_LAYOUTS
        yield Doubt("board", found.kind.layout, None, because(why))


def _short_rack(found: Findings, laid: int) -> Iterator[Doubt]:
    """That the rack is not in sight, or that it may hold more than the tiles seen of it."""
    full, rack, seen = found.rules.rack_size, found.held, found.on_rack + laid
    if rack is None and found.speech.total > found.tiles.sum():
        yield Doubt("rack", "", None, because(Why.NO_RACK))
    if rack is None or seen >= full:
        return
    if found.full_rack:
        short = because(Why.SHORT_RACK, n=seen, full=full)
        yield Doubt("rack", str(found.on_rack), None, short)
    elif found.hidden.any() or rack.gaps > laid:
        yield Doubt("rack", str(found.on_rack), None, because(Why.DRAGGED))
