"""Glyphs that the templates leave in doubt in; a second opinion on their letters out.

It comes from Tesseract, or from the letter recogniser of RapidOCR, run directly through ONNX
Runtime. Only the model of that package is used, if it is on this machine; none of its code is
loaded. All glyphs of a picture go through the model in one call. Model: PP-OCR of PaddleOCR, which
reads a line of text and gives, for each step along it, the probability of every character.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np

from vision.imaging import AT_ONCE, Bytes, Floats

TIMEOUT = 20.0
"""Seconds after which an engine that does not answer is stopped."""

OLDEST_TESSERACT = 4
"""First major version with the required recogniser."""

HEIGHT = 48
"""Height in pixels of the lines that both engines are trained on; narrower ones are padded."""

LEAST_CHANCE = 0.3
"""Probability below which the model sees no letter; random marks stay below it."""

ALIKE = {
    "I": "l|1", "O": "o0", "C": "c", "K": "k", "P": "p", "S": "s", "U": "u", "V": "v", "W": "w",
    "X": "x", "Z": "z",
}  # fmt: skip
"""Characters that look like a letter when nothing beside it shows its height."""


@cache
def find_rapid() -> Path | None:
    """RapidOCR's recogniser on this machine, None where it or ONNX Runtime is not installed."""
    package = find_spec("rapidocr")
    if package is None or find_spec("onnxruntime") is None:
        return None
    folders = [Path(each, "models") for each in package.submodule_search_locations or ()]
    return next((each for folder in folders for each in sorted(folder.glob("*rec*.onnx"))), None)


class RapidReader:
    """RapidOCR's recogniser; loaded with the first glyph."""

    def __init__(self, model: Path) -> None:
        self._model = model

    def read_letters(self, glyphs: Sequence[Bytes], letters: str) -> list[str | None]:
        """As the protocol of ``vision.tiles.ocr`` says."""
        session, numbers = _load(self._model)
        known = [letter for letter in letters if letter in numbers]
        columns = [
            [numbers[each] for each in letter + ALIKE.get(letter, "") if each in numbers]
            for letter in known
        ]
        found: list[str | None] = []
        for start in range(0, len(glyphs), AT_ONCE):
            lines = _lines(glyphs[start : start + AT_ONCE])
            (chances,) = session.run(None, {session.get_inputs()[0].name: lines})
            best = chances.max(axis=1)
            scores = np.stack([best[:, each].sum(axis=1) for each in columns], axis=1)
            found += [known[row.argmax()] if row.max() >= LEAST_CHANCE else None for row in scores]
        return found


def _lines(glyphs: Sequence[Bytes]) -> Floats:
    """Glyphs as ``(N, 3, HEIGHT, W)`` from -1 (black) to 1 (white), padded with white."""
    shown = [
        cv2.resize(glyph, (max(1, round(glyph.shape[1] * HEIGHT / glyph.shape[0])), HEIGHT))
        for glyph in glyphs
    ]
    width = max(HEIGHT, *(line.shape[1] for line in shown))
    lines = np.full((len(shown), 3, HEIGHT, width), 1.0, np.float32)
    for line, place in zip(shown, lines, strict=True):
        left = (width - line.shape[1]) // 2
        place[:, :, left : left + line.shape[1]] = line.astype(np.float32) / 127.5 - 1
    return lines


@cache
def _load(model: Path) -> tuple[Any, dict[str, int]]:
    """The model, ready to run on one thread, and the column of each character in its answer."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    characters = session.get_modelmeta().custom_metadata_map["character"].splitlines()
    return session, {each: number for number, each in enumerate(characters, 1)}


class TextReader(Protocol):
    """Something that reads single letters."""

    def read_letters(self, glyphs: Sequence[Bytes], letters: str) -> list[str | None]:
        """The letter each glyph shows, None where the engine sees none.

        Args:
            glyphs: ``(h, w)`` uint8 pictures, black on white, of one letter each.
            letters: The possible letters, upper case.
        """


class TesseractProbe(NamedTuple):
    """A Tesseract that was found: the program that pytesseract starts, and its version."""

    command: str
    version: str


@cache
def find_tesseract() -> TesseractProbe | None:
    """The Tesseract on this machine, None where there is none that is new enough and answers."""
    import subprocess

    import pytesseract

    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # Tesseract's threads mostly wait for each other
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

    def read_letters(self, glyphs: Sequence[Bytes], letters: str) -> list[str | None]:
        """As the protocol says; nothing is read where Tesseract fails or takes too long."""
        if not glyphs:
            return []
        import tempfile

        import pytesseract

        config = f"--psm 10 -c tessedit_char_whitelist={letters}"
        try:
            with tempfile.TemporaryDirectory(prefix="wwfsnap-") as folder:
                names = [str(Path(folder) / f"{number}.png") for number in range(len(glyphs))]
                for name, glyph in zip(names, glyphs, strict=True):
                    cv2.imwrite(name, glyph)
                listed = Path(folder) / "glyphs.txt"
                listed.write_text("\n".join(names), encoding="utf-8")
                told = pytesseract.image_to_string(str(listed), config=config, timeout=TIMEOUT)
        except (RuntimeError, OSError, pytesseract.TesseractError):  # or the disk is full
            return [None] * len(glyphs)
        pages = [page.strip().upper() for page in str(told).split("\f")]
        found = [page if len(page) == 1 and page in letters else None for page in pages]
        return [*found, *[None] * len(glyphs)][: len(glyphs)]


@cache
def find_reader() -> TextReader | None:
    """The best engine on this machine, None where there is none."""
    if rapid := find_rapid():
        return RapidReader(rapid)
    return TesseractReader() if find_tesseract() else None


class ReaderOnDemand:
    """The best engine on this machine, searched when a letter is first in doubt."""

    def read_letters(self, glyphs: Sequence[Bytes], letters: str) -> list[str | None]:
        """As the protocol says; nothing is read where there is no engine."""
        reader = find_reader()
        return reader.read_letters(glyphs, letters) if reader else [None] * len(glyphs)


def show_glyph(coverage: Floats) -> Bytes:
    """A glyph's ink, ``(h, w)`` 0 to 1, as black on white with a border, as engines like it."""
    height, width = coverage.shape
    scale = HEIGHT / height
    size = (max(2, round(width * scale)), HEIGHT)
    ink = cv2.resize(coverage, size, interpolation=cv2.INTER_CUBIC)
    page = np.clip(255 * (1 - ink), 0, 255).astype(np.uint8)
    return np.pad(page, HEIGHT // 2, constant_values=255)
