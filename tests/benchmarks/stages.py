"""Time of each stage for pictures of 1170x2532 and 720x1280 pixels, in parts of decoding them.

The third has tiles that are laid but not played: what is missing on a rack is looked for.

Every round decodes the file with plain OpenCV and walks all stages once, so that both meet the
same machine; the median of the rounds is told. One thread, whose processor time is counted, so
that what else runs matters little.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as the command line has it; numpy asks but once

import cv2
import numpy as np

from sample_screens.truth import FOLDER
from solver.game import all_layouts
from vision.board import locate
from vision.imaging import load_screen
from wwfsnap.drawing import Target, draw_move, write_picture
from wwfsnap.pipeline import Settings, read_board, solve_board

Result = TypeVar("Result")

PICTURES = [
    FOLDER / f"{name}.png"
    for name in ("wwf2-phone-two-colours", "wwf-classic-phone", "wwf2-tentative")
]
ROUNDS = 15
YARDSTICK = "decode (cv2)"


def run(picture: Path, rounds: int = ROUNDS) -> str:
    """The table of one picture, as text."""
    cv2.setNumThreads(1)
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        target = Target(Path(folder), folder=True)
        for number in range(rounds + 1):
            clock = _Clock(times if number else {})  # the first round fills caches
            _walk(clock, picture, target)
    medians = {stage: statistics.median(seconds) for stage, seconds in times.items()}
    return _table(picture, medians, times)


def _walk(clock: _Clock, picture: Path, target: Target) -> None:
    data = np.frombuffer(picture.read_bytes(), np.uint8)
    known = all_layouts()
    clock.time(YARDSTICK, lambda: cv2.imdecode(data, cv2.IMREAD_COLOR))
    screen = clock.time("decode", lambda: load_screen(picture))
    clock.time("locate", lambda: locate(screen, known))
    reading = clock.time("read", lambda: read_board(screen, Settings()))
    solution = clock.time("solve", lambda: solve_board(reading, Settings()))
    drawing = clock.time("draw", lambda: draw_move(screen, reading, solution.moves[0]))
    clock.time("encode", lambda: write_picture(drawing.pixels, picture, target))


class _Clock:
    """Keeps the seconds that each stage took."""

    def __init__(self, times: dict[str, list[float]]) -> None:
        self.times = times

    def time(self, stage: str, work: Callable[[], Result]) -> Result:
        start = time.thread_time()
        result = work()
        self.times.setdefault(stage, []).append(time.thread_time() - start)
        return result


def _table(picture: Path, medians: dict[str, float], times: dict[str, list[float]]) -> str:
    """One line a stage: milliseconds, spread, and the ratio to the yardstick."""
    classify = medians["read"] - medians["locate"]  # what reading takes beyond locating
    parts = {
        YARDSTICK: medians[YARDSTICK],
        "decode": medians["decode"],
        "locate": medians["locate"],
        "classify": classify,
        "solve": medians["solve"],
        "draw": medians["draw"],
        "encode and write": medians["encode"],
    }
    parts["all of ours"] = sum(parts.values()) - medians[YARDSTICK]
    parts["reading (locate and classify)"] = medians["read"]
    pixels = "x".join(map(str, load_screen(picture).pixels.shape[1::-1]))
    lines = [
        f"{picture.name}, {pixels}, median of {len(times['decode'])} rounds, one thread",
        "",
        "| stage | ms | decoding = 1 |",
        "|---|---:|---:|",
    ]
    for stage, seconds in parts.items():
        lines.append(f"| {stage} | {seconds * 1000:.1f} | {seconds / medians[YARDSTICK]:.2f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print("\n\n".join(map(run, PICTURES)))
