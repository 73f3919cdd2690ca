"""Results of the ablation in; the table of what each rule is worth out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from .ablation_sizes import size_of
from .switching import load_rules

Record = dict[str, Any]

COLUMNS = ("exact +", "exact -", "silent +", "silent -", "needless +", "needless -")

HEAD = (
    f"| without | lines (numbers) | screens | reached | changed | {' | '.join(COLUMNS)} |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
)

JUDGED = ("exact", "silent", "undoubted", "needless", "refused")


def report(lines: Sequence[Record], *, whole: bool = False) -> list[str]:
    """The table in Markdown, the rules that matter most first.

    Screens that are exact (or silent) only without the rule are counted after a ``+``, those that
    are only with it after a ``-``; of needless doubts, how many more and fewer there are.

    Args:
        lines: The results.
        whole: Whether rules that changed no reading have rows as well.
    """
    tallies = tally(lines)
    plain = Counter[str]()
    for line in {each["screen"]: each for each in lines}.values():
        if line["plain"] is not None:
            own = line["plain"]
            plain.update(screens=1, exact=int(own["exact"]), silent=int(own["silent"]))
            plain.update(refused=int(own["refused"] and not own["exact"]), needless=own["needless"])
    summary = (
        f"{plain['screens']} screens: {plain['exact']} exact, {plain['silent']} silent, "
        f"{plain['refused']} refused, {plain['needless']} needless doubts on exact ones"
    )
    told = [summary, "", *HEAD]
    rules = load_rules()
    order = sorted(tallies, key=lambda name: (-_weight(tallies[name]), -tallies[name]["changed"]))
    for name in order:
        count = tallies[name]
        if count["changed"] or whole or name not in rules:
            lines_of = size_of(rules[name]) if name in rules else ""
            cells = [name, lines_of, count["screens"], count["reached"], count["changed"]]
            cells += [count[each] for each in COLUMNS]
            told.append("| " + " | ".join(map(str, cells)) + " |")
    never = sorted(name for name in rules if name in tallies and not tallies[name]["reached"])
    same = idle_rules(lines)
    told += ["", f"Never reached: {', '.join(never) or 'none'}."]
    told += ["", f"Reached, and no reading changed: {', '.join(same) or 'none'}."]
    return told


def tally(lines: Sequence[Record]) -> dict[str, Counter[str]]:
    """For each rule, and each set of them, what changed without it."""
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        plain = line["plain"]
        if plain is None:
            continue
        for name in line["unreached"]:
            tallies[name].update(screens=1)
        for name in line["idle"]:
            tallies[name].update(screens=1, reached=1)
        for name, other in line["without"].items():
            tallies[name].update(screens=1, reached=1)
            if other is not None:
                tallies[name].update(dict(_changes(plain, other)))
    return tallies


def _changes(plain: Record, other: Record) -> Iterator[tuple[str, int]]:
    """What is otherwise where a reading changed."""
    yield "changed", 1
    for what in ("exact", "silent"):
        yield f"{what} +", int(other[what] and not plain[what])
        yield f"{what} -", int(plain[what] and not other[what])
    if plain["exact"] and other["exact"]:
        more = other["needless"] - plain["needless"]
        yield "needless +", max(0, more)
        yield "needless -", max(0, -more)
    yield "judged", int(any(plain[each] != other[each] for each in JUDGED))


def _weight(count: Counter[str]) -> int:
    """How much worse reading is without a rule: exact screens lost and silent ones won."""
    return count["exact -"] - count["exact +"] + 2 * (count["silent +"] - count["silent -"])


def idle_rules(lines: Sequence[Record]) -> list[str]:
    """The rules that were reached, and without which no reading changed."""
    tallies = tally(lines)
    return [
        name
        for name in load_rules()
        if name in tallies and tallies[name]["reached"] and not tallies[name]["changed"]
    ]


def settled_rules(lines: Sequence[Record]) -> list[str]:
    """The rules without which no verdict changed, those that change no reading included."""
    tallies = tally(lines)
    return [name for name in load_rules() if name in tallies and not tallies[name]["judged"]]
