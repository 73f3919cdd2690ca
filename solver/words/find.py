"""Finds the words of a graph that fit given letters, a pattern or parts of words.

All beginnings of one length are processed together, so that a rack of four blanks, which fits
nearly every word, takes no longer than reading the list.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.errors import NotationError
from solver.words.alphabet import BLANK, Alphabet
from solver.words.graph import ACCEPT, CHILD, LETTER_SHIFT, Graph
from solver.words.graph_nodes import arc_counts, arcs_of

ANY = "."
"""Stands for any one letter in a pattern."""
LONGEST = 26
"""Tiles of the longest words that are searched: no board has more rows."""
_TOKEN = re.compile(r"\[([^\]\[]+)\]|([.?])|([^\[\].?]+)")
_HINT = "write letters, ? for a blank, or . for any letter in a pattern"

Letters = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Conditions for words, as texts that were typed.

    Attributes:
        letters: Tiles to make it of, not all of them needed, `?` for a blank; '' = any.
        all_letters: Whether all of these must be in the word.
        pattern: The whole word, `.` for any letter; '' = any.
        prefix: Its beginning.
        suffix: Its end.
        containing: Letters somewhere in it, one after the other.
        shortest: The least number of tiles.
        longest: The greatest number of tiles.
    """

    letters: str = ""
    all_letters: bool = False
    pattern: str = ""
    prefix: str = ""
    suffix: str = ""
    containing: str = ""
    shortest: int = 2
    longest: int = LONGEST


def find_words(graph: Graph, wanted: Wanted) -> list[tuple[str, ...]]:
    """The words that fit, tile by tile, lower case for a blank; short ones first, then by letters.

    Raises:
        NotationError: The language lacks one of the letters, or there are too many.
    """
    search = _Search(graph.alphabet, wanted)
    lists = np.frombuffer(graph.lists, np.uint64)
    nodes, held = np.array([graph.words]), search.held
    letters = np.zeros((1, 0), np.uint8)  # blanks with the bit `_BLANK` set
    found = []
    for place in range(search.longest):
        number = arc_counts(lists[nodes])
        arcs = arcs_of(lists, nodes, number)
        rows = np.repeat(np.arange(len(nodes)), number)
        letter = (arcs >> LETTER_SHIFT).astype(np.uint8)
        own = held[rows, letter] > 0
        kept = own | (held[rows, 0] > 0)
        for code in search.fixed.get(place, ()):
            kept &= letter == code
        arcs, rows, letter, own = arcs[kept], rows[kept], letter[kept], own[kept]
        held = held[rows]
        held[np.arange(len(rows)), np.where(own, letter, 0)] -= 1
        letters = np.hstack([letters[rows], np.where(own, letter, letter | _BLANK)[:, None]])
        if place + 1 >= search.shortest:
            found.extend(search.fitting(letters[arcs & ACCEPT > 0]).tolist())
        onward = arcs & CHILD > 0
        nodes, held, letters = (
            (arcs & CHILD)[onward].astype(np.int64),
            held[onward],
            letters[onward],
        )
    faces = ("", *graph.alphabet.letters)
    face = dict(enumerate(faces))
    face |= {code | _BLANK: tile.lower() for code, tile in enumerate(faces)}
    return [tuple(map(face.__getitem__, codes)) for codes in found]


_BLANK = 64
_PLENTY = 255  # tiles of each letter, where any letters will do


class _Search:
    """The conditions as numbers.

    Attributes:
        held: (1, L + 1) how many tiles there are of each letter, blanks first.
        fixed: The letters wanted at some places, counted from the start.
        shortest: The least number of tiles.
        longest: The greatest number of tiles.
    """

    def __init__(self, alphabet: Alphabet, wanted: Wanted) -> None:
        self._alphabet = alphabet
        self.shortest, self.longest = wanted.shortest, min(wanted.longest, LONGEST)
        self.fixed: dict[int, list[int]] = {}
        self.held = np.full((1, len(alphabet.letters) + 1), _PLENTY, np.uint8)
        if wanted.letters:
            tiles = self._tiles(wanted.letters, tuple)
            if len(tiles) > LONGEST:
                raise NotationError(f"{len(tiles)} letters; the maximum is {LONGEST}", hint=_HINT)
            counts = Counter(tiles)
            self.held[0] = [counts[code] for code in range(self.held.shape[1])]
            self.longest = min(self.longest, len(tiles))
            if wanted.all_letters:
                self.shortest = max(self.shortest, len(tiles))
        if wanted.pattern:
            pattern = self._word(wanted.pattern)
            self._fix(pattern)
            self.shortest = max(self.shortest, len(pattern))
            self.longest = min(self.longest, len(pattern))
        self._fix(self._word(wanted.prefix))
        self._suffix, self._inside = self._word(wanted.suffix), self._word(wanted.containing)
        least = max(map(len, (self._word(wanted.prefix), self._suffix, self._inside)))
        self.shortest = max(self.shortest, least)

    def fitting(self, letters: Letters) -> Letters:
        """The rows of letters, one per word, that have the wanted suffix and inner letters."""
        plain, length = letters & ~np.uint8(_BLANK), letters.shape[1]
        kept = _is_at(plain, self._suffix, length - len(self._suffix))
        if self._inside:
            starts = range(length - len(self._inside) + 1)
            kept &= np.any([_is_at(plain, self._inside, start) for start in starts], axis=0)
        return letters[kept]

    def _fix(self, codes: Iterable[int]) -> None:
        for place, code in enumerate(codes):
            if code:
                self.fixed.setdefault(place, []).append(code)

    def _word(self, text: str) -> list[int]:
        """The numbers of the tiles of a part of a word, 0 for any."""
        return self._tiles(text, lambda plain: self._alphabet.split(plain) or tuple(plain))

    def _tiles(self, text: str, split: Callable[[str], tuple[str, ...]]) -> list[int]:
        """The numbers of tiles, several letters of one in brackets; `split` cuts other letters."""
        tiles: list[str] = []
        for several, mark, plain in _TOKEN.findall(
            "".join(unicodedata.normalize("NFC", text).split())
        ):
            tiles += split(plain.upper()) if plain else [several.upper() or mark]
        codes = self._alphabet.codes | {ANY: 0, BLANK: 0}
        if strange := [tile for tile in tiles if tile not in codes]:
            raise NotationError(f"{strange[0]!r} is not a letter of this language", hint=_HINT)
        return [codes[tile] for tile in tiles]


def _is_at(plain: Letters, codes: list[int], start: int) -> npt.NDArray[np.bool_]:
    """Which words have these letters at a place; 0 is any."""
    kept = np.ones(len(plain), np.bool_)
    for place, code in enumerate(codes, start=start):
        if code:
            kept &= plain[:, place] == code
    return kept
