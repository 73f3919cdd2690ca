"""A picture file in; its pixels, safely decoded and upright, out."""

from __future__ import annotations

import errno
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from solver.files import read_whole
from vision.errors import ImageTooLarge, UnreadableImage
from vision.imaging.arrays import Bools, Bytes, Doubles
from vision.imaging.geometry import Pose, map_points

USUAL = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF")
"""Formats that every Pillow opens."""

PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
"""The first bytes of such files."""

MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]", re.DOTALL)
"""What begins a segment of a JPEG: within a scan 0xFF is followed by 0, or by 0xD0 to 0xD7."""

SCAN, END = b"\xff\xda", b"\xff\xd9"
"""Markers of a scan, and of the end of the picture."""

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
"""Most chunks of a PNG: the usual encoder writes one for 8 kB, so no file has a quarter as many."""

MOST_SCANS = 100
"""Most passes of a progressive JPEG: encoders make about ten, and each takes a full decoding."""

MOST_PIXELS = 64_000_000
"""More than any screen: an 8K display has 33 million pixels."""

MOST_WEBP_PIXELS = 40_000_000
"""The same for a WebP that Pillow has to decode: it keeps four copies, of 4 bytes a pixel."""

MOST_BYTES = 200_000_000

LEAST_SIDE = 32

LONGEST = 4.0
"""Largest ratio of a screen's length to its width: phones have up to 2.4."""

ORIENTATION = 0x0112
"""The EXIF tag that says how a picture lies."""

STRIP = 1 << 22
"""Pixels that are converted at a time: a copy of a whole picture would double its memory."""


@cache
def opened_suffixes() -> frozenset[str]:
    """The ``SUFFIXES`` of pictures that can be opened here."""
    closed = (AVIF if not _opens_avif() else ()) + (HEIF if not _opens_heif() else ())
    return frozenset(SUFFIXES) - frozenset(closed)


def formats_of(data: bytes, name: str) -> tuple[str, ...]:
    """The formats, by Pillow's names, that a file may have; phones' formats are registered.

    Raises:
        UnreadableImage: It has a format that cannot be opened here.
    """
    if data[4:8] != b"ftyp":
        return USUAL
    end = min(int.from_bytes(data[:4]), 64)
    brands = (data[8:12], *(data[k : k + 4] for k in range(16, end, 4)))
    kinds = {BRANDS[brand] for brand in brands if brand in BRANDS}
    if "AVIF" in kinds:  # also where the container names both
        if not _opens_avif():
            raise UnreadableImage(
                f"{name}: is an AVIF picture, which this version of Pillow cannot open",
                "pip install -U pillow",
            )
        return ("AVIF",)
    if "HEIF" in kinds:
        if not _opens_heif():
            raise UnreadableImage(
                f"{name}: is a HEIC picture, and the package that opens these is not installed",
                'pip install "wwfsnap[heif]", or let the phone save PNG or JPEG',
            )
        from pillow_heif import register_heif_opener

        register_heif_opener()
        return ("HEIF",)
    return USUAL


def is_simple(data: bytes, kind: str) -> bool:
    """Whether OpenCV, which is faster, decodes a file as Pillow does: it is complete and simple.

    ``kind`` is Pillow's name of its format.
    """
    if kind == "WEBP":
        whole = int.from_bytes(data[4:8], "little") + 8 <= len(data)
        return whole and not (b"ANMF" in data or b"EXIF" in data)  # not animated, nor turned
    end = {"PNG": b"IEND", "JPEG": END}.get(kind)
    return end is not None and end in data[-64:]


def _chunks(data: bytes) -> int:
    """How many chunks a PNG has; counting stops above the limit."""
    at, count = len(PNG), 0
    while at < len(data) and count <= MOST_CHUNKS and data[at + 4 : at + 8] != b"IEND":
        at += 12 + int.from_bytes(data[at : at + 4])
        count += 1
    return count


def _scans(data: bytes) -> int:
    """How many scans a JPEG has, without those of a video appended; stops above the limit."""
    at, count = len(JPEG), 0
    while count <= MOST_SCANS and (found := MARKER.search(data, at)):
        marker, at = found[0], found.end()
        if marker == END:
            break
        count += marker == SCAN
        at += int.from_bytes(data[at : at + 2])
    return count


def _opens_avif() -> bool:
    from PIL import features

    return "avif" in features.modules and bool(features.check("avif"))


