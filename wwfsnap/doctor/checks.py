"""Checks of the program's parts, a finding for each; one fault hides no other."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.text import Text

from solver.folders import cache_folder, config_folder, data_folder, state_folder
from solver.game import Board
from wwfsnap.errors import Exit, Failure, OwnFileFaulty, SelfTestFailed
from wwfsnap.opencv import require_opencv
from wwfsnap.terminal import Record
from wwfsnap.version import __version__

PACKAGES = (
    "numpy", "pillow", "marisa-trie", "pytesseract", "typer", "rich", "watchfiles", "starlette",
    "uvicorn", "segno", "cryptography",
)  # fmt: skip
EXTRAS = {
    "notify": ("desktop-notifier", "watch --notify"),
    "cluster": ("distributed", "batch --cluster"),
    "rapidocr": ("rapidocr", "read"),
    "heif": ("pillow-heif", "read"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one part.

    Attributes:
        part: Its name.
        found: What is there, or what is wrong.
        hint: What to do about it; empty where all is well.
        exit: GOOD, or the status the fault leads to.
    """

    part: str
    found: str
    hint: str = ""
    exit: Exit = Exit.GOOD

    def record(self) -> Record:
        """The finding for other programs."""
        good = self.exit is Exit.GOOD
        return {"part": self.part, "ok": good, "found": self.found, "hint": self.hint}

    def text(self) -> Text:
        """The finding for a person, on one line."""
        good = self.exit is Exit.GOOD
        mark = Text.assemble(("good   " if good else "fault  ", "green" if good else "bold red"))
        mark.append(f"{self.part}: {self.found}")
        return mark.append(f" ({self.hint})" if self.hint else "")


def examine() -> list[Finding]:
    """Check every part."""
    parts: dict[str, Callable[[], str]] = {
        "wwfsnap": lambda: f"{__version__}, Python {platform.python_version()}",
        "opencv": _opencv,
        "packages": _packages,
        "extras": _extras,
        "games": _games,
        "words": _words,
        "own words": _own_words,
        "own games": _own_games,
        "themes": _themes,
        "tesseract": _tesseract,
        "self-test": _self_test,
        "folders": _folders,
    }
    return [_found(part, look) for part, look in parts.items()]


