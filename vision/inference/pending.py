"""Tiles on a board and the rack's colours in; those laid but not yet played, and which may be, out.

They are drawn like rack tiles: with borders to their neighbours where played tiles merge, in the
rack's colour, or with letters of the rack's colour. Or they have a colour of their own, or a line
or light around them. And they obey the rules: one line without gaps, no more than the rack lacks,
and without them the board is still legal, its words words. Each set of tiles that may be laid is
rated by a weighted sum of how it is drawn, in units of how much the picture's tiles differ anyway.
The weights were fitted on rendered screens by `tests/benchmarks/fitting.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from vision.board import legal_plays, loose_tiles, seams_between
from vision.imaging import (
    FEW,
    SAME_COLOUR,
    Bools,
    Doubles,
    Floats,
    Numbers,
    Place,
    colour_distances,
    edge_colours,
    quantile,
    usual_colour,
)
from vision.inference.confidence import RARE, fitted, sure_from
from vision.inference.findings import Findings
from vision.inference.joint import shares_of
from vision.inference.moves import OWN_POINTS, SIGNS, TOLD, in_line
from vision.tiles import split_board

FEATURES = (
    "any", "not as many as the rack lacks", "fewer than the rack lacks", "empty rack",
    "no rack in sight", "rack must be full", "seams where others merge",
    "ink unlike the rack's, most", "ground of their own", "rack's ground of its own",
    "rim of their own",
)  # fmt: skip
"""The names of what is measured of a set of tiles, in the order of the weights."""

FLOORS = 3.0, 5.0, 1.2
"""By how much grounds, inks and seams of tiles, 0 to 441, differ at least in any picture."""

MOST = 6.0
"""The most that a distance counts, in units of the usual one."""

INK = 30.0
"""Largest distance of colours, 0 to 441, by which small letters are paler than large ones."""

SEAM = 12.0
"""Contrast of the border between two tiles, of 255, from which they are drawn separately."""


RIM = 1, 3, 5
"""Pixels from a cell's edge where lines and light around a tile lie."""

RACK_ROOM = 2.0
"""Squares below the board that a picture must show so that a rack can be visible there."""

RateSigns = Callable[[Sequence[frozenset[Place]]], Doubles]
"""Gives ``(P, len(SIGNS))`` what badges, texts and words tell of P sets of tiles. As that takes
time, it is asked only about sets that it could make likely."""


class PendingTiles(NamedTuple):
    """Tiles that are laid but not yet played.

    Attributes:
        squares: Where they lie; empty where there are none.
        unsure: Tiles of which it is in doubt whether they are laid: in other sets, which are
            probable enough, it is otherwise.
    """

    squares: frozenset[Place]
    unsure: frozenset[Place] = frozenset()


def find_pending(found: Findings, rate_signs: RateSigns) -> PendingTiles:
    """The tiles that are laid but not yet played."""
    missing, exactly, played = found.lacking, found.full_rack, found.corrected.played
    tiles, grid, covered = found.tiles, found.located.grid, bool(found.hidden.any())
    bottom = grid.box.bottom + RACK_ROOM * grid.cell
    emptied = found.on_rack == 0 and found.screen.height >= bottom
    ended = found.status.over and not exactly  # then only tiles that touch no others are laid
    rack_ground, rack_ink = _rack_colours(found)
    if missing <= 0:
        return PendingTiles(frozenset())
    loose = {each for each in loose_tiles(tiles) if each not in played}
    if len(loose) > missing or (rack_ground is None and not in_line(loose)):
        loose = set()  # without a rack in sight a tile between them may as well have been missed
    apart = frozenset(loose if covered else ())  # what covers tiles may hide those between
    loose -= apart
    rest = tiles.copy()
    for place in loose:  # played ones are connected
        rest[place] = False
    left = missing - len(loose)
    possible = legal_plays(rest, left, covered=covered) if left > 0 and not ended else ()
    plays = [play for play in possible if not any(each in played for each in play)]
    if not plays:
        return PendingTiles(frozenset(loose), apart)
    drawn = _look_at_tiles(found, rest, rack_ground, rack_ink)
    # Loose tiles already tell where the rack's are.
    facts = emptied, rack_ground is None, exactly and not loose
    features = rate_plays(plays, drawn, left, facts)
    chances, signs = _weigh(features, [play | loose for play in plays], rate_signs)
    sets = [frozenset[Place](), *plays]
    likeliest = int(chances.argmax())
    rackless = rack_ground is None and not emptied
    # Without tiles on a rack a badge may be the last move's, unless that is told to have others.
    untold = () if rack_ground is not None else OWN_POINTS[1:]
    telling = [n for n, sign in enumerate(TOLD) if sign not in untold]
    unseen = (rack_ground is None or covered) and not signs[likeliest, telling].any()
    # Where no rack is in sight, tiles of another colour or drawn apart may be the last move's.
    alone = unseen and rackless
    partly = emptied and exactly and len(sets[likeliest]) != left  # the rack lacks more tiles
    chosen = sets[0 if alone or partly else likeliest]
    others = [sets[n] for n in np.flatnonzero(chances > 1.0 - sure_from()).tolist()]
    whole = [n for n, each in enumerate(sets) if len(each) == left]
    if exactly and not rackless and whole and len(chosen) != left:  # unless the rack is read wrong
        others += [sets[n] for n in (whole if emptied else [max(whole, key=chances.item)])]
    if unseen:  # its colour is not known, or what it lacks may lie below what covers the board
        others.append(frozenset())
    return PendingTiles(chosen | loose, apart.union(*(chosen ^ each for each in others)))


