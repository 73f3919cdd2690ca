"""A picture in; the path game whose name is written in it out, as in a page's title."""

from __future__ import annotations

import numpy as np

from solver.paths import load_path_game, path_game_names
from vision.imaging import Grid, Screen
from vision.text import gather_lines, scale_for

ACROSS = 20
"""Squares across a board whose texts are as large as those of a page that fills the picture."""


def named_game(screen: Screen) -> str | None:
    """The only path game whose title is written in a picture; None where there is none, or more."""
    cell = screen.width / ACROSS
    grid = Grid(0.0, 0.0, cell, ACROSS)
    lines = gather_lines(screen, grid, (), scale_for(cell), [(0.0, np.inf)])
    texts = [line.text.replace(" ", "").casefold() for line in lines]
    found = [
        name
        for name in path_game_names()
        if any(load_path_game(name).title.replace(" ", "").casefold() in text for text in texts)
    ]
    return found[0] if len(found) == 1 else None
