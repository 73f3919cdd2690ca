"""Whether the present version still reads the screens a theme was made from correctly."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from calibration.errors import ThemeUnusable, TruthUnreadable
from calibration.samples import Shot
from calibration.theme_file import quoted
from calibration.truth import Truth, differences, read_truth, truth_of, write_truth
from solver.files import read_whole
from solver.toml_section import read_toml
from vision.errors import VisionError
from vision.imaging import MOST_BYTES, SUFFIXES, Screen, load_screen
from vision.reader import read
from vision.reading import Doubt
from vision.themes import Theme

LIST = "screens.toml"
FOLDER = "screens"


@dataclass(frozen=True, slots=True)
class Case:
    """One screen with its truth.

    Attributes:
        picture: Its path when it was calibrated; only the name in a theme from elsewhere.
        sha256: Of its file.
        truth: What it shows.
        kept: Name of the copy in the theme's folder, None where there is none.
    """

    picture: str
    sha256: str
    truth: Truth
    kept: str | None = None


class State(StrEnum):
    """The result of a case."""

    EXACT = "exact"
    WRONG = "wrong"
    REFUSED = "refused"
    """The picture is there, but cannot be read."""
    GONE = "gone"
    """The picture is no longer where it was, or another one is there."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A case read again.

    Attributes:
        case: The case.
        state: Its result.
        wrong: Where the reading differs from the truth, as ``H8 R>K``; or why it was refused.
        doubts: Those of the reading.
    """

    case: Case
    state: State
    wrong: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def make_case(path: Path, shot: Shot, *, keep: bool, number: int) -> Case:
    """The case of a screen that was read from a file."""
    suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else ".png"
    kept = f"{FOLDER}/{number}{suffix}" if keep else None
    picture = str(path.resolve()).encode(errors="backslashreplace").decode()
    return Case(picture, _digest(shot.data), shot.truth, kept)


def case_files(cases: Sequence[Case]) -> dict[str, str]:
    """The texts of a regression set by name: the list and the truths."""
    lines, files = [], {}
    for number, case in enumerate(cases, 1):
        name = f"{FOLDER}/{number}.txt"
        files[name] = write_truth(case.truth)
        lines += [
            "[[screens]]",
            f"picture = {quoted(case.picture)}",
            f"sha256 = {quoted(case.sha256)}",
        ]
        lines += [f"truth = {quoted(name)}"]
        lines += [f"kept = {quoted(case.kept)}"] if case.kept else []
        lines.append("")
    return {LIST: "\n".join(lines)} | files


def read_cases(folder: Path) -> tuple[Case, ...]:
    """The regression set of the theme in ``folder``; empty where it has none.

    Raises:
        ThemeUnusable: It is inconsistent.
    """
    file = folder / LIST
    if not file.is_file():
        return ()
    try:
        entries = read_toml(file).get("screens", [])
        cases = []
        for entry in entries:
            truth = folder / _inside(entry["truth"])
            kept = entry.get("kept")
            cases.append(
                Case(
                    str(entry["picture"]),
                    str(entry["sha256"]),
                    read_truth(truth.read_text(encoding="utf-8"), truth.name),
                    None if kept is None else _inside(kept),
                )
            )
    except (TruthUnreadable, OSError, KeyError, TypeError, AttributeError, ValueError) as fault:
        raise ThemeUnusable(f"{folder.name}: {LIST} has errors ({fault})") from None
    return tuple(cases)


def without_paths(cases: Iterable[Case]) -> tuple[Case, ...]:
    """The cases with the pictures' names alone, as their folders are the user's private matter."""
    return tuple(
        replace(case, picture=case.picture.replace("\\", "/").rsplit("/", 1)[-1]) for case in cases
    )


def check_cases(folder: Path, cases: Iterable[Case], theme: str) -> Iterator[Checked]:
    """Read the screens of a theme again, one after the other.

    Args:
        folder: The theme's folder.
        cases: Its regression set.
        theme: Its name.
    """
    for case in cases:
        path = _find(folder, case)
        if path is None:
            yield Checked(case, State.GONE)
        else:
            yield check_case(case, partial(load_screen, path), theme)


def check_case(case: Case, load: Callable[[], Screen], theme: str | Theme) -> Checked:
    """The result of reading a case."""
    truth = case.truth
    try:
        reading = read(load(), game=truth.game, theme=theme, language=truth.language)
    except VisionError as fault:
        return Checked(case, State.REFUSED, (str(fault),))
    wrong = differences(truth, truth_of(reading))
    return Checked(case, State.WRONG if wrong else State.EXACT, wrong, reading.doubts)


def _find(folder: Path, case: Case) -> Path | None:
    """The picture of a case: the copy, or the original file if it is unchanged."""
    places = [folder / case.kept] if case.kept else []
    if Path(case.picture).is_absolute():
        places.append(Path(case.picture))
    for place in places:
        try:
            if _digest(read_whole(place, MOST_BYTES)) == case.sha256:
                return place
        except OSError:
            continue
    return None


def _inside(name: object) -> str:
    """The name of a file in the theme's folder of screens, checked."""
    if not isinstance(name, str) or not name.startswith(f"{FOLDER}/") or ".." in name:
        raise ValueError(f"{name!r} is not a file of the theme")
    return name


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
