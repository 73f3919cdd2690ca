"""Bare squares of a board in; its game and the premium of each square out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from vision.board.lattice import Layouts
from vision.board.premiums import PREMIUMS, LayoutFit, fit_layouts, kinds_of, read_labels
from vision.board.random_premiums import games_with_random_premiums, read_random_premiums
from vision.board.squares import Squares
from vision.imaging import (
    NEARLY_ALL,
    OTHER_COLOUR,
    Bools,
    Bytes,
    Floats,
    Place,
    places_in,
    usual_colour,
)
from vision.themes import Theme, nearest_theme, shipped_themes

LEAD = 0.01
"""Lead in agreement that decides between two layouts: one square in a hundred."""

RANDOM = "random"
"""Layout of boards whose premiums are placed anew for every match."""


class BoardKind(NamedTuple):
    """Game and premiums of a board.

    Attributes:
        game: The game's name.
        layout: Name of its layout, ``random`` where the premiums were read square by square.
        theme: The look, None where no theme describes it.
        premiums: Rows of premium characters; ``.`` under tiles of a random board, where they are
            unknown.
        sure: Whether game, labels and colours leave no doubt.
        unknown: ``(row, column)`` of printed squares whose premium could not be identified.
        contested: ``(row, column)`` of squares whose premium differs in a layout that fits as well.
    """

    game: str
    layout: str
    theme: Theme | None
    premiums: tuple[str, ...]
    sure: bool
    unknown: tuple[Place, ...] = ()
    contested: frozenset[Place] = frozenset()

    def covered(self, squares: Bools) -> BoardKind:
        """This kind if ``(n, n)`` bool bare squares are covered, which hides random premiums."""
        if self.layout != RANDOM:
            return self
        return self._replace(unknown=tuple(dict.fromkeys([*self.unknown, *places_in(squares)])))


def identify_layout(
    board: Bytes, squares: Squares, tiles: Bools, layouts: Layouts, themes: Sequence[Theme]
) -> BoardKind | None:
    """Game and premiums from the squares that no tile covers, None where nothing fits.

    Args:
        board: The cut board, ``(n * CELL, n * CELL, 3)`` uint8.
        squares: What its squares look like.
        tiles: ``(n, n)`` bool, where tiles lie.
        layouts: Names of games and their layouts.
        themes: The known looks; where there are none, the shipped ones still give the hues of
            random boards.
    """
    fits = fit_layouts(squares, layouts, tiles)
    if fits and fits[0].agreement >= NEARLY_ALL:
        near = [fit for fit in fits if fit.agreement > fits[0].agreement - LEAD]
        best, *rivals = _agreeing(near, board, squares, tiles)
        game, layout, _ = best
        own = [theme for theme in themes if theme.game == game]
        theme = nearest_theme(_colours_seen(squares, tiles, layout.premiums), own)
        sure = all(rival.game == game or not _differing([best, rival]) for rival in rivals)
        contested = _differing([best, *rivals])
        return BoardKind(game, layout.name, theme, layout.premiums, sure, contested=contested)
    kind = _read_premiums(board, squares, tiles, layouts, themes or shipped_themes())
    return kind if themes or kind is None else kind._replace(theme=None)


def _differing(fits: Sequence[LayoutFit]) -> frozenset[Place]:
    """The squares on which layouts have different premiums."""
    kinds = np.stack([kinds_of(fit.layout.premiums) for fit in fits])
    return frozenset(places_in((kinds != kinds[0]).any(axis=0)))


def _agreeing(
    fits: Sequence[LayoutFit], board: Bytes, squares: Squares, tiles: Bools
) -> list[LayoutFit]:
    """The layouts that agree best with the printed squares on which they differ.

    The label tells a square's kind, or else its colour. A layout with no premium there is wrong in
    any case.
    """
    bare = sorted(place for place in _differing(fits) if not (tiles | squares.plain)[place])
    told = _told_by_colour(bare, fits, squares, tiles) | read_labels(board, bare) if bare else {}
    agree = []
    for fit in fits:
        kinds = [fit.layout.premiums[row][column] for row, column in bare]
        right = sum(told.get(place) == kind for place, kind in zip(bare, kinds, strict=True))
        agree.append(right - kinds.count("."))
    return [fit for fit, count in zip(fits, agree, strict=True) if count == max(agree)]


def _told_by_colour(
    places: Sequence[Place], fits: Sequence[LayoutFit], squares: Squares, tiles: Bools
) -> dict[Place, str]:
    """The kinds of contested squares whose colour is clearly that of one kind elsewhere.

    The nearest kind must lead the second by more than the noise: the farthest that a plain square
    is from the usual plain colour. Without plain squares the noise is unknown, and no kind told.
    """
    left_out = tiles.copy()
    for place in places:
        left_out[place] = True
    colours = _colours_seen(squares, left_out, fits[0].layout.premiums)
    if "plain" not in colours:
        return {}
    noise = float(np.linalg.norm(squares.ground[squares.plain] - colours["plain"], axis=1).max())
    told = {}
    for row, column in places:
        kinds = sorted({fit.layout.premiums[row][column] for fit in fits})
        if colours.keys() >= {*kinds}:
            own = squares.ground[row, column]
            apart = [float(np.linalg.norm(own - colours[kind])) for kind in kinds]
            nearest, second = sorted(apart)[:2]
            if second - nearest > noise:
                told[row, column] = kinds[apart.index(nearest)]
    return told


def _colours_seen(
    squares: Squares, tiles: Bools, premiums: tuple[str, ...]
) -> Mapping[str, Floats]:
    """Median ground colour of plain squares and of each visible kind of premium."""
    kinds = kinds_of(premiums)
    masks = {kind: (kinds == kind) & ~squares.plain & ~tiles for kind in PREMIUMS}
    masks["plain"] = squares.plain
    return {kind: usual_colour(squares.ground[mask]) for kind, mask in masks.items() if mask.any()}


def _read_premiums(
    board: Bytes, squares: Squares, tiles: Bools, layouts: Layouts, themes: Sequence[Theme]
) -> BoardKind | None:
    """A board with random premiums, told by labels, colours or hues; None where it has none."""
    games = games_with_random_premiums(len(squares.plain), layouts)
    if not games:
        return None
    plain = usual_colour(squares.ground[squares.plain])
    looks = [theme for theme in themes if theme.game in games]
    apart = [float(np.linalg.norm(theme.colours["plain"] - plain)) for theme in looks]
    theme = looks[apart.index(min(apart))] if looks else None
    known = min(apart, default=np.inf) <= OTHER_COLOUR
    game, counts = next(iter(games.items()))
    dealt = read_random_premiums(board, squares, tiles, theme.colours if theme else None, counts)
    if dealt is None:
        return None
    theme = theme if known else None
    sure = dealt.by == "numbers" or (known and dealt.by == "hues")
    sure = (dealt.by == "labels" or (sure and not dealt.unknown)) and not dealt.too_many
    return BoardKind(game, RANDOM, theme, dealt.premiums, sure, dealt.unknown)


def likely_games(squares: Squares, layouts: Layouts) -> tuple[str, ...]:
    """Games that are possible before the tiles are known, the most likely first."""
    fits = fit_layouts(squares, layouts)
    best = fits[0].agreement if fits else 0.0
    near = [fit.game for fit in fits if fit.agreement >= best > 0.0]
    dealt = [] if best >= NEARLY_ALL else [game for game, layout in layouts if layout.random]
    return tuple(dict.fromkeys([*dealt, *near]))
