"""How a drawn picture is encoded: its format, its colour profile and the mark it carries.

The mark is a PNG text chunk, a JPEG comment or the EXIF software tag of a WebP. It names the
program and, as a hash, the picture drawn on.
"""

from __future__ import annotations

import hashlib
import io
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wwfsnap import __version__

Original = Path | io.BytesIO
"""The picture drawn on: where it is, or all of it."""

SOFTWARE = 0x0131  # EXIF tag of the program that wrote the picture
# One filter for all rows: screenshots are flat, and trying all five costs twice the time.
PNG_FLAGS = (cv2.IMWRITE_PNG_COMPRESSION, 1) + (
    (cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE)
    if hasattr(cv2, "IMWRITE_PNG_FILTER")
    else ()
)


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
    mark, profile = mark or mark_of(source), _colour_profile(source)
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


def read_mark(file: Original) -> str:
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


def mark_of(source: Original) -> str:
    """The mark of what is drawn on ``source``."""
    return f"wwfsnap {__version__} ({origin_of(source)})"


def origin_of(source: Original) -> str:
    """Short for where ``source`` lies, so that pictures of the same name are told apart."""
    where = os.fsencode(source.resolve()) if isinstance(source, Path) else source.getbuffer()
    return hashlib.blake2b(where, digest_size=6).hexdigest()


def _colour_profile(source: Original) -> bytes | None:
    """The RGB colour profile embedded in a picture; None where there is none."""
    try:
        with Image.open(source) as image:
            profile = image.info.get("icc_profile")
    except Exception:  # noqa: BLE001 - without a profile the picture is still right
        return None
    whole = isinstance(profile, bytes) and profile[16:20] == b"RGB "
    return profile if whole else None


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
