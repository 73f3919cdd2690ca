"""Layout: which game it is and what premium lies on each square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.ruleset import Layout
from vision.colours import usual_colour
from vision.labels import read_labels
from vision.premiums import PREMIUMS, LayoutFit, fit_layouts, kinds_of
from vision.squares import Squares
from vision.theme import Theme, nearest_theme
from vision.theme_reading import shipped_themes

Floats = NDArray[np.float32]

AGREES = 0.8
"""Agreement from which a known layout is taken to be the board's."""

LEAD = 0.01
"""Lead in agreement that settles which of two layouts it is: one square in a hundred."""

LEAST_SATURATION = 60
"""Saturation, of 255, from which a colour has a hue to go by."""

KNOWN = 40.0
"""Distance of plain squares' colours (0 to 441) up to which a board dealt at random has a look."""

SAME_COLOUR = 20.0
"""Distance of colours within which a square is of the kind that labels tell of others; those of
two kinds are 60 and more apart."""

SAME_HUE = 14
"""Distance of hues, of 180, within which two colours are of one kind."""

RANDOM = "random"
"""Layout of boards whose premiums are dealt anew for every match."""

DEALT = {"d": 23, "t": 18, "D": 12, "T": 9}
"""Premiums of a random Wordfeud board, counted on real boards."""

FEWEST = 0.25
"""Share of the premiums dealt, as far as no tiles are to be expected on them, that must be in
sight: 0.56 and more are, but fewer before labels taken for tiles are found out."""

RANDOM_GAMES = ("wordfeud",)
"""Games that deal premium squares anew for every match."""


@dataclass(frozen=True, slots=True)
class BoardKind:
    """Game and premiums of a board.

    Attributes:
        game: The game's name.
        layout: Name of its layout, ``random`` where the premiums were read square by square.
        theme: The look, None where no theme describes it.
        premiums: Rows of premium characters; under tiles of a random board they are unknown and
            ``.``.
        sure: Whether layout and colours leave no doubt.
        unknown: ``(row, column)`` of printed squares whose premium could not be told.
    """

    game: str
    layout: str
    theme: Theme | None
    premiums: tuple[str, ...]
    sure: bool
    unknown: tuple[tuple[int, int], ...] = ()


def tell_layout(
    board: NDArray[np.uint8],
    squares: Squares,
    tiles: NDArray[np.bool_],
    layouts: Sequence[tuple[str, Layout]],
    themes: Sequence[Theme],
) -> BoardKind | None:
    """Game and premiums from the squares that no tile covers, None where nothing fits.

    Args:
        board: The cut board, ``(n * CELL, n * CELL, 3)`` uint8.
        squares: What its squares look like.
        tiles: ``(n, n)`` bool, where tiles lie.
        layouts: Names of games and their layouts.
        themes: The known looks; where there are none, shipped ones still tell the hues of random
            boards.
    """
    fits = fit_layouts(squares, layouts, tiles)
    if fits and fits[0].agreement >= AGREES:
        best = fits[0]
        theme = nearest_theme(_colours_seen(squares, tiles, best.layout.premiums), themes)
        rivals = [fit for fit in fits[1:] if fit.agreement > best.agreement - LEAD]
        if theme is not None and theme.game != best.game:
            best = next((fit for fit in rivals if fit.game == theme.game), best)
        return BoardKind(
            best.game,
            best.layout.name,
            theme,
            best.layout.premiums,
            not rivals or _same(rivals, best),
        )
    kind = _read_premiums(board, squares, tiles, layouts, themes or shipped_themes())
    return kind if themes or kind is None else replace(kind, theme=None)


def _same(rivals: Sequence[LayoutFit], best: LayoutFit) -> bool:
    return all(rival.layout.premiums == best.layout.premiums for rival in rivals)


def _colours_seen(
    squares: Squares, tiles: NDArray[np.bool_], premiums: tuple[str, ...]
) -> Mapping[str, Floats]:
    """Median ground colour of plain squares and of each kind of premium in sight."""
    kinds = kinds_of(premiums)
    masks = {kind: (kinds == kind) & ~squares.plain & ~tiles for kind in PREMIUMS}
    masks["plain"] = squares.plain
    return {kind: usual_colour(squares.ground[mask]) for kind, mask in masks.items() if mask.any()}


