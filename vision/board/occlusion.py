"""A board and its tiles in; the squares that something other than a tile seems to cover out."""

from __future__ import annotations

from itertools import product

import numpy as np

from vision.board.candidate import BoardCandidate
from vision.board.layout import BoardKind
from vision.board.premiums import PREMIUMS, kinds_of, legible_labels
from vision.board.squares import NOISE, framed_squares
from vision.board.tints import find_tints
from vision.imaging import (
    FEW,
    NEARLY_ALL,
    OTHER_COLOUR,
    SAME_COLOUR,
    Bools,
    Bytes,
    Floats,
    Numbers,
    colour_distances,
    pixel_distances,
    quantile,
    usual_colour,
)
from vision.tiles import SAME_PRINT, beyond_picture, split_board

UNLIKE = 0.4
"""Correlation with the other squares of its kind below which a square shows something else."""

RIM, MIDDLE = slice(6, 12), slice(16, 48)
"""Pixels inwards from a side of a cell, and along it, that show the square's own colour: inside of
gaps and rounded corners."""

THIRDS = slice(6, 22), slice(22, 42), slice(42, 58)
"""The thirds of a side of a cell, inside of gaps."""

ROWS, COLUMNS = slice(7, 25), slice(4, 28)
"""Where cells of half the size show the squares' labels."""

BESIDE_CORNER = 5
"""How many of the eight ninths around a square's middle stay visible if a corner is covered."""

OFF, BENT = range(-1, 2), range(-2, 3)
"""Shifts of labels that are tried, in steps of two pixels of a cell: apps set them to whole pixels
of the picture, of which small squares have half as many; on photos a lens moves them twice as
far."""


def squares_beyond(located: BoardCandidate, numbers: Numbers) -> Bools | None:
    """``(K, CELL, CELL)`` bool: pixels of some squares outside the picture; None for no pixel.

    ``numbers``, ``(K,)``, tell which squares, counted row by row.
    """
    grid = located.grid
    if located.screen.shows(grid.box.corners).all():
        return None
    boxes = [grid.square(*divmod(number, grid.size)) for number in numbers.tolist()]
    return beyond_picture(located.screen, boxes)


def unshown_squares(located: BoardCandidate) -> Bools:
    """``(n, n)`` bool: squares of which the picture shows less than half."""
    size = located.grid.size
    beyond = squares_beyond(located, np.arange(size * size))
    if beyond is None:
        return np.zeros((size, size), np.bool_)
    return np.asarray(2 * beyond.mean(axis=(1, 2)) > 1, np.bool_).reshape(size, size)


def hidden_squares(
    located: BoardCandidate, tiles: Bools, perhaps: Bools, kind: BoardKind | None
) -> Bools:
    """``(n, n)`` bool: squares on which something else seems to lie.

    A bare square must have the board's colour. A premium square must show what others
    of its kind show; the only one of a kind, and each of two that differ, must show its label. A
    printed square is hidden, too, if it may be a tile and has no premium or another colour than its
    kind; without a premium, but on the start square, any odd colour is enough.

    Args:
        located: The board.
        tiles: ``(n, n)`` bool, where tiles lie.
        perhaps: ``(n, n)`` bool, where further tiles may lie.
        kind: Its premiums, None where they are not known.
    """
    squares = located.squares
    odd_colour = squares.off_plain > OTHER_COLOUR
    hidden = squares.plain & odd_colour
    if kind is not None:
        kinds = kinds_of(kind.premiums)
        shown = ~squares.plain & ~tiles
        start = len(kinds) // 2
        strays = shown & (kinds == ".")
        strays[start, start] = False
        middles = _middles(_prints(located.board, shown))
        alone, unlike = np.zeros((2, *tiles.shape), bool)
        colours = squares.ground.copy()
        for each in PREMIUMS:
            mask = shown & (kinds == each)
            own = middles[mask[shown]]
            if mask.any():
                colours[mask] = usual_colour(squares.ground[mask])
                off = pixel_distances(squares.ground[mask], colours[mask])
                unlike[mask] = _unlike_others_of_kind(own, off)
            if len(own) == 1 or (len(own) == 2 and _correlation(*own) < UNLIKE):
                alone[mask] = squares.high[mask] & (own.std(axis=1) >= NOISE)
        if alone.any():
            cells = split_board(located.board, np.flatnonzero(alone.ravel()))
            alone[alone] = ~_whole(cells, squares.ground[alone], squares.ground[tiles])
            unlike |= alone & ~legible_labels(located.board, kind.premiums, alone)
        odd = pixel_distances(squares.ground, colours) > OTHER_COLOUR
        hidden &= ~find_tints(located.board, squares, hidden, ~tiles & ~strays & ~odd)
        hidden |= unlike | (strays & (odd_colour | perhaps)) | (shown & odd & perhaps)
    return np.asarray(hidden & ~tiles, dtype=bool)


