"""A watched folder: the pictures in it, and the folder of their results."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from solver.files import sweep_drafts
from wwfsnap.drawing import DRAWN
from wwfsnap.watching.filters import is_wanted


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder to watch, and the one for its results; both absolute."""

    path: Path
    results: Path

    def pictures(self) -> frozenset[Path] | None:
        """The files in it that may be pictures; None where it cannot be listed just now."""
        try:
            with os.scandir(self.path) as found:
                return frozenset(path for entry in found if is_wanted(path := Path(entry.path)))
        except OSError:
            return None

    def sweep(self) -> None:
        """Remove the drafts of results that a killed run left."""
        sweep_drafts(self.results, DRAWN)


def digest_of(path: Path) -> str:
    """The hash of the file's content, SHA-256 in hexadecimal.

    Raises:
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
