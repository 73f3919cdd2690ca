"""Screens of path games as data: `paths/scenes/*.toml` and the looks they name, `paths/looks`.

Lengths on a tile are fractions of it, those of the gap fractions of the pitch; everything else is
points, the device-independent pixels of phones.
"""

import tomllib
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sample_screens.look import build
from sample_screens.shapes import Paint
from solver.game import Square
from solver.paths import PathGrid, PathTile, load_path_game
from solver.paths.search import tile_value

FOLDER = Path(__file__).resolve().parent / "paths"


@dataclass(frozen=True)
class Panel:
    """A box of the screen: left, top, right, bottom; the last two, if not over 0, from the end."""

    at: tuple[float, ...]
    fill: Paint
    radius: float = 0
    opacity: float = 1


@dataclass(frozen=True)
class Line:
    """A text of the screen; what stands in braces is one of the scene's texts."""

    text: str
    at: tuple[float, ...]
    height: float
    ink: Paint
    font: str
    align: str = "centre"


@dataclass(frozen=True)
class Trace:
    """How tiles look while a finger traces them; `line` runs over the letters."""

    fill: Paint
    ink: Paint
    line: Paint
    width: float
    opacity: float
    grow: float = 0


@dataclass(frozen=True)
class PathLook:
    """What makes one app look like itself.

    `margin` and `top` place the grid; `case` is "upper" or "title" (Qu); `numeral_at` is the
    numeral's left or right end, as `numeral_align` says, and its vertical middle, and `multiplied`
    prints it times the tile's own DL or TL; `badge_signs` says what is written on badges, where
    that is not the multiplier's name; `grain` draws wood on the tiles, `weave` a pattern on the
    ground.
    """

    ground: Paint
    margin: float
    top: float
    gap: float
    radius: float
    fill: Paint
    ink: Paint
    letter: float
    letter_font: str
    panels: tuple[Panel, ...] = ()
    lines: tuple[Line, ...] = ()
    edge: Paint | None = None
    border: float = 0
    shadow: float = 0
    case: str = "upper"
    letter_at: tuple[float, ...] = (0.5, 0.5)
    numeral: float = 0
    numeral_at: tuple[float, ...] = (0.9, 0.15)
    numeral_align: str = "right"
    numeral_font: str = "inter-medium"
    multiplied: bool = False
    grain: Paint | None = None
    weave: Paint | None = None
    badges: Mapping[str, Paint] = field(default_factory=dict)
    badge_font: str = "inter-bold"
    badge_signs: Mapping[str, str] = field(default_factory=dict)
    badge: float = 0
    trace: Trace | None = None


@dataclass(frozen=True)
class PathScene:
    """One screen to paint; the tiles' values are those it prints, None where it prints none."""

    name: str
    about: str
    look: str
    game: str
    language: str
    width: int
    height: int
    points: int
    grid: PathGrid
    traced: tuple[Square, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)


def path_scene_names() -> list[str]:
    """List every scene of the folder."""
    return sorted(path.stem for path in (FOLDER / "scenes").glob("*.toml"))


def load_path_look(name: str) -> PathLook:
    """Read `paths/looks/<name>.toml`; ValueError names a strange key."""
    table = tomllib.loads((FOLDER / "looks" / f"{name}.toml").read_text(encoding="utf-8"))
    return typing.cast("PathLook", build(PathLook, table, name))


def load_path_scene(name: str) -> PathScene:
    """Read `paths/scenes/<name>.toml`; KeyError names what is missing."""
    table = tomllib.loads((FOLDER / "scenes" / f"{name}.toml").read_text(encoding="utf-8"))
    grid = PathGrid.parse(table["rows"])
    if load_path_look(table["look"]).numeral:
        grid = _numbered(grid, table["game"], table.get("language", "en"))
    return PathScene(
        name=name,
        about=table["about"],
        look=table["look"],
        game=table["game"],
        language=table.get("language", "en"),
        width=table["width"],
        height=table["height"],
        points=table["points"],
        grid=grid,
        traced=tuple(map(Square.parse, table.get("traced", "").split())),
        texts=table.get("texts", {}),
    )


def _numbered(grid: PathGrid, name: str, language: str) -> PathGrid:
    """The grid with a value on each tile."""
    game = load_path_game(name)

    def numbered(tile: PathTile | None) -> PathTile | None:
        if tile is None:
            return None
        value = tile_value(tile, game, game.values(language), language)
        return PathTile(tile.text, value, tile.multiplier)

    return PathGrid(tuple(tuple(map(numbered, row)) for row in grid.rows))
