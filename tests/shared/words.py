"""Short English words, with which games are quick: chosen from the list once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from solver.words import SHIPPED, Lexicon


@cache
def short_words(letters: int = 3) -> Lexicon:
    """The words of so many letters at most."""
    every = short_words(4) if letters < 4 else Lexicon.load(SHIPPED["en"])  # long to go through
    return Lexicon.of(word for word in every if len(word) <= letters)


def short_list(folder: Path, *more: str) -> Path:
    """The words of three letters at most, and some more, as a file."""
    file = folder / "short.txt"
    file.write_text("\n".join([*short_words(), *more]), encoding="utf-8")
    return file
