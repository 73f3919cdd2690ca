"""A report of calibration in, text for the terminal and JSON out."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

from calibration import Checked, Lack, Report, Severity, State, report_record
from vision.themes import Theme
from wwfsnap.reporting.records import Record

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
    """What a report of calibration says besides its gaps, in English.

    Braces hold names of a `Line`'s values.
    """

    SCREENS = "{title}: {screens} screen(s) of {game}, {tiles} tiles, {clear} seen clearly"
    LETTERS = "{letters_seen} letters: {letters}; figures: {figures}"
    NO_FIGURES = "{letters_seen} letters: {letters}; figures: none"
    LEFT_OUT = (
        "leave one out: {right} of {of} tiles named rightly by the others; "
        "most like {font} ({likeness})"
    )
    SUSPECT = "{where} is called {called} but looks like {rival}"


class Line(NamedTuple):
    """A line of the report.

    Attributes:
        kind: What it says, the same in every version, as ``no-rack``.
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
        """The line that mentions these names and values."""
        return cls(_kind(said), mark, told, said.value.format(**told))


def report_lines(theme: Theme, report: Report) -> Iterator[Line]:
    """How good a theme is and what its screens lack."""
    yield Line.of(
        Said.SCREENS,
        title=theme.title,
        screens=len(report.shots),
        game=theme.game,
        tiles=report.tiles,
        clear=report.clear,
    )
    yield Line.of(
        Said.LETTERS if report.digits.letters else Said.NO_FIGURES,
        letters_seen=len(report.masks.letters),
        letters=" ".join(report.masks.letters),
        figures=" ".join(report.digits.letters),
    )
    yield Line.of(
        Said.LEFT_OUT,
        right=report.right,
        of=len(report.trials),
        font=report.font,
        likeness=f"{report.likeness:.2f}",
    )
    for trial in report.suspects:
        where = f"{report.shots[trial.sample.shot]} {trial.sample.where}"
        called, rival = trial.sample.text, trial.rival
        yield Line.of(Said.SUSPECT, CHECK, where=where, called=called, rival=rival)
    for gap in report.gaps:
        yield Line(_kind(gap.lack), gap.severity, dict(gap.told), gap.message, gap.advice)


def _kind(each: Said | Lack) -> str:
    return each.name.lower().replace("_", "-")


def calibration_lines(theme: Theme, report: Report) -> Iterator[Text]:
    """The same for the terminal."""
    for _, mark, _, text, advice in report_lines(theme, report):
        line = Text.assemble((f"{mark:8}", COLOURS[mark]), text) if mark else Text(text)
        yield line.append(f"; {advice}") if advice else line


def calibration_record(theme: Theme, report: Report, sheet: Path, folder: Path | None) -> Record:
    """The same for other programs; ``folder`` is None where nothing was kept."""
    return {
        "theme": theme.name,
        "title": theme.title,
        "game": theme.game,
        "blank": theme.blank,
        **report_record(report),
        "sheet": str(sheet),
        "kept": None if folder is None else str(folder),
    }


def checked_line(name: str, checked: Checked) -> Text:
    """How one of a theme's screens is read today."""
    line = Text.assemble(
        (f"{checked.state.value:8}", STATES[checked.state]),
        f"{name}  {Path(checked.case.picture).name}",
    )
    if checked.wrong:
        line.append(f"  {', '.join(checked.wrong[:SHOWN])}")
        line.append(" ..." if len(checked.wrong) > SHOWN else "")
    if checked.doubts:
        line.append(f"  {checked.doubts} doubt(s)")
    return line


def checked_record(name: str, checked: Checked) -> Record:
    """The same for other programs."""
    return {
        "theme": name,
        "picture": Path(checked.case.picture).name,
        "state": checked.state.value,
        "wrong": list(checked.wrong),
        "doubts": checked.doubts,
    }
