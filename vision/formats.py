"""Formats: which kinds of picture can be opened with what is installed here."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from vision.errors import UnreadableImage

USUAL = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF")
"""What every Pillow opens."""

AVIF, HEIF = (".avif",), (".heic", ".heif")
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".gif", *AVIF, *HEIF)
"""Endings of the names of pictures, in lower case."""

BRANDS = {
    **dict.fromkeys((b"avif", b"avis"), "AVIF"),
    **dict.fromkeys(
        (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), "HEIF"
    ),
}
"""What a file in a container says it holds: ISO/IEC 23008-12, and the AV1 Image File Format."""


@cache
def opened_suffixes() -> frozenset[str]:
    """Those of them that can be opened here."""
    closed = (AVIF if not _opens_avif() else ()) + (HEIF if not _opens_heif() else ())
    return frozenset(SUFFIXES) - frozenset(closed)


def formats_of(data: bytes, name: str) -> tuple[str, ...]:
    """The formats, by Pillow's names, that a picture may be of; those of the phone are made ready.

    Args:
        data: The file.
        name: Of it, for messages.

    Raises:
        UnreadableImage: It is of a format that cannot be opened here.
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


def _opens_avif() -> bool:
    from PIL import features

    return "avif" in features.modules and bool(features.check("avif"))


def _opens_heif() -> bool:
    return find_spec("pillow_heif") is not None
