"""The tiles of a path game as values, read from text and written to it.

Rows are separated by `/` or line breaks. A letter is a tile, a dot a hole; any other tile stands
in parentheses: several letters `(QU)`, letters that only begin `(UN-)` or end `(-ING)` a word, two
to choose from `(D/U)`, with the numeral printed on it `(A=3)`, with its multiplier `(A DW)`, or
both `(VE=12 TL)`. A square grid may do without separators.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.errors import BoardTextError

LARGEST = 26
"""The most rows, and the most columns: columns are named A to Z."""
MULTIPLIERS = {".": (1, 1), "DL": (2, 1), "TL": (3, 1), "DW": (1, 2), "TW": (1, 3)}
"""The factors of each multiplier: for its tile, and for the word."""
_HINT = "write one letter per tile and / between rows, as in CATS/O(QU)EE/(D/U)RN(-ING)/.AB(E DW)"
_PART = re.compile(r"\(([^()]*)\)|(\S)|\s+")
_TILE = re.compile(r"\s*(\S+?)\s*(?:=\s*(\d{1,3}))?(?:\s+([DT][LW]))?\s*")
_FACE = re.compile(r"-?[^\W\d_]+|[^\W\d_]+-|[^\W\d_]+/[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class PathTile:
    """A tile.

    Attributes:
        text: Its letters in upper case; `UN-` only begins words, `-ING` only ends them, `D/U` is
            either.
        value: The numeral printed on it; None where there is none.
        multiplier: A key of `MULTIPLIERS`.

    Raises:
        BoardTextError: The text or the multiplier is none of a tile.
    """

    text: str
    value: int | None = None
    multiplier: str = "."

    def __post_init__(self) -> None:
        if not _FACE.fullmatch(self.text) or self.text != self.text.upper():
            raise BoardTextError(f"{self.text!r} is not a tile of a path game", hint=_HINT)
        if self.multiplier not in MULTIPLIERS:
            raise BoardTextError(
                f"{self.multiplier!r} is not a multiplier", hint="known: " + " ".join(MULTIPLIERS)
            )

    @property
    def begins(self) -> bool:
        """Whether it can only be the first of a word."""
        return self.text.endswith("-")

    @property
    def ends(self) -> bool:
        """Whether it can only be the last of a word."""
        return self.text.startswith("-")

    @property
    def choices(self) -> tuple[str, ...]:
        """The letters it may stand for: one text, or two."""
        return tuple(dict.fromkeys(self.text.strip("-").split("/")))

    def __str__(self) -> str:
        value = "" if self.value is None else f"={self.value}"
        times = "" if self.multiplier == "." else f" {self.multiplier}"
        plain = len(self.text) == 1 and not value and not times
        return self.text if plain else f"({self.text}{value}{times})"


@dataclass(frozen=True, slots=True)
class PathGrid:
    """The tiles in their places.

    Attributes:
        rows: From the top, each from left to right, all of one length; None is a hole.

    Raises:
        BoardTextError: There are no tiles, too many, or rows of different lengths.
    """

    rows: tuple[tuple[PathTile | None, ...], ...]

    def __post_init__(self) -> None:
        if not any(tile for row in self.rows for tile in row):
            raise BoardTextError("the grid has no tiles", hint=_HINT)
        lengths = [len(row) for row in self.rows]
        for number, length in enumerate(lengths, start=1):
            if length != lengths[0]:
                raise BoardTextError(
                    f"row {number} has {length} tiles, but row 1 has {lengths[0]}",
                    hint="draw a dot where there is no tile",
                )
        if max(len(lengths), lengths[0]) > LARGEST:
            raise BoardTextError(
                f"the grid is {len(lengths)} x {lengths[0]} tiles; "
                f"the maximum is {LARGEST} x {LARGEST}",
                hint=_HINT,
            )

    @classmethod
    def of(
        cls,
        texts: Sequence[Sequence[str]],
        multipliers: Sequence[Sequence[str]] | None = None,
        values: Sequence[Sequence[int | None]] | None = None,
    ) -> PathGrid:
        """A grid of the tiles' texts, '' for a hole, and their multipliers and values, if any.

        Raises:
            BoardTextError: They are no grid, or texts, multipliers and values differ in number.
        """
        plain = [["." for _ in row] for row in texts] if multipliers is None else multipliers
        bare = [[None for _ in row] for row in texts] if values is None else values
        try:
            return cls(
                tuple(
                    tuple(
                        PathTile(text, value, times) if text else None
                        for text, times, value in zip(*row, strict=True)
                    )
                    for row in zip(texts, plain, bare, strict=True)
                )
            )
        except ValueError as error:
            if isinstance(error, BoardTextError):
                raise
            raise BoardTextError("there must be as many multipliers and values as tiles") from None

    @classmethod
    def parse(cls, text: str) -> PathGrid:
        """A grid in the notation of this module.

        Raises:
            BoardTextError: The text is no grid.
        """
        rows = [_tiles(row) for row in _split(text) if row.strip()]
        side = math.isqrt(len(rows[0])) if len(rows) == 1 else 0
        if side > 2 and side * side == len(rows[0]):
            rows = [rows[0][start : start + side] for start in range(0, side * side, side)]
        return cls(tuple(map(tuple, rows)))

    @property
    def tiles(self) -> int:
        """How many tiles there are."""
        return sum(tile is not None for row in self.rows for tile in row)

    def lines(self) -> tuple[str, ...]:
        """The rows in the notation of this module."""
        return tuple("".join(str(tile or ".") for tile in row) for row in self.rows)

    def __str__(self) -> str:
        return "/".join(self.lines())


def _split(text: str) -> Iterable[str]:
    """The rows of a text; a slash within parentheses does not separate rows."""
    return re.split(r"[/\n](?![^()]*\))", text)


def _tiles(row: str) -> list[PathTile | None]:
    found: list[PathTile | None] = []
    for part in _PART.finditer(row):
        inside, single = part[1], part[2]
        if inside is not None:
            found.append(_tile(inside))
        elif single == ".":
            found.append(None)
        elif single is not None:
            found.append(PathTile(single.upper()))
    return found


def _tile(inside: str) -> PathTile:
    parts = _TILE.fullmatch(inside.upper())
    if not parts:
        raise BoardTextError(f"({inside}) is not a tile of a path game", hint=_HINT)
    return PathTile(parts[1], None if parts[2] is None else int(parts[2]), parts[3] or ".")