def _opens_heif() -> bool:
    return find_spec("pillow_heif") is not None


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """A picture as pixels.

    Attributes:
        pixels: ``(H, W, 3)`` uint8, channels blue, green, red (OpenCV's order), upright.
        name: Where it came from, for messages.
        pose: How it was straightened from the picture, None where it is the picture's own pixels.
        taken: Width and height of the picture that was straightened, None where none was.
    """

    pixels: Bytes
    name: str
    pose: Pose | None = None
    taken: tuple[int, int] | None = None

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])

    @property
    def elongated(self) -> bool:
        """Whether it is longer than a screen or a photo of one, as joined screenshots are."""
        return max(self.width, self.height) > LONGEST * min(self.width, self.height)

    def straightened(self, pose: Pose | None) -> Screen:
        """This screen straightened by a pose; unchanged for None."""
        if pose is None:
            return self
        return Screen(pose.straighten(self.pixels), self.name, pose, (self.width, self.height))

    def turned(self, quarters: int, *, mirrored: bool) -> Screen:
        """This screen turned to the left by so many quarter turns, mirrored first if need be."""
        matrix = np.eye(3) if self.pose is None else self.pose.matrix
        pixels = self.pixels
        if mirrored:
            matrix = np.array([[-1, 0, self.width], [0, 1, 0], [0, 0, 1]]) @ matrix
            pixels = pixels[:, ::-1]
        for _ in range(quarters):
            matrix = np.array([[0, 1, 0], [-1, 0, pixels.shape[1]], [0, 0, 1]]) @ matrix
            pixels = np.rot90(pixels)
        height, width = pixels.shape[:2]
        pose = Pose(np.asarray(matrix, np.float64), width, height)
        taken = self.taken or (self.width, self.height)
        return Screen(np.ascontiguousarray(pixels), self.name, pose, taken)

    def shows(self, points: Doubles) -> Bools:
        """``(N,)`` which of ``(N, 2)`` points of the screen the picture shows, straightened or not.

        Where a straightened screen goes beyond its picture, it repeats the edge: that is not shown.
        """
        size = self.taken or (self.width, self.height)
        if self.pose is not None:
            points = map_points(np.asarray(np.linalg.inv(self.pose.matrix), np.float64), points)
        return np.asarray(((points >= 0) & (points <= size)).all(axis=1), np.bool_)


def load_screen(path: Path | str) -> Screen:
    """Decode the picture at ``path``: EXIF turned upright, alpha laid on white, 8 bit colour.

    Raises:
        UnreadableImage: There is no such file, it may not be read, or it holds no whole picture.
        ImageTooLarge: It announces more than ``MOST_PIXELS`` pixels.
    """
    return decode_screen(read_picture(Path(path)), str(path))


def read_picture(path: Path) -> bytes:
    """The file at ``path``, not decoded yet.

    Raises:
        UnreadableImage: There is no such file, or it may not be read.
        ImageTooLarge: It has more than ``MOST_BYTES`` bytes.
    """
    name = str(path)
    try:
        if path.is_dir():
            raise UnreadableImage(
                f"{name}: is a folder", "give the pictures in it, as in FOLDER/*.png"
            )
        return read_whole(path, MOST_BYTES)
    except FileNotFoundError:
        raise UnreadableImage(f"{name}: no such file", "check the name of the file") from None
    except PermissionError:
        raise UnreadableImage(
            f"{name}: there is no permission to read it", "check the file's permissions"
        ) from None
    except OSError as fault:
        if fault.errno == errno.EFBIG:
            raise ImageTooLarge(f"{name}: is larger than {MOST_BYTES / 1e6:.0f} MB") from None
        raise UnreadableImage(f"{name}: cannot be read ({fault.strerror})") from None


def decode_screen(data: bytes, name: str, most_pixels: int = MOST_PIXELS) -> Screen:
    """Decode a picture held in memory; messages call it ``name``.

    Raises:
        UnreadableImage: ``data`` is no whole picture.
        ImageTooLarge: It announces more than ``most_pixels`` pixels.
    """
    if not data:
        raise UnreadableImage(
            f"{name}: is empty (0 bytes)", "the sync may still be under way; try again later"
        )
    formats = formats_of(data, name)
    if data.startswith(PNG) and _chunks(data) > MOST_CHUNKS:
        raise UnreadableImage(f"{name}: has more than {MOST_CHUNKS} chunks")
    if data.startswith(JPEG) and _scans(data) > MOST_SCANS:
        raise UnreadableImage(f"{name}: has more than {MOST_SCANS} scans")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (width, height), kind, flag = _announced(data, name, formats)
        if width * height > most_pixels:
            raise ImageTooLarge(f"{name}: has {width} x {height} pixels, more than any screen")
        if min(width, height) < LEAST_SIDE:
            raise UnreadableImage(
                f"{name}: is {width} x {height} pixels, too small for a board",
                "take the screenshot at its full size",
            )
        pixels = None
        if flag is not None and is_simple(data, kind):
            pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
        if pixels is not None and flag == cv2.IMREAD_UNCHANGED:
            pixels = _on_white(pixels)
        if pixels is None and kind == "WEBP" and width * height > MOST_WEBP_PIXELS:
            raise ImageTooLarge(
                f"{name}: is a WebP picture of {width} x {height} pixels, too large to decode"
            )
        if pixels is None:
            pixels = _decode_slowly(data, name, formats)
    return Screen(np.ascontiguousarray(pixels, dtype=np.uint8), name)


