"""What each rule of reading is worth: switched off alone and together, screen by screen.

python -m tests.benchmarks.ablation run --out FILE.jsonl               all rules, one by one
python -m tests.benchmarks.ablation run --out FILE.jsonl --together    those that change nothing
python -m tests.benchmarks.ablation report FILE.jsonl                  the table
python -m tests.benchmarks.ablation run --out FILE.jsonl --cluster tcp://10.0.0.5:8786

Rules stand in `ablation_rules.toml`. Each screen is made once, and read once as it is; of the rules
that made a difference to some step of that, it is read once without each. The results are lines
of JSON, one a screen; a run goes on where the last one ended. `--cluster` wants workers of one
thread that have this very folder.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from solver.files import lock_file
from vision import reader
from vision.errors import VisionError
from vision.imaging.geometry import Box, Grid
from vision.inference.findings import Findings
from vision.reading import Reading
from vision.tiles.classify import TileObservations
from vision.tiles.glyphs import GlyphBank
from wwfsnap.errors import ClusterUnusable
from wwfsnap.many.cluster import AHEAD, _connected
from wwfsnap.many.parallel import in_order, single_threaded
from wwfsnap.reporting.records import reading_record
from wwfsnap.terminal import Record

from .ablation_report import idle_rules, report, settled_rules
from .ablation_screens import Made, Shot, all_shots, make
from .switching import Function, Rule, Watch, function_of, load_rules, replaced, switched_off
from .verdict import Verdict, judge, judge_refusal

LONGEST = 1800.0
"""Seconds for one screen and all rules."""

ASSEMBLE = "inference.assemble.assemble"

STAGES = (
    "board.locate.locate",
    "tiles.classify.classify",
    "board.layout.identify_layout",
    "board.occlusion.hidden_squares",
    "rack.read.read_rack",
    "status.read.read_status",
)
"""Steps of a reading whose results are kept: without a rule that made no difference within one of
them, it gives the same again for the same arguments."""


LARGE = 400_000
"""Bytes from which a glyph bank is told by which it is, not by what it holds."""


Groups = Sequence[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Job:
    """A screen, the rules it is to be read without, and sets of them by name."""

    shot: Shot
    rules: tuple[str, ...]
    groups: Groups = ()


class Kept:
    """What the stages of one reading gave, for reading the same picture again."""

    def __init__(self) -> None:
        self.findings: Findings | None = None
        self._found: dict[Hashable, tuple[Any, VisionError | None, Any]] = {}

    @contextmanager
    def keeping(self, watch: Watch) -> Iterator[None]:
        """The reader, each stage told to the watch, and what it gives kept.

        What is asked again gives the very same: keys tell what a stage gave by which it is.
        """

        def around(stage: str, inner: Function) -> Function:
            def called(*args: Any, **named: Any) -> Any:  # noqa: ANN401
                key = _key(stage, args, named)
                if stage != ASSEMBLE and key in self._found:
                    return self._told(key)
                watch.stages.append(key)
                fault, found = None, None
                try:
                    found = inner(*args, **named)
                except VisionError as error:
                    fault = error
                finally:
                    watch.stages.pop()
                if stage == ASSEMBLE:
                    # Where a turned picture was read, too, the whole is read again.
                    self.findings = None if key in self._found else args[0]
                self._found[key] = found, fault, (args, named)
                if fault is not None:
                    raise fault
                return found

            return called

        with _around((*STAGES, ASSEMBLE), around):
            yield

    @contextmanager
    def using(self, needed: Collection[Hashable]) -> Iterator[None]:
        """The reader that asks what is kept first, but for the stages that are needed anew."""

        def around(stage: str, inner: Function) -> Function:
            def called(*args: Any, **named: Any) -> Any:  # noqa: ANN401
                key = _key(stage, args, named)
                if key in needed or key not in self._found:
                    return inner(*args, **named)
                return self._told(key)

            return called

        with _around(STAGES, around):
            yield

    def _told(self, key: Hashable) -> Any:  # noqa: ANN401
        """What a stage gave, or raised."""
        found, fault, _ = self._found[key]
        if fault is not None:
            raise fault
        return found


@contextmanager
def _around(stages: Iterable[str], around: Callable[[str, Function], Function]) -> Iterator[None]:
    """The reader with something around each of some stages."""
    with ExitStack() as stack:
        for stage in stages:
            stack.enter_context(replaced(stage, around(stage, function_of(stage))))
        yield


def _key(stage: str, args: tuple[Any, ...], named: Mapping[str, Any]) -> Hashable:
    """What a stage is asked, as a key; what is kept holds the arguments, so ids stay theirs."""
    if stage == ASSEMBLE:
        return stage
    if stage == STAGES[0]:
        return stage, id(args[0])
    return stage, *map(_named, args), *((name, _named(each)) for name, each in named.items())


def _named(value: object) -> Hashable:
    """An argument as a part of a key: what it holds where that is cheap to tell, else which it is.

    What tiles show is the same where only which cells are tiles is told anew.
    """
    if isinstance(value, np.ndarray):
        return value.shape, hash(value.tobytes())
    if isinstance(value, TileObservations):
        letters, bank, prints = value.letters, value.bank, value.prints
        return id(letters), id(bank), id(prints), value.is_tile.tobytes()
    if isinstance(value, GlyphBank):
        large = value.vectors.nbytes > LARGE  # one that is kept for all pictures
        told = id(value) if large else hash(value.vectors.tobytes())
        return value.characters, value.fonts, told
    if isinstance(value, dict):
        return tuple(sorted((name, repr(each)) for name, each in value.items()))
    if isinstance(value, list | tuple):
        return tuple(map(_named, value))
    return value if isinstance(value, str | int | float | Grid | Box) else id(value)


def study(job: Job) -> Record:
    """Read a screen as it is and without each rule; what came of it, as a line of the file."""
    shot, rules = job.shot, load_rules()
    start = time.perf_counter()
    about: Record = {"screen": str(shot), "group": shot.group, "code": code()}
    made = make(shot)
    if made is None:
        return about | {"plain": None, "unreached": [], "idle": [], "without": {}}
    wanted = dict.fromkeys([*job.rules, *(name for _, each in job.groups for name in each)])
    watch, kept = Watch(rules[name] for name in wanted), Kept()
    with watch.watching(), kept.keeping(watch):
        plain = verdict_of(made)
    without: dict[str, Record | None] = {}
    for name in job.rules:
        if name in watch.needed:
            told = _without([rules[name]], made, watch, kept)
            without[name] = None if told["hash"] == plain["hash"] else told
    for name, members in job.groups:
        told = _without([rules[each] for each in members], made, watch, kept)
        without[name] = None if told["hash"] == plain["hash"] else told
    left = [name for name in job.rules if name not in watch.needed]
    return about | {
        "seconds": round(time.perf_counter() - start, 2),
        "plain": plain,
        "unreached": [name for name in left if name not in watch.reached],
        "idle": [name for name in left if name in watch.reached],
        "without": without,
        "groups": {name: len(members) for name, members in job.groups},
    }


def _without(rules: Sequence[Rule], made: Made, watch: Watch, kept: Kept) -> Record:
    """The verdict on a screen read without some rules."""
    needed: set[Hashable] = set().union(*(watch.needed.get(rule.name, ()) for rule in rules))
    findings = kept.findings if needed <= {ASSEMBLE} else None
    with switched_off(rules), kept.using(needed):
        return verdict_of(made, findings)


def verdict_of(made: Made, findings: Findings | None = None) -> Record:
    """How a screen is read, or how its findings are put together where they are given."""
    found: Verdict
    shown = ""
    try:
        if findings is None:
            reading = reader.read(made.screen)
        else:
            assemble: Function = function_of(ASSEMBLE)
            reading = assemble(findings)
        shown = _whole(reading)
        found = judge(reading, made.expected, rack_in_sight=made.rack)
    except VisionError as fault:
        shown = f"{fault.kind}: {fault}"
        found = judge_refusal(shown, made.expected)
    except Exception as fault:  # noqa: BLE001 (a crash is a result too, and the run goes on)
        shown = f"CRASH {fault!r}"
        found = judge_refusal(shown, made.expected)
    return {
        "exact": found.exact,
        "silent": found.silent,
        "undoubted": found.undoubted,
        "needless": found.needless,
        "refused": found.refused,
        "tiles": found.tiles,
        "right": found.tiles_right,
        "what": found.what[:200],
        "hash": hashlib.sha256(shown.encode()).hexdigest()[:12],
    }


def _whole(reading: Reading) -> str:
    """All that users see of a reading."""
    return json.dumps(reading_record(reading) | {"unlisted": reading.unlisted}, sort_keys=True)


@cache
def code() -> str:
    """A mark of the reader's code and data: results of another reader are not gone on with."""
    root = Path(reader.__file__).parent
    files = sorted(each for each in root.rglob("*") if each.suffix in {".py", ".npz", ".json"})
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:12]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="read all screens without each rule")
    run.add_argument("--out", type=Path, required=True, metavar="FILE", help="JSON lines")
    run.add_argument("--seeds", type=int, default=1000, help="invented, unlabelled and wild")
    run.add_argument("--damaged", type=int, default=4, help="sample screens a kind of damage")
    run.add_argument("--fonts", type=Path, metavar="DIR", help="fonts for every second seed")
    run.add_argument("--only", action="append", metavar="TEXT", help="rules whose name holds this")
    run.add_argument("--screens", metavar="TEXT", default="", help="screens whose name holds this")
    run.add_argument(
        "--undecided", action="store_true", help="only rules that changed no verdict so far"
    )
    run.add_argument("--together", action="store_true", help="those that changed nothing at once")
    run.add_argument("--processes", type=int, help="one a core if not given")
    run.add_argument("--cluster", metavar="ADDRESS", help="work on the Dask cluster there")
    table = commands.add_parser("report", help="the table")
    table.add_argument("files", type=Path, nargs="+", metavar="FILE")
    table.add_argument("--all", action="store_true", help="rules that changed nothing, too")
    given = parser.parse_args()
    if given.command == "report":
        lines = [line for file in given.files for line in results_of(file)]
        print("\n".join(report(lines, whole=given.all)))
        return 0
    if given.cluster is not None and given.processes is not None:
        parser.error("--processes is for this machine; leave it out with --cluster")
    known = results_of(given.out)
    jobs = jobs_of(given, known)
    print(f"{len(jobs)} screens to read, code {code()}", file=sys.stderr)
    found: Iterable[Record]
    if given.cluster is None:
        found = in_order(study, jobs, _lost, given.processes, LONGEST)
    else:
        found = on_cluster(given.cluster, jobs)
    write_results(given.out, found, len(jobs), "screen")
    return 0


