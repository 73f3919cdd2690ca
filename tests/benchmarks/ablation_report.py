"""Results of the ablation in; the table of what each rule is worth out."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from .switching import Rule, load_rules, source_of

Record = dict[str, Any]

COLUMNS = ("exact +", "exact -", "silent +", "silent -", "needless +", "needless -")

HEAD = (
    f"| without | lines | reached | changed | {' | '.join(COLUMNS)} |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
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
    for line in lines:
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
            cells = [name, lines_of, count["reached"], count["changed"]]
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


def size_of(rule: Rule) -> int:
    """Lines of a rule: of its function and of what only that calls, or of the part that it is."""
    text = source_of(rule.of)
    if rule.gives:
        return len(text.splitlines())
    starts = [text[: text.index(old)].count("\n") + 1 for old, _ in rule.instead]
    nodes = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.stmt)]
    total = 0
    for start in starts:
        spans = [
            (each.end_lineno or each.lineno) - each.lineno + 1
            for each in nodes
            if each.lineno <= start <= (each.end_lineno or each.lineno)
        ]
        total += min(spans)
    return total
