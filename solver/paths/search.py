"""A grid of a path game in, all its words out: traced from tile to neighbouring tile.

The word graph is followed letter by letter, all paths that spell one prefix at a time. Of a prefix
only what matters is kept: on which tile it ends and which tiles it used; their order does not
change the points. Of the paths of a word with equal points the one that is easiest to trace with a
finger is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from solver.errors import UnknownGame
from solver.game import Square
from solver.paths.game import PathGame
from solver.paths.grid import MULTIPLIERS, PathGrid, PathTile
from solver.words import ACCEPT, CHILD, Alphabet, Graph, Lexicon, load_graph

LATIN = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
MOST_PATHS = 20000
"""This many paths of one beginning are followed, those of the most points. English words have some
tens on a grid, and thousands on one of nothing but S and E; this is for stranger lists."""

Path = tuple[int, ...]
"""Numbers of tiles, in order."""


@dataclass(frozen=True, slots=True)
class PathWord:
    """A word that can be traced.

    Attributes:
        word: In upper case.
        points: The most that a path of it counts.
        path: The squares of such a path, one a tile; of several the plainest.
    """

    word: str
    points: int
    path: tuple[Square, ...]


class _Way(NamedTuple):
    """Where a path stands: the bits of the tiles it used, and its last tile."""

    used: int
    last: int


@dataclass(slots=True)
class _Prefix:
    """The paths that spell one beginning.

    Attributes:
        arc: The arc of the word graph that leads there.
        open: Those that may go on.
        ended: Those whose last tile only ends words.
    """

    arc: int
    open: dict[_Way, Path] = field(default_factory=dict)
    ended: dict[_Way, Path] = field(default_factory=dict)


_Layers = dict[int, dict[bytes, _Prefix]]
"""Beginnings by how many letters they have."""


class _Choice(NamedTuple):
    """What a tile may stand for."""

    tile: int
    letters: bytes


def find_words(grid: PathGrid, game: PathGame, lexicon: Lexicon, language: str) -> list[PathWord]:
    """All words of a grid, each with its best path.

    Args:
        grid: The tiles.
        game: By which rules they count.
        lexicon: The words the game accepts.
        language: Whose letter values count where a tile has no numeral.

    Returns:
        By falling points, then the longer ones, then by the alphabet; the same each time.

    Raises:
        UnknownGame: It is not known what a letter counts.
        WordListError: The lexicon has no word of these letters.
    """
    return _Search(grid, game, lexicon, language).words()


class _Search:
    """One grid being searched."""

    def __init__(self, grid: PathGrid, game: PathGame, lexicon: Lexicon, language: str) -> None:
        places = [
            (Square(row, column), tile)
            for row, line in enumerate(grid.rows)
            for column, tile in enumerate(line)
            if tile is not None
        ]
        self._game = game
        self._squares = [square for square, _ in places]
        self._tiles = [tile for _, tile in places]
        self._shortest = game.shortest(len(places))
        self._graph = _graph(self._tiles, lexicon)
        values = game.values(language)
        self._values = [
            0 if game.lengths.counts == "points" else tile_value(tile, game, values, language)
            for tile in self._tiles
        ]
        self._beside = list(self._neighbours())

    def words(self) -> list[PathWord]:
        """The words, in order."""
        found = []
        for word, ways in self._spelled():
            values = [self._value(way.used) for way, _ in ways]
            most = max(values)
            path = self._plainest(
                path for (_, path), value in zip(ways, values, strict=True) if value == most
            )
            points = self._game.lengths.points(len(word), most)
            found.append(PathWord("".join(self._graph.alphabet.decode(word)), points, path))
        return sorted(found, key=lambda each: (-each.points, -len(each.word), each.word))

    def _plainest(self, paths: Iterable[Path]) -> tuple[Square, ...]:
        """The path that is easiest to trace; of several the first in reading order."""
        traced = [tuple(self._squares[tile] for tile in path) for path in paths]
        return min(traced, key=lambda path: (awkwardness(path), path))

    def _spelled(self) -> Iterator[tuple[bytes, list[tuple[_Way, Path]]]]:
        """Each word with its paths, the shorter ones first."""
        layers: _Layers = {}
        for tile in range(len(self._tiles)):
            for choice in self._choices(tile, first=True):
                self._enter(layers, b"", self._graph.words, choice, 0, ())
        going = [self._choices(tile, first=False) for tile in range(len(self._tiles))]
        while layers:
            length = min(layers)
            for word, prefix in layers.pop(length).items():
                self._keep_best(prefix)
                is_word = prefix.arc & ACCEPT and length >= self._shortest
                if is_word and (whole := self._whole(prefix)):
                    yield word, whole
                if prefix.arc & CHILD:
                    self._go_on(layers, word, prefix, going)

    def _go_on(
        self,
        layers: _Layers,
        word: bytes,
        prefix: _Prefix,
        going: list[list[_Choice]],
    ) -> None:
        """Each path of a beginning on to each tile beside its last."""
        node = prefix.arc & CHILD
        for way, path in prefix.open.items():
            for tile in self._beside[way.last]:
                if not way.used >> tile & 1:
                    for choice in going[tile]:
                        self._enter(layers, word, node, choice, way.used, path)

    def _enter(
        self,
        layers: _Layers,
        word: bytes,
        node: int,
        choice: _Choice,
        used: int,
        path: Path,
    ) -> None:
        """Put a path that goes on with a tile where its letters belong, if words begin so."""
        arc = 0
        for letter in choice.letters:
            arc = self._graph.arc(node, letter) if node else 0
            if not arc:
                return
            node = arc & CHILD
        longer = word + choice.letters
        layer = layers.setdefault(len(longer), {})
        prefix = layer.get(longer)
        if prefix is None:
            prefix = layer[longer] = _Prefix(arc)
        ways = prefix.ended if self._tiles[choice.tile].ends else prefix.open
        ways.setdefault(_Way(used | 1 << choice.tile, choice.tile), (*path, choice.tile))

    def _keep_best(self, prefix: _Prefix) -> None:
        """Keep the paths of the most points, where there are too many."""
        if len(prefix.open) > MOST_PATHS:
            best = sorted(
                prefix.open.items(), key=lambda item: (-self._value(item[0].used), item[1])
            )
            prefix.open = dict(best[:MOST_PATHS])

    def _whole(self, prefix: _Prefix) -> list[tuple[_Way, Path]]:
        """The paths that may stop here: a tile that only begins or ends words is none by itself."""
        return [
            (way, path)
            for way, path in (*prefix.open.items(), *prefix.ended.items())
            if len(path) > 1 or not self._tiles[way.last].begins
        ]

    def _choices(self, tile: int, *, first: bool) -> list[_Choice]:
        """What a tile may stand for at the beginning of a word, or later."""
        if self._tiles[tile].ends if first else self._tiles[tile].begins:
            return []
        codes = map(self._graph.alphabet.encode, self._tiles[tile].choices)
        return [_Choice(tile, letters) for letters in codes if letters]

    def _neighbours(self) -> Iterator[list[int]]:
        """The numbers of the tiles beside each."""
        for here in self._squares:
            yield [
                number
                for number, there in enumerate(self._squares)
                if max(abs(here.row - there.row), abs(here.column - there.column)) == 1
            ]

    def _value(self, used: int) -> int:
        """What some tiles count together, multipliers included."""
        value, factor = 0, 1
        for number, tile in enumerate(self._tiles):
            if used >> number & 1:
                times, words = MULTIPLIERS[tile.multiplier]
                value += self._values[number] * times
                factor *= words
        return value * factor


def tile_value(tile: PathTile, game: PathGame, values: Mapping[str, int], language: str) -> int:
    """What a tile counts: its numeral, else what the game says of its letters.

    Raises:
        UnknownGame: That is not known.
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
                f"what {letter} counts in {game.title} is not known for the language {language}",
                hint=f"write its value on the tile, as in ({letter}=4)",
            )
    sums = [sum(values[letter] for letter in each) for each in choices]
    several = any(len(each) > 1 for each in choices)
    return min(sums) + (game.several if several else 0)


def _graph(tiles: list[PathTile], lexicon: Lexicon) -> Graph:
    """The graph of all words of Latin letters, and of those on the tiles: one for most grids."""
    there = {letter for tile in tiles for choice in tile.choices for letter in choice}
    return load_graph(lexicon, Alphabet((*LATIN, *sorted(there - set(LATIN)))))


def awkwardness(path: Sequence[Square]) -> tuple[int, int]:
    """How often a path crosses itself, and how often it turns.

    Args:
        path: Squares, each beside the one before it.
    """
    steps = [(there.row - here.row, there.column - here.column) for here, there in pairwise(path)]
    turns = sum(one != other for one, other in pairwise(steps))
    # Two diagonal steps cross where they have the same middle, the corner of four squares.
    middles = [
        (here.row + there.row, here.column + there.column)
        for here, there in pairwise(path)
        if here.row != there.row and here.column != there.column
    ]
    return len(middles) - len(set(middles)), turns
