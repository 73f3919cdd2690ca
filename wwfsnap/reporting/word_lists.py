"""Word lists as text for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wwfsnap.reporting.text import column_table
from wwfsnap.terminal import Record

if TYPE_CHECKING:
    from wwfsnap.wordlists import Installed, LanguageState

NARROW = 110
"""On a terminal with fewer columns languages are shown in lines, not in a table."""


def language_records(states: Sequence[LanguageState]) -> list[Record]:
    """The word list of each language, for other programs."""
    return [
        {
            "language": each.code,
            "title": each.title,
            "games": list(each.games),
            "tiles": list(each.tiles),
            "list": each.state,
            "words": each.words,
            "origin": each.origin or None,
            "licence": each.licence or None,
            "fault": each.fault or None,
        }
        for each in states
    ]


def language_parts(states: Sequence[LanguageState], width: int) -> Iterator[RenderableType]:
    """The same for a person, in a table or, where that is too wide, in lines."""
    if width < NARROW:
        for each in states:
            yield _lines(each)
        return
    titles = ("Code", "Language", "Tiles", "List", "Words", "Origin", "Licence")
    left, wrapped = {*titles} - {"Words"}, {"Language", "Tiles", "Origin", "Licence"}
    table = column_table(*titles, left=left, wrapped=wrapped)
    for column in table.columns[-2:]:
        column.overflow = "fold"
    for each in states:
        table.add_row(
            each.code,
            each.title,
            " ".join(each.tiles),
            Text(each.state, _style(each)),
            _count(each),
            each.fault or each.origin,
            each.licence,
        )
    yield table


def installed_lines(installed: Installed) -> Iterator[str]:
    """Facts about an installed list, a line each."""
    yield f"{installed.code}: {installed.words:,} words, in {installed.file}"
    yield f"from {installed.origin}" + (f", {installed.licence}" if installed.licence else "")
    if installed.dropped:
        total = sum(installed.dropped.values())
        reasons = sorted(installed.dropped.items(), key=lambda pair: -pair[1])
        told = ", ".join(f"{number:,} {reason}" for reason, number in reasons)
        yield f"{total:,} entries were left out: {told}"
    for backup in installed.backups:
        yield f"the previous list is kept as {backup}"


def installed_record(installed: Installed) -> Record:
    """An installed list for other programs."""
    return {
        "ok": True,
        "language": installed.code,
        "words": installed.words,
        "dropped": dict(installed.dropped),
        "origin": installed.origin,
        "licence": installed.licence or None,
    }


def _lines(state: LanguageState) -> RenderableType:
    head = Text.assemble((f"{state.code}  {state.title}", "bold"), ": ")
    head.append(state.state, _style(state))
    facts = [f"{_count(state)} words" if state.words is not None else ""]
    facts.append(f"tiles {' '.join(state.tiles)}" if state.tiles else "")
    head.append("".join(f", {fact}" for fact in facts if fact))
    about = ", ".join(filter(None, (state.fault or state.origin, state.licence)))
    return Group(head, Padding(Text(about), (0, 0, 0, 4))) if about else Group(head)


def _count(state: LanguageState) -> str:
    return "" if state.words is None else f"{state.words:,}"


def _style(state: LanguageState) -> str:
    return {"damaged": "bold red", "none": "red", "shipped": "green", "installed": "green"}.get(
        state.state, "yellow"
    )
