"""A file's bytes in; its picture formats out, or an error where it cannot be opened here."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from vision.errors import UnreadableImage

USUAL = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF")
"""What every Pillow opens."""

PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
"""The first bytes of such files."""

AVIF, HEIF = (".avif",), (".heic", ".heif")
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".gif", *AVIF, *HEIF)
"""Endings of the names of pictures, in lower case."""

BRANDS = {
    **dict.fromkeys((b"avif", b"avis"), "AVIF"),
    **dict.fromkeys(
        (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), "HEIF"
    ),
}
"""Brands of a container and their formats: ISO/IEC 23008-12, and the AV1 Image File Format."""


MOST_CHUNKS = 100_000
"""Most chunks of a PNG: the usual encoder writes one for 8 kB, so no file has a quarter of it."""

MOST_SCANS = 100
"""Most passes of a progressive JPEG: encoders make about ten, and each takes a full decoding."""


@cache
def opened_suffixes() -> frozenset[str]:
    """Those of them that can be opened here."""
    closed = (AVIF if not _opens_avif() else ()) + (HEIF if not _opens_heif() else ())
    return frozenset(SUFFIXES) - frozenset(closed)


def formats_of(data: bytes, name: str) -> tuple[str, ...]:
    """The formats, by Pillow's names, that a picture may have; phones' formats are registered.

    Args:
        data: The file.
        name: Its name, for messages.

    Raises:
        UnreadableImage: It has a format that cannot be opened here.
    """
    if data[4:8] != b"ftyp":
        return USUAL
    end = min(int.from_bytes(data[:4]), 64)
    brands = (data[8:12], *(data[k : k + 4] for k in range(16, end, 4)))
    kinds = {BRANDS[brand] for brand in brands if brand in BRANDS}
    kind = min(kinds, default=None)  # AVIF, where the container names both
    if kind == "AVIF" and _opens_avif():
        return ("AVIF",)
    if kind == "HEIF" and _opens_heif():
        from pillow_heif import register_heif_opener

        register_heif_opener()
        return ("HEIF",)
    if kind == "HEIF":
        raise UnreadableImage(
            f"{name}: is a HEIC picture, and what opens those is not installed",
            'pip install "wwfsnap[heif]", or let the phone save PNG or JPEG',
        )
    if kind == "AVIF":
        raise UnreadableImage(
            f"{name}: is an AVIF picture, and this Pillow opens none", "pip install -U pillow"
        )
    return USUAL


def refuse_piecemeal(data: bytes, name: str) -> None:
    """Refuse a file that is cut into far more pieces than any program makes, to cost time.

    Args:
        data: The file.
        name: Its name, for messages.

    Raises:
        UnreadableImage: It is such a file.
    """
    if data.startswith(PNG) and _chunks(data) > MOST_CHUNKS:
        raise UnreadableImage(f"{name}: has more than {MOST_CHUNKS} chunks")
    if data.startswith(JPEG) and data.count(b"\xff\xda") > MOST_SCANS:
        raise UnreadableImage(f"{name}: has more than {MOST_SCANS} scans")


def is_simple(data: bytes, kind: str) -> bool:
    """Whether OpenCV, which is faster, decodes a file as Pillow does: it is complete and simple.

    Args:
        data: The file.
        kind: Its format, by Pillow's name.
    """
    if kind == "WEBP":
        whole = int.from_bytes(data[4:8], "little") + 8 <= len(data)
        return whole and not (b"ANMF" in data or b"EXIF" in data)  # not animated, nor turned
    end = {"PNG": b"IEND", "JPEG": b"\xff\xd9"}.get(kind)
    return end is not None and end in data[-64:]


def _chunks(data: bytes) -> int:
    """How many chunks a PNG has; counting stops above the limit."""
    at, count = len(PNG), 0
    while at < len(data) and count <= MOST_CHUNKS and data[at + 4 : at + 8] != b"IEND":
        at += 12 + int.from_bytes(data[at : at + 4])
        count += 1
    return count


def _opens_avif() -> bool:
    from PIL import features

    return "avif" in features.modules and bool(features.check("avif"))


def _opens_heif() -> bool:
    return find_spec("pillow_heif") is not None
