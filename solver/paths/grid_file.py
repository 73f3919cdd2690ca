"""Board files of path games, read and written: a row a line, tiles separated by spaces.

`Ttl R S Ndl` is a row of four tiles: a letter, or two as in `Qu`, and after it the multiplier `dl`,
`tl`, `dw` or `tw`. `A=3` bears a numeral, a dot is a hole; what is in parentheses is read as in
`grid`. Empty lines and lines that start with `#` are skipped.
"""

from __future__ import annotations

import re

from solver.errors import BoardTextError
from solver.paths.grid import MULTIPLIERS, PathGrid, PathTile

_HINT = "write one line per row, tiles separated by spaces, as in: Ttl R S Ndl"
_TIMES = "|".join(name for name in MULTIPLIERS if name != ".")
_TILE = re.compile(
    rf"(-[^\W\d_]+?|[^\W\d_]+-|[^\W\d_]+/[^\W\d_]+?|[^\W\d_]{{1,2}})(?:=(\d{{1,3}}))?({_TIMES})?",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(r"[^\W\d_]{1,2}(?:=\d+)?([^\W\d_]{2})")
_TOKEN = re.compile(r"(?:\([^()]*\)|\S)+")
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_STROKE = re.compile(r"/(?![^()]*\))")
_MARKED = re.compile(rf"(?<![^\s])[^\W\d_]{{1,2}}(?:{_TIMES.lower()})(?![^\s])")


def typed_grid(text: str) -> PathGrid:
    """A grid typed by the user: in the notation of `PathGrid.parse`, or as rows of a board file.

    Raises:
        BoardTextError: It is neither.
    """
    if "\n" in text.strip():
        return written_grid(text)
    rows = re.sub(_STROKE, "\n", text)
    return written_grid(rows) if _is_marked(rows) else PathGrid.parse(text)


def written_grid(text: str) -> PathGrid:
    """The grid of a file: rows as in this module, or in the notation of `PathGrid.parse`.

    Raises:
        BoardTextError: It is neither; the message names the line.
    """
    lines = [
        (number, _TOKEN.findall(line))
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    joined = "/".join("".join(tokens) for _, tokens in lines)
    strokes = len(lines) == 1 and _STROKE.search(joined)
    if not _is_marked(text) and (strokes or all(len(tokens) < 2 for _, tokens in lines)):
        return PathGrid.parse(joined)
    (first, top), *others = lines
    for number, tokens in others:
        if len(tokens) != len(top):
            raise BoardTextError(
                f"line {number} has {len(tokens)} tiles, but line {first} has {len(top)}",
                hint="separate the tiles by spaces, and write a dot where there is none",
            )
    return PathGrid(tuple(tuple(_tile(each, line) for each in row) for line, row in lines))


def file_text(grid: PathGrid) -> str:
    """The text of a board file for a grid; `written_grid` reads it back."""
    # In a grid of one column `Qu` would be read as two tiles.
    most = 2 if len(grid.rows[0]) > 1 else 1
    tokens = [[_token(tile, most) for tile in row] for row in grid.rows]
    width = max(len(token) for row in tokens for token in row)
    return "".join(" ".join(each.ljust(width) for each in row).rstrip() + "\n" for row in tokens)


def _is_marked(text: str) -> bool:
    """Whether there is a tile such as `Ttl`; the other notation has no mixed case."""
    return any(each[0].isupper() for each in _MARKED.findall(text))


def _tile(text: str, line: int) -> PathTile | None:
    """The tile of a text; None for a hole."""
    if text == ".":
        return None
    try:
        if _IN_PARENTHESES.fullmatch(text):
            return PathGrid.parse(text).rows[0][0]
        parts = _TILE.fullmatch(text)
        if parts:
            value = None if parts[2] is None else int(parts[2])
            return PathTile(parts[1].upper(), value, (parts[3] or ".").upper())
    except BoardTextError as error:
        raise BoardTextError(f"line {line}: {error.message}", hint=_HINT) from None
    unknown = _UNKNOWN.fullmatch(text)
    if unknown:
        known = _TIMES.lower().replace("|", ", ")
        raise BoardTextError(
            f"line {line}: {text}: {unknown[1]!r} is not a multiplier",
            hint=f"known: {known}; three letters on a tile are written (ING)",
        )
    raise BoardTextError(f"line {line}: {text!r} is not a tile", hint=_HINT)


def _token(tile: PathTile | None, most: int) -> str:
    """A tile as it is written; in parentheses if it has more than `most` letters or a numeral."""
    if tile is None:
        return "."
    times = "" if tile.multiplier == "." else tile.multiplier.lower()
    plain = len(tile.text) <= most and tile.text.isalpha() and tile.value is None
    return tile.text.capitalize() + times if plain else str(tile)
