"""Tiles on the board in; the runs they form, and their words, out."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from vision.imaging import Place
from vision.inference.choice import Answer


def runs_of(places: Collection[Place]) -> list[list[Place]]:
    """Every run of two or more tiles, those across first, each way from the top left.

    Args:
        places: Row and column of each tile; looked up often, so best a set or a mapping.
    """
    runs = []
    across = sorted(places)
    for down, right, starts in ((0, 1, across), (1, 0, sorted(across, key=lambda place: place[1]))):
        for row, column in starts:
            if (row - down, column - right) in places:
                continue
            run = [(row, column)]
            while (place := (row + down * len(run), column + right * len(run))) in places:
                run.append(place)
            if len(run) > 1:
                runs.append(run)
    return runs


def word_of(run: Iterable[Answer]) -> str:
    """The text of a run."""
    return "".join([answer.letter for answer in run])
