"""Samples and their theme in; out comes what the samples do not show, and what the user can do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from calibration.masks import Masks
from calibration.measure import blank_marks
from calibration.samples import Samples
from solver.words import BLANK
from vision.board import PREMIUMS
from vision.themes import Theme

LEAST_LETTERS = 5
"""Different letters below which masks are no font."""

LIKE_GENERIC = 0.93
"""Likeness to a generic font from which its letters stand in well for those not seen."""

NAMES = {"d": "double letter", "t": "triple letter", "D": "double word", "T": "triple word"}


class Severity(StrEnum):
    """How much a gap matters."""

    FAULT = "fault"
    """No theme can be made."""
    WARNING = "warning"
    """The theme will work less well, and another screenshot would help."""
    NOTE = "note"
    """Good to know; nothing needs to be done."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that the samples do not show.

    Attributes:
        severity: How much it matters.
        what: ``letters``, ``blank``, ``rack``, ``premiums``, ``last move`` or ``board``.
        message: What is missing, without a full stop.
        advice: What the user can do, without a full stop; empty where nothing need be done.
    """

    severity: Severity
    what: str
    message: str
    advice: str = ""


def find_gaps(samples: Samples, masks: Masks, likeness: float, theme: Theme) -> tuple[Gap, ...]:
    """What is missing, the worst first.

    Args:
        samples: What was gathered.
        masks: The letters among it.
        likeness: Of the masks to the generic font that stands in for letters not seen.
        theme: What was made of the samples.
    """
    gaps = [
        *_board(samples, masks),
        *_letters(samples, masks, likeness),
        *_blanks(samples, theme),
        *_rack(samples),
        *_premiums(theme),
        *_last_move(theme),
    ]
    order = list(Severity)
    return tuple(sorted(gaps, key=lambda gap: order.index(gap.severity)))


def _board(samples: Samples, masks: Masks) -> Iterator[Gap]:
    if len(masks.letters) < LEAST_LETTERS:
        seen = ", ".join(masks.letters) or "none"
        yield Gap(
            Severity.FAULT,
            "letters",
            f"too few letters are seen clearly: {seen}",
            "take a screenshot with more tiles on the board",
        )
    if not any(square.kind == "plain" for square in samples.squares):
        yield Gap(
            Severity.FAULT,
            "board",
            "no square without a premium is empty",
            "take a screenshot earlier in a game",
        )


def _letters(samples: Samples, masks: Masks, likeness: float) -> Iterator[Gap]:
    inbag = [tile.letter for tile in samples.tiles.tiles if tile.count and tile.letter != BLANK]
    clear = {sample.letter for sample in samples.tile_samples if sample.glyph is not None}
    hidden = sorted({sample.letter for sample in samples.tile_samples} & set(inbag) - clear)
    unseen = [letter for letter in inbag if letter not in {*masks.letters, *hidden}]
    single = [
        letter
        for letter, count in zip(masks.letters, masks.counts, strict=True)
        if count == 1 and letter in inbag
    ]
    if unseen:
        good = likeness >= LIKE_GENERIC
        yield Gap(
            Severity.NOTE if good else Severity.WARNING,
            "letters",
            f"never seen: {' '.join(unseen)}"
            + ("; a font that is shipped stands in for them" if good else ""),
            "" if good else "add a screenshot that shows some of them",
        )
    if hidden:
        yield Gap(
            Severity.WARNING,
            "letters",
            f"seen only partly covered: {' '.join(hidden)}",
            "add a screenshot that shows them without badges",
        )
    if single:
        yield Gap(Severity.NOTE, "letters", f"seen once: {' '.join(single)}")


def _blanks(samples: Samples, theme: Theme) -> Iterator[Gap]:
    zero, none = blank_marks(samples)
    shows = "a 0" if theme.blank == "zero" else "no numeral"
    if not zero and not none:
        yield Gap(
            Severity.WARNING,
            "blank",
            f"no blank on the board; it is taken to show {shows}, as usual in this game",
            "add a screenshot with a blank on the board",
        )
    elif zero and none:
        yield Gap(
            Severity.WARNING,
            "blank",
            f"some blanks show a 0 ({zero}), some nothing ({none}); taken to show {shows}",
            "check the lower case letters of the truth",
        )


def _rack(samples: Samples) -> Iterator[Gap]:
    if not any(sample.place == "rack" for sample in samples.tile_samples):
        yield Gap(
            Severity.WARNING,
            "rack",
            "no rack was measured",
            "add a screenshot with your tiles visible, and their letters in its truth",
        )


def _premiums(theme: Theme) -> Iterator[Gap]:
    missing = [NAMES[kind] for kind in PREMIUMS if kind not in theme.colours]
    if missing:
        yield Gap(
            Severity.WARNING,
            "premiums",
            f"no empty square visible: {', '.join(missing)}",
            "add a screenshot from earlier in a game",
        )


def _last_move(theme: Theme) -> Iterator[Gap]:
    if "last_move" not in theme.others:
        kinds = len(theme.tiles)
        extra = f"; tiles of {kinds} colours were seen" if kinds > 1 else ""
        yield Gap(
            Severity.NOTE,
            "last move",
            f"it is not known which tiles were played last{extra}",
            "add `last_move: WORD 12 H8 H9` to a truth to teach its colour",
        )
