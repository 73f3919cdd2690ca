"""Exit statuses, and the one place where an error becomes a failure to report."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from enum import IntEnum

from calibration.errors import (
    CalibrationError,
    ThemeUnwritable,
    TooFewSamples,
    TruthUnreadable,
)
from solver.errors import GameFileError, SolverError, WordListError, WordsMissing
from vision.errors import NoBoardFound, ThemeMissing, UnreadableImage, VisionError
from wwfsnap import interrupts, streams


class Exit(IntEnum):
    """What the process tells its caller; of several pictures the worst (highest) counts."""

    GOOD = 0
    DOUBTS = 1
    USAGE = 2
    UNREADABLE = 3
    NO_BOARD = 4
    MISSING = 5
    INTERNAL = 70
    INTERRUPTED = interrupts.INTERRUPTED
    READER_GONE = streams.READER_GONE


# The lower floors know no exit statuses; the first class that fits decides.
EXIT_OF_ERROR: tuple[tuple[type[Exception], str, Exit], ...] = (
    (UnreadableImage, "decode", Exit.UNREADABLE),
    (NoBoardFound, "locate", Exit.NO_BOARD),
    (ThemeMissing, "theme", Exit.MISSING),
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


@dataclass(frozen=True, slots=True)
class Failure:
    """An error in the form in which it is told.

    Attributes:
        kind: Stable machine-readable name, as in ``no-board``.
        stage: Where it happened, as in ``locate``.
        message: One line without a full stop.
        hint: What to try; may be empty.
        exit: The exit status it leads to.
    """

    kind: str
    stage: str
    message: str
    hint: str
    exit: Exit

    @classmethod
    def of(cls, error: Exception) -> Failure:
        """The failure behind ``error``.

        Errors of this project tell ``kind``, ``stage``, ``hint`` and ``exit`` themselves, or their
        class does. Anything else is a fault of the program: it is reported as such, or raised
        again where WWFSNAP_DEBUG is set.
        """
        status = getattr(error, "exit", None)
        stage = getattr(error, "stage", None)
        for family, usual_stage, usual_status in EXIT_OF_ERROR:
            if isinstance(error, family):
                stage, status = stage or usual_stage, status or usual_status
                break
        if stage is None or status is None:
            if os.environ.get("WWFSNAP_DEBUG"):
                raise error
            return cls(
                "internal",
                "unknown",
                f"a fault in wwfsnap itself: {type(error).__name__}: {error}",
                "please report it; WWFSNAP_DEBUG=1 shows where it happened",
                Exit.INTERNAL,
            )
        kind = getattr(error, "kind", None) or _kebab(type(error).__name__)
        return cls(kind, stage, str(error), getattr(error, "hint", ""), status)


def _kebab(name: str) -> str:
    """``WordsMissing`` as ``words-missing``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower().removesuffix("-error")
