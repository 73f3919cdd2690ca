"""Making a theme from screens of a new look, in the order of these calls.

``load_shot`` reads a screen with what all looks have in common, ``correct`` applies a person's
corrections, ``learn`` gathers samples and fits a theme, ``keep`` writes it with the screens as
its regression set, ``check`` reads those again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from calibration.coverage import Further, Named, further
from calibration.errors import TooFewSamples, TruthUnreadable
from calibration.fit import Report, fit
from calibration.gather import collect
from calibration.regression import Case, Checked, check_case, check_cases, make_case, read_cases
from calibration.samples import Progress, Samples, Shot, ignore_progress
from calibration.store import keep_theme, own_theme
from calibration.truth import Truth, tiles_of, truth_fault, truth_of
from solver.game import load_game
from vision.board import RANDOM
from vision.corrections import NOTHING_CORRECTED, Corrections
from vision.imaging import Screen, decode_screen, read_picture
from vision.reader import read
from vision.themes import NO_THEME, Theme

GATHERING, NAMING = 0.2, 0.6
"""Shares of the time for gathering samples and for leave-one-out trials; in the rest the screens
are read with the theme."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A theme that was not kept yet.

    Attributes:
        shots: The screens it comes from.
        samples: What they show.
        theme: The look.
        report: How good it is.
        checked: How it reads the screens it comes from; empty where it is not usable.
    """

    shots: tuple[Shot, ...]
    samples: Samples
    theme: Theme
    report: Report
    checked: tuple[Checked, ...]

    @property
    def further(self) -> Mapping[Further, Named]:
        """What a further screen should show, the most helpful first."""
        doubted = {
            doubt.read.upper()
            for each in self.checked
            for doubt in each.doubts
            if doubt.runner_up is not None
        }
        tiles = self.samples.tiles
        return further(self.report.gaps, doubted & set(tiles.letters), tiles)


def read_shot(
    screen: Screen,
    game: str | None = None,
    language: str | None = None,
    corrected: Corrections = NOTHING_CORRECTED,
    data: bytes = b"",
) -> Shot:
    """A screen read without any theme; its truth is at first what the reader believes.

    Args:
        screen: The screen.
        game: The game that it is of, if that is known.
        language: The same for the language.
        corrected: What is known of its tiles.
        data: The bytes it was decoded from, of which a theme keeps a copy or the hash.

    Raises:
        VisionError: It cannot be read.
    """
    reading = read(screen, game=game, theme=NO_THEME, language=language, corrected=corrected)
    return Shot(screen.straightened(reading.pose), reading, truth_of(reading), data)


def correct(shot: Shot, truth: Truth) -> Shot:
    """The screen with a person's corrections; what these leave open stays as it was read.

    Raises:
        TruthUnreadable: A pending tile is on the board too, or missing on the rack.
        SolverError: There is no such game, or it has no such board or language.
    """
    believed = shot.truth
    same_game = truth.game in {None, believed.game}
    if truth.game or truth.language or truth.layout:
        layout = None if truth.layout == RANDOM else truth.layout
        language = truth.language or believed.language
        load_game(
            truth.game or shot.reading.game,
            layout=layout,
            language=language,
            values=shot.reading.values,
        )
    tentative = _pending_tiles(believed, truth) if truth.tentative is None else truth.tentative
    rack = truth.rack
    if rack is None and believed.held is not None:
        rack = believed.held + tiles_of(tentative)
    if fault := truth_fault(truth.board, rack, tentative):
        raise TruthUnreadable(f"{Path(shot.screen.name).name}: {fault[0]}", fault[1])
    return replace(
        shot,
        truth=replace(
            truth,
            rack=rack,
            tentative=tentative,
            game=truth.game or believed.game,
            language=truth.language or believed.language,
            layout=truth.layout or (believed.layout if same_game else None),
            premiums=truth.premiums or believed.premiums,
        ),
    )


def learn(
    shots: Sequence[Shot], name: str, title: str, progress: Progress = ignore_progress
) -> Calibration:
    """The theme that the screens show.

    Args:
        shots: The screens with their truths.
        name: Name of the theme's future folder.
        title: Its name for people.
        progress: Called with the share done; an exception from it ends the learning.

    Raises:
        TooFewSamples: They show too little.
        TruthUnreadable: A truth does not fit its picture.
    """
    samples = collect(shots, lambda part: progress(GATHERING * part))
    theme, report = fit(samples, name, title, lambda part: progress(GATHERING + NAMING * part))
    checked = []
    for number, shot in enumerate(shots if report.usable else ()):
        progress(GATHERING + NAMING + (1.0 - GATHERING - NAMING) * number / len(shots))
        checked.append(_read_again(shot, theme))
    return Calibration(tuple(shots), samples, theme, report, tuple(checked))


def keep(
    learnt: Calibration, paths: Sequence[Path], *, replace_theme: bool, keep_pictures: bool
) -> Path:
    """Write a theme into the user's folder, with its screens as regression set.

    Args:
        learnt: The theme, as `learn` gave it.
        paths: The files of its screens.
        replace_theme: Whether an existing theme of that name is replaced.
        keep_pictures: Whether the screens are copied; otherwise they are read where they are.

    Raises:
        TooFewSamples: The theme is not usable.
        ThemeTaken: There is a theme of that name, and it is not to be replaced.
        ThemeUnwritable: The folder cannot be written to.
    """
    if not learnt.report.usable:
        worst = learnt.report.gaps[0]
        raise TooFewSamples(worst.message, worst.advice)
    cases = [
        make_case(path, shot, keep=keep_pictures, number=number)
        for number, (path, shot) in enumerate(zip(paths, learnt.shots, strict=True), 1)
    ]
    pictures = {
        case.kept: shot.data for case, shot in zip(cases, learnt.shots, strict=True) if case.kept
    }
    return keep_theme(learnt.theme, learnt.report, cases, pictures, replace=replace_theme)


def check(name: str) -> Iterator[Checked]:
    """Read the screens that one of the user's themes was made from, with the present version.

    Raises:
        ThemeMissing: The user has no theme of that name, or it is damaged.
        ThemeUnusable: Its regression set is damaged.
    """
    folder = own_theme(name)
    return check_cases(folder, read_cases(folder), name)


def load_shot(
    path: Path,
    game: str | None = None,
    language: str | None = None,
    corrected: Corrections = NOTHING_CORRECTED,
) -> Shot:
    """``read_shot`` of a file.

    Raises:
        VisionError: It cannot be decoded or read.
    """
    data = read_picture(path)
    return read_shot(decode_screen(data, str(path)), game, language, corrected, data)


def _read_again(shot: Shot, theme: Theme) -> Checked:
    """How a screen is read with a theme."""
    return check_case(Case(shot.screen.name, "", shot.truth), lambda: shot.screen, theme)


def _pending_tiles(believed: Truth, truth: Truth) -> tuple[tuple[str, str], ...]:
    """The pending tiles as read, unless the given board has tiles on their squares."""
    return () if set(dict(believed.laid)) & set(truth.tiles) else believed.laid
