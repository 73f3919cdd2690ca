"""Makes a theme and a report from samples; nothing is read, written or printed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.coverage import Gap, Severity, find_gaps
from calibration.errors import TooFewSamples
from calibration.leave_one_out import LeaveOneOutResult, cut_masks, leave_one_out, suspects
from calibration.masks import Masks, likeness_to_generic
from calibration.measure import (
    Colour,
    blank_marks,
    ink_colours,
    other_colours,
    proportions,
    square_colours,
    tile_colours,
)
from calibration.samples import Progress, Samples, ignore_progress
from vision.board import PREMIUMS
from vision.imaging import Floats
from vision.themes import Theme


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """How good a theme is, and what its samples lack.

    Attributes:
        shots: Names of the screens.
        tiles: Number of tiles on all screens.
        clear: How many of them show their letter clearly.
        masks: The letters cut from them.
        trials: Leave-one-out trials: each clear tile named by the masks of the others.
        suspects: Tiles that do not look like the letter they are said to be.
        font, likeness: The shipped font that is most like the look's, and how alike they are.
        blanks: Numbers of blanks that show a 0, and of those that show no figure.
        laid: Number of pending tiles.
        premiums: Kinds of premium squares that are seen empty.
        unlabelled: Those of them that show no label.
        gaps: What the samples do not show, the worst first.
    """

    shots: tuple[str, ...]
    tiles: int
    clear: int
    masks: Masks
    trials: tuple[LeaveOneOutResult, ...]
    suspects: tuple[LeaveOneOutResult, ...]
    font: str
    likeness: float
    blanks: tuple[int, int]
    laid: int
    premiums: str
    unlabelled: str
    gaps: tuple[Gap, ...]

    @property
    def right(self) -> int:
        """How many tiles the masks of the others name rightly."""
        return sum(trial.lead > 0 for trial in self.trials)

    @property
    def usable(self) -> bool:
        """Whether the theme can be kept."""
        return not any(gap.severity is Severity.FAULT for gap in self.gaps)


def fit(
    samples: Samples, name: str, title: str, progress: Progress = ignore_progress
) -> tuple[Theme, Report]:
    """The theme that samples show, and how good it is.

    Args:
        samples: From one or more screens of one look.
        name: Name of the theme's future folder.
        title: Its name for people.
        progress: Called with each tile.

    Raises:
        TooFewSamples: There is not one square or tile to measure.
    """
    squares = square_colours(samples)
    if not samples.tile_samples and not squares:
        raise TooFewSamples("the screenshots show neither tiles nor empty squares")
    trials = leave_one_out(samples, progress)
    odd = suspects(samples, trials)
    masks = cut_masks(samples, odd)
    tiles, inks, others = tile_colours(samples), ink_colours(samples), other_colours(samples)
    zero, none = blank_marks(samples)
    theme = Theme(
        name=name,
        title=title,
        game=samples.game,
        blank="unknown" if zero == none else ("zero" if zero > none else "none"),
        colours={kind: colour.value for kind, colour in squares.items()},
        tiles=_stack(tiles),
        inks=_stack(inks),
        others={kind: colour.value for kind, colour in others.items()},
        spread={
            kind: round(colour.spread, 2)
            for kind, colour in (
                *squares.items(),
                *others.items(),
                *(("tiles", each) for each in tiles[:1]),
                *(("inks", each) for each in inks[:1]),
            )
        },
        proportions=proportions(samples),
        glyphs=masks.bank(name) if masks.letters else None,
        own=True,
    )
    font, likeness = likeness_to_generic(masks) if masks.letters else ("", 0.0)
    report = Report(
        samples.names,
        len(samples.tile_samples),
        sum(sample.glyph is not None for sample in samples.tile_samples),
        masks,
        trials,
        odd,
        font,
        likeness,
        (zero, none),
        sum(sample.place == "laid" for sample in samples.tile_samples),
        "".join(kind for kind in PREMIUMS if kind in squares),
        "".join(kind for kind in PREMIUMS if kind in squares and kind not in _labelled(samples)),
        find_gaps(samples, masks, likeness, theme),
    )
    return theme, report


def _stack(colours: tuple[Colour, ...]) -> Floats:
    values = [colour.value for colour in colours]
    return np.stack(values) if values else np.zeros((0, 3), np.float32)


def _labelled(samples: Samples) -> set[str]:
    """Kinds of premium squares of which most show a label."""
    shown = [(square.kind, square.printed) for square in samples.squares]
    return {kind for kind, _ in shown if shown.count((kind, True)) > shown.count((kind, False))}
