"""Last word: what the banner tells of the last move, held against the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from solver.game.board import Square
from solver.words.lexicon import Lexicon
from vision.doubts import Why, because
from vision.inference.choice import BORNE_OUT, DOUBTED, Choice
from vision.inference.runs import Place, runs_of, word_of
from vision.reading import Doubt

MOST_CHANGES = 2
"""Tiles of the word that may have been misread together."""


def hold_to_word(
    tiles: Mapping[Place, Choice],
    word: str,
    runs: Iterable[list[Place]],
    lexicon: Lexicon | None = None,
) -> dict[Place, Choice]:
    """The tiles that the last word bears out or makes another letter of.

    It stands on the board, once: tiles of it that look like two letters are those it says. Where
    it stands nowhere, and only one run would read so if letters were what they look like as well,
    these are in doubt; unless that run is a word, and what the banner tells is none.

    Args:
        tiles: The letters of the squares with played tiles.
        word: The word that the banner tells, in capitals.
        runs: The runs of these tiles.
        lexicon: The language's words, None where there is no list.
    """
    runs = [run for run in runs if len(run) == len(word)]
    same = [run for run in runs if word_of(tiles, run) == word]
    if len(same) == 1:
        return {
            place: tiles[place].borne_out()
            for place in same[0]
            if tiles[place].confidence < BORNE_OUT and tiles[place].of_shape
        }
    if same:
        return {}
    near = [(run, changes) for run in runs if (changes := _changes(tiles, run, word))]
    if len(near) != 1:
        return {}
    ((run, changes),) = near
    if lexicon is not None and word not in lexicon and word_of(tiles, run) in lexicon:
        return {}
    return {place: _overrule(tiles[place], letter, word) for place, letter in changes.items()}


def missed(
    tiles: Mapping[Place, Choice], word: str, runs: Iterable[list[Place]]
) -> Iterator[Doubt]:
    """A doubt about the board where the word that the banner tells stands nowhere on it.

    A run with tiles in doubt may be that word; these doubts are told already.
    """
    for run in runs:
        if len(run) == len(word) and all(
            tiles[place].letter == letter or tiles[place].confidence <= DOUBTED
            for place, letter in zip(run, word, strict=True)
        ):
            return
    yield Doubt("board", "", None, because(Why.TOLD_ABSENT, word=word))


def taken_away(
    tiles: Mapping[Place, Choice],
    laid: Mapping[Place, Choice],
    word: str,
    runs: Iterable[list[Place]],
) -> Iterator[Doubt]:
    """Doubts about tiles taken to be laid where the word that the banner tells lacks them.

    Args:
        tiles: The letters of the squares with played tiles.
        laid: Those of tiles that seem not to be played yet.
        word: The word that the banner tells, in capitals.
        runs: The runs of the played tiles.
    """
    if not laid or any(word_of(tiles, run) == word for run in runs):
        return
    both = {**tiles, **laid}
    for run in runs_of(both):
        if word_of(both, run) != word:
            continue
        for place in laid.keys() & run:
            why = because(Why.TOLD_LAID, word=word)
            yield Doubt(Square(*place).name, laid[place].text, None, why)


def _overrule(tile: Choice, letter: str, word: str) -> Choice:
    """The tile as the letter that the banner tells; one that was sure is only doubted."""
    if tile.confidence == 1.0:
        return tile.doubted(because(Why.TOLD, word=word), letter)
    why = because(Why.TOLD_OTHER, letter=tile.letter, word=word)
    return tile.read_as(letter).doubted(why)


def _changes(tiles: Mapping[Place, Choice], run: list[Place], word: str) -> dict[Place, str]:
    """The letters that make the word of a run; none where a tile looks nothing like its letter."""
    changes = {
        place: letter
        for place, letter in zip(run, word, strict=True)
        if tiles[place].letter != letter
    }
    likely = all(
        letter in tiles[place].alike
        or (tiles[place].confidence < 1.0 and letter in dict(tiles[place].rivals))
        for place, letter in changes.items()
    )
    return changes if likely and len(changes) <= MOST_CHANGES else {}
