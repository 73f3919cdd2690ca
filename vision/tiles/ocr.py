"""OCR: a second opinion on glyphs that the templates leave in doubt."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

from vision.tiles.rapid import RapidReader, find_rapid

GLYPH_HEIGHT = 48
"""Height in pixels at which glyphs are shown: Tesseract is trained on about that."""

BORDER = 24
"""White border around a glyph, in pixels."""

TIMEOUT = 20.0
"""Seconds after which an engine that does not answer is given up."""

OLDEST_TESSERACT = 4
"""First major version with the reader that is relied upon."""


class TextReader(Protocol):
    """Something that reads single letters."""

    @property
    def name(self) -> str:
        """Its name and version, for messages."""

    def read_letters(self, glyphs: Sequence[NDArray[np.uint8]], letters: str) -> list[str | None]:
        """The letter each glyph shows, None where the engine sees none.

        Args:
            glyphs: ``(h, w)`` uint8 pictures, black on white, of one letter each.
            letters: The letters that come into question, upper case.
        """


class NullReader:
    """Reads nothing: for machines without an engine, and for those who want none."""

    name = "none"

    def read_letters(self, glyphs: Sequence[NDArray[np.uint8]], letters: str) -> list[str | None]:
        """No letter for any glyph."""
        del letters
        return [None] * len(glyphs)


@dataclass(frozen=True, slots=True)
class TesseractProbe:
    """A Tesseract that was found.

    Attributes:
        command: The program that pytesseract starts.
        version: Its version, such as ``5.3.0``.
    """

    command: str
    version: str


@cache
def find_tesseract() -> TesseractProbe | None:
    """The Tesseract on this machine, None where there is none that is new enough and answers."""
    command = shutil.which(pytesseract.pytesseract.tesseract_cmd)
    if command is None:
        return None
    try:
        told = subprocess.run(  # noqa: S603 - the program pytesseract itself would start
            [command, "--version"], capture_output=True, text=True, timeout=TIMEOUT, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    first = (told.stdout or told.stderr).split("\n", 1)[0].split()
    version = first[1].lstrip("v") if len(first) > 1 else ""
    major = version.partition(".")[0]
    if not major.isdigit() or int(major) < OLDEST_TESSERACT:
        return None
    return TesseractProbe(command, version)


class TesseractReader:
    """Tesseract through pytesseract; all glyphs of a picture go in one call."""

    def __init__(self, probe: TesseractProbe) -> None:
        self._probe = probe

    @property
    def name(self) -> str:
        return f"Tesseract {self._probe.version}"

    def read_letters(self, glyphs: Sequence[NDArray[np.uint8]], letters: str) -> list[str | None]:
        """As the protocol says; nothing is read where Tesseract fails or takes too long."""
        if not glyphs:
            return []
        config = f"--psm 10 -c tessedit_char_whitelist={letters}"
        try:
            with tempfile.TemporaryDirectory(prefix="wwfsnap-") as folder:
                names = []
                for number, glyph in enumerate(glyphs):
                    names.append(str(Path(folder) / f"{number}.png"))
                    cv2.imwrite(names[-1], glyph)
                listed = Path(folder) / "glyphs.txt"
                listed.write_text("\n".join(names), encoding="utf-8")
                told = pytesseract.image_to_string(str(listed), config=config, timeout=TIMEOUT)
        except (RuntimeError, OSError, pytesseract.TesseractError):  # or the disk is full
            return [None] * len(glyphs)
        pages = [page.strip().upper() for page in str(told).split("\f")]
        pages += [""] * len(glyphs)
        return [
            page if page in letters and len(page) == 1 else None for page in pages[: len(glyphs)]
        ]


@cache
def find_reader() -> TextReader:
    """The best engine on this machine, a null reader where there is none."""
    if rapid := find_rapid():
        return RapidReader(rapid)
    tesseract = find_tesseract()
    return TesseractReader(tesseract) if tesseract else NullReader()


class ReaderOnDemand:
    """The best engine on this machine, looked for when a letter is first in doubt."""

    @property
    def name(self) -> str:
        return find_reader().name

    def read_letters(self, glyphs: Sequence[NDArray[np.uint8]], letters: str) -> list[str | None]:
        """As the protocol says."""
        return find_reader().read_letters(glyphs, letters)


def show_glyph(coverage: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A glyph's ink, ``(h, w)`` 0 to 1, as black on white with a border, as engines like it."""
    height, width = coverage.shape
    scale = GLYPH_HEIGHT / height
    size = (max(2, round(width * scale)), GLYPH_HEIGHT)
    ink = cv2.resize(coverage, size, interpolation=cv2.INTER_CUBIC)
    page = np.clip(255 * (1 - ink), 0, 255).astype(np.uint8)
    return np.pad(page, BORDER, constant_values=255)
