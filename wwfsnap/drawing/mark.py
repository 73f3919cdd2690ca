"""The mark of a drawn picture: which program drew it on what, and whether it was changed since.

It is a PNG text chunk, a JPEG comment or the EXIF software tag of a WebP. It has the program's
name, a hash for the picture drawn on, and as its seal a hash of the whole file except the seal. A
picture that somebody has edited keeps the mark, as editors do, but its seal no longer fits. To read
a mark, only a file's metadata are read; nothing is decoded.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from solver.files import open_regular, read_whole
from wwfsnap.version import __version__

Original = Path | io.BytesIO
"""The picture drawn on: its path, or its content."""

UNSEALED = "0" * 32
MARK = re.compile(rb"wwfsnap [\w.+-]+ \([0-9a-f]{12}\)( [0-9a-f]{32})?", re.ASCII)
PNG = b"\x89PNG\r\n\x1a\n"
TEXTS = {b"tEXt", b"iTXt", b"zTXt", b"eXIf", b"EXIF", b"XMP "}
"""Chunks of a PNG, and of a WebP, that may hold a mark."""
MOST_BYTES = 500_000_000
"""The most bytes of a picture that may be sealed: more than the largest drawn one, uncompressed."""
# Limits on the metadata that are searched; the mark comes before what an editor adds.
MOST_BLOCKS = 20_000
MOST_METADATA = 1_000_000


def mark_of(source: Original) -> str:
    """The mark of what is drawn on ``source``, without its seal."""
    return f"wwfsnap {__version__} ({origin_of(source)})"


def origin_of(source: Original) -> str:
    """A short hash of where ``source`` is, to tell pictures of the same name apart."""
    where = os.fsencode(source.resolve()) if isinstance(source, Path) else source.getbuffer()
    return hashlib.blake2b(where, digest_size=6).hexdigest()


def read_mark(file: Original) -> str:
    """The mark of a drawn picture, with its seal if it has one; empty where there is none."""
    try:
        with opened(file) as data:
            return _mark_in(data)
    except (OSError, ValueError):  # unreadable, or an impossible file name
        return ""


def opened(file: Original) -> BinaryIO:
    """A picture to read from; raises OSError where that cannot be done."""
    return open_regular(file) if isinstance(file, Path) else io.BytesIO(file.getvalue())


def sealed(data: bytes, mark: str) -> bytes:
    """A picture with its seal.

    Args:
        data: The file, which contains the mark once, followed by `UNSEALED`.
        mark: The mark alone.
    """
    place = data.index(f"{mark} {UNSEALED}".encode()) + len(mark) + 1
    end = place + len(UNSEALED)
    seal = _seal(data, place).encode()
    if not data.startswith(PNG):
        return data[:place] + seal + data[end:]
    start = data.rindex(b"tEXt", 0, place)
    checksum = struct.pack(">I", zlib.crc32(seal, zlib.crc32(data[start:place])))
    return data[:place] + seal + checksum + data[end + 4 :]


def is_whole(path: Path) -> bool:
    """Whether a picture is to the byte what wwfsnap wrote; False also where it has no seal."""
    mark, _, seal = read_mark(path).rpartition(" ")
    if len(seal) != len(UNSEALED):
        return False
    try:
        data = read_whole(path, MOST_BYTES)
    except OSError:
        return False
    place = data.find(f"{mark} {seal}".encode()) + len(mark) + 1
    return place > len(mark) and _seal(data, place) == seal


def _seal(data: bytes, place: int) -> str:
    """The hash of a file except the seal at that place and, in a PNG, the checksum after it."""
    end = place + len(UNSEALED) + (4 if data.startswith(PNG) else 0)
    digest = hashlib.blake2b(data[:place], digest_size=len(UNSEALED) // 2)
    digest.update(memoryview(data)[end:])
    return digest.hexdigest()


def _mark_in(file: BinaryIO) -> str:
    left = MOST_METADATA
    for block in _metadata(file):
        found = MARK.search(block[:left])
        if found:
            return found[0].decode()
        left -= len(block)
        if left <= 0:
            break
    return ""


def _metadata(file: BinaryIO) -> Iterator[bytes]:
    """The metadata of a PNG, a JPEG or a WebP, block by block."""
    start = file.read(12)
    if start.startswith(PNG):
        file.seek(8)
        return _chunks(file, png=True)
    if start.startswith(b"\xff\xd8"):
        file.seek(2)
        return _jpeg_segments(file)
    if start[:4] == b"RIFF" and start[8:] == b"WEBP":
        return _chunks(file, png=False)
    return iter(())


def _chunks(file: BinaryIO, *, png: bool) -> Iterator[bytes]:
    """The texts of a PNG or a WebP, whose chunks differ only in the order of their heads."""
    for _ in range(MOST_BLOCKS):
        head = file.read(8)
        if len(head) < 8:
            return
        if png:
            size, kind = struct.unpack(">I4s", head)
        else:
            kind, size = struct.unpack("<4sI", head)
        after = 4 if png else size % 2  # a checksum, or what makes the size even
        read = 0
        if kind in TEXTS:
            body = file.read(min(size, MOST_METADATA))
            read = len(body)
            yield body
            yield _unpacked(kind, body)
        file.seek(size - read + after, os.SEEK_CUR)


def _unpacked(kind: bytes, body: bytes) -> bytes:
    """The beginning of a compressed text; empty where it is not compressed."""
    _, _, rest = body.partition(b"\0")
    if kind == b"zTXt":
        packed = rest[1:]
    elif kind == b"iTXt" and rest[:1] == b"\1":
        packed = rest[2:].split(b"\0", 2)[-1]
    else:
        return b""
    try:
        return zlib.decompressobj().decompress(packed, 1000)
    except zlib.error:
        return b""


def _jpeg_segments(file: BinaryIO) -> Iterator[bytes]:
    for _ in range(MOST_BLOCKS):
        head = file.read(4)
        # After the start of scan (DA) come only pixels; anything but FF begins no segment.
        if len(head) < 4 or head[0] != 0xFF or head[1] == 0xDA:
            return
        size = int.from_bytes(head[2:]) - 2
        if head[1] == 0xFE or 0xE0 <= head[1] <= 0xEF:  # a comment, or of an application
            yield file.read(max(0, size))
        else:
            file.seek(max(0, size), os.SEEK_CUR)
