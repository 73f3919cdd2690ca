"""Thousands of pictures: solved on all cores, each answered once, also after an interruption.

Answers are appended to a file, a line each, as they come; the next run reads which pictures have
theirs and does the others. A line cut off by a kill is taken back first.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from wwfsnap.errors import OutputUnwritable, UsageFault
from wwfsnap.exits import Exit
from wwfsnap.ignored import is_wanted
from wwfsnap.outcome import Outcome, lost_one, solve_one
from wwfsnap.output import Target
from wwfsnap.parallel import in_order
from wwfsnap.pipeline import Settings
from wwfsnap.records import Record, line

# One process pool; a picture that kills its process costs at most so many their second core.
PORTION = 500
FIELDS = (
    "image", "ok", "game", "language", "rack", "move", "word", "score",
    "doubts", "confidence", "kind", "message", "drawn",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one picture, small enough to be kept by the thousand."""

    record: Record
    status: Exit

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        """What is kept of an outcome."""
        return cls(outcome.record(), outcome.status(strict=False))

    @property
    def doubtful(self) -> bool:
        return bool(self.record.get("doubts"))


def pictures_of(paths: Iterable[Path]) -> list[str]:
    """The pictures named, and those in the folders named and below, each once.

    Hidden folders, and results that ``wwfsnap watch`` put in a folder ``solved``, are left out.

    Raises:
        UsageFault: There is nothing of that name.
    """
    found: dict[str, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if _counts(file.relative_to(path)))
            found.update(dict.fromkeys(str(file) for file in inside if file.is_file()))
        elif path.exists():
            found[str(path)] = None
        else:
            raise UsageFault(f"{path}: no such file or folder", "check its name")
    return list(found)


def answers(
    images: Sequence[str], settings: Settings, draw: Path | None, processes: int | None
) -> Generator[Answer, None, None]:
    """Solve the pictures and yield what comes of each, in order.

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
        with closing(in_order(work, portion, _lost, processes)) as found:
            yield from found


class Results:
    """The file of answers, JSON lines or CSV by its name; open while in a ``with``.

    Args:
        path: The file; those answered in it stay.

    Raises:
        UsageFault: The name ends in neither ``.jsonl`` nor ``.csv``.
    """

    def __init__(self, path: Path) -> None:
        if path.suffix.lower() not in {".jsonl", ".csv"}:
            raise UsageFault(f"{path}: is no name for answers", "end it in .jsonl or .csv")
        self._path = path
        self._csv = path.suffix.lower() == ".csv"

    def __enter__(self) -> Self:
        """Open the file, and take back a line that was not finished.

        Raises:
            OutputUnwritable: It cannot be written to.
            UsageFault: It is there and holds no answers; it is left as it is.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            written = self._path.read_bytes() if self._path.exists() else b""
            whole = written[: written.rfind(b"\n") + 1]
            self._check(written)
            self.answered = frozenset(self._names(whole.decode("utf-8", "surrogateescape")))
            self._file = self._path.open("ab")
            self._file.truncate(len(whole))
        except OSError as fault:
            raise self._unwritable(fault) from None
        except (ValueError, KeyError, TypeError, IndexError, csv.Error):
            raise UsageFault(
                f"{self._path}: holds something else than answers", "name another file"
            ) from None
        if self._csv and not whole:
            self._append(_row(FIELDS))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, record: Record) -> None:
        """Append an answer at once.

        Raises:
            OutputUnwritable: It cannot be written.
        """
        self._append(_row(_flat(record)) if self._csv else line(record) + "\n")

    def _append(self, text: str) -> None:
        try:
            self._file.write(text.encode("utf-8", "surrogateescape"))
            self._file.flush()
        except OSError as fault:
            raise self._unwritable(fault) from None

    def _check(self, written: bytes) -> None:
        """See that the file begins as one of answers does, were it only with half a line.

        Raises:
            ValueError: It does not.
        """
        start = _row(FIELDS).encode() if self._csv else b'{"image": '
        if not (written.startswith(start) or start.startswith(written)):
            raise ValueError(written[:20])

    def _names(self, text: str) -> list[str]:
        """The pictures answered in the file so far."""
        if not self._csv:
            return [json.loads(entry)["image"] for entry in text.split("\n") if entry]
        rows = csv.reader(io.StringIO(text))
        next(rows, None)
        return [row[0] for row in rows]

    def _unwritable(self, fault: OSError) -> OutputUnwritable:
        return OutputUnwritable(f"{self._path}: cannot be written ({fault.strerror})")


def _counts(inside: Path) -> bool:
    """Whether a file inside a folder is a picture to solve."""
    folders = inside.parts[:-1]
    return is_wanted(inside) and not any(p == "solved" or p.startswith(".") for p in folders)


def _solve(image: str, settings: Settings, target: Target | None) -> Answer:
    return Answer.of(solve_one(image, settings, target))


def _lost(image: str) -> Answer:
    return Answer.of(lost_one(image))


def _flat(record: Record) -> tuple[object, ...]:
    """An answer as a row of the table."""
    best = record.get("moves") or map(_as_move, record.get("words", ()))
    row = record | next(iter(best), {}) | record.get("error", {})
    row["doubts"] = len(record.get("doubts", ()))
    return tuple(row.get(field) for field in FIELDS)


def _as_move(word: Record) -> Record:
    """A word of a path game in the columns of a move."""
    return {"move": " ".join(word["path"]), "word": word["word"], "score": word["points"]}


def _row(values: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()