def _read_premiums(
    board: NDArray[np.uint8],
    squares: Squares,
    tiles: NDArray[np.bool_],
    layouts: Sequence[tuple[str, Layout]],
    themes: Sequence[Theme],
) -> BoardKind | None:
    """A board dealt at random: each square's kind by its label or its hue."""
    size = len(squares.plain)
    plain = usual_colour(squares.ground[squares.plain])
    games = [game for game, layout in layouts if game in RANDOM_GAMES and layout.size == size]
    if not games:
        return None
    dealt = [theme for theme in themes if theme.game in games]
    apart = [float(np.linalg.norm(theme.colours["plain"] - plain)) for theme in dealt]
    theme = dealt[apart.index(min(apart))] if dealt else None
    known = min(apart, default=np.inf) <= KNOWN
    hues = {kind: _hue(theme.colours[kind]) for kind in PREMIUMS} if theme else {}
    rows = [["."] * size for _ in range(size)]
    unknown = []
    shown = [(int(row), int(column)) for row, column in np.argwhere(~squares.plain & ~tiles)]
    if len(shown) < FEWEST * sum(DEALT.values()) * (~tiles).mean():
        return None
    labels = read_labels(board, shown)
    grounds = {
        kind: usual_colour(squares.ground[tuple(np.transpose(places))])
        for kind in PREMIUMS
        if (places := [place for place, read in labels.items() if read == kind])
    }
    for row, column in shown:
        colour = squares.ground[row, column]
        kind = labels.get((row, column)) or _like_labelled(colour, grounds)
        kind = kind or _kind_by_hue(colour, hues)
        if kind is None:
            unknown.append((row, column))
        else:
            rows[row][column] = kind
    middle = size // 2
    if unknown == [(middle, middle)]:
        unknown = []
    if len(unknown) > max(3, len(shown) // 4):
        return None
    if rows[middle][middle] == ".":
        rows[middle][middle] = "*"
    return BoardKind(
        games[0],
        RANDOM,
        theme if known else None,
        tuple("".join(row) for row in rows),
        known and not unknown and not _too_many(rows),
        tuple(unknown),
    )


def _too_many(rows: Sequence[Sequence[str]]) -> bool:
    """Whether more premiums of a kind are in sight than are dealt."""
    flat = [kind for row in rows for kind in row]
    return any(flat.count(kind) > most for kind, most in DEALT.items())


def _like_labelled(colour: Floats, grounds: Mapping[str, Floats]) -> str | None:
    """The kind of premium of which the squares with a legible label have that colour."""
    apart = {kind: float(np.linalg.norm(colour - own)) for kind, own in grounds.items()}
    kind = min(apart, key=lambda each: apart[each], default="")
    return kind if kind and apart[kind] <= SAME_COLOUR else None


def _kind_by_hue(colour: Floats, hues: Mapping[str, float]) -> str | None:
    """The kind of premium of that hue, None for greys and hues between."""
    if not hues:
        return None
    hue = _hue(colour)
    apart = {kind: min(abs(hue - own), 180 - abs(hue - own)) for kind, own in hues.items()}
    kind = min(apart, key=lambda each: apart[each])
    return kind if _saturation(colour) >= LEAST_SATURATION and apart[kind] <= SAME_HUE else None


def _hue(colour: Floats) -> float:
    return float(_hsv(colour)[0])


def _saturation(colour: Floats) -> float:
    return float(_hsv(colour)[1])


def _hsv(colour: Floats) -> NDArray[np.uint8]:
    pixel = np.clip(np.asarray(colour), 0, 255).astype(np.uint8).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0], dtype=np.uint8)


def likely_games(squares: Squares, layouts: Sequence[tuple[str, Layout]]) -> tuple[str, ...]:
    """Games that come into question before the tiles are known, the most likely first."""
    fits = fit_layouts(squares, layouts)
    best = fits[0].agreement if fits else 0.0
    near = [fit.game for fit in fits if fit.agreement > max(0.0, best - 0.15)]
    dealt = [] if best >= AGREES else [game for game, _ in layouts if game in RANDOM_GAMES]
    return tuple(dict.fromkeys([*dealt, *near]))
