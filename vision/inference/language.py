"""Letters and values on the tiles in; the language and game that fit them best out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.game import TileSet
from vision.tiles import TileObservations


def choose_language(faces: Sequence[TileObservations], languages: Sequence[TileSet]) -> TileSet:
    """The language whose letters and values agree best with the tiles; the first of equals."""
    if len(languages) == 1:
        return languages[0]
    return max(
        languages, key=lambda tiles: round(sum(_agreement(each, tiles) for each in faces), 3)
    )


def _agreement(faces: TileObservations, tiles: TileSet) -> float:
    """How far the best letters exist in the language and have the values printed on them."""
    total = 0.0
    places: list[int] = np.flatnonzero(faces.is_tile).tolist()
    for k, letter in zip(places, faces.letters.named(places), strict=True):
        numeral = faces.numeral(k)
        if letter not in tiles.values:
            total -= 1.0
        elif numeral.value is not None and numeral.value > 0:
            total += numeral.chance(tiles.values[letter])
    return total
