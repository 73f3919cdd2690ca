"""Letters and values on the tiles in; the language that fits them best, and what it lacks, out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from solver.game import TileSet
from vision.imaging import Doubles
from vision.inference.confidence import chance_of
from vision.tiles import TileObservations

ELSEWHERE = 0.01
"""Share of pictures in a language that is not known."""

FOREIGN = 0.05
"""Share of tiles there whose letter known languages lack: of German ones 3 of 100, of Polish 10."""

AS_LIKELY = math.log((1 - FOREIGN) / FOREIGN)
"""What makes such a letter as likely there as those of the language."""

UNLISTED, UNLISTED_ELSEWHERE = 15 / 1209, 0.5
"""Share of runs that are no words: of labelled screens of games whose list is known, and in another
language. Of 4,816 runs of games in six languages 60 of 100 are no English words, if accents count
for nothing (52 of French, 66 of Portuguese); some more are read as words."""


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


def foreign_letters(strange: Doubles, listed: int, unlisted: int) -> Doubles:
    """``(K,)`` probability that the letter of each tile of a picture is one of other languages.

    All tiles and runs together tell whether the picture is in a language that is not known.

    Args:
        strange: ``(K,)`` as of `Evidence`.
        listed: How many runs are words of the language that is known; 0 where its words are not.
        unlisted: How many are none.
    """
    own = math.log(FOREIGN) + strange
    odds = np.logaddexp(math.log(1 - FOREIGN), own)
    words = unlisted * math.log(UNLISTED_ELSEWHERE / UNLISTED)
    words += listed * math.log((1 - UNLISTED_ELSEWHERE) / (1 - UNLISTED))
    elsewhere = math.log(ELSEWHERE / (1 - ELSEWHERE)) + float(odds.sum()) + words
    return np.asarray(np.exp(own - odds) * chance_of(elsewhere), np.float64)
