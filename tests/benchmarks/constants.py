"""What each number in vision is worth: made smaller and larger, over screens read both ways.

    python -m tests.benchmarks.constants run --out FILE.jsonl [--seeds 160] [--screens 20]
    python -m tests.benchmarks.constants report FILE.jsonl

Each constant of a module that is a number, or holds some, is made 0.6 and 1.6 times as large (a
share of more than a half 0.8 times, or half as far from 1), and some screens are read, a half of
them real ones, until that has done harm; for path games painted grids. The results are lines of
JSON, one a change; a run goes on where the last one ended. What does no harm either way is a
candidate: another number that says the same may take its place, or a half. It is to be taken out
with others like it, and all screens read again. What follows from a constant when its module is
loaded stays as it is.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import pickle
import pkgutil
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import vision
from wwfsnap.many.parallel import in_order

from .ablation import code, results_of, verdict_of, write_results
from .conditions import LONGEST, LOST, Record, asked, keep_screens, until_harm
from .grids import read_painted

SMALLER, LARGER = 0.6, 1.6

GRIDS = 1_700_000
"""Seed of the first painted grid of a path game."""

WAYS = "", "odd", "holed", "paired", "blitz"
"""Of painting them, in turn."""

PATHS = "vision.paths."


class Number(NamedTuple):
    """A number set by hand: the module, the constant, and the way to it in one that holds many."""

    module: str
    name: str
    at: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.module}.{self.name}" + "".join(f"[{n}]" for n in self.at)


class Job(NamedTuple):
    """A number, whether it is made larger, and screens with how they are read as it is.

    A screen is the file where it is kept, or the seed of a grid.
    """

    number: Number
    larger: bool
    screens: list[tuple[Path | int, Record]]


@cache
def modules() -> dict[str, ModuleType]:
    """The modules of vision that are Python, by their names."""
    found = pkgutil.walk_packages(vision.__path__, "vision.")
    names = [each.name for each in found if not each.name.startswith("vision._")]
    return {name: importlib.import_module(name) for name in names}


@cache
def constants() -> dict[tuple[str, str], Any]:
    """What stands in capitals in each module, by module and name."""
    found = {}
    for name, module in modules().items():
        for node in ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets += [node.target] if isinstance(node, ast.AnnAssign) and node.value else []
            for each in (part for target in targets for part in ast.walk(target)):
                if isinstance(each, ast.Name) and each.id.isupper():
                    found[name, each.id] = getattr(module, each.id)
    return found


def numbers() -> list[Number]:
    """All of them."""
    return [
        Number(*where, at) for where, value in sorted(constants().items()) for at in _inside(value)
    ]


def _inside(value: object) -> Iterator[tuple[int, ...]]:
    """The ways to the numbers in a value, an empty one where it is a number itself."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield ()
    elif type(value) is tuple:
        yield from ((n, *at) for n, each in enumerate(value) for at in _inside(each))


def scaled(value: Any, at: tuple[int, ...], *, larger: bool) -> Any:  # noqa: ANN401
    """A number, or what holds it, with the number made larger or smaller."""
    if at:
        inner = scaled(value[at[0]], at[1:], larger=larger)
        return (*value[: at[0]], inner, *value[at[0] + 1 :])
    if isinstance(value, int):
        other = round(value * (LARGER if larger else SMALLER))
        return other if other != value else value + (1 if larger else -1)
    if 0.5 < value < 1:
        return 1 - (1 - value) / 2 if larger else 0.8 * value
    return value * (LARGER if larger else SMALLER)


@contextmanager
def moved(number: Number, *, larger: bool) -> Iterator[None]:
    """The number larger or smaller in its module and in those that import it; nothing is cached."""
    value = constants()[number.module, number.name]
    other = scaled(value, number.at, larger=larger)
    importing = [
        module
        for name, module in modules().items()
        if vars(module).get(number.name) is value
        and (name == number.module or (name, number.name) not in constants())
    ]
    try:
        for module in importing:
            setattr(module, number.name, other)
        _forget()
        yield
    finally:
        for module in importing:
            setattr(module, number.name, value)
        _forget()


