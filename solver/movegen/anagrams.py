"""Words indexed by their letters: which letters, in any order, spell a word, and which words.

The keys of a word's letters are added up. A table of bits excludes most sums that no word has; the
words themselves are stored in the order of the lower bits of their sums, in buckets.
"""

from __future__ import annotations

import random
from array import array
from typing import NamedTuple

import numpy as np

from solver.movegen._words import BUCKET_BITS, HEAD, KEY_BITS, KEY_MASK, PLACE_SHIFT, WORD_PLACES
from solver.words import ACCEPT, CHILD, LETTER_SHIFT, Lists, arc_counts, arcs_of

_chance = random.Random(1)  # noqa: S311 - spread, not secret
KEYS = (0, *(_chance.getrandbits(2 * KEY_BITS) for _ in range(63)))
"""The key of each letter by its number; a blank has none."""


LONGEST = 26
"""Letters of the longest words: no board has more rows."""


class Anagrams(NamedTuple):
    """The words of a graph that fit on a board, some 4 MB for 200,000 of them.

    Attributes:
        keys: `KEYS`.
        filters: 64-bit numbers: `WORD_PLACES` for words and twice as many for words that lack one
            letter. The bits of a sum from `PLACE_SHIFT` on select one of them; in that two bits
            are set, selected by the lowest 6 bits of the sum and the next 6.
        buckets: Where in `spelling` the words begin whose lower bits, without the last
            `BUCKET_BITS`, are 0, 1, ...; at the end where the last of them end.
        spelling: Of each word its length, the lowest 16 of the upper bits of its sum in two bytes,
            and its letter numbers.
    """

    keys: tuple[int, ...]
    filters: array[int]
    buckets: array[int]
    spelling: bytes


def anagrams(lists: Lists, root: int) -> Anagrams:
    """The words of a graph, indexed by their letters.

    Args:
        lists: See `solver.words.graph`.
        root: The node the graph of plain words begins with.
    """
    keys = np.array(KEYS, np.int64)
    filters = np.zeros((3 * WORD_PLACES, 64), np.bool_)
    words, wanting = filters[:WORD_PLACES], filters[WORD_PLACES:]
    nodes, sums, letters = np.array([root]), np.zeros(1, np.int64), np.zeros((1, 0), np.uint8)
    found = []
    while len(nodes) and letters.shape[1] < LONGEST:  # beginnings, one length after the other
        number = arc_counts(lists[nodes])
        here = arcs_of(lists, nodes, number)
        last = (here >> LETTER_SHIFT).astype(np.uint8)
        sums = np.repeat(sums, number) + keys[last]
        letters = np.hstack([np.repeat(letters, number, axis=0), last[:, None]])
        is_word, onward = here & ACCEPT > 0, here & CHILD > 0
        found.append((sums[is_word], letters[is_word]))
        nodes, sums, letters = (
            (here & CHILD)[onward].astype(np.int64),
            sums[onward],
            letters[onward],
        )
    for whole, spelt in found:
        for into, each in ((words, whole), (wanting, whole[:, None] - keys[spelt])):
            place = each >> PLACE_SHIFT & len(into) - 1
            into[place, each & 63] = into[place, each >> 6 & 63] = True
    sums = np.concatenate([whole for whole, _ in found])
    order = np.argsort(sums & KEY_MASK, kind="stable")
    bucket = (sums[order] & KEY_MASK) >> BUCKET_BITS
    edges = np.searchsorted(bucket, np.arange((1 << KEY_BITS - BUCKET_BITS) + 1))
    lengths = np.concatenate([np.full(len(whole), spelt.shape[1]) for whole, spelt in found])
    starts = np.concatenate([[0], np.cumsum(lengths[order] + HEAD)])
    spelling = np.zeros(starts[-1], np.uint8)
    places = np.empty(len(order), np.int64)
    places[order] = starts[:-1]
    spelling[places] = lengths
    spelling[places + 1] = sums >> KEY_BITS & 255
    spelling[places + 2] = sums >> KEY_BITS + 8 & 255
    first = 0
    for whole, spelt in found:
        begin = places[first : first + len(whole), None] + HEAD
        spelling[begin + np.arange(spelt.shape[1])] = spelt
        first += len(whole)
    return Anagrams(
        KEYS,
        array("Q", np.packbits(filters, bitorder="little").view("<u8").astype("=u8").tobytes()),
        array("i", starts[edges].astype(np.intc).tobytes()),
        spelling.tobytes(),
    )
