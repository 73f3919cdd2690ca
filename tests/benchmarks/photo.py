"""Photo: what a camera makes of a screen that lies on a table, seen from the side."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
from numpy.typing import NDArray

from .pictures import Pixels

Floats = NDArray[np.float64]

DISTANCE = 2.4
"""Of the camera from the screen, in diagonals of the screen."""

LONG_SIDE = 3000
"""Pixels of the photo's longer side."""

SHARE = 0.8
"""Part of the photo that the device fills at most, in its height or width."""

ROLL = 4.0
"""Degrees by which the hand turns the camera at most."""

FALL = 0.25
"""Part of the light that is lost from one side of the photo to the other at most."""

SOFTNESS = 0.9
NOISE = 3.0
QUALITY = 88


def photograph(pixels: Pixels, degrees: float, seed: int) -> bytes:
    """A JPEG file of a photo of the screen.

    Args:
        pixels: What the screen shows, ``(H, W, 3)`` uint8.
        degrees: Angle between the screen and the sensor.
        seed: Settles from which side it is seen, the roll, the light, the noise.
    """
    dice = random.Random(seed)  # noqa: S311 (a sample, no secret)
    device = _framed(pixels)
    height, width = device.shape[:2]
    seen = _projected(width, height, degrees, dice)
    low, high = seen.min(axis=0), seen.max(axis=0)
    span = high - low
    wide, high_side = (3, 4) if span[1] >= span[0] else (4, 3)
    size = np.array([wide, high_side]) * LONG_SIDE // 4
    scale = SHARE * float((size / span).min())
    placed = (seen - (low + high) / 2) * scale + size / 2
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(corners, placed.astype(np.float32)), np.float64)
    shrunk, matrix = _reduced(device, matrix, scale * math.sqrt(span[0] * span[1] / width / height))
    photo = cv2.warpPerspective(
        shrunk,
        matrix,
        tuple(size.tolist()),
        dst=table_top(size, dice),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    soft = np.asarray(cv2.GaussianBlur(photo, (0, 0), SOFTNESS), np.uint8)
    lit = _lit(soft, dice)
    noise = np.random.default_rng(seed).normal(0, NOISE, lit.shape)
    done = np.clip(lit + noise + 0.5, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()


def _framed(pixels: Pixels) -> Pixels:
    """The screen with the dark rim of its device."""
    rim = max(pixels.shape) // 40
    return np.asarray(
        cv2.copyMakeBorder(pixels, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(24, 22, 22)),
        np.uint8,
    )


def _projected(width: int, height: int, degrees: float, dice: random.Random) -> Floats:
    """``(4, 2)`` corners as the camera sees them, the device's diagonal being about 1."""
    diagonal = math.hypot(width, height)
    x, y = width / diagonal / 2, height / diagonal / 2
    corners = np.array([[-x, -y, 0.0], [x, -y, 0.0], [x, y, 0.0], [-x, y, 0.0]])
    side, tip = dice.uniform(0, 2 * math.pi), math.radians(degrees)
    axis = np.array([math.cos(side), math.sin(side), 0.0])
    roll = math.radians(dice.uniform(-ROLL, ROLL))
    turn = cv2.Rodrigues(axis * tip)[0]
    lean = cv2.Rodrigues(np.array([0.0, 0.0, roll]))[0]
    there = corners @ (lean @ turn).T
    there[:, 2] += DISTANCE
    return np.asarray(there[:, :2] / there[:, 2:], np.float64)


def _reduced(device: Pixels, matrix: Floats, scale: float) -> tuple[Pixels, Floats]:
    """The device reduced before it is warped to fewer pixels, as no sensor skips any."""
    if scale >= 1:
        return device, matrix
    height, width = (max(1, round(each * scale)) for each in device.shape[:2])
    small = cv2.resize(device, (width, height), interpolation=cv2.INTER_AREA)
    back = np.diag([device.shape[1] / width, device.shape[0] / height, 1.0])
    return np.asarray(small, np.uint8), matrix @ back


def table_top(size: NDArray[np.int64], dice: random.Random) -> Pixels:
    """Wood, more or less."""
    wide, high = size.tolist()
    fibres = np.random.default_rng(dice.randrange(1 << 30)).normal(0, 1, (high, 1 + wide // 60))
    soft = cv2.GaussianBlur(fibres.astype(np.float32), (0, 0), 2.5)
    grain = 14 * np.asarray(cv2.resize(soft, (wide, high), interpolation=cv2.INTER_CUBIC))
    wood = np.array([70.0, 105.0, 150.0]) + grain[:, :, None]
    return np.asarray(np.clip(wood, 0, 255), np.uint8)


def _lit(photo: Pixels, dice: random.Random) -> Floats:
    """The photo under light from one side."""
    high, wide = photo.shape[:2]
    side = dice.uniform(0, 2 * math.pi)
    down, across = np.mgrid[-0.5 : 0.5 : high * 1j, -0.5 : 0.5 : wide * 1j]
    light = 0.9 + FALL * (math.cos(side) * across + math.sin(side) * down)
    return np.asarray(photo * light[:, :, None], np.float64)
