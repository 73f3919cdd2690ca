"""Themes from rendered screens: accuracy is asserted against the looks they were rendered from."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import numpy as np
import pytest

from calibration import (
    Calibration,
    Severity,
    Shot,
    Truth,
    TruthUnreadable,
    correct,
    learn,
    load_shot,
    read_truth,
)
from calibration.calibrate import read_shot
from calibration.coverage import HELPS
from calibration.gather import collect
from calibration.leave_one_out import leave_one_out
from calibration.masks import build_masks
from calibration.measure import measure_colour
from calibration.sheet import PAPER, contact_sheet, encode_png
from solver.game import Square
from tests.benchmarks.painting import Place, Style, lay, paint_screen
from tests.shared.places import SAMPLES
from tests.shared.shots import make_shot
from tests.vision.tiles.test_discs import on_disc
from vision.imaging import Box, Screen


def take(name: str) -> Shot:
    shot = load_shot(SAMPLES / f"{name}.png")
    return correct(shot, read_truth((SAMPLES / f"{name}.txt").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def phone() -> Shot:
    return take("wwf-classic-phone")


@pytest.fixture(scope="module")
def learnt(phone: Shot) -> Calibration:
    return learn([phone], "mylook", "My look")


@pytest.fixture(scope="module")
def swedish() -> Calibration:
    return learn([take("wordfeud-dark-sv")], "swedish", "Swedish")


def bgr(text: str) -> list[int]:
    return [int(text[at : at + 2], 16) for at in (5, 3, 1)]


def test_colours_are_those_the_screen_was_rendered_with(swedish: Calibration) -> None:
    look = tomllib.loads((SAMPLES / "looks" / "wordfeud.toml").read_text(encoding="utf-8"))
    flat = str(look).lower()
    for kind, colour in swedish.theme.colours.items():
        blue, green, red = (round(float(each)) for each in colour)
        near = [
            bgr(flat[at : at + 7])
            for at in range(len(flat))
            if flat[at] == "#" and all(c in "0123456789abcdef" for c in flat[at + 1 : at + 7])
        ]
        apart = min(np.abs(np.array([blue, green, red]) - np.array(each)).max() for each in near)
        assert apart <= 8, kind
    assert set(swedish.theme.colours) == {"plain", "d", "t", "D", "T"}


def test_one_screen_gives_a_usable_theme(learnt: Calibration) -> None:
    report = learnt.report
    assert report.usable
    assert len(report.masks.letters) >= 15
    assert report.right == len(report.trials)
    assert not report.suspects
    assert learnt.theme.game == "wwf"
    assert learnt.theme.blank == "none"
    assert 0.3 < learnt.theme.proportions["letter_height"].mean < 0.7
    assert learnt.theme.proportions["rack_side"].mean > 1
    assert "last_move" in learnt.theme.others


def test_fit_is_pure(phone: Shot, learnt: Calibration) -> None:
    again = learn([phone], "mylook", "My look")
    assert np.array_equal(again.report.masks.masks, learnt.report.masks.masks)
    assert again.theme.spread == learnt.theme.spread


def test_letters_with_rings_and_dots_are_whole(swedish: Calibration) -> None:
    masks = swedish.report.masks
    heights = dict(zip(masks.letters, masks.heights.tolist(), strict=True))
    tops = dict(zip(masks.letters, masks.tops.tolist(), strict=True))
    for letter in "ÅÄÖ":
        assert heights[letter] > 1.1
        assert tops[letter] < -0.1
    assert heights["E"] == pytest.approx(1.0, abs=0.06)
    assert swedish.report.right == len(swedish.report.trials)


def test_a_wrong_truth_is_a_suspect(phone: Shot) -> None:
    rows = [list(row) for row in phone.truth.board]
    square = next((r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if tile == "E")
    rows[square[0]][square[1]] = "W"
    told = Truth(tuple("".join(row) for row in rows))
    learnt = learn([correct(phone, told)], "wrong", "Wrong")
    assert [(trial.sample.letter, trial.rival) for trial in learnt.report.suspects] == [("W", "E")]
    samples = [
        sample
        for sample in learnt.samples.tile_samples
        if sample.letter == "W" and sample.glyph is not None
    ]
    counts = dict(zip(learnt.report.masks.letters, learnt.report.masks.counts, strict=True))
    assert counts.get("W", 0) == len(samples) - 1, "a slip spoils no mask"


def test_coverage_says_what_the_user_can_do(learnt: Calibration, phone: Shot) -> None:
    kinds = {(gap.what, gap.severity) for gap in learnt.report.gaps}
    assert ("letters", Severity.NOTE) in kinds
    assert not [gap for gap in learnt.report.gaps if gap.severity is Severity.FAULT]
    warnings = [gap for gap in learnt.report.gaps if gap.severity is Severity.WARNING]
    assert all(gap.advice or gap.lack in HELPS for gap in warnings)
    empty = Truth(tuple("." * 15 for _ in range(15)), rack="", game="wwf")
    bare = learn([correct(phone, empty)], "bare", "Bare")
    assert not bare.report.usable
    assert bare.report.gaps[0].severity is Severity.FAULT
    assert {gap.what for gap in bare.report.gaps} >= {"letters", "blank", "rack"}


def test_blanks_that_show_a_zero() -> None:
    learnt = learn([take("crossplay-blanks")], "cross", "Cross")
    assert learnt.theme.blank == "zero"
    assert learnt.theme.game == "crossplay"
    assert "blank" not in {gap.what for gap in learnt.report.gaps}


def test_a_look_without_a_blank_leaves_it_to_the_picture(learnt: Calibration) -> None:
    rows = tuple(row.upper() for row in learnt.shots[0].truth.board)
    bare = learn([correct(learnt.shots[0], Truth(rows))], "bare", "Bare")
    assert bare.theme.blank == "unknown"
    assert "blank" in {gap.what for gap in bare.report.gaps}


def test_screens_of_two_games_make_no_theme(phone: Shot, swedish: Calibration) -> None:
    with pytest.raises(TruthUnreadable, match="another game"):
        learn([phone, *swedish.shots], "both", "Both")


def test_a_board_of_another_size_is_no_truth(phone: Shot) -> None:
    small = correct(phone, Truth(tuple("." * 11 for _ in range(11))))
    with pytest.raises(TruthUnreadable, match="15 rows"):
        learn([small], "small", "Small")


def test_what_is_not_said_stays_as_read(phone: Shot) -> None:
    told = correct(phone, Truth(phone.truth.board))
    assert told.truth == replace(phone.truth, last_move=())


def test_laid_tiles_are_dots_on_the_board_and_count_as_the_racks(phone: Shot) -> None:
    board, held = phone.truth.board, phone.truth.rack or ""
    bare = next(
        Square(r, c).name for r, row in enumerate(board) for c in range(15) if row[c] == "."
    )
    taken = next(iter(phone.truth.tiles))
    told = correct(phone, Truth(board, tentative=((bare, "x"),))).truth
    assert (told.rack, told.held) == (f"{held}?", held)
    with pytest.raises(TruthUnreadable, match=f"{taken} has both a played tile"):
        correct(phone, Truth(board, tentative=((taken, "A"),)))
    with pytest.raises(TruthUnreadable, match=r"the rack 'BC' does not include .*: \?"):
        correct(phone, Truth(board, "BC", ((bare, "x"),)))


def test_a_rack_of_another_number_is_left_out(phone: Shot) -> None:
    learnt = learn([correct(phone, Truth(phone.truth.board, "AB"))], "short", "Short")
    assert not [sample for sample in learnt.samples.tile_samples if sample.place == "rack"]
    assert "rack" in {gap.what for gap in learnt.report.gaps}


def test_strays_do_not_spoil_a_mask(learnt: Calibration) -> None:
    clear = [sample for sample in learnt.samples.tile_samples if sample.glyph is not None]
    plain = [sample for sample in clear if sample.letter == "E"]
    stray = replace(next(sample for sample in clear if sample.letter == "O"), letter="E")
    assert len(plain) >= 3
    with_stray, without = build_masks([*plain, stray]), build_masks(plain)
    assert with_stray.counts == without.counts
    assert np.allclose(with_stray.masks, without.masks)


def test_leave_one_out_leaves_one_out(learnt: Calibration) -> None:
    trials = leave_one_out(learnt.samples)
    assert len(trials) == learnt.report.clear
    single = [t for t in trials if sum(o.sample.letter == t.sample.letter for o in trials) == 1]
    assert single
    assert all(trial.likeness < 0.999 for trial in single)


def test_a_colour_forgives_what_lies_on_a_square() -> None:
    grey = [np.full(3, 100 + each, np.float32) for each in (-1, 0, 0, 0, 1)]
    red = np.array([0, 0, 255], np.float32)
    colour = measure_colour([*grey, red])
    assert colour.hex == "#646464"
    assert colour.spread < 2


def test_the_contact_sheet_frames_what_differs(phone: Shot, learnt: Calibration) -> None:
    sheet = contact_sheet(learnt.samples, learnt.report)
    assert sheet.dtype == np.uint8
    assert sheet.shape[2] == 3
    assert tuple(sheet[0, 0]) == PAPER
    assert encode_png(sheet).startswith(b"\x89PNG")

    def red(each: Calibration) -> int:
        drawn = contact_sheet(each.samples, each.report).astype(int)
        return int(((drawn[..., 2] == 220) & (drawn[..., 0] == 40)).sum())

    rows = (phone.truth.board[0], *phone.truth.board[1:])
    swapped = tuple(row.replace("E", "F", 1) for row in rows)
    assert red(learn([correct(phone, Truth(swapped))], "x", "X")) > red(learnt)


def test_blanks_of_a_shape_of_their_own_are_blanks() -> None:
    """A letter on a disc hides where a figure would stand: that is no look without a blank."""
    rows = ["." * 15] * 7 + ["..QUARTZ......."] + ["." * 15] * 7
    place = Place(cell=64.0, width=1000, height=1300)
    pixels = paint_screen(rows, "TKLNHD", game="scrabble", style=Style(below=True), place=place)
    lay(pixels, on_disc("S"), Box(place.x + 8 * 64, place.y + 7 * 64, 64.0, 64.0))
    shot = read_shot(Screen(np.ascontiguousarray(pixels), "disc"), "scrabble")
    told = [*rows[:7], "..QUARTZs......", *rows[8:]]
    report = learn([correct(shot, Truth(tuple(told), "TKLNHD"))], "disc", "Disc").report
    assert not [gap for gap in report.gaps if gap.what == "blank"]


def test_a_look_in_a_language_that_its_game_is_not_known_to_have() -> None:
    """The letters of other games in that language count what the screen shows."""
    shot = read_shot(make_shot(cell=48.0).screen, "wwf", "fr")
    assert (shot.reading.language, shot.truth.language) == ("fr", "fr")
    samples = collect([shot])
    assert samples.tiles.values == shot.reading.values
    assert {each.letter for each in samples.tile_samples} >= {*"HELO"}
