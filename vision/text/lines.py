"""Strokes in; lines of text, made of characters, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from solver.compiled import kernel_in_use
from vision.imaging import ALIKE, HARDLY_ANY, Bools, Box, Floats, Ints, Numbers
from vision.text.bank import text_bank
from vision.text.characters import LEGIBLE, Characters, Drafts, recognise
from vision.text.strokes import Strokes
from vision.tiles import FONTS_KEPT, OWN_FONT

SPACE = 0.27
"""Gap between words, as a share of a capital's height."""

BACK = -0.6
"""Gap below which the next character stands in another line."""

KERNEL = kernel_in_use("vision")

BODY = 0.12
"""Least height of a character's body, as a share of a board's square; smaller ones are specks."""

ELLIPSIS = 1.5
"""How far the dots of a shortened name reach behind its last letter, in capitals' heights."""

WIDE_DOT = 0.3
"""Their greatest size, in the same unit: anything larger is no dot."""

ACCENT = 0.4
"""How far an accent reaches above a capital, as a share of its height."""

MOST_BODIES = 1600
"""Most characters, and most specks, that are examined; a picture with more is a photograph."""

REACH = 11
"""Widest gap within a line, in tenths of the higher neighbour's height."""

HIGHER = 22
"""Greatest height of one of two neighbours, in tenths of the other one's height."""

LONE = (0.15, 1.8)
"""Width over height of a piece that may be a number by itself."""