def _rack_colours(found: Findings) -> tuple[Floats | None, Floats | None]:
    """``(3,)`` ground and ink of the rack's tiles; None where no rack, or no letter, is visible."""
    held, theme = found.held, found.kind.theme
    if held is None:
        return None, None
    certain = slice(None) if held.like_slots.all() else ~held.like_slots
    ground = usual_colour(held.faces.ground[certain])
    ink = None if held.bare.all() else usual_colour(held.faces.ink[~held.bare])
    if theme is None:
        return ground, ink
    # A look may draw laid tiles unlike those on the rack.
    return theme.others.get("laid", ground), theme.others.get("laid_ink", ink)


def _weigh(
    features: Doubles, plays: Sequence[frozenset[Place]], rate_signs: RateSigns
) -> tuple[Doubles, Doubles]:
    """``(P + 1,)`` chances of no set and of each of P, and ``(P + 1, len(SIGNS))`` their signs.

    ``features``, ``(P, len(FEATURES))``, tell how the sets are drawn.
    """
    known = fitted()["pending"]
    scores = features @ np.array([known[name] for name in FEATURES])
    signs = np.zeros((len(plays) + 1, len(SIGNS)))
    weights = np.array([known[name] for name in SIGNS])
    least = max(0.0, scores.max()) - np.maximum(0.0, weights).sum() + np.log(RARE)
    some = np.flatnonzero(scores >= least)
    signs[some + 1] = rate_signs([plays[n] for n in some.tolist()])
    signs[1:] = with_ground(signs[1:], features)
    scores += signs[1:] @ weights
    return shares_of(np.append(0.0, scores)), signs


class _Colours(NamedTuple):
    """Colours of the T tiles of a board, or of their letters, beside those of the rack.

    Attributes:
        apart: ``(T, T)`` their distances to each other.
        to_rack: ``(T,)`` their distances to the rack's; 0 where that is not known.
        unit: How much they differ anyway: median distance to the ``FEW``-th nearest, plus a floor.
    """

    apart: Floats
    to_rack: Floats
    unit: float

    @classmethod
    def of(cls, colours: Floats, rack: Floats | None, floor: float) -> _Colours:
        """Measure ``(T, 3)`` colours and the rack's, ``(3,)``."""
        apart = colour_distances(colours, colours)
        near = min(FEW, len(apart) - 1)
        unit = quantile(np.partition(apart, near, axis=1)[:, near], 0.5) + floor
        to_rack = np.linalg.norm(colours - (colours if rack is None else rack), axis=1)
        return cls(apart, to_rack, unit)

    def near_rack(self, laid: Bools) -> float:
        """How near laid tiles' colours are to the rack's: 0 to 1."""
        return max(0.0, 1.0 - quantile(self.to_rack[laid], 0.5) / SAME_COLOUR)

    def off_others(self, laid: Bools) -> float:
        """How much farther than usual laid tiles' colours are from all others, 0 to 1."""
        return _beyond(self.apart[laid][:, ~laid].min(initial=np.inf) / self.unit)

    def rack_alone(self) -> float:
        """How much farther than usual the ``FEW`` nearest colours are from the rack's, 0 to 1."""
        few = min(FEW, len(self.to_rack)) - 1
        return _beyond(np.partition(self.to_rack, few)[few] / self.unit)

    def off_rack(self, laid: Bools) -> float:
        """How far the most unlike of laid tiles' colours is from the rack's, in units."""
        return float(min(MOST, self.to_rack[laid].max() / self.unit))


