"""Decipher: which letter tiles show that look alike, and like no letter known, from their words.

All tiles of a kind are the same letter, so that several words have to agree on it: as in a riddle,
few of them tell.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from solver.game.parts import TileSet
from solver.words.lexicon import Lexicon
from vision.inference.choice import DOUBTFUL, Choice
from vision.inference.runs import Place, runs_of

ENOUGH = 2
"""How many more words than any other a letter has to make."""

LACKED = 0.25
"""Share of the words that the list may lack."""


def decipher(
    tiles: Mapping[Place, Choice], bag: TileSet, lexicon: Lexicon | None
) -> dict[int, str]:
    """The letters of the kinds that words tell beyond doubt.

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


def settle(choice: Choice, solved: Mapping[int, str], bag: TileSet) -> Choice:
    """A tile as the letter of its kind; whether it is a blank remains as it was.

    One whose numeral is not that letter's, as no word has told of it, remains in doubt.
    """
    letter = solved.get(choice.kind, choice.letter)
    if not choice.blank and choice.value not in (None, bag.values.get(letter)):
        return choice
    if letter != choice.letter:
        choice = choice.read_as(letter)
    return choice.borne_out() if choice.kind in solved and not choice.may_be_blank else choice


def _candidates(choices: list[Choice], bag: TileSet) -> list[str]:
    """The letters worth what the numerals of these tiles show."""
    values = {choice.value for choice in choices if not choice.blank} - {None}
    return [letter for letter in bag.letters if letter != "?" and values <= {bag.values[letter]}]


def _word(run: list[Place], letters: Mapping[Place, str], own: set[Place], letter: str) -> str:
    """What a run reads with a letter on some places."""
    return "".join(letter if place in own else letters[place] for place in run)
