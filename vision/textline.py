"""Text lines: strokes put together to characters, characters to lines, and what each could be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.characters import Characters, Draft, recognise
from vision.geometry import Box
from vision.strokes import Strokes
from vision.textbank import text_bank

Floats = NDArray[np.float32]

BODY = 0.12
"""Least height of a character's body, as a share of a board's square; smaller ones are specks."""

DOT = 0.08
"""Least size of a dot, as a share of a capital's height; less is dirt."""

ACCENT = 0.4
"""How far an accent reaches above a capital, as a share of its height."""

MOST_BODIES = 1600
"""So many characters, and as many specks, are looked at; what has more is a photograph."""

REACH = 1.1
"""Widest gap within a line, as a share of the higher neighbour's height."""

SPACE = 0.27
"""Gap between words, as a share of a capital's height."""

LEGIBLE = 0.6
"""Mean likeness of characters below which they are no text."""

LONE = (0.15, 1.8)
"""Width over height of a piece that may be a number by itself."""

OTHER_FONT = 0.04
"""What a digit of another font than its line's loses in likeness."""

BACK = -0.6
"""Gap from which what follows stands in another line."""

FONTS_KEPT = 6
"""A line is set in one font or two; so many of those most like it are kept."""


@dataclass(frozen=True, eq=False)
class TextLine:
    """Characters in a row.

    Attributes:
        boxes: ``(K, 4)`` float32 left, top, right, bottom of each character, in pixels.
        scores: ``(K, N)`` float32 likeness to each character of the bank.
        top: Where capitals begin.
        base: Where they stand.
    """

    boxes: Floats
    scores: Floats
    top: float
    base: float

    @cached_property
    def height(self) -> float:
        """Height of a capital in pixels."""
        return self.base - self.top

    @cached_property
    def box(self) -> Box:
        """Around all its characters."""
        x, y = self.boxes[:, :2].min(axis=0).tolist()
        right, bottom = self.boxes[:, 2:].max(axis=0).tolist()
        return Box(x, y, right - x, bottom - y)

    @cached_property
    def gaps(self) -> Floats:
        """``(K,)`` empty space before each character, in heights.

        It is endless before the first character and where the text goes on in another line.
        """
        apart = (self.boxes[1:, 0] - self.boxes[:-1, 2]) / max(1.0, self.height)
        apart = np.where(apart < BACK, np.inf, apart)
        return np.concatenate([[np.inf], apart]).astype(np.float32)

    @property
    def text(self) -> str:
        """What it most likely says; a space where there is a gap."""
        return self.spaced(self.characters)

    @property
    def characters(self) -> list[str]:
        """What each character most likely is; two letters where they run into one another."""
        return [text_bank().characters[k] for k in self.scores.argmax(axis=1)]

    def spaced(self, characters: Sequence[str]) -> str:
        """These characters in the places of its own, a space where there is a gap."""
        spaces = ["", *(" " if gap > SPACE else "" for gap in self.gaps[1:])]
        return "".join(a + b for a, b in zip(spaces, characters, strict=True))

    def part(self, start: int, end: int) -> TextLine:
        """Some of its characters as a line of the same height."""
        if start == 0 and end == len(self.boxes):
            return self
        return TextLine(self.boxes[start:end], self.scores[start:end], self.top, self.base)

    def placed(self, scale: float, x: float, y: float) -> TextLine:
        """The same line in a picture scaled by ``1 / scale``, then moved by ``(x, y)``."""
        boxes = self.boxes / scale + np.array([x, y, x, y], np.float32)
        return TextLine(boxes, self.scores, self.top / scale + y, self.base / scale + y)


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
    lines = []
    for number in np.flatnonzero(_legible(found)).tolist():
        draft, own = drafts[number], found.line(number)
        best = _best_fonts(own.scores, own.peaks)
        lines.append(TextLine(own.boxes, best, draft.top, draft.base))
    return sorted(lines, key=lambda line: (line.base, line.boxes[0, 0]))


def _legible(found: Characters) -> NDArray[np.bool_]:
    """``(L,)`` bool, lines that are text; one character alone is none unless it is a digit."""
    counts = np.diff(found.starts, append=len(found.boxes))
    alike = np.add.reduceat(found.peaks.max(axis=1), found.starts) / counts
    digit = found.scores[found.starts, :, :10].max(axis=(1, 2)) >= LEGIBLE
    return np.asarray((alike >= LEGIBLE) & (digit | (counts > 1)))


def _figure_like(edges: Floats) -> bool:
    """Whether a piece that stands alone has the shape of a digit, or of two that touch."""
    left, top, right, bottom = edges.tolist()
    return bool(LONE[0] <= (right - left) / (bottom - top) <= LONE[1])


def _best_fonts(scores: Floats, peaks: Floats) -> Floats:
    """``(K, F, N)`` to ``(K, N)`` by the fonts that the line looks most like.

    Digits, which some apps set in figures unlike their letters, may be of another font.

    Args:
        scores: Likeness of the line's characters to those of each font.
        peaks: ``(K, F)`` the most of them.
    """
    order = np.argsort(-peaks.mean(axis=0), kind="stable")[:FONTS_KEPT]
    best = scores[:, order].max(axis=1)
    best[:, :10] = np.maximum(best[:, :10], scores[:, :, :10].max(axis=1) - OTHER_FONT)
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
    fits = (
        (np.maximum(width, tall) >= DOT * height)
        & (above <= ACCENT)
        & (below <= 0.35)
        & (beside <= 0.6)
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
