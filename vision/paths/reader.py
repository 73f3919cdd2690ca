"""Grid reader: the picture of a path game in, a GridReading out; the whole way in call order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np

from solver.game import Square, TileSet
from solver.paths import PathGame, load_path_game
from vision.corrections import NO_TILE, NOTHING_CORRECTED, Corrections
from vision.errors import NoBoardFound
from vision.imaging import (
    HARDLY_ANY,
    NEARLY_ALL,
    OTHER_COLOUR,
    Box,
    Place,
    Screen,
    ground_colours,
    pixel_distances,
    usual_colour,
)
from vision.inference import Choice, GridFindings, Prints, decide_grid, sure_from
from vision.paths.badges import MULTIPLIERS, read_badges
from vision.paths.letters import read_prints
from vision.paths.locate import find_lattices
from vision.paths.tiles import Tiles, find_tiles
from vision.paths.verify import (
    GridSigns,
    identify_game,
    identify_language,
    known_pairs,
    languages_shown,
    letters_of,
    named_game,
    prove_values,
    question_badge,
    question_game,
    question_language,
    question_letters,
    values_of,
)
from vision.reading import Doubt, GridReading, GridTile, Reason, Why, because
from vision.text import DIGITS, lines_beside
from vision.themes import UNACCENTED
from vision.tiles import LIKELY, SURE, GlyphBank, compare, generic_bank, shapes_of

_WORD = re.compile(r"[A-Z]{3,}")
_TWINS = str.maketrans("l0", "IO")


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
        language: Code of the words' language if it is known; otherwise accented letters and the
            values of all identify it.
        corrected: What the player says of some tiles, which helps to read the others.

    Raises:
        NoBoardFound: There is no grid of tiles with letters in the picture.
        CorrectionUnusable: A correction names no tile of the grid.
        UnknownGame: No path game has the name of the one that is known.
    """
    known = load_path_game(game) if game else None
    letters = _templates((language,) if language else ())
    without = {place for place, text in corrected.board.items() if text == NO_TILE}
    largest = 0
    for lattice in find_lattices(screen):
        if lattice.size < largest:  # a part of the grid found before
            continue
        straight = screen.straightened(lattice.pose)
        tiles = find_tiles(straight, lattice, without)
        if tiles is None:
            continue
        largest = lattice.size
        prints = read_prints(tiles.cells, letters, tiles.beyond)
        if prints is not None and _is_game(prints, letters):
            told = corrected.of_grid(lattice.size)
            return _assemble(straight, tiles, prints, known, language, told)
    raise NoBoardFound(f"{screen.name}: no grid of letters was found")


@lru_cache(maxsize=8)
def _templates(codes: tuple[str, ...]) -> GlyphBank:
    """Templates of the plain letters, and of those of some languages."""
    letters = dict.fromkeys("".join([UNACCENTED, *map(letters_of, codes)]))
    return generic_bank().only(tuple(letters))


def _is_game(prints: Prints, letters: GlyphBank) -> bool:
    """Whether all tiles show letters, and not figures, premiums or letters in their order.

    From one end of the alphabet to the other, or once beyond it, as in lists of apps or names.
    """
    texts, likeness = prints.texts, prints.likeness
    seen = ~prints.hidden | prints.faces.clear
    likeness = np.where(prints.faces.is_tile, np.maximum(likeness, SURE), likeness)
    single = np.array([len(text) == 1 for text in texts])
    # What is little like a letter, and nothing to the network, may be part of a label.
    likeness[single & ~prints.faces.shows_any & (likeness < SURE)] = 0.0
    if (likeness < LIKELY).sum() > HARDLY_ANY * len(texts) or likeness.min() < LIKELY / 2:
        return False
    if 2 * seen.sum() < len(texts) or (likeness[seen] >= SURE).sum() < NEARLY_ALL * seen.sum():
        return False
    if not set(texts).isdisjoint(MULTIPLIERS.values()):  # premium squares of a board
        return False
    if sum(one > other for one, other in pairwise(texts)) <= 1:  # at random once in 10 ** 7
        return False
    shapes, aspects = shapes_of([mark for mark in prints.faces.marks if mark is not None])
    banks = generic_bank().only(DIGITS), letters
    figure, letter = (compare(shapes, aspects, bank).max(axis=(1, 2)) for bank in banks)
    return bool(2 * np.count_nonzero(figure > letter) < len(texts))


