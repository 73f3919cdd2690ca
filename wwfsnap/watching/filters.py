"""A file name in; out comes whether it is that of a complete picture.

Sync products, browsers and systems write under names of their own until a file is whole, and keep
notes beside it. Each pattern stands with the product it comes from; most end in what is no picture
anyway, but a product may one day keep the picture's own ending.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from vision.imaging import opened_suffixes


@dataclass(frozen=True, slots=True)
class Rule:
    """Names to leave alone.

    Attributes:
        pattern: As in a shell, in lower case; matched whatever the case of the name.
        product: Who writes such names.
    """

    pattern: str
    product: str


RULES = (
    Rule(".syncthing.*", "Syncthing, on Linux, macOS and Android"),
    Rule("~syncthing~*", "Syncthing, on Windows"),
    Rule(".dropbox*", "Dropbox"),
    Rule("*.dropbox.tmp", "Dropbox"),
    Rule("*.icloud", "iCloud Drive, a picture not fetched yet"),
    Rule("*.tmp.drivedownload", "Google Drive"),
    Rule("*.tmp.driveupload", "Google Drive"),
    Rule("~*.tmp", "OneDrive"),
    Rule("*.partial", "OneDrive client for Linux"),
    Rule(".*.~*", "Nextcloud and ownCloud"),
    Rule("*.octransferid*", "Nextcloud and ownCloud"),
    Rule("*.!sync", "Resilio Sync"),
    Rule("*@syno*", "Synology"),
    Rule(".pending-*", "Android, a picture still being written"),
    Rule(".trashed-*", "Android, a picture in the bin"),
    Rule("*.crdownload", "Chrome and Edge"),
    Rule("*.opdownload", "Opera"),
    Rule("*.download", "Safari"),
    Rule("*.part", "Firefox, KDE and wwfsnap"),
    Rule("*.filepart", "WinSCP"),
    Rule(".goutputstream-*", "GNOME"),
    Rule("*.sb-????????-??????", "macOS, safe saving"),
    Rule("._*", "macOS, notes on foreign disks"),
    Rule("~$*", "Microsoft Office"),
    Rule("*.tmp", "many"),
    Rule(".*", "rsync and others that write under a hidden name"),
)


def ignored_by(name: str) -> Rule | None:
    """The rule that says to leave a file of this name alone; None where there is none."""
    lower = name.lower()
    return next((rule for rule in RULES if fnmatchcase(lower, rule.pattern)), None)


def is_wanted(path: Path) -> bool:
    """Whether the file's name is that of a whole picture."""
    return path.suffix.lower() in opened_suffixes() and ignored_by(path.name) is None
