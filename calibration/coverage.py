"""What the samples of a theme do not show, and what the user can do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

from calibration.masks import Masks
from calibration.measure import blank_marks
from calibration.samples import Samples
from solver.game import TileSet
from solver.words import BLANK
from vision.board import PREMIUMS
from vision.themes import Theme

LEAST_LETTERS = 5
"""The least number of different letters that makes a usable font."""

LIKE_GENERIC = 0.93
"""Likeness to a generic font from which its letters are good substitutes for those not seen."""

NAMES = {"d": "double letter", "t": "triple letter", "D": "double word", "T": "triple word"}

Named = tuple[tuple[str, str | int], ...]
"""Names of placeholders in a sentence, with their values."""


class Severity(StrEnum):
    """How much a gap matters."""

    FAULT = "fault"
    """No theme can be made."""
    WARNING = "warning"
    """The theme will work less well, and another screenshot would help."""
    NOTE = "note"
    """Good to know; nothing needs to be done."""


class Lack(Enum):
    """All that samples may lack: the English sentence for it, and what the user can do.

    Braces are placeholders for a `Gap`'s values.
    """

    FEW_LETTERS = (
        "only these letters are clearly visible, too few for a theme: {letters}",
        "take a screenshot with more tiles on the board",
    )
    NO_LETTER = ("no letter is clearly visible", "take a screenshot with more tiles on the board")
    NO_PLAIN = (
        "no empty square without a premium is visible",
        "take a screenshot earlier in a game",
    )
    UNSEEN = ("not seen: {letters}", "")
    STOOD_IN = ("not seen: {letters}; a font that comes with wwfsnap is used for them", "")
    COVERED = ("seen only where something covers part of it: {letters}", "")
    ONCE = ("seen once: {letters}", "")
    NO_BLANK = (
        "no blank on the board: how blanks look must be worked out again from each picture",
        "",
    )
    BLANKS = (
        "some blanks show a 0 ({zero}), others show nothing ({none})",
        "check which tiles are blanks (lower-case letters in the truth file)",
    )
    NO_LAID = ("no tiles laid but not played", "")
    NO_RACK = ("no rack was usable", "")
    NO_PREMIUM = ("no empty square visible: {premiums}", "")


class Further(Enum):
    """What a further screen may show, the most helpful first, with its English text."""

    LETTERS = "the letters {letters}"
    BLANK = "a blank on the board"
    LAID = "tiles laid but not played"
    PREMIUMS = "empty squares: {premiums}"
    RACK = "your rack"


HELPS = {
    Lack.UNSEEN: Further.LETTERS,
    Lack.COVERED: Further.LETTERS,
    Lack.NO_BLANK: Further.BLANK,
    Lack.NO_LAID: Further.LAID,
    Lack.NO_PREMIUM: Further.PREMIUMS,
    Lack.NO_RACK: Further.RACK,
}
"""What a further screen should show against which lack."""

MOST_WANTED = 6
"""The most letters that are asked for: one screen seldom shows more of the rare ones."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that the samples do not show.

    Attributes:
        severity: How much it matters.
        what: ``letters``, ``blank``, ``laid``, ``rack``, ``premiums`` or ``board``.
        lack: What is missing.
        told: Values for its sentence; premiums by their kinds.
    """

    severity: Severity
    what: str
    lack: Lack
    told: Named = ()

    @property
    def message(self) -> str:
        """What is missing, in English, without a full stop."""
        return in_english(self.lack.value[0], self.told)

    @property
    def advice(self) -> str:
        """What the user can do, in English; empty where a screen helps or nothing is needed."""
        return self.lack.value[1]


def find_gaps(samples: Samples, masks: Masks, likeness: float, theme: Theme) -> tuple[Gap, ...]:
    """The gaps of samples, the worst first.

    Args:
        samples: What was gathered.
        masks: The letters among it.
        likeness: Of the masks to the generic font that stands in for letters not seen.
        theme: The theme made from the samples.
    """
    gaps = [*_board(samples, masks), *_letters(samples, masks, likeness), *_others(samples, theme)]
    order = list(Severity)
    return tuple(sorted(gaps, key=lambda gap: order.index(gap.severity)))


def further(gaps: Sequence[Gap], doubted: Iterable[str], tiles: TileSet) -> dict[Further, Named]:
    """What a further screen should show, the most helpful first, with values for the sentence.

    Args:
        gaps: What the samples do not show.
        doubted: Letters that are in doubt in readings of the samples' own screens.
        tiles: The game's: letters with more tiles are easier to come by.
    """
    found = {HELPS[gap.lack]: gap.told for gap in gaps if gap.lack in HELPS}
    unseen = {
        letter
        for gap in gaps
        if HELPS.get(gap.lack) is Further.LETTERS
        for letter in str(dict(gap.told)["letters"]).split()
    }
    letters = sorted(
        unseen.union(doubted),
        key=lambda each: (each not in unseen, -tiles.counts.get(each, 0), each),
    )
    if letters:
        found[Further.LETTERS] = (("letters", " ".join(letters[:MOST_WANTED])),)
    return {each: found[each] for each in Further if each in found}


def in_english(sentence: str, told: Iterable[tuple[str, str | int]]) -> str:
    """A sentence with its values filled in; premiums come by their kinds."""
    values = dict(told)
    if "premiums" in values:
        values["premiums"] = ", ".join(NAMES[kind] for kind in str(values["premiums"]))
    return sentence.format(**values)


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


def _others(samples: Samples, theme: Theme) -> Iterator[Gap]:
    zero, none = blank_marks(samples)
    if not zero and not none:
        yield Gap(Severity.WARNING, "blank", Lack.NO_BLANK)
    elif zero and none:
        yield Gap(Severity.WARNING, "blank", Lack.BLANKS, (("zero", zero), ("none", none)))
    places = {sample.place for sample in samples.tile_samples}
    if "rack" not in places:
        yield Gap(Severity.WARNING, "rack", Lack.NO_RACK)
    if "laid" not in places:
        yield Gap(Severity.NOTE, "laid", Lack.NO_LAID)
    if missing := "".join(kind for kind in PREMIUMS if kind not in theme.colours):
        yield Gap(Severity.WARNING, "premiums", Lack.NO_PREMIUM, (("premiums", missing),))
