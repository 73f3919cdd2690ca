"""Standard output for data, standard error for everything else."""

from __future__ import annotations

import sys

from rich.console import Console, RenderableType
from rich.text import Text

from wwfsnap.exits import Failure
from wwfsnap.records import Record, line


def show(*parts: RenderableType) -> None:
    """Print for a person, on standard output; coloured only on a terminal."""
    console = Console(highlight=False, markup=False, emoji=False)
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str | Text))


def put(record: Record | list[Record]) -> None:
    """Print one line of JSON at once, so that a reading program need not wait."""
    text = line(record)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # what stands for it in JSON is no question mark
        text = line(record, plain=True)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def tell(failure: Failure, about: str = "") -> None:
    """Tell a failure and its hint, on standard error.

    Args:
        failure: What happened.
        about: The picture it happened to; named where the message does not name it.
    """
    message = failure.message if about in failure.message else f"{about}: {failure.message}"
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    console.print(Text.assemble(("error: ", "bold red"), message), soft_wrap=True)
    if failure.hint:
        console.print(Text.assemble(("hint: ", "bold cyan"), failure.hint), soft_wrap=True)


def note(message: str) -> None:
    """Tell something that is neither data nor an error, on standard error."""
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(message, soft_wrap=True)
