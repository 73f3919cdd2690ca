"""Pieces of ink in; their likeness to characters of running text in many fonts out."""

from __future__ import annotations

import zipfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.errors import ThemeMissing
from vision.imaging import Floats

MASK = 16
"""Side of a character's mask: its own box is stretched to it."""

BANK = Path(__file__).parents[1] / "themes" / "generic" / "text.npz"

STEPS = 127
"""Steps from 0 to 1 to which a vector's coordinates are rounded in the bank's file."""

WEIGHTS = np.array([0.25, 0.6, 0.6], np.float32)
"""Loss of likeness for squared differences of log aspect, height and top."""


class TextBank(NamedTuple):
    """Templates: F fonts by N characters.

    Attributes:
        characters: The N characters.
        fonts: The F names of fonts.
        basis: ``((MASK + 2) ** 2, AXES)`` float32, directions in which masks differ most.
        vectors: ``(V, F * N)`` float32, in columns: unit vector of the mask along ``basis``, then
            the measures of ``WEIGHTS`` and their squares, so that one product gives the likeness.
    """

    characters: tuple[str, ...]
    fonts: tuple[str, ...]
    basis: Floats
    vectors: Floats


def compare(masks: Floats, measures: Floats, out: Floats) -> None:
    """Likeness of K pieces of ink to every template, into ``out``, ``(K, F, N)``, 1 at best.

    Masks are ``(K, MASK, MASK)`` coverage, 0 to 1, in the piece's box; measures ``(K, 3)``: log of
    width over height; height, and top below that of a capital, as shares of a capital's height.
    """
    bank, ones = text_bank(), np.ones((len(measures), 1), np.float32)
    shapes = unit_vectors(masks) @ bank.basis
    vectors = np.hstack([shapes, 2 * WEIGHTS * measures, ones, _losses(measures)])
    np.matmul(vectors, bank.vectors, out=out.reshape(len(measures), -1))


def _losses(measures: Floats) -> Floats:
    """``(K, 1)`` what the measures, ``(K, 3)``, take from likeness by their own squares."""
    return np.asarray((-(measures * measures) @ WEIGHTS)[:, None], np.float32)


def unit_vectors(masks: Floats) -> Floats:
    """``(K, MASK, MASK)`` to ``(K, V)``: framed, blurred a little, zero mean, length one."""
    down, across = _blurs()
    wide = (masks.reshape(-1, MASK) @ across.T).reshape(len(masks), MASK, MASK + 2)
    flat = (down @ wide).reshape(len(masks), -1)
    flat -= flat.mean(axis=1, keepdims=True)
    flat /= np.sqrt(np.einsum("kv,kv->k", flat, flat))[:, None] + 1e-6
    return np.asarray(flat, np.float32)


@cache
def _blurs() -> tuple[Floats, Floats]:
    """``(MASK + 2, MASK)`` matrices that frame and blur a mask, one down and one across.

    Across, the framed mask goes on as its mirror image for the blur; the bank is made so.
    """
    framed = np.pad(np.eye(MASK), ((2, 2), (0, 0)))
    down = cv2.GaussianBlur(framed, (1, 3), 0.8)[1:-1]
    across = cv2.GaussianBlur(framed[1:-1], (1, 3), 0.8)
    return np.asarray(down, np.float32), np.asarray(across, np.float32)


def read_text_bank(path: Path) -> TextBank:
    """Read a bank as ``tests/benchmarks/render_banks.py`` writes it.

    Raises:
        ThemeMissing: The file is missing or does not hold these arrays.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as data:
            basis = data["basis"].astype(np.float32)
            shapes = data["shapes"].astype(np.float32) / STEPS
            measures = np.stack(
                [np.log(data["aspects"]), data["heights"], data["tops"]], axis=-1
            ).astype(np.float32)
            characters, fonts = tuple(data["characters"].tolist()), tuple(data["fonts"].tolist())
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile) as fault:
        raise ThemeMissing(
            f"{path.name}: contains no characters ({fault})", "install wwfsnap again"
        ) from None
    flat = measures.reshape(-1, 3)
    if len(shapes) != len(flat) or len(flat) != len(characters) * len(fonts):
        raise ThemeMissing(f"{path.name}: {len(shapes)} shapes for {len(flat)} characters")
    vectors = np.hstack([shapes, flat, _losses(flat), np.ones((len(flat), 1), np.float32)])
    return TextBank(characters, fonts, basis, np.ascontiguousarray(vectors.T, dtype=np.float32))


@cache
def text_bank() -> TextBank:
    """The bank that ships."""
    return read_text_bank(BANK)
