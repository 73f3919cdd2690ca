"""Where a drawn picture goes: its name, its format, the mark it carries, and the writing itself.

A file that wwfsnap did not draw is never overwritten. Every picture it writes carries a mark (a
PNG text chunk, a JPEG comment or the EXIF software tag of a WebP) that names the program and, as a
hash, the picture drawn on, so that a second run replaces its own work and nothing else.
"""

from __future__ import annotations

import hashlib
import io
import os
import secrets
import struct
import zlib
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wwfsnap import __version__
from wwfsnap.errors import OutputTaken, OutputUnwritable, OwnPicture, UsageFault

Original = Path | io.BytesIO
"""The picture drawn on: where it is, or all of it."""

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
SOFTWARE = 0x0131  # EXIF tag of the program that wrote the picture
# One filter for all rows: screenshots are flat, and trying all five costs twice the time.
PNG_FLAGS = (cv2.IMWRITE_PNG_COMPRESSION, 1) + (
    (cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE)
    if hasattr(cv2, "IMWRITE_PNG_FILTER")
    else ()
)


@dataclass(frozen=True, slots=True)
class Target:
    """Where drawn pictures are wanted.

    Attributes:
        path: A file or a folder; None for ``IMAGE.solved.png`` beside each picture.
        folder: Whether ``path`` is a folder.
    """

    path: Path | None = None
    folder: bool = False

    @classmethod
    def of(cls, out: Path | None, pictures: int) -> Target:
        """What ``--out`` means for that many pictures.

        Raises:
            UsageFault: A file is named for several pictures, or its format is unknown.
        """
        if out is None:
            return cls()
        if out.is_dir() or not out.suffix:
            return cls(out, folder=True)
        if out.suffix.lower() not in SUFFIXES:
            raise UsageFault(
                f"{out}: wwfsnap does not write {out.suffix} files",
                f"end the name in one of {', '.join(SUFFIXES)}, or name a folder",
            )
        if pictures > 1:
            raise UsageFault(
                f"--out names one file for {pictures} pictures", "name a folder instead"
            )
        return cls(out)


def drawn_by_us(path: Path, source: Path | None = None) -> bool:
    """Whether wwfsnap drew the picture at ``path`` (on ``source``, if given)."""
    mark = _read_mark(path)
    return mark.startswith("wwfsnap ") if source is None else _digest(source) in mark


def refuse_own(file: Original, name: str = "") -> None:
    """Refuse a picture that wwfsnap drew: the tiles laid on it were never played.

    Args:
        file: Where the picture is, or all of it.
        name: What it is called in the message; its place if not given.

    Raises:
        OwnPicture: It is one.
    """
    if _read_mark(file).startswith("wwfsnap "):
        raise OwnPicture(f"{name or file}: was drawn by wwfsnap")


def write_picture(pixels: NDArray[np.uint8], source: Path, target: Target) -> Path:
    """Write what was drawn on ``source`` and return the file's name.

    Beside the picture or in a folder, a name that is taken by a file of somebody else's leads to
    the next number (``SHOT.solved-2.png``); a file named by the user is written or refused.

    Args:
        pixels: ``(H, W, 3)`` uint8, blue, green, red.
        source: The picture drawn on; its colour profile is carried over.
        target: Where to.

    Raises:
        OutputTaken: The file named is there and wwfsnap did not draw it.
        OutputUnwritable: It cannot be written.
    """
    if target.path is not None and not target.folder:
        if not _put(
            encode_picture(pixels, source, target.path.suffix.lower()), target.path, source
        ):
            raise OutputTaken(f"{target.path}: is there already and was not drawn by wwfsnap")
        return target.path
    folder = source.parent if target.path is None else target.path
    data = encode_picture(pixels, source, ".png")
    for number in count(1):
        extra = "" if number == 1 else f"-{number}"
        path = folder / f"{source.stem}.solved{extra}.png"
        if _put(data, path, source, same_source=True):
            return path
    raise AssertionError


def _put(data: bytes, path: Path, source: Path, *, same_source: bool = False) -> bool:
    """Write ``data`` whole, by rename; False where the name is taken by another's file."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(data)
        try:
            return _move(draft, path, source if same_source else None)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as fault:
        raise OutputUnwritable(f"{path}: cannot be written ({fault.strerror})") from None


def _move(draft: Path, path: Path, source: Path | None) -> bool:
    """Give the draft its name; False where the name is taken."""
    try:
        os.link(draft, path)  # fails where the name is taken, even if only just now
    except FileExistsError:
        if not path.is_file() or not drawn_by_us(path, source):
            return False
    except OSError:  # a file system without links
        if path.exists() and not (path.is_file() and drawn_by_us(path, source)):
            return False
    else:
        return True
    draft.replace(path)
    return True


def encode_picture(pixels: NDArray[np.uint8], source: Original, suffix: str) -> bytes:
    """The picture as a file of that suffix, with the mark and the source's colour profile."""
    mark = f"wwfsnap {__version__} ({_digest(source)})"
    profile = _colour_profile(source)
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


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _read_mark(file: Original) -> str:
    """The mark of a drawn picture; empty where there is none."""
    try:
        with Image.open(file) as image:
            if image.format == "PNG":
                mark = image.info.get("Software", "")
            elif image.format == "JPEG":
                mark = image.info.get("comment", b"")
            else:
                mark = image.getexif().get(SOFTWARE, "")
    except Exception:  # noqa: BLE001 - what cannot be read as a picture carries no mark
        return ""
    text = mark.decode("ascii", "replace") if isinstance(mark, bytes) else str(mark)
    return text if text.startswith("wwfsnap ") else ""


def _colour_profile(source: Original) -> bytes | None:
    """The RGB colour profile embedded in ``source``; None where there is none."""
    try:
        with Image.open(source) as image:
            profile = image.info.get("icc_profile")
    except Exception:  # noqa: BLE001 - without a profile the picture is still right
        return None
    whole = isinstance(profile, bytes) and profile[16:20] == b"RGB "
    return profile if whole else None


def _digest(source: Original) -> str:
    """Short for where ``source`` lies, so that pictures of the same name are told apart."""
    where = os.fsencode(source.resolve()) if isinstance(source, Path) else source.getbuffer()
    return hashlib.blake2b(where, digest_size=6).hexdigest()
