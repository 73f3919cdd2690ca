"""The errors of calibration; each class has its stage and a hint."""

from __future__ import annotations

from typing import ClassVar


class CalibrationError(Exception):
    """A theme cannot be made, kept or imported.

    Attributes:
        stage: Where it happened: ``truth``, ``fit`` or ``store``.
        hint: What the user can try, without a full stop; may be empty.
    """

    stage: ClassVar[str] = "fit"
    default_hint: ClassVar[str] = ""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = self.default_hint if hint is None else hint


class TruthUnreadable(CalibrationError):
    """A text is no valid truth of a picture, or does not fit the picture."""

    stage = "truth"
    default_hint = (
        "write one line per row: A to Z for tiles, lower case for blanks, dots for empty squares"
    )


class TooFewSamples(CalibrationError):
    """The screens show too little to make a theme of."""

    default_hint = "take a screenshot with more tiles on the board"


class ThemeTaken(CalibrationError):
    """There is a theme of that name already."""

    stage = "store"
    default_hint = "choose another name, or use --replace"


class ThemeUnusable(CalibrationError):
    """A name or an archive that cannot be a theme."""

    stage = "store"


class ThemeUnwritable(CalibrationError):
    """The folder of themes, or an archive, cannot be written to."""

    stage = "store"
    default_hint = "free some disk space there, or set XDG_CONFIG_HOME to a folder you may write to"
