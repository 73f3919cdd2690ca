"""The colours and proportions of a look, measured on samples, each with its spread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.samples import Samples, TileSample
from vision.imaging import OTHER_COLOUR, Floats, colour_groups
from vision.themes import Figure, colour_text
from vision.tiles import CELL

ODD = 2
"""A colour of fewer tiles counts as an oddity: a badge, a tile half covered."""


@dataclass(frozen=True, slots=True, eq=False)
class Colour:
    """A colour that samples share.

    Attributes:
        value: ``(3,)`` float32 blue green red, the median.
        spread: Root mean square distance of the samples from it, 0 to 441.
        count: How many samples.
    """

    value: Floats
    spread: float
    count: int

    @property
    def hex(self) -> str:
        """The colour as ``#rrggbb``."""
        return colour_text(self.value)


def measure_colour(samples: Sequence[Floats]) -> Colour:
    """The median colour of samples, at least one.

    Samples further away than three times the usual distance are left out of the spread, since
    something lies on them.
    """
    stack = np.stack(samples)
    middle = np.asarray(np.median(stack, axis=0), np.float32)
    apart = np.linalg.norm(stack - middle, axis=1)
    usual = apart[apart <= 3.0 * max(2.0, float(np.median(apart)))]
    return Colour(middle, float(np.sqrt(np.mean(usual**2))), len(samples))


def square_colours(samples: Samples) -> dict[str, Colour]:
    """Ground colours of plain squares and of each kind of premium seen."""
    kinds: dict[str, list[Floats]] = {}
    for square in samples.squares:
        kinds.setdefault(square.kind, []).append(square.colour)
    return {kind: measure_colour(found) for kind, found in sorted(kinds.items())}


def tile_colours(samples: Samples) -> tuple[Colour, ...]:
    """Ground colours of the tiles on the board, the most common first."""
    return _groups([sample.ground for sample in samples.tile_samples if sample.place == "board"])


def ink_colours(samples: Samples) -> tuple[Colour, ...]:
    """Colours of the letters on the board, the most common first."""
    return _groups(
        [
            sample.ink
            for sample in samples.tile_samples
            if _clear(sample) and sample.place == "board"
        ]
    )


def other_colours(samples: Samples) -> Mapping[str, Colour]:
    """Colours of rack tiles, and of pending and last-move tiles where there are any."""
    tiles = samples.tile_samples
    rack = [sample.ground for sample in tiles if sample.place == "rack"]
    found = {"rack": _groups(rack)[0]} if rack else {}
    for kind, shown in (
        ("laid", [sample for sample in tiles if sample.place == "laid"]),
        ("last_move", [sample for sample in tiles if sample.last_move and sample.place == "board"]),
    ):
        if shown:
            found[kind] = measure_colour([sample.ground for sample in shown])
        if inks := [sample.ink for sample in shown if _clear(sample)]:
            found[f"{kind}_ink"] = measure_colour(inks)
    return found


def proportions(samples: Samples) -> dict[str, Figure]:
    """Lengths in board squares, under their names in ``vision.themes.theme.Theme``."""
    lines = [each.line for each in samples.lengths if each.line is not None]
    lengths: dict[str, list[float]] = {
        "letter_top": [line.top / CELL for line in lines],
        "letter_height": [line.height / CELL for line in lines],
        "rack_side": _known(each.rack_side for each in samples.lengths),
        "rack_step": _known(each.rack_step for each in samples.lengths),
        "rack_gap": _known(each.rack_gap for each in samples.lengths),
    }
    return {
        key: Figure(round(float(np.mean(found)), 4), round(float(np.std(found)), 4), len(found))
        for key, found in lengths.items()
        if found
    }


def blank_marks(samples: Samples) -> tuple[int, int]:
    """How many blanks show a 0, and how many show no figure: nothing, or a shape of their own."""
    blanks = [sample for sample in samples.tile_samples if sample.blank and sample.letter != "?"]
    bare = [
        sample.numeral.missing or (sample.numeral.value != 0 and sample.read.islower())
        for sample in blanks
    ]
    return sum(sample.numeral.value == 0 for sample in blanks), sum(bare)


def _clear(sample: TileSample) -> bool:
    return sample.glyph is not None


def _known(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _groups(colours: Sequence[Floats]) -> tuple[Colour, ...]:
    """Groups of similar colours, the largest first; oddities are left out unless all are odd."""
    known = np.array(colours, np.float32).reshape(-1, 3)
    groups = [measure_colour(list(known[own])) for own in colour_groups(known, OTHER_COLOUR)]
    usual = [group for group in groups if group.count >= ODD]
    return tuple(usual or groups)
