"""Damage: what happens to a screenshot on its way, as functions of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from vision.imaging import Screen, decode_screen

from .colouring import dimmed, gamma, light_turned, lit_aslant, other_hues, tinted
from .framing import (
    Work,
    barred,
    board_alone,
    board_and_rack,
    cut_close,
    exif_turned,
    image_of,
    lying,
    on_desktop,
    photographed,
    plain,
    tilted,
)
from .perspective import seen, view_of
from .pictures import Picture, Pixels

CELLS = (16, 20, 24, 32, 48, 80, 120, 200)
LEAST_CELL = 24
"""Pixels of a square from which pictures are meant to be read exactly."""

QUALITIES = (95, 80, 60, 45, 30)
GAMMAS = (0.6, 0.8, 1.25, 1.6)
SIGMAS = (0.5, 1.0, 1.5)
TILTS = (0.5, 1.0, 2.0)
ANGLES = (5.0, 12.0, 20.0)

STRETCHES = (0.97, 1.015, 1.03)
"""Height of pictures that were not scaled alike both ways, over what it was."""

VIEWS = range(1, 4)
"""Seeds of views of which each corner is moved for itself."""

WIDTHS = (540, 640, 720)
"""Pixels across to which pictures are shrunk on web pages and by programs that save space."""

MESSENGER = 1280
"""Pixels of the longer side that messengers leave."""

ENLARGED = 28, 75, 2.1
"""Pixels a square and quality of a small picture, and how many times it is enlarged again."""


@dataclass(frozen=True)
class Degradation:
    """One way to spoil a picture.

    Attributes:
        name: As ``--only`` and the table have it.
        work: Spoils a picture; None where the picture cannot be spoilt so.
        goal: Whether every picture has to be read exactly all the same.
        rack: Whether a rack is still in sight.
    """

    name: str
    work: Work
    goal: bool = False
    rack: bool = True


def degradations() -> list[Degradation]:
    """All of them, in the order of the table."""
    return [
        Degradation("none", _none, goal=True),
        *(Degradation(f"cell {n}", _cell(n), goal=n >= LEAST_CELL) for n in CELLS),
        *(Degradation(f"jpeg {q}", _compressed(".jpg", q), goal=q >= 60) for q in QUALITIES),
        *(Degradation(f"webp {q}", _compressed(".webp", q), goal=q >= 60) for q in QUALITIES),
        Degradation("cell 24 jpeg 60", _cell(24, 60), goal=True),
        Degradation("cell 32 jpeg 60", _cell(32, 60), goal=True),
        Degradation("cell 32 jpeg 30", _cell(32, 30)),
        Degradation("cell 16 jpeg 30", _cell(16, 30)),
        *(Degradation(f"width {w} jpeg 75", _wide(w, 75), goal=True) for w in WIDTHS),
        *(Degradation(f"width {w} jpeg 60", _wide(w, 60), goal=True) for w in WIDTHS),
        Degradation("messenger", _sent(75), goal=True),
        Degradation("messenger twice", _sent(75, 65), goal=True),
        Degradation("shot of a shot", _shown_in_viewer, goal=True),
        Degradation("enlarged again", _enlarged, goal=True),
        Degradation("palette", _palette(256), goal=True),
        Degradation("palette 64", _palette(64), goal=True),
        Degradation("grey", _grey, goal=True),
        Degradation("alpha", _alpha, goal=True),
        *(Degradation(f"gamma {g:g}", gamma(g), goal=True) for g in GAMMAS),
        Degradation("night light", tinted, goal=True),
        Degradation("other hues", other_hues, goal=True),
        Degradation("light turned", light_turned, goal=True),
        Degradation("lit aslant", lit_aslant, goal=True),
        Degradation("dimmed", dimmed, goal=True),
        *(Degradation(f"blur {s:g}", _blurred(s), goal=s <= 1) for s in SIGMAS),
        Degradation("black bars", barred, goal=True),
        Degradation("board alone", board_alone, goal=True, rack=False),
        Degradation("board and rack", board_and_rack, goal=True),
        Degradation("cut close", cut_close, goal=True),
        Degradation("desktop", on_desktop, goal=True),
        Degradation("exif turn", exif_turned, goal=True),
        Degradation("on its side", lying(1), goal=True),
        Degradation("upside down", lying(2), goal=True),
        Degradation("mirrored", lying(0, mirrored=True), goal=True),
        *(Degradation(f"tilt {t:g}", tilted(t), goal=True) for t in TILTS),
        *(Degradation(f"stretched {f:g}", _stretched(f), goal=True) for f in STRETCHES),
        *(Degradation(f"photo {a:g}", photographed(a)) for a in ANGLES),
        *(Degradation(f"askew {seed}", _askew(seed)) for seed in VIEWS),
    ]


def _none(picture: Picture) -> Screen:
    return plain(picture, picture.pixels)


def _scaled(picture: Picture, cell: float) -> Pixels | None:
    if picture.cell is None:
        return None
    factor = cell / picture.cell
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(
        cv2.resize(picture.pixels, None, fx=factor, fy=factor, interpolation=how), np.uint8
    )


def _cell(cell: float, quality: int | None = None) -> Work:
    def work(picture: Picture) -> Screen | None:
        small = _scaled(picture, cell)
        if small is None:
            return None
        return plain(picture, small) if quality is None else _encoded(picture, small, quality)

    return work


def _compressed(suffix: str, quality: int) -> Work:
    def work(picture: Picture) -> Screen:
        return _encoded(picture, picture.pixels, quality, suffix)

    return work


def _encoded(picture: Picture, pixels: Pixels, quality: int, suffix: str = ".jpg") -> Screen:
    option = cv2.IMWRITE_WEBP_QUALITY if suffix == ".webp" else cv2.IMWRITE_JPEG_QUALITY
    _, data = cv2.imencode(suffix, pixels, [option, quality])
    return decode_screen(data.tobytes(), picture.source.name)


def _saved(picture: Picture, image: Image.Image, **options: object) -> Screen:
    """The image as a PNG file, decoded again."""
    file = BytesIO()
    image.save(file, "PNG", compress_level=1, **options)
    return decode_screen(file.getvalue(), picture.source.name)


def _wide(width: int, quality: int) -> Work:
    """Shrunk to a width, if it is wider, and compressed; None where cells get tiny."""

    def work(picture: Picture) -> Screen | None:
        factor = min(1.0, width / picture.pixels.shape[1])
        if picture.cell is not None and factor * picture.cell < LEAST_CELL:
            return None
        return _encoded(picture, _shrunk(picture.pixels, factor), quality)

    return work


def _shrunk(pixels: Pixels, factor: float) -> Pixels:
    size = round(pixels.shape[1] * factor), round(pixels.shape[0] * factor)
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _sent(*qualities: int) -> Work:
    """Through a messenger: no longer than it allows, compressed each time it is passed on.

    The second time three rows are gone, so that the blocks of the two lie unlike.
    """

    def work(picture: Picture) -> Screen | None:
        factor = min(1.0, MESSENGER / max(picture.pixels.shape[:2]))
        if picture.cell is not None and factor * picture.cell < LEAST_CELL:
            return None
        screen = plain(picture, _shrunk(picture.pixels, factor))
        for number, quality in enumerate(qualities):
            screen = _encoded(picture, screen.pixels[3 * number :, 3 * number :], quality)
        return screen

    return work


def _stretched(factor: float) -> Work:
    def work(picture: Picture) -> Screen:
        how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        higher = cv2.resize(picture.pixels, None, fx=1.0, fy=factor, interpolation=how)
        return plain(picture, np.asarray(higher, np.uint8))

    return work


def _askew(seed: int) -> Work:
    """As one of the views of `perspective.py` shows it."""

    def work(picture: Picture) -> Screen:
        name = picture.source.name
        return decode_screen(seen(picture.pixels, view_of(name, seed)), name)

    return work


def _shown_in_viewer(picture: Picture) -> Screen:
    """A screenshot of the screenshot, shown smaller between a viewer's two bars, as a JPEG."""
    small = _shrunk(picture.pixels, 0.83)
    height, width = small.shape[:2]
    rim = width // 12, height // 10
    page = np.zeros((height + 2 * rim[1], width + 2 * rim[0], 3), np.uint8)
    page[rim[1] : rim[1] + height, rim[0] : rim[0] + width] = small
    page[: rim[1] // 2] = 32
    page[-rim[1] // 2 :] = 32
    for icon in range(4):
        centre = (1 + 2 * icon) * page.shape[1] // 8, page.shape[0] - rim[1] // 4
        cv2.circle(page, centre, rim[1] // 10, (230, 230, 230), 2)
    return _encoded(picture, page, 85)


def _enlarged(picture: Picture) -> Screen | None:
    """Shrunk and compressed for a page that shows it larger, and taken from there."""
    cell, quality, factor = ENLARGED
    small = _scaled(picture, cell)
    if small is None:
        return None
    seen = _encoded(picture, small, quality).pixels
    large = cv2.resize(seen, None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR)
    return plain(picture, np.asarray(large, np.uint8))


def _palette(colours: int) -> Work:
    return lambda picture: _saved(picture, image_of(picture).quantize(colours))


def _grey(picture: Picture) -> Screen:
    return _saved(picture, image_of(picture).convert("L"))


def _alpha(picture: Picture) -> Screen:
    """Window screenshots have an alpha channel: a transparent shadow around, round corners."""
    image = image_of(picture)
    margin = 24
    page = Image.new("RGBA", (image.width + 2 * margin, image.height + 2 * margin), (0, 0, 0, 0))
    page.paste((0, 0, 0, 60), (margin // 2, margin // 2, *page.size))
    page.paste(image.convert("RGBA"), (margin, margin))
    return _saved(picture, page)


def _blurred(sigma: float) -> Work:
    def work(picture: Picture) -> Screen:
        return plain(picture, np.asarray(cv2.GaussianBlur(picture.pixels, (0, 0), sigma), np.uint8))

    return work
