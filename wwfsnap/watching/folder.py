"""A watched folder: the pictures in it, and the folder of their results."""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wwfsnap.watching.filters import is_wanted

DRAFTS = ".*.solved*.png.*.part"  # as solver.files names what is not whole yet
OLD = 600.0  # seconds after which a draft is no longer being written


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder to watch, and the one its results go to; both absolute."""

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
        for draft in self.results.glob(DRAFTS):
            with suppress(OSError):
                if time.time() - draft.stat().st_mtime > OLD:
                    draft.unlink()


def digest_of(path: Path) -> str:
    """The hash of the file's content, SHA-256 in hexadecimal.

    Raises:
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
