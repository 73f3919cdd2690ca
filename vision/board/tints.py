"""Squares of odd colours in; bare squares that a hint tints as a whole out.

Games tint squares, or rows of squares, to show where words can be laid. A dialog tints what lies
below it too, but its edges do not follow the lattice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.board.squares import NOISE, REACH, Squares, border_profiles, framed_squares
from vision.imaging import (
    FEW,
    SAME_COLOUR,
    Bools,
    Bytes,
    Floats,
    Numbers,
    pixel_distances,
    usual_colour,
)
from vision.tiles import CELL

NEXT = 8
"""Pixels of the next square that are examined: labels begin beyond them. The edge of a tint may
vary as much from square to square."""


def find_tints(board: Bytes, squares: Squares, odd: Bools, usual: Bools) -> Bools:
    """``(n, n)`` bool: bare squares of a cut board that are tinted as a whole.

    ``odd``, ``(n, n)``, are bare squares of another colour; ``usual`` ones look as they should.
    """
    whole = np.zeros_like(odd)
    usual = usual & ~odd
    bare = squares.plain & usual
    if odd.sum() < FEW or not bare.any():
        return whole
    paper = usual_colour(squares.ground[bare])
    unevenness = _unevenness(board)
    even = unevenness <= unevenness[bare].max() + NOISE
    turned = np.ascontiguousarray(board.transpose(1, 0, 2))
    across = _profiles(board, squares.ground - paper, usual, bare)
    down = _profiles(turned, squares.ground.transpose(1, 0, 2) - paper, usual.T, bare.T)
    for group in _groups(squares.ground, odd & even & framed_squares(board, squares.plain)):
        colour = usual_colour(squares.ground[group])
        shift = (colour - paper) / float((colour - paper) @ (colour - paper))
        beside = _reaches(across @ shift, group, usual)
        if _ends_at_lines([*beside, *_reaches(down @ shift, group.T, usual.T)]):
            whole |= group
    return whole


def _unevenness(board: Bytes) -> Floats:
    """``(n, n)`` standard deviation of brightness in the middles of the squares, of 255."""
    size = board.shape[0] // CELL
    inner = board.reshape(size, CELL, size, CELL, 3)[:, 14:50:2, :, 12:52:2]
    grey = inner.transpose(0, 2, 1, 3, 4).reshape(size, size, -1, 3).mean(axis=3, dtype=np.float32)
    return np.asarray(grey.std(axis=2), np.float32)


def _groups(ground: Floats, odd: Bools) -> Iterator[Bools]:
    """The squares of odd colours, in groups of similar ones."""
    rest = odd.copy()
    while rest.any():
        first = ground[tuple(np.argwhere(rest)[0])]
        group = rest & (pixel_distances(ground, first) <= SAME_COLOUR)
        rest &= ~group
        if group.sum() >= FEW:
            yield group


def _profiles(board: Bytes, ground: Floats, usual: Bools, bare: Bools) -> Floats:
    """``(n, n - 1, 2 * REACH, 3)`` colours across the borders to the right, minus the usual ones.

    ``ground``, ``(n, n, 3)``, are the colours of the squares minus the usual one of bare squares;
    ``usual``, ``(n, n)``, are squares that look as they should, ``bare`` the bare ones of these.
    """
    profiles = border_profiles(board)
    between = bare[:, :-1] & bare[:, 1:]
    if between.any():
        profiles -= usual_colour(profiles[between])
    own = ground * usual[:, :, None]
    profiles[:, :, :REACH] -= own[:, :-1, None]
    profiles[:, :, REACH:] -= own[:, 1:, None]
    return profiles


def _reaches(share: Floats, group: Bools, usual: Bools) -> list[Numbers]:
    """How far a tint reaches beyond the borders to usual squares on its right and left.

    In pixels of a cut board; less than 0 where it ends before the border. ``share``, ``(n, n - 1,
    2 * REACH)``, is its strength across each border, ``group`` the ``(n, n)`` tinted squares.
    """
    found = []
    for tinted, beyond, across in (
        (group[:, :-1], usual[:, 1:], share),
        (group[:, 1:], usual[:, :-1], share[:, :, ::-1]),
    ):
        inked = across[tinted & beyond][:, : REACH + NEXT] > 0.5
        last = inked.shape[1] - inked[:, ::-1].argmax(axis=1)
        found.append(np.where(inked.any(axis=1), last - REACH, -REACH))
    return found


def _ends_at_lines(reaches: Sequence[Numbers]) -> bool:
    """Whether a tint ends everywhere at about the same distance before or beyond a border.

    ``reaches`` tell how far it reaches to the right, to the left, downwards and upwards.
    """
    together = np.concatenate(reaches)
    both_ways = any(len(one) and len(other) for one, other in (reaches[:2], reaches[2:]))
    seen = len(together) >= FEW and together.max() < NEXT
    return bool(both_ways and seen and np.ptp(together) <= NEXT)
