"""What networks tell of cells and letters, with weights of their own and those that ship."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.benchmarks.fitting_letters import PRINTED, class_of
from tests.benchmarks.painting import FONTS, Pixels, Style, paint_tile
from tests.benchmarks.tile_painting import COVERED_LETTER, LETTERS, NO_LETTER, Strip, paint_strip
from vision.errors import ThemeMissing
from vision.imaging import Floats
from vision.tiles import CELL, find_marks, log_chances, look_at_marks, network, separate_ink
from vision.tiles.network import (
    CLASSES,
    COVERED,
    NOTHING,
    OTHER,
    TILE,
    letter_odds,
    load_network,
    log_shares,
    look_at_letters,
    run_network,
)

FILES = sorted((Path(__file__).parents[3] / "sample_screens" / "fonts").glob("*.ttf"))

ENGLISH = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def filtered(page: Floats, weights: Floats, offsets: Floats, step: int) -> Floats:
    """One layer, pixel by pixel; the frame that is added is wider below and on the right."""
    size, sides = len(weights), -(-len(page) // step)
    before = (step * (sides - 1) + size - len(page)) // 2
    framed = np.pad(page, ((before, size), (before, size), (0, 0)))
    found = np.empty((sides, sides, len(offsets)), np.float32)
    for row, column in np.ndindex(sides, sides):
        part = framed[step * row : step * row + size, step * column : step * column + size]
        found[row, column] = np.tensordot(part, weights, 3) + offsets
    return np.maximum(found, 0.0)


def test_layers_are_filters_a_pool_and_sums() -> None:
    chance = np.random.default_rng(1)
    shapes = {
        "w1": (5, 5, 2, 3), "b1": (3,), "w2": (3, 3, 3, 4), "b2": (4,), "w3": (3, 3, 4, 5),
        "b3": (5,), "w4": (2 * 2 * 5, 6), "b4": (6,), "w5": (6, 7), "b5": (7,),
    }  # fmt: skip
    layers = {name: chance.normal(0, 0.3, size).astype(np.float32) for name, size in shapes.items()}
    pages = chance.random((3, 16, 16, 2)).astype(np.float32)
    told = run_network(layers, pages, (2, 2, 1))
    assert told.shape == (3, 7)
    assert np.allclose(np.exp(told).sum(axis=1), 1.0, atol=1e-5)
    seen = pages[1]
    for number, step in enumerate((2, 2, 1), 1):
        seen = filtered(seen, layers[f"w{number}"], layers[f"b{number}"], step)
    pooled = np.array([seen[r : r + 2, c : c + 2].max(axis=(0, 1)) for r in (0, 2) for c in (0, 2)])
    hidden = np.maximum(pooled.ravel() @ layers["w4"] + layers["b4"], 0.0)
    logits = hidden @ layers["w5"] + layers["b5"]
    assert np.allclose(told[1] - told[1, 0], logits - logits[0], atol=1e-4)


@pytest.mark.parametrize("data", [None, b"", b"PK"])
def test_network_that_is_missing(
    data: bytes | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if data is not None:
        (tmp_path / "letters.npz").write_bytes(data)
    monkeypatch.setattr(network, "NETWORKS", tmp_path)
    load_network.cache_clear()
    try:
        with pytest.raises(ThemeMissing, match=r"letters\.npz: contains no network"):
            load_network("letters.npz")
    finally:
        load_network.cache_clear()


def told_of(cells: Pixels) -> Floats:
    return look_at_letters(separate_ink(cells))


def tiles(texts: str, style: Style = Style(), value: str = "") -> Pixels:  # noqa: B008
    return np.stack([paint_tile(text, value, style=style) for text in texts])


@pytest.mark.parametrize("font", FONTS)
def test_letters_of_a_font(font: str) -> None:
    chances, others = log_chances(told_of(tiles("".join(ENGLISH), Style(font=font))), ENGLISH)
    assert chances.shape == (26, 26)
    assert (chances <= 0.0).all()
    assert (np.exp(chances).sum(axis=1) <= 1.001).all()
    assert (others < chances.max(axis=1)).all()
    told = [ENGLISH[n] for n in chances.argmax(axis=1).tolist()]
    assert sum(a == b for a, b in zip(told, ENGLISH, strict=True)) >= 25


def test_numeral_that_runs_into_a_letter() -> None:
    style = Style(letter=0.62, numeral=0.28, below=True)
    chances, _ = log_chances(told_of(tiles("DHEOB", style, "4")), ENGLISH)
    assert [ENGLISH[n] for n in chances.argmax(axis=1).tolist()] == list("DHEOB")


def test_letter_with_a_sign_is_none_of_those_without() -> None:
    told = told_of(tiles("ÇC"))
    chances, others = log_chances(told, ENGLISH)
    assert (others > chances.max(axis=1)).tolist() == [True, False]
    chances, others = log_chances(told, ("A", "C", "Ç"))
    assert chances.argmax(axis=1).tolist() == [2, 1]
    assert (others < chances.max(axis=1)).all()


def test_letter_that_it_does_not_know_is_not_spoken_against() -> None:
    chances, _ = log_chances(told_of(tiles("T")), ("T", "X", "Ж", "CH"))
    assert chances[0, 0] == chances[0, 2] == chances[0, 3] > chances[0, 1]


def test_what_may_be_covered_is_no_proof() -> None:
    told = np.full((1, CLASSES), -30.0, np.float32)
    told[0, COVERED] = 0.0
    chances, _ = log_chances(told, ENGLISH)
    assert np.ptp(chances) < 1e-3


@pytest.mark.parametrize("colour", [(246, 231, 185), (60, 60, 200), (200, 200, 200)])
def test_grain_is_nothing(colour: tuple[int, int, int]) -> None:
    """Blurred grain has the shapes of letters by chance."""
    dice = np.random.default_rng(3)
    grain = cv2.GaussianBlur(dice.normal(0, 40, (300 * CELL, CELL, 3)), (0, 0), 4.0)
    cells = np.clip(grain + colour, 0, 255).astype(np.uint8).reshape(300, CELL, CELL, 3)
    assert (letter_odds(told_of(cells)) < -TILE / 2).all()


def test_letters_that_were_cut_out() -> None:
    marks = [mark for mark in find_marks(separate_ink(tiles("GROUND"))) if mark is not None]
    chances, _ = log_chances(look_at_marks(marks), ENGLISH)
    assert [ENGLISH[n] for n in chances.argmax(axis=1).tolist()] == list("GROUND")
    assert look_at_marks([]).shape == (0, CLASSES)


def test_nothing_in_nothing_out() -> None:
    chances, others = log_chances(told_of(tiles("A"))[:0], ENGLISH)
    assert chances.shape == (0, 26)
    assert others.shape == (0,)


def strip(seed: int, letters: str = PRINTED) -> Strip:
    found = paint_strip(FILES[0], FILES, random.Random(seed), letters)  # noqa: S311 (no secret)
    assert found is not None
    return found


def test_painted_strips() -> None:
    many = [strip(seed) for seed in range(12)]
    seen = {letter for each in many for letter in each.letters}
    assert {NO_LETTER, COVERED_LETTER, "A", "Ä", "Ł"} <= seen
    assert seen <= {NO_LETTER, COVERED_LETTER, *PRINTED}
    assert {class_of(each) for each in "ŁĄ"} == {OTHER}
    assert class_of(NO_LETTER) == NOTHING
    assert class_of(COVERED_LETTER) == COVERED
    assert not any(letter == NO_LETTER for letter in strip(1, letters="").letters)


def test_what_it_is_sure_of_is_right() -> None:
    """Whatever lies on a letter, however low it is; one that a font lacks is an empty box."""
    sure = right = total = 0
    for seed in range(20):
        each = strip(seed, LETTERS)
        chances = np.exp(log_shares(told_of(each.cells)))
        told = np.where(chances.max(axis=1) > 0.95, chances.argmax(axis=1), -1).tolist()
        right += sum(map(int.__eq__, told, map(class_of, each.letters)))
        sure += len(told) - told.count(-1)
        total += len(told)
    assert sure > 0.6 * total
    assert right > 0.985 * sure
