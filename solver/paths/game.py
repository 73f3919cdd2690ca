"""The rules of path games, by name: words are traced through neighbouring tiles.

A game is one TOML file in `solver/data/paths`, `ruzzle.toml` shows the form. A file of a user's
own, in `games/paths` of the user's configuration, wins over a shipped one of the same name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

from solver.errors import BoardTextError, GameFileError, UnknownGame
from solver.folders import DATA, config_folder
from solver.paths.grid import MULTIPLIERS, PathGrid
from solver.paths.grid_file import written_grid
from solver.toml_section import Section, file_state, read_table
from solver.words import base_code

USUAL_PATH_GAME = "ruzzle"
"""The path game where none is named."""
Counts = Literal["points", "bonus", "factor"]
COUNTS: tuple[Counts, ...] = ("points", "bonus", "factor")


class Lengths(NamedTuple):
    """What a word scores for its number of letters.

    Attributes:
        counts: How a figure is used: `points` = it is the score, letters have no value; `bonus` =
            it is added to the letters; `factor` = it multiplies them, fractions are dropped.
        first: The least number of letters with a figure; shorter words have none.
        figures: For words of `first` letters, one more, and so on.
        more: What each letter beyond those figures adds to the last.
    """

    counts: Counts
    first: int
    figures: tuple[float, ...]
    more: float

    def points(self, letters: int, value: int) -> int:
        """Points of a word.

        Args:
            letters: How many it has.
            value: Sum of its tiles' values, multipliers included.
        """
        place = letters - self.first
        known = self.figures[min(max(place, 0), len(self.figures) - 1)]
        figure = known + self.more * max(0, place - len(self.figures) + 1)
        if self.counts == "points":
            return int(figure) if place >= 0 else 0
        if self.counts == "bonus":
            return value + (int(figure) if place >= 0 else 0)
        return int(value * figure) if place >= 0 else value


class PathLanguage(NamedTuple):
    """The letter values of a language.

    Attributes:
        language: Its code.
        values: By letter, upper case.
        letters: How often each comes on random grids, in any unit; empty where not given.
        note: What is uncertain about them; empty where nothing is.
        sources: Where they come from.
    """

    language: str
    values: Mapping[str, int]
    letters: Mapping[str, float]
    note: str
    sources: tuple[str, ...]


class GridLook(NamedTuple):
    """How the grids of a path game look in pictures.

    Attributes:
        sides: Possible numbers of tiles a side; empty for any.
        numerals: Whether tiles bear their value.
        left: Whether the numeral is on the left.
        raised: Whether some tiles are worth more than their letter.
        multiplied: Whether numerals include the tile's own DL or TL in some pictures.
        badges: Whether multipliers lie on the tiles' corners.
        figured: Whether these say 2L for DL.
        tile: Red, green and blue of the tiles, 0 to 255; None where colour does not show them.
        pairs: The texts of tiles with two letters, the second of them small: ``QU`` for ``Qu``.
        shapes: Those of grids with holes: rows from the top, a dot for each hole.
    """

    sides: tuple[int, ...]
    numerals: bool
    left: bool = False
    raised: bool = False
    multiplied: bool = False
    badges: bool = False
    figured: bool = False
    tile: tuple[int, ...] | None = None
    pairs: tuple[str, ...] = ()
    shapes: tuple[tuple[str, ...], ...] = ()

    def odd_holes(self, side: int, holes: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
        """The holes, as rows and columns from 0, that the most similar grid of a size lacks."""
        places, seen = [*product(range(side), repeat=2)], set(holes)
        shapes = [rows for rows in self.shapes if len(rows) == side]
        known = [set(), *({(r, c) for r, c in places if rows[r][c] == "."} for rows in shapes)]
        return seen - min(known, key=lambda each: len(each ^ seen))


class RandomGrids(NamedTuple):
    """How random grids of a path game are filled.

    Attributes:
        tiles_of: The board game whose bag gives the letter frequencies of a language for which
            this game has none; empty for any.
        whole: Tiles of several letters that replace their first letter: a Q comes as QU.
        shares: Percentage of the tiles that have a multiplier, by its name.
    """

    tiles_of: str = ""
    whole: tuple[str, ...] = ()
    shares: Mapping[str, float] = {}


class PathGame(NamedTuple):
    """A path game.

    Attributes:
        name: Its name for programs.
        title: Its name for people.
        least: Letters of the shortest words it takes.
        large: From how many tiles on a grid is large; None where size makes no difference.
        least_large: Letters of the shortest words on a large grid.
        lengths: What the length of a word scores.
        look: How its grids look.
        several: What a tile of several letters, without numeral, is worth beyond its letters.
        affix: Value of a tile that only begins or ends words; None = the sum of its letters.
        either: Value of a tile with two letters to choose from; None = the lesser of the two.
        languages: The letter values of the known languages, the usual one first; empty where
            letters have no value, and any language will do.
        random: How random grids are filled.
        demos: A grid to try it with, by language.
        note: What is uncertain about the rules.
        sources: Where they come from.
    """

    name: str
    title: str
    least: int
    large: int | None
    least_large: int
    lengths: Lengths
    look: GridLook
    several: int
    affix: int | None
    either: int | None
    languages: tuple[PathLanguage, ...]
    random: RandomGrids
    demos: Mapping[str, PathGrid]
    note: str
    sources: tuple[str, ...]

    @property
    def usual_language(self) -> str:
        """The code of the language where none is named."""
        return self.languages[0].language if self.languages else "en"

    def values(self, language: str) -> Mapping[str, int]:
        """The letter values of a language; empty for one that is not in `languages`."""
        known = self.known(language)
        return known.values if known else {}

    def known(self, language: str) -> PathLanguage | None:
        """The entry for a language, or for its plain code, `en` for `en-US`; None without one."""
        plain = base_code(language)
        return next((each for each in self.languages if each.language in {language, plain}), None)

    def shortest(self, tiles: int) -> int:
        """Letters of the shortest words on a grid of this many tiles."""
        return self.least_large if self.large is not None and tiles >= self.large else self.least


def path_game_names() -> tuple[str, ...]:
    """The names of all path games, in alphabetical order; shipped ones and the user's own."""
    return tuple(sorted(_files()))


