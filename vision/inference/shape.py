"""Shape: all tiles of a board hang together and cover the start square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.game.board import Square
from vision.doubts import Why, because
from vision.inference.choice import Choice
from vision.inference.runs import Place
from vision.reading import Doubt

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))

MISSED = 3
"""Tiles on end that may have been missed, as under a banner that half hides the board."""


def prove_shape(tiles: Mapping[Place, Choice], start: Square) -> Iterator[Doubt]:
    """Doubts where tiles are apart from the others, and where those between may have been missed.

    Args:
        tiles: The letters of all squares with a tile.
        start: The square that the first move covers.
    """
    if not tiles:
        return
    if (start.row, start.column) not in tiles:
        yield Doubt(start.name, ".", None, because(Why.START))
    for group in sorted(_groups(tiles), key=len)[:-1]:
        for place in sorted(group):
            yield Doubt(Square(*place).name, tiles[place].text, None, because(Why.APART))
        for place in sorted(_gap(group, set(tiles) - group)):
            yield Doubt(Square(*place).name, ".", None, because(Why.MISSED))


def _gap(group: set[Place], others: set[Place]) -> set[Place]:
    """The squares that part a group from the tiles nearest to it in its rows and columns."""
    for wide in range(1, MISSED + 1):
        found: set[Place] = set()
        for row, column in group:
            for down, right in STEPS:
                way = [(row + k * down, column + k * right) for k in range(1, wide + 2)]
                if way[-1] in others and not group.intersection(way):
                    found.update(way[:-1])
        if found:
            return found
    return set()


def _groups(tiles: Mapping[Place, Choice]) -> list[set[Place]]:
    """Tiles that hang together."""
    rest, groups = set(tiles), []
    while rest:
        todo, group = [rest.pop()], set()
        while todo:
            row, column = todo.pop()
            group.add((row, column))
            for down, right in STEPS:
                place = row + down, column + right
                if place in rest:
                    rest.remove(place)
                    todo.append(place)
        groups.append(group)
    return groups
