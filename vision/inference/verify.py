"""Tiles as read in; tiles that obey the game's rules, and the doubts that remain, out.

Every run of tiles is a word, no letter occurs more often than in the bag, all tiles are connected
and cover the start. What contradicts this is corrected with the cheapest change of uncertain
tiles, or becomes a doubt; uncertain tiles that it confirms become certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from solver.game import Square, TileSet
from solver.words import Lexicon
from vision.imaging import Place
from vision.inference.choice import Choice
from vision.inference.inventory import lend_blanks, prove_counts, prove_shape
from vision.inference.last_move import compare_with_last_word, missed
from vision.inference.runs import runs_of
from vision.inference.words import prove_words, unlisted_words
from vision.reading import Doubt


class Proven(NamedTuple):
    """The tiles after the verification.

    Attributes:
        tiles: The letter of each square with a tile.
        doubts: What still contradicts the rules.
        unlisted: Words on the board, of sure tiles, that the list does not know.
    """

    tiles: dict[Place, Choice]
    doubts: tuple[Doubt, ...]
    unlisted: tuple[str, ...]


def prove(
    tiles: Mapping[Place, Choice],
    laid: Mapping[Place, Choice],
    rack: Iterable[Choice],
    start: Square,
    bag: TileSet,
    lexicon: Lexicon | None,
    told: str | None = None,
) -> Proven:
    """Compare the tiles read with what the game allows.

    Args:
        tiles: The letters of the squares with played tiles.
        laid: Those of tiles not yet played, which need not make words.
        rack: The letters on the rack.
        start: The square that the first move covers.
        bag: The language's tiles.
        lexicon: The language's words, None where there is no list.
        told: The last move's word in the status text, None where there is none.
    """
    proven, runs = dict(tiles), runs_of(tiles)
    doubts: list[Doubt] = []
    if told is not None:
        proven |= compare_with_last_word(proven, told, runs, lexicon)
        doubts += missed(proven, told, runs)
    unlisted: tuple[str, ...] = ()
    if lexicon is not None:
        prove_words(proven, runs, lexicon)
        unlisted = tuple(unlisted_words(proven, runs, lexicon))
    lend_blanks(proven, laid, rack := tuple(rack), bag)
    doubts += prove_counts({**proven, **laid}, rack, bag)
    doubts += prove_shape(proven, start)
    return Proven(proven, tuple(doubts), unlisted)
