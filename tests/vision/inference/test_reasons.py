"""What speaks against a reading, told in the kinds that players and programs know."""

from __future__ import annotations

from typing import Any

import pytest

from solver.game import load_game
from vision.inference.choice import Answer, Print, Tile, why_blank, why_letter
from vision.inference.measures import PicturePrint
from vision.reading import Why
from vision.tiles import Numeral

TILES = load_game("wwf").tiles
PICTURE = PicturePrint(
    [0, 1], trust=0.9, legible=0.95, unprinted=-3.0, usual=0.97, foreign=0.0, sighted=True
)


def numeral(*, hidden: bool = False, missing: bool = False, **chances: float) -> Numeral:
    """Probabilities are named by values, as v1=0.9."""
    known = {int(name[1:]): chance for name, chance in chances.items()}
    value = max(known, key=known.__getitem__, default=None)
    every = tuple(known.get(n, 0.0) for n in range(11))
    return Numeral(value if sum(every) > 0.5 else None, hidden, missing, every)


def tile(letter: str = "E", **known: Any) -> Tile:  # noqa: ANN401
    usual: dict[str, Any] = {
        "glyph": letter, "other": "F", "numeral": numeral(v1=0.9, v4=0.1),
        "clearest": 0.97, "fellows": {}, "runs": (), "unlisted": (),
    }  # fmt: skip
    return Tile(best=Answer(letter, blank=False), **(usual | known))


def shown(**known: Any) -> Print:  # noqa: ANN401
    look = {each: known.pop(each) for each in ("sighted", "legible") if each in known}
    usual: dict[str, Any] = {
        "zeros": False, "picture": PICTURE._replace(**look), "bare": 1, "told": None,
        "listed": {"HATE"}.__contains__,
    }  # fmt: skip
    return Print(TILES, **(usual | known))


@pytest.mark.parametrize(
    ("seen", "look", "why"),
    [
        (numeral(), shown(sighted=False), Why.SMALL_NUMERALS),
        (numeral(hidden=True), shown(), Why.HIDDEN_NUMERAL),
        (numeral(missing=True), shown(zeros=True), Why.NO_NUMERAL),
        (numeral(v1=0.3), shown(zeros=True), Why.UNREAD_NUMERAL),
        (numeral(v0=0.6, v1=0.3), shown(zeros=True), Why.MAYBE_ZERO),
        (numeral(v1=0.6), shown(), Why.SMALL_FIGURE),
        (numeral(missing=True), shown(bare=5), Why.MANY_BLANKS),
        (numeral(missing=True), shown(legible=0.4), Why.FEW_NUMERALS),
        (numeral(missing=True), shown(), Why.FAINT_NUMERAL),
        (numeral(), shown(), Why.NOT_NUMERAL),
    ],
)
def test_why_a_tile_may_be_a_blank(seen: Numeral, look: Print, why: Why) -> None:
    assert why_blank(tile(numeral=seen), look).why is why


def test_a_0_may_be_the_end_of_a_10() -> None:
    assert why_blank(tile("Q", numeral=numeral(v0=0.8)), shown(zeros=True)).why is Why.ZERO_OR_TEN


@pytest.mark.parametrize(
    ("known", "look", "why"),
    [
        ({"other": None}, {}, Why.UNCLEAR),
        ({"glyph": "F", "runs": ("HAT ",)}, {"told": "HATE"}, Why.TOLD_OTHER),
        ({"glyph": "F", "runs": ("HAT ",)}, {}, Why.ONLY_WORD),
        ({"numeral": numeral(v4=0.9, v1=0.2)}, {}, Why.OTHER_VALUE),
        ({"letter": "F", "other": "E", "numeral": numeral(v4=0.9), "runs": ("HAT ",),
          "unlisted": ("HATF",)}, {}, Why.NEAR_WORD),
        ({"runs": ("BAT ",), "unlisted": ("BATE",)}, {}, Why.NO_WORD),
        ({"fellows": {"E": 0.8, "F": 0.98}}, {}, Why.SAME_LOOK),
        ({"fellows": {"E": 0.8}}, {}, Why.UNLIKE),
        ({"clearest": 0.8}, {}, Why.LESS_LIKE),
        ({"numeral": numeral(v4=0.3, v1=0.1)}, {}, Why.ALIKE_WORTH),
        ({"other": "A"}, {}, Why.ALIKE_UNTOLD),
        ({"numeral": numeral(v1=0.3, v4=0.1)}, {}, Why.ALIKE),
    ],
)  # fmt: skip
def test_why_a_tile_may_show_another_letter(
    known: dict[str, Any], look: dict[str, Any], why: Why
) -> None:
    reason = why_letter(tile(**known), shown(**look))
    assert reason.why is why
    assert str(reason)
