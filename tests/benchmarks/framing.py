"""Framing: where a screenshot ends up: cut, in bars, in a window, lying, tilted, on a photo."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from vision.imaging import Box, Screen, decode_screen

from .photo import photograph
from .pictures import Picture, Pixels

Work = Callable[[Picture], "Screen | None"]


def plain(picture: Picture, pixels: Pixels) -> Screen:
    """Other pixels in the picture's place."""
    return Screen(np.ascontiguousarray(pixels, np.uint8), picture.source.name)


def image_of(picture: Picture) -> Image.Image:
    """The picture as Pillow has it."""
    return Image.fromarray(np.ascontiguousarray(picture.pixels[:, :, ::-1]))


def barred(picture: Picture) -> Screen:
    """With black bars on all sides."""
    height, width = picture.pixels.shape[:2]
    bars = height // 20, height // 12, width // 4, width // 4
    return plain(
        picture,
        np.asarray(
            cv2.copyMakeBorder(picture.pixels, *bars, cv2.BORDER_CONSTANT, value=(0, 0, 0)),
            np.uint8,
        ),
    )


def board_alone(picture: Picture) -> Screen | None:
    """Without the rack nobody can tell tiles that are laid but not played, so such are left out."""
    box = picture.source.board_box
    if box is None or picture.source.expected.laid:
        return None
    return _cropped(picture, box)


def board_and_rack(picture: Picture) -> Screen | None:
    """Cut to both; None where they are not known."""
    board, rack = picture.source.board_box, picture.source.rack_box
    if board is None or rack is None:
        return None
    x, y = min(board.x, rack.x), min(board.y, rack.y)
    right, bottom = max(board.right, rack.right), max(board.bottom, rack.bottom)
    return _cropped(picture, Box(x, y, right - x, bottom - y))


def cut_close(picture: Picture) -> Screen | None:
    """Cut off right beside the board and right below the rack."""
    board, rack = picture.source.board_box, picture.source.rack_box
    if board is None or rack is None:
        return None
    height, width = picture.pixels.shape[:2]
    left, right = min(board.x, rack.x), max(board.right, rack.right)
    cut = Box(left, 0, right - left, max(board.bottom, rack.bottom) + 0.1 * rack.height)
    return plain(picture, picture.pixels[cut.pixels(width, height)])


def _cropped(picture: Picture, box: Box) -> Screen:
    """A crop by hand: some pixels more than the box."""
    rim = 4
    height, width = picture.pixels.shape[:2]
    wider = Box(box.x - rim, box.y - rim, box.width + 2 * rim, box.height + 2 * rim)
    return plain(picture, picture.pixels[wider.pixels(width, height)])


def on_desktop(picture: Picture) -> Screen:
    """The picture in a window on a desktop with icons in rows, a title bar and a task bar."""
    height, width = picture.pixels.shape[:2]
    tall, wide = height + 220, width + 900
    down, right = np.mgrid[0:tall, 0:wide].astype(np.float32)
    page = np.stack([90 + 60 * down / tall, 60 + 50 * right / wide, 40 + 0 * down], axis=2)
    page = np.asarray(page, np.uint8)
    for row in range(5):
        for column in range(4):
            x, y = 30 + 110 * column, 60 + 150 * row
            cv2.rectangle(
                page, (x, y), (x + 72, y + 72), (200 - 30 * row, 120, 60 + 40 * column), -1
            )
            cv2.putText(
                page, "File", (x, y + 100), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2
            )
    left, top = 700, 90
    cv2.rectangle(
        page, (left - 2, top - 42), (left + width + 1, top + height + 1), (60, 60, 60), -1
    )
    cv2.putText(
        page, "Game", (left + 20, top - 12), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (230, 230, 230), 2
    )
    for button in range(3):
        cv2.circle(page, (left + width - 30 - 40 * button, top - 20), 10, (90, 90, 230), -1)
    page[top : top + height, left : left + width] = picture.pixels
    cv2.rectangle(page, (0, tall - 70), (wide, tall), (30, 30, 30), -1)
    for icon in range(9):
        x = 20 + 80 * icon
        cv2.rectangle(page, (x, tall - 62), (x + 54, tall - 8), (60 + 20 * icon, 160, 90), -1)
    return plain(picture, page)


def exif_turned(picture: Picture) -> Screen:
    """Stored lying on its side, with the note that it has to be turned."""
    exif = Image.Exif()
    exif[0x0112] = 6
    file = BytesIO()
    lying = image_of(picture).transpose(Image.Transpose.ROTATE_90)
    lying.save(file, "JPEG", quality=95, exif=exif)
    return decode_screen(file.getvalue(), picture.source.name)


def lying(quarters: int, *, mirrored: bool = False) -> Work:
    """Turned to the left by so many quarters without saying so, or mirrored before."""

    def work(picture: Picture) -> Screen:
        pixels = picture.pixels[:, ::-1] if mirrored else picture.pixels
        return plain(picture, np.ascontiguousarray(np.rot90(pixels, quarters)))

    return work


def tilted(degrees: float) -> Work:
    """Turned by so many degrees."""

    def work(picture: Picture) -> Screen:
        rim = max(picture.pixels.shape) // 20
        wide = cv2.copyMakeBorder(picture.pixels, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
        height, width = wide.shape[:2]
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
        turned = cv2.warpAffine(
            wide, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
        return plain(picture, np.asarray(turned, np.uint8))

    return work


def photographed(degrees: float) -> Work:
    """A photo of the device on a table, from another side for each picture."""

    def work(picture: Picture) -> Screen:
        seed = zlib.crc32(f"{picture.source.name} {degrees:g}".encode())
        return decode_screen(photograph(picture.pixels, degrees, seed), picture.source.name)

    return work
