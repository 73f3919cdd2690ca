"""Grid reader: the picture of a path game in, a GridReading out; the whole way in call order."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache

import numpy as np

from solver.game import Square, game_names, languages
from vision.corrections import NOTHING_CORRECTED, Corrections
from vision.doubts import Why, because
from vision.errors import NoBoardFound
from vision.imaging import Screen, ground_colours, usual_colour
from vision.paths.badges import MULTIPLIERS, read_badges
from vision.paths.letters import read_prints
from vision.paths.locate import find_lattices
from vision.paths.names import named_game
from vision.paths.prints import Print
from vision.paths.reading import GridReading, GridTile
from vision.paths.tiles import Tiles, find_tiles
from vision.paths.trace import read_by_trace
from vision.paths.verify import identify_game, identify_language, prove, question_game
from vision.reading import Doubt
from vision.themes import DIGITS, UNACCENTED
from vision.tiles import LIKELY, SURE, GlyphBank, TileObservations, compare, generic_bank, shapes_of

VALUES = tuple(range(1, 31))
"""What numerals may say: a letter counts up to 10, several on one tile up to 20 and more."""

CLEAR = 0.8
"""Share of the visible tiles, at least half of all, that must show a clear letter."""

DOUBTED = 0.45
"""Confidence of a tile that something contradicts."""

UNLIKE = 0.15
"""Greatest share of tiles that are hardly like any letter because something lies on them."""

LEAST = 0.4
"""Least likeness of these to some letter."""

FIGURES = 0.25
"""Share of the tiles that look more like figures from which it is a grid of numbers."""

MORE = 0.03
"""By how much more they look like figures."""

PREMIUMS = frozenset(MULTIPLIERS.values())
"""Labels of premium squares: a grid that contains them is part of a board."""


def read_grid(
    screen: Screen,
    *,
    game: str | None = None,
    language: str | None = None,
    corrected: Corrections = NOTHING_CORRECTED,
) -> GridReading:
    """Read the grid of a path game from a picture.

    Args:
        screen: The picture.
        game: Name of the game if it is known; otherwise numerals and badges identify it.
        language: Code of the words' language if it is known; otherwise the values of unaccented
            letters identify it.
        corrected: What the player says of some tiles; the others are read in their light.

    Raises:
        NoBoardFound: There is no grid of tiles with letters in the picture.
        CorrectionUnusable: A correction names no tile of the grid.
    """
    letters, digits = _templates(language or "en")
    largest = 0
    for lattice in find_lattices(screen):
        if lattice.size < largest:  # a part of the grid found before
            continue
        straight = screen.straightened(lattice.pose)
        tiles = find_tiles(straight, lattice)
        if tiles is None:
            continue
        largest = lattice.size
        seen, faces = read_prints(tiles.cells, letters, digits, VALUES)
        prints = [each for each in seen if each is not None]
        if len(prints) == len(seen) and _is_game(prints, faces, letters, digits):
            prints = read_by_trace(straight, tiles, prints)
            told = corrected.of_grid(lattice.size)
            for k, text in told.items():
                prints[k] = Print(text, 1.0, None, 1.0)
            return _assemble(straight, tiles, prints, faces, game, language, told)
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


def _is_game(
    prints: Sequence[Print], faces: TileObservations, letters: GlyphBank, digits: GlyphBank
) -> bool:
    """Whether all tiles show letters, and not figures, premiums or the alphabet in its order."""
    texts = [each.text for each in prints]
    unlike = sum(each.likeness < LIKELY for each in prints)
    if unlike > UNLIKE * len(prints) or min(each.likeness for each in prints) < LEAST:
        return False
    seen = [each for each in prints if not each.hidden]
    if 2 * len(seen) < len(prints) or sum(each.likeness >= SURE for each in seen) < CLEAR * len(
        seen
    ):
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
    faces: TileObservations,
    game: str | None,
    language: str | None,
    corrected: Container[int],
) -> GridReading:
    """All that was seen, with the doubts about it."""
    values = _values(faces)
    corner = faces.corner if any(values) else None
    multipliers, hidden = read_badges(screen, tiles, corner)
    badged = any(multiplier != "." for multiplier in multipliers)
    told, game = game, game or identify_game(corner, values, multipliers)
    spoken, language = language, language or identify_language(game, prints, values)
    doubts: list[Doubt] = []
    if told is None:
        colour = usual_colour(ground_colours(tiles.cells))
        why = question_game(game, language, prints, values, colour)
        named = None if why is None else named_game(screen)
        if named is not None:
            game, language = named, spoken or identify_language(named, prints, values)
        elif why is not None:
            doubts.append(Doubt("game", game, None, why))
    read: list[GridTile] = []
    for k, tile in enumerate(prove(prints, values, game, language)):
        shown, reasons = tile.print, [] if k in corrected else [*tile.reasons]
        if hidden[k] and (badged or not shown.hidden):
            reasons.append(because(Why.BADGE))
        where = Square(*divmod(k, tiles.lattice.size)).name
        doubts += [Doubt(where, shown.text, shown.runner_up, why) for why in reasons]
        confidence = min(shown.likeness, DOUBTED if reasons else 1.0)
        box, runner_up = tiles.boxes[k], shown.runner_up
        box = box if screen.pose is None else screen.pose.box_back(box)
        read.append(GridTile(shown.text, confidence, runner_up, box, tile.value, multipliers[k]))
    size = tiles.lattice.size
    rows = tuple(tuple(read[row * size : (row + 1) * size]) for row in range(size))
    return GridReading(screen.width, screen.height, game, language, rows, tuple(doubts))


def _values(faces: TileObservations) -> list[int | None]:
    """The numerals, where the look has any: at least half of the tiles show one."""
    values = [numeral.value for numeral in faces.numerals]
    few = sum(value is not None for value in values) < len(values) / 2
    return [None] * len(values) if few else values
