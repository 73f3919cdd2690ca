"""Stores a cleaned list as the file that is used for play, and reads the records of such files.

Beside ``nl.marisa`` is its record ``nl.json``: where the words come from, and what was dropped. A
list that was there before is kept as ``nl.marisa.bak``.
"""

from __future__ import annotations

import hashlib
import json
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from solver.files import read_whole, sweep_drafts, write_new, write_together
from solver.folders import data_folder
from solver.processes import signals_held
from solver.words import MOST_BYTES, SHIPPED, SUFFIXES
from wwfsnap.errors import OutputUnwritable

MOST_RECORD = 100_000
"""The most bytes of a record; one has some hundred."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A list, with what its record says.

    Attributes:
        file: The list.
        words: How many it has.
        origin: Where they come from.
        licence: Their licence; empty where that is not known.
    """

    file: Path
    words: int | None = None
    origin: str = ""
    licence: str = ""

    @property
    def shipped(self) -> bool:
        """Whether it came with the program."""
        return self.file in SHIPPED.values()


def list_file(code: str) -> Path:
    """The path for the installed list of a language."""
    return data_folder() / "words" / f"{code}.marisa"


def own_lists(code: str) -> list[Path]:
    """The user's lists of a language, the one that is used first."""
    try:
        folder = data_folder() / "words"
    except RuntimeError:  # no home folder, no lists
        return []
    return [path for suffix in SUFFIXES if (path := folder / (code + suffix)).is_file()]


def kept_list(code: str) -> Kept | None:
    """The list that is used for a language, with its record; None where there is none."""
    own = own_lists(code)
    path = own[0] if own else SHIPPED.get(code)
    if path is None:
        return None
    told = _record_of(path) if path.suffix == ".marisa" else {}
    sources = told.get("sources") or [told]
    return Kept(
        path,
        told.get("words"),
        str(sources[0].get("origin", "")),
        str(sources[0].get("licence", "")),
    )


def _record_of(path: Path) -> dict[str, Any]:
    """The record beside a list; empty where there is none, or it belongs to another list."""
    try:
        told = json.loads(read_whole(path.with_suffix(".json"), MOST_RECORD))
        digest = hashlib.sha256(read_whole(path, MOST_BYTES)).hexdigest()
    except (OSError, ValueError):
        return {}
    for each in (told, told.get("before")) if isinstance(told, dict) else ():
        if isinstance(each, dict) and each.get("sha256") == digest:
            return each
    return {}


def write_list(code: str, data: bytes, record: Mapping[str, Any]) -> tuple[Path, list[Path]]:
    """Write a list with its record, by renaming; what was there before is kept beside it.

    Args:
        code: The language.
        data: The list as a trie.
        record: What is recorded about it.

    Returns:
        The list, and the backups of the lists it replaces.

    Raises:
        OutputUnwritable: The folder cannot be written to; what was there is there still.
    """
    path, there, backups = list_file(code), own_lists(code), list[Path]()
    if there[:1] == [path] and path.read_bytes() == data:
        there = []  # only the record may be new
    elif before := _record_of(path):  # valid until the list, too, has been replaced
        record = {**record, "before": {key: before[key] for key in before if key != "before"}}
    text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    files = {path.with_suffix(".json"): text.encode(), path: data}
    try:
        with signals_held({signal.SIGINT, signal.SIGTERM}):  # a record belongs to its list
            try:
                sweep_drafts(path.parent, f"{code}.*")
                backups.extend(_backed_up(old) for old in there)
                write_together(files)
            except OSError:
                for backup in backups:  # their originals are still there
                    backup.unlink()
                raise
            for old in there:
                if old != path:  # it would no longer be used, and has a backup
                    old.unlink()
    except OSError as fault:
        raise OutputUnwritable(
            f"{fault.filename or path}: cannot be written ({fault.strerror})",
            "free some disk space there, or set XDG_DATA_HOME to a folder you may write to",
        ) from None
    return path, backups


def _backed_up(path: Path) -> Path:
    """Copy a list to a name that is free, and return it."""
    data = read_whole(path, MOST_BYTES)
    names = (f"{path.name}.bak{f'-{number}' if number > 1 else ''}" for number in count(1))
    return next(path.with_name(name) for name in names if write_new(path.with_name(name), data))
