"""Templates: the part of the glyph bank that a picture can need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.game.parts import TileSet
from vision.themes.store import join_glyphs
from vision.themes.theme import Theme
from vision.tiles.glyphs import GlyphBank

UNACCENTED = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Letters that come in one piece; the others may be a letter with something above it."""

DIGITS = tuple("0123456789")


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """What the tiles of a picture are compared with.

    Attributes:
        letters: Letters of all languages that come into question.
        digits: The figures 0 to 9.
        accented: Those of the letters that may come in two pieces.
        values: Tile values of all these languages, ascending.
        worth: What each letter may be worth, in any of them.
    """

    letters: GlyphBank
    digits: GlyphBank
    accented: str
    values: tuple[int, ...]
    worth: Mapping[str, frozenset[int]]


def choose_templates(languages: Sequence[TileSet], themes: Sequence[Theme] = ()) -> Templates:
    """Templates for the letters and values of some languages.

    Digraph tiles, which have no template of their own, are left out.

    Args:
        languages: The tiles that come into question.
        themes: The looks that come into question; their own letters are compared with as well.
    """
    bank = join_glyphs(themes)
    letters = tuple(dict.fromkeys(letter for tiles in languages for letter in tiles.letters))
    accented = "".join(
        each for each in letters if each not in UNACCENTED and each in bank.characters
    )
    values = sorted({tile.value for tiles in languages for tile in tiles.tiles})
    worth = {
        letter: frozenset(tiles.values[letter] for tiles in languages if letter in tiles.values)
        for letter in letters
    }
    return Templates(
        _reduced(bank, letters), _reduced(bank, DIGITS), accented, tuple(values), worth
    )


@lru_cache(maxsize=16)
def _reduced(bank: GlyphBank, characters: tuple[str, ...]) -> GlyphBank:
    return bank.only(characters)