def borderless_squares(located: BoardCandidate) -> Bools:
    """``(n, n)`` bool: unprinted squares without borders, where nearly all others have some."""
    plain, seen = located.squares.plain, located.squares.plain & located.seen
    if seen.sum() < NEARLY_ALL * plain.sum() or (plain == seen).all():
        return np.zeros_like(plain)
    return plain & ~seen & ~framed_squares(located.board, seen)


def still_bare_squares(
    located: BoardCandidate, hidden: Bools, tiles: Bools, kind: BoardKind | None
) -> Bools:
    """``(n, n)`` bool: hidden squares of which only a corner or a side is covered, as by badges.

    The rest has the usual colour of a kind of square, and no part that of a tile: no tile lies
    there, as it would fill its square. On ``hidden`` ones, ``(n, n)`` bool, something else seems to
    lie; the other parameters are those of ``hidden_squares``.
    """
    found, squares = np.zeros_like(hidden), located.squares
    if not hidden.any():
        return found
    kinds = np.where(squares.plain, ".", kinds_of(kind.premiums) if kind else "")
    usual = [
        usual_colour(squares.ground[own])
        for each in (".", *PREMIUMS)
        if (own := (kinds == each) & ~hidden & ~tiles).sum() >= FEW
    ]
    bare = np.array(usual, np.float32).reshape(-1, 3)
    bare = bare[(colour_distances(bare, squares.ground[tiles]) > OTHER_COLOUR).all(axis=1)]
    cells = split_board(located.board, np.flatnonzero(hidden))
    around = [part for part in product(THIRDS, THIRDS) if part != (THIRDS[1], THIRDS[1])]
    seen = [[usual_colour(cell[part].reshape(-1, 3)) for part in around] for cell in cells]
    parts = np.array(seen)
    like_tiles = colour_distances(parts, squares.ground[tiles]).min(axis=2, initial=np.inf)
    as_bare = (colour_distances(parts, bare) <= SAME_COLOUR).sum(axis=1) >= BESIDE_CORNER
    found[hidden] = as_bare.any(axis=1) & (like_tiles > SAME_COLOUR).all(axis=1)
    return found


def labelled_squares(
    located: BoardCandidate, tiles: Bools, kind: BoardKind | None
) -> tuple[Bools, Bools]:
    """``(n, n)`` bool, premium squares that surely show just their label, and those that seem to.

    The former show the same print as two bare squares of their kind, even if a hint tints them.
    Where no two bare ones show the same, it is the print of most squares of the kind, or of a few
    and one of them bare, and of no tile of their colour on a plain square. The latter are as like
    the bare squares of their kind as these are like each other. Parameters are those of
    ``hidden_squares``.
    """
    labelled, perhaps = np.zeros((2, *tiles.shape), np.bool_)
    if kind is None:
        return labelled, perhaps
    kinds = kinds_of(kind.premiums)
    off = OFF if located.screen.pose is None else BENT
    for each in PREMIUMS:
        mask = kinds == each
        prints, bare = _prints(located.board, mask), ~tiles[mask]
        alike = _alike(prints, off)
        beyond = squares_beyond(located, np.flatnonzero(mask))
        if beyond is not None:
            _compare_in_sight(alike, prints, off, beyond[:, ::2, ::2])
        same = alike >= SAME_PRINT
        as_label = same[:, bare].sum(axis=1) >= FEW - 1
        if not as_label[bare].any():
            count = same.sum(axis=1)
            as_label = (count >= FEW) & (same[:, bare].any(axis=1) | (2 * count > len(prints)))
            if as_label.any():
                as_label &= ~_shown_by(located, mask, tiles & (kinds == "."), off)
        labelled[mask] = as_label
        count = int(bare.sum())
        if count >= FEW and usual_colour(_middles(prints)[bare]).std() >= NOISE:
            to_bare = (alike[:, bare].sum(axis=1) - bare) / (count - bare)
            perhaps[mask] = to_bare >= max(UNLIKE, float(to_bare[bare].min()))
    return labelled, perhaps & ~labelled