class DrawnTiles(NamedTuple):
    """How the T tiles of a board are drawn.

    Attributes:
        numbers: Number of the tile on each square.
        ground, ink: Their colours and those of their letters.
        joints: ``(S, 2)`` numbers of the two tiles at each seam.
        seams: ``(S,)`` how much clearer each seam is than usual, in units, as far as tiles side by
            side usually have none.
        rims: Their colours at each depth of ``RIM``.
    """

    numbers: Mapping[Place, int]
    ground: _Colours
    ink: _Colours
    joints: Numbers
    seams: Doubles
    rims: tuple[_Colours, ...]


def _look_at_tiles(
    found: Findings, tiles: Bools, rack_ground: Floats | None, rack_ink: Floats | None
) -> DrawnTiles:
    """How some tiles of the board, ``(n, n)`` bool, are drawn beside those of the rack.

    Letters on a small board are paler than the larger ones on the rack: the part of the distance
    that all have in common, up to what chance causes, is taken off.
    """
    places = [(row, column) for row, column in np.argwhere(tiles).tolist()]
    numbers = {place: number for number, place in enumerate(places)}
    board, shown = found.located.board, tiles.ravel()[found.printed]
    ground = _Colours.of(found.board.ground[shown], rack_ground, FLOORS[0])
    ink = _Colours.of(found.board.ink[shown], rack_ink, FLOORS[1])
    ink = ink._replace(to_rack=ink.to_rack - min(INK, quantile(ink.to_rack, 0.5)))
    lines = seams_between(tiles, board)
    joints = np.array([[numbers[place] for place in pair] for pair in lines], np.int64)
    clear = np.array([*lines.values()])
    usual = quantile(clear, 0.5) if lines else SEAM
    off = (clear - usual) / (quantile(np.abs(clear - usual), 0.5) + FLOORS[2] if lines else 1.0)
    merged = max(0.0, 1.0 - usual / SEAM)
    cells = split_board(board, np.flatnonzero(tiles))
    return DrawnTiles(
        numbers,
        ground,
        ink,
        joints.reshape(-1, 2),
        np.clip(off, -MOST, MOST) * merged,
        tuple(_Colours.of(edge_colours(cells, depth), None, SEAM) for depth in RIM),
    )


def rate_plays(
    plays: Sequence[frozenset[Place]],
    drawn: DrawnTiles,
    missing: int,
    facts: tuple[bool, bool, bool],
) -> Doubles:
    """``(P, len(FEATURES))`` what speaks for each set of tiles; for no tiles at all it is 0.

    ``missing`` is how many tiles the rack lacks; ``facts`` say whether it is empty, not in sight,
    and must be full.
    """
    emptied, unseen, exactly = facts
    ground, ink = drawn.ground, drawn.ink
    lone = ground.rack_alone()  # then tiles that are laid look like the rack's
    rows = []
    for play in plays:
        laid, count = np.zeros(len(drawn.numbers), np.bool_), len(play)
        laid[[drawn.numbers[place] for place in play]] = True
        seams = drawn.seams[laid[drawn.joints].any(axis=1)]
        seam = quantile(seams, 0.5) if len(seams) else 0.0
        rows.append(
            (
                1.0, exactly * (missing != count), exactly * (missing - count), emptied, unseen,
                exactly, seam, ink.off_rack(laid), ground.off_others(laid),
                lone * (1.0 - ground.near_rack(laid)),
                max(each.off_others(laid) for each in drawn.rims),
            )
        )  # fmt: skip
    return np.array(rows, np.float64)


def with_ground(signs: Doubles, features: Doubles) -> Doubles:
    """The signs of P sets of tiles, the last one times how much they have a ground of their own."""
    own = features[:, FEATURES.index("ground of their own")]
    return np.concatenate([signs[:, :-1], signs[:, -1:] * own[:, None]], axis=1)


def _beyond(units: float) -> float:
    """How far a distance, in units of the usual one, is beyond that: 0 to 1."""
    return float(np.clip(units - 1.0, 0.0, 1.0))
