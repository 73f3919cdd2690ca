"""Reading files up to a limit, and writing them completely or not at all.

A file is first written under another name, its draft, and renamed once it is whole: nobody sees
half a file, and on a full disk the earlier file is kept.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
# Without blocking, so that opening a pipe that has no writer returns at once.
_OLD = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
# How many characters of a file's name its draft keeps: with the rest the draft's name has at most
# 135 bytes; file systems take 255, encrypted ones 143.
_KEPT = 30
_OLD_DRAFT = 600.0  # seconds after which a draft is no longer being written
_LOOK = 0.01  # seconds between attempts to lock a file
KEPT_FILES = 12
"""How many files of a kind stay in a cache; those not used for longest are deleted."""


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading, without waiting for a pipe or device.

    Raises:
        OSError: It cannot be read, or is a device, a pipe or the like.
    """
    descriptor = os.open(path, _OLD)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "it is not a regular file", str(path))


def read_whole(path: Path, most: int) -> bytes:
    """All bytes of a file.

    Args:
        path: The file.
        most: The most bytes it may have.

    Raises:
        OSError: It cannot be read, is no regular file, or is larger.
    """
    with open_regular(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes", str(path))
    return data


def write_whole(path: Path, data: bytes, *, mode: int = 0o666, lasting: bool = False) -> None:
    """Write a file, replacing an existing one.

    Args:
        path: Its name; folders above it are made.
        data: Its whole content.
        mode: Its permissions, before the umask.
        lasting: Whether the file must survive a power failure right after.

    Raises:
        OSError: It cannot be written; an existing file is left as it was.
    """
    with _draft(path, data, mode, lasting=lasting) as draft:
        draft.replace(path)


def write_new(path: Path, data: bytes, *, lasting: bool = False) -> bool:
    """Write a file as `write_whole` does, but only where the name is free; False where it is not.

    Raises:
        OSError: It cannot be written.
    """
    if os.path.lexists(path):
        return False
    with _draft(path, data, lasting=lasting) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:  # only just now
            return False
        except OSError:  # a file system without links
            return _claim(draft, path)
    return True


def keep_newest(folder: Path, pattern: str) -> None:
    """Delete the files of a cache that match ``pattern`` except the `KEPT_FILES` modified last.

    Raises:
        OSError: One cannot be deleted.
    """
    files = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[KEPT_FILES:]:
        path.unlink(missing_ok=True)


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write files that belong together, flushed to disk, replacing existing ones.

    Raises:
        OSError: One cannot be written; what was there is there still.
    """
    with ExitStack() as stack:
        drafts = [
            (stack.enter_context(_draft(path, data, lasting=True)), path)
            for path, data in files.items()
        ]
        for draft, path in drafts:
            draft.replace(path)


def sweep_drafts(folder: Path, names: str) -> None:
    """Remove the old drafts that killed runs left of files or folders matching ``names``."""
    for draft in folder.glob(f".{names}.*.part"):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime <= _OLD_DRAFT:
                continue
            if draft.is_dir():
                shutil.rmtree(draft)
            else:
                draft.unlink()


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Lock a file for the ``with`` block, waiting while another process or thread holds it.

    Args:
        path: Its name; it and the folders above it are made, and it is not deleted afterwards.

    Raises:
        OSError: It cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        while not lock_file(file.fileno()):
            time.sleep(_LOOK)
        yield


@contextmanager
def _draft(path: Path, data: bytes, mode: int = 0o666, *, lasting: bool) -> Iterator[Path]:
    """A file beside ``path`` that holds the data; removed in the end unless it was renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name[-_KEPT:]}.{os.urandom(4).hex()}.part")
    try:
        with os.fdopen(os.open(draft, _NEW, mode), "wb") as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _claim(draft: Path, path: Path) -> bool:
    """Rename the draft once an empty file has claimed the name; False where the name is taken."""
    try:
        os.close(os.open(path, _NEW))
    except FileExistsError:
        return False
    try:
        draft.replace(path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return True


if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 40  # beyond the end of any file, so that its content can still be read

    def lock_file(file: int) -> bool:
        """Lock an open file; False where another process holds it.

        Args:
            file: Its descriptor; the lock lasts until it is closed.
        """
        place = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock_file(file: int) -> bool:
        """Lock an open file; False where another process holds it.

        Args:
            file: Its descriptor; the lock lasts until it is closed.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks: taken as free
            return True
        return True
