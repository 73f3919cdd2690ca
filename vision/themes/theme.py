"""A look as a value: its game, colours and proportions, how it marks blanks, its own glyphs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from vision.imaging import Floats
from vision.tiles import GlyphBank

GENERIC = "generic"
"""Name given to a look that no theme describes."""

MATCH = 30.0
"""Mean distance of colours (0 to 441) up to which a picture has a theme's look."""

OWN_LEAD = 8.0
"""How much farther a user's own theme may be and still be preferred to a shipped one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure: its mean, its standard deviation, how many samples it comes from."""

    mean: float
    spread: float
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """A look.

    Attributes:
        name: Its folder's name.
        title: Its name for people.
        game: The game it belongs to.
        blank: ``none`` where a blank on the board shows no numeral, ``zero`` where it shows a 0,
            ``unknown`` where each picture has to tell.
        colours: Ground colour, ``(3,)`` float32 blue green red, of ``plain`` and of each kind of
            premium.
        tiles: ``(T, 3)`` ground colours of tiles, the most common first.
        inks: ``(I, 3)`` colours of their letters, the most common first; may be empty.
        others: Further colours where known: ``rack`` (ground of rack tiles), ``laid`` and
            ``laid_ink`` (of tiles laid but not played), ``last_move`` and ``last_move_ink`` (of
            the tiles laid last).
        spread: Distance of the samples of a colour from it, root mean square, 0 to 441; missing
            ones are not known.
        proportions: Lengths. ``letter_top``, ``letter_height``, ``numeral_top``,
            ``numeral_height``, ``numeral_right`` (from the farther side) as shares of a board
            square, with the numeral mirrored to the upper right corner (only older themes measure
            numerals); ``rack_side``, ``rack_step`` and ``rack_gap`` (board to rack) in board
            squares.
        glyphs: Masks of its letters cut from pictures, one font; None where it has none.
        folder: Where it lies; None where it was not read from a folder.
        own: Whether it is the user's.
    """

    name: str
    title: str
    game: str
    blank: str
    colours: Mapping[str, Floats]
    tiles: Floats
    inks: Floats = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    others: Mapping[str, Floats] = field(default_factory=dict)
    spread: Mapping[str, float] = field(default_factory=dict)
    proportions: Mapping[str, Figure] = field(default_factory=dict)
    glyphs: GlyphBank | None = None
    folder: Path | None = None
    own: bool = False

    def distance(self, seen: Mapping[str, Floats]) -> float:
        """Mean distance of the colours seen to the theme's, over those that both know.

        Distances within the spread of the theme's samples count as 0.
        """
        apart = [
            max(0.0, math.dist(own, colour) - min(self.spread.get(kind, 0.0), MATCH / 2))
            for kind, colour in seen.items()
            if (own := self.colours.get(kind)) is not None
        ]
        return sum(apart) / len(apart) if apart else 441.0


def nearest_theme(seen: Mapping[str, Floats], themes: Sequence[Theme]) -> Theme | None:
    """The theme with the nearest colours, None where no theme is near.

    A theme of the user's is preferred to a shipped one that is about as near.
    """
    near = [
        (distance - OWN_LEAD * theme.own, theme.name, theme)
        for theme in themes
        if (distance := theme.distance(seen)) <= MATCH
    ]
    return min(near)[2] if near else None
