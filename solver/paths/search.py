"""All words of a grid of a path game, traced from tile to neighbouring tile.

The search has two passes. The first lets tiles be used again: for each beginning of a word it keeps
only the tiles where that may end, as bits, so that a few shifts give all neighbours, and beginnings
of no word are dropped for all paths at once. The second follows the few others path by path.

Paths that spell the same beginning, end on the same tile and used the same tiles are kept once,
for their order does not change the points. Of the paths of a word with equal points the one that
is easiest to trace with a finger is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from operator import ne
from string import ascii_uppercase
from typing import NamedTuple

from solver.errors import UnknownGame
from solver.game import Square
from solver.paths.game import PathGame
from solver.paths.grid import MULTIPLIERS, PathGrid, PathTile
from solver.words import ACCEPT, CHILD, Alphabet, Graph, Lexicon, load_graph

MOST_PATHS = 20000
"""At most this many paths of one beginning are followed, those with the most points. English words
have some tens on a grid, thousands on one of nothing but S and E; other lists may have more."""

Path = tuple[int, ...]
"""Numbers of tiles, in order."""
_Ways = dict[tuple[int, int], Path]
"""One path for each pair of the tiles used, as bits, and the number of the last tile."""


@dataclass(frozen=True, slots=True)
class PathWord:
    """A word that can be traced.

    Attributes:
        word: In upper case.
        points: Those of its best path.
        path: The squares of such a path, one a tile; of several the easiest to trace.
    """

    word: str
    points: int
    path: tuple[Square, ...]


class _Step(NamedTuple):
    """The tiles that may stand for some letters, as bits.

    Attributes:
        first: Those that may be the first of a word.
        later: Those that may be a later one.
        open: Those of the later ones after which the word may go on.
    """

    first: int = 0
    later: int = 0
    open: int = 0


@dataclass(slots=True)
class _Prefix:
    """A beginning of words.

    Attributes:
        arc: The arc of the word graph that leads there.
        reach: The tiles on which it may end, as bits, where tiles may be used again.
        nexts: The letters it may go on with, each with the longer beginning.
        is_word: Whether it is a word that counts.
        open: Its paths that may go on; set, like `ended`, only if it is or begins a word.
        ended: Its paths whose last tile only ends words.
    """

    arc: int
    reach: int = 0
    nexts: list[tuple[bytes, _Prefix]] = field(default_factory=list)
    is_word: bool = False
    open: _Ways = field(init=False)
    ended: _Ways = field(init=False)


_Layers = list[dict[bytes, _Prefix]]
"""Beginnings, listed by their number of letters."""


def find_words(grid: PathGrid, game: PathGame, lexicon: Lexicon, language: str) -> list[PathWord]:
    """All words of a grid, each with its best path.

    Args:
        grid: The tiles.
        game: The rules for points.
        lexicon: The words the game accepts.
        language: Whose letter values apply where a tile has no numeral.

    Returns:
        By falling points, then the longer ones, then by the alphabet; always in the same order.

    Raises:
        UnknownGame: The value of a letter is not known.
        WordListError: The lexicon has no word of these letters.
    """
    return _Search(grid, game, lexicon, language).words()


class _Search:
    """The search of one grid; squares are numbered row by row, with one unused number a row."""

    def __init__(self, grid: PathGrid, game: PathGame, lexicon: Lexicon, language: str) -> None:
        self._width = len(grid.rows[0]) + 1
        self._tiles = {
            row * self._width + column: tile
            for row, line in enumerate(grid.rows)
            for column, tile in enumerate(line)
            if tile is not None
        }
        self._game = game
        self._squares = {number: Square(*divmod(number, self._width)) for number in self._tiles}
        self._shortest = game.shortest(len(self._tiles))
        self._graph = _graph(self._tiles.values(), lexicon)
        values, by_length = game.values(language), game.lengths.counts == "points"
        self._values = {
            number: 0
            if by_length
            else tile_value(tile, game, values, language) * MULTIPLIERS[tile.multiplier][0]
            for number, tile in self._tiles.items()
        }
        self._factors = {n: MULTIPLIERS[tile.multiplier][1] for n, tile in self._tiles.items()}
        self._there = sum(1 << number for number in self._tiles)
        self._ends = sum(1 << number for number, tile in self._tiles.items() if tile.ends)
        self._steps = self._tiles_of_letters()
        self._by_first: dict[int, list[tuple[bytes, _Step]]] = {}
        for letters, step in self._steps.items():
            self._by_first.setdefault(1 << letters[0], []).append((letters, step))
        self._letters = sum(self._by_first)
        self._beside = {number: self._around(1 << number) for number in self._tiles}

    def words(self) -> list[PathWord]:
        """The words, in order."""
        found = []
        for word, paths in self._spelled():
            values = list(map(self._value, paths))
            most = max(values)
            best = [path for path, value in zip(paths, values, strict=True) if value == most]
            points = self._game.lengths.points(len(word), most)
            text = "".join(self._graph.alphabet.decode(word))
            squares = tuple(map(self._squares.__getitem__, self._plainest(best)))
            found.append(PathWord(text, points, squares))
        return sorted(found, key=lambda each: (-each.points, -len(each.word), each.word))

    def _plainest(self, paths: list[Path]) -> Path:
        """The path that is easiest to trace; of several the first in reading order."""
        if len(paths) == 1:
            return paths[0]
        return min(paths, key=lambda path: (awkwardness(path, self._width), path))

    def _spelled(self) -> Iterator[tuple[bytes, list[Path]]]:
        """Each word with its paths, by number of letters."""
        layers = self._beginnings()
        self._prune(layers)
        for letters, prefix in layers[0][b""].nexts:
            self._enter(prefix, self._steps[letters].first, 0, ())
        for layer in layers[1:]:
            for word, prefix in layer.items():
                if not prefix.is_word and not prefix.nexts:
                    continue
                self._keep_best(prefix)
                if prefix.is_word and (whole := self._whole(prefix)):
                    yield word, whole
                for letters, longer in prefix.nexts:
                    self._go_on(prefix, letters, longer)

    def _beginnings(self) -> _Layers:
        """All beginnings of words that could be spelled if a tile might be used again."""
        start = _Prefix(self._graph.words)
        layers: _Layers = [{b"": start}]
        for letters, step in self._steps.items():
            if step.first:
                self._lead(layers, b"", start, letters, step.first)
        for length, layer in enumerate(layers):
            for word, prefix in layer.items() if length else ():
                node = prefix.arc & CHILD
                left = self._graph.lists[node] & self._letters if node else 0
                around = self._around(prefix.reach) if left else 0
                while left:
                    bit = left & -left
                    left ^= bit
                    for letters, step in self._by_first[bit]:
                        if around & step.later:
                            self._lead(layers, word, prefix, letters, around & step.open)
        return layers

    def _prune(self, layers: _Layers) -> None:
        """Drop beginnings that lead to no word, from the longest to the shortest."""
        for length in range(len(layers) - 1, -1, -1):
            for prefix in layers[length].values():
                prefix.nexts = [one for one in prefix.nexts if one[1].is_word or one[1].nexts]
                prefix.is_word = length >= self._shortest and bool(prefix.arc & ACCEPT)
                if prefix.is_word or prefix.nexts:
                    prefix.open, prefix.ended = {}, {}

    def _lead(
        self, layers: _Layers, word: bytes, prefix: _Prefix, letters: bytes, reach: int
    ) -> None:
        """Extend a beginning by some letters, if words go on like that."""
        arc = prefix.arc
        for letter in letters:
            arc = self._graph.arc(arc & CHILD, letter) if arc & CHILD else 0
        if not arc:
            return
        word += letters
        while len(layers) <= len(word):
            layers.append({})
        longer = layers[len(word)].get(word)
        if longer is None:
            longer = layers[len(word)][word] = _Prefix(arc)
        longer.reach |= reach
        prefix.nexts.append((letters, longer))

    def _go_on(self, prefix: _Prefix, letters: bytes, longer: _Prefix) -> None:
        """Extend each path of a beginning by each free neighbour that has the letters."""
        onto = self._steps[letters].later
        for (used, last), path in prefix.open.items():
            free = self._beside[last] & onto & ~used
            if free:
                self._enter(longer, free, used, path)

    def _enter(self, prefix: _Prefix, onto: int, used: int, path: Path) -> None:
        """Extend a path by each of some tiles, and store the results in their beginning."""
        while onto:
            bit = onto & -onto
            onto ^= bit
            number = bit.bit_length() - 1
            ways = prefix.ended if bit & self._ends else prefix.open
            ways.setdefault((used | bit, number), (*path, number))

    def _keep_best(self, prefix: _Prefix) -> None:
        """Where a beginning has too many paths, keep those of the most points."""
        if len(prefix.open) > MOST_PATHS:
            best = sorted(prefix.open.items(), key=lambda item: (-self._value(item[1]), item[1]))
            prefix.open = dict(best[:MOST_PATHS])

    def _whole(self, prefix: _Prefix) -> list[Path]:
        """The paths that end a word here; a tile that only begins words is none by itself."""
        return [
            path
            for path in (*prefix.open.values(), *prefix.ended.values())
            if len(path) > 1 or not self._tiles[path[0]].begins
        ]

    def _tiles_of_letters(self) -> dict[bytes, _Step]:
        """The tiles that may stand for each letter, or group of letters, of the grid."""
        steps: dict[bytes, _Step] = {}
        for number, tile in self._tiles.items():
            for letters in filter(None, map(self._graph.alphabet.encode, tile.choices)):
                bit, step = 1 << number, steps.get(letters, _Step())
                steps[letters] = _Step(
                    step.first | (0 if tile.ends else bit),
                    step.later | (0 if tile.begins else bit),
                    step.open | (0 if tile.begins or tile.ends else bit),
                )
        return steps

    def _around(self, tiles: int) -> int:
        """The neighbours of some tiles, as bits."""
        sides = tiles << 1 | tiles >> 1
        three = tiles | sides
        return (sides | three << self._width | three >> self._width) & self._there

    def _value(self, path: Path) -> int:
        """The value of a path's tiles together, multipliers included."""
        value, factor = 0, 1
        for number in path:
            value += self._values[number]
            factor *= self._factors[number]
        return value * factor


