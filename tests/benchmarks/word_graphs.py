"""How long a word list takes to be ready, beside a marisa trie of the same words.

usage: python -m tests.benchmarks.word_graphs [LIST...] [--language CODE] [--rounds N]

LIST is a word list in any form; without one the lists that come with wwfsnap are taken. All times
are processor time of this process, each step with an empty cache of its own.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TypeVar

import marisa_trie

from solver.errors import UnknownGame
from solver.game import load_game
from solver.words import SHIPPED, Alphabet, Lexicon, build_lists, load_graph
from solver.words.graph_file import build_graph

Found = TypeVar("Found")


def main() -> None:
    """Measure and print a table a list."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("lists", type=Path, nargs="*")
    parser.add_argument("--language", default="en")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    for language, file in [(args.language, file) for file in args.lists] or SHIPPED.items():
        measure(file, language, args.rounds)


def measure(file: Path, language: str, rounds: int) -> None:
    """Print what the steps of one list take."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        words = sorted(Lexicon.load(file, language))
    alphabet = letters_of(words, language)
    took: dict[str, list[float]] = {}
    for turn in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = folder
            load_graph.cache_clear()
            trie = timed(took, "marisa_trie.Trie(words)", marisa_trie.Trie, words)
            timed(took, "word graph in memory", build_graph, trie.iterkeys(), alphabet)
            lexicon = timed(took, "list read and cleaned", Lexicon.load, file, language)
            timed(took, "word graph built and kept", load_graph, lexicon, alphabet)
            changed = lexicon.with_changes(add=["ZZZEBRA", "ZZZQ"], block=words[:2])
            timed(took, "two words learnt, two blocked", load_graph, changed, alphabet)
            load_graph.cache_clear()
            timed(took, "list read again", Lexicon.load, file, language)
            timed(took, "word graph opened again", load_graph, lexicon, alphabet)
            if turn == 0:
                timed(took, "word graph with numpy", build_lists, alphabet.encode_all(words))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\n{file.name}: {len(words):,} words, at most {peak:.0f} MB\n")
    print("| step | seconds | marisa_trie.Trie(words) = 1 |\n|---|---:|---:|")
    unit = took["marisa_trie.Trie(words)"]
    for step, seconds in took.items():
        ratio = median(one / other for one, other in zip(seconds, unit, strict=False))
        print(f"| {step} | {median(seconds):.3f} | {ratio:.2f} |")


def timed(
    took: dict[str, list[float]], step: str, does: Callable[..., Found], *given: object
) -> Found:
    """What comes out, with its processor time noted."""
    start = time.process_time()
    result = does(*given)
    took.setdefault(step, []).append(time.process_time() - start)
    return result


def letters_of(words: list[str], language: str) -> Alphabet:
    """The tiles of Wordfeud in that language, or the letters of the words."""
    try:
        return load_game("wordfeud", language=language).alphabet
    except UnknownGame:  # it has not that language
        return Alphabet(tuple(sorted({letter for word in words for letter in word})))


if __name__ == "__main__":
    main()
