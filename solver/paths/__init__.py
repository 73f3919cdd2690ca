"""Path games: their rules, grids, and all words that can be traced through one."""

from solver.paths.game import USUAL_PATH_GAME, GridLook, PathGame, load_path_game, path_game_names
from solver.paths.grid import PathGrid, PathTile
from solver.paths.search import LATIN, PathWord, find_words

__all__ = [
    "LATIN",
    "USUAL_PATH_GAME",
    "GridLook",
    "PathGame",
    "PathGrid",
    "PathTile",
    "PathWord",
    "find_words",
    "load_path_game",
    "path_game_names",
]
