"""Lines: strokes put together to characters, characters to lines of text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.characters import Characters, Draft, recognise
from vision.strokes import Strokes
from vision.textline import TextLine

Floats = NDArray[np.float32]

BODY = 0.12
"""Least height of a character's body, as a share of a board's square; smaller ones are specks."""

DOT = 0.08
"""Least size of a dot, as a share of a capital's height; less is dirt."""

ELLIPSIS = 1.5
"""How far behind its last letter the dots of a shortened name reach, in capitals' heights."""

ON_BASE = 0.15
"""How far off the line's base they end, the same."""

WIDE_DOT = 0.3
"""The largest of them, the same: what is larger is no dot."""

ACCENT = 0.4
"""How far an accent reaches above a capital, as a share of its height."""

MOST_BODIES = 1600
"""So many characters, and as many specks, are looked at; what has more is a photograph."""

REACH = 1.1
"""Widest gap within a line, as a share of the higher neighbour's height."""

LEGIBLE = 0.6
"""Mean likeness of characters below which they are no text."""

LONE = (0.15, 1.8)
"""Width over height of a piece that may be a number by itself."""

OTHER_FONT = 0.04
"""What a digit of another font than its line's loses in likeness."""

FONTS_KEPT = 6
"""A line is set in one font or two; so many of those most like it are kept."""


def read_lines(strokes: Strokes, cell: float) -> list[TextLine]:
    """All lines that the strokes can be read as, from top to bottom."""
    bodies = np.flatnonzero(strokes.usable & (strokes.boxes[:, 3] >= BODY * cell))
    if not len(bodies):
        return []
    if len(bodies) > MOST_BODIES:
        largest = np.argsort(-strokes.boxes[bodies, 3], kind="stable")[:MOST_BODIES]
        bodies = np.sort(bodies[largest])
    edges = strokes.boxes[bodies].astype(np.float32)
    edges[:, 2:] += edges[:, :2]
    chains = [chain for chain in _chain(edges) if len(chain) > 1 or _figure_like(edges[chain[0]])]
    if not chains:
        return []
    specks = np.flatnonzero(strokes.usable & (strokes.boxes[:, 3] < BODY * cell))
    if len(specks) > MOST_BODIES:
        specks = specks[:0]
    drafts = _draft(strokes.boxes, [bodies[chain] for chain in chains], specks)
    found = recognise(strokes, drafts)
    legible = _legible(found)
    each = np.repeat(np.arange(len(drafts)), _lengths(found))
    own = np.flatnonzero(legible[each])
    if not len(own):
        return []
    best = _best_fonts(found, each, own)
    boxes, stops = found.boxes[own], _lengths(found)[legible].cumsum().tolist()
    lines = [
        TextLine(boxes[start:stop], best[start:stop], drafts[number].top, drafts[number].base)
        for number, start, stop in zip(
            np.flatnonzero(legible).tolist(), [0, *stops[:-1]], stops, strict=True
        )
    ]
    return sorted(lines, key=lambda line: (line.base, line.boxes[0, 0]))


def _lengths(found: Characters) -> NDArray[np.int64]:
    """``(L,)`` how many characters each line has."""
    return np.diff(found.starts, append=len(found.boxes))


def _legible(found: Characters) -> NDArray[np.bool_]:
    """``(L,)`` bool, lines that are text; one character alone is none unless it is a digit."""
    counts = _lengths(found)
    alike = np.add.reduceat(found.peaks.max(axis=1), found.starts) / counts
    first = found.scores[found.places[found.starts], :, :10]
    digit = first.max(axis=(1, 2)) >= LEGIBLE
    return np.asarray((alike >= LEGIBLE) & (digit | (counts > 1)))


def _figure_like(edges: Floats) -> bool:
    """Whether a piece that stands alone has the shape of a digit, or of two that touch."""
    left, top, right, bottom = edges.tolist()
    return bool(LONE[0] <= (right - left) / (bottom - top) <= LONE[1])


def _best_fonts(found: Characters, each: NDArray[np.int64], own: NDArray[np.int64]) -> Floats:
    """``(M, N)`` what characters look like in the fonts that their lines look most like.

    Digits, which some apps set in figures unlike their letters, may be of another font.

    Args:
        found: All characters.
        each: ``(K,)`` the line of each.
        own: ``(M,)`` those asked for.
    """
    alike = np.add.reduceat(found.peaks, found.starts) / _lengths(found)[:, None]
    fonts = np.argsort(-alike, axis=1, kind="stable")[:, :FONTS_KEPT]
    places = found.places[own]
    best = found.scores[places[:, None], fonts[each[own]]].max(axis=1)
    digits = found.scores[places, :, :10].max(axis=1) - OTHER_FONT
    best[:, :10] = np.maximum(best[:, :10], digits)
    return np.asarray(best, np.float32)


