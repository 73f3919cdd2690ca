"""A scene as data: `scenes/*.toml` says which position which device shows in which look."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sample_screens.truth import LastMove
from solver.game import split_tiles

SCENES = Path(__file__).resolve().parent / "scenes"


@dataclass(frozen=True)
class Device:
    """What took the screenshot.

    `points` is the width of the app in device-independent pixels, `system` one of ios, ipad,
    android, keys (an Android phone whose buttons are no part of the screen), mac. `clock` is the
    time the status bar shows, `window` (mac only) where the app's window lies in the picture: x,
    y, width, height.
    """

    system: str
    width: int
    height: int
    points: int
    clock: str = "9:41"
    window: tuple[int, int, int, int] | None = None


@dataclass(frozen=True)
class Player:
    """A name and a score in the head of the screen."""

    name: str
    score: int


@dataclass(frozen=True)
class Scene:
    """One screen to paint.

    `rows` hold the played tiles (upper case, lower case for blanks, `[CH]` for several letters, '.'
    empty), `owners` says with 1 (left player) and 2 whose style each tile has. `rack` reads as on
    the screen, left to right, '?' a blank, '-' a gap. `tentative` maps (row, column) to laid tiles,
    lower case for a blank. `cover` is what spoils the picture: "", dialog, zoom or settings.
    """

    name: str
    about: str
    look: str
    game: str
    language: str
    layout: str
    device: Device
    players: tuple[Player, Player]
    rows: tuple[str, ...]
    owners: tuple[str, ...]
    premiums: tuple[str, ...] | None
    rack: str | None
    tentative: dict[tuple[int, int], str]
    tentative_score: int
    letters_left: int | None
    last: LastMove | None
    cover: str = ""

    @property
    def size(self) -> int:
        """Count the squares of a side."""
        return len(self.rows)

    def tiles(self) -> Iterator[tuple[int, int, str]]:
        """Walk over the played tiles as row, column, letter."""
        for r, row in enumerate(self.rows):
            for c, letter in enumerate(tiles_of(row)):
                if letter != ".":
                    yield r, c, letter

    def owner(self, row: int, column: int) -> str:
        """Tell whose tile this is: "1" or "2"; all are "1" where the scene does not say."""
        return self.owners[row][column] if self.owners else "1"

    def last_squares(self) -> list[tuple[int, int]]:
        """List row and column of the tiles the last move laid."""
        return [parse_square(s) for s in self.last.squares] if self.last else []

    def laid_run(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Find the first and last square of the word that the tentative tiles form."""
        taken = {(row, column) for row, column, _ in self.tiles()} | self.tentative.keys()
        first, last = min(self.tentative), max(self.tentative)
        row, column = first
        beside = {(row, column - 1), (row, column + 1)} & taken
        across = last[1] > column or (last == first and bool(beside))
        down, right = (0, 1) if across else (1, 0)
        while (first[0] - down, first[1] - right) in taken:
            first = first[0] - down, first[1] - right
        while (last[0] + down, last[1] + right) in taken:
            last = last[0] + down, last[1] + right
        return first, last

    def laid_word(self) -> str:
        """Spell the word that the tentative tiles form; empty where there are none."""
        if not self.tentative:
            return ""
        (top, left), (bottom, right) = self.laid_run()
        letters = {(row, column): tile for row, column, tile in self.tiles()} | self.tentative
        squares = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
        return "".join(letters[square] for square in squares).upper()


def square_name(row: int, column: int) -> str:
    """Name a square by column letter and row number: (7, 7) is H8."""
    return f"{chr(ord('A') + column)}{row + 1}"


def parse_square(name: str) -> tuple[int, int]:
    """Find row and column of a square's name."""
    return int(name[1:]) - 1, ord(name[0]) - ord("A")


def scene_names() -> list[str]:
    """List every scene of the folder."""
    return sorted(path.stem for path in SCENES.glob("*.toml"))


def load_scene(name: str) -> Scene:
    """Read `scenes/<name>.toml`; KeyError names what is missing."""
    table = tomllib.loads((SCENES / f"{name}.toml").read_text(encoding="utf-8"))
    last = table.get("last")
    device = table["device"]
    return Scene(
        name=name,
        about=table["about"],
        look=table["look"],
        game=table["game"],
        language=table.get("language", "en"),
        layout=table.get("layout", "standard"),
        device=Device(**{**device, "window": _window(device)}),
        players=(Player(**table["left"]), Player(**table["right"])),
        rows=_rows(table.get("rows", "")),
        owners=_rows(table.get("owners", "")),
        premiums=_rows(table["premiums"]) if "premiums" in table else None,
        rack=table.get("rack"),
        tentative={
            parse_square(square): tile for square, tile in table.get("tentative", {}).items()
        },
        tentative_score=table.get("tentative_score", 0),
        letters_left=table.get("letters_left"),
        last=LastMove(last["word"], last["score"], tuple(last["squares"].split()))
        if last
        else None,
        cover=table.get("cover", ""),
    )


def tiles_of(text: str) -> list[str]:
    """The tiles of a row or rack; one of several letters stands in brackets."""
    return [several or one for several, one in split_tiles(text)]


def _rows(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _window(device: dict[str, Any]) -> tuple[int, int, int, int] | None:
    if "window" not in device:
        return None
    x, y, width, height = device["window"]
    return x, y, width, height
