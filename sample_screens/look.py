"""A look as data: `looks/*.toml` read into typed values.

Lengths inside a square or tile are fractions of the cell; lengths of bands are points, the
device-independent pixels of phones.
"""

import dataclasses
import tomllib
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sample_screens.paint import ALL_CORNERS
from sample_screens.shapes import Paint

LOOKS = Path(__file__).resolve().parent / "looks"


@dataclass(frozen=True)
class Fonts:
    """Which file of the `fonts` folder writes what."""

    tile: str
    numeral: str
    label: str
    text: str
    strong: str


@dataclass(frozen=True)
class Premium:
    """How a premium square is painted; `ink` colours its label, `edge` its shadow."""

    fill: Paint
    ink: Paint
    edge: Paint | None = None


@dataclass(frozen=True)
class Squares:
    """The empty board. `edge` peeps out under (shift > 0: above) each square."""

    ground: Paint
    plain: Paint
    gap: float
    radius: float
    label: float
    start: str
    edge: Paint | None = None
    shift: float = 0
    margin: float = 0
    corners: tuple[bool, ...] = ALL_CORNERS
    premium: Mapping[str, Premium] = field(default_factory=dict)


@dataclass(frozen=True)
class TileStyle:
    """Colours of a tile; None leaves a colour as the style below has it."""

    fill: Paint | None = None
    edge: Paint | None = None
    ink: Paint | None = None


@dataclass(frozen=True)
class TileShape:
    """Form of a tile and of what is written on it, in fractions of the cell.

    `letter` and `numeral` are heights of capitals, `letter_at` the centre of the letter,
    `numeral_at` the right end and vertical middle of the numeral.
    """

    inset: float
    radius: float
    border: float
    letter: float
    letter_at: tuple[float, float]
    numeral: float
    numeral_at: tuple[float, float]
    merge: bool = False
    gloss: float = 0
    shadow: float = 0
    ghost: float = 0
    ghost_tint: float = 0
    zero: bool = False
    corners: tuple[bool, ...] = ALL_CORNERS


@dataclass(frozen=True)
class Rack:
    """The rack: its tiles are `shape`d and `style`d apart; `tile` is the widest they get."""

    shape: TileShape
    style: TileStyle
    tile: float
    gap: float
    margin: float
    ground: Paint | None = None
    shelf: Paint | None = None
    well: Paint | None = None


@dataclass(frozen=True)
class Marks:
    """What lies over the tiles: the last score, the tiles not yet played."""

    badge: str
    badge_fill: Paint
    badge_ink: Paint
    badge_size: float
    badge_at: tuple[float, float]
    tentative_badge: Paint
    bubble_fill: Paint
    bubble: str = "disc"
    outline: Paint | None = None


@dataclass(frozen=True)
class Band:
    """One horizontal strip of the screen; `flex` lets it take its share of the spare height."""

    kind: str
    height: float = 0
    flex: float = 0
    fill: Paint | None = None
    ink: Paint | None = None
    accent: Paint | None = None
    style: str = ""
    items: tuple[str, ...] = ()


@dataclass(frozen=True)
class Look:
    """Everything that makes one app look like itself."""

    name: str
    game: str
    ground: Paint
    fonts: Fonts
    squares: Squares
    tiles: TileShape
    styles: Mapping[str, TileStyle]
    rack: Rack
    marks: Marks
    bands: tuple[Band, ...]
    labels: Mapping[str, Mapping[str, str]]
    texts: Mapping[str, Mapping[str, str]]
    side: Mapping[str, Paint] = field(default_factory=dict)

    def style(self, *names: str) -> TileStyle:
        """Lay the named styles over each other, the last on top."""
        fill = edge = ink = None
        for name in names:
            style = self.styles[name]
            fill, edge, ink = style.fill or fill, style.edge or edge, style.ink or ink
        return TileStyle(fill, edge, ink)


def load_look(name: str) -> Look:
    """Read `looks/<name>.toml`; its `based_on` names a look whose values stand where it is silent.

    Raises ValueError for a key that no look has or a colour that is none.
    """
    return typing.cast("Look", build(Look, {**_table(name), "name": name}, name))


def _table(name: str) -> dict[str, Any]:
    table = tomllib.loads((LOOKS / f"{name}.toml").read_text(encoding="utf-8"))
    base = table.pop("based_on", None)
    return _merge(_table(base), table) if base else table


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Let the values above win, table by table; lists are replaced whole."""
    both = dict(below)
    for key, value in above.items():
        old = both.get(key)
        both[key] = (
            _merge(old, value) if isinstance(value, dict) and isinstance(old, dict) else value
        )
    return both


def build(wanted: Any, value: Any, where: str) -> Any:  # noqa: ANN401 - TOML holds any value
    """Turn a TOML value into the wanted type."""
    origin, args = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in {types.UnionType, typing.Union}:
        return build(next(a for a in args if a is not type(None)), value, where)
    if wanted is Paint:
        return Paint.parse(value)
    if isinstance(wanted, type) and dataclasses.is_dataclass(wanted):
        hints = typing.get_type_hints(wanted)
        if strange := value.keys() - hints.keys():
            raise ValueError(f"{where}: no such key: {', '.join(sorted(strange))}")
        return wanted(**{k: build(hints[k], v, f"{where}.{k}") for k, v in value.items()})
    if origin is Mapping:
        return {k: build(args[1], v, f"{where}.{k}") for k, v in value.items()}
    if origin is tuple:
        return tuple(build(args[0], v, where) for v in value)
    return wanted(value)
