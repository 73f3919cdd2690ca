"""Game files, read and checked; all faults are reported at once.

The files in `solver/data` show the form; the name of a file without `.toml` names the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeGuard

from solver.errors import GameFileError, NotationError
from solver.game.board import Square
from solver.game.parts import (
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
from solver.toml_section import MOST, Section, file_state, read_table
from solver.words import BLANK, LARGEST_CODE

MOST_RACK = 12
"""The most tiles on a rack: the kernel cannot number the sub-racks of a longer one."""


class GameFile(NamedTuple):
    """A game with all its layouts and languages, the usual one of each first."""

    name: str
    title: str
    rack_size: int
    bonuses: tuple[int, ...]
    end: EndRule
    swap: SwapRule
    layouts: tuple[Layout, ...]
    languages: tuple[TileSet, ...]
    sources: tuple[str, ...]


def read_game_file(path: Path) -> GameFile:
    """Read and check a game file; an unchanged file is read only once.

    Raises:
        GameFileError: It cannot be read or is faulty; all faults are listed.
    """
    return _read_once(path, file_state(path))


@lru_cache(maxsize=64)
def _read_once(path: Path, _state: tuple[int, int]) -> GameFile:
    """The game of a file, cached for its path and state."""
    faults: list[str] = []
    top = Section(read_table(path), "", faults)
    random = _random(top.section("random")) if top.has("random") else ()
    game = GameFile(
        name=path.stem,
        title=top.value("title", ""),
        rack_size=(rack := top.number("rack", least=1)),
        bonuses=_bonuses(top, rack),
        end=_end(top.section("end")),
        swap=_swap(top.section("swap")),
        layouts=tuple(_layout(name, each, random) for name, each in top.sections("layouts")),
        languages=tuple(_language(code, each) for code, each in top.sections("languages")),
        sources=top.texts("sources"),
    )
    if game.rack_size > MOST_RACK:
        top.fault(f"rack is {game.rack_size}; the maximum is {MOST_RACK}")
    for each in game.languages:
        if 0 < each.total < 2 * game.rack_size:
            top.fault(f"{each.language}: {each.total} tiles are too few for two racks")
    top.finish()
    if faults:
        raise GameFileError(path, faults)
    return game


def _bonuses(top: Section, rack: int) -> tuple[int, ...]:
    """Points by number of tiles laid: one number is for a full rack, a table names others."""
    if not top.is_table("bonus"):
        return *(0,) * rack, top.number("bonus", least=0)
    section, tiles = top.section("bonus"), map(str, range(1, rack + 1))
    found = [section.number(each, least=0) if section.has(each) else 0 for each in tiles]
    section.finish()
    return 0, *found


def _end(section: Section) -> EndRule:
    rule = EndRule(
        final_turns=section.number("final_turns", least=0),
        leftover=section.choice("leftover", LEFTOVER),
        scoreless=section.number("scoreless", least=1) if section.has("scoreless") else None,
        scoreless_counts=section.choice("scoreless_counts", COUNTING),
        scoreless_at_zero=section.value("scoreless_at_zero", default=True, needed=False),
        note=section.value("note", "", needed=False),
    )
    section.finish()
    return rule


def _swap(section: Section) -> SwapRule:
    rule = SwapRule(
        minimum_bag=section.number("minimum_bag", least=1) if section.has("minimum_bag") else None,
        note=section.value("note", "", needed=False),
    )
    section.finish()
    return rule


def _layout(name: str, section: Section, random: tuple[tuple[str, int], ...]) -> Layout:
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
        random=random,
    )
    section.finish()
    return layout


def _random(section: Section) -> tuple[tuple[str, int], ...]:
    """How many premiums of each kind a random board has: pairs of kind and count, most first."""
    counts = {kind: section.number(kind, least=1) for kind in section}
    for kind in counts.keys() - set("dtDT"):
        section.fault(f"{kind!r} is not a kind of premium square; the kinds are d t D T")
    section.finish()
    return tuple(sorted(counts.items(), key=lambda pair: -pair[1]))


def _start(section: Section, premiums: tuple[str, ...]) -> Square:
    """The start square: given by name, or drawn as `*`."""
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
        section.fault("no start square: draw a * or write start = 'H8'")
    return drawn or Square(0, 0)


def _language(code: str, section: Section) -> TileSet:
    tiles = tuple(_tiles(section.section("tiles")))
    total = section.number("total", least=1)
    counted = sum(tile.count for tile in tiles)
    if counted != total:
        section.fault(f"the tile counts add up to {counted}, but total is {total}")
    language = TileSet(code, section.value("title", ""), tiles, section.texts("sources"))
    section.finish()
    return language


def _tiles(section: Section) -> Iterator[Tile]:
    """The tiles, of entries `letter = [value, count]`."""
    lines = section.items()
    for letter, figures in lines:
        if letter != BLANK and not (letter.isalpha() and letter.isupper() and _has_cases(letter)):
            section.fault(f"{letter!r} is not a tile: write upper-case letters, or ? for the blank")
        elif not _two_counts(figures):
            section.fault(f"{letter} must be [value, count], two whole numbers, each 0 or more")
        elif letter == BLANK and figures[0]:
            section.fault("the blank must have the value 0")
        else:
            yield Tile(letter, *figures)
    if len(lines) > LARGEST_CODE:
        section.fault(f"{len(lines)} different tiles; the maximum is {LARGEST_CODE}")


def _has_cases(letter: str) -> bool:
    """Whether its lower case, which marks a blank, is as long as it and converts back to it."""
    return len(letter.lower()) == len(letter) and letter.lower().upper() == letter


def _two_counts(figures: object) -> TypeGuard[list[int]]:
    return (
        isinstance(figures, list)
        and len(figures) == 2
        and all(type(figure) is int and 0 <= figure <= MOST for figure in figures)
    )
