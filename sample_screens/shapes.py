"""Colours and boxes, in pixels of the finished picture.

The origin is the top left corner, x runs right, y runs down, boxes include their left and top edge
only, lengths may be fractions.
"""

from dataclasses import dataclass
from typing import NamedTuple

Colour = tuple[int, int, int]
Point = tuple[float, float]


@dataclass(frozen=True)
class Paint:
    """A colour, or two that run into each other from top to bottom."""

    top: Colour
    bottom: Colour

    @classmethod
    def parse(cls, text: str) -> "Paint":
        """Read `#rrggbb` or `#rrggbb #rrggbb`; ValueError for anything else."""
        colours = [_colour(part) for part in text.split()]
        if len(colours) not in {1, 2}:
            raise ValueError(f"one or two colours wanted, not {text!r}")
        return cls(colours[0], colours[-1])


def _colour(text: str) -> Colour:
    if len(text) != 7 or not text.startswith("#"):
        raise ValueError(f"a colour reads #rrggbb, not {text!r}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


WHITE = Paint((255, 255, 255), (255, 255, 255))
BLACK = Paint((0, 0, 0), (0, 0, 0))


class Box(NamedTuple):
    """A rectangle in pixels; the right and bottom edges lie just outside."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> "Box":
        """Lay a box of this size around its centre."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def shrink(self, by: float) -> "Box":
        """Move all four edges inwards."""
        return Box(self.left + by, self.top + by, self.right - by, self.bottom - by)

    def shift(self, right: float, down: float) -> "Box":
        """Move the whole box."""
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def at(self, across: float, down: float) -> Point:
        """Find the point at these fractions of width and height."""
        return self.left + across * self.width, self.top + down * self.height

    def columns(self, count: int) -> list["Box"]:
        """Cut into equal columns, left to right."""
        step = self.width / count
        return [
            Box(self.left + i * step, self.top, self.left + (i + 1) * step, self.bottom)
            for i in range(count)
        ]