def write_results(out: Path, found: Iterable[Record], count: int, named: str) -> None:
    """Write records as they come, each a line of a file, and tell which they are.

    Args:
        out: The file, whose lines stay.
        found: The records.
        count: How many there will be.
        named: What of a record tells which it is.
    """
    with out.open("a+", encoding="utf-8") as file:
        if not lock_file(file.fileno()):
            sys.exit(f"{out}: another run is writing there")
        file.write("\n")  # behind a line that was cut off
        for number, record in enumerate(found, 1):
            file.write(json.dumps(record) + "\n")
            file.flush()
            print(f"{number} of {count}: {record[named]}", file=sys.stderr)


def jobs_of(given: argparse.Namespace, known: Sequence[Record]) -> list[Job]:
    """What is left to do of what was asked for."""
    shots = all_shots(given.seeds, given.damaged, given.fonts)
    shots = [each for each in shots if given.screens in f"{each.group} {each}"]
    names = [
        name for name in load_rules() if not given.only or any(each in name for each in given.only)
    ]
    groups: Groups = []
    if given.undecided:
        left_open = set(settled_rules(known))
        names = [name for name in names if name in left_open]
    if given.together:
        idle, settled = tuple(idle_rules(known)), tuple(settled_rules(known))
        groups = [
            (f"all {len(idle)} that change nothing", idle),
            (f"all {len(settled)} that change no verdict", settled),
        ]
    if given.together and not given.undecided:
        names, read = [], {line["screen"] for line in known}
        shots = [each for each in shots if str(each) in read]
    done: dict[str, set[str]] = {}
    for line in known:
        if line["plain"] is None:
            done.setdefault(line["screen"], set()).update(names, (name for name, _ in groups))
        told = {*line["unreached"], *line["idle"], *line["without"]}
        done.setdefault(line["screen"], set()).update(told)
    jobs = []
    for shot in shots:
        before = done.get(str(shot), set())
        rules = tuple(name for name in names if name not in before)
        left = tuple(each for each in groups if each[0] not in before and each[1])
        if rules or left:
            jobs.append(Job(shot, rules, left))
    return sorted(jobs, key=lambda job: not job.rules)


