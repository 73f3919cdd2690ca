"""What each condition in vision is worth: forced to one side, over screens that reach the other.

    python -m tests.benchmarks.conditions run --out FILE.jsonl [--seeds 900] [--screens 36]
    python -m tests.benchmarks.conditions report FILE.jsonl

The ablation switches off rules that somebody named; this needs no names. While vision is imported,
each test of an `if`, each operand of `and` and `or`, each condition of a comprehension and each `&`
and `|` gets a switch. A condition is forced false (or true) over some of the screens where it is
true (or false) somewhere, real ones first, until that has done harm. The results are lines of JSON,
one a switch; a run goes on where the last one ended. What changes nothing is a candidate: it is to
be taken out together with others like it, and all screens read again. The screens wait in a
temporary folder, some 6 MB each.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import pickle
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

# What reads pictures is imported where it is called: not before vision has its switches.

ROOM = "vision"

ERRORS = "vision.errors"
"""What others of its modules import: it has no condition."""

HARM = 4
"""Points of harm that settle a condition: two exact screens lost, or one silent one won."""

LONGEST = 300.0
"""Seconds for all readings with one condition forced: a loop whose end is forced away has none."""

Record = dict[str, Any]

Screen = TypeVar("Screen")

Value = Any  # of a condition: a bool, an array, or what Python takes for one


class Switches:
    """What conditions came to in this process, and the one that is forced."""

    def __init__(self) -> None:
        self.seen: dict[bool, set[str]] = {True: set(), False: set()}
        self.forced: tuple[str, bool] | None = None

    def test(self, place: str, value: Value) -> Value:
        """The value of a condition, or what it is forced to."""
        if self.forced is not None and self.forced[0] == place:
            return self.forced[1]
        self.seen[bool(value)].add(place)
        return value

    def both(self, place: str, one: Value, other: Value, how: str) -> Value:
        """``&`` or ``|`` of two arrays, or the first or second alone where that is forced."""
        for each in self.seen.values():
            each.add(place)
        if self.forced is not None and self.forced[0] == place:
            return one if self.forced[1] else other
        return one & other if how == "&" else one | other


SWITCHES = Switches()


class Switched(ast.NodeTransformer):
    """A module's tree with a switch at each condition."""

    def __init__(self, file: str) -> None:
        self._file = file

    def _place(self, node: ast.expr, kind: str) -> ast.Constant:
        return ast.Constant(f"{self._file}:{node.lineno}:{node.col_offset}:{kind}")

    def _call(self, name: str, node: ast.expr, *args: ast.expr) -> ast.expr:
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [*args], []), node)

    def _test(self, node: ast.expr, kind: str) -> ast.expr:
        return self._call("SWITCH_TEST", node, self._place(node, kind), self._parts(node))

    def _parts(self, node: ast.expr) -> ast.expr:
        """A condition with switches at what it is put together of."""
        if isinstance(node, ast.BoolOp):
            kind = "and" if isinstance(node.op, ast.And) else "or"
            node.values = [self._test(each, kind) for each in node.values]
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._parts(node.operand)
            return node
        found: ast.expr = self.visit(node)
        return found

    def visit_If(self, node: ast.If) -> ast.If:
        node.test = self._test(node.test, "if")
        node.body = [self.visit(each) for each in node.body]
        node.orelse = [self.visit(each) for each in node.orelse]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        node.test = self._test(node.test, "either")
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter = self.visit(node.iter)
        node.ifs = [self._test(each, "of each") for each in node.ifs]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.op, ast.BitAnd | ast.BitOr):
            return node
        how = "&" if isinstance(node.op, ast.BitAnd) else "|"
        place = self._place(node, how)
        return self._call("SWITCH_BOTH", node, place, node.left, node.right, ast.Constant(how))

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.value = node.value and self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = [self.visit(each) for each in node.body]
        return node


