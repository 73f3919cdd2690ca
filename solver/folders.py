"""Where files live: those shipped, and the user's own in the folders each system provides.

The XDG variables are honoured on every system; without them the folders are those of the XDG
base directory specification on Linux, of Apple's file system guide on macOS and of
`LOCALAPPDATA` and `APPDATA` on Windows.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

DATA = Path(__file__).parent / "data"
"""The shipped games and word lists."""
_NAME = "wwfsnap"


def cache_folder() -> Path:
    """The folder of files that can be made again, such as word graphs.

    Raises:
        RuntimeError: The user has no home folder.
    """
    return _folder("XDG_CACHE_HOME", ".cache", "Library/Caches", "LOCALAPPDATA")


def config_folder() -> Path:
    """The folder of what a user sets up: own games and themes.

    Raises:
        RuntimeError: The user has no home folder.
    """
    return _folder("XDG_CONFIG_HOME", ".config", "Library/Application Support", "APPDATA")


def data_folder() -> Path:
    """The folder of what a user gathers: word lists, learnt and blocked words.

    Raises:
        RuntimeError: The user has no home folder.
    """
    return _folder("XDG_DATA_HOME", ".local/share", "Library/Application Support", "APPDATA")


def state_folder() -> Path:
    """The folder of what a program must remember between runs and nobody edits.

    Raises:
        RuntimeError: The user has no home folder.
    """
    return _folder("XDG_STATE_HOME", ".local/state", "Library/Application Support", "LOCALAPPDATA")


def _folder(variable: str, linux: str, macos: str, windows: str) -> Path:
    named = os.environ.get(variable)
    if named and Path(named).is_absolute():  # a relative one is ignored, says the specification
        return Path(named) / _NAME
    if sys.platform == "win32" and os.environ.get(windows):
        return Path(os.environ[windows]) / _NAME
    return Path.home() / (macos if sys.platform == "darwin" else linux) / _NAME
