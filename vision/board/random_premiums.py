"""Squares of a board in; its random premiums out, identified by label, colour and number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations, takewhile
from math import comb, inf, log
from typing import Literal, NamedTuple

import cv2
import numpy as np

from solver.game import Layout
from vision.board.premiums import PREMIUMS, read_labels
from vision.board.squares import Squares
from vision.imaging import (
    FEW,
    SAME_COLOUR,
    SAME_HUE,
    Bools,
    Bytes,
    Floats,
    Place,
    colour_groups,
    places_in,
    usual_colour,
)
from vision.tiles import TILE

IdentifiedBy = Literal["labels", "numbers", "hues", "guess"]

FEWEST = 0.25
"""Least share of a board's premiums, apart from those expected to lie under tiles, that must be
visible: 0.56 and more are, but fewer before labels mistaken for tiles are recognised."""

LEAST_SATURATION = 60
"""Saturation, of 255, from which a colour has a usable hue."""


class RandomPremiums(NamedTuple):
    """Premiums read square by square.

    Attributes:
        premiums: Rows of premium characters; ``.`` under tiles, where they are unknown.
        unknown: Printed squares whose premium could not be identified.
        by: What identified them: labels on most of them; or how many there are of each colour; or
            the hues of a look and some labels; or a guess by the numbers.
        counts: How many of each kind there are on the whole board, most first.
    """

    premiums: tuple[str, ...]
    unknown: tuple[Place, ...]
    by: IdentifiedBy
    counts: Mapping[str, int]

    @property
    def too_many(self) -> bool:
        """Whether more premiums of a kind are visible than a board has."""
        flat = "".join(self.premiums)
        return any(flat.count(kind) > most for kind, most in self.counts.items())


def games_with_random_premiums(
    size: int, layouts: Iterable[tuple[str, Layout]]
) -> dict[str, Mapping[str, int]]:
    """The games that place random premiums on boards of a size, with how many of each kind."""
    own = ((game, layout.random) for game, layout in layouts if layout.size == size)
    return {game: dict(counts) for game, counts in own if counts}


def shows_random_premiums(squares: Squares, coloured: Squares, counts: Mapping[str, int]) -> bool:
    """Whether squares that differ only in colour fit the numbers of random premiums.

    In ``coloured``, squares of odd colours count as not plain; ``counts`` are the premiums of each
    kind on a whole board, most first.
    """
    odd = squares.plain & ~coloured.plain
    odd[len(odd) // 2, len(odd) // 2] = False
    if odd.sum() > sum(counts.values()):
        return False
    numbers = [len(members) for members in _classes(squares.ground[odd])]
    fits = all(some <= most for some, most in zip(numbers, counts.values(), strict=False))
    return 2 * len(numbers) >= len(counts) and fits


def read_random_premiums(
    board: Bytes,
    squares: Squares,
    tiles: Bools,
    theme: Mapping[str, Floats] | None,
    counts: Mapping[str, int],
) -> RandomPremiums | None:
    """Each square's kind by its label, its colour, its hue; None where there are too few of them.

    Args:
        board: The cut board, ``(n * CELL, n * CELL, 3)`` uint8.
        squares: What its squares look like.
        tiles: ``(n, n)`` bool, where tiles lie.
        theme: Colours of the kinds in the nearest look, None where there is none.
        counts: Premiums of each kind on a whole board, most first.
    """
    middle = len(tiles) // 2
    dealt = ~squares.plain & ~tiles
    dealt[middle, middle] = False  # the start square's own mark
    shown = places_in(dealt)
    if len(shown) < FEWEST * sum(counts.values()) * (~tiles).mean():
        return None
    whole = theme is not None and theme.keys() >= set(PREMIUMS)  # the user's own may lack some
    hues = {kind: _hue_of(theme[kind])[0] for kind in PREMIUMS} if theme and whole else {}
    kinds = read_labels(board, shown)
    by: IdentifiedBy = "labels" if 2 * len(kinds) > len(shown) else "hues"
    if not kinds:
        kinds, by = _by_number(squares.ground, shown, float((~tiles).mean()), hues, counts)
    grounds = {
        kind: usual_colour(squares.ground[tuple(np.transpose(places))])
        for kind in PREMIUMS
        if (places := [place for place, read in kinds.items() if read == kind])
    }
    rows = [["."] * len(tiles) for _ in tiles]
    unknown = []
    for row, column in shown:
        colour = squares.ground[row, column]
        kind = kinds.get((row, column)) or _like_labelled(colour, grounds)
        if kind := kind or _kind_by_hue(colour, hues):
            rows[row][column] = kind
        else:
            unknown.append((row, column))
    if len(unknown) > max(3, len(shown) // 4):
        return None
    rows[middle][middle] = "*"
    return RandomPremiums(tuple("".join(row) for row in rows), tuple(unknown), by, counts)


def _by_number(
    ground: Floats,
    shown: Sequence[Place],
    bare: float,
    hues: Mapping[str, float],
    counts: Mapping[str, int],
) -> tuple[dict[Place, str], IdentifiedBy]:
    """The kinds of squares without labels, and what identified them.

    ``ground``, ``(n, n, 3)``, are the colours of all squares, ``shown`` those with a premium, and
    ``bare`` is the share without tiles. ``hues``, those of the kinds in the nearest look, decide
    where the numbers allow them. ``counts`` are the premiums of each kind on a whole board.
    """
    colours = np.array([ground[place] for place in shown], np.float32).reshape(-1, 3)
    classes = _classes(colours)[: len(counts)]
    if 2 * len(classes) < len(counts):
        return {}, "hues"
    odds = {
        kinds: _log_odds(dict(zip(kinds, map(len, classes), strict=True)), counts, bare)
        for kinds in permutations(counts, len(classes))
    }
    best, second = sorted(odds, key=lambda kinds: -odds[kinds])[:2]
    if odds[best] == -inf:
        return {}, "hues"
    told = tuple(_kind_by_hue(usual_colour(colours[own]), hues) or "" for own in classes)
    by: IdentifiedBy = "numbers" if odds[best] - odds[second] >= TILE else "guess"
    if odds.get(told, -inf) > odds[best] - TILE:
        best, by = told, "numbers" if told == best and by == "numbers" else "hues"
    return {shown[k]: kind for own, kind in zip(classes, best, strict=True) for k in own}, by


def _classes(colours: Floats) -> list[list[int]]:
    """Groups of similar colours among ``(K, 3)``, the largest first; small groups left out."""
    groups = colour_groups(colours, SAME_COLOUR)
    return [own.tolist() for own in takewhile(lambda own: len(own) >= FEW, groups)]


def _log_odds(numbers: Mapping[str, int], counts: Mapping[str, int], bare: float) -> float:
    """Log-likelihood that so many of each kind are visible if tiles cover squares at random."""
    share, total = min(max(bare, 0.02), 0.995), 0.0
    for kind, dealt in counts.items():
        seen = numbers.get(kind, 0)
        if seen > dealt:
            return -inf
        total += log(comb(dealt, seen)) + seen * log(share) + (dealt - seen) * log(1 - share)
    return total


def _like_labelled(colour: Floats, grounds: Mapping[str, Floats]) -> str | None:
    """The kind of premium whose identified squares have that colour."""
    apart = {kind: float(np.linalg.norm(colour - own)) for kind, own in grounds.items()}
    kind = min(apart, key=apart.__getitem__, default="")
    return kind if kind and apart[kind] <= SAME_COLOUR else None


def _kind_by_hue(colour: Floats, hues: Mapping[str, float]) -> str | None:
    """The kind of premium of that hue, None for greys and hues between."""
    if not hues:
        return None
    hue, saturation = _hue_of(colour)
    apart = {kind: min(abs(hue - own), 180 - abs(hue - own)) for kind, own in hues.items()}
    kind = min(apart, key=apart.__getitem__)
    return kind if saturation >= LEAST_SATURATION and 2 * apart[kind] <= SAME_HUE else None


def _hue_of(colour: Floats) -> tuple[float, float]:
    """Hue, 0 to 180, and saturation, 0 to 255."""
    pixel = np.clip(np.asarray(colour), 0, 255).astype(np.uint8).reshape(1, 1, 3)
    hue, saturation, _ = cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0].tolist()
    return float(hue), float(saturation)
