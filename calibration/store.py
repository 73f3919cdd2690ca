"""Themes in the user's folder: each is written completely, or not at all."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from calibration.errors import ThemeTaken, ThemeUnusable, ThemeUnwritable
from calibration.fit import Report
from calibration.regression import Case, case_files
from calibration.theme_file import glyphs_file, report_record, theme_text
from solver.files import sweep_drafts
from vision.errors import ThemeMissing
from vision.themes import (
    GENERIC,
    NO_THEME,
    SET_ASIDE,
    Theme,
    load_theme,
    shipped_themes,
    theme_folders,
    user_folder,
)

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.ASCII)
PORTS = tuple(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))
RESERVED = frozenset((NO_THEME, GENERIC, "con", "prn", "aux", "nul", *PORTS))
"""Names no theme may have: words with a meaning of their own, and names reserved by Windows."""


def check_name(name: str) -> str:
    """A theme's name, unchanged.

    Raises:
        ThemeUnusable: It is no valid name of a theme.
    """
    if not NAME.fullmatch(name) or name in RESERVED:
        raise ThemeUnusable(
            f"{name!r} is not a valid theme name",
            "use at most 40 lower-case letters, digits, - and _, as in mylook",
        )
    return name


def theme_place(name: str, *, replace: bool) -> Path:
    """The folder for a theme of that name.

    Raises:
        ThemeUnusable: It is no valid name of a theme.
        ThemeTaken: It is there already, and is not to be replaced.
    """
    place = user_folder() / check_name(name)
    if not replace and (place.exists() or name in theme_folders()):
        raise ThemeTaken(f"a theme called {name!r} already exists in {place}")
    return place


def keep_theme(
    theme: Theme,
    report: Report,
    cases: Sequence[Case],
    pictures: Mapping[str, bytes],
    *,
    replace: bool,
) -> Path:
    """Write a theme with its regression set, and return its folder.

    Args:
        theme: The theme.
        report: How good it is.
        cases: Its screens.
        pictures: Those that are copied, by the names in their cases.
        replace: Whether an existing theme of that name is replaced.

    Raises:
        ThemeTaken: There is one of that name, and it is not to be replaced.
        ThemeUnwritable: The folder cannot be written to.
    """
    files = {
        "theme.toml": theme_text(theme).encode(),
        "glyphs.npz": glyphs_file(report.masks, theme.name),
        "report.json": (json.dumps(report_record(report), indent=1) + "\n").encode(),
    }
    files |= {name: text.encode() for name, text in case_files(cases).items()}
    return write_folder(theme.name, {**files, **pictures}, replace=replace)


def write_folder(name: str, files: Mapping[str, bytes], *, replace: bool) -> Path:
    """Write a theme's folder as a whole, by renaming, once the theme has been loaded from it.

    Even where the program is killed, either the old theme is there or the new one.

    Args:
        name: Name of the theme.
        files: Contents by path relative to the folder.
        replace: Whether an existing theme of that name is replaced; it is put back if this fails.

    Raises:
        ThemeTaken: There is one of that name, and it is not to be replaced.
        ThemeMissing: The files make no theme.
        ThemeUnwritable: The folder cannot be written to.
    """
    place = theme_place(name, replace=replace)
    try:
        with _draft(place.parent) as draft:
            folder = draft / name
            for each, content in files.items():
                target = folder / each
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            load_theme(folder)
            _swap(folder, place, draft / "old" / name)
    except OSError as fault:
        raise ThemeUnwritable(f"{place}: cannot be written ({fault.strerror or fault})") from None
    return place


def remove_theme(name: str) -> Path:
    """Remove one of the user's themes, and return where it was.

    Raises:
        ThemeMissing: The user has no theme of that name.
        ThemeUnwritable: It cannot be removed.
    """
    own_theme(name)
    place = user_folder() / name
    try:
        with _draft(place.parent) as draft:
            place.rename(draft / name)
    except OSError as fault:
        raise ThemeUnwritable(f"{place}: cannot be removed ({fault.strerror or fault})") from None
    return place


def own_theme(name: str) -> Path:
    """The folder of one of the user's themes.

    Raises:
        ThemeMissing: The user has no theme of that name.
    """
    folder = theme_folders().get(name)
    if NAME.fullmatch(name) and folder is not None:
        return folder
    if any(theme.name == name for theme in shipped_themes()):
        raise ThemeMissing(
            f"{name!r} comes with the program", "use the name of one of your own themes"
        )
    raise ThemeMissing(f"you have no theme called {name!r}")


@contextmanager
def _draft(parent: Path) -> Iterator[Path]:
    """A temporary folder beside the themes, for one that is being written or removed.

    What killed runs left there is put back or removed first.
    """
    parent.mkdir(parents=True, exist_ok=True)
    for aside in sorted(parent.glob(f"{SET_ASIDE}/*")):
        if (parent / aside.name).exists():
            shutil.rmtree(aside)
        else:
            aside.rename(parent / aside.name)
    sweep_drafts(parent, "theme")
    draft = Path(tempfile.mkdtemp(prefix=".theme.", suffix=".part", dir=parent))
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _swap(folder: Path, place: Path, aside: Path) -> None:
    """Put a folder in the place of another, which is restored if that fails."""
    if not place.exists():
        folder.rename(place)
        return
    aside.parent.mkdir()
    try:
        place.rename(aside)
        folder.rename(place)
    except BaseException:  # an interruption, too
        if aside.exists() and not place.exists():
            aside.rename(place)
        raise
