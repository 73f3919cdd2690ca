"""What each condition in vision is worth: forced to one side, over screens that reach the other.

    python -m tests.benchmarks.conditions run --out FILE.jsonl [--seeds 900] [--screens 36]
    python -m tests.benchmarks.conditions report FILE.jsonl

The ablation switches off rules that somebody named; this needs no names. While vision is imported,
each test of an `if`, each operand of `and` and `or`, each condition of a comprehension and each `&`
and `|` gets a switch. A condition is forced false (or true) over some of the screens where it is
true (or false) somewhere, real ones first, until that has done harm. The results are lines of JSON,
one a switch; a run goes on where the last one ended. What changes nothing is a candidate: it is to
be taken out together with others like it, and all screens read again.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.abc
import importlib.machinery
import json
import pickle
import random
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOM = "vision"
KERNELS = ("_lining", "_laying", "_tracing", "_sampling")
HARM = 4
"""Points of harm that settle a condition: two exact screens lost, or one silent one won."""

LONGEST = 20
"""Seconds for one reading: a loop whose end is forced away has none."""

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
        if fullname.partition(".")[0] != ROOM or fullname.rpartition(".")[2] in KERNELS:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


class Read(NamedTuple):
    """How a screen was read: all that users see, as a hash, its verdict, and what was reached."""

    shown: str
    verdict: Any
    real: bool = False
    reached: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


def harm(before: Any, after: Any) -> int:  # noqa: ANN401
    """Points by which a verdict is worse than another, less than 0 where it is better."""
    if before.exact != after.exact:
        other = after if before.exact else before
        return (4 if other.silent else 2) * (1 if before.exact else -1)
    if before.silent != after.silent:
        return 4 if after.silent else -4
    return after.needless - before.needless if before.exact else 0


def _read(file: Path) -> Read:
    """A screen, as it is kept in a file, read."""
    from vision import reader
    from wwfsnap.reporting.records import reading_record

    from .verdict import judge_reading

    shot, made = pickle.loads(file.read_bytes())  # noqa: S301 (written by this very run)
    shown: list[str] = []

    def read() -> Any:  # noqa: ANN401
        found = reader.read(made.screen)
        shown.append(json.dumps(reading_record(found), sort_keys=True))
        return found

    SWITCHES.seen = {True: set(), False: set()}
    verdict = judge_reading(read, made.expected, rack_in_sight=made.rack)
    told = hashlib.sha256("".join(shown or [verdict.what]).encode()).hexdigest()
    reached = frozenset(SWITCHES.seen[True]), frozenset(SWITCHES.seen[False])
    return Read(told, verdict, shot.group in {"corpus", "fresh"}, reached)


def _keep(file: Path, shot: Any) -> bool:  # noqa: ANN401
    """Make a screen once, for all readings of it; whether it can be made."""
    from .ablation_screens import make

    made = make(shot)
    if made is not None:
        file.write_bytes(pickle.dumps((shot, made)))
    return made is not None


def _too_long(*_: object) -> None:
    raise TimeoutError


def _force(plain: dict[Path, Read], job: tuple[str, bool, list[Path]]) -> dict[str, Any]:
    """Screens read with a condition forced, until that has done harm."""
    place, to, files = job
    signal.signal(signal.SIGALRM, _too_long)
    changed, points, read = 0, 0, 0
    for file in files:
        SWITCHES.forced = place, to
        signal.alarm(LONGEST)
        try:
            found = _read(file)
        finally:
            signal.alarm(0)
            SWITCHES.forced = None
        read += 1
        changed += found.shown != plain[file].shown
        points += harm(plain[file].verdict, found.verdict)
        if points >= HARM:
            break
    return {"place": place, "to": to, "screens": read, "changed": changed, "harm": points}


def run(out: Path, seeds: int, damaged: int, screens: int) -> None:
    """All conditions, forced one by one; those whose results the file holds are left out."""
    from .ablation_screens import all_shots

    dice = random.Random(0)  # noqa: S311 (an order, no secret)
    known = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    done = {(each["place"], each["to"]) for each in known}
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as pool:
        shots = all_shots(seeds, damaged, None)
        files = [Path(folder) / f"{number:05}" for number in range(len(shots))]
        made = pool.map(_keep, files, shots, chunksize=4)
        files = [file for file, there in zip(files, made, strict=True) if there]
        plain = dict(zip(files, pool.map(_read, files, chunksize=8), strict=True))
        reach: dict[tuple[str, bool], list[Path]] = defaultdict(list)
        for file, found in plain.items():
            for to, places in zip((False, True), found.reached, strict=True):
                for place in places:
                    reach[place, to].append(file)
        jobs = []
        for (place, to), own in sorted(reach.items()):
            # Of an operand only what leaves it out says more than the whole condition forced.
            idle = place.endswith(":or" if to else ":and") or (place, to) in done
            if not idle:
                dice.shuffle(own)
                own.sort(key=lambda file: not plain[file].real)
                jobs.append((place, to, [*own[: screens // 3], *own[screens // 3 :][-screens:]]))
        slim = {file: found._replace(reached=(frozenset(), frozenset()))
                for file, found in plain.items()}  # fmt: skip
        with out.open("a", encoding="utf-8") as written:
            for line in pool.map(partial(_force, slim), jobs):
                written.write(json.dumps(line) + "\n")
                written.flush()


def report(lines: Sequence[dict[str, Any]]) -> list[str]:
    """The conditions that did no harm, those that changed nothing first."""
    idle = [each for each in lines if each["harm"] <= 0]
    idle.sort(key=lambda each: (each["changed"], each["place"]))
    told = [f"{len(lines)} conditions forced, {len(lines) - len(idle)} did harm"]
    return told + [
        f"{each['place']} {each['to']}: {each['changed']} of {each['screens']} changed, "
        f"harm {each['harm']}"
        for each in idle
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    force = commands.add_parser("run", help="read screens with each condition forced")
    force.add_argument("--out", type=Path, required=True, metavar="FILE", help="JSON lines")
    force.add_argument("--seeds", type=int, default=900, help="invented, unlabelled and wild")
    force.add_argument("--damaged", type=int, default=6, help="sample screens a kind of damage")
    force.add_argument("--screens", type=int, default=36, help="screens a condition at most")
    table = commands.add_parser("report", help="what did no harm")
    table.add_argument("file", type=Path, metavar="FILE")
    given = parser.parse_args()
    if given.command == "report":
        print("\n".join(report([json.loads(each) for each in given.file.read_text().splitlines()])))
        return 0
    if ROOM in sys.modules:
        parser.error("vision is imported already: nothing would be switched")
    sys.meta_path.insert(0, _Finder())
    run(given.out, given.seeds, given.damaged, given.screens)
    return 0


if __name__ == "__main__":
    sys.exit(main())
