"""What `wwfsnap doctor` looks at: each part by itself, so that one fault hides no other."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from rich.text import Text

from solver.board import Board
from solver.folders import cache_folder, config_folder, data_folder
from wwfsnap import __version__
from wwfsnap.errors import SelfTestFailed
from wwfsnap.exits import Exit, Failure
from wwfsnap.opencv import require_opencv
from wwfsnap.records import Record

if TYPE_CHECKING:
    from vision.theme import Theme

PACKAGES = ("numpy", "pillow", "marisa-trie", "pytesseract", "typer", "rich")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one part.

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
    """Look at every part."""
    parts: dict[str, Callable[[], str]] = {
        "wwfsnap": lambda: f"{__version__}, Python {platform.python_version()}",
        "opencv": _opencv,
        "packages": _packages,
        "games": _games,
        "words": _words,
        "themes": lambda: ", ".join(theme.name for theme in _themes()),
        "tesseract": _tesseract,
        "self-test": _self_test,
        "folders": lambda: f"{data_folder()}, {config_folder()}, {cache_folder()}",
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
    found = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} missing")
    return ", ".join(found)


def _games() -> str:
    from solver.rules import game_names, load_game

    return ", ".join(load_game(name).name for name in game_names())


def _themes() -> tuple[Theme, ...]:
    from vision.theme_store import all_themes

    return all_themes()


def _tesseract() -> str:
    from vision.ocr import find_tesseract

    probe = find_tesseract()
    if probe is None:
        return "not there, or older than 4; it helps with tiles that are hard to read"
    return f"{probe.version}, {probe.command}"


def _self_test() -> str:
    """Paint a screen, read it, solve it, draw on it."""
    from wwfsnap.draw import draw_move
    from wwfsnap.pipeline import Settings, read_screen, solve_reading
    from wwfsnap.specimen import RACK, ROWS, paint_specimen

    screen = paint_specimen()
    reading = read_screen(screen, Settings())
    board = tuple(Board(reading.board_rows()).lines())
    if board != ROWS or "".join(reading.rack_tiles()) != RACK:
        raise SelfTestFailed("a painted screen is not read as it was painted")
    best = solve_reading(reading, Settings(top=1)).moves[0]
    drawing = draw_move(screen, reading, best)
    if (drawing.pixels == screen.pixels).all():
        raise SelfTestFailed("the best move cannot be seen on the drawn picture")
    return f"read, solved and drawn, {best}"


def _words() -> str:
    from solver.lexicon import default_lexicon

    return f"en {len(default_lexicon('en')):,} words"
