"""Errors between a file and a Reading; each has its stage and a hint what to try."""

from __future__ import annotations

from typing import ClassVar


class VisionError(Exception):
    """A picture could not be read.

    Attributes:
        kind: Stable machine-readable name of the fault.
        stage: Where it happened: ``decode``, ``locate``, ``correct`` or ``theme``.
        hint: What the user can try, without a full stop; may be empty.
    """

    kind: ClassVar[str] = "vision"
    stage: ClassVar[str] = "vision"
    default_hint: ClassVar[str] = ""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = self.default_hint if hint is None else hint


class UnreadableImage(VisionError):
    """The file is missing, locked, empty, damaged or no picture at all."""

    kind = "unreadable-file"
    stage = "decode"
    default_hint = "open the file in a picture viewer; if it is damaged, sync or export it again"


class ImageTooLarge(UnreadableImage):
    """The file has too many bytes, or its header announces more pixels than any screen has."""

    kind = "image-too-large"
    default_hint = "crop or shrink the picture; a screenshot has well under 64 million pixels"


class NoBoardFound(VisionError):
    """No lattice of a known size stands out of the picture."""

    kind = "no-board"
    stage = "locate"
    default_hint = "take a screenshot that shows the whole board, with nothing covering it"


class BoardNotWhole(NoBoardFound):
    """A board is there but partly covered, zoomed or cut off."""

    kind = "board-not-whole"
    default_hint = "close whatever covers the board, or zoom out, then take the screenshot again"


class CorrectionUnusable(VisionError):
    """What a player says of a picture is no correction, or does not fit its game or board."""

    kind = "correction-unusable"
    stage = "correct"
    default_hint = (
        "write H8=E for a tile, H8=e for a blank shown as E, H8=. for no tile, or rack 3=?"
    )


class ThemeMissing(VisionError):
    """A theme was named that is not there, or whose files are missing or contradict each other."""

    kind = "theme-missing"
    stage = "theme"
    default_hint = "`wwfsnap themes` lists all themes"
