"""From a game file to frozen values: everything is checked, all faults are told at once.

The form of a file is shown by those in `solver/data`; its name without `.toml` names the game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from solver.alphabet import BLANK, LARGEST_CODE
from solver.board import Square
from solver.errors import GameFileError, NotationError
from solver.ruleset import (
    COUNTING,
    LEFTOVER,
    EndRule,
    Layout,
    SwapRule,
    Tile,
    TileSet,
    drawn_start,
    premium_faults,
)

V = TypeVar("V", str, int, bool)
W = TypeVar("W", bound=str)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game with all its layouts and languages, the usual one of each first."""

    name: str
    title: str
    rack_size: int
    bonus: int
    end: EndRule
    swap: SwapRule
    layouts: tuple[Layout, ...]
    languages: tuple[TileSet, ...]
    sources: tuple[str, ...]


def read_game_file(path: Path) -> GameFile:
    """Read and check a game file; one that has not changed since is not read again.

    Raises:
        GameFileError: It cannot be read or is faulty; all faults are listed.
    """
    try:
        state = path.stat()
    except OSError as error:
        raise GameFileError(path, [str(error)]) from error
    return _read_once(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=64)
def _read_once(path: Path, _changed: int, _size: int) -> GameFile:
    """The game of a file in the state it has."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise GameFileError(path, [str(error)]) from error
    faults: list[str] = []
    top = _Section(table, "", faults)
    game = GameFile(
        name=path.stem,
        title=top.value("title", ""),
        rack_size=top.number("rack", least=1),
        bonus=top.number("bonus", least=0),
        end=_end(top.section("end")),
        swap=_swap(top.section("swap")),
        layouts=tuple(_layout(name, each) for name, each in top.sections("layouts")),
        languages=tuple(_language(code, each) for code, each in top.sections("languages")),
        sources=top.texts("sources"),
    )
    top.finish()
    if faults:
        raise GameFileError(path, faults)
    return game


def _end(section: _Section) -> EndRule:
    rule = EndRule(
        final_turns=section.number("final_turns", least=0),
        leftover=section.choice("leftover", LEFTOVER),
        scoreless=section.number("scoreless", least=1) if section.has("scoreless") else None,
        scoreless_counts=section.choice("scoreless_counts", COUNTING),
        note=section.value("note", "", needed=False),
    )
    section.finish()
    return rule


def _swap(section: _Section) -> SwapRule:
    rule = SwapRule(
        minimum_bag=section.number("minimum_bag", least=1) if section.has("minimum_bag") else None,
        note=section.value("note", "", needed=False),
    )
    section.finish()
    return rule


def _layout(name: str, section: _Section) -> Layout:
    premiums = section.texts("premiums")
    for fault in premium_faults(premiums):
        section.fault(fault)
    layout = Layout(
        name=name,
        title=section.value("title", ""),
        premiums=premiums,
        start=_start(section, premiums),
        bag_certain=section.value("bag_certain", default=True, needed=False),
        sources=section.texts("sources"),
    )
    section.finish()
    return layout


def _start(section: _Section, premiums: tuple[str, ...]) -> Square:
    """The start square: named, or drawn as `*`."""
    drawn = drawn_start(premiums)
    if section.has("start"):
        try:
            named = Square.parse(section.value("start", ""))
        except NotationError as error:
            section.fault(f"start: {error}")
        else:
            if max(named.row, named.column) >= len(premiums):
                section.fault(f"start {named} lies outside the board")
            if drawn not in {None, named}:
                section.fault(f"start is {named}, but * is drawn on {drawn}")
            return named
    elif drawn is None:
        section.fault("no start square: draw a * or give start = 'H8'")
    return drawn or Square(0, 0)


def _language(code: str, section: _Section) -> TileSet:
    tiles = tuple(section.section("tiles").tiles())
    total = section.number("total", least=1)
    counted = sum(tile.count for tile in tiles)
    if counted != total:
        section.fault(f"the tiles sum to {counted}, but total is {total}")
    language = TileSet(code, section.value("title", ""), tiles, section.texts("sources"))
    section.finish()
    return language


class _Section:
    """A table of the file that notes what is wrong with it and goes on."""

    def __init__(self, table: object, where: str, faults: list[str]) -> None:
        self._where = where
        self._faults = faults
        self._table = table if isinstance(table, dict) else {}
        self._unread = set(self._table)
        if not isinstance(table, dict):
            self.fault("a table is wanted here")

    def fault(self, what: str) -> None:
        self._faults.append(f"[{self._where}] {what}" if self._where else what)

    def finish(self) -> None:
        """Note the keys that nothing asked for: most are misspelled."""
        for key in sorted(self._unread):
            self.fault(f"{key} is not known here")

    def has(self, key: str) -> bool:
        return key in self._table

    def value(self, key: str, default: V, *, needed: bool = True) -> V:
        """The value under a key, of the default's type."""
        self._unread.discard(key)
        found = self._table.get(key)
        if type(found) is type(default):  # exactly: True is not a number here
            return found
        if needed or found is not None:
            self.fault(f"{key} must be a {_KINDS[type(default)]}")
        return default

    def number(self, key: str, least: int) -> int:
        number = self.value(key, 0)
        if self.has(key) and number < least:
            self.fault(f"{key} is {number}; {least} is the least")
        return number

    def choice(self, key: str, choices: tuple[W, ...]) -> W:
        text = self.value(key, "")
        for choice in choices:
            if choice == text:
                return choice
        self.fault(f"{key} must be one of: {', '.join(choices)}")
        return choices[0]

    def texts(self, key: str) -> tuple[str, ...]:
        self._unread.discard(key)
        found = self._table.get(key)
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            self.fault(f"{key} must be a list of strings")
            return ()
        if not found:
            self.fault(f"{key} is empty")
        return tuple(found)

    def section(self, key: str) -> _Section:
        self._unread.discard(key)
        where = f"{self._where}.{key}" if self._where else key
        return _Section(self._table.get(key), where, self._faults)

    def sections(self, key: str) -> Iterator[tuple[str, _Section]]:
        """Each table within a table; at least one is wanted."""
        outer = self.section(key)
        if not outer._table:  # noqa: SLF001 - its own kind
            outer.fault("at least one is needed")
        for name in outer._table:  # noqa: SLF001
            yield name, outer.section(name)

    def tiles(self) -> Iterator[Tile]:
        """A line a tile: letter = [value, count]."""
        for letter, figures in self._table.items():
            self._unread.discard(letter)
            if letter != BLANK and not (letter.isalpha() and letter.isupper()):
                self.fault(
                    f"{letter!r} is not a tile: write upper-case letters, or ? for the blank"
                )
            elif not _two_counts(figures):
                self.fault(f"{letter} must be [value, count], two numbers from 0")
            elif letter == BLANK and figures[0]:
                self.fault("the blank must have the value 0")
            else:
                yield Tile(letter, *figures)
        if len(self._table) > LARGEST_CODE:
            self.fault(f"{len(self._table)} tiles; {LARGEST_CODE} is the most")


_KINDS = {str: "string", int: "number", bool: "truth value (true or false)"}


def _two_counts(figures: object) -> bool:
    return (
        isinstance(figures, list)
        and len(figures) == 2
        and all(type(figure) is int and figure >= 0 for figure in figures)
    )
