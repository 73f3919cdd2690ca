"""Blanks are told by the numeral they lack, or by a 0, and never more than the bag holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.game import load_game
from tests.benchmarks.painting import Style, paint_tile
from vision.doubts import Reason, Why, because
from vision.inference.blanks import find_blanks, may_be_ten, measure_reliability, plain_zero
from vision.inference.letters import decide
from vision.tiles import BARE_STROKE, Numeral, TileObservations, classify, generic_bank
from vision.tiles.match import Letters

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORD = "THEQUICKBROWNFOX"
TILES = load_game("wwf").tiles


def look(numerals: list[str]) -> TileObservations:
    pixels = np.stack([paint_tile(a, b) for a, b in zip(WORD, numerals, strict=True)])
    bank = generic_bank()
    values = tuple(range(11))
    return classify(pixels, bank.only(LETTERS), bank.only("0123456789"), values)


def usual() -> list[str]:
    return [str(TILES.values[letter]) for letter in WORD]


def run_into(faces: TileObservations, k: int) -> TileObservations:
    """The same where something beside a tile's 0 may be the 1 of a 10 that ran into its letter."""
    assert faces.numerals[k].alone
    numeral = replace(faces.numerals[k], alone=False)
    return replace(faces, numerals=(*faces.numerals[:k], numeral, *faces.numerals[k + 1 :]))


def blanks(numerals: list[str], *, prints_zero: bool = False) -> tuple[str, str]:
    """Letters of the blanks, and of those in doubt."""
    return blanks_of(look(numerals), prints_zero=prints_zero)


def blanks_of(faces: TileObservations, *, prints_zero: bool) -> tuple[str, str]:
    told = find_blanks(faces, TILES, measure_reliability(faces, TILES), prints_zero=prints_zero)
    found = "".join(WORD[k] for k, (blank, _) in told.items() if blank)
    return found, "".join(WORD[k] for k, (_, why) in told.items() if why)


def told_with(
    k: int, *, prints_zero: bool, scores: dict[int, float], ink: float = 1.0
) -> tuple[bool, Reason | None]:
    """Whether a tile of the word is a blank, and why not for certain, with another numeral."""
    faces = look(usual())
    numeral = replace(faces.numerals[k], scores=scores, ink=ink)
    numerals = (*faces.numerals[:k], numeral, *faces.numerals[k + 1 :])
    other = replace(faces, numerals=numerals)
    return find_blanks(other, TILES, measure_reliability(other, TILES), prints_zero=prints_zero)[k]


def test_all_numerals_are_there() -> None:
    assert blanks(usual()) == ("", "")


def test_missing_numerals_are_blanks() -> None:
    numerals = usual()
    numerals[2] = numerals[9] = ""
    assert blanks(numerals) == ("ER", "")


def test_more_missing_than_the_bag_has_blanks_are_doubts() -> None:
    numerals = usual()
    numerals[2] = numerals[9] = numerals[5] = ""
    found, doubts = blanks(numerals)
    assert found == ""
    assert doubts == "EIR"


def test_numerals_too_faint_to_prove_anything() -> None:
    found, doubts = blanks([""] * len(WORD))
    assert found == ""
    assert doubts == WORD


def test_a_missing_numeral_is_a_doubt_where_few_are_legible() -> None:
    numerals = usual()
    numerals[2] = ""
    faces = look(numerals)
    dirty = [
        replace(each, scores={}) if each.ink > 0.5 and k % 2 else each
        for k, each in enumerate(faces.numerals)
    ]
    faces = replace(faces, numerals=tuple(dirty))
    told = find_blanks(faces, TILES, measure_reliability(faces, TILES), prints_zero=False)
    assert told[2] == (True, because(Why.FEW_NUMERALS))


def test_a_printed_zero_is_a_blank() -> None:
    numerals = usual()
    numerals[4] = "0"
    assert blanks(numerals, prints_zero=True) == ("U", "")


def test_a_zero_on_a_letter_worth_ten_is_a_doubt_unless_it_stands_alone() -> None:
    numerals = usual()
    numerals[3] = "0"
    faces = look(numerals)
    assert blanks_of(faces, prints_zero=True) == ("Q", "")
    assert blanks_of(run_into(faces, 3), prints_zero=True) == ("", "Q")


@pytest.mark.parametrize(
    ("zero", "eight", "plain"), [(0.95, 0.6, True), (0.83, 0.81, False), (0.5, 0.9, False)]
)
def test_a_figure_that_may_be_an_eight_is_no_plain_zero(
    zero: float,
    eight: float,
    plain: bool,  # noqa: FBT001
) -> None:
    assert plain_zero(Numeral(1.0, hidden=False, scores={0: zero, 8: eight, 10: zero})) == plain


