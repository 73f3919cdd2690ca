"""A seeded slice of the degradation suite: damage that must not matter, damage that must show."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from tests.benchmarks.damage import Degradation, degradations
from tests.benchmarks.degradation import failures, read_damaged, table, try_one
from tests.benchmarks.pictures import Picture, Source, choose, find_sources, load_picture
from tests.benchmarks.verdict import Verdict, judge, judge_refusal
from tests.shared.samples import reading_of
from vision.imaging import Screen
from vision.reader import read

ALL = {each.name: each for each in degradations()}
SOURCES = {source.group: source for source in find_sources("samples")}

# A picture for each kind of damage, the same one every time.
MUST_BE_EXACT = [
    *("cell 32", "cell 48", "cell 80", "jpeg 80", "jpeg 60", "webp 60", "palette", "alpha"),
    *("grey", "gamma 0.8", "gamma 1.25", "black bars", "board alone", "board and rack", "desktop"),
    *("exif turn", "tilt 0.5", "tilt 2", "photo 5", "photo 20", "enlarged again", "light turned"),
    *("stretched 0.97", "stretched 1.03", "on its side", "upside down", "mirrored", "lit aslant"),
]
# Of these a harder one, or another turn, is tried each time.
EASIER = {"cell 48", "cell 80", "jpeg 80", "photo 5", "stretched 0.97", "tilt 0.5", "on its side"}
MUST_NOT_BE_SILENT = ["cell 16", "cell 24 jpeg 60", "jpeg 30", "blur 1.5", "dimmed", "tilt 1"]


def pairs(names: list[str], seed: int) -> list[tuple[str, str]]:
    """Kinds of damage with the small picture each is tried on."""
    dice = random.Random(seed)  # noqa: S311 (a choice, no secret)
    small = [
        "wwf-classic-phone",
        "wwf-classic-early",
        "wordfeud-dark-fr",
        "wwf2-dark",
        "unseen-paper",
    ]
    return [(name, dice.sample(small, 2)[0]) for name in names]


@cache
def picture_of(group: str) -> Picture:
    return load_picture(SOURCES[group])


def verdict_of(name: str, group: str) -> Verdict:
    found = try_one(picture_of(group), ALL[name])
    assert found is not None
    return found[0]


@pytest.mark.parametrize(
    ("name", "group"),
    [
        pytest.param(name, group, marks=[pytest.mark.slow] if name in EASIER else [])
        for name, group in pairs(MUST_BE_EXACT, 1)
    ],
)
def test_damage_that_does_not_matter(name: str, group: str) -> None:
    verdict = verdict_of(name, group)
    assert verdict.exact, verdict.what


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("cell 24 jpeg 60", "wwf2-tablet"),  # the tail of a Q runs into the tile's rim
        ("webp 60", "wwf2-empty"),  # a gloss on some rack tiles
    ],
)
def test_damage_that_once_misled(name: str, group: str) -> None:
    verdict = verdict_of(name, group)
    assert verdict.exact, verdict.what


@pytest.mark.parametrize(("name", "group"), pairs(MUST_NOT_BE_SILENT, 2))
def test_damage_never_misleads(name: str, group: str) -> None:
    verdict = verdict_of(name, group)
    assert not verdict.silent, verdict.what


def test_picture_mirrored_on_its_side_is_not_misread() -> None:
    picture = picture_of("wwf-classic-phone")
    turned = Picture(picture.source, picture.pixels.transpose(1, 0, 2).copy())
    found = try_one(turned, ALL["none"])
    assert found is not None
    assert found[0].exact, found[0].what


@pytest.mark.parametrize("way", ["mirrored", "upside down"])
def test_a_turned_picture_with_many_letters_that_are_rare_is_not_misread(way: str) -> None:
    picture = picture_of("scrabble-polish")
    pixels = picture.pixels[:, ::-1] if way == "mirrored" else picture.pixels[::-1, ::-1]
    found = try_one(Picture(picture.source, pixels.copy()), ALL["none"])
    assert found is not None
    assert found[0].exact, found[0].what


def test_turned_pictures_say_where_the_board_lies_in_them() -> None:
    upright = picture_of("wwf-classic-phone").pixels
    corners = reading_of("wwf-classic-phone").corners
    turned = read(Screen(np.ascontiguousarray(upright[:, ::-1].transpose(1, 0, 2)), "turned"))
    width = upright.shape[1]
    for (x, y), (across, down) in zip(corners, turned.corners, strict=True):
        assert (across, down) == pytest.approx((y, width - x), abs=1.0)


def test_every_degradation_changes_the_picture_or_its_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.benchmarks.photo.LONG_SIDE", 900)  # nobody reads these photos
    picture = picture_of("wwf-classic-early")
    plain = picture.pixels
    for each in degradations():
        screen = each.work(picture)
        assert screen is not None
        assert screen.pixels.ndim == 3
        lossless = each.name in {"none", "cell 48"}
        same = screen.pixels.shape == plain.shape and bool((screen.pixels == plain).all())
        assert same == lossless, each.name


def test_pictures_without_a_board_are_not_scaled_or_cropped() -> None:
    picture = picture_of("refuse-settings")
    for name in ("cell 32", "board alone", "board and rack"):
        assert ALL[name].work(picture) is None


def test_subset_is_seeded_and_spread() -> None:
    sources = list(SOURCES.values())
    some = choose(sources, 9, 4)
    assert some == choose(sources, 9, 4)
    assert some != choose(sources, 9, 5)
    assert len({source.group for source in some}) == 9
    assert choose(sources, 0, 1) == sources


def source_of(group: str) -> Source:
    return SOURCES[group]


def test_verdicts() -> None:
    """A right reading is exact; the same one against another truth is wrong and silent."""
    source = source_of("wwf-classic-phone")
    reading = reading_of("wwf-classic-phone")
    assert judge(reading, source.expected).exact
    other = judge(reading, source_of("wwf-classic-early").expected)
    assert not other.exact
    assert other.silent
    assert other.tiles_right < other.tiles
    smaller = judge(reading, source_of("wwf2-11x11-solo").expected)
    assert "rows" in smaller.what
    refused = source_of("refuse-dialog").expected
    assert judge(reading, refused).silent
    assert judge_refusal("no-board", refused).exact
    assert not judge_refusal("no-board", source.expected).exact


def test_table_and_failures() -> None:
    result = read_damaged(source_of("refuse-settings"), ("none", "grey"))
    assert [name for name, _, _ in result.verdicts] == ["none", "grey"]
    lines = table([result], ["none", "grey", "blur 1"])
    assert len(lines) == 4
    assert lines[2].startswith("| none | 1 | 100.0 % |")
    assert failures([result]) == []


def test_a_crash_is_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tests.benchmarks.degradation.read", crash)
    found = try_one(picture_of("wwf-classic-early"), Degradation("none", ALL["none"].work))
    assert found is not None
    assert "CRASH" in found[0].what
    assert not found[0].exact
