"""Theme: a look as data: its game, its colours, how it marks blanks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.errors import ThemeMissing

Floats = NDArray[np.float32]

THEMES = Path(__file__).parent / "themes"

GENERIC = "generic"
"""Name given to a look that no theme describes."""

MATCH = 30.0
"""Mean distance of colours (0 to 441) up to which a picture is of a theme's look."""

COLOURS = ("plain", "d", "t", "D", "T")


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """A look.

    Attributes:
        name: Its folder's name.
        title: Its name for people.
        game: The game it belongs to.
        blank: ``none`` where a blank on the board shows no numeral, ``zero`` where it shows a 0.
        colours: Ground colour, ``(3,)`` float32 blue green red, of ``plain`` and of each kind of
            premium.
        tiles: ``(T, 3)`` ground colours of tiles.
    """

    name: str
    title: str
    game: str
    blank: str
    colours: Mapping[str, Floats]
    tiles: Floats

    def distance(self, seen: Mapping[str, Floats]) -> float:
        """Mean distance of the colours seen to the theme's, over those that both know."""
        both = [
            np.linalg.norm(self.colours[kind] - seen[kind]) for kind in seen if kind in self.colours
        ]
        return float(np.mean(both)) if both else 441.0


def load_theme(folder: Path) -> Theme:
    """Read ``folder/theme.toml``.

    Raises:
        ThemeMissing: It is not there or something in it is wrong; all faults are listed.
    """
    name = folder.name
    try:
        data = tomllib.loads((folder / "theme.toml").read_text(encoding="utf-8"))
    except OSError:
        raise ThemeMissing(f"no theme is called {name!r}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ThemeMissing(f"theme {name}: theme.toml is no TOML ({fault})") from None
    faults = [
        f"{key} is missing" for key in ("title", "game", "blank", "colours") if key not in data
    ]
    if data.get("blank") not in ("none", "zero"):
        faults.append("blank must be none or zero")
    colours: dict[str, Floats] = {}
    tiles: list[Floats] = []
    for key, value in dict(data.get("colours", {})).items():
        try:
            if key == "tiles":
                tiles = [_colour(each) for each in value]
            elif key in COLOURS:
                colours[key] = _colour(value)
            else:
                faults.append(f"colours.{key} is unknown")
        except (TypeError, ValueError):
            faults.append(f"colours.{key} is no colour like #rrggbb")
    if faults:
        raise ThemeMissing(f"theme {name}: {'; '.join(faults)}", "see vision/themes for examples")
    stack = np.stack(tiles) if tiles else np.zeros((0, 3), np.float32)
    return Theme(name, str(data["title"]), str(data["game"]), str(data["blank"]), colours, stack)


@cache
def shipped_themes() -> tuple[Theme, ...]:
    """The themes that come with the program, by name."""
    return tuple(load_theme(path.parent) for path in sorted(THEMES.glob("*/theme.toml")))


def nearest_theme(seen: Mapping[str, Floats], themes: Sequence[Theme]) -> Theme | None:
    """The theme whose colours are those seen, None where no theme's are near."""
    ranked = sorted(themes, key=lambda theme: theme.distance(seen))
    return ranked[0] if ranked and ranked[0].distance(seen) <= MATCH else None


def _colour(text: str) -> Floats:
    """``#rrggbb`` as blue, green, red."""
    if not (isinstance(text, str) and len(text) == 7 and text.startswith("#")):
        raise ValueError(text)
    return np.array([int(text[5:7], 16), int(text[3:5], 16), int(text[1:3], 16)], np.float32)
