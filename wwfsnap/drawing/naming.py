"""Naming: what drawn pictures are called, within what the file system takes."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

MOST_BYTES = 255  # in a file name, on all usual file systems; some take fewer


def result_name(source: Path, number: int, folder: Path) -> str:
    """What the picture drawn on ``source`` is called: ``SHOT.solved.png``.

    A name too long keeps its beginning and gets a hash of the whole.

    Args:
        source: The picture drawn on.
        number: 1, or that of the next try where names are taken (``SHOT.solved-2.png``).
        folder: Where the result goes; it need not be there yet.
    """
    extra = "" if number == 1 else f"-{number}"
    return _within(source.stem, f".solved{extra}.png", _most_bytes(folder))


def _within(name: str, ending: str, most: int) -> str:
    """``name`` and ``ending`` in so many bytes: cut between two characters, marked by a hash."""
    whole = os.fsencode(name)
    if len(whole) + len(ending) <= most:
        return name + ending
    ending = f"~{hashlib.blake2b(whole, digest_size=4).hexdigest()}{ending}"
    cut = most - len(ending)
    for _ in range(3):  # the bytes that a character of UTF-8 has after its first
        if whole[cut] & 0xC0 == 0x80:
            cut -= 1
    return os.fsdecode(whole[:cut]) + ending


def _most_bytes(folder: Path) -> int:
    """How many bytes a file name in ``folder`` may have."""
    if not hasattr(os, "pathconf"):  # Windows
        return MOST_BYTES
    for place in (folder, *folder.parents):  # some may have to be made yet
        try:
            return min(MOST_BYTES, os.pathconf(place, "PC_NAME_MAX"))
        except (OSError, ValueError):
            continue
    return MOST_BYTES
