"""Start-up: whole processes of the program, told as ratios to processes that do the least of it.

    python -m tests.benchmarks.starting

`solve` of one sample screen, with the picture it draws, is told as a ratio to a process that only
loads OpenCV, decodes the same file and encodes it again; all else as a ratio to `python -c pass`.
The processes take turns, round after round; the least of the rounds is told, in processor time of
all threads, so that what else runs matters little. Bytecode is compiled before. Nothing of `site`
runs: an editable install loads there what an installed program would have to load itself.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from sample_screens.truth import FOLDER

PICTURE = FOLDER / "wwf2-phone-two-colours.png"
ROOT = FOLDER.parent
ROUNDS = 9
PASS, PLAIN = "python -c pass", "decode and encode (cv2)"
COPY = "import cv2, sys; cv2.imwrite(sys.argv[2], cv2.imread(sys.argv[1]))"
START = "from wwfsnap.cli import main; main()"  # as the installed program does
BOARD = "\n".join(["." * 15] * 7 + ["....HELLO......"] + ["." * 15] * 7)


def run(rounds: int = ROUNDS) -> str:
    """The table, as text."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs = _jobs(folder)
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")]),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "PYTHONDONTWRITEBYTECODE": "",
            "OPENBLAS_NUM_THREADS": "1",  # as the command line has it; else its threads wait busily
        }
        times: dict[str, list[float]] = {job: [] for job in jobs}
        for number in range(rounds + 1):
            for job, words in jobs.items():
                seconds = _processor_time([sys.executable, "-S", *words], environment)
                if number:  # the first round compiles
                    times[job].append(seconds)
    return _table({job: min(each) for job, each in times.items()}, rounds)


def _jobs(folder: Path) -> dict[str, list[str]]:
    """What Python is told, by what it is called in the table."""
    copy, drawn = str(folder / "copy.png"), str(folder / "drawn.png")
    return {
        PASS: ["-c", "pass"],
        PLAIN: ["-c", COPY, str(PICTURE), copy],
        "import typer": ["-c", "import typer"],
        "wwfsnap solve": ["-c", START, "solve", str(PICTURE), "--out", drawn],
        "wwfsnap solve --json": ["-c", START, "solve", str(PICTURE), "--json", "--out", drawn],
        "wwfsnap moves": ["-c", START, "moves", BOARD, "--rack", "AEINRST"],
        "wwfsnap games": ["-c", START, "games"],
        "wwfsnap --help": ["-c", START, "--help"],
        "wwfsnap --version": ["-c", START, "--version"],
    }


def _processor_time(command: list[str], environment: dict[str, str]) -> float:
    """Seconds that a process took of all processors."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _table(least: dict[str, float], rounds: int) -> str:
    """One line a process: milliseconds, and the ratio to what it is compared with."""
    lines = [
        f"least of {rounds} rounds, processor time",
        "",
        "| process | ms | ratio | to |",
        "|---|---:|---:|---|",
    ]
    for job, seconds in least.items():
        other = PLAIN if job.startswith("wwfsnap solve") else PASS
        lines.append(f"| {job} | {seconds * 1000:.0f} | {seconds / least[other]:.2f} | {other} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
