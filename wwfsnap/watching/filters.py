"""Whether a file's name is that of a complete picture.

Sync products, browsers and systems write under special names until a file is whole, and keep notes
beside it. Each pattern is listed with its product; most of these names do not end like a picture
anyway, but a product may one day keep the picture's own ending.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

from vision.imaging import opened_suffixes

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