@dataclass(frozen=True, eq=False)
class TextLine:
    """Characters in a row.

    Attributes:
        boxes: ``(K, 4)`` float32 left, top, right, bottom of each character, in pixels.
        scores: ``(K, N)`` float32 likeness to each character of the bank.
        top: Row of the tops of capitals.
        base: Row of the baseline.
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

        It is infinite before the first character and where the text continues in another line.
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
        """What each character most likely is; two letters where they touch."""
        return [text_bank().characters[k] for k in self.scores.argmax(axis=1)]

    def spaced(self, characters: Sequence[str]) -> str:
        """As many other characters as text, with a space where this line has a gap."""
        spaces = ["", *(" " if gap > SPACE else "" for gap in self.gaps[1:])]
        return "".join(a + b for a, b in zip(spaces, characters, strict=True))

    def part(self, start: int, end: int) -> TextLine:
        """Some of its characters as a line of the same height."""
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
    bodies = bodies[np.argsort(strokes.boxes[bodies, 0], kind="stable")]
    edges = strokes.boxes[bodies]
    edges[:, 2:] += edges[:, :2]
    aspects = (edges[:, 2] - edges[:, 0]) / (edges[:, 3] - edges[:, 1])
    alone = ((aspects >= LONE[0]) & (aspects <= LONE[1])).tolist()
    chains = [chain for chain in _chain(edges) if len(chain) > 1 or alone[chain[0]]]
    if not chains:
        return []
    specks = np.flatnonzero(strokes.usable & (strokes.boxes[:, 3] < BODY * cell))
    if len(specks) > MOST_BODIES:
        specks = specks[:0]
    drafts = _draft(strokes.boxes, [bodies[chain] for chain in chains], specks)
    found = recognise(strokes, drafts)
    legible = _legible(found)
    own = np.flatnonzero(legible.repeat(_lengths(found)))
    best, boxes = _best_fonts(found, own), found.boxes[own]
    parts = pairwise([0, *_lengths(found)[legible].cumsum().tolist()])
    lines = [
        TextLine(boxes[start:stop], best[start:stop], top, base)
        for (top, base), (start, stop) in zip(drafts.frames[legible].tolist(), parts, strict=True)
    ]
    return sorted(lines, key=lambda line: (line.base, line.boxes[0, 0]))


def _lengths(found: Characters) -> Numbers:
    """``(L,)`` number of characters in each line."""
    return np.diff(found.starts, append=len(found.boxes))


def _legible(found: Characters) -> Bools:
    """``(L,)`` bool, lines that are text; one character alone is none unless it is a digit."""
    counts = _lengths(found)
    alike = np.add.reduceat(found.peaks.max(axis=1), found.starts) / counts
    first = found.scores[found.places[found.starts], :, :10]
    digit = first.max(axis=(1, 2)) >= LEGIBLE
    return np.asarray((alike >= LEGIBLE) & (digit | (counts > 1)))


def _best_fonts(found: Characters, own: Numbers) -> Floats:
    """``(M, N)`` likeness of some characters in the fonts that their lines look most like.

    Digits may have another font, as in some apps.
    """
    counts, places = _lengths(found), found.places[own]
    alike = np.add.reduceat(found.peaks, found.starts) / counts[:, None]
    fonts = np.argsort(-alike, axis=1, kind="stable")[:, :FONTS_KEPT].repeat(counts, axis=0)
    best = found.scores[places[:, None], fonts[own]].max(axis=1)
    digits = found.scores[:, :, :10].max(axis=1)[places] - OWN_FONT
    best[:, :10] = np.maximum(best[:, :10], digits)
    return np.asarray(best, np.float32)


def _chain(edges: Ints) -> list[list[int]]:
    """Indices of the bodies of each line, from left to right, as all of them come."""
    following, before = _link(edges)
    mutual = (following >= 0) & (before[following] == np.arange(len(edges)))
    begun = np.ones(len(edges), bool)
    begun[following[mutual]] = False
    follows = np.where(mutual, following, -1).tolist()
    chains = []
    for start in np.flatnonzero(begun).tolist():
        chain = [start]
        while (body := follows[chain[-1]]) >= 0:
            chain.append(body)
        chains.append(chain)
    return chains


def _link(edges: Ints) -> tuple[Ints, Ints]:
    """Index of the nearest possible next body of each, and of the previous one, see ``_lining``."""
    following, before = np.full((2, len(edges)), -1, np.int32)
    if KERNEL is not None:
        KERNEL.link(edges, HIGHER, REACH, following, before, np.empty_like(following))
        return following, before
    left, top, right, bottom = edges.T
    height = bottom - top
    gap = left[None, :] - right[:, None]
    taller = np.maximum(height[:, None], height[None, :])
    shorter = np.minimum(height[:, None], height[None, :])
    overlap = np.minimum(bottom[:, None], bottom[None, :]) - np.maximum(top[:, None], top[None, :])
    linked = (
        (2 * overlap >= shorter)
        & (10 * taller <= HIGHER * shorter)
        & (10 * gap <= REACH * taller)
        & (2 * gap > -shorter)
        & (left[None, :] > left[:, None])
    )
    apart = 4 * np.abs(gap) + np.abs(bottom[:, None] - bottom[None, :])
    apart[~linked] = np.iinfo(np.int32).max
    behind, ahead = linked.any(axis=1), linked.any(axis=0)
    following[behind] = apart.argmin(axis=1)[behind]
    before[ahead] = apart.argmin(axis=0)[ahead]
    return following, before


def _draft(boxes: Ints, chains: list[Numbers], specks: Numbers) -> Drafts:
    """Lines of bodies and the specks that belong to them, joined to characters."""
    bodies, lengths = np.concatenate(chains), np.array([len(chain) for chain in chains])
    lines, starts = np.arange(len(chains)).repeat(lengths), lengths.cumsum() - lengths
    x, y, width, height = boxes[bodies].T
    bottoms = y + height
    bases = bottoms[np.lexsort((bottoms, lines))][starts + lengths // 2]
    rises = bases[lines] - y
    usual = starts + (0.85 * (lengths - 1) + 0.5).astype(np.int64)
    tops = bases - np.maximum(1, rises[np.lexsort((rises, lines))][usual])
    frames = np.stack([tops, bases, x[starts], np.maximum.reduceat(x + width, starts)], axis=1)
    owners = _assign_specks(boxes[specks].astype(np.float32), frames.astype(np.float32))
    pieces = np.concatenate([bodies, specks[owners >= 0]])
    lines = np.concatenate([lines, owners[owners >= 0]])
    order = np.lexsort((boxes[pieces, 0], lines))
    pieces, lines = pieces[order], lines[order]
    first = np.array(_group(boxes[pieces], lines))
    return Drafts(frames[:, :2], pieces, first, lines[first])


def _assign_specks(specks: Floats, frames: Floats) -> Numbers:
    """The line of each speck, -1 for none: the line it is in, else the line it stands on.

    Specks are ``(S, 4)`` left, top, width, height; lines ``(L, 4)`` top, base, left and right edge.
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
        & (np.abs(y + tall - base) <= ALIKE * height)
    )
    fits = (
        (np.maximum(width, tall) >= HARDLY_ANY * height)
        & (above <= ACCENT)
        & (below <= 0.35)
        & ((beside <= 0.6) | ellipsis)
    )
    cost = np.where(fits, above + below + 0.2 * beside, np.inf)
    owner = cost.argmin(axis=1)
    return np.where(fits.any(axis=1), owner, -1)


def _group(boxes: Ints, lines: Numbers) -> list[int]:
    """The first piece of each character: pieces above each other in ``(P,)`` lines are joined.

    Boxes, ``(P, 4)`` left, top, width and height, come line after line, each from left to right.
    """
    first: list[int] = []
    left = right = number = -1
    columns = lines.tolist(), boxes[:, 0].tolist(), boxes[:, 2].tolist()
    for k, (line, x, width) in enumerate(zip(*columns, strict=True)):
        end = x + width
        shared = min(right, end) - x
        if line == number and shared >= 0.6 * min(right - left, width):
            right = max(right, end)
        else:
            first.append(k)
            number, left, right = line, x, end
    return first