def _announced(
    data: bytes, name: str, formats: tuple[str, ...]
) -> tuple[tuple[int, int], str, int | None]:
    """Size, format, and OpenCV's flag to decode it or None; raises as ``decode_screen``."""
    try:
        with Image.open(BytesIO(data), formats=formats) as image:
            flag = None
            if image.mode in ("RGB", "L", "P") and "transparency" not in image.info:
                flag = cv2.IMREAD_COLOR
            elif image.mode == "RGBA" and image.format == "PNG" and not _may_be_turned(image, data):
                flag = cv2.IMREAD_UNCHANGED
            return image.size, image.format or "", flag
    except UnidentifiedImageError:
        raise UnreadableImage(
            f"{name}: is not a picture", f"use one of {', '.join(USUAL)}, HEIC or AVIF"
        ) from None
    except Image.DecompressionBombError:
        raise ImageTooLarge(f"{name}: has more pixels than any screen") from None
    except MemoryError:
        raise
    except Exception as fault:  # noqa: BLE001 - decoders of broken files raise nearly anything
        raise UnreadableImage(f"{name}: is damaged ({fault})") from None


def _may_be_turned(image: Image.Image, data: bytes) -> bool:
    """Whether a PNG that is not decoded yet says that it must be turned, or may say so later."""
    if "exif" in image.info:
        return bool(image.getexif().get(ORIENTATION, 1) != 1)
    return b"eXIf" in data


def _on_white(pixels: NDArray[np.integer | np.floating]) -> Bytes:
    """``(H, W, 3)`` uint8: ``(H, W, 4)`` of 8 or 16 bits, laid on white by the fourth channel.

    Phones make such pictures of the whole screen, with clear pixels at its round corners at most.
    """
    colours = np.empty((*pixels.shape[:2], 3), np.uint8)
    rows = max(1, STRIP // pixels.shape[1])
    for top in range(0, len(pixels), rows):
        strip = pixels[top : top + rows]
        if strip.dtype == np.uint16:
            strip = np.right_shift(strip, 8).astype(np.uint8)
        part = cv2.cvtColor(strip, cv2.COLOR_BGRA2BGR)
        alpha = strip[:, :, 3]
        part[alpha == 0] = 255
        mixed = (alpha > 0) & (alpha < 255)
        share = strip[mixed, 3:].astype(np.uint16)
        part[mixed] = (part[mixed] * share + 255 * (255 - share) + 127) // 255
        colours[top : top + rows] = part
    return colours


def _decode_slowly(data: bytes, name: str, formats: tuple[str, ...]) -> Bytes:
    """Decode with Pillow, which recognises truncated files and knows every mode."""
    try:
        with Image.open(BytesIO(data), formats=formats) as image:
            image.load()
            upright = _turned(image)
            pixels = np.empty((upright.height, upright.width, 3), np.uint8)
            brightest = _brightest(upright)
            for top, strip in _strips(upright):
                pixels[top : top + strip.height] = _colours(strip, brightest)
    except MemoryError:
        raise
    except Exception as fault:  # noqa: BLE001 - decoders of broken files raise nearly anything
        raise UnreadableImage(f"{name}: is damaged or cut short ({fault})") from None
    return pixels


def _strips(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    """The picture cut across, from top to bottom, with the row at which each strip begins."""
    rows = max(1, STRIP // image.width)
    for top in range(0, image.height, rows):
        yield top, image.crop((0, top, image.width, min(top + rows, image.height)))


def _is_deep(image: Image.Image) -> bool:
    """Whether its brightness has more than 8 bits."""
    return image.mode.startswith("I") or image.mode == "F"


def _brightest(image: Image.Image) -> float:
    """The highest value of a picture of more than 8 bits, at least 1; of any other 255."""
    if not _is_deep(image):
        return 255.0
    return max(1.0, *(float(np.asarray(strip).max()) for _, strip in _strips(image)))


def _colours(image: Image.Image, brightest: float) -> Bytes:
    """``(H, W, 3)`` uint8: blue, green, red of a picture of any mode, laid on white."""
    if _is_deep(image):
        deep = np.asarray(image, dtype=np.float64)
        image = Image.fromarray(np.clip(deep / brightest * 255, 0, 255).astype(np.uint8))
    elif image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        return _on_white(np.asarray(image.convert("RGBA")))[:, :, ::-1]
    return np.asarray(image.convert("RGB"))[:, :, ::-1]


def _turned(image: Image.Image) -> Image.Image:
    """The image turned as its EXIF orientation says."""
    turn = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}.get(image.getexif().get(ORIENTATION, 1))
    return image if turn is None else image.transpose(Image.Transpose(turn))
