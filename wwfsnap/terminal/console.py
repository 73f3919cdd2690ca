"""Data to standard output, everything else to standard error; without control characters.

File names, pictures and servers bring text of any kind. What would move the cursor, colour the
screen or reverse the direction of a line is shown as an escape, here and nowhere else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Timer
from typing import TYPE_CHECKING

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from wwfsnap.errors import Failure
from wwfsnap.terminal.safe_text import visible, visible_lines

if TYPE_CHECKING:
    from rich.progress import Progress

PREMIUM_LABELS = {
    ".": " . ", "*": " * ",
    "d": "DL ", "t": "TL ", "q": "QL ",
    "D": "DW ", "T": "TW ", "Q": "QW ",
}  # fmt: skip
"""Labels printed on squares without a tile, three columns wide, by the letter of a premium. They
also serve to read a printed board."""


class _Screen(Console):
    """A console whose colours and line ends are the program's own, never those of a text shown."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False)

    def render_str(self, text: str, **options: object) -> Text:
        """Text for measuring and laying out."""
        return super().render_str(visible_lines(text), **options)  # type: ignore[arg-type]

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is finally printed; characters that the encoding lacks become escapes, too."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                text = visible_lines(segment.text)
                held = text.encode(self.encoding, "backslashreplace").decode(self.encoding)
                yield Segment(held, segment.style)


def show(*parts: RenderableType) -> None:
    """Print for a person, on standard output; coloured only on a terminal."""
    console = _Screen()
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str | Text))


def show_failure(failure: Failure, about: str = "") -> None:
    """Show a failure and its hint, on standard error.

    Args:
        failure: What happened.
        about: The picture it happened to; named where the message does not name it.
    """
    message = failure.message if about in failure.message else f"{about}: {failure.message}"
    console = _Screen(stderr=True)
    console.print(Text.assemble(("error: ", "bold red"), visible(message)), soft_wrap=True)
    if failure.hint:
        hint = visible(failure.hint)
        console.print(Text.assemble(("hint: ", "bold cyan"), hint), soft_wrap=True)


def note(message: str) -> None:
    """Show what is neither data nor an error, on standard error."""
    _Screen(stderr=True).print(message, soft_wrap=True)


def confirm(question: str, *, default: bool = False, abort: bool = False) -> bool:
    """Ask a question on standard error; with ``abort`` a no ends the program."""
    return typer.confirm(visible(question), default=default, abort=abort, err=True)


def terminal_width() -> int:
    """The number of columns of standard output."""
    return _Screen().width


def terminal_colours() -> bool:
    """Whether standard output shows colours, and the user wants them (`NO_COLOR`)."""
    screen = _Screen()
    return screen.color_system is not None and not screen.no_color


def terminal_writes(text: str) -> bool:
    """Whether the encoding of standard output has these characters."""
    try:
        text.encode(_Screen().encoding)
    except UnicodeEncodeError:
        return False
    return True


def clear_screen() -> bool:
    """Clear an interactive terminal that can do that; returns whether it was cleared."""
    screen = _Screen()
    able = screen.is_terminal and not screen.is_dumb_terminal and sys.stdin.isatty()
    if able:
        screen.clear()
    return able


StatusLine = tuple[Callable[[str], None], Callable[[], AbstractContextManager[None]]]


@contextmanager
def working() -> Iterator[StatusLine]:
    """Shows what is under way on one line that is updated; line by line where that is no terminal.

    Yields:
        What shows a text, and a context that stops the line while a question is asked.
    """
    console = _Screen(stderr=True)
    if not console.is_terminal:
        yield note, nullcontext
        return
    status = console.status("")

    @contextmanager
    def quiet() -> Iterator[None]:
        status.stop()
        yield

    def report(text: str) -> None:
        status.update(visible(text))
        status.start()

    try:
        yield report, quiet
    finally:
        status.stop()


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Shows a text on a terminal's standard error if the work takes longer than a second."""
    status = _Screen(stderr=True).status(visible(text))
    timer = Timer(1.0, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


class _Bar:
    """A bar with a simulation's progress."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("thinking", total=1.0)

    def update(self, done: float, worlds: int, best: object) -> None:
        del best
        text = f"thinking, {worlds} games a move"
        self._bar.update(self._task, completed=done, description=text)


@contextmanager
def progress_bar(*, wanted: bool) -> Iterator[_Bar | None]:
    """A bar on standard error; none where that is not a terminal, or it is not wanted."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Bar(bar)
