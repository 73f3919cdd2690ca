"""Grid reader: the picture of a path game in, a GridReading out; the whole way in call order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from solver.board import Square
from solver.rules import game_names, languages
from vision.choice import DOUBTED
from vision.classify import Faces
from vision.errors import NoBoardFound
from vision.glyphs import GlyphBank, compare, generic_bank
from vision.grid_badges import MULTIPLIERS, read_badges
from vision.grid_letters import Print, is_clear, read_prints
from vision.grid_locate import find_lattices
from vision.grid_reading import GridReading, GridTile, Multiplier
from vision.grid_tiles import Tiles, find_tiles
from vision.match import shapes_of
from vision.reading import Doubt
from vision.reasons import Reason, Why, because
from vision.screen import Screen
from vision.templates import DIGITS, UNACCENTED

VALUES = tuple(range(1, 31))
"""What numerals may say: a letter counts up to 10, several on one tile up to 20 and more."""

CLEAR = 0.8
"""Share of a grid's tiles that must show a clear letter; the others may be doubtful ones."""

FIGURES = 0.25
"""Share of the tiles that look more like figures from which the grid is one of numbers."""

MORE = 0.03
"""By how much more they do."""

LEAD = (0.04, 0.06)
"""Lead over the next letter below which a tile is in doubt: one in sight, and one half hidden."""

PREMIUMS = frozenset(MULTIPLIERS.values())
"""What premium squares of a board say: where they stand in a grid, it is a part of a board."""

USUAL = "wordhunt"
"""The game whose tiles bear no numerals."""


def read_grid(
    screen: Screen, *, game: str | None = None, language: str | None = None
) -> GridReading:
    """Read the grid of a path game from a picture.

    Args:
        screen: The picture.
        game: Name of the game if it is known; otherwise it is told from numerals and badges.
        language: Code of the words' language; None for English.

    Raises:
        NoBoardFound: There is no grid of tiles with letters in the picture.
    """
    spoken = language or "en"
    letters, digits = _templates(spoken)
    for lattice in find_lattices(screen):
        tiles = find_tiles(screen, lattice)
        if tiles is None:
            continue
        seen, faces = read_prints(tiles.cells, letters, digits, VALUES)
        prints = [each for each in seen if each is not None]
        if len(prints) == len(seen) and _is_game(prints, faces, letters, digits):
            return _assemble(screen, tiles, prints, faces, game, spoken)
    raise NoBoardFound(f"{screen.name}: no grid of letters in sight")


@lru_cache(maxsize=8)
def _templates(language: str) -> tuple[GlyphBank, GlyphBank]:
    """Templates of a language's letters, and of the figures."""
    letters = dict.fromkeys(UNACCENTED)
    for name in game_names():
        for tiles in languages(name):
            if tiles.language.partition("-")[0] == language.partition("-")[0]:
                letters |= dict.fromkeys(tiles.letters)
    bank = generic_bank()
    return bank.only(tuple(letters)), bank.only(DIGITS)


def _is_game(prints: Sequence[Print], faces: Faces, letters: GlyphBank, digits: GlyphBank) -> bool:
    """Whether all tiles show letters, and not figures, premiums or the alphabet in its order."""
    texts = [each.text for each in prints]
    if sum(map(is_clear, prints)) < CLEAR * len(prints):
        return False
    if texts == sorted(set(texts)) or any(text in PREMIUMS for text in texts):
        return False
    marks = [mark for mark in faces.marks if mark is not None]
    shapes, aspects = shapes_of(marks)
    figure, letter = (compare(shapes, aspects, bank).max(axis=(1, 2)) for bank in (digits, letters))
    return bool(np.count_nonzero(figure > letter + MORE) < FIGURES * len(prints))


def _assemble(
    screen: Screen,
    tiles: Tiles,
    prints: Sequence[Print],
    faces: Faces,
    game: str | None,
    language: str,
) -> GridReading:
    """All that was seen, with the doubts about it; every tile has its print."""
    values = _values(faces)
    multipliers, hidden = read_badges(screen, tiles, faces.corner if any(values) else None)
    badged = any(multiplier != "." for multiplier in multipliers)
    doubts: list[Doubt] = []
    read: list[GridTile] = []
    for k, (each, box) in enumerate(zip(prints, tiles.boxes, strict=True)):
        reasons = [*_letter_doubts(each), *_value_doubts(k, prints, values)]
        if hidden[k] and (badged or not each.hidden):
            reasons.append(because(Why.BADGE))
        where = Square(*divmod(k, tiles.lattice.size)).name
        doubts += [Doubt(where, each.text, each.runner_up, why) for why in reasons]
        confidence = min(each.likeness, DOUBTED if reasons else 1.0)
        read.append(GridTile(each.text, confidence, each.runner_up, box, values[k], multipliers[k]))
    size = tiles.lattice.size
    return GridReading(
        screen.width,
        screen.height,
        game or _tell_game(faces, values, multipliers),
        language,
        tuple(tuple(read[row * size : (row + 1) * size]) for row in range(size)),
        tuple(doubts),
    )


def _values(faces: Faces) -> list[int | None]:
    """The numerals, where the look has any: half of the tiles at least show one."""
    values = [numeral.value for numeral in faces.numerals]
    few = sum(value is not None for value in values) < len(values) / 2
    return [None] * len(values) if few else values


def _letter_doubts(shown: Print) -> Iterator[Reason]:
    """What speaks against the letter of a tile."""
    if not is_clear(shown):
        yield because(Why.UNCLEAR)
    elif shown.runner_up is not None and shown.lead < LEAD[shown.hidden]:
        if shown.hidden:
            yield because(Why.TRACED, other=shown.runner_up)
        else:
            yield because(Why.ALIKE, letter=shown.text, other=shown.runner_up)


def _value_doubts(
    k: int, prints: Sequence[Print], values: Sequence[int | None]
) -> Iterator[Reason]:
    """What other tiles of its letter say against the letter of a tile, or its value."""
    own, each = values[k], prints[k]
    if own is None:
        return
    namesakes = [
        value
        for other, value in zip(prints, values, strict=True)
        if other.text == each.text and value is not None
    ]
    usual, count = Counter(namesakes).most_common(1)[0]
    if own != usual or 2 * count <= len(namesakes):
        other = next(value for value in namesakes if value != own)
        yield because(Why.OTHERS_VALUE, numeral=own, letter=each.text, value=other)


def _tell_game(
    faces: Faces, values: Sequence[int | None], multipliers: Sequence[Multiplier]
) -> str:
    """The game, by where its tiles bear numerals and by badges."""
    if any(multiplier != "." for multiplier in multipliers):
        return "ruzzle"
    if faces.corner is None or not any(values):
        return USUAL
    return "wordament" if faces.corner.left else "ruzzle"
