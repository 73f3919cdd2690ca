"""The server's key and other secrets: made once, stored where only the user can read them."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from solver.files import write_whole
from wwfsnap.errors import StateUnusable

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another when typed
LENGTH = 24  # nearly 119 bits
FORM = re.compile(rf"[{LETTERS}]{{{LENGTH}}}")


def server_key(folder: Path, *, new: bool) -> str:
    """The key of this user's server; the same at every start, so that phones keep theirs.

    Args:
        folder: Where it is kept.
        new: Make another one; phones with the old one are locked out.

    Raises:
        StateUnusable: The folder cannot be read or written.
    """
    file = folder / "serve-key"
    try:
        kept = file.read_text(encoding="ascii", errors="replace").strip() if file.exists() else ""
    except OSError as fault:
        raise StateUnusable(f"{file}: cannot be read ({fault.strerror})") from None
    if FORM.fullmatch(kept) and not new:
        return kept
    key = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    keep_secret(file, key.encode())
    return key


def keep_secret(file: Path, data: bytes) -> None:
    """Write a file that only the user may read.

    Raises:
        StateUnusable: It cannot be written.
    """
    try:
        write_whole(file, data, mode=0o600, lasting=True)
    except OSError as fault:
        raise StateUnusable(f"{file}: cannot be written ({fault.strerror})") from None
