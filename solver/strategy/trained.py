"""The table that self-play gave for a game and language (`solver.training` writes it)."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from solver.errors import UnknownGame
from solver.folders import DATA
from solver.game import Game, languages
from solver.words import base_code

FOLDER = DATA / "leaves"
"""A JSON file for each game and language: the table and the record of its training."""


def trained_table(game: Game) -> dict[str, Any] | None:
    """The table of a game and its language; None without training."""
    path = trained_path(game)
    return None if path is None else read_table(path)


def trained_path(game: Game) -> Path | None:
    """The file of that table.

    Words matter less than tiles: a language that differs only in its word list, such as Wordfeud's
    two kinds of English, uses the table of its sister.
    """
    own = table_path(game.name, game.language)
    return next((path for path in (own, *_sisters(game)) if path.is_file()), None)


@lru_cache(maxsize=8)
def read_table(path: Path) -> dict[str, Any]:
    """The content of such a file; it is shared by all callers, so nobody may change it."""
    table: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return table


def table_path(name: str, language: str) -> Path:
    """The path for the table of a game in a language, whether it exists or not."""
    return FOLDER / f"{name}-{language}.json"


def _sisters(game: Game) -> list[Path]:
    """Tables of the same language under another code, where its tiles are the same."""
    speech = base_code(game.language)
    try:
        spoken = languages(game.name)
    except UnknownGame:  # a game made by the caller
        return []
    return [
        table_path(game.name, tiles.language)
        for tiles in spoken
        if base_code(tiles.language) == speech and tiles.tiles == game.tiles.tiles
    ]
