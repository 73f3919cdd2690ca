"""Trust: how far a picture's numerals can be relied on, judged by the letters that are sure."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import median

import numpy as np

from solver.game.parts import TileSet
from vision.tiles.classify import Faces

SURE_LIKENESS = 0.9
"""Likeness, and a lead of SURE_LEAD, from which a letter is right whatever its numeral says."""

SURE_LEAD = 0.06

TRUSTED = 0.8
"""Share of sure letters whose numeral agrees, from which one that does not is a doubt; where fewer
agree, their ink tells nothing of the others' either."""

ODD_INK = (0.45, 1.6)
"""Ink of a numeral, over what its value usually takes, outside of which it is another value."""


@dataclass(frozen=True, slots=True)
class Trust:
    """How the numerals of a picture do.

    Attributes:
        share: Of the sure letters with a legible numeral, those whose value it gives, 0 to 1; a
            single one whose value it does not give is left out.
        ink: Usual ink, as a share of a numeral's, for each value that is seen more than once.
    """

    share: float
    ink: dict[int, float]

    def believes(self, value: int, ink: float) -> bool:
        """Whether a numeral of that ink can be that value."""
        usual = self.ink.get(value)
        return usual is None or ODD_INK[0] <= ink / usual <= ODD_INK[1]


def weigh_numerals(faces: Faces, tiles: TileSet) -> Trust:
    """Hold the numerals of a picture against its sure letters.

    Args:
        faces: What the cells show.
        tiles: The language's tiles.
    """
    agree, told = 0, 0
    inks: defaultdict[int, list[float]] = defaultdict(list)
    scores = faces.letters.scores
    second, first = np.sort(scores, axis=1)[:, -2:].T
    sure = faces.is_tile & (first >= SURE_LIKENESS) & (first - second >= SURE_LEAD)
    places: list[int] = np.flatnonzero(sure).tolist()
    for k, letter in zip(places, faces.letters.named(places), strict=True):
        numeral = faces.numerals[k]
        value = numeral.value
        if not value:
            continue
        told += 1
        if value == tiles.values.get(letter):
            agree += 1
            inks[value].append(numeral.ink)
    usual = {value: median(each) for value, each in inks.items() if len(each) > 1}
    share = (agree + 1) / max(told, agree + 1)  # one at odds is judged by the others alone
    return Trust(share, {value: ink for value, ink in usual.items() if ink > 0})
