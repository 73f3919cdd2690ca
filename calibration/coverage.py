"""Samples and their theme in; out comes what the samples do not show, and what the user can do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

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


class Lack(Enum):
    """All that samples may not show: its English sentence, and what the user can do.

    Braces hold names of a `Gap`'s values.
    """

    FEW_LETTERS = (
        "too few letters are seen clearly: {letters}",
        "take a screenshot with more tiles on the board",
    )
    NO_LETTER = ("no letter is seen clearly", "take a screenshot with more tiles on the board")
    NO_PLAIN = (
        "no square without a premium is empty",
        "take a screenshot earlier in a game",
    )
    UNSEEN = ("never seen: {letters}", "add a screenshot that shows some of them")
    STOOD_IN = ("never seen: {letters}; a font that is shipped stands in for them", "")
    COVERED = (
        "seen only partly covered: {letters}",
        "add a screenshot that shows them without badges",
    )
    ONCE = ("seen once: {letters}", "")
    NO_BLANK_ZERO = (
        "no blank on the board; it is taken to show a 0, as usual in this game",
        "add a screenshot with a blank on the board",
    )
    NO_BLANK_NONE = (
        "no blank on the board; it is taken to show no numeral, as usual in this game",
        "add a screenshot with a blank on the board",
    )
    BLANKS_ZERO = (
        "some blanks show a 0 ({zero}), some nothing ({none}); taken to show a 0",
        "check the lower case letters of the truth",
    )
    BLANKS_NONE = (
        "some blanks show a 0 ({zero}), some nothing ({none}); taken to show no numeral",
        "check the lower case letters of the truth",
    )
    NO_RACK = (
        "no rack was measured",
        "add a screenshot with your tiles visible, and their letters in its truth",
    )
    NO_PREMIUM = (
        "no empty square visible: {premiums}",
        "add a screenshot from earlier in a game",
    )
    LAST_MOVE = (
        "it is not known which tiles were played last",
        "add `last_move: WORD 12 H8 H9` to a truth to teach its colour",
    )
    LAST_MOVE_COLOURS = (
        "it is not known which tiles were played last; tiles of {n} colours were seen",
        "add `last_move: WORD 12 H8 H9` to a truth to teach its colour",
    )


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that the samples do not show.

    Attributes:
        severity: How much it matters.
        what: ``letters``, ``blank``, ``rack``, ``premiums``, ``last move`` or ``board``.
        lack: What is missing.
        told: The names and values that its sentence mentions; premiums by their kinds.
    """

    severity: Severity
    what: str
    lack: Lack
    told: tuple[tuple[str, str | int], ...] = ()

    @property
    def message(self) -> str:
        """What is missing, in English, without a full stop."""
        told = dict(self.told)
        if "premiums" in told:
            told["premiums"] = ", ".join(NAMES[kind] for kind in str(told["premiums"]))
        return self.lack.value[0].format(**told)

    @property
    def advice(self) -> str:
        """What the user can do, in English; empty where nothing need be done."""
        return self.lack.value[1]


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
    if not masks.letters:
        yield Gap(Severity.FAULT, "letters", Lack.NO_LETTER)
    elif len(masks.letters) < LEAST_LETTERS:
        yield _letters_gap(Severity.FAULT, Lack.FEW_LETTERS, masks.letters)
    if not any(square.kind == "plain" for square in samples.squares):
        yield Gap(Severity.FAULT, "board", Lack.NO_PLAIN)


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
    if unseen and likeness >= LIKE_GENERIC:
        yield _letters_gap(Severity.NOTE, Lack.STOOD_IN, unseen)
    elif unseen:
        yield _letters_gap(Severity.WARNING, Lack.UNSEEN, unseen)
    if hidden:
        yield _letters_gap(Severity.WARNING, Lack.COVERED, hidden)
    if single:
        yield _letters_gap(Severity.NOTE, Lack.ONCE, single)


def _letters_gap(severity: Severity, lack: Lack, letters: Sequence[str]) -> Gap:
    return Gap(severity, "letters", lack, (("letters", " ".join(letters)),))


def _blanks(samples: Samples, theme: Theme) -> Iterator[Gap]:
    zero, none = blank_marks(samples)
    shown = theme.blank == "zero"
    if not zero and not none:
        lack = Lack.NO_BLANK_ZERO if shown else Lack.NO_BLANK_NONE
        yield Gap(Severity.WARNING, "blank", lack)
    elif zero and none:
        lack = Lack.BLANKS_ZERO if shown else Lack.BLANKS_NONE
        yield Gap(Severity.WARNING, "blank", lack, (("zero", zero), ("none", none)))


def _rack(samples: Samples) -> Iterator[Gap]:
    if not any(sample.place == "rack" for sample in samples.tile_samples):
        yield Gap(Severity.WARNING, "rack", Lack.NO_RACK)


def _premiums(theme: Theme) -> Iterator[Gap]:
    missing = "".join(kind for kind in PREMIUMS if kind not in theme.colours)
    if missing:
        yield Gap(Severity.WARNING, "premiums", Lack.NO_PREMIUM, (("premiums", missing),))


def _last_move(theme: Theme) -> Iterator[Gap]:
    if "last_move" not in theme.others:
        kinds = len(theme.tiles)
        lack = Lack.LAST_MOVE_COLOURS if kinds > 1 else Lack.LAST_MOVE
        yield Gap(Severity.NOTE, "last move", lack, (("n", kinds),))
