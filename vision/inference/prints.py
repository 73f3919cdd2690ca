"""What is printed on the tiles of a path game, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats
from vision.tiles import Mark, Numeral, TileObservations


class Several(NamedTuple):
    """Several characters on one tile.

    Attributes:
        signs: Each dash and slash, and ``""`` for each letter.
        marks: The L letters, as large as single ones and in their place.
        scores: ``(L, N)`` their likeness to N letters.
    """

    signs: tuple[str, ...]
    marks: tuple[Mark, ...]
    scores: Floats

    def spell(self, letters: Sequence[str]) -> str:
        """The text with these letters."""
        left = iter(letters)
        return "".join(sign or next(left) for sign in self.signs)


class Prints(NamedTuple):
    """What is printed on the K tiles of a grid.

    Attributes:
        faces: What each tile shows; likeness of those under something is by what is visible.
        hidden: ``(K,)`` bool, tiles on which something may lie.
        several: The tiles with several characters, by number.
    """

    faces: TileObservations
    hidden: NDArray[np.bool_]
    several: Mapping[int, Several]

    @property
    def likeness(self) -> Floats:
        """``(K,)`` likeness of each tile's letters, the least, to those they are most like."""
        found = self.faces.letters.best.copy()
        for k, each in self.several.items():
            found[k] = each.scores.max(axis=1).min()
        return found

    @property
    def texts(self) -> list[str]:
        """What each tile looks like by its letters alone."""
        names = self.faces.letters.letters
        found = self.faces.letters.named(list(range(len(self.hidden))))
        for k, each in self.several.items():
            found[k] = each.spell([names[n] for n in each.scores.argmax(axis=1).tolist()])
        return found

    def glyphs(self) -> tuple[TileObservations, list[list[int]]]:
        """The tiles and behind them each letter of several; the places of each tile's letters."""
        faces, count = self.faces, len(self.hidden)
        places, extra = [[k] for k in range(count)], 0
        for k, each in self.several.items():
            places[k] = [count + extra + n for n in range(len(each.marks))]
            extra += len(each.marks)
        owners = [k for k, each in self.several.items() for _ in each.marks]
        parts = [mark for each in self.several.values() for mark in each.marks]
        marks = [
            mark and mark._replace(hidden=float(self.hidden[k]) or mark.hidden)
            for k, mark in zip([*range(count), *owners], [*faces.marks, *parts], strict=True)
        ]
        scores = np.concatenate(
            [faces.letters.scores, *(each.scores for each in self.several.values())]
        )
        alone = ~self.hidden
        alone[list(self.several)] = False
        wide = [*range(count), *owners]
        return replace(
            faces.only(wide),
            letters=replace(faces.letters, scores=scores),
            numerals=(*faces.numerals, *[Numeral(0.0, hidden=True, scores={})] * len(owners)),
            marks=tuple(marks),
            is_tile=np.concatenate([alone, np.zeros(len(owners), np.bool_)]),
        ), places
