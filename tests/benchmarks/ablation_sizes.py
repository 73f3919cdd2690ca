"""A rule in; out come the lines and the numbers set by hand that would go with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import vision

from .switching import Rule, source_of


@dataclass(frozen=True)
class Size:
    """Lines of code, docstrings included, and constants that hold a number."""

    lines: int
    numbers: int

    def __str__(self) -> str:
        return f"{self.lines} ({self.numbers})" if self.numbers else str(self.lines)


@dataclass(frozen=True, eq=False)
class _Definition:
    """A function, class or constant of a module of vision.

    Attributes:
        name: Its name.
        lines: How many it has, with the text that tells of a constant.
        number: Whether it is a constant that holds a number.
        uses: Names that stand in it.
    """

    name: str
    lines: int
    number: bool
    uses: frozenset[str]


def size_of(rule: Rule) -> Size:
    """What a rule takes: its function and all that nothing else of vision uses; or its statements.

    Names count for what they are called, wherever they are defined: two of one name are both kept.
    """
    text = source_of(rule.of)
    if not rule.gives:
        return Size(_statements(text, [old for old, _ in rule.instead]), 0)
    name = rule.of.rsplit(".", 1)[1]
    if rule.of.split(".")[-2].lstrip("_")[0].isupper():  # a method
        return Size(len(text.splitlines()), 0)
    gone = [each for each in _definitions() if each.name == name]
    if len(gone) != 1:
        return Size(len(text.splitlines()), 0)
    left = [each for each in _definitions() if each not in gone]
    while True:
        used = frozenset().union(*(each.uses for each in left))
        spared = [
            each
            for each in left
            if each.name not in used and any(each.name in other.uses for other in gone)
        ]
        if not spared:
            return Size(sum(each.lines for each in gone), sum(each.number for each in gone))
        gone += spared
        left = [each for each in left if each not in spared]


def _statements(text: str, parts: list[str]) -> int:
    """Lines of the smallest statements of a function that some parts of its text stand in."""
    nodes = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.stmt)]
    total = 0
    for part in parts:
        line = text[: text.index(part)].count("\n") + 1
        spans = [(each.lineno, each.end_lineno or each.lineno) for each in nodes]
        total += min(last - first + 1 for first, last in spans if first <= line <= last)
    return total


@cache
def _definitions() -> list[_Definition]:
    """All that the modules of vision define."""
    root = Path(vision.__file__).parent
    files = sorted(each for each in root.rglob("*.py") if "paths" not in each.parts)
    return [each for file in files for each in _defined(file.read_text(encoding="utf-8"))]


def _defined(text: str) -> Iterator[_Definition]:
    """What one module defines."""
    body = ast.parse(text).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        uses = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        uses |= {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            lines += len(node.decorator_list)
            yield _Definition(node.name, lines, number=False, uses=frozenset(uses - {node.name}))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                lines += (after.end_lineno or after.lineno) - after.lineno + 1
            number = any(
                isinstance(each, ast.Constant) and isinstance(each.value, int | float)
                for each in ast.walk(node.value)
            )
            yield _Definition(name, lines, number=number, uses=frozenset(uses - {name}))
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            yield _Definition("", lines, number=False, uses=frozenset(uses))
