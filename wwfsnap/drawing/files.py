"""The files of drawn pictures: their bytes, their names, and how they are written.

A file that is not what wwfsnap wrote is never overwritten. Every picture it writes carries a mark
(see `wwfsnap.drawing.mark`), so that a second run replaces its own work and nothing else.
"""

from __future__ import annotations

import hashlib
import io
import os
import signal
import struct
import tempfile
import zlib
from itertools import count
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from solver.files import sweep_drafts, write_new, write_whole
from solver.processes import signals_held
from vision.imaging import formats_of
from wwfsnap.drawing.mark import (
    UNSEALED,
    Original,
    is_whole,
    mark_of,
    opened,
    origin_of,
    read_mark,
    sealed,
)
from wwfsnap.errors import OutputTaken, OwnPicture, UsageFault, writing

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
DRAWN = "*.solved*.png"
"""The pattern for names of drawn pictures in a folder."""
SOFTWARE = 0x0131  # EXIF tag of the program that wrote the picture
MOST_PROFILE = 1 << 20  # bytes; Pillow takes no more from a PNG, and a JPEG holds 16 times that
# One filter for all rows: screenshots are flat, and trying all five takes twice the time.
PNG_FLAGS = (cv2.IMWRITE_PNG_COMPRESSION, 1) + (
    (cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE)
    if hasattr(cv2, "IMWRITE_PNG_FILTER")
    else ()
)


class Target(NamedTuple):
    """Where drawn pictures go.

    Attributes:
        path: A file or a folder; None for ``IMAGE.solved.png`` beside each picture.
        folder: Whether ``path`` is a folder.
    """

    path: Path | None = None
    folder: bool = False

    @property
    def suffix(self) -> str:
        """The format of the drawn pictures, such as ``.png``."""
        return ".png" if self.path is None or self.folder else self.path.suffix.lower()

    @classmethod
    def of(cls, out: Path | None, pictures: int) -> Target:
        """The target that ``--out`` means for that many pictures.

        Raises:
            UsageFault: A file is named for several pictures, or its format is unknown; or ``-``.
        """
        if out is None:
            return cls()
        if str(out) == "-":
            raise UsageFault(
                "--out -: pictures cannot be written to standard output", "give a file or a folder"
            )
        if out.is_dir() or not out.suffix:
            return cls(out, folder=True)
        if out.suffix.lower() not in SUFFIXES:
            raise UsageFault(
                f"{out}: wwfsnap does not write {out.suffix} files",
                f"use a name that ends in one of {', '.join(SUFFIXES)}, or a folder",
            )
        if pictures > 1:
            raise UsageFault(
                f"--out names one file, but there are {pictures} pictures", "use a folder instead"
            )
        return cls(out)

    def check(self, flag: str = "--out") -> None:
        """Check that pictures can be written here, before the work of making them.

        Drafts that a killed run left in a folder are removed.

        Args:
            flag: The option with which the user named the place.

        Raises:
            OutputTaken: The file named is there and wwfsnap did not draw it.
            OutputUnwritable: Nothing can be written there.
        """
        if self.path is None:
            return
        if not self.folder and self.path.exists() and not drawn_by_us(self.path):
            raise OutputTaken(
                f"{self.path}: already exists and was not drawn by wwfsnap",
                f"choose another name with {flag}, or move that file away",
            )
        check_writable(self.path, folder=self.folder, flag=flag)
        if self.folder:
            sweep_drafts(self.path, DRAWN)


def check_writable(path: Path, *, folder: bool = False, flag: str = "--out") -> None:
    """Check that a file can be written, or files in a folder; missing folders are made later.

    Args:
        path: The file or folder.
        folder: Whether it is a folder.
        flag: The option with which the user named it.

    Raises:
        OutputUnwritable: It cannot.
    """
    place = path if folder else path.parent
    with writing(path, f"use {flag} to choose a folder you may write to"):
        there = next(each for each in (place, *place.absolute().parents) if each.exists())
        with tempfile.TemporaryFile(dir=there):
            pass


def drawn_by_us(path: Path, source: Original | None = None) -> bool:
    """Whether there is a file at ``path``, and it is what wwfsnap drew (on ``source``, if given).

    Not if somebody has changed it since: then it is theirs.
    """
    mark = read_mark(path) if path.is_file() else ""
    return (origin_of(source) in mark if source else bool(mark)) and is_whole(path)


def refuse_own(file: Original, name: str = "") -> None:
    """Refuse a picture that wwfsnap drew, changed or not: tiles on it were never played.

    Args:
        file: The picture's path, or its content.
        name: Its name in the message; its path if not given.

    Raises:
        OwnPicture: It is one.
    """
    if read_mark(file):
        raise OwnPicture(f"{name or file}: was drawn by wwfsnap")


def write_picture(pixels: NDArray[np.uint8], source: Path, target: Target) -> Path:
    """Write what was drawn on ``source`` and return the file's name.

    Args:
        pixels: ``(H, W, 3)`` uint8, blue, green, red.
        source: The picture drawn on; its colour profile is carried over.
        target: Where to.

    Raises:
        OutputTaken: The file named is there and wwfsnap did not draw it.
        OutputUnwritable: It cannot be written.
    """
    return place_picture(encode_picture(pixels, source, target.suffix), source, target)


