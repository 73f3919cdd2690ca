"""Lines of text are found and read, whatever stands around them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.shared.places import FONTS
from vision.errors import ThemeMissing
from vision.status.numbers import likely_digits, read_figure, split_figures
from vision.text import Phrase, TextLine, load_phrases, search
from vision.text.bank import read_text_bank, text_bank
from vision.text.lines import read_lines
from vision.text.strokes import find_strokes

CELL = 44.0


def _lines(text: str, *, size: int = 24, font: str = "inter-medium") -> list[TextLine]:
    page = Image.new("L", (700, 120), 255)
    face = ImageFont.truetype(str(FONTS / f"{font}.ttf"), size)
    ImageDraw.Draw(page).text((350, 60), text, font=face, fill=0, anchor="mm", align="center")
    return read_lines(find_strokes([np.asarray(page)], CELL), CELL)


def _plain(text: str) -> str:
    return text.lower().replace(" ", "").replace("i", "l").replace("o", "0")


@pytest.mark.parametrize(
    ("text", "font"),
    [
        ("Andrea played QUARTZ for 108 points", "inter-medium"),
        ("Björn lade VERKA (15p)", "inter-medium"),
        ("lettres restantes 37", "nunito-sans-regular"),
        ("Computer played LAGS for 41 points", "libre-franklin-medium"),
    ],
)
def test_a_line_is_read(text: str, font: str) -> None:
    lines = _lines(text, font=font)
    assert _plain(text) in [_plain(line.text) for line in lines]


def test_lines_below_one_another_are_apart() -> None:
    texts = [line.text for line in _lines("Taylz played\nPOW now")]
    assert {"POW now"} <= set(texts)
    assert any(_plain("Taylz played") == _plain(text) for text in texts)


def test_digits_that_stand_apart_are_one_number() -> None:
    figures = [
        figure
        for line in _lines("11 and 171")
        for figure in split_figures(line, likely_digits(line.scores))
    ]
    assert [figure.value for figure in figures] == [11, 171]


def test_letters_are_no_number() -> None:
    assert all(read_figure(line) is None for line in _lines("Mix"))


def test_an_empty_or_noisy_picture_holds_no_phrase() -> None:
    noise = np.random.default_rng(7).integers(0, 256, (300, 700)).astype(np.uint8)
    for grey in (np.full((300, 700), 90, np.uint8), noise, cv2.GaussianBlur(noise, (0, 0), 2.0)):
        lines = read_lines(find_strokes([np.asarray(grey, np.uint8)], CELL), CELL)
        assert [search(lines, phrases) for phrases in _all_phrases()] == [[], [], []]


def test_many_lines_are_searched_as_each_by_itself() -> None:
    texts = ("Andrea played QUARTZ for 108 points", "Computer played LAGS for 41 points", "PASS")
    lines = [line for text in texts for line in _lines(text)]
    for phrases in _all_phrases():
        alone = [found for line in lines for found in search([line], phrases)]
        assert search(lines, phrases) == alone
    assert len(search(lines, load_phrases().moves)) == 2


def test_the_bank_has_every_character_of_the_phrases() -> None:
    known = set(text_bank().characters)
    assert all(set(phrase.letters) <= known for group in _all_phrases() for phrase in group)


def _all_phrases() -> list[tuple[Phrase, ...]]:
    return [tuple(phrases) for phrases in load_phrases()]


def test_a_broken_bank_is_told(tmp_path: Path) -> None:
    with pytest.raises(ThemeMissing):
        read_text_bank(tmp_path / "none.npz")
    np.savez(tmp_path / "odd.npz", basis=np.zeros(3))
    with pytest.raises(ThemeMissing):
        read_text_bank(tmp_path / "odd.npz")
    for spoilt in (b"", b"PK\3\4 and no archive"):
        (tmp_path / "odd.npz").write_bytes(spoilt)
        with pytest.raises(ThemeMissing):
            read_text_bank(tmp_path / "odd.npz")
