"""Solves thousands of pictures on all cores; an interrupted run can be continued.

Answers are appended to a file, a line each, as they come; the next run reads which pictures have
an answer and does the others (`wwfsnap.many.results`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Self

from wwfsnap.drawing import Target
from wwfsnap.errors import Exit, UsageFault
from wwfsnap.many.parallel import in_order
from wwfsnap.outcome import Outcome, lost_one, solve_one
from wwfsnap.pipeline import Settings
from wwfsnap.reporting import outcome_record
from wwfsnap.terminal import Record
from wwfsnap.watching import is_wanted

# Pictures given to a pool at a time; their answers are kept in memory until all are done.
PORTION = 500


class Answer(NamedTuple):
    """The answer for one picture, small enough to be kept by the thousand.

    Attributes:
        record: As in JSON.
        status: The exit status it leads to.
        passing: Whether it is a failure not due to the picture, so that another try may succeed.
    """

    record: Record
    status: Exit
    passing: bool

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        """The answer for an outcome."""
        failure = outcome.failure
        passing = failure is not None and failure.passing
        return cls(outcome_record(outcome), outcome.status(strict=False), passing)

    @property
    def doubtful(self) -> bool:
        return bool(self.record.get("doubts"))


def pictures_of(paths: Iterable[Path], drawn: Path | None = None) -> list[str]:
    """The pictures named, and those in and below the folders named, each once.

    Hidden folders, and results that ``wwfsnap watch`` put in a folder ``solved``, are left out.

    Args:
        paths: Pictures and folders.
        drawn: The folder for drawn pictures, which is left out, too; None for none.

    Raises:
        UsageFault: A path does not exist.
    """
    found: dict[str, None] = {}
    own = None if drawn is None else drawn.resolve()
    for path in paths:
        try:
            folder, there = path.is_dir(), path.exists()
        except OSError:  # a name that is too long: its answer will be the error
            folder, there = False, True
        if folder:
            inside = sorted(file for file in path.rglob("*") if _counts(file.relative_to(path)))
            if own is not None and path.resolve() != own:
                inside = [file for file in inside if own not in file.resolve().parents]
            found.update(dict.fromkeys(str(file) for file in inside if file.is_file()))
        elif there:
            found[str(path)] = None
        else:
            raise UsageFault(f"{path}: no such file or folder", "check its name")
    return list(found)


def answers(
    images: Sequence[str], settings: Settings, draw: Path | None, processes: int | None
) -> Generator[Answer, None, None]:
    """Solve the pictures and yield the answer for each, in order.

    Args:
        images: Their names.
        settings: What the user asked for.
        draw: The folder for drawn pictures; None for none.
        processes: How many; None for one a core.
    """
    target = None if draw is None else Target(draw, folder=True)
    work = partial(_solve, settings=settings, target=target)
    rest = iter(images)
    while portion := list(islice(rest, PORTION)):
        with closing(in_order(work, portion, _lost, processes, settings.time_limit)) as found:
            yield from found


def _counts(inside: Path) -> bool:
    """Whether a file inside a folder is a picture to solve."""
    folders = inside.parts[:-1]
    return is_wanted(inside) and not any(p == "solved" or p.startswith(".") for p in folders)


def _solve(image: str, settings: Settings, target: Target | None) -> Answer:
    return Answer.of(solve_one(image, settings, target))


def _lost(image: str) -> Answer:
    return Answer.of(lost_one(image))
