"""Speech: the language of the tiles, and whose game they are, told from the values on them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.game import TileSet
from vision.tiles import Faces

LEAD = (1.5, 0.04)
"""What the values have to speak more for another game, in tiles and as a share of the tiles: a
misread numeral makes 0.5, English ones of another game 0.08 a tile, other languages 0.2."""


def choose_language(faces: Sequence[Faces], languages: Sequence[TileSet]) -> TileSet:
    """The language whose letters and values agree best with the tiles; the first of equals."""
    if len(languages) == 1:
        return languages[0]
    return max(
        languages, key=lambda tiles: round(sum(_agreement(each, tiles) for each in faces), 3)
    )


def of_another_game(faces: Faces, own: Sequence[TileSet], others: Sequence[TileSet]) -> bool:
    """Whether the values on the tiles are those of another game.

    Args:
        faces: What the board's squares show.
        own: The languages of the game it is taken for.
        others: Those of all other games.
    """
    least, share = LEAD
    best, other = (
        max((_agreement(faces, tiles) for tiles in spoken), default=-np.inf)
        for spoken in (own, others)
    )
    return bool(other - best >= max(least, share * faces.is_tile.sum()))


def _agreement(faces: Faces, tiles: TileSet) -> float:
    """How far the best letters exist in the language and have the values printed on them."""
    total = 0.0
    places: list[int] = np.flatnonzero(faces.is_tile).tolist()
    for k, letter in zip(places, faces.letters.named(places), strict=True):
        numeral = faces.numerals[k]
        if letter not in tiles.values:
            total -= 1.0
        elif numeral.value is not None and numeral.value > 0:
            total += numeral.scores.get(tiles.values[letter], 0.0)
    return total
