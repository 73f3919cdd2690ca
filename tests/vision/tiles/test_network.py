"""The network tells letters in any font, also where a numeral runs into them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks.painting import FONTS, Style, paint_tile
from vision.errors import ThemeMissing
from vision.imaging import Floats
from vision.tiles import Mark, find_marks, log_chances, network, separate_ink, shapes_of
from vision.tiles.network import plain

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def marks_of(*texts: str, style: Style = Style(), value: str = "") -> list[Mark]:  # noqa: B008
    tiles = np.stack([paint_tile(text, value, style=style) for text in texts])
    marks = [mark for mark in find_marks(separate_ink(tiles)) if mark is not None]
    assert len(marks) == len(texts)
    return marks


def chances_of(marks: list[Mark], letters: str = LETTERS) -> tuple[Floats, Floats]:
    return log_chances(*shapes_of(marks), tuple(letters))


@pytest.mark.parametrize("font", FONTS)
def test_letters_of_a_font(font: str) -> None:
    chances, signed = chances_of(marks_of(*LETTERS, style=Style(font=font)))
    assert chances.shape == (26, 26)
    assert (chances <= 0.0).all()
    assert (np.exp(chances).sum(axis=1) <= 1.0).all()
    assert (signed < chances.max(axis=1)).all()
    told = [LETTERS[n] for n in chances.argmax(axis=1).tolist()]
    assert sum(a == b for a, b in zip(told, LETTERS, strict=True)) >= 25


def test_numeral_that_runs_into_a_letter() -> None:
    style = Style(letter=0.62, numeral=0.28, below=True)
    marks = marks_of(*"DHEOB", style=style, value="4")
    chances, _ = chances_of(marks)
    assert [LETTERS[n] for n in chances.argmax(axis=1).tolist()] == list("DHEOB")


def test_letter_with_a_sign_is_none_of_those_without() -> None:
    marks = marks_of(*"ÇC")
    chances, signed = chances_of(marks)
    assert (signed > chances.max(axis=1)).tolist() == [True, False]
    chances, signed = chances_of(marks, "AEÇ")
    assert chances.argmax(axis=1).tolist() == [2, 2]
    assert (signed <= chances.max(axis=1)).all()


def test_letter_that_it_does_not_know_is_not_spoken_against() -> None:
    chances, _ = log_chances(*shapes_of(marks_of("T")), ("T", "X", "Ж", "CH"))
    assert chances[0, 0] == chances[0, 2] == chances[0, 3] > chances[0, 1]


def test_nothing_in_nothing_out() -> None:
    shapes, aspects = shapes_of(marks_of("A"))
    chances, signed = log_chances(shapes[:0], aspects[:0], tuple(LETTERS))
    assert chances.shape == (0, 26)
    assert signed.shape == (0,)


@pytest.mark.parametrize(
    ("letter", "without"), [("Ä", "A"), ("Ł", "L"), ("Ç", "C"), ("Æ", "Æ"), ("Q", "Q")]
)
def test_plain(letter: str, without: str) -> None:
    assert plain(letter) == without


def test_network_that_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "network.npz"
    for data in (None, b"", b"PK"):
        if data is not None:
            broken.write_bytes(data)
        monkeypatch.setattr(network, "NETWORK", broken)
        network._layers.cache_clear()
        with pytest.raises(ThemeMissing, match=r"network\.npz"):
            chances_of(marks_of("A"))
    monkeypatch.undo()
    network._layers.cache_clear()
    assert chances_of(marks_of("A"))[0].argmax() == 0
