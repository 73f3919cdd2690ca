"""OCR: a second opinion on doubtful letters, from a real Tesseract where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.game import load_game
from tests.benchmarks.painting import paint_tile
from vision.tiles import TileObservations, classify, generic_bank, ocr, separate_ink
from vision.tiles.ocr import (
    RapidReader,
    ReaderOnDemand,
    TesseractProbe,
    TesseractReader,
    find_rapid,
    find_reader,
    find_tesseract,
    show_glyph,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TILES = load_game("wwf").tiles


class Scripted:
    """Says what it is told to, and notes what it was asked."""

    def __init__(self, answer: str | None) -> None:
        self.answer = answer
        self.asked = 0

    def read_letters(self, glyphs: Sequence[NDArray[np.uint8]], letters: str) -> list[str | None]:
        assert "A" in letters
        self.asked += len(glyphs)
        return [self.answer] * len(glyphs)


@pytest.fixture(name="faces")
def painted_faces() -> TileObservations:
    pixels = np.stack([paint_tile(letter, str(TILES.values[letter])) for letter in "HATE"])
    bank = generic_bank()
    return classify(pixels, bank.only(LETTERS))


def test_glyph_is_shown_black_on_white_with_room_around() -> None:
    ink = separate_ink(paint_tile("H")[None]).coverage[0][16:56, 10:54]
    shown = show_glyph(np.ascontiguousarray(ink))
    assert shown.dtype == np.uint8
    assert (shown[:20] == 255).all()
    assert (shown[:, :20] == 255).all()
    assert shown.min() < 40


@pytest.mark.skipif(find_tesseract() is None, reason="Tesseract is not installed")
def test_tesseract_reads_many_glyphs_in_one_call() -> None:
    cells = separate_ink(np.stack([paint_tile(letter) for letter in "HATEK"]))
    glyphs = [show_glyph(np.ascontiguousarray(page[12:60, 6:58])) for page in cells.coverage]
    read = TesseractReader().read_letters(glyphs, LETTERS)
    assert len(read) == 5
    assert sum(found == letter for found, letter in zip(read, "HATEK", strict=True)) >= 4
    assert TesseractReader().read_letters([], LETTERS) == []


@pytest.mark.skipif(find_rapid() is None, reason="RapidOCR is not installed")
def test_rapidocr_reads_many_glyphs_in_one_call() -> None:
    model = find_rapid()
    assert model is not None
    reader = RapidReader(model)
    cells = separate_ink(np.stack([paint_tile(letter) for letter in LETTERS]))
    glyphs = [show_glyph(np.ascontiguousarray(page[12:60, 6:58])) for page in cells.coverage]
    read = reader.read_letters(glyphs * 2, LETTERS)
    assert len(read) == 2 * len(LETTERS)
    assert sum(a == b for a, b in zip(read, LETTERS * 2, strict=True)) >= 2 * len(LETTERS) - 2
    assert reader.read_letters(glyphs[:1], "XYZ") in ([None], ["X"], ["Y"], ["Z"])
    assert reader.read_letters([np.full((96, 60), 255, np.uint8)], LETTERS) == [None]
    assert reader.read_letters([], LETTERS) == []


def test_best_engine_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    rapid, tesseract = Path("model.onnx"), TesseractProbe("/usr/bin/tesseract", "5.3.0")
    for found, kind in [
        ((rapid, tesseract), RapidReader),
        ((None, tesseract), TesseractReader),
        ((None, None), type(None)),
    ]:
        find_reader.cache_clear()
        monkeypatch.setattr(ocr, "find_rapid", lambda probe=found[0]: probe)
        monkeypatch.setattr(ocr, "find_tesseract", lambda probe=found[1]: probe)
        assert type(find_reader()) is kind
    assert ReaderOnDemand().read_letters([np.zeros((9, 9), np.uint8)] * 2, LETTERS) == [None, None]
    find_reader.cache_clear()
