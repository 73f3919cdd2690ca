"""Names of rules of reading in; the reader without them out, and which of them a reading needed.

A rule is a function of vision, and what is to happen without it: the value that it gives then, as
an expression of its parameters, or a part of its text and what stands in its place. The function is
replaced in this process wherever a module of vision holds it; vision itself knows nothing of it.
"""

from __future__ import annotations

import ast
import inspect
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np

Function = Callable[..., Any]

TABLE = Path(__file__).with_name("ablation_rules.toml")


@dataclass(frozen=True)
class Rule:
    """A rule of reading.

    Attributes:
        name: What it does, in words.
        of: Module of vision and function that it is, or is a part of.
        gives: What that function gives without it, in terms of its parameters; empty where only a
            part of it is the rule.
        instead: Parts of the function's text, and what stands in their place without the rule.
        whole: Whether the function is too large to be called a second time beside itself.
    """

    name: str
    of: str
    gives: str = ""
    instead: tuple[tuple[str, str], ...] = ()
    whole: bool = False

    @property
    def room(self) -> str:
        """The room of vision that it stands in."""
        return self.of.partition(".")[0]


@cache
def load_rules() -> dict[str, Rule]:
    """All rules by name, as the table beside this file has them."""
    table: dict[str, dict[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return {
        name: Rule(
            name,
            entry["of"],
            entry.get("gives", ""),
            tuple((old, new) for old, new in entry.get("instead", ())),
            entry.get("whole", False),
        )
        for name, entry in table.items()
    }


@contextmanager
def switched_off(rules: Iterable[Rule]) -> Iterator[None]:
    """The reader without some rules."""
    together: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        together[rule.of].append(rule)
    with ExitStack() as stack:
        changed = [(of, without(of, tuple(each))) for of, each in together.items()]
        for of, function in changed:
            stack.enter_context(replaced(of, function))
        yield


def function_of(of: str) -> Function:
    """The function of that name, which may be a class's."""
    owner, name = _owner(of)
    held = vars(owner)[name]
    if isinstance(held, property):
        held = held.fget
    found: Function = held
    return found


@cache
def source_of(of: str) -> str:
    """The text of a function."""
    return dedent(inspect.getsource(inspect.unwrap(function_of(of))))


@contextmanager
def replaced(of: str, function: Function) -> Iterator[None]:
    """A function replaced by another, wherever vision holds it."""
    owner, name = _owner(of)
    held, places = vars(owner)[name], _places(of)
    new = property(function) if isinstance(held, property) else function
    try:
        for place, attribute in places:
            setattr(place, attribute, new)
        yield
    finally:
        for place, attribute in places:
            setattr(place, attribute, held)


def _owner(of: str) -> tuple[Any, str]:
    """The module or class that has the function, and the function's name."""
    *parts, name = of.split(".")
    if parts[-1].lstrip("_")[0].isupper():  # a class
        module = import_module(".".join(["vision", *parts[:-1]]))
        return getattr(module, parts[-1]), name
    return import_module(".".join(["vision", *parts])), name


@cache
def _places(of: str) -> list[tuple[Any, str]]:
    """The modules of vision that hold a function, and its name there; or the class that has it."""
    owner, name = _owner(of)
    if isinstance(owner, type):
        return [(owner, name)]
    held = vars(owner)[name]
    modules = [each for name, each in list(sys.modules.items()) if name.split(".")[0] == "vision"]
    return [(m, name) for m in modules for name, each in list(vars(m).items()) if each is held]


@cache
def without(of: str, rules: tuple[Rule, ...]) -> Function:
    """A function as it is without rules that are parts of it.

    Raises:
        LookupError: Its text is no longer what a rule takes it for.
    """
    original = inspect.unwrap(function_of(of))
    text = source_of(of)
    cuts: list[tuple[int, int, str]] = []
    for rule in rules:
        for old, new in rule.instead:
            start = text.find(old)
            if start < 0:
                raise LookupError(f"{rule.name}: {of} has no {old!r}")
            while start >= 0:
                cuts.append((start, start + len(old), new))
                start = text.find(old, start + len(old))
    end = len(text) + 1
    for first, last, new in sorted(cuts, reverse=True):
        if last <= end:  # of two rules that are one text the first is enough
            text, end = text[:first] + new + text[last:], first
    tree = ast.parse(text)
    (found,) = tree.body
    assert isinstance(found, ast.FunctionDef)
    found.decorator_list = []
    if given := [rule.gives for rule in rules if rule.gives]:
        found.body = ast.parse(f"return {given[0]}").body
    names: dict[str, Any] = {}
    code = compile(tree, f"<without {of}>", "exec", annotations.compiler_flag)
    exec(code, original.__globals__, names)  # noqa: S102 (the table's own text)
    made: Function = names[found.name]
    return made


class Watch:
    """What a reading asks of the functions that rules are, or are parts of.

    Each call is made a second time as it is without a rule, on the side; what gives the same both
    times has no need of that rule. So a rule that no call needs need not be switched off to know
    what the reading is without it.

    Args:
        rules: The rules watched.

    Attributes:
        reached: Names of the rules whose function was called.
        needed: For each rule that made a difference to some call, the stages of the reading in
            which it did; None stands for what is in none of them.
        stages: The stages that the reading is in, the outermost first.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.reached: set[str] = set()
        self.needed: dict[str, set[Hashable]] = defaultdict(set)
        self.stages: list[Hashable] = []
        self._aside = False
        self._rules: dict[str, list[Rule]] = defaultdict(list)
        for rule in rules:
            self._rules[rule.of].append(rule)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """The reader watched."""
        with ExitStack() as stack:
            wrapped = [(of, self._wrapped(of, each)) for of, each in self._rules.items()]
            for of, function in wrapped:
                stack.enter_context(replaced(of, function))
            yield

    def _wrapped(self, of: str, rules: Sequence[Rule]) -> Function:
        original = function_of(of)
        others = [(rule.name, without(of, (rule,))) for rule in rules if not rule.whole]
        whole = [rule.name for rule in rules if rule.whole]
        yields = inspect.isgeneratorfunction(original)

        @wraps(original)
        def called(*args: Any, **named: Any) -> Any:  # noqa: ANN401
            if self._aside:
                return original(*args, **named)
            stages = set(self.stages or [None])
            self.reached.update(rule.name for rule in rules)
            for name in whole:
                self.needed[name] |= stages
            asked = [each for each in others if not stages <= self.needed.get(each[0], set())]
            before = [(name, other, *_copied(args, named)) for name, other in asked]
            try:
                found = original(*args, **named)
                found = list(found) if yields else found
            except Exception:
                for name, _ in asked:
                    self.needed[name] |= stages
                raise
            for name, other, own, own_named in before:
                if not self._alike(other, own, own_named, found, args):
                    self.needed[name] |= stages
            return iter(found) if yields else found

        return called

    def _alike(
        self,
        other: Function,
        args: tuple[Any, ...],
        named: Mapping[str, Any],
        found: object,
        left: tuple[Any, ...],
    ) -> bool:
        """Whether another function gives the same, and leaves its arguments the same."""
        self._aside = True
        try:
            told = other(*args, **named)
            if hasattr(told, "__next__"):
                told = list(told)
        except Exception:  # noqa: BLE001 (then it is not the same)
            return False
        finally:
            self._aside = False
        return same(told, found) and all(map(same, args, left))


def _copied(args: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[tuple[Any, ...], Any]:
    """Arguments of which lists and dictionaries may be changed and the originals stay."""
    kinds = (dict, list)
    return tuple(type(a)(a) if type(a) in kinds else a for a in args), {
        name: type(a)(a) if type(a) in kinds else a for name, a in named.items()
    }


def same(one: Any, other: Any) -> bool:  # noqa: ANN401, PLR0911
    """Whether two values are the same through and through; False where that is not plain."""
    if one is other:
        return True
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        if one.shape != other.shape or one.dtype != other.dtype:
            return False
        return bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))
    if isinstance(one, dict):
        return same(list(one.items()), list(other.items()))
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    return bool(one == other)