def _forget() -> None:
    """Empty all caches of functions of vision."""
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and each.__module__ in modules():
            each.cache_clear()


def verdict_on(screen: Path | int) -> Record:
    """The verdict on a screen that is kept in a file, or on a painted grid."""
    if isinstance(screen, Path):
        shot, made = pickle.loads(screen.read_bytes())  # noqa: S301 (written by this very run)
        return {"real": shot.group in {"corpus", "fresh"}, **verdict_of(made)}
    way = WAYS[screen % len(WAYS)]
    ways: dict[str, Any] = {way: True} if way else {}
    _, _, how, what = read_painted(screen, **ways)
    told = {"exact": how == "exact", "silent": how == "SILENT", "needless": 0, "hash": how + what}
    return {"real": False, **told}


def read_moved(job: Job) -> Record:
    """Screens read with a number larger or smaller, until that has done harm."""
    with moved(job.number, larger=job.larger):
        return _line(job, until_harm(job.screens, verdict_on))


def _lost(job: Job) -> Record:
    return _line(job, LOST)


def _line(job: Job, told: Record) -> Record:
    return {"number": str(job.number), "larger": job.larger, "code": code(), **told}


def run(out: Path, seeds: int, damaged: int, screens: int) -> None:
    """All numbers, both ways; those whose results the file holds are left out."""
    done = {(each["number"], each["larger"]) for each in results_of(out)}
    with tempfile.TemporaryDirectory() as folder:
        boards = keep_screens(Path(folder), seeds, damaged)
        every: list[Path | int] = [*boards, *range(GRIDS, GRIDS + 3 * screens)]
        plain = dict(zip(every, in_order(verdict_on, every, lambda _: {}), strict=True))
        dice = random.Random(0)  # noqa: S311 (a choice, no secret)
        jobs = [
            Job(number, larger, _some(number, plain, screens, dice))
            for number in numbers()
            for larger in (False, True)
            if (str(number), larger) not in done
        ]
        write_results(out, in_order(read_moved, jobs, _lost, None, LONGEST), len(jobs), "number")


def _some(
    number: Number, plain: dict[Path | int, Record], count: int, dice: random.Random
) -> list[tuple[Path | int, Record]]:
    """So many screens for a number: grids for path games, else boards, a half of them real."""
    known = [each for each in plain.items() if each[1]]
    dice.shuffle(known)
    if number.module.startswith(PATHS):
        return [each for each in known if isinstance(each[0], int)][:count]
    boards = [each for each in known if isinstance(each[0], Path)]
    real = [each for each in boards if each[1]["real"]][: count // 2]
    chosen = [*real, *[each for each in boards if not each[1]["real"]][: count - len(real)]]
    dice.shuffle(chosen)  # what does harm is stopped early
    return chosen


def report(lines: Sequence[Record]) -> list[str]:
    """The numbers that did no harm in either way, those that changed nothing first."""
    ways: dict[str, dict[bool, Record]] = {}
    for each in lines:
        ways.setdefault(each["number"], {})[each["larger"]] = each
    both = {name: way for name, way in ways.items() if len(way) == 2}
    idle = [name for name, way in both.items() if all(each["harm"] <= 0 for each in way.values())]
    idle.sort(key=lambda name: (sum(each["changed"] for each in both[name].values()), name))
    told = [f"{len(both)} numbers moved both ways, {len(both) - len(idle)} did harm"]
    for name in idle:
        seen = [
            f"{both[name][way]['changed']} of {both[name][way]['screens']}" for way in (False, True)
        ]
        told.append(f"{name}: changed {seen[0]} where smaller, {seen[1]} where larger")
    return told


def main() -> int:
    given = asked(__doc__ or "", seeds=160, damaged=2, screens=20)
    if given.command == "report":
        print("\n".join(report(results_of(given.file))))
    else:
        run(given.out, given.seeds, given.damaged, given.screens)
    return 0


if __name__ == "__main__":
    sys.exit(main())
