"""Decipher: which letter tiles show that look alike, and like no letter known, from their words.

All tiles of a kind are the same letter, so that several words have to agree on it: as in a riddle,
few of them tell.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from solver.lexicon import Lexicon
from solver.ruleset import TileSet
from vision.choice import DOUBTFUL, Choice
from vision.reasons import Why, because
from vision.runs import BORNE_OUT, Place, borne_out, runs_of

ENOUGH = 2
"""How many more words a letter makes than any other for there to be no doubt."""

LACKED = 0.25
"""Share of the words that the list may lack."""

UNSURE = 0.45
"""Confidence of a letter that fewer words tell."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The letter of a kind of tiles.

    Attributes:
        letter: The one that makes words of the most runs.
        sure: Whether these are enough of them.
    """

    letter: str
    sure: bool


def decipher(
    tiles: Mapping[Place, Choice], bag: TileSet, lexicon: Lexicon | None
) -> dict[int, Solved]:
    """The letters of the kinds that words tell; those that several letters fit are left out.

    A run tells where nothing else in it is in doubt, so that one kind may tell of the next.

    Args:
        tiles: The letters of the squares with played tiles.
        bag: The language's tiles.
        lexicon: The language's words, None where there is no list.
    """
    kinds: dict[int, list[Place]] = defaultdict(list)
    for place, choice in tiles.items():
        if choice.kind:
            kinds[choice.kind].append(place)
    solved: dict[int, Solved] = {}
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
            if lead > 0 and len(told) - most <= LACKED * len(told):
                solved[kind] = Solved(best, lead >= ENOUGH)
                if solved[kind].sure:
                    letters |= dict.fromkeys(own, best)
                    known |= own
        if len(solved) == before:
            return solved


def settle(choice: Choice, solved: Mapping[int, Solved]) -> Choice:
    """A tile as the letter of its kind; whether it is a blank remains as it was."""
    told = solved.get(choice.kind)
    if told is None:
        return choice
    sure = told.sure and not choice.may_be_blank
    if told.letter == choice.letter:
        return borne_out(choice) if sure else choice
    why = because(Why.ONLY_WORD, letter=choice.letter, other=told.letter)
    return replace(
        choice,
        letter=told.letter,
        runner_up=choice.letter,
        source="proof",
        confidence=BORNE_OUT if sure else min(choice.confidence, UNSURE),
        why=None if sure else choice.why if choice.may_be_blank else why,
    )


def _candidates(choices: list[Choice], bag: TileSet) -> list[str]:
    """The letters worth what the numerals of these tiles show."""
    values = {choice.value for choice in choices if not choice.blank} - {None}
    return [letter for letter in bag.letters if letter != "?" and values <= {bag.values[letter]}]


def _word(run: list[Place], letters: Mapping[Place, str], own: set[Place], letter: str) -> str:
    """What a run reads with a letter on some places."""
    return "".join(letter if place in own else letters[place] for place in run)