def load_path_game(name: str) -> PathGame:
    """A path game, by one of `path_game_names`.

    Raises:
        UnknownGame: No such game; the hint names those there are.
        GameFileError: As in `read_path_game`.
    """
    files = _files()
    if name not in files:
        raise UnknownGame(f"no path game is called {name!r}", hint="known: " + ", ".join(files))
    return read_path_game(files[name])


def read_path_game(path: Path) -> PathGame:
    """Read and check the file of a path game; an unchanged file is read only once.

    Raises:
        GameFileError: It cannot be read or is faulty; all faults are listed.
    """
    return _read_once(path, file_state(path))


def _files() -> dict[str, Path]:
    """The file of each game; the user's own replaces a shipped one."""
    found = sorted((DATA / "paths").glob("*.toml"))
    with suppress(RuntimeError):  # a user without a home folder has no games of his own
        found += sorted((config_folder() / "games" / "paths").glob("*.toml"))
    return {path.stem: path for path in found}


@lru_cache(maxsize=64)
def _read_once(path: Path, _state: tuple[int, int]) -> PathGame:
    """The game of a file, cached for its path and state."""
    faults: list[str] = []
    top = Section(read_table(path), "", faults)
    least = top.number("least", least=1)
    large = top.section("large") if top.has("large") else None
    tiles = top.section("tiles") if top.has("tiles") else Section({}, "tiles", faults)
    game = PathGame(
        name=path.stem,
        title=top.value("title", ""),
        least=least,
        large=large.number("tiles", least=1) if large else None,
        least_large=large.number("least", least=1) if large else least,
        lengths=_lengths(top.section("length"), least),
        look=_look(top),
        several=tiles.number("several", least=0) if tiles.has("several") else 0,
        affix=tiles.number("affix", least=0) if tiles.has("affix") else None,
        either=tiles.number("either", least=0) if tiles.has("either") else None,
        languages=_languages(top),
        random=_random(top),
        demos=_demos(top),
        note=top.value("note", "", needed=False),
        sources=top.texts("sources"),
    )
    for section in (top, tiles, *([large] if large else [])):
        section.finish()
    if game.lengths.counts == "points" and game.languages:
        top.fault("remove [languages]: in this game only the length of a word counts")
    if game.lengths.counts != "points" and not game.languages:
        top.fault("[languages] is missing: letters have values in this game, which it must list")
    if faults:
        raise GameFileError(path, faults)
    return game


