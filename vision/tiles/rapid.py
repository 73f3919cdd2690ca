"""Rapid: the letter recogniser that comes with RapidOCR, run by itself through ONNX Runtime.

Only the model is taken from that package, and looked for on this machine; none of its code is
loaded. All glyphs of a picture go through the model in one call. Model: PP-OCR of PaddleOCR,
which reads a line of text and gives, for each step along it, the chance of every character.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT = 48
"""Height in pixels of the lines that the model is trained on."""

LEAST_WIDTH = 48
"""Pixels; narrower lines are padded."""

AT_ONCE = 32
"""Glyphs in a call of the model: memory grows with them, and more are no faster."""

LEAST_CHANCE = 0.3
"""Chance below which a glyph is no letter to the model; random marks stay below it."""

ALIKE = {
    "I": "l|1", "O": "o0", "C": "c", "K": "k", "P": "p", "S": "s", "U": "u", "V": "v", "W": "w",
    "X": "x", "Z": "z",
}  # fmt: skip
"""Characters that look like a letter when nothing beside it tells how tall it is."""


@dataclass(frozen=True, slots=True)
class RapidProbe:
    """A recogniser that was found.

    Attributes:
        model: The file.
        version: The version of RapidOCR that it comes with.
    """

    model: Path
    version: str


@cache
def find_rapid() -> RapidProbe | None:
    """RapidOCR's recogniser on this machine, None where it or ONNX Runtime is not installed."""
    package = find_spec("rapidocr")
    if package is None or find_spec("onnxruntime") is None:
        return None
    for folder in package.submodule_search_locations or ():
        for model in sorted(Path(folder, "models").glob("*rec*.onnx")):
            try:
                return RapidProbe(model, version("rapidocr"))
            except PackageNotFoundError:
                return RapidProbe(model, "")
    return None


class RapidReader:
    """RapidOCR's recogniser; loaded with the first glyph."""

    def __init__(self, probe: RapidProbe) -> None:
        self._probe = probe

    @property
    def name(self) -> str:
        return f"RapidOCR {self._probe.version}"

    def read_letters(self, glyphs: Sequence[NDArray[np.uint8]], letters: str) -> list[str | None]:
        """As the protocol of ``vision.tiles.ocr`` says."""
        session, numbers = _load(self._probe.model)
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
            for row in scores:
                likeliest = int(row.argmax())
                found.append(known[likeliest] if row[likeliest] >= LEAST_CHANCE else None)
        return found


def _lines(glyphs: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Glyphs as ``(N, 3, HEIGHT, W)`` from -1 (black) to 1 (white), padded with white."""
    shown = [
        cv2.resize(glyph, (max(1, round(glyph.shape[1] * HEIGHT / glyph.shape[0])), HEIGHT))
        for glyph in glyphs
    ]
    width = max(LEAST_WIDTH, *(line.shape[1] for line in shown))
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