def place_picture(
    data: bytes, source: Path, target: Target, original: Original | None = None
) -> Path:
    """Write an encoded picture that has its mark, and return the file's name.

    Beside the picture or in a folder, a name taken by somebody else's file leads to the next
    number (``SHOT.solved-2.png``); a file named by the user is written or refused.

    Args:
        data: The content of the file, in the format of ``target.suffix``.
        source: The name of the picture drawn on.
        target: Where to.
        original: The picture itself, where it is no file.

    Raises:
        OutputTaken: The file named is there and wwfsnap did not draw it.
        OutputUnwritable: It cannot be written.
    """
    if target.path is not None and not target.folder:
        if not _put(data, target.path):
            raise OutputTaken(
                f"{target.path}: already exists and was not drawn by wwfsnap, or was changed "
                "since then"
            )
        return target.path
    folder = source.parent if target.path is None else target.path
    paths = (folder / result_name(source, number, folder) for number in count(1))
    return next(path for path in paths if _put(data, path, original or source))


def _put(data: bytes, path: Path, source: Original | None = None) -> bool:
    """Write ``data`` as a whole, by renaming; False where the name is taken by another's file.

    Args:
        data: What to write.
        path: The name.
        source: What a file of ours must be drawn on to be replaced; None for anything.
    """
    # Signals wait, so that a process of a pool that is ended leaves no draft behind.
    with writing(path), signals_held({signal.SIGINT, signal.SIGTERM}):
        while not write_new(path, data):
            if os.path.lexists(path):
                if not drawn_by_us(path, source):
                    return False
                write_whole(path, data)
                break
    return True


MOST_BYTES = 255  # in a file name, on all usual file systems; some take fewer


def result_name(source: Path, number: int, folder: Path) -> str:
    """The name of the picture drawn on ``source``: ``SHOT.solved.png``.

    A name that is too long keeps its beginning and gets a hash of the whole.

    Args:
        source: The picture drawn on.
        number: 1, or higher where names are taken (``SHOT.solved-2.png``).
        folder: Where the result goes; it need not exist yet.
    """
    extra = "" if number == 1 else f"-{number}"
    return _within(source.stem, f".solved{extra}.png", _most_bytes(folder))


def _within(name: str, ending: str, most: int) -> str:
    """``name`` and ``ending`` in at most ``most`` bytes: cut between characters, with a hash."""
    whole = os.fsencode(name)
    if len(whole) + len(ending) <= most:
        return name + ending
    ending = f"~{hashlib.blake2b(whole, digest_size=4).hexdigest()}{ending}"
    cut = most - len(ending)
    for _ in range(3):  # a character of UTF-8 has at most three bytes after its first
        if whole[cut] & 0xC0 == 0x80:
            cut -= 1
    return os.fsdecode(whole[:cut]) + ending


def _most_bytes(folder: Path) -> int:
    """The most bytes of a file name in ``folder``."""
    if not hasattr(os, "pathconf"):  # Windows
        return MOST_BYTES
    for place in (folder, *folder.parents):  # some may not exist yet
        try:
            return min(MOST_BYTES, os.pathconf(place, "PC_NAME_MAX"))
        except (OSError, ValueError):
            continue
    return MOST_BYTES


def encode_picture(
    pixels: NDArray[np.uint8], source: Original, suffix: str, mark: str = ""
) -> bytes:
    """The picture as a file, with a mark and the source's colour profile.

    Args:
        pixels: ``(H, W, 3)`` uint8, blue, green, red.
        source: The picture drawn on.
        suffix: The format: ``.png``, ``.jpg``, ``.jpeg`` or ``.webp``.
        mark: The mark; that of ``source`` if not given.
    """
    mark = mark or mark_of(source)
    return sealed(_encoded(pixels, suffix, f"{mark} {UNSEALED}", _colour_profile(source)), mark)


def _encoded(pixels: NDArray[np.uint8], suffix: str, mark: str, profile: bytes | None) -> bytes:
    if suffix == ".png":
        data: bytes = cv2.imencode(".png", pixels, PNG_FLAGS)[1].tobytes()
        chunks = _chunk(b"iCCP", b"ICC\0\0" + zlib.compress(profile)) if profile else b""
        chunks += _chunk(b"tEXt", b"Software\0" + mark.encode("ascii"))
        header = 8 + 25  # the signature and the IHDR chunk
        return data[:header] + chunks + data[header:]
    file = io.BytesIO()
    image = Image.fromarray(np.ascontiguousarray(pixels[:, :, ::-1]))
    if suffix == ".webp":
        exif = Image.Exif()
        exif[SOFTWARE] = mark
        image.save(file, "WEBP", quality=92, method=2, exif=exif, icc_profile=profile)
    else:
        image.save(file, "JPEG", quality=92, comment=mark, icc_profile=profile)
    return file.getvalue()


def _colour_profile(source: Original) -> bytes | None:
    """The RGB colour profile embedded in a picture; None where there is none."""
    try:
        with opened(source) as file:
            start = file.read(64)  # shows the format
        with Image.open(source, formats=formats_of(start, "")) as image:
            profile = image.info.get("icc_profile")
    except Exception:  # noqa: BLE001 - without a profile the picture is still right
        return None
    if not isinstance(profile, bytes) or len(profile) > MOST_PROFILE:
        return None
    return profile if profile[16:20] == b"RGB " else None


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
