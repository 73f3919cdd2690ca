"""The group of all commands, which shows the user's own words as they may stand on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer.core import TyperGroup

from wwfsnap.reporting import visible


class Commands(TyperGroup):
    """The commands; what is wrong with a call is told without what a terminal acts on."""

    # Typer's own types of these are not public.
    def make_context(self, *words: Any, **extra: Any) -> Any:  # noqa: ANN401
        """What the words before the command mean."""
        with _quoting():
            return super().make_context(*words, **extra)

    def invoke(self, *words: Any, **extra: Any) -> Any:  # noqa: ANN401
        """What the command does with the words behind it."""
        with _quoting():
            return super().invoke(*words, **extra)


@contextmanager
def _quoting() -> Iterator[None]:
    """Make visible what a fault of the call quotes of the user's words."""
    try:
        yield
    except Exception as error:
        if hasattr(error, "format_message") and hasattr(error, "message"):
            error.message = visible(error.message)
        raise
