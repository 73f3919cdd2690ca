"""Letters and numerals of a path game's tiles in; its game, language and doubtful tiles out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.paths import GridLook, PathGame, load_path_game, path_game_names
from vision.doubts import Reason, Why, because
from vision.paths.prints import Print
from vision.paths.reading import Multiplier
from vision.tiles import SURE, TWO_DIGITS, Corner

LEAD = (0.04, 0.1)
"""Lead over the next letter below which a tile is in doubt: a visible one, and one half hidden or
less like a letter than the others."""

LESS = 0.04
"""By how much it is less like a letter."""

TOLD = 0.12
"""Lead below which the numeral decides which of the two letters it is."""

OWN_VALUES = 0.75
"""Share of the numerals that must agree with the game's letters where puzzles raise some: those of
Wordament up to a quarter; with tables of other games at most 0.73 agreed."""

MISREAD = 1
"""Numerals that may differ where nothing raises them: a single one may be misread."""

SAME_HUE = 15.0
"""Degrees by which the hue of tiles may differ from that of their game: highlighted and compressed
ones differ by 3, the next colours of tiles by 40."""

AS_STRONG = 0.5
"""Least saturation of their colour, as a share of the game's: white tiles have no hue."""


@dataclass(frozen=True, slots=True)
class Proven:
    """A tile after its numeral has been compared with its letter.

    Attributes:
        print: What it says.
        value: Its numeral; None where it has none, or one that cannot be its letter's.
        reasons: What contradicts it.
    """

    print: Print
    value: int | None
    reasons: tuple[Reason, ...] = ()


def identify_game(
    corner: Corner | None, values: Sequence[int | None], multipliers: Sequence[Multiplier]
) -> str:
    """The game, by its badges and the place of its numerals."""
    looks = [(name, load_path_game(name).look) for name in path_game_names()]
    badges = any(multiplier != "." for multiplier in multipliers)
    bare = corner is None or not any(values)
    left = corner is not None and corner.left

    def like(look: GridLook) -> tuple[bool, ...]:
        """How well a look agrees; of equal ones, a look with a tile colour of its own is first."""
        if badges:
            return (look.badges,)
        fits = look.numerals != bare and (bare or look.left == left)
        return fits, look.tile is not None

    return max(looks, key=lambda each: like(each[1]))[0]


def identify_language(game: str, prints: Sequence[Print], values: Sequence[int | None]) -> str:
    """The language whose letter values agree with the numerals; the usual one where none do."""
    rules = _rules(game)
    if rules is None:
        return "en"

    def agreeing(language: str) -> int:
        table = rules.values(language)
        pairs = zip(prints, values, strict=True)
        return sum(value is not None and table.get(each.text) == value for each, value in pairs)

    codes = [each.language for each in rules.languages] or [rules.usual_language]
    return max(codes, key=agreeing)


def question_game(
    game: str,
    language: str,
    prints: Sequence[Print],
    values: Sequence[int | None],
    colour: NDArray[np.float32],
) -> Reason | None:
    """Why a grid may belong to another game than identified; None where all fits.

    Args:
        game: Name of the game.
        language: Code of the words' language.
        prints: What the K tiles say, a square number of them.
        values: Their numerals.
        colour: ``(3,)`` blue, green and red of the tiles.
    """
    rules = _rules(game)
    if rules is None:
        return None
    side, told = math.isqrt(len(prints)), {"game": rules.title}
    if rules.look.sides and side not in rules.look.sides:
        return because(Why.OTHER_SIZE, **told, n=side)
    if not rules.look.numerals:
        tile = rules.look.tile
        alike = tile is not None and _same_colour(colour, np.array(tile[::-1], np.float32))
        return None if alike else because(Why.OTHER_TILES, **told)
    shown = [(each, value) for each, value in zip(prints, values, strict=True) if value is not None]
    if not shown:
        return because(Why.NO_NUMERALS, **told)
    table = rules.values(language)
    single = [table.get(each.text) == value for each, value in shown if len(each.text) == 1]
    least = OWN_VALUES * len(single) if rules.look.raised else len(single) - MISREAD
    own = sum(single) >= least
    return None if own else because(Why.OTHER_NUMERALS, **told)


