"""Statistics of a word list, and what it knows about a single word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from solver.words.lexicon import Lexicon

PLURAL = "S"
BEGINNING = 2
"""Length of the beginnings that are counted: of those with three letters most are unused."""


class Hooks(NamedTuple):
    """Letters that make a longer word, put before or after a word."""

    word: str
    front: tuple[str, ...]
    back: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListStudy:
    """Statistics of a word list.

    Attributes:
        words: How many words it has.
        lengths: Length to number of words, the shortest first.
        plurals: Words that make another word with an S added.
        missing: Beginnings of two letters that no word has.
    """

    words: int
    lengths: dict[int, int]
    plurals: int
    missing: tuple[str, ...]

    @property
    def plural_share(self) -> float:
        """Share of the words that make another with an S, 0 to 1."""
        return self.plurals / self.words


@dataclass(frozen=True, slots=True)
class WordStudy:
    """What a list knows about a word.

    Attributes:
        hooks: The word, and single letters that make it longer.
        listed: Whether the list has it.
        anagrams: Other words of the same letters.
        beginning: Longer words that begin with it, the shortest first.
        ending: Longer words that end with it.
        inside: Longer words with it only in the middle.
    """

    hooks: Hooks
    listed: bool
    anagrams: tuple[str, ...]
    beginning: tuple[str, ...]
    ending: tuple[str, ...]
    inside: tuple[str, ...]


def hooks_of(word: str, lexicon: Lexicon, letters: Sequence[str]) -> Hooks:
    """The hooks of a word.

    Args:
        word: In upper case.
        lexicon: The words.
        letters: The tiles of the language.
    """
    return Hooks(
        word,
        tuple(letter for letter in letters if letter + word in lexicon),
        tuple(letter for letter in letters if word + letter in lexicon),
    )


def hook_table(
    lexicon: Lexicon, letters: Sequence[str], shortest: int, longest: int
) -> list[Hooks]:
    """The hooks of all words of some lengths, the shortest first, then by letters."""
    words = [word for word in lexicon if shortest <= len(word) <= longest]
    return [hooks_of(word, lexicon, letters) for word in _by_length(words)]


def study_list(lexicon: Lexicon, letters: Sequence[str]) -> ListStudy:
    """Count words, lengths, plurals and missing beginnings of a list.

    Args:
        lexicon: The words.
        letters: The tiles of the language, of which beginnings are made.
    """
    words = set(lexicon)
    begun = {word[:end] for word in words for end in range(1, min(len(word), 4) + 1)}
    lengths = Counter(map(len, words))
    return ListStudy(
        words=len(words),
        lengths={length: lengths[length] for length in sorted(lengths)},
        plurals=sum(word + PLURAL in words for word in words),
        missing=tuple(
            beginning
            for beginning in map("".join, product(letters, repeat=BEGINNING))
            if beginning not in begun
        ),
    )


def study_word(word: str, lexicon: Lexicon, letters: Sequence[str]) -> WordStudy:
    """What a list knows about a word, in upper case, which need not be in it."""
    same, beginning, ending, inside = [], [], [], []
    spelt = sorted(word)
    for other in lexicon:
        if len(other) == len(word):
            if sorted(other) == spelt and other != word:
                same.append(other)
        elif word in other:
            starts, ends = other.startswith(word), other.endswith(word)
            if starts:
                beginning.append(other)
            if ends:
                ending.append(other)
            if not starts and not ends:
                inside.append(other)
    return WordStudy(
        hooks_of(word, lexicon, letters),
        word in lexicon,
        *map(_by_length, (same, beginning, ending, inside)),
    )


def _by_length(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=lambda word: (len(word), word)))
