"""A watched folder: the pictures in it, and the folder of their results.

Sync products, browsers and systems write under special names until a file is whole, and keep notes
beside it. Each pattern of such names is listed with its product; most of them do not end like a
picture anyway, but a product may one day keep the picture's own ending.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from solver.files import sweep_drafts
from vision.imaging import opened_suffixes
from wwfsnap.drawing import DRAWN

RULES = (
    ".syncthing.*",  # Syncthing, on Linux, macOS and Android
    "~syncthing~*",  # Syncthing, on Windows
    ".dropbox*",  # Dropbox
    "*.dropbox.tmp",  # Dropbox
    "*.icloud",  # iCloud Drive, a picture not fetched yet
    "*.tmp.drivedownload",  # Google Drive
    "*.tmp.driveupload",  # Google Drive
    "~*.tmp",  # OneDrive
    "*.partial",  # OneDrive client for Linux
    ".*.~*",  # Nextcloud and ownCloud
    "*.octransferid*",  # Nextcloud and ownCloud
    "*.!sync",  # Resilio Sync
    "*@syno*",  # Synology
    ".pending-*",  # Android, a picture still being written
    ".trashed-*",  # Android, a picture in the bin
    "*.crdownload",  # Chrome and Edge
    "*.opdownload",  # Opera
    "*.download",  # Safari
    "*.part",  # Firefox, KDE and wwfsnap
    "*.filepart",  # WinSCP
    ".goutputstream-*",  # GNOME
    "*.sb-????????-??????",  # macOS, safe saving
    "._*",  # macOS, notes on foreign disks
    "~$*",  # Microsoft Office
    "*.tmp",  # many
    ".*",  # rsync and others that write under a hidden name
)
"""Names to ignore, as shell patterns in lower case, each with who writes such names."""


def is_wanted(path: Path) -> bool:
    """Whether the file's name is that of a complete picture."""
    lower = path.name.lower()
    return path.suffix.lower() in opened_suffixes() and not any(
        fnmatchcase(lower, rule) for rule in RULES
    )


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
