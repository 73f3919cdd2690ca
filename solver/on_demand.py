"""Packages that import a name only when it is first used: a command loads only what it needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path


def on_demand(room: str, file: str) -> Callable[[str], object]:
    """The ``__getattr__`` of a package whose names are loaded when they are first used.

    Args:
        room: Name of the package.
        file: Its ``__init__.py``. The names are those it imports under ``if TYPE_CHECKING``, where
            type checkers and linters see them. No name may equal that of the module it comes from:
            the import system would return the module instead.
    """

    def load(name: str) -> object:
        home = None if name.startswith("__") else _homes(file).get(name)  # Python asks for such
        if home is None:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        module, own_name = home
        found: object = getattr(import_module(module), own_name)
        vars(import_module(room))[name] = found
        return found

    return load


@cache
def _homes(file: str) -> dict[str, tuple[str, str]]:
    """Each name imported under ``if TYPE_CHECKING`` of a file, with its module and name there."""
    import ast  # takes 2 ms

    return {
        alias.asname or alias.name: (statement.module, alias.name)
        for block in ast.parse(Path(file).read_bytes()).body
        if isinstance(block, ast.If)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom) and statement.module
        for alias in statement.names
    }