def tile_value(tile: PathTile, game: PathGame, values: Mapping[str, int], language: str) -> int:
    """The value of a tile: its numeral, or else that of its letters in the game.

    Raises:
        UnknownGame: The value of a letter is not known.
    """
    if tile.value is not None:
        return tile.value
    if game.affix is not None and (tile.begins or tile.ends):
        return game.affix
    choices = tile.choices
    if game.either is not None and len(choices) > 1:
        return game.either
    for letter in "".join(choices):
        if letter not in values:
            raise UnknownGame(
                f"the value of {letter} in {game.title} is not known for the language {language}",
                hint=f"write its value on the tile, as in ({letter}=4)",
            )
    sums = [sum(values[letter] for letter in each) for each in choices]
    several = any(len(each) > 1 for each in choices)
    return min(sums) + (game.several if several else 0)


def _graph(tiles: Iterable[PathTile], lexicon: Lexicon) -> Graph:
    """The word graph of A to Z and any other letters on the tiles; most grids share one graph."""
    there = {letter for tile in tiles for choice in tile.choices for letter in choice}
    return load_graph(lexicon, Alphabet((*ascii_uppercase, *sorted(there - {*ascii_uppercase}))))


def awkwardness(path: Path, width: int) -> tuple[int, int]:
    """How often a path crosses itself, and how often it turns.

    Args:
        path: Numbers of squares, each beside the one before it.
        width: The difference in number between rows, more than there are columns.
    """
    steps = [there - here for here, there in pairwise(path)]
    turns = sum(map(ne, steps, steps[1:]))
    # Two diagonal steps cross where they have the same middle, the corner of four squares.
    slants = {width - 1, width + 1, 1 - width, -1 - width}
    middles = [sum(each) for each in pairwise(path) if each[1] - each[0] in slants]
    return len(middles) - len(set(middles)), turns
