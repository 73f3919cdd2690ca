"""Letters and numerals of a path game's tiles in; its game, language and doubtful tiles out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.game import TileSet
from solver.paths import GridLook, PathGame, load_path_game, path_game_names
from vision.doubts import Reason, Why, because
from vision.paths.reading import Multiplier
from vision.tiles import Corner

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


def identify_language(game: str, texts: Sequence[str], values: Sequence[int | None]) -> str:
    """The language whose letter values agree with the numerals; the usual one where none do."""
    rules = _rules(game)
    if rules is None:
        return "en"

    def agreeing(language: str) -> int:
        table = rules.values(language)
        pairs = zip(texts, values, strict=True)
        return sum(value is not None and table.get(each) == value for each, value in pairs)

    codes = [each.language for each in rules.languages] or [rules.usual_language]
    return max(codes, key=agreeing)


def question_game(
    game: str,
    language: str,
    texts: Sequence[str],
    values: Sequence[int | None],
    colour: NDArray[np.float32],
) -> Reason | None:
    """Why a grid may belong to another game than identified; None where all fits.

    Args:
        game: Name of the game.
        language: Code of the words' language.
        texts: What the K tiles say, a square number of them.
        values: Their numerals.
        colour: ``(3,)`` blue, green and red of the tiles.
    """
    rules = _rules(game)
    if rules is None:
        return None
    side, told = math.isqrt(len(texts)), {"game": rules.title}
    if rules.look.sides and side not in rules.look.sides:
        return because(Why.OTHER_SIZE, **told, n=side)
    if not rules.look.numerals:
        tile = rules.look.tile
        alike = tile is not None and _same_colour(colour, np.array(tile[::-1], np.float32))
        return None if alike else because(Why.OTHER_TILES, **told)
    shown = [(each, value) for each, value in zip(texts, values, strict=True) if value is not None]
    if not shown:
        return because(Why.NO_NUMERALS, **told)
    table = rules.values(language)
    single = [table.get(each) == value for each, value in shown if len(each) == 1]
    least = OWN_VALUES * len(single) if rules.look.raised else len(single) - MISREAD
    own = sum(single) >= least
    return None if own else because(Why.OTHER_NUMERALS, **told)


def _same_colour(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether two colours, blue, green and red, have the same hue and are about as strong."""
    both = np.clip(np.stack([one, other]), 0, 255).astype(np.float32)[None] / 255
    (hue, strength, _), (other_hue, other_strength, _) = cv2.cvtColor(both, cv2.COLOR_BGR2HSV)[0]
    apart = abs(float(hue - other_hue))
    return bool(min(apart, 360 - apart) <= SAME_HUE and strength >= AS_STRONG * other_strength)


def tile_set(game: str, language: str, letters: Sequence[str]) -> TileSet:
    """One tile of each letter with what it counts in a game; 1 where that is not known."""
    rules = _rules(game)
    table = rules.values(language) if rules is not None and rules.look.numerals else {}
    return TileSet.of_values(language, {each: table.get(each, 1) for each in letters})


def question_values(
    texts: Sequence[str], values: Sequence[int | None], game: str
) -> dict[int, Reason]:
    """Why numerals may be misread that differ from those of other tiles of the same text, by tile.

    Where a game tells what they are, none is in doubt: letters decide.
    """
    if _fixed(game):
        return {}
    shown: dict[str, Counter[int]] = {}
    for text, value in zip(texts, values, strict=True):
        if value is not None:
            shown.setdefault(text, Counter())[value] += 1
    found = {}
    for k, (text, value) in enumerate(zip(texts, values, strict=True)):
        most = shown[text].most_common(2) if value is not None else []
        if len(most) > 1 and (value != most[0][0] or most[0][1] == most[1][1]):
            other = next(number for number, _ in most if number != value)
            found[k] = because(Why.OTHERS_VALUE, numeral=value or 0, letter=text, value=other)
    return found


def keep_values(
    texts: Sequence[str], values: Sequence[int | None], game: str, language: str
) -> list[int | None]:
    """The numerals, None where they cannot be those of their letters."""
    rules = _rules(game)
    table = rules.values(language) if rules is not None and _fixed(game) else {}
    pairs = zip(texts, values, strict=True)
    return [value if table.get(text, value) == value else None for text, value in pairs]


def _fixed(game: str) -> bool:
    """Whether each numeral is what its letter counts."""
    rules = _rules(game)
    return rules is not None and rules.look.numerals and not rules.look.raised


def _rules(game: str) -> PathGame | None:
    return load_path_game(game) if game in path_game_names() else None
