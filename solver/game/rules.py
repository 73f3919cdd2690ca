"""The rules of a game, by its name; the games are the files in `solver/data`.

A game is one TOML file: its layouts drawn as strings, its languages with an entry for each tile.
A user's own file in the folder `games` of the configuration is a game like any other, and wins
over a shipped one of the same name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import TypeVar

from solver.errors import BoardTextError, UnknownGame
from solver.folders import DATA, config_folder
from solver.game.board import Square
from solver.game.game_file import GameFile, read_game_file
from solver.game.parts import EndRule, Layout, SwapRule, Tile, TileSet, drawn_start, premium_faults
from solver.words import Alphabet, base_code

T = TypeVar("T")

USUAL_GAME = "wwf"
"""The game where none is named."""
USUAL_GAMES = (USUAL_GAME, "wordfeud")
"""Games to try where only words matter: the second where the first lacks their language."""
RANDOM_LAYOUT = "random"
"""The name of a layout that differs from match to match."""


@dataclass(frozen=True)
class Game:
    """A game as it is played: one layout, one language.

    Attributes:
        name: Its name for programs: `wwf`, `wordfeud`, `crossplay`, `scrabble`.
        title: Its name for people.
        layout: Name of the layout; `random` where the premiums were given by hand.
        premiums: The premium rows in force, as in `Layout`.
        start: The square the first move must cover.
        rack_size: Tiles on a full rack.
        bonuses: Points on top for a move, by the number of tiles it lays: 0 to a full rack.
        tiles: The language's tiles.
        bag_certain: False where the game may have another bag.
        end: How the game ends.
        swap: When tiles may be exchanged.
        sources: Where the rules come from.
    """

    name: str
    title: str
    layout: str
    premiums: tuple[str, ...]
    start: Square
    rack_size: int
    bonuses: tuple[int, ...]
    tiles: TileSet
    bag_certain: bool
    end: EndRule
    swap: SwapRule
    sources: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of rows of the board, and of columns."""
        return len(self.premiums)

    @property
    def bonus(self) -> int:
        """Points for a move that lays as many tiles as a full rack holds."""
        return self.bonuses[-1]

    @property
    def language(self) -> str:
        """The code of the language, such as `en`."""
        return self.tiles.language

    @property
    def own_values(self) -> dict[str, int] | None:
        """Points of each letter where they are not known to be the game's; None where they are."""
        return None if self.tiles.certain else self.tiles.values

    @property
    def alphabet(self) -> Alphabet:
        """The language's letters as numbers."""
        return self.tiles.alphabet

    def with_premiums(self, rows: Iterable[str]) -> Game:
        """The game with other premiums, for boards that differ from match to match.

        Args:
            rows: Premium rows as in `Layout`. A `*` is the start square; without one it stays
                where it was, or lies in the middle where the size is another.

        Raises:
            BoardTextError: The rows are no layout.
        """
        premiums = tuple(rows)
        faults = premium_faults(premiums)
        if faults:
            raise BoardTextError("; ".join(faults), hint="draw . d t D T, and * for the start")
        middle = len(premiums) // 2
        usual = self.start if len(premiums) == self.size else Square(middle, middle)
        start = drawn_start(premiums) or usual
        return dataclasses.replace(self, layout=RANDOM_LAYOUT, premiums=premiums, start=start)


def load_game(
    name: str,
    *,
    language: str | None = None,
    layout: str | None = None,
    values: Mapping[str, int] | None = None,
) -> Game:
    """A game ready to play.

    Args:
        name: One of `game_names`.
        language: A code of `languages`; a plain code such as `en` also finds the first of its
            kind, `en-US`. None = the first of the file.
        layout: A name of `layouts`; None = the first of the file.
        values: Points of letters that replace the game's own. The language may then also be one
            of `lent_languages`.

    Raises:
        UnknownGame: No such game, language or layout; the hint names those there are.
        GameFileError: The game's file is faulty.
    """
    file = _game_file(name)
    board = _named(layout, {each.name: each for each in file.layouts}, f"layout of {file.title}")
    lent = () if values is None else lent_languages(name)
    codes = {each.language: each for each in (*file.languages, *lent)}
    for each in file.languages:
        codes.setdefault(base_code(each.language), each)
    tiles = _named(language, codes, f"language of {file.title}")
    if values is not None:
        tiles = tiles.with_values(values)
    return Game(
        name=file.name,
        title=file.title,
        layout=board.name,
        premiums=board.premiums,
        start=board.start,
        rack_size=file.rack_size,
        bonuses=file.bonuses,
        tiles=tiles,
        bag_certain=board.bag_certain and tiles.certain,
        end=file.end,
        swap=file.swap,
        sources=file.sources + board.sources + tiles.sources,
    )


def game_names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order; shipped ones and the user's own."""
    return tuple(sorted(_game_paths()))


def layouts(name: str) -> tuple[Layout, ...]:
    """All known layouts of a game, the usual one first.

    Raises:
        UnknownGame: No such game.
        GameFileError: Its file is faulty.
    """
    return _game_file(name).layouts


def all_layouts() -> list[tuple[str, Layout]]:
    """The names of all games and each one's known layouts, in alphabetical order.

    Raises:
        GameFileError: A game's file is faulty.
    """
    found = sorted(_game_paths().items())
    return [(name, layout) for name, path in found for layout in read_game_file(path).layouts]


def languages(name: str) -> tuple[TileSet, ...]:
    """The tiles of all languages of a game, the usual one first.

    Raises:
        UnknownGame: No such game.
        GameFileError: Its file is faulty.
    """
    return _game_file(name).languages


def lent_languages(name: str) -> tuple[TileSet, ...]:
    """The tiles of languages that a game lacks, as other games have them; they are never certain.

    All letters A to Z are there and digraphs left out, as games in one language differ in both.

    Raises:
        UnknownGame: No such game.
        GameFileError: A game's file is faulty.
    """
    own = {base_code(each.language) for each in languages(name)}
    lent: dict[str, TileSet] = {}
    for other in game_names():
        for each in languages(other):
            if (code := base_code(each.language)) not in own:
                lent.setdefault(code, _lent(each, code))
    return tuple(lent.values())


def _lent(tiles: TileSet, code: str) -> TileSet:
    single = [each for each in tiles.tiles if len(each.letter) == 1]
    rarest = max(each.value for each in single)
    single += [Tile(each, rarest, 0) for each in ascii_uppercase if each not in tiles.values]
    return dataclasses.replace(tiles, language=code, tiles=tuple(single), certain=False)


def _game_file(name: str) -> GameFile:
    return read_game_file(_named(name, _game_paths(), "game"))


def _game_paths() -> dict[str, Path]:
    """File of each game; the user's own replaces a shipped one."""
    found = [*_shipped_games()]
    with suppress(RuntimeError):  # a user without a home folder has no games of his own
        found += sorted((config_folder() / "games").glob("*.toml"))
    return {path.stem: path for path in found}


@cache
def _shipped_games() -> tuple[Path, ...]:
    """The files of the games that come with the program."""
    return tuple(sorted(DATA.glob("*.toml")))


def _named(name: str | None, known: Mapping[str, T], what: str) -> T:
    """The value under a name; the first one for None."""
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        raise UnknownGame(f"no {what} is called {name!r}", hint="known: " + ", ".join(known))
    return known[name]
