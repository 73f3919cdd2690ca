"""Damaged inputs for every parser, for so many minutes: `python -m tests.fuzzing --minutes 60`.

A finding is what ends the process, takes more than 10 seconds of the processor or 1 GB, or raises
what is not the program's own error. Inputs are numbered, and the same number makes the same input.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from itertools import cycle
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as the command line has it; numpy asks but once

from tests.fuzzing.api import Api, said_in
from tests.fuzzing.targets import TARGETS, attempt, input_of
from tests.fuzzing.tried import Tried
from tests.shared.chores import nothing
from wwfsnap.many import Worker

API = "api"
HANGS = 900.0  # seconds of the clock: beside other work 10 of the processor take minutes
PORTION = 1.0  # seconds for a target, before the next has its turn
FOR_PICTURES = 12.0  # the same for pictures, which take longer


class Tally:
    """Counts what became of the inputs of a target."""

    def __init__(self, target: str, first: int) -> None:
        self.target = target
        self.next = first
        self.kinds: Counter[str] = Counter()
        self.slowest = self.largest = 0.0
        self.found = 0
        self.worker: Api | Worker[int, Tried] = (
            Api() if target == API else Worker(partial(attempt, target), nothing, HANGS)
        )

    def once(self, keep: Path) -> None:
        """Try the next input; a finding is told, and its input kept."""
        number, self.next = self.next, self.next + 1
        tried = self.worker(number)
        if tried is None:
            tried = Tried(number, "lost", 0.0, 0, "its process died, or hung")
        self.kinds[tried.kind] += 1
        self.slowest = max(self.slowest, tried.seconds)
        self.largest = max(self.largest, tried.memory / 1e6)
        if tried.fault:
            self.found += 1
            data = said_in(number) if self.target == API else input_of(self.target, number)
            (keep / f"{self.target}-{number}").write_bytes(data)
            again = f"--only {self.target} --first {number} --count 1"
            print(f"FOUND {again}\n{tried.fault}", flush=True)

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in self.kinds.most_common(12))
        return (
            f"| {self.target} | {self.kinds.total():,} | {self.found} | {self.slowest:.1f} "
            f"| {self.largest:.0f} | {kinds} |"
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--only", choices=[*TARGETS, API], action="append", help="may be repeated")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--count", type=int, help="inputs of each target, however long it takes")
    parser.add_argument(
        "--keep", type=Path, default=Path("build/fuzzing"), help="for findings and counts"
    )
    wanted = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    end = time.monotonic() + 60 * wanted.minutes
    tallies = [Tally(target, wanted.first) for target in wanted.only or [*TARGETS, API]]
    with tempfile.TemporaryDirectory() as home:
        for folder in ("CONFIG", "DATA", "STATE"):
            os.environ[f"XDG_{folder}_HOME"] = home
        os.environ["TMPDIR"] = home
        try:
            _try(tallies, wanted, end)
        except KeyboardInterrupt:
            pass
        finally:
            for tally in tallies:
                tally.worker.stop()
            print(_table(tallies))
    return any(tally.found for tally in tallies)


def _table(tallies: list[Tally]) -> str:
    head = "| target | inputs | findings | slowest, s | largest, MB | what became of them |"
    return "\n".join([head, "|---|---:|---:|---:|---:|---|", *map(str, tallies)])


def _try(tallies: list[Tally], wanted: argparse.Namespace, end: float) -> None:
    """Give each target its turn until the time is over, or the inputs are."""
    left = list(tallies)
    wanted.keep.mkdir(parents=True, exist_ok=True)
    for tally in cycle(tallies):
        (wanted.keep / "counts.md").write_text(_table(tallies), encoding="utf-8")
        portion = time.monotonic() + (FOR_PICTURES if tally.target == "pictures" else PORTION)
        while time.monotonic() < portion and tally in left:
            tally.once(wanted.keep)
            if wanted.count and tally.next - wanted.first >= wanted.count:
                left.remove(tally)
        if not left or (not wanted.count and time.monotonic() > end):
            return


if __name__ == "__main__":
    sys.exit(main())
