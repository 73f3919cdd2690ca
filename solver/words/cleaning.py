"""The entries of a list in, the words that a game can use out, and how many were left out and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from solver.words.languages import Language

SHORTEST, LONGEST = 2, 21
"""Letters of a word in a list. The boards that come with the program have 15 rows; the largest in
use anywhere has 21 (Super Scrabble), and on no grid of letters are longer words traced."""
MOST_WORDS = 5_000_000
"""Of a list: the largest there are, of Polish, have 3 to 4 million. Five take 1.1 GB to clean."""
# A list tells names by their capitals if at least this share of its entries has none: in German,
# where nouns have them, it is two thirds; in a list typed in capitals a few strays at most.
_LOWER_SHARE = 0.2

NAME = "capitalised, so a name"
ABBREVIATION = "several capitals, so an abbreviation"
SEVERAL = "hyphen, apostrophe or space"
SIGN = "digit, dot or other sign"
FOREIGN = "letter that is no tile of the language"
SHORT = f"fewer than {SHORTEST} letters"
LONG = f"more than {LONGEST} letters"
_SEVERAL = re.compile(r"[\s'’‘ʼ`´_-]|[\u2010-\u2015]")


@dataclass(frozen=True)
class CleanedWords:
    """A list as a game can use it.

    Attributes:
        words: In upper case, of the language's letters only.
        dropped: How many entries were left out for each reason, the most first; the reasons are
            told in plain words.
    """

    words: frozenset[str]
    dropped: Mapping[str, int]


class CaseTally:
    """Whether capitals mean something in a list, decided on all of its entries.

    They do not in a list that is all in upper case, or where each word has a capital.
    """

    def __init__(self) -> None:
        self._lower = self._upper = 0

    def count(self, entries: Iterable[str]) -> None:
        """Take note of some entries."""
        for entry in entries:
            if entry.islower():
                self._lower += 1
            elif entry[:1].isupper():
                self._upper += 1

    @property
    def meant(self) -> bool:
        """Whether a capital tells a name or an abbreviation."""
        return self._lower >= _LOWER_SHARE * (self._lower + self._upper)


class Cleaner:
    """Takes entries, bit by bit, and gives them cleaned.

    An entry is folded to the letters of the language, in upper case. Left out is what has a sign in
    it, what is too short or too long, and what has letters that are no tiles. Where capitals mean
    something also names (not in German, where nouns have a capital) and abbreviations, which are
    what has a capital behind the first letter, as in CD or GmbH.

    Args:
        language: Of the words.
        capitals: Whether they mean something in this list, see `CaseTally`.
    """

    def __init__(self, language: Language, *, capitals: bool) -> None:
        self._language = language
        self._capitals = capitals
        self._words: set[str] = set()
        self._dropped: Counter[str] = Counter()
        letters = language.letters or r"[^\W\d_]"
        lower = f"[{letters.lower()}]" if language.letters else letters
        both = f"[{letters}{letters.lower()}]" if language.letters else letters
        self._word = re.compile(f"{both}+")
        first = both if language.nouns or not capitals else lower
        rest = lower if capitals else both
        self._plain = re.compile(f"{first}{rest}{{{SHORTEST - 1},{LONGEST - 1}}}")

    def take(self, entries: list[str]) -> None:
        """Clean some entries.

        Raises:
            ValueError: There are more words than any list has.
        """
        # Most entries are words in lower case. All are folded at once: one by one takes longer.
        folded = self._language.fold("\n".join(entries)).split("\n")
        if len(folded) != len(entries):  # a line break within an entry
            entries = [entry.replace("\n", " ") for entry in entries]
            folded = self._language.fold("\n".join(entries)).split("\n")
        is_plain = self._plain.fullmatch
        plain: list[str] = []
        for entry in folded:
            if is_plain(entry):
                plain.append(entry)
            elif reason := self.reason(entry):
                self._dropped[reason] += 1
            else:
                plain.append(entry)
        self._words.update("\n".join(plain).upper().split("\n") if plain else ())
        if len(self._words) > MOST_WORDS:
            raise ValueError(f"holds more than {MOST_WORDS:,} words")

    def refuses(self, stem: str) -> bool:
        """Whether all that is made of a stem would be left out; if so that is counted, once."""
        reason = self.reason(self._language.fold(stem))
        if reason not in {NAME, ABBREVIATION, SEVERAL, SIGN, FOREIGN}:
            return False
        self._dropped[reason] += 1
        return True

    def cleaned(self) -> CleanedWords:
        """What has been taken, cleaned."""
        return CleanedWords(frozenset(self._words), dict(self._dropped.most_common()))

    def reason(self, entry: str) -> str | None:
        """Why a folded entry is left out; None where it is not."""
        if self._plain.fullmatch(entry):
            return None
        if _SEVERAL.search(entry):
            return SEVERAL
        if not entry.isalpha():
            return SIGN if entry else SHORT
        if self._capitals and entry[1:] != entry[1:].lower():
            return ABBREVIATION
        if self._capitals and not self._language.nouns and entry[0] != entry[0].lower():
            return NAME
        upper = entry.upper()
        if self._language.letters and not self._word.fullmatch(upper):
            return FOREIGN
        if len(upper) < SHORTEST:
            return SHORT
        return LONG if len(upper) > LONGEST else None
