"""The glyph bank: masks of any size compare by shape alone; broken files are told."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.benchmarks.painting import FONTS, Style, paint_tile
from vision.errors import ThemeMissing
from vision.tiles import find_marks, separate_ink
from vision.tiles.glyphs import (
    FONTS_KEPT,
    MASK,
    compare,
    describe,
    generic_bank,
    nearest_fonts,
    read_bank,
    show_vector,
    unit_vectors,
)
from vision.tiles.match import match_marks

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SANS = [font for font in FONTS if font not in {"zilla-slab-bold", "open-sans-serif-i"}]


def named(font: str, letters: str = LETTERS, *, size: float = 0.5, side: int = 64) -> str:
    """What the bank calls the letters of a font."""
    style = Style(font=font, letter=size)
    tiles = np.stack([paint_tile(letter, style=style, side=side) for letter in letters])
    bank = generic_bank().only(LETTERS)
    found = match_marks(find_marks(separate_ink(tiles)), bank)
    return "".join(found.letters[best] for best in found.scores.argmax(axis=1).tolist())


@pytest.mark.parametrize("font", SANS)
def test_every_letter_of_every_font_is_named(font: str) -> None:
    assert named(font) == LETTERS


@pytest.mark.parametrize("size", [0.4, 0.5, 0.6])
def test_size_does_not_matter(size: float) -> None:
    assert named("nunito-sans-bold", size=size) == LETTERS


def test_slab_letters_are_nearly_all_named() -> None:
    """Serifs that the bank may not have: no theme ships with them."""
    right = sum(a == b for a, b in zip(named("zilla-slab-bold"), LETTERS, strict=True))
    assert right >= 24


def test_letters_are_told_without_their_own_font() -> None:
    """Each font of the bank read by the others: 97 of 100 letters, as the sketch had it."""
    bank = generic_bank().only(LETTERS)
    count = len(bank.fonts)
    right = total = 0
    for font in range(count):
        others = bank.of_fonts([each for each in range(count) if each != font])
        shown = np.linalg.norm(bank.vectors[font], axis=1) > 0.5
        alike = compare(bank.vectors[font][shown], bank.aspects[font][shown], others).max(axis=1)
        right += int((alike.argmax(axis=1) == np.flatnonzero(shown)).sum())
        total += int(shown.sum())
    assert total > 100
    assert right / total >= 0.97


def test_likeness_is_one_at_best_and_sinks_with_the_width() -> None:
    bank = generic_bank().only("HO")
    own = compare(bank.vectors[0], bank.aspects[0], bank)[:, 0]
    assert np.diag(own) == pytest.approx([1.0, 1.0], abs=1e-4)
    wide = compare(bank.vectors[0], bank.aspects[0] * 1.5, bank)[:, 0]
    assert (np.diag(wide) < np.diag(own) - 0.05).all()


def test_a_mask_forgets_how_large_the_glyph_was() -> None:
    glyph = np.zeros((30, 20), np.float32)
    glyph[4:26, 3:8] = 1.0
    glyph[20:26, 3:18] = 1.0
    twice = glyph.repeat(2, axis=0).repeat(2, axis=1)
    vectors, aspects = describe([glyph, twice])
    assert float(vectors[0] @ vectors[1]) > 0.98
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1.0, 1.0], abs=1e-4)
    assert aspects == pytest.approx([2 / 3, 2 / 3])


def test_even_and_single_pixel_glyphs_bear_comparison() -> None:
    vectors, _ = describe([np.zeros((9, 9), np.float32), np.ones((1, 1), np.float32)])
    assert np.isfinite(vectors).all()
    assert describe([])[0].shape == (0, vectors.shape[1])


def test_vectors_are_as_like_as_the_blurred_masks() -> None:
    """The waves left out tell nothing that the blur does not hide."""
    random = np.random.default_rng(3)
    masks = np.stack(
        [np.kron(random.random((6, 6)) > 0.5, np.ones((4, 4))).astype(np.float32) for _ in range(9)]
    )
    framed = np.pad(masks, ((0, 0), (2, 2), (2, 2)))
    blurred = np.stack([cv2.GaussianBlur(each, (9, 9), 1.0).ravel() for each in framed])
    whole = np.corrcoef(blurred)
    vectors = unit_vectors(masks)
    assert np.abs(vectors @ vectors.T - whole).max() < 0.02


def test_a_vector_shows_the_mask_it_was_made_of() -> None:
    mask = np.zeros((MASK, MASK), np.float32)
    mask[:, 8:16] = 1.0
    shown = show_vector(unit_vectors(mask[None])[0])
    assert shown[4:20, 10:14].min() > 0.9
    assert shown[:, :5].max() < 0.1


def test_nearest_fonts_begin_with_the_font_itself() -> None:
    bank = generic_bank().only(LETTERS)
    for font in (0, len(bank.fonts) // 2, len(bank.fonts) - 1):
        shown = np.linalg.norm(bank.vectors[font], axis=1) > 0.5
        near = nearest_fonts(bank.vectors[font][shown], bank.aspects[font][shown], bank, 0.85)
        assert near.fonts[0] == bank.fonts[font]
        assert len(near.fonts) == FONTS_KEPT


def test_what_is_like_no_character_leaves_all_fonts() -> None:
    bank = generic_bank().only(LETTERS)
    speckles = np.random.default_rng(2).random((3, MASK, MASK)).astype(np.float32)
    assert nearest_fonts(unit_vectors(speckles), np.ones(3, np.float32), bank, 0.85) is bank


def test_bank_is_reduced_in_the_order_asked_for() -> None:
    bank = generic_bank().only("ZA?7")
    assert bank.characters == ("Z", "A", "7")
    assert bank.vectors.shape[1] == 3
    one = bank.of_fonts([2])
    assert one.fonts == (generic_bank().fonts[2],)


def test_bank_ships_what_the_games_need() -> None:
    characters = set(generic_bank().characters)
    assert set(LETTERS) | set("0123456789") | set("ÄÖÅÆØÑ") <= characters


@pytest.mark.parametrize("data", [b"", b"no archive", b"PK\x03\x04broken", b"\x93NUMPY"])
def test_file_that_is_no_bank(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "glyphs.npz"
    path.write_bytes(data)
    with pytest.raises(ThemeMissing, match=r"glyphs\.npz"):
        read_bank(path)


def test_missing_bank(tmp_path: Path) -> None:
    with pytest.raises(ThemeMissing):
        read_bank(tmp_path / "glyphs.npz")


def test_bank_without_all_arrays(tmp_path: Path) -> None:
    path = tmp_path / "glyphs.npz"
    np.savez(path, masks=np.zeros((1, 2, MASK, MASK), np.uint8))
    with pytest.raises(ThemeMissing, match=r"glyphs\.npz"):
        read_bank(path)


@pytest.mark.parametrize(
    ("masks", "measures", "tops", "characters"),
    [(2, 3, 3, "AB"), (2, 2, 1, "AB"), (2, 2, 2, "ABC"), (3, 3, 3, "AB")],
)
def test_bank_whose_arrays_do_not_fit(
    tmp_path: Path, masks: int, measures: int, tops: int, characters: str
) -> None:
    path = tmp_path / "glyphs.npz"
    flat = np.ones((1, measures), np.float32)
    np.savez(
        path,
        masks=np.zeros((1, masks, MASK, MASK), np.uint8),
        aspects=flat,
        heights=flat,
        tops=np.ones((1, tops), np.float32),
        characters=np.array(list(characters)),
        fonts=np.array(["x"]),
    )
    with pytest.raises(ThemeMissing, match="fit"):
        read_bank(path)


def test_bank_never_unpickles(tmp_path: Path) -> None:
    """A file from elsewhere must not run anything."""
    path = tmp_path / "glyphs.npz"
    np.savez(path, masks=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ThemeMissing):
        read_bank(path)
