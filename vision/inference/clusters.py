"""Fellows: tiles of one picture that show the same letter look alike, whatever its font.

A letter that the bank's fonts draw otherwise may look more like another one, and surely so; beside
the tiles that do show that other one it looks odd.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.doubts import Reason, Why, because
from vision.inference.choice import DOUBTED, Choice
from vision.tiles.classify import Faces
from vision.tiles.glyphs import likeness_among
from vision.tiles.match import shapes_of
from vision.tiles.segment import Mark

Floats = NDArray[np.float32]

LIKE = 0.9
"""Likeness that tiles of one letter have to another of their kind: in sharp pictures 0.99, 0.95 and
more at 20 pixels a square; different letters reach 0.83, an O and a D or a Q in small ones 0.9."""

SAME = 0.97
"""Likeness that only tiles of one letter have."""

CLOSE = 0.08
"""Difference in likeness to a letter between two kinds of tiles read as it up to which it cannot be
told which of them it is: a serif I is 0.1 and more less like a T than the Ts are."""


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A tile whose letter nothing hides.

    Attributes:
        place: Which of the sets it is of, and its number there.
        choice: Its letter.
        mark: What is printed on it.
        clear: Likeness to a letter of the bank.
    """

    place: tuple[int, int]
    choice: Choice
    mark: Mark
    clear: float


def hold_to_fellows(
    seen: Sequence[tuple[Faces, Sequence[Choice | None]]],
) -> list[list[Choice | None]]:
    """The choices; in doubt those of tiles that look unlike others of their letter.

    Where the tiles read as one letter are of two kinds, those that are less like it in the bank's
    fonts are some other letter; where both are as like it, either may be. Where two look the same
    and are read differently, either may be wrong. Words bear none of this out, for the right letter
    may be none that was thought of.

    Args:
        seen: Tiles of the board and of the rack: what they show, and the letter chosen for each.
    """
    result = [list(choices) for _, choices in seen]
    shown = [
        _Shown((number, k), choice, mark, clear)
        for number, (faces, choices) in enumerate(seen)
        for k, (mark, choice, clear) in enumerate(
            zip(faces.marks, choices, faces.letters.best.tolist(), strict=True)
        )
        if mark is not None and choice is not None and mark.hidden == 0.0
    ]
    if len(shown) < 2:
        return result
    letters = [each.choice.letter for each in shown]
    codes = np.array([int.from_bytes(letter.encode()) for letter in letters])
    alike = likeness_among(*shapes_of([each.mark for each in shown]))
    doubts: dict[int, tuple[Reason, str | None]] = {}
    namesakes = codes[:, None] == codes
    odd = np.flatnonzero((namesakes & (alike < LIKE)).any(axis=1)).tolist()
    for letter in sorted({letters[n] for n in odd}):
        numbers = [n for n, each in enumerate(letters) if each == letter]
        for n in _strange(numbers, shown, alike):
            doubts[n] = because(Why.UNLIKE, letter=letter), None
    for one, other in np.argwhere(~namesakes & (alike >= SAME)).tolist():
        letter, rival = letters[one], letters[other]
        if _body(letter) != _body(rival):
            doubts[one] = because(Why.SAME_LOOK, letter=letter, other=rival), rival
    for kind, numbers in enumerate(_kinds(sorted(doubts), alike, SAME), start=1):
        for n in numbers:
            choice = replace(shown[n].choice, kind=kind)
            if choice.confidence > DOUBTED:
                choice = choice.doubted(*doubts[n])
            number, k = shown[n].place
            result[number][k] = choice
    return result


def _body(letter: str) -> str:
    """A letter without what stands above or below it."""
    return unicodedata.normalize("NFD", letter)[0]


def _strange(numbers: list[int], shown: Sequence[_Shown], alike: Floats) -> Iterator[int]:
    """Of tiles read as one letter, those of all kinds but the one that clearly is this letter."""
    kinds = [(median(shown[n].clear for n in kind), kind) for kind in _kinds(numbers, alike, LIKE)]
    kinds.sort(reverse=True)
    if len(kinds) > 1:
        told = kinds[0][0] - kinds[1][0] > CLOSE
        for _, kind in kinds[told:]:
            yield from kind


def _kinds(numbers: list[int], alike: Floats, least: float) -> list[list[int]]:
    """Tiles sorted into kinds: each is like some other of its kind and none of another kind."""
    left, kinds = set(numbers), []
    while left:
        kind = [left.pop()]
        for n in kind:  # grows as it goes
            near = [m for m in left if alike[n, m] >= least]
            left.difference_update(near)
            kind += near
        kinds.append(kind)
    return kinds
