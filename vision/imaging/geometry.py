"""Boxes and the board's lattice as values, in pixels of the upright picture.

Origin is the outer corner of the top left pixel; x grows to the right, y downwards. Edges are
real numbers, so a pixel ``(column, row)`` covers ``column..column + 1`` by ``row..row + 1``.
"""

from __future__ import annotations

from typing import NamedTuple

Place = tuple[int, int]
"""Row and column of a square, from 0."""


class Box(NamedTuple):
    """An upright rectangle: left and top edge, width and height in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Centre as ``(x, y)``."""
        return self.x + self.width / 2, self.y + self.height / 2

    def scaled(self, factor: float) -> Box:
        """The same box in a picture scaled by ``factor``."""
        return Box(self.x * factor, self.y * factor, self.width * factor, self.height * factor)

    def shifted(self, dx: float, dy: float) -> Box:
        """The box moved by ``(dx, dy)`` pixels."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def pixels(self, width: int, height: int) -> tuple[slice, slice]:
        """Row and column slices of the whole pixels, clipped to a picture of that size."""
        left, right = round(self.x), round(self.right)
        top, bottom = round(self.y), round(self.bottom)
        return (
            slice(max(0, top), max(0, min(height, bottom))),
            slice(max(0, left), max(0, min(width, right))),
        )


class Grid(NamedTuple):
    """The lattice of a board: square ``(row, column)`` is the cell of that pitch.

    Attributes:
        x: Left edge of column 0 in pixels (the middle of the gap left of it).
        y: Top edge of row 0 in pixels.
        cell: Pitch in pixels, the same in both directions.
        size: Squares a side: 15, 11, ...
    """

    x: float
    y: float
    cell: float
    size: int

    def square(self, row: int, column: int) -> Box:
        """The box of one square."""
        return Box(self.x + column * self.cell, self.y + row * self.cell, self.cell, self.cell)

    @property
    def box(self) -> Box:
        """The box of the whole board."""
        side = self.cell * self.size
        return Box(self.x, self.y, side, side)
