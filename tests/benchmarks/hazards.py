"""What a reader must refuse, or see through: boards cut off, veiled, tinted by hints, in grain.

Rules that guard against these are of no use on plain boards, so the ablation has them too.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.imaging.geometry import Box
from vision.imaging.screen import Screen

from .framing import Work, plain
from .pictures import Expected, Picture, Pixels

SIDES = ("left", "right", "top", "bottom")
YELLOW, BLACK, WHITE = (60, 220, 255), (20, 20, 20), (255, 255, 255)


def hazards() -> dict[str, tuple[Work, bool]]:
    """By name, what happens to a picture with a board; whether it has to be refused then."""
    cuts = {
        f"cut {side} {squares:g}": (_with_board(_cut(side, squares)), True)
        for side in SIDES
        for squares in (0.6, 1.5, 4.5)
    }
    return cuts | {
        "veil": (_with_board(_veiled(0.5)), True),
        "dialog": (_with_board(_veiled(1.0)), True),
        "hint squares": (_with_board(_hinted), False),
        "hint row": (_with_board(_hinted_row), False),
        "bubble": (_with_board(_bubble), False),
        "grain 6": (_grainy(6.0), False),
        "grain 12": (_grainy(12.0), False),
        "grain 24": (_grainy(24.0), False),
    }


def refused(expected: Expected) -> Expected:
    """The truth of a picture that has to be refused."""
    return replace(expected, board=())


def _with_board(change: Callable[[Picture, Box, float], Pixels]) -> Work:
    """A change of pictures with a board; it is told where that is, and how large its squares."""

    def work(picture: Picture) -> Screen | None:
        box, cell = picture.source.board_box, picture.cell
        return None if box is None or cell is None else plain(picture, change(picture, box, cell))

    return work


def _cut(side: str, squares: float) -> Callable[[Picture, Box, float], Pixels]:
    def change(picture: Picture, box: Box, cell: float) -> Pixels:
        pixels, off = picture.pixels, squares * cell
        if side == "left":
            return pixels[:, round(box.x + off) :]
        if side == "right":
            return pixels[:, : round(box.right - off)]
        if side == "top":
            return pixels[round(box.y + off) :]
        return pixels[: round(box.bottom - off)]

    return change


def _veiled(alpha: float) -> Callable[[Picture, Box, float], Pixels]:
    """A dialog, or its shade, over some of the board and across its lattice."""

    def change(picture: Picture, box: Box, cell: float) -> Pixels:
        over = (2.45, 2.55, 11.55, 8.45)
        light = picture.pixels.mean() > 128
        return _tinted(picture, box, cell, [over], BLACK if light else WHITE, alpha)

    return change


def _hinted(picture: Picture, box: Box, cell: float) -> Pixels:
    """Bare squares and premiums that a hint tints, each of them whole."""
    dice = random.Random(picture.source.name)  # noqa: S311 (a picture is no secret)
    rows = picture.source.expected.board
    empty = [(r, c) for r, row in enumerate(rows) for c, text in enumerate(row) if text == "."]
    chosen = dice.sample(empty, min(30, len(empty) // 3))
    boxes = [(c + 0.05, r + 0.05, c + 0.95, r + 0.95) for r, c in chosen]
    return _tinted(picture, box, cell, boxes, YELLOW, 0.5)


def _hinted_row(picture: Picture, box: Box, cell: float) -> Pixels:
    return _tinted(picture, box, cell, [(0.0, 4.0, box.width / cell, 5.0)], YELLOW, 0.5)


def _bubble(picture: Picture, box: Box, cell: float) -> Pixels:
    """Discs of a colour that no tile has on the upper right corners of three tiles."""
    dice = random.Random(f"bubble {picture.source.name}")  # noqa: S311
    rows = picture.source.expected.board
    tiles = [(r, c) for r, row in enumerate(rows) for c, text in enumerate(row) if text != "."]
    boxes = [
        (c + 0.7, r - 0.15, c + 1.15, r + 0.3) for r, c in dice.sample(tiles, min(3, len(tiles)))
    ]
    return _tinted(picture, box, cell, boxes, (200, 60, 160), 1.0)


def _tinted(
    picture: Picture,
    box: Box,
    cell: float,
    boxes: list[tuple[float, float, float, float]],
    colour: tuple[int, int, int],
    alpha: float,
) -> Pixels:
    """The picture with boxes of a colour, each left, top, right and bottom in squares."""
    pixels = picture.pixels.astype(np.float32)
    for left, top, right, bottom in boxes:
        rows = slice(*(max(0, round(box.y + each * cell)) for each in (top, bottom)))
        columns = slice(*(max(0, round(box.x + each * cell)) for each in (left, right)))
        pixels[rows, columns] += alpha * (np.array(colour, np.float32) - pixels[rows, columns])
    return (pixels + 0.5).astype(np.uint8)


def _grainy(deviation: float) -> Work:
    """With a sensor's grain as wide as two pixels."""

    def work(picture: Picture) -> Screen:
        dice = np.random.default_rng(zlib.crc32(picture.source.name.encode()))
        height, width = picture.pixels.shape[:2]
        grain = dice.normal(0, deviation, (height // 2 + 1, width // 2 + 1))
        wide = grain.repeat(2, axis=0).repeat(2, axis=1)[:height, :width, None]
        return plain(picture, np.clip(picture.pixels + wide, 0, 255).astype(np.uint8))

    return work


def lay_on(pixels: Pixels, box: Box, dice: random.Random) -> None:
    """Lay a disc on a tile, in place, with a face on most: as stickers and reactions of a chat."""
    size = dice.uniform(0.22, 0.42) * min(box.width, box.height)
    x = round(box.x + box.width * dice.uniform(0.35, 0.65))
    y = round(box.y + box.height * dice.uniform(0.4, 0.7))
    colour = tuple(dice.randrange(256) for _ in range(3))
    wide, high = (max(2, round(size * dice.uniform(*span))) for span in ((0.8, 1.2), (0.6, 1.1)))
    turn = dice.uniform(0, 90)
    cv2.ellipse(pixels, (x, y), (wide, high), turn, 0, 360, colour, -1, cv2.LINE_AA)
    if dice.random() < 0.6:
        dark = tuple(round(0.35 * each) for each in colour)
        for side in (-0.35, 0.35):
            eye, dot = (round(x + side * size), round(y - 0.15 * size)), max(1, round(0.13 * size))
            cv2.circle(pixels, eye, dot, dark, -1, cv2.LINE_AA)
        mouth = max(1, round(0.4 * size)), max(1, round(0.15 * size))
        under, thick = (x, round(y + 0.3 * size)), max(1, round(0.1 * size))
        cv2.ellipse(pixels, under, mouth, 0, 0, 180, dark, thick, cv2.LINE_AA)
