"""The interrupt key: any command, at any moment, ends within a second and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from solver.game import load_game
from solver.words import default_lexicon, load_graph

PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
SHOT = str(FOLDER / "wwf2-empty.png")
CGP = "15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15"
ALL = [str(path) for path in sorted(FOLDER.glob("*.png"))]
MANY = ALL[:12]
LONGEST = 10.0  # seconds; less than one on an idle machine, and a minute where nobody listens
LOADED = 30.0  # seconds in which the slowest machine has reached what is to be interrupted


@pytest.fixture(autouse=True)
def _graph() -> None:
    """What is made once, in the first command there is, takes seconds in numpy's hands."""
    load_graph(default_lexicon("en"), load_game("wwf").alphabet)


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def interrupted(
    arguments: list[str], after: float | Path | str
) -> tuple[int, float, str, list[str]]:
    """Status, seconds from key to end, standard error, and what of its group is still alive.

    Args:
        arguments: Of the program.
        after: Seconds until the key is pressed; or the file that is written, or the library that
            is loaded then.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            until = time.monotonic() + LOADED
            if isinstance(after, Path):
                while not (after.exists() and after.stat().st_size) and time.monotonic() < until:
                    time.sleep(0.02)
            elif isinstance(after, str):
                loaded = Path(f"/proc/{process.pid}/maps")
                while after not in loaded.read_text() and time.monotonic() < until:
                    time.sleep(0.002)
            else:
                time.sleep(after)
            assert process.poll() is None, "it ended before it could be interrupted"
            os.killpg(process.pid, signal.SIGINT)
            started = time.monotonic()
            process.wait(LOADED)
            seconds = time.monotonic() - started
            time.sleep(0.3)  # the tracker of multiprocessing ends when it sees its parent gone
            left = alive(process.pid)
        finally:
            if process.poll() is None or alive(process.pid):
                os.killpg(process.pid, signal.SIGKILL)
        _, errors = process.communicate()
    return process.returncode, seconds, errors, left


def alive(group: int) -> list[str]:
    """Command lines of a session's processes that have not ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == group and fields[0] != "Z":
                found.append((folder / "cmdline").read_text().replace("\0", " "))
        except (OSError, IndexError):  # ended meanwhile
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="/proc")
@pytest.mark.parametrize(
    ("arguments", "after"),
    [
        (["doctor"], "numpy"),  # in the middle of imports
        (["solve", *MANY * 6, "--out", "OUT"], 1.5),
        (["solve", *MANY * 6, "--by", "win", "--seconds", "60", "--out", "OUT"], 4.0),
        (["batch", *ALL, "--out", "OUT/a.jsonl", "--draw", "OUT"], Path("a.jsonl")),
        (["moves", CGP, "--rack", "DGAEIO?", "--by", "win", "--seconds", "60"], 0.8),
        (["watch", "OUT"], 1.5),
        (["play", "--self", "--level", "win", "--games", "50"], 2.5),
        (["play", "--seed", "3"], 1.5),
        (["calibrate", SHOT, "--name", "mine", "--page"], 2.5),
    ],
    ids=lambda value: " ".join(value[:2])[:12] if isinstance(value, list) else "",
)
def test_key_ends_a_command(
    arguments: list[str], after: float | Path | str, tmp_path: Path
) -> None:
    told = [argument.replace("OUT", str(tmp_path)) for argument in arguments]
    when = tmp_path / after if isinstance(after, Path) else after
    status, seconds, errors, left = interrupted(told, when)
    assert status == 130, errors
    assert "Traceback" not in errors
    assert "Exception" not in errors
    assert left == []
    assert seconds < LONGEST
    assert list(tmp_path.glob(".*.part")) == []
    if isinstance(when, Path):
        assert when.read_text(encoding="utf-8").endswith("}\n")
