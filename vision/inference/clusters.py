"""Glyphs of a picture's tiles in; clusters of tiles that show the same letter out.

Tiles of one letter look alike in any font. A letter that the bank's fonts draw differently may be
read as another one with certainty, but it differs from the tiles that do show that other letter.
A cluster like no known letter is identified by the words it stands in: several have to agree.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

import numpy as np

from solver.game import TileSet
from solver.words import Lexicon
from vision.doubts import Reason, Why, because
from vision.imaging import Floats, Place
from vision.inference.choice import DOUBTED, DOUBTFUL, Choice
from vision.inference.runs import runs_of
from vision.tiles import Mark, TileObservations, likeness_among, shapes_of

LIKE = 0.9
"""Likeness of tiles of one letter to each other: in sharp pictures 0.99, 0.95 and more at 20 pixels
a square; different letters reach 0.83, an O and a D or a Q in small pictures 0.9."""

SAME = 0.97
"""Likeness that only tiles of one letter have to each other."""

CLOSE = 0.08
"""Difference in likeness to a letter between two clusters read as it up to which either may be that
letter: a serif I is 0.1 and more less like a T than the Ts are."""

ENOUGH = 2
"""How many more words a letter has to make than any other."""

LACKED = 0.25
"""Share of the words that the list may lack."""


def identify_clusters(
    tiles: Mapping[Place, Choice], bag: TileSet, lexicon: Lexicon | None
) -> dict[int, str]:
    """The letters of the clusters that words identify beyond doubt.

    A run counts where nothing else in it is in doubt, so one cluster may help to identify the next.

    Args:
        tiles: The letters of the squares with played tiles.
        bag: The language's tiles.
        lexicon: The language's words, None where there is no list.
    """
    kinds: dict[int, list[Place]] = defaultdict(list)
    for place, choice in tiles.items():
        if choice.kind:
            kinds[choice.kind].append(place)
    solved: dict[int, str] = {}
    if lexicon is None:
        return solved
    runs = runs_of(tiles)
    letters = {place: choice.letter for place, choice in tiles.items()}
    known = {place for place, choice in tiles.items() if choice.confidence >= DOUBTFUL}
    while True:
        before = len(solved)
        for kind in kinds.keys() - solved.keys():
            own = set(kinds[kind])
            told = [run for run in runs if own & set(run) and own.issuperset(set(run) - known)]
            counts = Counter(dict.fromkeys(_candidates([tiles[place] for place in own], bag), 0))
            for letter in counts:
                counts[letter] = sum(_word(run, letters, own, letter) in lexicon for run in told)
            (best, most), *others = counts.most_common(2) or [("", 0)]
            lead = most - max((count for _, count in others), default=0)
            if lead >= ENOUGH and len(told) - most <= LACKED * len(told):
                solved[kind] = best
                letters |= dict.fromkeys(own, best)
                known |= own
        if len(solved) == before:
            return solved


def as_identified(choice: Choice, solved: Mapping[int, str], bag: TileSet) -> Choice:
    """A tile as the letter of its cluster; whether it is a blank remains as it was.

    A tile whose numeral is not that letter's remains in doubt.
    """
    letter = solved.get(choice.kind, choice.letter)
    if not choice.blank and choice.value not in (None, bag.values.get(letter)):
        return choice
    if letter != choice.letter:
        choice = choice.read_as(letter)
    return choice.confirmed() if choice.kind in solved and not choice.may_be_blank else choice


def _candidates(choices: list[Choice], bag: TileSet) -> list[str]:
    """The letters worth what the numerals of these tiles show."""
    values = {choice.value for choice in choices if not choice.blank} - {None}
    return [letter for letter in bag.letters if letter != "?" and values <= {bag.values[letter]}]


def _word(run: list[Place], letters: Mapping[Place, str], own: set[Place], letter: str) -> str:
    """The text of a run with a letter on some places."""
    return "".join(letter if place in own else letters[place] for place in run)


class _SeenTile(NamedTuple):
    """A tile whose letter is fully visible.

    Attributes:
        place: Which of the sets it belongs to, and its number there.
        choice: Its letter.
        mark: What is printed on it.
        clear: Likeness to a letter of the bank.
    """

    place: tuple[int, int]
    choice: Choice
    mark: Mark
    clear: float


def compare_within_clusters(
    seen: Sequence[tuple[TileObservations, Sequence[Choice | None]]],
) -> list[list[Choice | None]]:
    """The choices, with a doubt for tiles that differ from the others of their letter.

    Where the tiles read as one letter form two clusters, the one that is less like it in the bank's
    fonts is some other letter; where both are as like it, either may be. Where two tiles look the
    same and are read differently, either may be wrong. Words cannot confirm such tiles: the right
    letter may be none of the candidates.

    Args:
        seen: Tiles of the board and of the rack: what they show, and the letter chosen for each.
    """
    result = [list(choices) for _, choices in seen]
    shown = [
        _SeenTile((number, k), choice, mark, clear)
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
        for n in _odd_clusters(numbers, shown, alike):
            doubts[n] = because(Why.UNLIKE, letter=letter), None
    for one, other in np.argwhere(~namesakes & (alike >= SAME)).tolist():
        letter, rival = letters[one], letters[other]
        if _body(letter) != _body(rival):
            doubts[one] = because(Why.SAME_LOOK, letter=letter, other=rival), rival
    for kind, numbers in enumerate(_clusters_of(sorted(doubts), alike, SAME), start=1):
        for n in numbers:
            choice = replace(shown[n].choice, kind=kind)
            if choice.confidence > DOUBTED:
                choice = choice.doubted(*doubts[n])
            number, k = shown[n].place
            result[number][k] = choice
    return result


def _body(letter: str) -> str:
    """A letter without its marks above or below."""
    return unicodedata.normalize("NFD", letter)[0]


def _odd_clusters(numbers: list[int], shown: Sequence[_SeenTile], alike: Floats) -> Iterator[int]:
    """Of tiles read as one letter, all clusters except the one that clearly is this letter."""
    kinds = [
        (median(shown[n].clear for n in kind), kind) for kind in _clusters_of(numbers, alike, LIKE)
    ]
    kinds.sort(reverse=True)
    if len(kinds) > 1:
        told = kinds[0][0] - kinds[1][0] > CLOSE
        for _, kind in kinds[told:]:
            yield from kind


def _clusters_of(numbers: list[int], alike: Floats, least: float) -> list[list[int]]:
    """Tiles in clusters: each is like some other of its cluster and none of another cluster."""
    left, kinds = set(numbers), []
    while left:
        kind = [left.pop()]
        for n in kind:  # grows inside the loop
            near = [m for m in left if alike[n, m] >= least]
            left.difference_update(near)
            kind += near
        kinds.append(kind)
    return kinds