def _same_colour(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether two colours, blue, green and red, have the same hue and are about as strong."""
    both = np.clip(np.stack([one, other]), 0, 255).astype(np.float32)[None] / 255
    (hue, strength, _), (other_hue, other_strength, _) = cv2.cvtColor(both, cv2.COLOR_BGR2HSV)[0]
    apart = abs(float(hue - other_hue))
    return bool(min(apart, 360 - apart) <= SAME_HUE and strength >= AS_STRONG * other_strength)


def prove(
    prints: Sequence[Print], values: Sequence[int | None], game: str, language: str
) -> list[Proven]:
    """The tiles with what contradicts them.

    Args:
        prints: What the K tiles say.
        values: Their numerals.
        game: Name of the game.
        language: Code of the words' language.
    """
    rules = _rules(game)
    table = {} if rules is None else rules.values(language)
    fixed = rules is not None and rules.look.numerals and not rules.look.raised
    told = [_told(each, value, table) for each, value in zip(prints, values, strict=True)]
    usual = float(np.median([each.likeness for each in told]))
    shown: dict[str, Counter[int]] = {}
    for each, value in zip(told, values, strict=True):
        if value is not None:
            shown.setdefault(each.text, Counter())[value] += 1
    proven = []
    for each, value in zip(told, values, strict=True):
        against = _other_value(each, value, table if fixed else {}, shown)
        reasons = [*_of_letter(each, value, table, usual), *against]
        kept = None if against and fixed else value
        proven.append(Proven(each, kept, tuple(reasons)))
    return proven


def _rules(game: str) -> PathGame | None:
    return load_path_game(game) if game in path_game_names() else None


def _told(each: Print, value: int | None, table: Mapping[str, int]) -> Print:
    """The letter that fits the numeral, where two look alike; single figures may be misread."""
    other = each.runner_up
    if value is None or other is None or each.lead >= TOLD:
        return each
    if table.get(each.text) != value and table.get(other) == value:
        lead = TOLD if value >= TWO_DIGITS else 0.0
        return replace(each, text=other, runner_up=each.text, lead=lead)
    return each


def _of_letter(
    each: Print, value: int | None, table: Mapping[str, int], usual: float
) -> Iterator[Reason]:
    """What contradicts the letter of a tile; ``usual`` is the tiles' usual likeness to letters."""
    less = each.likeness < usual - LESS
    little = len(each.text) > 1 and value is not None and value < TWO_DIGITS
    # Tiles of several letters count ten and more.
    if each.likeness < SURE or little:
        yield because(Why.UNCLEAR)
    elif each.runner_up is not None and each.lead < (LEAD[1] if each.hidden or less else LEAD[0]):
        if (
            each.lead
            and value is not None
            and table.get(each.text) == value != table.get(each.runner_up)
        ):
            return
        if each.hidden:
            yield because(Why.TRACED, other=each.runner_up)
        else:
            yield because(Why.ALIKE, letter=each.text, other=each.runner_up)


def _other_value(
    each: Print, value: int | None, table: Mapping[str, int], shown: Mapping[str, Counter[int]]
) -> list[Reason]:
    """A reason where a numeral differs from the letter's value, or from other tiles of it."""
    if value is None:
        return []
    worth = table.get(each.text)
    if worth is not None and worth != value:
        return [because(Why.OTHER_VALUE, numeral=value, letter=each.text, value=worth)]
    others = shown[each.text].most_common()
    if (
        worth is None
        and len(others) > 1
        and (value != others[0][0] or others[0][1] == others[1][1])
    ):
        other = next(number for number, _ in others if number != value)
        return [because(Why.OTHERS_VALUE, numeral=value, letter=each.text, value=other)]
    return []
