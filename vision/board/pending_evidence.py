"""Tiles on a board in; the sets of them that could be one move, and how likely each is, out.

A candidate move is a set of tiles in one line without which the board is still legal. It is rated
by how much its tiles look like pending ones: by the borders between them ("seams"), the colours of
the tiles ("shades") and of their letters ("inks").
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.board.borders import measure_notches, measure_seams
from vision.imaging import Floats, Place, colour_distances

SEAM = 12.0
"""Contrast of the border between two tiles, of 255, from which they are drawn separately."""

SHADE = 20.0
"""Distance of colours (0 to 441) that separates rack tiles from played ones."""

INK = 30.0
"""The same for letters; by chance, played ones are up to 27 nearer to the rack's."""

FAR = (3.0, 2.0)
"""Shade and ink, in these units, above which more distance to played tiles adds no evidence: a tile
far from the rack's own colour does not resemble it, even if it is farther from all others."""

FELLOWS = 4
"""Of so many tiles one may have an odd colour."""

USUAL = 0.3
"""Contrast above the usual one from which a seam counts, as a share of the usual one."""

ODD_ONE = 0.5
"""Weight of a single tile that does not look pending, as the others of a set may outvote it."""


def legal_plays(
    tiles: NDArray[np.bool_], most: int, *, exactly: bool
) -> Iterator[frozenset[Place]]:
    """Sets of tiles that could be one play: in line, no gaps, the rest a legal board.

    Boards are numbers here, one bit for each square, so that connected tiles are found quickly; an
    empty bit separates each row from the next.

    Args:
        tiles: ``(n, n)`` bool, where tiles lie.
        most: Tiles that can be laid.
        exactly: Whether exactly so many must be laid.
    """
    size = len(tiles)
    stride = size + 1
    middle = 1 << (stride + 1) * (size // 2)
    for turned in (False, True):
        view = tiles.T if turned else tiles
        board = sum(1 << stride * row + column for row, column in np.argwhere(view).tolist())
        for row in range(size):
            for run in _runs(view[row]):
                squares = [(column, row) if turned else (row, column) for column in run]
                for choice in range(1, 1 << len(run)):
                    amount = choice.bit_count()
                    if amount > most or (exactly and amount < most) or (turned and amount == 1):
                        continue
                    if _legal(board & ~(choice << stride * row + run[0]), middle, stride):
                        yield frozenset(
                            square for k, square in enumerate(squares) if choice >> k & 1
                        )


def _runs(line: NDArray[np.bool_]) -> Iterator[list[int]]:
    """Neighbouring tiles of a row."""
    run: list[int] = []
    for column, tile in enumerate(line.tolist()):
        if tile:
            run.append(column)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _legal(board: int, middle: int, stride: int) -> bool:
    """Whether the tiles are connected and cover the middle, or there are none.

    Args:
        board: A bit for each tile.
        middle: The bit of the middle square.
        stride: Bits from one row to the next.
    """
    if board & ~_beside(board, stride):  # a tile by itself
        return board == middle
    return _connected(board, middle, stride) == board


def _connected(board: int, middle: int, stride: int) -> int:
    """The tiles that are connected to the middle square's."""
    reached, grown = 0, middle & board
    while grown != reached:
        reached = grown
        grown |= _beside(reached, stride) & board
    return reached


def loose_tiles(tiles: NDArray[np.bool_]) -> set[Place]:
    """The tiles that are not connected to the middle square's; none where that has no tile."""
    size = len(tiles)
    stride = size + 1
    bits = {
        (row, column): 1 << stride * row + column for row, column in np.argwhere(tiles).tolist()
    }
    reached = _connected(sum(bits.values()), 1 << (stride + 1) * (size // 2), stride)
    return {place for place, bit in bits.items() if reached and not bit & reached}


def _beside(board: int, stride: int) -> int:
    """The squares beside tiles."""
    return board << 1 | board >> 1 | board << stride | board >> stride


class Play(NamedTuple):
    """A set of tiles that could be pending, and its evidence: seams, shades and inks.

    Attributes:
        laid: The tiles.
        apart, shade, ink: What most of them show.
        worst, worst_ink: Shade and ink of the tile that is least like a rack tile.
        drawn_apart: Whether each has a seam to each neighbour.
    """

    laid: frozenset[Place]
    apart: float
    shade: float
    ink: float
    worst: float
    worst_ink: float
    drawn_apart: bool

    @property
    def evidence(self) -> float:
        """Evidence for these tiles."""
        return max(0.0, min(self.apart, 3.0)) + max(-1.0, self.shade) + max(-1.0, self.ink)

    @property
    def rank(self) -> float:
        """Evidence for these rather than for sets that share most of their tiles."""
        odd = max(-2.0, min(self.worst, 2.0)) + max(-2.0, self.worst_ink)
        return self.evidence + ODD_ONE * (odd + self.drawn_apart)


class _Hues(NamedTuple):
    """Colours of the T tiles of a board or of their letters.

    Attributes:
        apart: ``(T, T)`` their distances to each other.
        to_rack: ``(T,)`` their distances to the rack's.
    """

    apart: Floats
    to_rack: Floats | None

    def to_played(self, chosen: list[int]) -> Floats:
        """Distance of some tiles' colours to the third nearest of the others, as one may be odd.

        Where there are few others, and the last move has another colour, the nearest one counts.
        """
        others = np.delete(self.apart[chosen], chosen, axis=1)
        if not others.shape[1]:
            return np.full(len(chosen), 2 * SHADE, np.float32)
        third = min(2, others.shape[1] // FELLOWS)
        return np.asarray(np.partition(others, third, axis=1)[:, third], np.float32)

    def nearer(self, chosen: list[int], unit: float, far: float) -> list[float]:
        """How much nearer some tiles' colours are to the rack's than to those of played tiles.

        Args:
            chosen: The tiles' numbers.
            unit: Distance of colours that counts 1.
            far: The most that the distance to played tiles counts.
        """
        if self.to_rack is None:
            return [0.0] * len(chosen)
        apart = np.minimum(self.to_played(chosen), far * unit) - self.to_rack[chosen]
        return [float(each) / unit for each in apart]


class Shown(NamedTuple):
    """How the T tiles of a board are drawn.

    Attributes:
        numbers: Number of the tile on each square.
        seams: How clearly two neighbouring tiles are separated (0 to 255), by the squares of both.
        usual: The usual value of these.
        faces: The tiles' colours.
        letters: Those of their letters, None where they are not known.
    """

    numbers: dict[Place, int]
    seams: dict[Place, dict[tuple[Place, Place], float]]
    usual: float
    faces: _Hues
    letters: _Hues | None = None

    def lettered(self, inks: Floats, rack_ink: Floats) -> Shown:
        """The same with the colours of the letters, ``(T, 3)``, and of those on the rack.

        The rack's are larger, and so purer where the picture is small. The part of the distance
        that all letters on the board have in common, up to what chance causes, is subtracted.
        """
        to_rack = np.linalg.norm(inks - rack_ink, axis=1)
        to_rack -= min(INK, float(np.median(to_rack)))
        return self._replace(letters=_Hues(colour_distances(inks, inks), to_rack))

    def to_played(self, laid: frozenset[Place]) -> Floats:
        """Distance of some tiles' colours to those of the others."""
        return self.faces.to_played([self.numbers[place] for place in laid])


def show(
    tiles: NDArray[np.bool_], board: NDArray[np.uint8], grounds: Floats, rack_ground: Floats | None
) -> Shown:
    """How the tiles are drawn.

    Args:
        tiles: ``(n, n)`` bool, where tiles lie.
        board: The cut board, ``(n * CELL, n * CELL, 3)`` uint8.
        grounds: ``(n, n, 3)`` ground colours of the tiles.
        rack_ground: ``(3,)`` that of the rack's tiles, None where none is visible.
    """
    faces = grounds[tiles]
    to_rack = None if rack_ground is None else np.linalg.norm(faces - rack_ground, axis=1)
    places: list[Place] = [(row, column) for row, column in np.argwhere(tiles).tolist()]
    seams: dict[Place, dict[tuple[Place, Place], float]] = {place: {} for place in places}
    lines = _seams(tiles, board)
    for pair, line in lines.items():
        seams[pair[0]][pair] = seams[pair[1]][pair] = line
    return Shown(
        {place: number for number, place in enumerate(places)},
        seams,
        median(lines.values()) if lines else 0.0,
        _Hues(colour_distances(faces, faces), to_rack),
    )


def rate(laid: frozenset[Place], shown: Shown) -> Play:
    """How much a set of tiles looks like pending tiles."""
    lines: dict[tuple[Place, Place], float] = {}
    for place in laid:
        lines |= shown.seams[place]
    touching = lines.values()
    seam = max(SEAM, USUAL * shown.usual)
    apart = (median(touching) - shown.usual) / seam if touching else 0.0
    chosen = [shown.numbers[place] for place in laid]
    faces = shown.faces.nearer(chosen, SHADE, FAR[0])
    inks = shown.letters.nearer(chosen, INK, FAR[1]) if shown.letters is not None else [0.0]
    return Play(
        laid,
        apart,
        median(faces),
        median(inks),
        min(faces),
        min(inks),
        min(touching, default=seam) > shown.usual + 0.5 * seam,
    )


def _seams(tiles: NDArray[np.bool_], board: NDArray[np.uint8]) -> dict[tuple[Place, Place], float]:
    """For each two neighbouring tiles, how clearly they are separated (0 to 255)."""
    across, down = map(np.maximum, measure_seams(board, steps=False), measure_notches(board))
    lines: dict[tuple[Place, Place], float] = {}
    for row, column in np.argwhere(tiles[:, :-1] & tiles[:, 1:]).tolist():
        lines[(row, column), (row, column + 1)] = float(across[row, column])
    for row, column in np.argwhere(tiles[:-1] & tiles[1:]).tolist():
        lines[(row, column), (row + 1, column)] = float(down[row, column])
    return lines