def _lengths(section: Section, least: int) -> Lengths:
    lengths = Lengths(
        counts=section.choice("counts", COUNTS),
        first=section.number("first", least=1),
        figures=section.numbers("figures") or (0,),
        more=section.number("more", least=0),
    )
    if lengths.counts == "points" and lengths.first > least:
        section.fault(f"first is {lengths.first}, but words may have {least} letters")
    section.finish()
    return lengths


def _look(top: Section) -> GridLook:
    if not top.has("picture"):
        return GridLook((), numerals=top.has("languages"), raised=True)
    section = top.section("picture")
    look = GridLook(
        sides=tuple(int(side) for side in section.numbers("sides")),
        numerals=section.value("numerals", default=False),
        left=section.value("left", default=False, needed=False),
        raised=section.value("raised", default=False, needed=False),
        multiplied=section.value("multiplied", default=False, needed=False),
        badges=section.value("badges", default=False, needed=False),
        figured=section.value("figured", default=False, needed=False),
        tile=tuple(int(part) for part in section.numbers("tile")) if section.has("tile") else None,
        pairs=_several(section, "pairs", most=2),
        shapes=tuple(_shapes(section)),
    )
    if look.tile is not None and (len(look.tile) != 3 or max(look.tile) > 255):
        section.fault("tile must be three numbers from 0 to 255: red, green, blue")
    section.finish()
    return look


def _shapes(section: Section) -> Iterator[tuple[str, ...]]:
    """The rows of each grid with holes."""
    for text in section.texts("shapes") if section.has("shapes") else ():
        rows = tuple(text.split())
        if {*map(len, rows)} != {len(rows)} or {*"".join(rows)} != {"#", "."}:
            section.fault(f"shapes: {text!r} is not a square of # for tiles and . for holes")
        else:
            yield rows


def _languages(top: Section) -> tuple[PathLanguage, ...]:
    if not top.has("languages"):
        return ()
    found = []
    for code, section in top.sections("languages"):
        values = {}
        for letter, value in _by_letter(section.section("values")):
            if isinstance(value, int):
                values[letter] = value
            else:
                section.fault(f"values.{letter} must be a whole number")
        letters = section.section("letters") if section.has("letters") else None
        often = dict(_by_letter(letters)) if letters else {}
        for letter in sorted(often.keys() - values):
            section.fault(f"letters.{letter}: {letter} has no value in values")
        note = section.value("note", "", needed=False)
        found.append(PathLanguage(code, values, often, note, section.texts("sources")))
        section.finish()
    return tuple(found)


def _by_letter(section: Section) -> Iterator[tuple[str, float]]:
    """Each letter with its number."""
    numbers = 0
    for letter in section:
        if len(letter) != 1 or not letter.isalpha() or not letter.isupper():
            section.fault(f"{letter!r} is not an upper-case letter")
        elif (number := section.amount(letter)) is not None:
            numbers += 1
            yield letter, number
    if not numbers:
        section.fault("there are no letters")


def _random(top: Section) -> RandomGrids:
    if not top.has("random"):
        return RandomGrids()
    section = top.section("random")
    shares: dict[str, float] = {}
    if section.has("multipliers"):
        inner = section.section("multipliers")
        for name in inner:
            if name not in MULTIPLIERS or name == ".":
                inner.fault(f"{name} is not a multiplier; use DL, TL, DW or TW")
            elif (share := inner.amount(name)) is not None:
                shares[name] = share
        if sum(shares.values()) > 100:
            inner.fault("the multipliers add up to more than 100")
    whole = _several(section, "whole")
    found = RandomGrids(section.value("tiles_of", "", needed=False), whole, shares)
    if section.has("sources"):
        section.texts("sources")
    section.finish()
    return found


def _several(section: Section, key: str, most: int = 99) -> tuple[str, ...]:
    """The tiles of several letters under a key; none where the key is missing."""
    texts = section.texts(key) if section.has(key) else ()
    for text in texts:
        if not 2 <= len(text) <= most or not text.isalpha() or not text.isupper():
            many = "two" if most == 2 else "several"
            section.fault(f"{key}: {text!r} is not a tile of {many} upper-case letters")
    return texts


def _demos(top: Section) -> dict[str, PathGrid]:
    if not top.has("demos"):
        return {}
    section, found = top.section("demos"), {}
    for language in section:
        try:
            found[language] = written_grid("\n".join(section.texts(language)))
        except BoardTextError as error:
            section.fault(f"{language}: {error.message}")
    return found