def test_a_zero_alone_is_no_ten_where_blanks_show_none() -> None:
    """It is the next likeliest figure."""
    faces = look(usual())
    k = WORD.index("X")
    scores = {0: 0.83, 8: 0.81, 10: 0.73}
    for alone, value in ((True, 8), (False, 10)):
        numeral = replace(faces.numerals[k], scores=scores, alone=alone)
        numerals = (*faces.numerals[:k], numeral, *faces.numerals[k + 1 :])
        choice = decide(replace(faces, numerals=numerals), TILES, prints_zero=False)[k]
        assert choice is not None
        assert choice.value == value


def test_a_numeral_that_may_be_a_zero_is_a_doubt() -> None:
    told = [told_with(5, prints_zero=True, scores={1: 0.8, 0: zero}) for zero in (0.4, 0.78, 0.86)]
    assert [blank for blank, _ in told] == [False, False, True]
    assert [bool(why) for _, why in told] == [False, True, True]


@pytest.mark.parametrize(("own", "doubted"), [(0.24, True), (0.56, False)])
def test_a_numeral_unlike_the_letters_own_that_may_be_a_zero_is_a_doubt(
    own: float,
    doubted: bool,  # noqa: FBT001
) -> None:
    """Read as an 8, and hardly less like a 0, on a letter worth 1."""
    blank, why = told_with(5, prints_zero=True, scores={1: own, 0: 0.58, 8: 0.61})
    assert not blank
    assert (why == because(Why.MAYBE_ZERO)) == doubted


@pytest.mark.parametrize(("ink", "doubted"), [(0.4, True), (0.9, False)])
def test_little_ink_that_is_not_the_letters_value_may_be_a_speck(
    ink: float,
    doubted: bool,  # noqa: FBT001
) -> None:
    """A letter worth more, and what looks like a 1 beside it."""
    k = next(n for n, letter in enumerate(WORD) if TILES.values[letter] > 1)
    scores = {1: 0.75, TILES.values[WORD[k]]: 0.3}
    _, why = told_with(k, prints_zero=False, scores=scores, ink=ink)
    assert (why is not None) == doubted


def test_a_missing_numeral_is_no_blank_where_all_blanks_are_elsewhere() -> None:
    numerals = usual()
    numerals[2] = ""
    faces = look(numerals)
    trust = measure_reliability(faces, TILES)
    blank, why = find_blanks(faces, TILES, trust, prints_zero=False, elsewhere=2)[2]
    assert not blank
    assert why == because(Why.MANY_BLANKS, n=3)


def test_of_too_many_zeros_the_least_clear_is_none() -> None:
    faces = look(usual())
    numerals = list(faces.numerals)
    for k, other in ((2, 0.2), (5, 0.78), (9, 0.3)):
        numerals[k] = replace(numerals[k], scores={1: other, 0: 0.8})
    faces = replace(faces, numerals=tuple(numerals))
    told = find_blanks(faces, TILES, measure_reliability(faces, TILES), prints_zero=True)
    assert [k for k, (blank, _) in told.items() if blank] == [2, 9]
    assert [k for k, (_, why) in told.items() if why] == [5]


def test_numeral_that_touches_its_letter_is_no_missing_one() -> None:
    """A stroke joins the H of THE with its 3, so that both are one blob."""
    pixels = np.stack([paint_tile(a, b) for a, b in zip(WORD, usual(), strict=True)])
    touching = pixels.copy()
    touching[1, 8:24, 50:54] = Style().ink
    bank = generic_bank()
    faces = classify(touching, bank.only(LETTERS), bank.only("0123456789"), tuple(range(11)))
    told = find_blanks(faces, TILES, measure_reliability(faces, TILES), prints_zero=False)
    assert not any(blank for blank, _ in told.values())


def test_badge_of_the_inks_colour_on_a_numeral_is_a_doubt() -> None:
    """It is neither a numeral nor the absence of one."""
    pixels = np.stack([paint_tile(a, b) for a, b in zip(WORD, usual(), strict=True)])
    pixels[1, :20, 40:] = Style().ink
    bank = generic_bank()
    faces = classify(pixels, bank.only(LETTERS), bank.only("0123456789"), tuple(range(11)))
    told = find_blanks(faces, TILES, measure_reliability(faces, TILES), prints_zero=False)
    assert [WORD[k] for k, (_, why) in told.items() if why] == ["H"]


def doubts_of(pixels: NDArray[np.uint8]) -> str:
    """Letters of tiles that may be blanks or not."""
    bank = generic_bank()
    faces = classify(pixels, bank.only(LETTERS), bank.only("0123456789"), tuple(range(11)))
    told = find_blanks(faces, TILES, measure_reliability(faces, TILES), prints_zero=False)
    assert not any(blank for blank, _ in told.values())
    return "".join(WORD[k] for k, (_, why) in told.items() if why)


@pytest.mark.parametrize("shift", [(0, -16, -60), (60, 0, 0), (12, -12, -12)])
def test_badge_of_nearly_the_tiles_colour_on_a_numeral_is_a_doubt(
    shift: tuple[int, int, int],
) -> None:
    numerals = usual()
    numerals[1] = ""
    pixels = np.stack([paint_tile(a, b) for a, b in zip(WORD, numerals, strict=True)])
    pixels[1, :22, 36:] = np.clip(np.array(Style().face) + shift, 0, 255)
    assert doubts_of(pixels) == "H"


