"""Turn: whose turn a game says it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from vision.phrases import Phrase, parts_of, phrase_tables
from vision.reading import Turn
from vision.search import search
from vision.textline import TextLine


@cache
def load_turns() -> dict[Phrase, Turn]:
    """The phrases that tell whose turn it is."""
    whose: tuple[Turn, ...] = "own", "other"
    return {
        Phrase(parts_of(words)): turn
        for each in phrase_tables()["turn"]
        for turn in whose
        for words in each[turn]
    }


def tell_turn(lines: Sequence[TextLine]) -> Turn | None:
    """Whose turn the lines say it is; None where none does, or where they disagree."""
    turns = load_turns()
    told = {turns[phrase] for _, phrase, _ in search(lines, tuple(turns))}
    return told.pop() if len(told) == 1 else None