def results_of(file: Path) -> list[Record]:
    """The lines of a file that this code wrote; a line that was cut off is left out."""
    if not file.exists():
        return []
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            record: Record = json.loads(line)
        except json.JSONDecodeError:
            continue
        if record.get("code") == code():
            found.append(record)
    return found


def on_cluster(address: str, jobs: Sequence[Job]) -> Iterator[Record]:
    """What comes of each job on a Dask cluster, in order; as much as `batch` has is under way.

    Raises:
        ClusterUnusable: A worker has several threads: functions are replaced in its one process.
    """
    with _connected(address) as client:
        client.wait_for_workers(1)
        out: deque[tuple[Job, Any]] = deque()
        for job in jobs:
            threads = client.nthreads().values()
            if max(threads, default=1) > 1:
                raise ClusterUnusable("a worker has several threads", "start it with --nthreads 1")
            while len(out) >= max(2, AHEAD * len(threads)):
                yield _taken(*out.popleft())
            out.append((job, client.submit(_apart, job, code(), pure=False)))
        while out:
            yield _taken(*out.popleft())


def _taken(job: Job, future: Any) -> Record:  # noqa: ANN401
    """What a job came to; one that kills its workers is lost."""
    from distributed import KilledWorker

    try:
        record: Record = future.result()
    except KilledWorker:
        return _lost(job)
    return record


def _apart(job: Job, own: str) -> Record:
    """A job on the machine of a worker, which must have the same reader."""
    if code() != own:
        raise ValueError("a worker has another reader than this")
    single_threaded()
    return study(job)


def _lost(job: Job) -> Record:
    shot = job.shot
    return {
        "screen": str(shot), "group": shot.group, "code": code(), "plain": None, "lost": True,
        "unreached": [], "idle": [], "without": {},
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
