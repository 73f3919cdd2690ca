"""Tiles on a board in; those laid but not yet played out.

They are drawn like rack tiles: with borders to their neighbours where played tiles merge, in the
rack's colour, or with letters of the rack's colour. And they obey the rules: one line without
gaps, as many as the rack lacks, and without them the board is still legal. Tiles that touch no
other word are not played either.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.board.pending_evidence import (
    SEAM,
    SHADE,
    Play,
    Shown,
    legal_plays,
    loose_tiles,
    rate,
    show,
)
from vision.imaging import Floats, Place

EVIDENCE = 0.8
"""Evidence, of seams, shades and inks together, from which tiles are pending where some must be."""

LEAD = 0.6
"""Lead over any other set of tiles that leaves no doubt where some must be pending; where none need
be, over any set of other tiles."""

STRONG = 1.5
"""Evidence that seams, shades or inks alone must reach where some tiles must be pending."""

NO_LESS = 0.1
"""How much less a tile's shade or ink may be than the least among pending tiles, to be one too."""

LIKE = 0.5
"""The shade or ink from which tiles resemble the rack's at all."""

CLEAR = 1.0
"""Evidence that two of these must reach where there need not be any pending tile."""


class PendingTiles(NamedTuple):
    """Tiles that are laid but not yet played.

    Attributes:
        squares: Where they lie; empty where there are none.
        clear: Whether they clearly differ from played tiles; otherwise only rules identify them.
        perhaps: Tiles counted as played that look like the rack's.
    """

    squares: frozenset[Place] = frozenset()
    clear: bool = True
    perhaps: frozenset[Place] = frozenset()


NOTHING_PENDING = PendingTiles()


def find_pending(
    tiles: NDArray[np.bool_],
    board: NDArray[np.uint8],
    grounds: Floats,
    rack_ground: Floats | None,
    missing: int,
    *,
    exactly: bool,
    emptied: bool = False,
    inks: Floats | None = None,
    rack_ink: Floats | None = None,
    covered: bool = False,
) -> PendingTiles:
    """The tiles that are laid but not yet played.

    Args:
        tiles: ``(n, n)`` bool, where tiles lie.
        board: The cut board, ``(n * CELL, n * CELL, 3)`` uint8.
        grounds: ``(n, n, 3)`` ground colours of the tiles.
        rack_ground: ``(3,)`` ground colour of the rack's tiles, None where no tile or no rack is
            visible; then only clear seams among merged tiles count.
        missing: How many tiles a full rack has more than this one.
        exactly: Whether exactly so many must be laid, as when the bag is not empty.
        emptied: Whether the rack has no tile although the picture shows its place.
        inks: ``(n, n, 3)`` colours of the tiles' letters, None where they are not known.
        rack_ink: ``(3,)`` that of the letters on the rack, None where there are none.
        covered: Whether something lies on the board, maybe on tiles that connect others.
    """
    if missing <= 0 or not tiles.any():
        return NOTHING_PENDING
    loose = set() if covered else loose_tiles(tiles)
    if rack_ground is None and not _in_line(loose):
        loose = set()  # without a rack in sight a tile between them may as well have been missed
    if 0 < len(loose) <= missing:  # played ones are connected
        rest = tiles.copy()
        rest[tuple(np.transpose(sorted(loose)))] = False
        others = find_pending(
            rest,
            board,
            grounds,
            rack_ground,
            missing - len(loose),
            exactly=exactly,
            emptied=emptied,
            inks=inks,
            rack_ink=rack_ink,
        )
        whole = not exactly or len(loose) + len(others.squares) == missing
        return others._replace(squares=others.squares | loose, clear=others.clear and whole)
    plays = (
        []
        if rack_ground is None and not exactly
        else [*legal_plays(tiles, missing, exactly=exactly)]
    )
    if not plays:
        return NOTHING_PENDING
    shown = show(tiles, board, grounds, rack_ground)
    if inks is not None and rack_ink is not None:
        shown = shown.lettered(inks[tiles], rack_ink)
    rated = sorted((rate(laid, shown) for laid in plays), key=lambda play: -play.rank)
    told = _tell(rated, rack_ground, shown.usual, exactly=exactly)
    if not told.squares and emptied and exactly:
        return _whole_rack([play.laid for play in rated], grounds, shown)
    return told


def _tell(
    rated: list[Play], rack_ground: Floats | None, usual: float, *, exactly: bool
) -> PendingTiles:
    """The play that looks most like pending tiles, if that is clear enough."""
    if not rated or rated[0].evidence < EVIDENCE:
        return NOTHING_PENDING
    best = rated[0]
    strong = max(best.apart, best.shade, best.ink) >= STRONG
    lead = rated[0].rank - rated[1].rank if len(rated) > 1 else best.evidence
    if rack_ground is None:
        certain = exactly and usual < 0.5 * SEAM and best.drawn_apart and best.apart >= STRONG
    elif exactly:
        certain = lead >= LEAD
    else:
        certain = _twice_clear(best.apart, best.shade, best.ink, drawn_apart=best.drawn_apart)
        elsewhere = (play.evidence for play in rated if not play.laid & best.laid)
        if certain and best.evidence - max(elsewhere, default=0.0) < LEAD:
            return PendingTiles(perhaps=best.laid)
    if certain:
        wider = best if exactly else _wider(best, rated)
        return PendingTiles(wider.laid, strong and wider is best)
    return NOTHING_PENDING


def _wider(best: Play, rated: list[Play]) -> Play:
    """The play, or a larger one whose colours are as similar to the rack's; not certain."""
    alike = (
        play
        for play in rated
        if play.laid >= best.laid
        and play.worst >= best.worst - NO_LESS
        and play.worst_ink >= best.worst_ink - NO_LESS
        and max(play.worst, play.worst_ink) >= LIKE
    )
    return max(alike, key=lambda play: len(play.laid), default=best)


def _twice_clear(apart: float, shade: float, ink: float, *, drawn_apart: bool) -> bool:
    """Whether two of seams, shades and inks are clear; seams only count with each neighbour."""
    return (apart >= CLEAR and drawn_apart) + (shade >= CLEAR) + (ink >= CLEAR) > 1


def _whole_rack(plays: list[frozenset[Place]], grounds: Floats, shown: Shown) -> PendingTiles:
    """The only set of a whole rack's tiles, alike and different from all others; never certain.

    Where no set is, or several are, any of them may be it: they lie somewhere.
    """
    odd = []
    for laid in plays:
        colours = np.stack([grounds[place] for place in laid])
        spread = np.linalg.norm(colours - np.median(colours, axis=0), axis=1).max()
        if spread <= SHADE / 2 and shown.to_played(laid).min() >= SHADE:
            odd.append(laid)
    if len(odd) == 1:
        return PendingTiles(odd[0], clear=False)
    return PendingTiles(perhaps=frozenset().union(*(odd or plays)))


def _in_line(places: set[Place]) -> bool:
    """Whether squares lie in one row or column, as the tiles of a move do."""
    return len({row for row, _ in places}) < 2 or len({column for _, column in places}) < 2
