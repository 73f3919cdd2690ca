"""How errors are reported: message, hint and exit status; and the errors of this package."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import ClassVar, NamedTuple

from calibration import CalibrationError, ThemeUnwritable, TooFewSamples, TruthUnreadable
from solver.errors import GameFileError, SolverError, WordListError, WordsMissing
from vision.errors import (
    CorrectionUnusable,
    NoBoardFound,
    ThemeMissing,
    UnreadableImage,
    VisionError,
)
from wwfsnap import process


class Exit(IntEnum):
    """The exit status of the process; of several pictures the worst (highest) counts."""

    GOOD = 0
    DOUBTS = 1
    USAGE = 2
    UNREADABLE = 3
    NO_BOARD = 4
    MISSING = 5
    INTERNAL = 70
    INTERRUPTED = process.INTERRUPTED
    READER_GONE = process.READER_GONE


# The lower packages know no exit statuses; the first class that fits decides.
EXIT_OF_ERROR: tuple[tuple[type[Exception], str, Exit], ...] = (
    (UnreadableImage, "decode", Exit.UNREADABLE),
    (NoBoardFound, "locate", Exit.NO_BOARD),
    (ThemeMissing, "theme", Exit.MISSING),
    (CorrectionUnusable, "correct", Exit.USAGE),
    (VisionError, "read", Exit.NO_BOARD),
    (TruthUnreadable, "truth", Exit.UNREADABLE),
    (ThemeUnwritable, "store", Exit.UNREADABLE),
    (TooFewSamples, "fit", Exit.NO_BOARD),
    (CalibrationError, "store", Exit.USAGE),
    (WordsMissing, "words", Exit.MISSING),
    (WordListError, "words", Exit.MISSING),
    (GameFileError, "rules", Exit.MISSING),
    (SolverError, "solve", Exit.USAGE),
)

FILE_FAULTS = {
    errno.ENAMETOOLONG: ("is too long for a file name", "choose another name"),
    errno.EACCES: (
        "there is no permission to use it",
        "check the permissions of the file and of the folders above it",
    ),
}
"""What is wrong with a file and what to try, where asking whether it is there fails already."""


class Failure(NamedTuple):
    """An error in the form in which it is reported.

    Attributes:
        kind: Stable machine-readable name, such as ``no-board``.
        stage: Where it happened, such as ``locate``.
        message: One line without a full stop.
        hint: What to try; may be empty.
        exit: The exit status it leads to.
    """

    kind: str
    stage: str
    message: str
    hint: str
    exit: Exit

    @property
    def passing(self) -> bool:
        """Whether another try may succeed, as the picture is not to blame: no room on a disk, or
        something that is not installed."""
        return self.stage == "write" or self.exit is Exit.MISSING

    @classmethod
    def of(cls, error: Exception) -> Failure:
        """The failure for ``error``.

        Errors of this project have ``kind``, ``stage``, ``hint`` and ``exit`` themselves, or their
        class does. Anything else is a fault of the program: it is reported as such, or raised
        again where WWFSNAP_DEBUG is set.
        """
        status = getattr(error, "exit", None)
        stage = getattr(error, "stage", None)
        for family, usual_stage, usual_status in EXIT_OF_ERROR:
            if isinstance(error, family):
                stage, status = stage or usual_stage, status or usual_status
                break
        if isinstance(error, OSError) and error.filename and error.errno in FILE_FAULTS:
            what, hint = FILE_FAULTS[error.errno]
            message = f"{error.filename}: {what}"
            return cls("unreadable-file", "read", message, hint, Exit.UNREADABLE)
        if stage is None or status is None:
            if os.environ.get("WWFSNAP_DEBUG"):
                raise error
            return cls(
                "internal",
                "unknown",
                f"an error in wwfsnap itself: {type(error).__name__}: {error}",
                "please report it; run it again with WWFSNAP_DEBUG=1 to see where it happened",
                Exit.INTERNAL,
            )
        kind = getattr(error, "kind", None) or _kebab(type(error).__name__)
        return cls(kind, stage, str(error), getattr(error, "hint", ""), status)


def _kebab(name: str) -> str:
    """``WordsMissing`` as ``words-missing``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower().removesuffix("-error")


class FrontDoorError(Exception):
    """Something the user asked for cannot be done.

    Attributes:
        kind: Stable machine-readable name of the fault, if it is not made from the class's name.
        stage: Where it happened: ``start``, ``usage``, ``locate``, ``words`` or ``write``.
        exit: The exit status it leads to.
        hint: What the user can try, without a full stop; may be empty.
    """

    stage: ClassVar[str] = "usage"
    exit: ClassVar[Exit] = Exit.USAGE
    default_hint: ClassVar[str] = ""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = self.default_hint if hint is None else hint


class UsageFault(FrontDoorError):
    """Flags or arguments that do not go together."""

    kind = "usage"


