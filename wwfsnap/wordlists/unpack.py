"""Takes a few files out of an archive; nothing in it is executed or followed.

Archives are those of package clients and add-ons: ``.tgz``, ``.deb`` and ``.zip`` under any of its
names. A file is written under the last part of its name into a folder of ours, so that no name
leads elsewhere; links and devices are ignored; and nothing is unpacked beyond a size.
"""

from __future__ import annotations

import io
import lzma
import shutil
import stat
import subprocess
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO

from solver.files import read_whole
from solver.words import MOST_BYTES
from wwfsnap.errors import ListUnobtainable

SUFFIXES = (".tgz", ".tar.gz", ".tar.xz", ".tar", ".deb", ".zip", ".whl", ".xpi", ".oxt")
MOST_PACKED = 256_000_000
"""The most bytes of an archive; the largest known has 65 million."""
MOST_UNPACKED = 256_000_000
"""The most bytes of a whole tar; the largest known has 60 million."""
MOST_MEMBERS = 100_000
_AR = b"!<arch>\n"
_AR_HEAD = 60
_LZMA_MEMORY = 256_000_000


def is_archive(path: Path) -> bool:
    """Whether a file's name is that of an archive."""
    return path.name.lower().endswith(SUFFIXES)


def archive_names(path: Path) -> list[str]:
    """The names of the files in an archive.

    Raises:
        ListUnobtainable: It cannot be read.
    """
    with _opened(path) as (names, _):
        return names


def unpack(path: Path, names: list[str], folder: Path) -> list[Path]:
    """Write files of an archive into a folder, each under the last part of its name.

    Raises:
        ListUnobtainable: The archive cannot be read, has no such file, or one is too large.
    """
    written = []
    with _opened(path) as (there, open_file):
        for name in names:
            if name not in there:
                raise ListUnobtainable(f"{path.name} has no file {name}")
            with open_file(name) as file:
                data = file.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                raise ListUnobtainable(f"{name} in {path.name} has more than {MOST_BYTES:,} bytes")
            target = folder / PurePosixPath(name).name
            target.write_bytes(data)
            written.append(target)
    return written


@contextmanager
def _opened(path: Path) -> Iterator[tuple[list[str], Callable[[str], IO[bytes]]]]:
    """An open archive, recognised by its content.

    Yields:
        The names of the files in it, without folders, links or devices, and what opens one.

    Raises:
        ListUnobtainable: It is none, damaged or too large.
    """
    try:
        with path.open("rb") as file:
            head = file.read(len(_AR))
        if head.startswith(b"PK"):
            if path.stat().st_size > MOST_PACKED:
                raise ListUnobtainable(f"{path.name} has more than {MOST_PACKED:,} bytes")
            with zipfile.ZipFile(path) as archive:
                names = [
                    each.filename
                    for each in archive.infolist()[:MOST_MEMBERS]
                    if each.filename
                    and not each.is_dir()
                    and not stat.S_ISLNK(each.external_attr >> 16)
                ]
                yield names, archive.open
            return
        data = _tar_of_deb(path) if head == _AR else _inflated(read_whole(path, MOST_PACKED))
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
            files = {
                each.name.removeprefix("./"): each
                for each in islice(tar, MOST_MEMBERS)
                if each.isreg()
            }
            yield list(files), lambda name: tar.extractfile(files[name]) or io.BytesIO()
    except OSError as fault:
        raise ListUnobtainable(f"{path}: cannot be read ({fault.strerror or fault})") from None
    except (
        *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError),
        *(EOFError, ValueError, RuntimeError, NotImplementedError),  # of damaged or locked zips
    ) as fault:
        raise ListUnobtainable(f"{path.name} is damaged or not an archive ({fault})") from None


def _tar_of_deb(path: Path) -> bytes:
    """The files of a Debian package as a tar: the part ``data.tar`` of an ``ar`` archive."""
    data = read_whole(path, MOST_PACKED)
    place = len(_AR)
    while place + _AR_HEAD <= len(data):
        head = data[place : place + _AR_HEAD]
        name, size = head[:16].decode("ascii").strip().rstrip("/"), int(head[48:58])
        place += _AR_HEAD
        if name.startswith("data.tar"):
            packed = data[place : place + size]
            return _unpacked_by_dpkg(path) if name.endswith(".zst") else _inflated(packed)
        place += size + size % 2
    raise ValueError("it has no data.tar")


def _unpacked_by_dpkg(path: Path) -> bytes:
    """The same where it is packed with zstd, as by Ubuntu, which Python cannot yet read.

    ``dpkg-deb --fsys-tarfile`` unpacks, and executes nothing of a package.
    """
    program = shutil.which("dpkg-deb")
    if program is None:
        raise ValueError(
            "it is packed with zstd, but dpkg-deb, which can unpack it, is not installed"
        )
    with subprocess.Popen(  # noqa: S603 - the system's own program, on a file
        [program, "--fsys-tarfile", str(path.resolve())],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as run:
        assert run.stdout is not None  # noqa: S101 - a pipe was asked for
        data = run.stdout.read(MOST_UNPACKED + 1)
        run.kill()
    return _bounded(data)


def _inflated(data: bytes) -> bytes:
    """The tar in data packed with gzip or xz, or not packed at all."""
    if data.startswith(b"\x1f\x8b"):
        data = zlib.decompressobj(wbits=31).decompress(data, MOST_UNPACKED + 1)
    elif data.startswith(b"\xfd7zXZ"):
        data = lzma.LZMADecompressor(memlimit=_LZMA_MEMORY).decompress(data, MOST_UNPACKED + 1)
    return _bounded(data)


def _bounded(data: bytes) -> bytes:
    if len(data) > MOST_UNPACKED:
        raise ValueError(f"it is larger than {MOST_UNPACKED:,} bytes when unpacked")
    return data