def _assemble(
    screen: Screen,
    tiles: Tiles,
    prints: Prints,
    known: PathGame | None,
    spoken: str | None,
    told: Mapping[Place, str],
) -> GridReading:
    """All that was seen, with the doubts about it, and what a player tells."""
    codes = (spoken,) if spoken else languages_shown(prints.single)
    if codes and not spoken:
        again = read_prints(tiles.cells, _templates(codes), tiles.beyond)
        prints, codes = (again, codes) if again else (prints, ())
    corrected = {k: told[each] for k, each in enumerate(tiles.places) if each in told}
    words = _words(screen, tiles) if np.count_nonzero(prints.hidden) > 1 else []
    decide = partial(_decide, tiles, prints, words, corrected)
    signs = _signs_of(screen, tiles, prints, codes)
    game, language, choices, seen, why = _identify(screen, signs, known, decide, spoken=spoken)
    whys = why, question_language(game, language, seen)
    doubts = [Doubt("game", game.name, None, each) for each in whys if each]
    complete = seen.completed(game, language)
    proven = prove_values(seen.texts, complete.values(game, language), game, language)
    strange = question_letters(language, seen.texts)
    read: dict[Place, GridTile] = {}
    for k, (tile, (value, odd)) in enumerate(zip(choices, proven, strict=True)):
        place, box, multiplier = tiles.places[k], tiles.boxes[k], complete.multipliers[k]
        read[place] = GridTile(tile.letter, tile.confidence, tile.runner_up, box, value, multiplier)
        reasons = () if k in corrected else (tile.why, odd, strange[k])
        doubts += [
            Doubt(Square(*place).name, tile.letter, tile.runner_up, each)
            for each in (*reasons, *question_badge(seen, complete, k))
            if each
        ]
    read |= {
        place: GridTile(told.get(place, NO_TILE).strip(NO_TILE), 1.0, None, box)
        for place, box in tiles.holes.items()
    }
    # A game that is in doubt may be one whose shapes nobody stated.
    unlikely = tiles.covered if why else game.look.odd_holes(seen.side, tiles.holes)
    for place in sorted(unlikely - told.keys()):
        doubts.append(Doubt(Square(*place).name, NO_TILE, None, because(Why.COVERED)))
    if screen.pose is not None:
        back = screen.pose.box_back
        read = {place: replace(tile, box=back(tile.box)) for place, tile in read.items()}
    every = range(seen.side)
    rows = tuple(tuple(read[row, column] for column in every) for row in every)
    return GridReading(screen.width, screen.height, game.name, language, rows, tuple(doubts))


def _decide(
    tiles: Tiles,
    prints: Prints,
    words: Sequence[str],
    corrected: Mapping[int, str],
    signs: GridSigns,
    game: PathGame,
    language: str,
) -> tuple[list[Choice], GridSigns]:
    """What each tile is if the grid is of that game, and the signs with these texts."""
    table = values_of(game, language) if any(signs.numerals) else {}
    valued = table and all(each in table for each in prints.texts if len(each) == 1)
    seen = prints.numerals_over(signs.factors(game, language) if valued else ())
    letters = prints.faces.letters.letters
    bag = TileSet.of_values(language, {each: table.get(each) or 1 for each in letters})
    height = tiles.boxes[0].height
    found = GridFindings(seen, tiles.places, height, bag, corrected, words, known_pairs())
    choices = decide_grid(found)
    return choices, signs._replace(texts=[each.letter for each in choices])


def _identify(
    screen: Screen,
    signs: GridSigns,
    known: PathGame | None,
    decide: Callable[[GridSigns, PathGame, str], tuple[list[Choice], GridSigns]],
    *,
    spoken: str | None,
) -> tuple[PathGame, str, list[Choice], GridSigns, Reason | None]:
    """The game and its language, what each tile is in that, and why it may be another game."""
    game = known or identify_game(signs)
    language = identify_language(game, signs)
    choices, seen = decide(signs, game, language)
    if not spoken and signs.codes and all(map(str.isascii, seen.texts)):  # no accent after all
        return _identify(screen, seen._replace(codes=()), known, decide, spoken=spoken)
    if known is not None:
        return game, language, choices, seen, None
    why = question_game(game, language, seen)
    # A colour alone says less than a title.
    named = named_game(screen) if why or not any(signs.numerals) else None
    if named is None or named.name == game.name:
        return game, language, choices, seen, why if named is None else None
    language = identify_language(named, seen)
    return named, language, *decide(signs, named, language), None


def _signs_of(screen: Screen, tiles: Tiles, prints: Prints, codes: Sequence[str]) -> GridSigns:
    """What tells the game of a grid."""
    values = _values(prints)
    numerals = prints.faces.prints if any(values) else None
    multipliers, unread, figured = read_badges(screen, tiles, numerals)
    if set(multipliers) == {"."}:
        unread = [each and not under for each, under in zip(unread, prints.hidden, strict=True)]
    grounds = ground_colours(tiles.cells)
    colour = usual_colour(grounds)
    alike = pixel_distances(grounds, colour) <= OTHER_COLOUR
    return GridSigns(
        texts=prints.texts,
        numerals=values,
        certain=numerals.certain.tolist() if numerals else [False] * len(values),
        multipliers=multipliers,
        unread=unread,
        figured=figured,
        left=numerals is not None and numerals.corner.left,
        colour=colour if 2 * np.count_nonzero(alike) >= len(grounds) else None,
        side=tiles.lattice.size,
        small=[prints.is_small(k, text) for k, text in enumerate(prints.texts)],
        codes=codes,
    )


def _words(screen: Screen, tiles: Tiles) -> list[str]:
    """The words in capitals above and below a grid; an I may be read as an l, an O as a 0."""
    around = Box.around(tiles.boxes)
    strips = [(0.0, around.y), (around.bottom, np.inf)]
    lines = lines_beside(screen, around, tiles.boxes[0].width, strips)
    return [word for line in lines for word in _WORD.findall(line.text.translate(_TWINS))]


def _values(prints: Prints) -> list[int | None]:
    """The numerals, where the look has any: at least half of the tiles show one.

    Nothing else tells what a tile of several letters counts: its numeral has to be sure.
    """
    numerals = [prints.faces.numeral(k) for k in range(len(prints.hidden))]
    values = [each.value for each in numerals]
    if 2 * values.count(None) > len(values):
        return [None] * len(values)
    unsure = {k for k in prints.several if max(numerals[k].chances) < sure_from()}
    return [None if k in unsure else value for k, value in enumerate(values)]