def _found(part: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(part, look())
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a part is the finding
        failure = Failure.of(error)
        return Finding(part, failure.message, failure.hint, failure.exit)


def _opencv() -> str:
    require_opencv()
    import cv2

    return str(cv2.__version__)


def _packages() -> str:
    if lacking := [name for name in PACKAGES if not _version(name)]:
        raise SelfTestFailed(f"{', '.join(lacking)}: not installed")
    return ", ".join(f"{name} {_version(name)}" for name in PACKAGES)


def _extras() -> str:
    """Which optional packages are installed, and which are not."""
    found = []
    for extra, (package, use) in EXTRAS.items():
        number = _version(package)
        missing = f'not installed; for `wwfsnap {use}` run pip install "wwfsnap[{extra}]"'
        found.append(f"{extra} {f'({package} {number})' if number else missing}")
    return "; ".join(found)


def _version(package: str) -> str:
    """The installed version; empty where there is none."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _games() -> str:
    """The names of all games; the user's own are checked in `_own_games`."""
    from solver.game import game_names
    from solver.paths import path_game_names

    return ", ".join([*game_names(), *path_game_names()])


def _own_words() -> str:
    """The user's word lists, and the words he learnt and blocked, each with its number of words.

    Raises:
        OwnFileFaulty: Something among them cannot be used; the others are reported, too.
    """
    from solver.words import SUFFIXES, Lexicon, known_languages
    from wwfsnap.wordlists import kept_list
    from wwfsnap.words import load_words

    def describe(file: Path) -> str:
        if file.name == letters.name:
            known_languages()
            return file.name
        if file.suffix == ".changes":
            own = load_words(file.stem)
            return f"{file.name} {len(own.added):,} learnt, {len(own.blocked):,} blocked"
        code = file.name.partition(".")[0]
        count = f"{len(Lexicon.load(file, code)):,} words"
        if not file.name.endswith(SUFFIXES):
            raise OwnFileFaulty(
                f"{file.name} {count}, not used under this name", f"name it {code}.txt.gz"
            )
        kept = kept_list(code) if file.suffix == ".marisa" else None
        return f"{file.name} {count}" + (f" ({kept.origin})" if kept and kept.origin else "")

    folder = data_folder() / "words"
    kinds = ("*.txt", "*.gz", "*.marisa", "*.dic", "*.changes")
    files = sorted(file for kind in kinds for file in folder.glob(kind) if file.name[0] != ".")
    letters = config_folder() / "languages.toml"
    files += [letters] if letters.is_file() else []
    return _each(files, describe) or f"none in {folder}"


def _own_games() -> str:
    """The games that the user made.

    Raises:
        OwnFileFaulty: One of their files is faulty; the others are reported, too.
    """
    from solver.game import read_game_file
    from solver.paths import load_path_game

    def describe(file: Path) -> str:
        if file.parent.name == "paths":
            return f"{load_path_game(file.stem).name} (words on paths)"
        return read_game_file(file).name

    folder = config_folder() / "games"
    files = sorted([*folder.glob("*.toml"), *folder.glob("paths/*.toml")])
    return _each(files, describe) or f"none in {folder}"


def _each(files: list[Path], describe: Callable[[Path], str]) -> str:
    """The descriptions of some files; a faulty one hides none of the others.

    Raises:
        OwnFileFaulty: One is faulty.
    """
    parts: list[str] = []
    faults: list[Failure] = []
    for file in files:
        try:
            parts.append(describe(file))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a file is the finding
            failure = Failure.of(error)
            named = file.name in failure.message
            parts.append(failure.message if named else f"{file.name}: {failure.message}")
            faults.append(failure)
    if faults:
        raise OwnFileFaulty("; ".join(parts), faults[0].hint)
    return "; ".join(parts)


def _themes() -> str:
    """All usable themes.

    Raises:
        ThemeMissing: One of the user's own is damaged.
    """
    from vision.errors import ThemeMissing
    from vision.themes import all_themes, damaged_themes

    known = ", ".join(theme.name for theme in all_themes())
    if damaged := damaged_themes():
        faults = "; ".join(str(fault) for fault in damaged)
        raise ThemeMissing(f"{known}; {faults}", damaged[0].hint)
    return known


def _tesseract() -> str:
    from vision.tiles import find_tesseract

    probe = find_tesseract()
    if probe is None:
        return (
            "not installed, or older than version 4; it is optional and helps with tiles that "
            "are hard to read"
        )
    return f"{probe.version}, {probe.command}"


def _self_test() -> str:
    """Paint a screen, read it, solve it, draw on it."""
    from solver.words import SHIPPED
    from wwfsnap.doctor.specimen import RACK, ROWS, paint_specimen
    from wwfsnap.drawing import draw_move
    from wwfsnap.pipeline import Settings, read_board, solve_board

    screen = paint_specimen()
    reading = read_board(screen, Settings())
    board = tuple(Board(reading.board_rows()).lines())
    if board != ROWS or "".join(reading.rack_tiles()) != RACK:
        raise SelfTestFailed("a test picture is not read correctly")
    best = solve_board(reading, Settings(top=1, words=SHIPPED["en"])).moves[0]
    drawing = draw_move(screen, reading, best)
    if (drawing.pixels == screen.pixels).all():
        raise SelfTestFailed("the best move cannot be seen on the drawn picture")
    return f"read, solved and drawn, {best}"


def _folders() -> str:
    """Where a user's own files are, and which of the folders cannot be written to."""
    folders = {
        "words": data_folder(),
        "themes and games": config_folder(),
        "cache": cache_folder(),
        "watcher": state_folder(),
    }
    return ", ".join(f"{what} {path}{_unwritable(path)}" for what, path in folders.items())


def _unwritable(path: Path) -> str:
    """A remark where a folder can be neither written to nor made."""
    there = next(folder for folder in (path, *path.parents) if folder.exists())
    return "" if there.is_dir() and os.access(there, os.W_OK) else " (cannot be written)"


def _words() -> str:
    """The lists that come with the program.

    Raises:
        OwnFileFaulty: One is damaged.
    """
    from solver.words import SHIPPED, Lexicon

    codes = {file: code for code, file in SHIPPED.items()}
    return _each(list(codes), lambda file: f"{codes[file]} {len(Lexicon.load(file)):,} words")
