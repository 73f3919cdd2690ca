"""Events of the watcher as lines on the terminal; a lasting problem is reported once."""

from __future__ import annotations

from pathlib import Path

from wwfsnap.errors import Exit, Failure
from wwfsnap.terminal import Record, note, print_json, show, show_failure, visible
from wwfsnap.watching.channels import headline


def print_notice(message: str) -> None:
    """Print a message about the watcher itself on standard error."""
    note(visible(message))


class TerminalNotices:
    """Shows on the terminal what the watcher does.

    Args:
        json: Whether pictures solved, or failed for good, are printed as JSON.
        verbose: Whether ignored files are reported.
    """

    def __init__(self, *, json: bool, verbose: bool) -> None:
        self._json = json
        self._verbose = verbose

    def solved(self, record: Record) -> None:
        """A picture was solved."""
        if self._json:
            print_json(record)
            return
        drawn = f" ({record['drawn']})" if record["drawn"] else ""
        show(visible(f"{Path(record['image']).name}: {headline(record)}{drawn}"))

    def failed(self, failure: Failure, record: Record) -> None:
        """A picture failed for good."""
        if self._json:
            print_json(record)
        show_failure(failure, about=record["image"])

    def problem(self, failure: Failure, about: str) -> None:
        """Something went wrong that may pass, but that the user should know."""
        show_failure(failure, about=about)

    def left(self, path: Path, why: str) -> None:
        """A file was ignored."""
        if self._verbose:
            print_notice(why if str(path) in why else f"{path}: {why}")


class Notices:
    """Passes events on to a listener, but a lasting problem only once.

    Args:
        listener: Tells the user.

    Attributes:
        worst: The highest status of the pictures that failed, GOOD while none did.
    """

    def __init__(self, listener: TerminalNotices) -> None:
        self._listener = listener
        self._reported: set[str] = set()
        self.worst = Exit.GOOD

    def solved(self, record: Record) -> None:
        """A picture was solved: problems are over, and are reported again if they come back."""
        self._reported.clear()
        self._listener.solved(record)

    def left(self, path: Path, why: str) -> None:
        """A file was ignored."""
        self._listener.left(path, why)

    def failed(self, failure: Failure, record: Record) -> None:
        """A picture failed for good."""
        self.worst = max(self.worst, failure.exit)
        self._listener.failed(failure, record)

    def passing_problem(self, problem: Failure | str, about: str = "") -> None:
        """A problem that may pass; its message is reported once until a picture is solved."""
        failure = _passing_failure(problem)
        if failure.message not in self._reported:
            self._reported.add(failure.message)
            self._listener.problem(failure, about)

    def over(self, problem: str) -> None:
        """A problem is over, and is reported again if it comes back."""
        self._reported.discard(problem)


def _passing_failure(problem: Failure | str) -> Failure:
    """The failure for a problem that may pass; one of the surroundings is given as its message.

    It is only printed for people, never as JSON.
    """
    if isinstance(problem, Failure):
        return problem
    hint = "wwfsnap tries again automatically"
    return Failure("not-now", "watch", problem, hint, Exit.UNREADABLE)
