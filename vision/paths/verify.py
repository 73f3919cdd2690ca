"""Letters and numerals of a path game's tiles in; its game, language and doubtful tiles out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.errors import GameFileError
from solver.paths import GridLook, PathGame, load_path_game, path_game_names
from vision.doubts import Reason, Why, because
from vision.imaging import SAME_HUE, Grid, Screen
from vision.paths.reading import Multiplier
from vision.text import gather_lines, scale_for
from vision.tiles import CornerPrints

ACROSS = 20
"""Squares across a board whose texts are as large as those of a page that fills the picture."""

OWN_VALUES = 0.75
"""Share of the numerals that must agree with the game's letters where puzzles raise some: those of
Wordament up to a quarter; with tables of other games at most 0.73 agreed."""

MISREAD = 1
"""Numerals that may differ where nothing raises them: a single one may be misread."""

AS_STRONG = 0.5
"""Least saturation of their colour, as a share of the game's: white tiles have no hue."""


def named_game(screen: Screen) -> str | None:
    """The only path game whose title is written in a picture; None where there is none, or more."""
    cell = screen.width / ACROSS
    grid = Grid(0.0, 0.0, cell, ACROSS)
    lines = gather_lines(screen, grid, (), scale_for(cell), [(0.0, np.inf)])
    texts = [line.text.replace(" ", "").casefold() for line in lines]
    found = [
        name
        for name in path_game_names()
        if any(load_path_game(name).title.replace(" ", "").casefold() in text for text in texts)
    ]
    return found[0] if len(found) == 1 else None


def known_pairs() -> tuple[str, ...]:
    """The tiles of all games that show a capital and a small letter, each once."""
    found: dict[str, None] = {}
    for name in path_game_names():
        with suppress(GameFileError):  # told where its game is asked for
            found |= dict.fromkeys(load_path_game(name).look.pairs)
    return tuple(found)


def identify_game(
    prints: CornerPrints | None,
    values: Sequence[int | None],
    multipliers: Sequence[Multiplier],
    colour: NDArray[np.float32],
    side: int,
) -> str:
    """The game, by its badges, the place of its numerals, its tiles a side and their colour."""
    looks = [(name, load_path_game(name).look) for name in path_game_names()]
    badges = any(multiplier != "." for multiplier in multipliers)
    bare = prints is None or not any(values)
    left = prints is not None and prints.corner.left

    def like(look: GridLook) -> tuple[bool, ...]:
        """How well a look agrees; of equal ones, that whose own colour the tiles have is first."""
        if badges:
            return (look.badges,)
        fits = look.numerals != bare and (bare or look.left == left)
        return fits, side in (look.sides or (side,)), _has_tiles(look, colour), look.tile is None

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
    side: int,
) -> Reason | None:
    """Why a grid may belong to another game than identified; None where all fits.

    Args:
        game: Name of the game.
        language: Code of the words' language.
        texts: What the K tiles say.
        values: Their numerals.
        colour: ``(3,)`` blue, green and red of the tiles.
        side: Tiles a side.
    """
    rules = _rules(game)
    if rules is None:
        return None
    told = {"game": rules.title}
    if rules.look.sides and side not in rules.look.sides:
        return because(Why.OTHER_SIZE, **told, n=side)
    if not rules.look.numerals:
        return None if _has_tiles(rules.look, colour) else because(Why.OTHER_TILES, **told)
    shown = [(each, value) for each, value in zip(texts, values, strict=True) if value is not None]
    if not shown:
        return because(Why.NO_NUMERALS, **told)
    table = rules.values(language)
    single = [table.get(each) == value for each, value in shown if len(each) == 1]
    least = OWN_VALUES * len(single) if rules.look.raised else len(single) - MISREAD
    own = sum(single) >= least
    return None if own else because(Why.OTHER_NUMERALS, **told)


def _has_tiles(look: GridLook, colour: NDArray[np.float32]) -> bool:
    """Whether blue, green and red have the hue of a look's tiles and are about as strong."""
    if look.tile is None:
        return False
    both = np.clip(np.stack([colour, look.tile[::-1]]), 0, 255).astype(np.float32)[None] / 255
    (hue, strength, _), (other_hue, other_strength, _) = cv2.cvtColor(both, cv2.COLOR_BGR2HSV)[0]
    apart = abs(float(hue - other_hue))
    return bool(min(apart, 360 - apart) <= SAME_HUE and strength >= AS_STRONG * other_strength)


def values_of(game: str, language: str) -> Mapping[str, int]:
    """What the numerals of a game's letters say; empty where that is not known."""
    rules = _rules(game)
    return rules.values(language) if rules is not None and rules.look.numerals else {}


def prove_values(
    texts: Sequence[str], values: Sequence[int | None], game: str, language: str
) -> Iterator[tuple[int | None, Reason | None]]:
    """The numeral of each tile, None where it cannot be its letter's, and why it may be another.

    Where a game does not tell what numerals say, all tiles of a text should say the same.
    """
    rules = _rules(game)
    raised = rules is None or rules.look.raised
    table = {} if raised else values_of(game, language)
    shown: dict[str, Counter[int]] = {text: Counter() for text in texts}
    for text, value in zip(texts, values, strict=True):
        shown[text].update([] if value is None else [value])
    for text, value in zip(texts, values, strict=True):
        others = Counter({each: n for each, n in shown[text].items() if each != value})
        why = None
        if raised and value and others:
            [(most, often)] = others.most_common(1)
            if often >= shown[text][value]:
                why = because(Why.OTHERS_VALUE, numeral=value, letter=text, value=most)
        yield (value if table.get(text, value) == value else None), why


def _rules(game: str) -> PathGame | None:
    return load_path_game(game) if game in path_game_names() else None
