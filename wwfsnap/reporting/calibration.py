"""A report of calibration in, text for the terminal and JSON out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from calibration import Checked, Report, Severity, State, report_record
from vision.themes import Theme
from wwfsnap.reporting.records import Record

COLOURS = {Severity.FAULT: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "grey50"}
STATES = {
    State.EXACT: "green",
    State.WRONG: "bold red",
    State.REFUSED: "bold red",
    State.GONE: "yellow",
}
SHOWN = 12


def calibration_lines(theme: Theme, report: Report) -> Iterator[Text]:
    """How good a theme is and what its screens lack, a line each."""
    letters = " ".join(report.masks.letters)
    yield Text(
        f"{theme.title}: {len(report.shots)} screen(s) of {theme.game}, {report.tiles} tiles, "
        f"{report.clear} seen clearly"
    )
    figures = " ".join(report.digits.letters) or "none"
    yield Text(f"{len(report.masks.letters)} letters: {letters}; figures: {figures}")
    yield Text(
        f"leave one out: {report.right} of {len(report.trials)} tiles named rightly by the others; "
        f"most like {report.font} ({report.likeness:.2f})"
    )
    for trial in report.suspects:
        where = f"{report.shots[trial.sample.shot]} {trial.sample.where}"
        yield Text.assemble(
            ("check  ", "bold red"),
            f"{where} is called {trial.sample.text} but looks like {trial.rival}",
        )
    for gap in report.gaps:
        line = Text.assemble((f"{gap.severity.value:8}", COLOURS[gap.severity]), gap.message)
        yield line.append(f"; {gap.advice}") if gap.advice else line


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
