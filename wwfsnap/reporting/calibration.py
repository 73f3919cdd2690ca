"""A calibration report as text for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

from calibration import (
    Calibration,
    Checked,
    Further,
    Lack,
    Named,
    Severity,
    State,
    in_english,
    report_record,
)
from wwfsnap.reporting.records import doubt_records
from wwfsnap.terminal import Record

CHECK = "check"
COLOURS: dict[str, str] = {
    CHECK: "bold red",
    Severity.FAULT: "bold red",
    Severity.WARNING: "yellow",
    Severity.NOTE: "grey50",
}
STATES = {
    State.EXACT: "green",
    State.WRONG: "bold red",
    State.REFUSED: "bold red",
    State.GONE: "yellow",
}
SHOWN = 12


class Said(Enum):
    """The sentences of a calibration report besides its gaps, in English.

    Braces are placeholders for a `Line`'s values.
    """

    SCREENS = "{title}: {game}; screenshots: {screens}, tiles: {tiles}, clearly visible: {clear}"
    LETTERS = "{letters_seen} letters: {letters}"
    LEFT_OUT = (
        "self-test: {right} of {of} tiles were recognised from the other tiles; "
        "most similar font: {font} ({likeness})"
    )
    BLANKS_ZERO = "blanks show a 0: {n} seen"
    BLANKS_NONE = "blanks show no numeral: {n} seen"
    LAID = "tiles laid but not played: {n} seen"
    UNLABELLED = "premium squares recognised by colour alone: {premiums}"
    SUSPECT = "{where} is labelled {called}, but looks like {rival}"
    EXACT = "{screen}: read exactly with the theme"
    DOUBTED = "{screen}: read exactly with the theme, in doubt: {places}"
    MISREAD = "{screen}: still misread: {places}"
    REFUSED = "{screen}: still cannot be read: {why}"
    FURTHER = "another screenshot would help most if it shows {wanted}"
    ENOUGH = "no other screenshot is needed"


class Line(NamedTuple):
    """A line of the report.

    Attributes:
        kind: What it says, as a name that stays the same in every version, such as ``no-rack``.
        mark: ``check``, or how much a gap matters; empty for plain facts.
        told: The names and values it mentions.
        text: All of it in English.
        advice: What the user can do, in English; may be empty.
    """

    kind: str
    mark: str
    told: dict[str, str | int]
    text: str
    advice: str = ""

    @classmethod
    def of(cls, said: Said, mark: str = "", **told: str | int) -> Line:
        """The line of a sentence with these values."""
        return cls(_kind(said), mark, told, in_english(said.value, told.items()))


def report_lines(learnt: Calibration) -> Iterator[Line]:
    """What was learnt, what its screens lack or misread, which further screen would help."""
    theme, report = learnt.theme, learnt.report
    yield Line.of(
        Said.SCREENS,
        title=theme.title,
        screens=len(report.shots),
        game=theme.game,
        tiles=report.tiles,
        clear=report.clear,
    )
    yield Line.of(
        Said.LETTERS, letters_seen=len(report.masks.letters), letters=" ".join(report.masks.letters)
    )
    yield Line.of(
        Said.LEFT_OUT,
        right=report.right,
        of=len(report.trials),
        font=report.font,
        likeness=f"{report.likeness:.2f}",
    )
    for said, n in zip((Said.BLANKS_ZERO, Said.BLANKS_NONE), report.blanks, strict=True):
        if n == max(report.blanks) > 0:
            yield Line.of(said, n=n)
    if report.laid:
        yield Line.of(Said.LAID, n=report.laid)
    if report.unlabelled:
        yield Line.of(Said.UNLABELLED, premiums=report.unlabelled)
    for trial in report.suspects:
        where = f"{report.shots[trial.sample.shot]} {trial.sample.where}"
        called, rival = trial.sample.text, trial.rival
        yield Line.of(Said.SUSPECT, CHECK, where=where, called=called, rival=rival)
    for gap in report.gaps:
        yield Line(_kind(gap.lack), gap.severity, dict(gap.told), gap.message, gap.advice)
    yield from map(_read_again, learnt.checked)
    if report.usable:
        yield _further(learnt.further)


def _read_again(checked: Checked) -> Line:
    """The line about how one of the screens is read with the theme."""
    screen = Path(checked.case.picture).name
    if checked.state is State.REFUSED:
        return Line.of(Said.REFUSED, Severity.WARNING, screen=screen, why=checked.wrong[0])
    if checked.wrong:
        return Line.of(Said.MISREAD, Severity.WARNING, screen=screen, places=_first(checked.wrong))
    if checked.doubts:
        places = _first(tuple(dict.fromkeys(doubt.where for doubt in checked.doubts)))
        return Line.of(Said.DOUBTED, Severity.NOTE, screen=screen, places=places)
    return Line.of(Said.EXACT, screen=screen)


def _first(places: Sequence[str]) -> str:
    return ", ".join(places[:SHOWN]) + (" ..." if len(places) > SHOWN else "")


def _further(wanted: Mapping[Further, Named]) -> Line:
    """The line about what a further screen should show."""
    if not wanted:
        return Line.of(Said.ENOUGH)
    told = dict(pair for each in wanted.values() for pair in each)
    english = [in_english(each.value, pairs) for each, pairs in wanted.items()]
    text = Said.FURTHER.value.format(wanted="; ".join(english))
    kinds = " ".join(each.name.lower() for each in wanted)
    return Line(_kind(Said.FURTHER), "", told | {"wanted": kinds}, text)


def _kind(each: Said | Lack) -> str:
    return each.name.lower().replace("_", "-")


def calibration_lines(learnt: Calibration) -> Iterator[Text]:
    """The report for the terminal."""
    for _, mark, _, text, advice in report_lines(learnt):
        line = Text.assemble((f"{mark:8}", COLOURS[mark]), text) if mark else Text(text)
        yield line.append(f"; {advice}") if advice else line


def calibration_record(learnt: Calibration, sheet: Path, folder: Path | None) -> Record:
    """The report for other programs; ``folder`` is None where no theme was kept."""
    theme = learnt.theme
    return {
        "theme": theme.name,
        "title": theme.title,
        "game": theme.game,
        "blank": theme.blank,
        **report_record(learnt.report),
        "own_screens": [
            checked_record(theme.name, each) | {"doubts": doubt_records(each.doubts)}
            for each in learnt.checked
        ],
        "further": {each.name.lower(): dict(told) for each, told in learnt.further.items()},
        "sheet": str(sheet),
        "kept": None if folder is None else str(folder),
    }


def checked_line(name: str, checked: Checked) -> Text:
    """How the present version reads one of a theme's screens, for the terminal."""
    line = Text.assemble(
        (f"{checked.state.value:8}", STATES[checked.state]),
        f"{name}  {Path(checked.case.picture).name}",
    )
    if checked.wrong:
        line.append(f"  {_first(checked.wrong)}")
    if checked.doubts:
        line.append(f"  {len(checked.doubts)} doubt{'s' * (len(checked.doubts) > 1)}")
    return line


def checked_record(name: str, checked: Checked) -> Record:
    """The same for other programs."""
    return {
        "theme": name,
        "picture": Path(checked.case.picture).name,
        "state": checked.state.value,
        "wrong": list(checked.wrong),
        "doubts": len(checked.doubts),
    }