def switched(text: str, file: str) -> ast.Module:
    """A module's text in; its tree with switches out."""
    tree: ast.Module = Switched(file).visit(ast.parse(text))
    return ast.fix_missing_locations(tree)


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> Any:  # noqa: ANN401
        text = Path(self.path).read_text(encoding="utf-8")
        return compile(switched(text, fullname), self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(SWITCH_TEST=SWITCHES.test, SWITCH_BOTH=SWITCHES.both)
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != ROOM or fullname.startswith(f"{ROOM}._"):  # the kernel
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


def switch_on() -> None:
    """Have vision imported with its switches in this process.

    Raises:
        RuntimeError: It is imported already, without them.
    """
    if any(isinstance(each, _Finder) for each in sys.meta_path):
        return
    if late := [name for name in sys.modules if name.startswith(f"{ROOM}.") and name != ERRORS]:
        raise RuntimeError(f"{late[0]} is imported already, without switches")
    sys.meta_path.insert(0, _Finder())


class Job(NamedTuple):
    """A condition, what it is forced to, and files of screens with how they are read as it is."""

    place: str
    to: bool
    screens: list[tuple[Path, Record]]


def harm(before: Record, after: Record) -> int:
    """Points by which a verdict is worse than another, less than 0 where it is better."""
    if before["exact"] != after["exact"]:
        other = after if before["exact"] else before
        return (4 if other["silent"] else 2) * (1 if before["exact"] else -1)
    if before["silent"] != after["silent"]:
        return 4 if after["silent"] else -4
    return int(after["needless"] - before["needless"]) if before["exact"] else 0


def _keep(job: tuple[Path, Any]) -> bool:
    """Make a screen once, for all readings of it; whether it can be made."""
    from .ablation_screens import make

    file, shot = job
    made = make(shot)
    if made is not None:
        file.write_bytes(pickle.dumps((shot, made)))
    return made is not None


def _read(file: Path) -> Record:
    """The verdict on a screen that is kept in a file, and which conditions came to what."""
    switch_on()
    from .ablation import verdict_of

    shot, made = pickle.loads(file.read_bytes())  # noqa: S301 (written by this very run)
    SWITCHES.seen = {True: set(), False: set()}
    found = verdict_of(made)
    return {"real": shot.group in {"corpus", "fresh"}, "verdict": found, "seen": SWITCHES.seen}


def until_harm(
    screens: Iterable[tuple[Screen, Record]], read: Callable[[Screen], Record]
) -> Record:
    """What came of reading screens anew until that has done harm.

    Args:
        screens: Each with how it is read as it is.
        read: A screen in, the verdict on it out.
    """
    told = {"screens": 0, "changed": 0, "harm": 0}
    for screen, plain in screens:
        found = read(screen)
        told["screens"] += 1
        told["changed"] += found["hash"] != plain["hash"]
        told["harm"] += harm(plain, found)
        if told["harm"] >= HARM:
            break
    return told


LOST: Record = {"screens": 0, "changed": 0, "harm": HARM}
"""The same where that took too long, or killed its process."""


def _force(job: Job) -> Record:
    """Screens read with a condition forced."""

    def read(file: Path) -> Record:
        SWITCHES.forced = job.place, job.to
        try:
            found: Record = _read(file)["verdict"]
        finally:
            SWITCHES.forced = None
        return found

    return _line(job, until_harm(job.screens, read))


def _lost(job: Job) -> Record:
    return _line(job, LOST)


def _line(job: Job, told: Record) -> Record:
    from .ablation import code

    return {"place": job.place, "to": job.to, "code": code(), **told}


def keep_screens(folder: Path, seeds: int, damaged: int) -> list[Path]:
    """Files of the screens that `all_shots` names, each made once for all readings of it."""
    from wwfsnap.many.parallel import in_order

    from .ablation_screens import all_shots

    shots = all_shots(seeds, damaged, None)
    files = [folder / f"{number:05}" for number in range(len(shots))]
    kept = in_order(_keep, [*zip(files, shots, strict=True)], lambda _: False)
    return [file for file, there in zip(files, kept, strict=True) if there]


def run(out: Path, seeds: int, damaged: int, screens: int) -> None:
    """All conditions, forced one by one; those whose results the file holds are left out."""
    from wwfsnap.many.parallel import in_order

    from .ablation import results_of, write_results

    done = {(each["place"], each["to"]) for each in results_of(out)}
    with tempfile.TemporaryDirectory() as folder:
        files = keep_screens(Path(folder), seeds, damaged)
        plain = dict(zip(files, in_order(_read, files, lambda _: {}), strict=True))
        jobs = [job for job in _jobs(plain, screens) if (job.place, job.to) not in done]
        write_results(out, in_order(_force, jobs, _lost, None, LONGEST), len(jobs), "place")


def _jobs(plain: dict[Path, Record], screens: int) -> list[Job]:
    """What there is to force, each on some of the screens that reach the other side."""
    dice = random.Random(0)  # noqa: S311 (an order, no secret)
    reach: dict[tuple[str, bool], list[Path]] = defaultdict(list)
    for file, found in plain.items():
        for came_to, places in found.get("seen", {}).items():
            for place in places:
                reach[place, not came_to].append(file)
    jobs = []
    for (place, to), files in sorted(reach.items()):
        if place.endswith(":or" if to else ":and"):
            continue  # no other than the whole condition forced
        dice.shuffle(files)
        files.sort(key=lambda file: not plain[file]["real"])
        first, rest = files[: screens // 3], files[screens // 3 :]
        chosen = [*first, *rest[-(screens - len(first)) :]]
        jobs.append(Job(place, to, [(file, plain[file]["verdict"]) for file in chosen]))
    return jobs


def report(lines: Sequence[Record]) -> list[str]:
    """The conditions that did no harm, those that changed nothing first."""
    idle = [each for each in lines if each["harm"] <= 0]
    idle.sort(key=lambda each: (each["changed"], each["place"]))
    told = [f"{len(lines)} conditions forced, {len(lines) - len(idle)} did harm"]
    return told + [
        f"{each['place']} {each['to']}: {each['changed']} of {each['screens']} changed, "
        f"harm {each['harm']}"
        for each in idle
    ]


def asked(about: str, seeds: int, damaged: int, screens: int) -> argparse.Namespace:
    """What the command line asks for: a run, or the report of one.

    Args:
        about: What the benchmark is for.
        seeds: How many invented, unlabelled and wild screens, unless it says so.
        damaged: The same for sample screens a kind of damage.
        screens: The same for screens a change at most.
    """
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="read screens with each change")
    run.add_argument("--out", type=Path, required=True, metavar="FILE", help="JSON lines")
    run.add_argument("--seeds", type=int, default=seeds, help="invented, unlabelled and wild")
    run.add_argument("--damaged", type=int, default=damaged, help="sample screens a kind of damage")
    run.add_argument("--screens", type=int, default=screens, help="screens a change at most")
    table = commands.add_parser("report", help="what did no harm")
    table.add_argument("file", type=Path, metavar="FILE")
    return parser.parse_args()


def main() -> int:
    given = asked(__doc__ or "", seeds=900, damaged=6, screens=36)
    switch_on()
    from .ablation import results_of

    if given.command == "report":
        print("\n".join(report(results_of(given.file))))
    else:
        run(given.out, given.seeds, given.damaged, given.screens)
    return 0


if __name__ == "__main__":
    sys.exit(main())
