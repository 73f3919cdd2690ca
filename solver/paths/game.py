"""The name of a path game in, its rules out: words traced through neighbouring tiles.

A game is one TOML file in `solver/data/paths`, `ruzzle.toml` shows the form. A file of a user's
own, in `games/paths` of the user's configuration, wins over a shipped one of the same name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from solver.errors import BoardTextError, GameFileError, UnknownGame
from solver.folders import DATA, config_folder
from solver.paths.grid import MULTIPLIERS, PathGrid
from solver.paths.grid_file import written_grid
from solver.toml_section import Section, read_table
from solver.words import base_code

USUAL_PATH_GAME = "ruzzle"
"""The path game that is meant where none is named."""
Counts = Literal["points", "bonus", "factor"]
COUNTS: tuple[Counts, ...] = ("points", "bonus", "factor")


class Lengths(NamedTuple):
    """What the number of letters of a word counts.

    Attributes:
        counts: `points`: they are the points, letters count nothing; `bonus`: they are added to
            those of the letters; `factor`: they multiply them, fractions of a point are lost.
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
            value: What its tiles count, multipliers included.
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
    """What the letters of a language count.

    Attributes:
        language: Its code.
        values: By letter, upper case.
        letters: How often each comes on random grids, in any unit; empty where that is not said.
        note: What is not certain about them; empty where all is.
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
        sides: Tiles a side; empty for any.
        numerals: Whether tiles bear what they count.
        left: Whether they bear it on the left.
        raised: Whether some count more than their letter does.
        multiplied: Whether they contain the tile's own DL or TL in some pictures.
        badges: Whether multipliers lie on their corners.
        figured: Whether these say 2L for DL.
        tile: Red, green and blue of the tiles, 0 to 255; None where that does not set them apart.
        pairs: The texts of tiles with two letters, the second of them small: ``QU`` for ``Qu``.
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


class RandomGrids(NamedTuple):
    """What random grids of a path game hold.

    Attributes:
        tiles_of: The board game whose tiles tell how often letters come in a language for which
            this game does not; empty for any.
        whole: Tiles of several letters that stand for the first of them: a Q comes as QU.
        shares: Of 100 tiles, so many have a multiplier, by its name.
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
        large: So many tiles make a grid large; None where it makes no difference.
        least_large: Letters of the shortest words on a large grid.
        lengths: What the length of a word counts.
        look: How its grids look.
        several: What a tile of several letters counts beyond its letters, if it has no numeral.
        affix: What a tile that only begins or ends words counts; None for as any of its letters.
        either: What a tile of two letters to choose from counts; None for the lesser of the two.
        languages: The letters of the languages that are known, the usual one first; empty where
            letters count nothing, and any language will do.
        random: What random grids hold.
        demos: A grid to try it with, by language.
        note: What is not certain about the rules.
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
        """The code of the language that is meant where none is named."""
        return self.languages[0].language if self.languages else "en"

    def values(self, language: str) -> Mapping[str, int]:
        """What letters count; nothing is known of a language that is none of `languages`."""
        known = self.known(language)
        return known.values if known else {}

    def known(self, language: str) -> PathLanguage | None:
        """What is known of a language, or of the plain one: `en` for `en-US`."""
        plain = base_code(language)
        return next((each for each in self.languages if each.language in {language, plain}), None)

    def shortest(self, tiles: int) -> int:
        """Letters of the shortest words on a grid of so many tiles."""
        return self.least_large if self.large is not None and tiles >= self.large else self.least


def path_game_names() -> tuple[str, ...]:
    """The names of all path games, in alphabetical order; shipped ones and the user's own."""
    return tuple(sorted(_files(None)))


def load_path_game(name: str, folder: Path | None = None) -> PathGame:
    """A path game.

    Args:
        name: One of `path_game_names`.
        folder: Where a user's own files are; None = `games/paths` in the user's configuration.

    Raises:
        UnknownGame: No such game; the hint names those there are.
        GameFileError: Its file is faulty; all faults are listed.
    """
    files = _files(folder)
    if name not in files:
        raise UnknownGame(f"no path game is called {name!r}", hint="known: " + ", ".join(files))
    try:
        state = files[name].stat()
    except OSError as error:
        raise GameFileError(files[name], [str(error)]) from error
    return _read(files[name], state.st_mtime_ns, state.st_size)


def _files(folder: Path | None) -> dict[str, Path]:
    """The file of each game; the user's own replaces a shipped one."""
    if folder is None:
        try:
            folder = config_folder() / "games" / "paths"
        except RuntimeError:  # a user without a home folder has no games of his own
            folder = DATA / "paths"
    found = [*sorted((DATA / "paths").glob("*.toml")), *sorted(folder.glob("*.toml"))]
    return {path.stem: path for path in found}


@lru_cache(maxsize=64)
def _read(path: Path, _changed: int, _size: int) -> PathGame:
    """The game of a file in the state it has."""
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
        top.fault("languages have no meaning where only the length of a word counts")
    if game.lengths.counts != "points" and not game.languages:
        top.fault("no languages, but letters count: say what they count")
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
    )
    if look.tile is not None and (len(look.tile) != 3 or max(look.tile) > 255):
        section.fault("tile must be three numbers from 0 to 255: red, green, blue")
    section.finish()
    return look


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
            section.fault(f"letters.{letter}: what {letter} counts is not said")
        note = section.value("note", "", needed=False)
        found.append(PathLanguage(code, values, often, note, section.texts("sources")))
        section.finish()
    return tuple(found)


def _by_letter(section: Section) -> Iterator[tuple[str, float]]:
    """The number of each letter."""
    numbers = 0
    for letter in section.keys():  # noqa: SIM118 - a section is no mapping
        if len(letter) != 1 or not letter.isalpha() or not letter.isupper():
            section.fault(f"{letter!r} is not an upper-case letter")
        elif (number := section.amount(letter)) is not None:
            numbers += 1
            yield letter, number
    if not numbers:
        section.fault("no letters")


def _random(top: Section) -> RandomGrids:
    if not top.has("random"):
        return RandomGrids()
    section = top.section("random")
    shares: dict[str, float] = {}
    if section.has("multipliers"):
        inner = section.section("multipliers")
        for name in inner.keys():  # noqa: SIM118 - a section is no mapping
            if name not in MULTIPLIERS or name == ".":
                inner.fault(f"{name} multiplies nothing; known: DL, TL, DW, TW")
            elif (share := inner.amount(name)) is not None:
                shares[name] = share
        if sum(shares.values()) > 100:
            inner.fault("more than 100 of 100 tiles")
    whole = _several(section, "whole")
    found = RandomGrids(section.value("tiles_of", "", needed=False), whole, shares)
    if section.has("sources"):
        section.texts("sources")
    section.finish()
    return found


def _several(section: Section, key: str, most: int = 99) -> tuple[str, ...]:
    """The tiles of several letters under a key; none where it is left out."""
    texts = section.texts(key) if section.has(key) else ()
    for text in texts:
        if not 2 <= len(text) <= most or not text.isalpha() or not text.isupper():
            many = "two" if most == 2 else "several"
            section.fault(f"{key}: {text!r} is no tile of {many} upper-case letters")
    return texts


def _demos(top: Section) -> dict[str, PathGrid]:
    if not top.has("demos"):
        return {}
    section, found = top.section("demos"), {}
    for language in section.keys():  # noqa: SIM118 - a section is no mapping
        try:
            found[language] = written_grid("\n".join(section.texts(language)))
        except BoardTextError as error:
            section.fault(f"{language}: {error.message}")
    return found
