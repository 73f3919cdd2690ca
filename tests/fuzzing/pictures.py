"""Chance in, a picture file out: a sample screen repainted, stored somehow, and often damaged."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from sample_screens.truth import FOLDER
from tests.fuzzing.mutation import damage_bytes, mended_png

Pixels: TypeAlias = NDArray[np.uint8]

WIDTHS = (320, 400, 480, 540, 720)
SAMPLES = sorted([*FOLDER.glob("*.png"), *FOLDER.glob("paths/*.png")])
MODES = ("RGB", "RGB", "RGB", "RGBA", "L", "LA", "P", "1", "CMYK", "I;16", "F")
FORMS = ("PNG", "PNG", "PNG", "JPEG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "AVIF")


def damaged_picture(random: Random) -> bytes:
    """A picture file; the same chance makes the same."""
    pixels = _sample(random.choice(SAMPLES), random.choice(WIDTHS)).copy()
    for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
        pixels = random.choice(_CHANGES)(pixels, random)
    data = _stored(pixels, random)
    if random.random() < 0.25:
        png = data.startswith(b"\x89PNG")
        data = damage_bytes(data, random)
        if png and random.random() < 0.7:
            data = mended_png(data)
    return data


@cache
def _sample(file: Path, width: int) -> Pixels:
    with Image.open(file) as picture:
        rgb = picture.convert("RGB")
        height = max(1, rgb.height * width // rgb.width)
        return np.asarray(rgb.resize((width, height), Image.Resampling.LANCZOS))


def _chance(random: Random) -> np.random.Generator:
    return np.random.default_rng(random.randrange(2**32))


def _box(pixels: Pixels, random: Random) -> tuple[slice, slice]:
    height, width = pixels.shape[:2]
    across, down = random.randint(1, width), random.randint(1, height)
    x, y = random.randint(0, width - across), random.randint(0, height - down)
    return slice(y, y + down), slice(x, x + across)


def _crop(pixels: Pixels, random: Random) -> Pixels:
    return pixels[_box(pixels, random)]


def _trim(pixels: Pixels, random: Random) -> Pixels:
    height, width = pixels.shape[:2]
    y, x = random.randint(0, height // 4), random.randint(0, width // 4)
    return pixels[y : height - random.randint(0, y), x : width - random.randint(0, x)]


def _cover(pixels: Pixels, random: Random) -> Pixels:
    pixels = pixels.copy()
    for _ in range(random.choice((1, 3, 12))):
        height, width = pixels.shape[:2]
        x, y, size = random.randrange(width), random.randrange(height), random.randint(1, width)
        pixels[y : y + size // 3 + 1, x : x + size // 2 + 1] = random.randbytes(3)[0]
    return pixels


def _paste(pixels: Pixels, random: Random) -> Pixels:
    pixels = pixels.copy()
    other = _sample(random.choice(SAMPLES), random.choice(WIDTHS))
    part = other[_box(other, random)]
    height, width = pixels.shape[:2]
    x, y = random.randrange(width), random.randrange(height)
    part = part[: height - y, : width - x]
    pixels[y : y + part.shape[0], x : x + part.shape[1]] = part
    return pixels


def _shuffle(pixels: Pixels, random: Random) -> Pixels:
    """Squares of the picture change places, as if other tiles lay there."""
    pixels = pixels.copy()
    side = max(1, pixels.shape[1] // random.choice((4, 11, 15)))
    rows, columns = pixels.shape[0] // side, pixels.shape[1] // side
    for _ in range(random.choice((2, 20, 100)) if rows * columns else 0):
        one, two = ((random.randrange(rows), random.randrange(columns)) for _ in range(2))
        a, b = (np.s_[r * side : (r + 1) * side, c * side : (c + 1) * side] for r, c in (one, two))
        pixels[a], pixels[b] = pixels[b].copy(), pixels[a].copy()
    return pixels


def _tile(pixels: Pixels, random: Random) -> Pixels:
    across, down = random.choice(((2, 1), (1, 2), (2, 2)))
    return np.tile(pixels, (down, across, 1))[:2000, :2000]


def _stretch(pixels: Pixels, random: Random) -> Pixels:
    size = [max(1, int(side * random.uniform(0.3, 1.6))) for side in pixels.shape[1::-1]]
    return _uint8(cv2.resize(pixels, (size[0], size[1]), interpolation=random.randrange(4)))


def _turn(pixels: Pixels, random: Random) -> Pixels:
    height, width = pixels.shape[:2]
    angle = random.choice((random.gauss(0, 4), random.uniform(0, 360), 90, 180))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, random.uniform(0.6, 1.1))
    return _uint8(cv2.warpAffine(pixels, matrix, (width, height), borderValue=(90, 90, 90)))


def _lean(pixels: Pixels, random: Random) -> Pixels:
    height, width = pixels.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + _chance(random).normal(0, 0.06, (4, 2)) * (width, height)
    matrix = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    return _uint8(cv2.warpPerspective(pixels, matrix, (width, height)))


def _mirror(pixels: Pixels, random: Random) -> Pixels:
    return pixels[:: random.choice((1, -1)), :: random.choice((1, -1)), :: random.choice((1, -1))]


def _grain(pixels: Pixels, random: Random) -> Pixels:
    noise = _chance(random).normal(0, random.choice((3, 15, 60)), pixels.shape)
    return _uint8(np.clip(pixels + noise, 0, 255))


def _blur(pixels: Pixels, random: Random) -> Pixels:
    side = random.choice((3, 5, 9, 21))
    return _uint8(cv2.GaussianBlur(pixels, (side, side), 0))


def _light(pixels: Pixels, random: Random) -> Pixels:
    changed = pixels * random.uniform(-1.0, 2.0) + random.uniform(-60, 200)
    return _uint8(np.clip(changed, 0, 255))


def _poster(pixels: Pixels, random: Random) -> Pixels:
    step = random.choice((16, 64, 128))
    return pixels // step * step


def _pixel(pixels: Pixels, random: Random) -> Pixels:
    """A few pixels wide or high, or even."""
    height, width = pixels.shape[:2]
    kind = random.randrange(4)
    if kind == 0:
        return pixels[:, : random.randint(1, 40)]
    if kind == 1:
        return pixels[: random.randint(1, 40)]
    even = np.full((height, width, 3), random.randrange(256), np.uint8)
    if kind == 2:
        pitch = random.randint(2, 60)
        even[::pitch] = even[:, ::pitch] = random.randrange(256)
    return even


def _uint8(pixels: object) -> Pixels:
    return np.asarray(pixels).astype(np.uint8)


_CHANGES: tuple[Callable[[Pixels, Random], Pixels], ...] = (
    *(_crop, _trim, _trim, _cover, _cover, _paste, _paste, _shuffle, _shuffle, _tile, _stretch),
    *(_shuffle, _cover, _turn, _lean, _mirror, _grain, _blur, _light, _poster, _pixel),
)


def _stored(pixels: Pixels, random: Random) -> bytes:
    """The pixels as a file of some kind, plain PNG where that kind cannot hold them."""
    picture = Image.fromarray(np.ascontiguousarray(pixels))
    mode, form = random.choice(MODES), random.choice(FORMS)
    options: dict[str, object] = {}
    if form in {"JPEG", "WEBP", "AVIF"}:
        options["quality"] = random.choice((5, 30, 70, 95))
    if form == "AVIF":
        options["speed"] = 10  # the pictures are what is tried, not how small they become
    if form == "JPEG":
        options["progressive"] = random.random() < 0.3
    if form == "TIFF":
        options["compression"] = random.choice((None, "tiff_lzw", "tiff_deflate", "jpeg"))
    if random.random() < 0.15:
        exif = Image.Exif()
        exif[0x0112] = random.choice((1, 3, 5, 6, 8, 0, 99))
        options["exif"] = exif
    file = BytesIO()
    try:
        other = picture.convert(mode) if mode != "I;16" else picture.convert("I").convert("I;16")
        if mode == "RGBA":
            other.putalpha(picture.convert("L"))
        other.save(file, form, **options)
    except (OSError, ValueError, KeyError, RuntimeError):
        file = BytesIO()
        picture.save(file, "PNG", compress_level=1)
    return file.getvalue()
