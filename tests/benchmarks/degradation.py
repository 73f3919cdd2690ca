"""How exactly damaged screenshots are read: a table by kind of damage and a list of failures.

    python -m tests.benchmarks.degradation                      everything, two processes
    python -m tests.benchmarks.degradation --only "jpeg 30" --sources samples --limit 8

`--only` may be given several times; `jpeg` stands for all of its qualities. Without the corpus only
the sample screens are read.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from vision.errors import VisionError
from vision.reader import read
from wwfsnap.many import in_order

from .damage import Degradation, degradations
from .pictures import Picture, Source, choose, find_sources, load_picture
from .verdict import Verdict, judge_reading


@dataclass(frozen=True)
class Result:
    """What became of one source under each degradation: its name, the verdict, seconds to read."""

    source: str
    verdicts: tuple[tuple[str, Verdict, float], ...]
    fault: str = ""


@dataclass
class Tally:
    """One line of the table."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, verdict: Verdict, seconds: float) -> None:
        self.counts.update(
            pictures=1,
            exact=verdict.exact,
            silent=verdict.silent,
            refused=verdict.refused and not verdict.exact,
            tiles=verdict.tiles,
            right=verdict.tiles_right,
            needless=verdict.needless,
        )
        self.seconds += seconds


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", metavar="DEGRADATION")
    parser.add_argument("--sources", choices=("samples", "corpus", "all"), default="all")
    parser.add_argument("--pictures", default="", metavar="SUBSTRING", help="names that hold this")
    parser.add_argument(
        "--limit", type=int, default=0, metavar="N", help="so many pictures, spread"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--theme", help="as of `wwfsnap read`, 'none' for no theme at all")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="tell failures as they come, too")
    args = parser.parse_args()
    chosen = [
        each.name
        for each in degradations()
        if not args.only or {each.name, each.name.split()[0]} & set(args.only)
    ]
    sources = [each for each in find_sources(args.sources) if args.pictures in each.name]
    sources = choose(sources, args.limit, args.seed)
    if not chosen or not sources:
        parser.error("nothing to read")
    results = []
    work = partial(read_damaged, names=tuple(chosen), theme=args.theme)
    for result in in_order(work, sources, _lost, args.processes):
        results.append(result)
        print(f"{len(results)} of {len(sources)} pictures: {result.source}", file=sys.stderr)
        if args.verbose:
            print("\n".join(failures([result])), file=sys.stderr, flush=True)
    print("\n".join(table(results, chosen)))
    print("\n".join(failures(results)))
    return 0


def read_damaged(source: Source, names: tuple[str, ...], theme: str | None = None) -> Result:
    """One source under each of the degradations named."""
    try:
        picture = load_picture(source)
    except VisionError as fault:
        return Result(source.name, (), str(fault))
    verdicts = []
    for degradation in degradations():
        if degradation.name in names:
            found = try_one(picture, degradation, theme)
            if found is not None:
                verdicts.append((degradation.name, *found))
    return Result(source.name, tuple(verdicts))


def try_one(
    picture: Picture, degradation: Degradation, theme: str | None = None
) -> tuple[Verdict, float] | None:
    """Verdict and seconds, None where the picture cannot be spoilt so."""
    screen = degradation.work(picture)
    if screen is None:
        return None
    start = time.perf_counter()
    verdict = judge_reading(
        partial(read, screen, theme=theme), picture.source.expected, rack_in_sight=degradation.rack
    )
    return verdict, time.perf_counter() - start


def table(results: list[Result], names: list[str]) -> list[str]:
    """Exact rate, tiles, silent misreads and refusals by degradation, in Markdown."""
    goals = {each.name: each.goal for each in degradations()}
    tallies = {name: Tally() for name in names}
    for result in results:
        for name, verdict, seconds in result.verdicts:
            tallies[name].add(verdict, seconds)
    lines = [
        "| degradation | pictures | exact | tiles right | silent | refused | needless | ms |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, tally in tallies.items():
        count = tally.counts
        pictures = count["pictures"]
        if not pictures:
            continue
        missed = goals[name] and count["exact"] < pictures
        lines.append(
            f"| {name} | {pictures} | {_percent(count['exact'], pictures)}{' **' * missed} "
            f"| {_percent(count['right'], count['tiles'])} | {count['silent']} "
            f"| {count['refused']} | {count['needless']} | {1000 * tally.seconds / pictures:.0f} |"
        )
    return lines


def failures(results: list[Result]) -> list[str]:
    """What was not read exactly, a line each, by degradation."""
    lines = [f"{result.source}: {result.fault}" for result in results if result.fault]
    wrong = [
        (name, result.source, verdict)
        for result in results
        for name, verdict, _ in result.verdicts
        if not verdict.exact
    ]
    order = [each.name for each in degradations()]
    for name, source, verdict in sorted(wrong, key=lambda each: order.index(each[0])):
        kind = "SILENT" if verdict.silent else "refused" if verdict.refused else "doubted"
        lines.append(f"{name} | {source} | {kind} | {verdict.what[:300]}")
    return lines


def _lost(source: Source) -> Result:
    return Result(source.name, (), "the process that read it died")


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


if __name__ == "__main__":
    sys.exit(main())
