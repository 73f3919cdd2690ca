"""Tentative: tiles laid on the board but not yet played.

They are drawn like rack tiles: by themselves, with seams to their neighbours where played tiles
merge, or in the rack's colour. And they obey the game: one line without gaps, as many as the rack
lacks, and without them the board is still a legal one.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.colours import colour_distances
from vision.plays import Place, legal_plays
from vision.seams import measure_notches, measure_seams

Floats = NDArray[np.float32]

SEAM = 12.0
"""Darkness or brightness of what parts two tiles, of 255, from which they are drawn apart."""

SHADE = 20.0
"""Distance of colours (0 to 441) that tells rack tiles from played ones."""

EVIDENCE = 0.8
"""In seams and shades together, from which tiles count as tentative where some must be."""

ODD_ONE = 0.5
"""Weight of a single tile that does not look laid, which most of a set may hide."""

UNLIKE = -1.5
"""Shade below which tiles are too unlike the rack's, and too like played ones, to be laid."""

LEAD = 0.6
"""Lead over any other set of tiles that leaves no doubt where some must be tentative."""

ALONE = 1.0
"""The same where seams and shades are weak, as in small or blurred pictures."""

STRONG = 1.5
"""What seams or shades alone must reach where some must be tentative."""

CLEAR = 1.0
"""The same for seams and for shades each where there need not be any tentative tile."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles that are laid but not yet played.

    Attributes:
        squares: Where they lie; empty where there are none.
        clear: Whether they look clearly unlike played tiles; otherwise the rules alone tell them.
        perhaps: Tiles counted as played that look like the rack's.
    """

    squares: frozenset[Place] = frozenset()
    clear: bool = True
    perhaps: frozenset[Place] = frozenset()


NOTHING_LAID = Laid()


def find_tentative(
    tiles: NDArray[np.bool_],
    board: NDArray[np.uint8],
    grounds: Floats,
    rack_ground: Floats | None,
    missing: int,
    *,
    exactly: bool,
    emptied: bool = False,
) -> Laid:
    """The tiles that are laid but not yet played.

    Args:
        tiles: ``(n, n)`` bool, where tiles lie.
        board: The cut board, ``(n * CELL, n * CELL, 3)`` uint8.
        grounds: ``(n, n, 3)`` ground colours of the tiles.
        rack_ground: ``(3,)`` ground colour of the rack's tiles, None where no tile is on it or
            there is none to be seen; then only clear seams among merged tiles count.
        missing: How many tiles a full rack has more than this one.
        exactly: Whether just so many must be laid, as when the bag is not empty.
        emptied: Whether no tile is on the rack though the picture goes on where racks are.
    """
    if missing <= 0 or not tiles.any() or (rack_ground is None and not exactly):
        return NOTHING_LAID
    plays = list(legal_plays(tiles, missing, exactly=exactly))
    if not plays:
        return NOTHING_LAID
    shown = _show(tiles, board, grounds, rack_ground)
    rated = sorted((_rate(laid, shown) for laid in plays), key=lambda play: -play.rank)
    told = _tell(rated, rack_ground, shown.usual, exactly=exactly)
    if not told.squares and emptied and exactly:
        return _whole_rack([play.laid for play in rated], grounds, shown)
    return told


def _tell(rated: list[_Play], rack_ground: Floats | None, usual: float, *, exactly: bool) -> Laid:
    """The play that looks most like one in the making, if that is clear enough."""
    if not rated or rated[0].evidence < EVIDENCE or rated[0].shade < UNLIKE:
        return NOTHING_LAID
    best = rated[0] if exactly else _whole(rated)
    strong = max(best.apart, best.shade) >= STRONG
    lead = rated[0].rank - rated[1].rank if len(rated) > 1 else best.evidence
    if rack_ground is None:
        certain = exactly and usual < 0.5 * SEAM and best.drawn_apart and best.apart >= STRONG
    elif exactly:
        certain = lead >= (LEAD if strong else ALONE)
    else:
        certain = min(best.apart, best.shade) >= CLEAR and best.drawn_apart
    if certain:
        return Laid(best.laid, strong)
    alike = [play.laid for play in rated if play.laid >= best.laid and play.worst >= STRONG]
    return Laid(perhaps=max(alike, key=len)) if alike else NOTHING_LAID


def _whole(rated: list[_Play]) -> _Play:
    """The best play, or one of more tiles that all look laid as clearly."""
    best = rated[0]
    alike = (
        play
        for play in rated
        if play.laid >= best.laid and play.drawn_apart and min(play.apart, play.worst) >= CLEAR
    )
    return max(alike, key=lambda play: len(play.laid), default=best)