class OpenCVMissing(FrontDoorError):
    """OpenCV is not installed or does not load."""

    kind = "opencv-missing"
    stage = "start"
    exit = Exit.MISSING
    default_hint = "pip install opencv-python"


class NoRack(FrontDoorError):
    """The board was read, but there are no tiles to lay."""

    stage = "locate"
    exit = Exit.NO_BOARD
    default_hint = "take the screenshot with your rack visible, or use `wwfsnap moves BOARD --rack`"


class UnreadableText(FrontDoorError):
    """A file with typed boards or words is missing, may not be read or is no text."""

    kind = "unreadable-file"
    stage = "read"
    exit = Exit.UNREADABLE
    default_hint = "check the name of the file"


class ClipboardMissing(FrontDoorError):
    """The clipboard cannot be reached: no desktop, or no program that reads it."""

    stage = "start"
    exit = Exit.MISSING
    default_hint = (
        "on Linux install wl-clipboard or xclip, or save the screenshot and give its file name"
    )


class ClipboardEmpty(FrontDoorError):
    """The clipboard holds something else than a picture, or nothing."""

    stage = "read"
    exit = Exit.UNREADABLE
    default_hint = "copy a screenshot to the clipboard, or save it and give its file name"


class InputEmpty(FrontDoorError):
    """A picture was expected on standard input, and none came."""

    stage = "read"
    exit = Exit.UNREADABLE
    default_hint = "send one, as in `wwfsnap solve - < shot.png`"


class OwnPicture(FrontDoorError):
    """The picture is one that wwfsnap drew: the move on it was never played."""

    stage = "decode"
    exit = Exit.UNREADABLE
    default_hint = "use the screenshot it was made from"


class OutputTaken(FrontDoorError):
    """The file to write exists already, and wwfsnap did not write it."""

    stage = "write"
    default_hint = "choose another name with --out, or move that file away"


class OutputUnwritable(FrontDoorError):
    """The drawn picture cannot be written: no permission, no space, no such folder."""

    stage = "write"
    exit = Exit.UNREADABLE
    default_hint = "free some disk space there, or use --out to choose a folder you may write to"


@contextmanager
def writing(path: Path, hint: str | None = None) -> Iterator[None]:
    """A context for writing a file, which turns an OSError into OutputUnwritable."""
    try:
        yield
    except OSError as fault:
        raise OutputUnwritable(f"{path}: cannot be written ({fault.strerror})", hint) from None


class OwnFileFaulty(FrontDoorError):
    """A word list, learnt words or one of the user's own games cannot be used."""

    stage = "start"
    exit = Exit.MISSING
    default_hint = "correct that file, or remove it"


class ListUnobtainable(FrontDoorError):
    """A word list is neither here nor can it be fetched, or what was fetched cannot be used."""

    stage = "words"
    exit = Exit.MISSING
    default_hint = "use your own list with --from FILE"


class ListThere(FrontDoorError):
    """The language already has an installed word list."""

    stage = "words"
    default_hint = "use --replace to install the new one; the old one is kept as .bak"


class SelfTestFailed(FrontDoorError):
    """The program does not do what it should on a picture of its own."""

    stage = "read"
    exit = Exit.INTERNAL
    default_hint = "reinstall wwfsnap; if that does not help, please report it"


class WorkerLost(FrontDoorError):
    """The process that read the picture died."""

    stage = "read"
    exit = Exit.INTERNAL
    default_hint = "try this picture alone; if it fails again, please report it with the picture"


class TooCostly(FrontDoorError):
    """A picture takes more time or memory than any screenshot does."""

    stage = "decode"
    exit = Exit.UNREADABLE
    default_hint = "crop it to the game, or open it in a picture viewer and save it again as PNG"


class ClusterMissing(FrontDoorError):
    """Work was to go to a cluster, but the package for that is not installed."""

    stage = "start"
    exit = Exit.MISSING
    default_hint = 'pip install "wwfsnap[cluster]"'


class ClusterUnusable(FrontDoorError):
    """The cluster cannot be reached, is lost, or its workers do not match this machine."""

    stage = "start"
    exit = Exit.MISSING
    default_hint = (
        "scheduler and workers need the same version of wwfsnap[cluster] as this machine, and "
        "copies of your own words, themes and games; they are in the folders that `wwfsnap doctor` "
        "shows"
    )


class StateUnusable(FrontDoorError):
    """The watcher's ledger cannot be read or written."""

    stage = "start"
    exit = Exit.UNREADABLE
    default_hint = (
        "free some disk space there, or set XDG_STATE_HOME to a folder you may write to; if the "
        "file is damaged, remove it"
    )


class NotifierMissing(FrontDoorError):
    """Desktop notifications were asked for and cannot be shown."""

    stage = "start"
    exit = Exit.MISSING
    default_hint = 'pip install "wwfsnap[notify]"'
