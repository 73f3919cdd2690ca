"""Tally: tiles in sight held against the bag, a full rack and the number of letters left."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.board import Square
from vision.findings import Findings
from vision.layout import RANDOM
from vision.reading import Doubt


def tally(found: Findings, laid: int) -> Iterator[Doubt]:
    """Doubts that concern squares without a tile, or the board and the rack as a whole.

    Args:
        found: What the stages found.
        laid: Tiles on the board that are not yet played.
    """
    covered, held = found.tiles, found.on_rack
    for row, column in np.argwhere(found.hidden).tolist():
        yield Doubt(Square(row, column).name, ".", None, "something lies on this square")
    for row, column in found.kind.unknown:
        if not covered[row, column]:
            yield Doubt(
                Square(row, column).name, ".", None, "the premium of this square cannot be told"
            )
    full = found.rules.rack_size
    if found.held is not None and held + laid < full and found.full_rack:
        yield Doubt(
            "rack",
            str(held),
            None,
            f"{held + laid} tiles where a rack holds {full} of them",
        )
    if found.held is None and found.speech.total > covered.sum():
        yield Doubt("rack", "", None, "no rack is to be seen below the board")
    left = found.banner.letters_left
    if left is not None and left.value > 0:
        apart = found.speech.total - int(covered.sum()) - held - full - left.value
        if apart:
            what = "too many" if apart < 0 else "too few"
            yield Doubt(
                "board",
                "",
                None,
                f"{abs(apart)} tiles {what} in sight for {left.value} letters left",
            )
    if found.held is not None and found.held.unread:
        yield Doubt("rack", str(held), None, f"{found.held.unread} more tiles could not be read")
    if not found.kind.sure:
        dealt = found.kind.layout == RANDOM
        why = "no known premium layout" if dealt else "other premium layouts fit as well"
        yield Doubt("board", found.kind.layout, None, why)