def _whole_rack(plays: list[frozenset[Place]], grounds: Floats, shown: _Shown) -> Laid:
    """The only set of a whole rack's tiles that are alike and unlike all others; never certain."""
    odd = []
    for laid in plays:
        colours = np.stack([grounds[place] for place in laid])
        spread = np.linalg.norm(colours - np.median(colours, axis=0), axis=1).max()
        if spread <= SHADE / 2 and shown.to_played(laid).min() >= SHADE:
            odd.append(laid)
    return Laid(odd[0], clear=False) if len(odd) == 1 else NOTHING_LAID


@dataclass(frozen=True, slots=True)
class _Play:
    """A set of tiles that could be laid, and what speaks for it, in seams and shades.

    Attributes:
        laid: The tiles.
        apart, shade: What most of them show.
        worst: The shade of the one that is least like a rack tile.
        drawn_apart: Whether each has a seam to each neighbour.
    """

    laid: frozenset[Place]
    apart: float
    shade: float
    worst: float
    drawn_apart: bool

    @property
    def evidence(self) -> float:
        """What speaks for these tiles."""
        return max(0.0, min(self.apart, 3.0)) + max(-1.0, min(self.shade, 3.0))

    @property
    def rank(self) -> float:
        """What speaks for these rather than for others that share most of their tiles."""
        odd = max(-2.0, min(self.worst, 2.0)) + self.drawn_apart
        return self.evidence + ODD_ONE * odd


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """How the T tiles of a board are drawn.

    Attributes:
        numbers: Number of the tile on each square.
        seams: For each tile, how clearly it is drawn apart from its neighbours, by the squares of
            both (0 to 255).
        usual: What most of these are.
        apart: ``(T, T)`` distances of the tiles' colours.
        to_rack: ``(T,)`` their distances to the rack's colour, None where there is none.
    """

    numbers: dict[Place, int]
    seams: dict[Place, dict[tuple[Place, Place], float]]
    usual: float
    apart: Floats
    to_rack: Floats | None

    def to_played(self, laid: frozenset[Place]) -> Floats:
        """Distance of some tiles' colours to the third nearest of the others, as one may be odd."""
        chosen = [self.numbers[place] for place in laid]
        others = np.delete(self.apart[chosen], chosen, axis=1)
        if not others.shape[1]:
            return np.full(len(chosen), 2 * SHADE, np.float32)
        third = min(2, others.shape[1] - 1)
        return np.asarray(np.partition(others, third, axis=1)[:, third], np.float32)


def _show(
    tiles: NDArray[np.bool_], board: NDArray[np.uint8], grounds: Floats, rack_ground: Floats | None
) -> _Shown:
    """How the tiles are drawn."""
    places: list[Place] = [(row, column) for row, column in np.argwhere(tiles).tolist()]
    seams: dict[Place, dict[tuple[Place, Place], float]] = {place: {} for place in places}
    lines = _seams(tiles, board)
    for pair, line in lines.items():
        seams[pair[0]][pair] = seams[pair[1]][pair] = line
    colours = grounds[tiles]
    to_rack = None if rack_ground is None else np.linalg.norm(colours - rack_ground, axis=1)
    return _Shown(
        {place: number for number, place in enumerate(places)},
        seams,
        median(lines.values()) if lines else 0.0,
        colour_distances(colours, colours),
        to_rack,
    )


def _rate(laid: frozenset[Place], shown: _Shown) -> _Play:
    """How much a set of tiles looks like a play in the making."""
    lines: dict[tuple[Place, Place], float] = {}
    for place in laid:
        lines |= shown.seams[place]
    touching = lines.values()
    apart = (median(touching) - shown.usual) / SEAM if touching else 0.0
    shade = worst = 0.0
    if shown.to_rack is not None:
        chosen = [shown.numbers[place] for place in laid]
        nearer = (shown.to_played(laid) - shown.to_rack[chosen]).tolist()
        shade, worst = median(nearer) / SHADE, min(nearer) / SHADE
    drawn_apart = min(touching, default=SEAM) > shown.usual + 0.5 * SEAM
    return _Play(laid, apart, shade, worst, drawn_apart)


def _seams(tiles: NDArray[np.bool_], board: NDArray[np.uint8]) -> dict[tuple[Place, Place], float]:
    """For each two neighbouring tiles, how clearly they are drawn apart (0 to 255)."""
    across, down = map(np.maximum, measure_seams(board, steps=False), measure_notches(board))
    lines: dict[tuple[Place, Place], float] = {}
    for row, column in np.argwhere(tiles[:, :-1] & tiles[:, 1:]).tolist():
        lines[(row, column), (row, column + 1)] = float(across[row, column])
    for row, column in np.argwhere(tiles[:-1] & tiles[1:]).tolist():
        lines[(row, column), (row + 1, column)] = float(down[row, column])
    return lines
