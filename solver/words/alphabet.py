"""Words as numbers of tiles, digraphs included.

A tile may carry more than one letter (Spanish CH, LL, RR). A word is cut from left to right, the
longest tile first, so a word with CH in it is spelled with the CH tile and never with C and H.
"""

from __future__ import annotations

import re
from codecs import charmap_build, charmap_encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from solver.errors import WordListError

BLANK = "?"
SEPARATOR = 0
"""The number of no letter: in the word graph it separates the two halves of a word."""
LARGEST_CODE = 63
"""The highest number of a letter: an arc of the word graph has six bits for it."""
UNKNOWN = 255
"""The number for anything that is not a letter of the alphabet."""
_UNDEFINED, _PRIVATE = "\ufffe", 0xE000  # characters of no word list


@dataclass(frozen=True)
class Alphabet:
    """The letters of a language, in the order of their numbers, which start at 1.

    Attributes:
        letters: The faces of the tiles without the blank, upper case, each once.

    Raises:
        WordListError: More than 63 letters, or one letter twice.
    """

    letters: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.letters) > LARGEST_CODE:
            raise WordListError(
                f"an alphabet of {len(self.letters)} tiles; {LARGEST_CODE} is the most"
            )
        if len(set(self.letters)) < len(self.letters):
            raise WordListError("a tile stands twice in the alphabet")

    @cached_property
    def codes(self) -> dict[str, int]:
        """Number of each letter, 1 to `len(letters)`."""
        return {letter: code for code, letter in enumerate(self.letters, start=1)}

    @property
    def identity(self) -> str:
        """A text that is different for every alphabet; part of a cached graph's key."""
        return " ".join(self.letters)

    def split(self, word: str) -> tuple[str, ...] | None:
        """Cut a word into tiles.

        Args:
            word: Letters in either case.

        Returns:
            The tiles in upper case; None where the alphabet cannot spell the word.
        """
        upper = word.upper()
        tiles = self._tile.findall(upper)
        return tuple(tiles) if sum(map(len, tiles)) == len(upper) else None

    def encode(self, word: str) -> bytes | None:
        """The numbers of a word's tiles, one byte each; None where it cannot be spelled."""
        try:
            if self._singles_only:
                return bytes(map(self.codes.__getitem__, word))
            return bytes(self.codes[tile] for tile in self.split(word) or (word,))
        except KeyError:
            return None

    def encode_all(self, words: Iterable[str]) -> bytes:
        """The numbers of many words' tiles: a 0 before and behind each word.

        Args:
            words: In upper case. What cannot be spelled has `UNKNOWN` in it. A word that is one
                tile alone, such as Spanish CH, is no word on a board, and is left out.
        """
        if not self._singles_only:
            words = (word for word in words if word not in self.codes)
        text = "\0".join(("", *words, ""))
        faces = list(self.letters)
        for place, face in enumerate(faces):
            if len(face) > 1:
                faces[place] = chr(_PRIVATE + place)
        if not self._singles_only:
            single = dict(zip(self.letters, faces, strict=True))
            text = self._several.sub(lambda found: single[found[0]], text)
        undefined = [_UNDEFINED] * (UNKNOWN - 1 - len(faces))
        codes = charmap_build("".join(("\0", *faces, *undefined, "?")))
        return charmap_encode(text, "replace", codes)[0]  # other characters are encoded like ?

    def decode(self, codes: Iterable[int]) -> tuple[str, ...]:
        """The letters of some numbers; the inverse of `encode`."""
        return tuple(self.letters[code - 1] for code in codes)

    @cached_property
    def _tile(self) -> re.Pattern[str]:
        return _any_of(self.letters)

    @cached_property
    def _several(self) -> re.Pattern[str]:
        return _any_of(letter for letter in self.letters if len(letter) > 1)

    @cached_property
    def _singles_only(self) -> bool:
        return all(len(letter) == 1 for letter in self.letters)


def _any_of(letters: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(letters, key=lambda letter: (-len(letter), letter))
    return re.compile("|".join(map(re.escape, longest_first)) or "(?!)")
