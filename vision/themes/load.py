"""A theme's folder in; its look, with every key checked, out; the shipped looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np

from solver.toml_section import read_toml
from vision.errors import ThemeMissing
from vision.imaging import Floats
from vision.themes.theme import Figure, Theme
from vision.tiles import read_bank

Value = TypeVar("Value")

THEMES = Path(__file__).parent

FORMAT = 1
"""Version of the format of ``theme.toml``; a file without one has version 1."""

COLOURS = ("plain", "d", "t", "D", "T")
TILE_COLOURS = ("rack", "laid", "laid_ink", "last_move", "last_move_ink")
LISTS = ("tiles", "inks")
PROPORTIONS = (
    *("letter_top", "letter_height", "numeral_top", "numeral_height", "numeral_right"),
    *("rack_side", "rack_step", "rack_gap"),
)
TEXTS = ("title", "game")
TABLES = ("colours", "spread", "proportions")
KEYS = ("format", "blank", *TEXTS, *TABLES)


def load_theme(folder: Path, *, own: bool = False) -> Theme:
    """Read ``folder/theme.toml`` and, where it is there, ``folder/glyphs.npz``.

    Args:
        folder: The theme's folder; its name is the theme's.
        own: Whether it is the user's.

    Raises:
        ThemeMissing: It does not exist or has faults; all of them are listed.
    """
    name = folder.name
    try:
        data = read_toml(folder / "theme.toml")
    except FileNotFoundError:
        raise ThemeMissing(f"no theme is called {name!r}") from None
    except OSError as fault:
        message = f"theme {name}: theme.toml cannot be read ({fault.strerror})"
        raise ThemeMissing(message) from None
    except ValueError as fault:
        raise ThemeMissing(f"theme {name}: theme.toml is not valid TOML ({fault})") from None
    faults = _faults(data)
    known = dict.fromkeys((*COLOURS, *TILE_COLOURS), _colour) | dict.fromkeys(LISTS, _colours)
    told = _entries(data, "colours", known, "colour such as #rrggbb", faults)
    spread = _entries(data, "spread", dict.fromkeys(known, _number), "valid measure", faults)
    figures = dict.fromkeys(PROPORTIONS, _figure)
    proportions = _entries(data, "proportions", figures, "valid measure", faults)
    if "colours" in data and "plain" not in _table(data, "colours"):
        faults.append("colours.plain is missing")
    if faults:
        raise ThemeMissing(f"theme {name}: {'; '.join(faults)}", "see vision/themes for examples")
    none = np.zeros((0, 3), np.float32)
    tiles, inks = (told.pop(each, none) for each in LISTS)
    masks = folder / "glyphs.npz"
    return Theme(
        name,
        str(data["title"]),
        str(data["game"]),
        str(data["blank"]),
        {key: colour for key, colour in told.items() if key in COLOURS},
        tiles,
        inks,
        {key: colour for key, colour in told.items() if key in TILE_COLOURS},
        spread,
        proportions,
        read_bank(masks) if masks.is_file() else None,
        folder,
        own,
    )


@cache
def shipped_themes() -> tuple[Theme, ...]:
    """The themes that come with the program, by name."""
    return tuple(load_theme(path.parent) for path in sorted(THEMES.glob("*/theme.toml")))


def _faults(data: Mapping[str, object]) -> list[str]:
    """What is wrong with the keys and plain texts of a theme file."""
    faults = [f"{key} is missing" for key in (*TEXTS, "blank", "colours") if not data.get(key)]
    faults += [f"{key} is unknown" for key in data if key not in KEYS]
    for kind, what, keys in ((str, "string", TEXTS), (dict, "table", TABLES)):
        wrong = [key for key in keys if not isinstance(data.get(key, kind()), kind)]
        faults += [f"{key} must be a {what}" for key in wrong]
    if data.get("blank") not in ("none", "zero", "unknown"):
        faults.append("blank must be none, zero or unknown")
    version = data.get("format", FORMAT)
    if version != FORMAT:
        faults.append(
            f"format {version} is not supported by this version of wwfsnap, only format {FORMAT}"
        )
    return faults


def _table(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    table = data.get(key, {})
    return table if isinstance(table, dict) else {}


def _entries(
    data: Mapping[str, object],
    name: str,
    known: Mapping[str, Callable[[object], Value]],
    what: str,
    faults: list[str],
) -> dict[str, Value]:
    """What is in a table, each entry a ``what``; its faults are added to ``faults``."""
    found: dict[str, Value] = {}
    for key, value in _table(data, name).items():
        try:
            found[key] = known[key](value)
        except KeyError:
            faults.append(f"{name}.{key} is unknown")
        except (TypeError, ValueError):
            faults.append(f"{name}.{key} is not a {what}")
    return found


def _number(value: object) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise ValueError(value)
    return float(value)


def _figure(value: object) -> Figure:
    """``[mean, spread, count]``."""
    if not isinstance(value, list) or len(value) != 3:
        raise ValueError(value)
    return Figure(_number(value[0]), _number(value[1]), int(_number(value[2])))


def _colours(value: object) -> Floats:
    """``(N, 3)`` of a list of texts."""
    if not isinstance(value, list):
        raise TypeError(value)
    return np.array([_colour(each) for each in value], np.float32).reshape(-1, 3)


def colour_text(colour: Floats) -> str:
    """``#rrggbb`` of blue, green, red, 0 to 255."""
    blue, green, red = np.clip(np.round(colour), 0, 255).astype(int).tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


def _colour(text: object) -> Floats:
    """``#rrggbb`` as blue, green, red."""
    if not (isinstance(text, str) and len(text) == 7 and text.startswith("#")):
        raise ValueError(text)
    return np.array([int(text[5:7], 16), int(text[3:5], 16), int(text[1:3], 16)], np.float32)
