"""Cleans the entries of a word list for a game, and counts what is left out and why."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from solver.words.languages import Language

SHORTEST, LONGEST = 2, 21
"""Letters of a word in a list. The boards that come with the program have 15 rows; the largest in
use anywhere has 21 (Super Scrabble), and no longer words are traced on grids of letters."""
MOST_WORDS = 5_000_000
"""The most words of a list: Polish, the largest, has 3 to 4 million. Five million take 1.1 GB."""
# Capitals mark names if at least this share of a list's entries has none: in German, where nouns
# have capitals, it is two thirds; in a list typed in capitals a few strays at most.
_LOWER_SHARE = 0.2

NAME = "capitalised, so a name"
ABBREVIATION = "capitals inside, as in abbreviations"
NO_VOWEL = "no vowel, so an abbreviation"
SEVERAL = "hyphen, apostrophe or space"
SIGN = "digit, dot or other sign"
FOREIGN = "letter without a tile in the language"
SHORT = f"fewer than {SHORTEST} letters"
LONG = f"more than {LONGEST} letters"
_VOWELS = set("AEIOUY")
_SEVERAL = re.compile(r"[\s'`_\u00b4\u02bc\u2018\u2019\u2010-\u2015-]")


class CleanedWords(NamedTuple):
    """A list as a game can use it.

    Attributes:
        words: In upper case, with the language's letters only.
        dropped: How many entries were left out for each reason, the most frequent first; the
            reasons are in plain words.
    """

    words: frozenset[str]
    dropped: Mapping[str, int]


class CaseTally:
    """Counts whether capitals mean something in a list, from all of its entries.

    They do not in a list that is all in upper case, or where each word has a capital.
    """

    def __init__(self) -> None:
        self._lower = self._upper = 0

    def count(self, entries: Iterable[str]) -> None:
        """Count some entries."""
        lower = upper = 0
        for entry in entries:
            if entry.islower():
                lower += 1
            elif entry[:1].isupper():
                upper += 1
        self._lower += lower
        self._upper += upper

    @property
    def meant(self) -> bool:
        """Whether a capital marks a name or an abbreviation."""
        return self._lower >= _LOWER_SHARE * (self._lower + self._upper)


class Cleaner:
    """Takes the entries of a list in batches and gives the words a game can use.

    An entry is folded to the letters of the language, in upper case. Entries with signs, of a wrong
    length, or with letters that are no tiles are left out. Where capitals mean something, so are
    names (not in German, where nouns have a capital) and abbreviations, which have a capital after
    the first letter, as in CD or GmbH. Abbreviations in lower case are found by having no vowel, if
    the language lists its words without one.

    Args:
        language: That of the words.
        capitals: Whether they mean something in this list, see `CaseTally`.
    """

    def __init__(self, language: Language, *, capitals: bool) -> None:
        self._language = language
        self._capitals = capitals
        self._words: set[str] = set()
        self._dropped: Counter[str] = Counter()
        lower = f"[{language.letters.lower()}]" if language.letters else r"[^\W\d_]"
        both = f"[{language.letters}{language.letters.lower()}]" if language.letters else lower
        first = both if language.nouns or not capitals else lower
        rest = lower if capitals else both
        plain = f"{first}{rest}{{{SHORTEST - 1},{LONGEST - 1}}}"
        self._word = re.compile(f"{both}+")
        consonants = (
            each
            for each in language.letters
            if not _VOWELS & set(unicodedata.normalize("NFD", each)) and each not in "ÆØ"
        )
        mute = f"^[{''.join(consonants)}]+$" if language.sounds is not None else "(?!)"
        self._mute = re.compile(mute, re.MULTILINE)
        # Without known letters no pattern can tell upper from lower case.
        self._plain = re.compile(plain if language.letters or not capitals else "(?!)")

    def take(self, entries: list[str]) -> None:
        """Clean some entries.

        Raises:
            ValueError: There are more words than any list has.
        """
        # Folding all at once is faster than one by one; most entries need no more checks.
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
        text = "\n".join(plain).upper()
        self._words.update(text.split("\n") if plain else ())
        if mute := set(self._mute.findall(text)) - (self._language.sounds or set()):
            self._words -= mute
            self._dropped[NO_VOWEL] += len(mute)
        if len(self._words) > MOST_WORDS:
            raise ValueError(f"contains more than {MOST_WORDS:,} words")

    def refuses(self, stem: str) -> bool:
        """Whether every form of a stem would be left out; if so, it is counted, once."""
        reason = self.reason(self._language.fold(stem))
        if reason not in {NAME, ABBREVIATION, SEVERAL, SIGN, FOREIGN}:
            return False
        self._dropped[reason] += 1
        return True

    def cleaned(self) -> CleanedWords:
        """The words so far, and the counts of what was left out."""
        return CleanedWords(frozenset(self._words), dict(self._dropped.most_common()))

    def reason(self, entry: str) -> str | None:
        """Why a folded entry is left out; None where it is not."""
        if self._plain.fullmatch(entry):
            return None
        if not entry.isalpha():
            return SHORT if not entry else SEVERAL if _SEVERAL.search(entry) else SIGN
        if self._capitals and entry[1:] != entry[1:].lower():
            return ABBREVIATION
        if self._capitals and not self._language.nouns and entry[0] != entry[0].lower():
            return NAME
        upper = entry.upper()
        if not self._word.fullmatch(upper):
            return FOREIGN
        return SHORT if len(upper) < SHORTEST else LONG if len(upper) > LONGEST else None
