"""Words by their letters."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solver.game import load_game
from solver.movegen._words import BUCKET_BITS, HEAD, KEY_BITS, KEY_MASK, PLACE_SHIFT, WORD_PLACES
from solver.movegen.anagrams import KEYS, Anagrams, anagrams
from solver.words.graph_file import build_graph

ALPHABET = load_game("wwf").alphabet
WORDS = st.sets(st.text("ABCDEZ", min_size=2, max_size=6), min_size=1, max_size=60)


def table(words: set[str]) -> Anagrams:
    """The words by their letters."""
    graph = build_graph(words, ALPHABET, 64)
    return anagrams(np.frombuffer(graph.lists, np.uint64), graph.words)


def total(word: str) -> int:
    """The sum of the keys of some letters."""
    return sum(KEYS[ALPHABET.codes[letter]] for letter in word)


def is_set(found: Anagrams, number: int, half: int) -> bool:
    """Whether both bits of a sum are set."""
    places = 2 * WORD_PLACES if half else WORD_PLACES
    bits = found.filters[half * WORD_PLACES + (number >> PLACE_SHIFT & places - 1)]
    return bool(bits >> (number & 63) & bits >> (number >> 6 & 63) & 1)


@given(WORDS)
def test_each_word_stands_in_its_bucket_and_nowhere_else(words: set[str]) -> None:
    found = table(words)
    stored = []
    for bucket in range(len(found.buckets) - 1):
        at = found.buckets[bucket]
        while at < found.buckets[bucket + 1]:
            start = at + HEAD
            at = start + found.spelling[at]
            word = "".join(ALPHABET.letters[code - 1] for code in found.spelling[start:at])
            mark = found.spelling[start - 2] | found.spelling[start - 1] << 8
            assert mark == total(word) >> KEY_BITS & 0xFFFF
            assert (total(word) & KEY_MASK) >> BUCKET_BITS == bucket
            stored.append(word)
    assert sorted(stored) == sorted(words)


@given(WORDS)
def test_words_and_words_that_want_a_letter_have_their_bits_set(words: set[str]) -> None:
    found = table(words)
    for word in words:
        assert is_set(found, total(word), 0)
        for letter in word:
            assert is_set(found, total(word.replace(letter, "", 1)), 1)


def test_letters_that_spell_nothing_are_told_from_words() -> None:
    found = table({"CAB", "DEAD"})
    assert is_set(found, total("BAC"), 0)
    assert not is_set(found, total("CABS"), 0)
    assert is_set(found, total("BC"), 1)
    assert not is_set(found, total("BD"), 1)


def test_words_that_no_board_has_room_for_are_left_out() -> None:
    found = table({"AB" * 13, "AB" * 13 + "A", "A" * 60})
    assert list(found.spelling[:1]) == [26]
    assert len(found.spelling) == HEAD + 26