def test_numeral_that_stands_elsewhere_on_a_narrow_letters_tile_is_a_doubt() -> None:
    """Right behind the I, where all others have theirs in the corner."""
    pixels = np.stack([paint_tile(a, b) for a, b in zip(WORD, usual(), strict=True)])
    corner = pixels[5, 2:18, 44:62].copy()
    pixels[5, 2:18, 40:] = Style().face
    pixels[5, 2:18, 2:20] = corner
    assert doubts_of(pixels) == "I"


def test_a_zero_is_a_doubt_where_the_letter_runs_on_to_it() -> None:
    """A Q whose tail ran into the 1 of its 10 looks like an O; a blank O ends on its line."""
    numerals = usual()
    numerals[9] = "0"
    faces = run_into(look(numerals), 9)
    scores = faces.letters.scores.copy()
    letters = faces.letters.letters
    scores[9] = 0.3
    scores[9, letters.index("O")], scores[9, letters.index("Q")] = 0.94, 0.77
    mark = faces.marks[9]
    assert mark is not None
    below = mark._replace(blob=mark.blob._replace(y=mark.blob.y - 9, height=mark.blob.height + 9))
    for own, doubted in ((mark, False), (below, True)):
        marks = (*faces.marks[:9], own, *faces.marks[10:])
        seen = replace(faces, letters=Letters(letters, scores), marks=marks)
        told = find_blanks(seen, TILES, measure_reliability(seen, TILES), prints_zero=True)
        assert told[9][0] != doubted
        assert bool(told[9][1]) == doubted


def test_lone_end_of_a_ten_is_no_zero() -> None:
    """The 1 ran into the Q, which may be taken for an O."""
    numerals = usual()
    numerals[3] = "0"
    faces = run_into(look(numerals), 3)
    assert may_be_ten(faces, 3, TILES) == "Q"
    (choice,) = (
        choice
        for choice in decide(faces, TILES, prints_zero=False)
        if choice is not None and choice.letter == "Q"
    )
    assert choice.value == 10


def test_numerals_are_trusted_as_far_as_they_fit_their_letters() -> None:
    faces = look(usual())
    assert measure_reliability(faces, TILES).share > 0.95
    wrong = look([str((TILES.values[letter] + 3) % 9 + 1) for letter in WORD])
    assert measure_reliability(wrong, TILES).share < 0.4


def test_ink_tells_one_from_ten() -> None:
    trust = measure_reliability(look(usual()), TILES)
    assert trust.believes(1, trust.ink[1])
    assert not trust.believes(1, 2.5 * trust.ink[1])
    assert trust.believes(7, 5.0)  # never seen, so nothing speaks against it


def shifted(value: int, score: float) -> TileObservations:
    """An I whose figure stands beside the place where the other tiles have theirs."""
    faces = look(usual())
    numerals = list(faces.numerals)
    numerals[5] = replace(numerals[5], ink=0.0, scores={value: score, 8: 0.4})
    return replace(faces, numerals=tuple(numerals))


@pytest.mark.parametrize(("score", "doubted"), [(0.9, False), (0.6, True)])
def test_a_figure_of_the_letters_own_value_is_its_numeral_wherever_it_stands(
    score: float,
    doubted: bool,  # noqa: FBT001
) -> None:
    faces = shifted(TILES.values["I"], score)
    told = find_blanks(faces, TILES, measure_reliability(faces, TILES), prints_zero=False)
    blank, why = told[5]
    assert not blank
    assert bool(why) == doubted


def test_another_figure_there_is_not() -> None:
    faces = shifted(4, 0.55)
    told = find_blanks(faces, TILES, measure_reliability(faces, TILES), prints_zero=False)
    blank, why = told[5]
    assert blank
    assert why


def test_a_faint_bare_stroke_may_be_the_tiles_rim() -> None:
    faces = look(usual())
    numerals = list(faces.numerals)
    numerals[5] = replace(numerals[5], ink=0.3, scores={1: BARE_STROKE})
    faces = replace(faces, numerals=tuple(numerals))
    told = find_blanks(faces, TILES, measure_reliability(faces, TILES), prints_zero=False)
    assert told[5][1]
    assert not any(why for k, (_, why) in told.items() if k != 5)


def test_faint_ink_where_something_lies_on_the_corner_is_no_numeral_for_certain() -> None:
    """Part of a badge looks like the letter's own value."""
    faces = look(usual())
    numerals = list(faces.numerals)
    for hidden, doubted in ((False, False), (True, True)):
        numerals[5] = replace(numerals[5], ink=0.3, hidden=hidden, scores={1: 0.75, 8: 0.4})
        shown = replace(faces, numerals=tuple(numerals))
        told = find_blanks(shown, TILES, measure_reliability(shown, TILES), prints_zero=False)
        assert told[5][0] is False
        assert bool(told[5][1]) == doubted
