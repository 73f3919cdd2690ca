"""The errors of the solver: one tree, with a class for each meaning and a hint in each error."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


class SolverError(Exception):
    """Any error of the solver.

    Attributes:
        message: What is wrong, in one sentence without a full stop.
        hint: What to try; empty where there is nothing to advise.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message


class BoardTextError(SolverError, ValueError):
    """A text, or a set of rows, is not a board of the game."""


class RackError(SolverError, ValueError):
    """The letters given are not a rack of the game."""


class NotationError(SolverError, ValueError):
    """A square, a move, a CGP or a GCG text cannot be read."""


class PlacementError(SolverError, ValueError):
    """The tiles of a move do not lie on the board as the rules ask."""


class UnknownGame(SolverError, LookupError):
    """No game, layout or language of that name is known."""


class GameFileError(SolverError, ValueError):
    """A game file is faulty; every fault of the file is listed.

    Attributes:
        path: The file.
        faults: What is wrong with it, one sentence each.
    """

    def __init__(self, path: Path, faults: Iterable[str]) -> None:
        self.path = path
        self.faults = tuple(faults)
        super().__init__(
            f"{path.name} is not a valid game file: " + "; ".join(self.faults),
            hint=f"correct {path}; see the files in solver/data for examples",
        )


class WordsMissing(SolverError, LookupError):
    """There is no word list for the language, or none where the caller said it was."""


class WordListError(SolverError, ValueError):
    """A word list cannot be read, or holds no word that can be used."""
