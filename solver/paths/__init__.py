"""Path games: their rules, grids, and all words that can be traced through one."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from solver.paths.game import (
        USUAL_PATH_GAME,
        GridLook,
        PathGame,
        load_path_game,
        path_game_names,
    )
    from solver.paths.generate import random_grid
    from solver.paths.grid import MULTIPLIERS, PathGrid, PathTile
    from solver.paths.grid_file import file_text, typed_grid, written_grid
    from solver.paths.search import PathWord, find_words

__all__ = [
    "MULTIPLIERS",
    "USUAL_PATH_GAME",
    "GridLook",
    "PathGame",
    "PathGrid",
    "PathTile",
    "PathWord",
    "file_text",
    "find_words",
    "load_path_game",
    "path_game_names",
    "random_grid",
    "typed_grid",
    "written_grid",
]

__getattr__ = on_demand(__name__, __file__)
