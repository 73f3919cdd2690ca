"""What calibrating says: what was learnt, what its screens still miss, what would help most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from calibration import Calibration, Further, Severity, State, Truth, correct, learn
from calibration.calibrate import read_shot
from calibration.coverage import Gap, Lack, further
from sample_screens.look import Look, load_look
from sample_screens.render import render
from sample_screens.scene import load_scene
from solver.game import load_game
from tests.benchmarks.dressing import with_shade, without_labels
from vision.imaging import Screen
from vision.reader import read
from vision.reading import Doubt, Why, because
from vision.themes import NO_THEME
from wwfsnap.reporting import report_lines

TILES = load_game("wwf").tiles


def painted(
    name: str, change: Callable[[Look], Look], score: int | None = None
) -> tuple[Screen, Truth]:
    """A sample screen in another look, with another score told of the tiles laid now."""
    scene = load_scene(name)
    scene = replace(scene, tentative_score=scene.tentative_score if score is None else score)
    picture, truth = render(scene, change(load_look(scene.look)))
    pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
    return Screen(pixels, f"folder/{name}.png"), Truth(truth.board, truth.rack, truth.tentative)


def taught(name: str, change: Callable[[Look], Look]) -> Calibration:
    screen, truth = painted(name, change)
    return learn([correct(read_shot(screen), truth)], "mine", "Mine")


@pytest.fixture(scope="module")
def unlabelled() -> Calibration:
    return taught("wordfeud-light", without_labels)


def test_premiums_without_labels_are_learnt(unlabelled: Calibration) -> None:
    assert set(unlabelled.theme.colours) == {"plain", "d", "t", "D", "T"}
    assert unlabelled.report.unlabelled == "dtDT"
    texts = [line.text for line in report_lines(unlabelled)]
    alone = "double letter, triple letter, double word, triple word"
    assert f"premium squares recognised by colour alone: {alone}" in texts


def test_the_shade_of_laid_tiles_is_learnt_and_reading_goes_by_it() -> None:
    learnt = taught("wwf2-tentative", with_shade)
    assert learnt.report.laid == 5
    assert learnt.checked[0].state is State.EXACT
    right, _ = painted("wwf2-desktop-tentative", with_shade)
    assert not read(right, theme=NO_THEME).doubts, "their points tell which were laid"
    screen, truth = painted("wwf2-desktop-tentative", with_shade, score=99)
    for theme in (NO_THEME, learnt.theme):
        reading = read(screen, theme=theme)
        assert not reading.doubts
        assert len(reading.tentative) == len(truth.laid) == 4
    assert [line.kind for line in report_lines(learnt)][-1] == "enough"


def test_its_own_screens_are_read_again(unlabelled: Calibration) -> None:
    shot = unlabelled.shots[0]
    assert [line.text for line in report_lines(unlabelled)][-2:] == [
        "wordfeud-light.png: read exactly with the theme",
        "another screenshot would help most if it shows tiles laid but not played",
    ]
    rows = [*shot.truth.board]
    row = next(k for k, line in enumerate(rows) if "E" in line)
    rows[row] = rows[row].replace("E", "F", 1)
    wrong = learn([correct(shot, Truth(tuple(rows), shot.truth.rack))], "mine", "Mine")
    assert wrong.checked[0].state is State.WRONG
    (line,) = [line for line in report_lines(wrong) if line.kind == "misread"]
    assert line.mark == Severity.WARNING
    assert line.text.endswith(" F>E")


def test_doubts_name_letters_worth_showing(unlabelled: Calibration) -> None:
    doubts = tuple(
        Doubt(where, read, other, because(Why.UNCLEAR))
        for where, read, other in (("H8", "E", "F"), ("rack", "", None), ("H8", "E", None))
    )
    (exact,) = unlabelled.checked
    learnt = replace(unlabelled, checked=(replace(exact, doubts=doubts),))
    *_, doubted, wanted = report_lines(learnt)
    assert doubted.text.endswith("read exactly with the theme, in doubt: H8, rack")
    assert wanted.told == {"wanted": "letters laid", "letters": "E"}
    assert wanted.text.endswith("most if it shows the letters E; tiles laid but not played")


def test_a_screen_without_a_usable_theme_is_not_read_again(unlabelled: Calibration) -> None:
    bare = Truth(tuple("." * 15 for _ in range(15)), rack="")
    learnt = learn([correct(unlabelled.shots[0], bare)], "mine", "Mine")
    assert not learnt.checked
    assert "further" not in {line.kind for line in report_lines(learnt)}


def gap(lack: Lack, **told: str) -> Gap:
    return Gap(Severity.WARNING, "", lack, tuple(told.items()))


def test_what_is_met_most_often_is_wanted_first() -> None:
    gaps = [
        gap(Lack.NO_RACK),
        gap(Lack.NO_PREMIUM, premiums="dT"),
        gap(Lack.NO_BLANK),
        gap(Lack.UNSEEN, letters="Q E T"),
        gap(Lack.COVERED, letters="S"),
        gap(Lack.STOOD_IN, letters="X"),
        gap(Lack.NO_LAID),
    ]
    wanted = further(gaps, {"A", "Q"}, TILES)
    assert list(wanted) == list(Further)
    assert wanted[Further.LETTERS] == (("letters", "E T S Q A"),)
    assert wanted[Further.PREMIUMS] == (("premiums", "dT"),)
    assert further([gap(Lack.STOOD_IN, letters="X"), gap(Lack.ONCE, letters="A")], (), TILES) == {}
    many = further([gap(Lack.UNSEEN, letters=" ".join(TILES.letters))], (), TILES)
    assert len(str(dict(many[Further.LETTERS])["letters"]).split()) == 6
