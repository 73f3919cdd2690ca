"""The library: read, solve and draw a picture in four lines, for notebooks and other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.corrections import Corrections
from vision.imaging import Screen
from wwfsnap import pipeline
from wwfsnap.pipeline import AnyReading, AnySolution, Settings
from wwfsnap.ranking import By, RankingOptions


def read(
    screen: Screen,
    *,
    game: str | None = None,
    theme: str | None = None,
    language: str | None = None,
    words: Path | None = None,
    corrected: Mapping[str, str] | None = None,
) -> AnyReading:
    """What a picture shows: a ``Reading`` of a board, or a ``GridReading`` of a path game.

    Args:
        screen: As of ``load_screen``; ``pixels`` are ``(H, W, 3)`` uint8, blue, green, red.
        game: Name of the game; None to find it in the picture.
        theme: Name of the look, ``none`` for no known one; None to find it in the picture.
        language: Code of the tiles' language; None to find it in the picture.
        words: A word list, against which words on the board are checked; None for the usual one.
        corrected: Tiles that you know better, by place: ``{"H8": "E", "rack 3": "?"}``. A letter in
            lower case is a blank, ``.`` is no tile. They also help to read the other tiles.

    Raises:
        VisionError: There is no board, nor a grid of letters, or it cannot be read.
        SolverError: The game, the language or the words are not there.
    """
    told = Corrections.of(corrected or {})
    settings = Settings(game, theme, language, words, corrected=told)
    return pipeline.read_screen(screen, settings)


def solve(
    reading: AnyReading,
    *,
    top: int = 10,
    by: Literal["score", "equity", "win"] = "score",
    seconds: float = 10.0,
    language: str | None = None,
    words: Path | None = None,
) -> AnySolution:
    """The best moves of a board (``Solution.moves``), or words of a grid (``PathSolution.words``).

    Args:
        reading: As of ``read``.
        top: How many, best first; 0 for all.
        by: What makes a move the best; words of a grid are always ordered by points.
        seconds: Time to simulate games, with ``win``.
        language: Code of the words' language; None for that of the tiles.
        words: A word list; None for the usual one.

    Raises:
        NoRack: No tiles to lay were seen.
        SolverError: The words are not there.
    """
    ranking = RankingOptions(By(by), seconds)
    settings = Settings(language=language, words=words, top=top, ranking=ranking)
    return pipeline.solve_reading(reading, settings)


def draw(screen: Screen, solution: AnySolution) -> NDArray[np.uint8] | None:
    """The picture with the best turn or word on it, ``(H, W, 3)`` uint8, blue, green, red.

    Args:
        screen: The one that was read.
        solution: As of ``solve``.

    Returns:
        A copy; None where nothing can be laid and no swap is known to be the best.
    """
    return pipeline.draw_best(screen, solution)