def _chain(edges: Floats) -> list[NDArray[np.int64]]:
    """Indices of the bodies of each line, from left to right."""
    left, top, right, bottom = edges.T
    height = bottom - top
    order = np.argsort(left, kind="stable")
    left, top, right, bottom, height = (each[order] for each in (left, top, right, bottom, height))
    gap = left[None, :] - right[:, None]
    taller = np.maximum(height[:, None], height[None, :])
    shorter = np.minimum(height[:, None], height[None, :])
    overlap = np.minimum(bottom[:, None], bottom[None, :]) - np.maximum(top[:, None], top[None, :])
    linked = (
        (overlap >= 0.5 * shorter)
        & (taller <= 2.2 * shorter)
        & (gap <= REACH * taller)
        & (left[None, :] - left[:, None] > 0)
        & (gap > -0.5 * shorter)
    )
    distance = np.where(
        linked, np.abs(gap) + 0.25 * np.abs(bottom[:, None] - bottom[None, :]), np.inf
    )
    follower = distance.argmin(axis=1)
    nearest = distance.argmin(axis=0)
    rows = np.arange(len(order))
    follows = np.where(linked[rows, follower] & (nearest[follower] == rows), follower, -1)
    begun = np.ones(len(order), bool)
    begun[follows[follows >= 0]] = False
    chains = []
    for start in np.flatnonzero(begun).tolist():
        chain = [start]
        while follows[chain[-1]] >= 0:
            chain.append(int(follows[chain[-1]]))
        chains.append(order[chain])
    return chains


def _draft(
    boxes: NDArray[np.int32], chains: list[NDArray[np.int64]], specks: NDArray[np.int64]
) -> list[Draft]:
    """Lines of bodies, each with the specks that belong to it, put together to characters."""
    places = boxes.tolist()
    frames = []
    for chain in chains:
        own = [places[k] for k in chain.tolist()]
        bottoms = sorted(y + height for _, y, _, height in own)
        base = bottoms[len(bottoms) // 2]
        rises = sorted(base - y for _, y, _, _ in own)
        rise = max(1, rises[int(0.85 * (len(rises) - 1) + 0.5)])
        frames.append((base - rise, base, own[0][0], max(x + width for x, _, width, _ in own)))
    owners = _assign_specks(boxes[specks].astype(np.float32), np.array(frames, np.float32))
    members = [chain.tolist() for chain in chains]
    for speck, owner in zip(specks.tolist(), owners.tolist(), strict=True):
        if owner >= 0:
            members[owner].append(speck)
    return [
        Draft(top, base, _group(places, sorted(pieces, key=lambda k: places[k][0])))
        for (top, base, _, _), pieces in zip(frames, members, strict=True)
    ]


def _assign_specks(specks: Floats, frames: Floats) -> NDArray[np.int64]:
    """The line of each speck, -1 for none: one that it stands in, else one that it stands on.

    Args:
        specks: ``(S, 4)`` left, top, width, height.
        frames: ``(L, 4)`` top, base, left and right edge of lines.
    """
    x, y, width, tall = (each[:, None] for each in specks.T)
    top, base, left, right = (each[None, :] for each in frames.T)
    height = base - top
    middle = x + width / 2
    above = np.maximum(top - y, 0) / height
    below = np.maximum(y + tall - base, 0) / height
    beside = np.maximum(np.maximum(left - middle, middle - right), 0) / height
    ellipsis = (
        (middle > right)
        & (beside <= ELLIPSIS)
        & (np.maximum(width, tall) <= WIDE_DOT * height)
        & (np.abs(y + tall - base) <= ON_BASE * height)
    )
    fits = (
        (np.maximum(width, tall) >= DOT * height)
        & (above <= ACCENT)
        & (below <= 0.35)
        & ((beside <= 0.6) | ellipsis)
    )
    cost = np.where(fits, above + below + 0.2 * beside, np.inf)
    owner = cost.argmin(axis=1)
    return np.where(fits.any(axis=1), owner, -1)


def _group(boxes: list[list[int]], pieces: list[int]) -> list[list[int]]:
    """Blobs above each other put together, from left to right."""
    groups: list[list[int]] = []
    left = right = 0
    for piece in pieces:
        x, _, width, _ = boxes[piece]
        shared = min(right, x + width) - x
        if groups and shared >= 0.6 * min(right - left, width):
            groups[-1].append(piece)
            left, right = min(left, x), max(right, x + width)
        else:
            groups.append([piece])
            left, right = x, x + width
    return groups
