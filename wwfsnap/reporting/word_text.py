"""Words that were found or studied, as text for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.words import Hooks, ListStudy, WordStudy
from wwfsnap.reporting.text import column_table
from wwfsnap.terminal import Record


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word with its points.

    Attributes:
        word: Its letters, those of blanks in lower case.
        tiles: How many tiles it has.
        points: Sum of their values; None where no game has the language.
    """

    word: str
    tiles: int
    points: int | None


def found_words_record(words: Sequence[FoundWord], count: int) -> Record:
    """Words that were found, and how many there are."""
    return {
        "count": count,
        "words": [
            {"word": each.word, "length": each.tiles, "points": each.points} for each in words
        ],
    }


def found_words_parts(words: Sequence[FoundWord], count: int) -> Iterator[RenderableType]:
    """The words, and how many there are."""
    if not count:
        yield "no words found"
        return
    valued = words[0].points is not None
    table = _table("", "Word", *["Points"] * valued, "Letters")
    for number, each in enumerate(words, start=1):
        points = [str(each.points)] * valued
        table.add_row(str(number), Text(each.word), *points, str(each.tiles))
    yield table
    if len(words) < count:
        yield f"{len(words)} of {count:,} words; --top 0 shows all"
    else:
        yield f"{count:,} word{'s' * (count != 1)}"


def list_study_record(study: ListStudy) -> Record:
    """A study of a list."""
    return {
        "count": study.words,
        "lengths": {str(length): count for length, count in study.lengths.items()},
        "plurals": study.plurals,
        "plural_share": round(study.plural_share, 4),
        "missing_beginnings": list(study.missing),
    }


def list_study_parts(study: ListStudy) -> Iterator[RenderableType]:
    """The same for a person."""
    table = _table("Letters", "Words", "Share")
    for length, count in study.lengths.items():
        table.add_row(str(length), f"{count:,}", f"{count / study.words:.1%}")
    table.add_row("all", f"{study.words:,}", "")
    yield table
    share = f"{study.plural_share:.1%}"
    yield f"{study.plurals:,} words form another word with an S added ({share})"
    yield f"{len(study.missing)} two-letter beginnings that no word has"
    by_first: dict[str, str] = {}
    for beginning in study.missing:
        by_first[beginning[0]] = f"{by_first.get(beginning[0], '')} {beginning}".strip()
    table = column_table()  # which wraps them between words
    for beginnings in by_first.values():
        table.add_row(beginnings)
    yield table


def hooks_record(hooks: Sequence[Hooks]) -> Record:
    """The hooks of some words."""
    return {"hooks": [_hooks(each) for each in hooks]}


def hooks_table(hooks: Sequence[Hooks]) -> Table:
    """The same for a person: letters before, word, letters after."""
    table = _table("Before", "Word", "After")
    for each in hooks:
        table.add_row("".join(each.front), Text(each.word), "".join(each.back))
    return table


def word_study_record(study: WordStudy, points: Mapping[str, int], top: int) -> Record:
    """A study of a word.

    Args:
        study: What there is to know.
        points: Name of a game to the sum of its tiles' values there.
        top: How many longer words of each kind; 0 = all.
    """
    return {
        **_hooks(study.hooks),
        "listed": study.listed,
        "points": dict(points),
        "anagrams": list(study.anagrams),
        **{
            kind: {"count": len(words), "words": list(words[: top or None])}
            for kind, words in _longer(study)
        },
    }


def word_study_parts(
    study: WordStudy, points: Mapping[str, int], top: int
) -> Iterator[RenderableType]:
    """The same for a person."""
    word = study.hooks.word
    yield word if study.listed else f"{word} is not in the word list"
    table = column_table()
    counted = ", ".join(f"{game} {each}" for game, each in points.items())
    rows = [
        ("points", counted),
        ("before", " ".join(study.hooks.front)),
        ("after", " ".join(study.hooks.back)),
        ("anagrams", " ".join(study.anagrams)),
    ]
    for kind, words in _longer(study):
        shown = words[: top or None]
        more = f" and {len(words) - len(shown):,} more" * (len(shown) < len(words))
        rows.append((kind, " ".join(shown) + more))
    for name, text in rows:
        table.add_row(name, text or "none")
    yield table


def _longer(study: WordStudy) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ("beginning", study.beginning), ("ending", study.ending), ("inside", study.inside)


def _hooks(hooks: Hooks) -> Record:
    return {"word": hooks.word, "front": list(hooks.front), "back": list(hooks.back)}


def _table(*titles: str) -> Table:
    return column_table(*titles, left={"Word"}, wrapped={*titles} - {"Word"})
