"""Banks rendered anew from fonts: the same as those that ship, and as the reader takes them."""

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from sample_screens.truth import FOLDER
from tests.benchmarks import render_banks
from vision.text.bank import read_text_bank
from vision.tiles.glyphs import BANK, read_bank

SHIPPED = BANK.parent
SAME = {
    "Arimo_700Bold": "arimo-bold.ttf",
    "Inter_700Bold": "inter-bold.ttf",
    "NunitoSans_700Bold": "nunito-sans-bold.ttf",
}
"""Fonts of the banks that the sample screens are drawn with, too."""


@pytest.fixture
def fonts(tmp_path: Path) -> Path:
    folder = tmp_path / "fonts" / "package"
    folder.mkdir(parents=True)
    for name, file in SAME.items():
        shutil.copyfile(FOLDER / "fonts" / file, folder / f"{name}.ttf")
    return folder.parent


@pytest.mark.parametrize(
    ("file", "characters"), [("glyphs.npz", render_banks.GLYPHS), ("small.npz", render_banks.SMALL)]
)
def test_glyphs_are_rendered_as_those_that_ship(
    fonts: Path, tmp_path: Path, file: str, characters: tuple[str, ...]
) -> None:
    made = render_banks.glyph_bank(fonts, list(SAME), characters)
    with np.load(SHIPPED / file) as shipped:
        rows = [shipped["fonts"].tolist().index(name) for name in SAME]
        assert made["characters"].tolist() == shipped["characters"].tolist()
        # Versions of FreeType differ by a shade at the edges.
        for name, shades in (("masks", 1.0), ("aspects", 0.01), ("heights", 0.01), ("tops", 0.01)):
            difference = made[name].astype(float) - shipped[name][rows].astype(float)
            assert np.abs(difference).mean() < shades, name
    np.savez(tmp_path / "glyphs.npz", allow_pickle=False, **made)
    assert read_bank(tmp_path / "glyphs.npz").fonts == tuple(SAME)


def test_characters_of_texts_are_rendered_as_those_that_ship(
    fonts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render_banks, "TEXT_FONTS", tuple(SAME))
    out = tmp_path / "text.npz"
    monkeypatch.setattr(sys, "argv", ["render_banks.py", "text", str(fonts), str(out)])
    render_banks.main()
    made, shipped = read_text_bank(out), read_text_bank(SHIPPED / "text.npz")
    assert made.characters == shipped.characters
    with np.load(out) as new, np.load(SHIPPED / "text.npz") as old:
        rows = [old["fonts"].tolist().index(name) for name in SAME]
        for name in ("aspects", "heights", "tops"):
            assert np.abs(new[name] - old[name][rows]).mean() < 0.01, name


def test_a_font_that_is_missing_is_named(
    fonts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "glyphs.npz"
    monkeypatch.setattr(sys, "argv", ["render_banks.py", "glyphs", str(fonts), str(out)])
    with pytest.raises(SystemExit, match="Roboto_700Bold"):
        render_banks.main()
    assert not out.exists()
