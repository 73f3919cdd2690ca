"""What is printed on the tiles of a path game, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats
from vision.tiles import Mark, TileObservations, look_at_marks


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

    def without_numerals(self) -> Prints:
        """The same where numerals tell nothing of letters."""
        return self._replace(faces=replace(self.faces, prints=None))

    def glyphs(self) -> tuple[TileObservations, list[list[int]]]:
        """The tiles and behind them each letter of several; the places of each tile's letters."""
        faces, several, count = self.faces, self.several, len(self.hidden)
        parts = [mark for each in several.values() for mark in each.marks]
        owners = [*range(count), *(k for k, each in several.items() for _ in each.marks)]
        places = [
            [n for n, owner in enumerate(owners) if owner == k and (n >= count) == (k in several)]
            for k in range(count)
        ]
        hidden = self.hidden[owners].tolist()
        scores = [faces.letters.scores, *(each.scores for each in several.values())]
        seen = replace(
            faces.only(owners),
            letters=replace(faces.letters, scores=np.concatenate(scores)),
            told=np.concatenate([faces.told, look_at_marks(parts)]),
            prints=faces.prints and faces.prints.only(list(range(count)), unseen=len(parts)),
            marks=tuple(
                mark and mark._replace(hidden=max(mark.hidden, float(covered)))
                for mark, covered in zip([*faces.marks, *parts], hidden, strict=True)
            ),
            is_tile=~(np.isin(owners, list(several)) | hidden),
        )
        return seen, places
