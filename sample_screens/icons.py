"""Small pictures for buttons, drawn from a few lines each in a box of 0 to 1."""

import math

from sample_screens.paint import Canvas
from sample_screens.shapes import Box, Paint

Stroke = tuple[tuple[float, float], ...]


def _arc(x: float, y: float, radius: float, start: float = 0, end: float = 360) -> Stroke:
    """Bend a stroke round a centre, from angle to angle in degrees, clockwise from the right."""
    turns = [math.radians(start + (end - start) * i / 24) for i in range(25)]
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


ICONS: dict[str, tuple[Stroke, ...]] = {
    "back": (((0.65, 0.12), (0.32, 0.5), (0.65, 0.88)),),
    "menu": (
        ((0.1, 0.22), (0.9, 0.22)),
        ((0.1, 0.5), (0.9, 0.5)),
        ((0.1, 0.78), (0.9, 0.78)),
    ),
    "more": (((0.15, 0.5), (0.15, 0.5)), ((0.5, 0.5), (0.5, 0.5)), ((0.85, 0.5), (0.85, 0.5))),
    "up": (((0.2, 0.55), (0.5, 0.15), (0.8, 0.55)), ((0.5, 0.15), (0.5, 0.9))),
    "pass": (_arc(0.46, 0.66, 0.38, 180, 325), ((0.86, 0.18), (0.8, 0.46), (0.52, 0.44))),
    "shuffle": (
        ((0.05, 0.28), (0.3, 0.28), (0.66, 0.72), (0.92, 0.72)),
        ((0.05, 0.72), (0.3, 0.72), (0.66, 0.28), (0.92, 0.28)),
        ((0.8, 0.14), (0.94, 0.28), (0.8, 0.42)),
        ((0.8, 0.58), (0.94, 0.72), (0.8, 0.86)),
    ),
    "swap": (
        ((0.3, 0.9), (0.3, 0.15)),
        ((0.12, 0.35), (0.3, 0.14), (0.48, 0.35)),
        ((0.7, 0.1), (0.7, 0.85)),
        ((0.52, 0.66), (0.7, 0.87), (0.88, 0.66)),
    ),
    "recall": (((0.15, 0.35), (0.5, 0.7), (0.85, 0.35)),),
    "play": (((0.25, 0.12), (0.85, 0.5), (0.25, 0.88), (0.25, 0.12)),),
    "chat": (
        ((0.1, 0.15), (0.9, 0.15), (0.9, 0.7), (0.45, 0.7), (0.25, 0.92), (0.25, 0.7), (0.1, 0.7),
         (0.1, 0.15)),
    ),
    "plus": (((0.5, 0.15), (0.5, 0.85)), ((0.15, 0.5), (0.85, 0.5))),
    "search": (((0.65, 0.65), (0.92, 0.92)), _arc(0.4, 0.4, 0.3)),
    "bolt": (((0.6, 0.08), (0.28, 0.56), (0.7, 0.46), (0.4, 0.94)),),
    "target": (_arc(0.5, 0.5, 0.4, -20, 290), _arc(0.5, 0.5, 0.16), ((0.5, 0.5), (0.92, 0.08))),
    "bell": (
        ((0.15, 0.75), (0.85, 0.75), (0.72, 0.6), (0.7, 0.35), (0.5, 0.15), (0.3, 0.35),
         (0.28, 0.6), (0.15, 0.75)),
        ((0.44, 0.9), (0.56, 0.9)),
    ),
    "gear": (
        _arc(0.5, 0.5, 0.24),
        *(_arc(0.5, 0.5, 0.37, turn, turn + 12) for turn in range(-6, 354, 45)),
    ),
    "triangle": (((0.8, 0.12), (0.15, 0.5), (0.8, 0.88), (0.8, 0.12)),),
    "square": (((0.17, 0.17), (0.83, 0.17), (0.83, 0.83), (0.17, 0.83), (0.17, 0.17)),),
    "ring": (_arc(0.5, 0.5, 0.38),),
    "right": (((0.35, 0.12), (0.68, 0.5), (0.35, 0.88)),),
    "wave": (
        _arc(0.5, 0.82, 0.64, 225, 315),
        _arc(0.5, 0.82, 0.34, 225, 315),
        ((0.5, 0.8), (0.5, 0.8)),
    ),
}  # fmt: skip


def draw_icon(canvas: Canvas, name: str, box: Box, ink: Paint, weight: float = 0.09) -> None:
    """Draw an icon into a box; `weight` is the stroke's width as a fraction of the box."""
    for stroke in ICONS[name]:
        canvas.line([box.at(x, y) for x, y in stroke], ink, weight * box.width)
