"""What is printed on the tiles of a path game becomes the text of each."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from solver.game import TileSet
from tests.vision.inference.painted import RULES, seen
from vision.imaging import Floats, Place
from vision.inference import Choice, GridFindings, Prints, Several, decide_grid, sure_from
from vision.inference.grids import Shares, like_turned, rate, tell_by_words
from vision.reading import Why
from vision.tiles import Mark, describe

VALUES = {letter: value for letter, value in RULES.tiles.values.items() if value}
TEXT = "TEAMRISENOLAGHUD"


SURE = ["S", "C", "A", "R", "T", "O", "N", "I", "L"]
"""A grid of 3 by 3: SCA, RTO and NIL."""


def prints(tiles: str = TEXT, *, hidden: Collection[int] = (), joined: int = 0) -> Prints:
    """Painted tiles, the last ones joined to one tile of several letters."""
    faces = seen(tiles)
    count = len(tiles) - joined
    parts = list(range(count, len(tiles)))
    marks = tuple(mark for mark in (faces.marks[k] for k in parts) if mark is not None)
    several = Several(("",) * joined, marks, faces.letters.scores[parts])
    shown = faces.only([*range(count), *parts[:1]])
    return Prints(
        shown,
        np.isin(np.arange(len(shown.marks)), list(hidden)),
        {count: several} if joined else {},
    )


def places(count: int) -> list[Place]:
    """The places of the tiles of a square grid."""
    return [divmod(k, math.isqrt(count)) for k in range(count)]


def decided(shown: Prints, told: Mapping[int, str] | None = None) -> list[Choice]:
    return decide_grid(
        GridFindings(
            shown, places(len(shown.hidden)), 64.0, TileSet.of_values("en", VALUES), told or {}
        )
    )


def test_clear_tiles_are_sure() -> None:
    choices = decided(prints())
    assert "".join(choice.letter for choice in choices) == TEXT
    assert min(choice.confidence for choice in choices) >= sure_from()
    assert {choice.why for choice in choices} == {None}


def test_several_letters_make_one_text() -> None:
    shown = prints("TEAMRISENOLAGHUVE", joined=2)
    choice = decided(shown)[-1]
    assert (shown.texts[-1], choice.letter) == ("VE", "VE")
    assert choice.runner_up not in {None, "VE"}
    assert len(choice.runner_up or "") == 2
    faces, places = shown.glyphs()
    assert places[-1] == [16, 17]
    assert len(faces.marks) == 18
    assert not faces.is_tile[15:].any()
    alone = decided(prints("TEAMRISENOLAGHUV"))[-1]
    assert choice.confidence < alone.confidence


def test_dashes_and_slashes_are_no_letters() -> None:
    scores = np.zeros((3, 26), np.float32)
    assert Several(("-", "", "", ""), (), scores).spell("ING") == "-ING"
    assert Several(("", "/", ""), (), scores[:2]).spell("DU") == "D/U"


def test_second_letter_may_be_a_small_one() -> None:
    shown = prints("TEAMRISENOLAGHUTK", joined=2)
    small = {each: 0.95 if each == "h" else 0.5 for each in "ehnru"}
    k, several = next(iter(shown.several.items()))
    letters = shown.faces.letters.letters
    several.scores[1] = [0.66 if each == "K" else 0.5 for each in letters]
    likes_small = several._replace(small=small)
    assert several.likeness == pytest.approx(0.66)
    assert likes_small.likeness > 0.9
    assert likes_small.smaller("TH") == pytest.approx(0.29)
    assert several.smaller("TH") < 0
    found = GridFindings(
        shown._replace(several={k: likes_small}),
        places(len(shown.hidden)),
        64.0,
        TileSet.of_values("en", VALUES),
        pairs=("QU", "TH"),
    )
    assert decide_grid(found)[k].letter == "TH"
    assert decide_grid(found._replace(pairs=()))[k].letter == "TK"


def test_three_letters_without_a_dash_lack_one() -> None:
    choice = decided(prints("TEAMRISENOLAGHUING", joined=3))[-1]
    assert (choice.letter, choice.runner_up) == ("ING", "-ING")
    assert choice.confidence < 0.9
    assert choice.why is not None
    assert choice.why.why is Why.UNCLEAR


def test_what_may_be_hidden_is_less_sure() -> None:
    shown = prints().numerals_over(())
    scores = shown.faces.letters.scores
    e, f = (shown.faces.letters.letters.index(letter) for letter in "EF")
    scores[1, f] = scores[1, e] - 0.1
    shown.faces.told[1] = 0.0  # the network tells nothing of it
    clear = decided(shown)[1]
    choice = decided(shown._replace(hidden=np.arange(16) == 1))[1]
    assert clear.letter == choice.letter == "E"
    assert choice.confidence < clear.confidence
    assert choice.why is not None
    assert choice.why.why is Why.TRACED
    assert choice.runner_up == "F"


def test_what_a_player_tells_is_sure_and_a_template_for_others() -> None:
    shown = prints("TEAMRISENOLAGHEE").numerals_over(())
    scores = shown.faces.letters.scores
    e, f = (shown.faces.letters.letters.index(letter) for letter in "EF")
    scores[[1, 7, 14, 15], e] = 0.93
    scores[[1, 7, 14, 15], f] = 0.96
    shown.faces.told[[1, 7, 14, 15]] = 0.0
    before, after = decided(shown), decided(shown, told={1: "E", 2: "-ING"})
    assert (after[1].letter, after[1].confidence, after[1].why) == ("E", 1.0, None)
    assert (after[2].letter, after[2].confidence) == ("-ING", 1.0)
    assert [after[k].letter for k in (7, 14, 15)] == ["E", "E", "E"]
    assert all(after[k].confidence > before[k].confidence for k in (7, 14, 15))


def test_numeral_of_several_letters_is_that_of_none_of_them() -> None:
    shown = prints("TEAMRISENOLAGHUVE", joined=2)
    assert shown.faces.prints is not None
    seen = shown.glyphs()[0].prints
    assert seen is not None
    count = len(shown.hidden)
    assert seen.shown[: count - 1].all()
    assert len(seen.told) == count + 2
    assert not seen.shown[count:].any()


def test_numerals_that_tell_nothing_are_left_out() -> None:
    shown = prints().numerals_over(())
    assert shown.faces.numeral(0).value is None
    assert "".join(choice.letter for choice in decided(shown)) == TEXT


def ring(*, tail: int) -> Floats:
    page = np.zeros((60, 60), np.uint8)
    cv2.ellipse(page, (30, 28), (20, 24), 0, 0, 360, 255, 7)
    if tail:
        cv2.line(page, (34, 38), (34 + tail, 38 + tail), 255, 7)
    left, top, width, height = cv2.boundingRect(page)
    cut = page[top : top + height, left : left + width]
    return np.asarray(cut / 255, np.float32)


def test_a_q_looks_other_upside_down_and_an_o_does_not() -> None:
    assert like_turned(ring(tail=0)) > 0.97
    assert like_turned(ring(tail=14)) < 0.93


@pytest.mark.parametrize(("tail", "letter"), [(0, "O"), (14, "Q")])
def test_that_tells_twins_apart(tail: int, letter: str) -> None:
    shown = prints("TEAMRISENOLAGHUO")
    mark, names = shown.faces.marks[15], shown.faces.letters.letters
    assert mark is not None
    shown.faces.told[15] = 0.0
    shown.faces.letters.scores[15, [names.index("O"), names.index("Q")]] = 0.95, 0.93
    seen = ring(tail=tail)
    other = Mark(mark.blob, seen, describe([seen])[0][0], None, 0.0)
    faces = shown.numerals_over(()).faces
    marks = (*faces.marks[:15], other)
    twin = Prints(replace(faces, marks=marks), shown.hidden, {})
    found = GridFindings(twin, places(len(twin.hidden)), 64.0, TileSet.of_values("en", VALUES))
    rated = rate(found)
    assert rated.features[15].any(axis=0)[2:4].all() or tail == 0
    assert decide_grid(found)[15].letter == letter


def shares(**covered: Shares) -> list[Shares]:
    """The grid, with other probabilities of the tiles named ``t0`` to ``t8``."""
    return [covered.get(f"t{k}", {letter: 0.999, "X": 0.001}) for k, letter in enumerate(SURE)]


def best(each: Shares) -> tuple[str, float]:
    return next(iter(each.items()))


def test_a_word_over_all_covered_tiles_tells_their_letters() -> None:
    seen = shares(t0={"S": 0.7, "B": 0.3}, t1={"G": 0.6, "C": 0.4}, t4={"I": 0.6, "T": 0.4})
    told = tell_by_words(seen, places(len(seen)), {0, 1, 4}, ["SCORE", "SCAT", "TIME"])
    assert [best(told[k])[0] for k in (0, 1, 4)] == ["S", "C", "T"]
    assert min(best(told[k])[1] for k in (0, 1, 4)) > 0.95
    assert told[2] == seen[2]
    assert sum(told[4].values()) == pytest.approx(1.0)


@pytest.mark.parametrize("words", [[], ["CAT"], ["SHUT"], ["TIME", "RATE"]])
def test_other_words_tell_nothing(words: list[str]) -> None:
    seen = shares(t0={"B": 0.6, "S": 0.4}, t1={"G": 0.6, "C": 0.4})
    told = tell_by_words(seen, places(len(seen)), {0, 1}, words)
    assert best(told[0])[0] == "B"
    assert best(told[0])[1] == pytest.approx(0.6, abs=0.02)


def test_a_word_that_contradicts_a_clear_look_leaves_a_doubt() -> None:
    seen = shares(t0={"S": 0.99, "B": 0.01}, t1={"G": 0.9999, "C": 0.0001})
    told = tell_by_words(seen, places(len(seen)), {0, 1}, ["SCAT"])[1]
    assert 0.01 < told["C"] < 0.9


def test_tiles_of_several_letters_are_steps_of_a_path() -> None:
    seen = shares(t0={"S": 0.6, "B": 0.4}, t1={"QU": 0.9, "CU": 0.1}, t4={"T": 0.5, "I": 0.5})
    told = tell_by_words(seen, places(len(seen)), {0, 1, 4}, ["SQUAT"])
    assert [best(told[k])[0] for k in (0, 1, 4)] == ["S", "QU", "T"]


def test_long_words_that_no_path_makes_take_no_time() -> None:
    """A headline beside a grid of 6 by 6 tiles, none of them certain, has millions of paths."""
    letters = "ETAOINSHRDLUCG"
    shares = [{letters[(k + n * k) % 14]: 0.3 for n in (1, 2, 5)} for k in range(36)]
    assert tell_by_words(shares, places(len(shares)), {0, 1, 2}, ["CONGRATULATIONS"] * 20)
