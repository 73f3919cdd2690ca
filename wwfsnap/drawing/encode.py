"""The bytes of a file for a drawn picture, with colour profile and mark."""

from __future__ import annotations

import io
import struct
import zlib

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vision.imaging import formats_of
from wwfsnap.drawing.mark import UNSEALED, Original, mark_of, opened, sealed

SOFTWARE = 0x0131  # EXIF tag of the program that wrote the picture
MOST_PROFILE = 1 << 20  # bytes; Pillow takes no more from a PNG, and a JPEG holds 16 times that
# One filter for all rows: screenshots are flat, and trying all five takes twice the time.
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