def _shown_by(located: BoardCandidate, mask: Bools, others: Bools, off: range) -> Bools:
    """``(K,)`` which of the K squares of a mask show the same as one of ``others`` in their colour.

    ``others`` lie outside of the ``(n, n)`` mask; ``off`` are the shifts that ``_alike`` tries.
    """
    both = mask | others
    own, ground = mask[both], located.squares.ground[both]
    same = _alike(_prints(located.board, both), off) >= SAME_PRINT
    same &= colour_distances(ground, ground) <= OTHER_COLOUR
    return np.asarray(same[np.ix_(own, ~own)].any(axis=1), np.bool_)


def _prints(board: Bytes, mask: Bools) -> Floats:
    """``(K, CELL / 2, CELL / 2)`` brightness of every other pixel of the K squares of a mask."""
    cells = split_board(board, np.flatnonzero(mask))[:, ::2, ::2]
    return np.asarray(cells @ np.full(3, 1 / 3, np.float32), np.float32)


def _alike(prints: Floats, off: range) -> Floats:
    """``(K, K)`` correlation of the middles of ``_prints``, -1 to 1, at the best of some shifts."""
    shapes = [_shapes(_middles(prints, down, across)) for down in off for across in off]
    alike = np.max([each @ shapes[len(shapes) // 2].T for each in shapes], axis=0)
    return np.asarray(np.maximum(alike, alike.T), np.float32)


def _compare_in_sight(alike: Floats, prints: Floats, off: range, beyond: Bools) -> None:
    """Put in the correlations of squares that the picture cuts off, over what it shows of them.

    ``alike`` is changed in place; ``beyond``, ``(K, CELL / 2, CELL / 2)``, are pixels outside the
    picture.
    """
    for k, hidden in enumerate(beyond[:, ROWS, COLUMNS]):
        shown = ~hidden.ravel()
        if shown.all() or not shown.any():
            continue
        own = _shapes(_middles(prints[[k]], shown=shown))[0]
        others = (_middles(prints, down, across, shown) for down in off for across in off)
        alike[k] = alike[:, k] = np.max([_shapes(each) @ own for each in others], axis=0)


def _middles(
    prints: Floats, down: int = 0, across: int = 0, shown: Bools | slice = slice(None)
) -> Floats:
    """``(K, V)`` brightness of the (shifted) middles of squares, minus its mean over ``shown``."""
    rows = slice(ROWS.start + down, ROWS.stop + down)
    columns = slice(COLUMNS.start + across, COLUMNS.stop + across)
    near = prints[:, rows, columns]
    flat = near.reshape(len(near), near.shape[1] * near.shape[2])[:, shown]
    return np.asarray(flat - flat.mean(axis=1, keepdims=True), np.float32)


def _shapes(middles: Floats) -> Floats:
    """``_middles`` scaled to length 1, or 0 where all is even."""
    return np.asarray(middles / (np.linalg.norm(middles, axis=1, keepdims=True) + 1e-6), np.float32)


def _whole(cells: Bytes, ground: Floats, tiles: Floats) -> Bools:
    """``(K,)`` which squares have one colour along all four sides, and not that of a tile.

    ``ground``, ``(K, 3)``, are their colours, ``tiles``, ``(T, 3)``, those of all tiles.
    """
    sides = (np.rot90(cells, quarters, axes=(1, 2))[:, RIM, MIDDLE] for quarters in range(4))
    seen = np.stack(
        [usual_colour(np.moveaxis(side.reshape(len(cells), -1, 3), 1, 0)) for side in sides]
    )
    even = (pixel_distances(seen, ground) <= OTHER_COLOUR).all(axis=0)
    return np.asarray(even & (colour_distances(ground, tiles) > OTHER_COLOUR).all(axis=1), np.bool_)


def _unlike_others_of_kind(middles: Floats, off: Floats) -> Bools:
    """``(K,)`` which of K squares that should look the same look different.

    The brightness of their middles is correlated with the median of all, as the strength of colour
    may differ. For premiums that are marked by colour alone ``off`` counts, ``(K,)`` how far their
    colours are from the usual one.
    """
    if len(middles) < FEW:
        return np.zeros(len(middles), bool)
    usual = usual_colour(middles)
    if usual.std() < NOISE:
        return off > OTHER_COLOUR
    alike = np.array([_correlation(each, usual) for each in middles], np.float32)
    return alike < min(UNLIKE, quantile(alike, 0.5) - 0.3)


def _correlation(one: Floats, other: Floats) -> float:
    """Correlation of the brightness of two middles, -1 to 1; 0 where one is even."""
    return float(one @ other) / (float(np.linalg.norm(one) * np.linalg.norm(other)) + 1e-6)
