"""What a command does not need it does not load."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from wwfsnap import __version__

RUN = """
import sys
from wwfsnap.cli import main
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended.code
finally:
    print(*sys.modules, file=sys.stderr)
"""
SCREEN = str(FOLDER / "wwf2-phone-two-colours.png")
BOARD = "\n".join(["." * 15] * 7 + [".....HELLO....."] + ["." * 15] * 7)
PICTURES = {"numpy", "cv2", "PIL"}
PROCESSES = {"multiprocessing", "concurrent.futures"}
OTHER_TASKS = {
    *("calibration.calibrate", "solver.strategy.advice", "solver.training", "wwfsnap.play.files"),
    *("wwfsnap.commands.clipboard", "wwfsnap.serve.app", "wwfsnap.watching.watcher"),
    "numpy.ma",  # loaded by numpy's medians, percentiles and sets
    *("rich.progress", "spylls"),
}
OTHER_COMMANDS = {"wwfsnap.commands.serve"}  # the help of all commands loads it
PATH_RULES = "solver.paths.game"
PATH_GAMES = {"vision.paths.reader", "wwfsnap.path_solution", "solver.paths.search"}
OCR = {"pytesseract", "importlib.metadata"}
TERMINAL = {"rich.console"}
RULES = {"solver.game.board", PATH_RULES, "tomllib"}


def loaded(*words: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    unmeasured = {name: value for name, value in os.environ.items() if "COVERAGE" not in name}
    run = subprocess.run(
        [sys.executable, "-c", RUN, *words], capture_output=True, check=True, env=unmeasured
    )
    return set(run.stderr.decode().splitlines()[-1].split())


@pytest.mark.parametrize(
    "module",
    sorted(
        PICTURES | PROCESSES | OTHER_TASKS | OTHER_COMMANDS | PATH_GAMES | OCR | RULES | TERMINAL
    ),
)
def test_what_is_not_to_be_loaded_is_there(module: str) -> None:
    """A module that was renamed would never be found loaded."""
    assert find_spec(module) is not None


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["solve", "--help"]])
def test_help_and_version_need_no_game(words: list[str]) -> None:
    needless = PICTURES | PROCESSES | OTHER_TASKS | PATH_GAMES | OCR | RULES | TERMINAL
    assert not loaded(*words) & needless


def test_the_package_runs_as_the_command_does() -> None:
    told = subprocess.check_output([sys.executable, "-m", "wwfsnap", "--version"], text=True)
    assert told == f"wwfsnap {__version__}\n"


def test_games_and_typed_boards_need_no_picture() -> None:
    needless = PICTURES | PROCESSES | OTHER_TASKS | OTHER_COMMANDS | PATH_GAMES | OCR
    assert not loaded("games") & needless
    loaded("moves", BOARD, "--rack", "QI")  # the first run may make the graph of the words
    assert not loaded("moves", BOARD, "--rack", "QI") & needless
    needless |= {*TERMINAL, PATH_RULES}
    assert not loaded("moves", BOARD, "--rack", "QI", "--json") & needless


def test_words_are_checked_without_numpy() -> None:
    needless = PICTURES | PROCESSES | OTHER_TASKS | OTHER_COMMANDS | PATH_GAMES | OCR
    assert not loaded("words", "--help") & (needless | RULES)
    assert not loaded("words", "check", "qi") & needless


def test_board_in_a_picture_needs_no_path_game(tmp_path: Path) -> None:
    modules = loaded("solve", SCREEN, "--out", str(tmp_path / "drawn.png"))
    assert not modules & (PROCESSES | OTHER_TASKS | PATH_GAMES | {PATH_RULES} | OCR)
    assert modules >= PICTURES | TERMINAL
    assert not loaded("read", SCREEN, "--json") & TERMINAL
