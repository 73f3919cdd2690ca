"""The watcher with the real reader: time from rest to drawn, and many files at once.

A watcher runs as a process of its own. `python -m tests.benchmarks.arrivals` drops pictures into
its folder one by one, each renamed into place as a sync product does, and waits until the result
is drawn; `--at-once N` drops N files (few pictures, each with a remark of its own).
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sample_screens.truth import load_truths

PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
SMALL = ("wwf2-11x11-solo", "wwf2-11x11-messenger", "wwf2-empty")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=64, metavar="N", help="dropped one by one")
    parser.add_argument("--at-once", type=int, default=0, metavar="N", help="instead, all at once")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print(f"load {' '.join(f'{each:.1f}' for each in os.getloadavg())}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "in")
        folder.mkdir()
        if args.at_once:
            at_once(folder, args.at_once)
        else:
            one_by_one(folder, args.files, args.seed)
    return 0


def one_by_one(folder: Path, files: int, seed: int) -> None:
    """Latency of single pictures: the whole of it, and the part of it that is work."""
    chance = random.Random(seed)  # noqa: S311 - moments, not secrets
    shots = [each.picture for each in load_truths() if each.rack and each.language == "en"]
    found: list[float] = []
    with watching(folder):
        for number in range(files + 1):
            drop(folder, f"{number}", shots[number % len(shots)])
            rested = time.monotonic()
            wait_for((folder / "solved" / f"{number}.solved.png").exists)
            if number:  # the first one also loads the reader
                found.append(time.monotonic() - rested)
            time.sleep(chance.uniform(0.1, 0.9))
    latest = sorted(found)[int(0.99 * len(found))]
    print(
        f"{len(found)} files, rest to drawn: p50 {statistics.median(found):.2f} s, "
        f"p99 {latest:.2f} s, longest {max(found):.2f} s"
    )


def at_once(folder: Path, files: int) -> None:
    """Many files in a folder, solved to the last."""
    shots = [truth.picture for truth in load_truths() if truth.name in SMALL]
    solved = folder / "solved"
    with watching(folder) as process:
        start = time.monotonic()
        for number in range(files):
            drop(folder, f"{number}", shots[number % len(shots)])
        dropped = time.monotonic() - start
        wait_for(lambda: solved.is_dir() and len(list(solved.glob("*.solved.png"))) == files, 3600)
        seconds = time.monotonic() - start
        assert process.poll() is None
    rate = files / seconds
    print(f"{files} files, dropped in {dropped:.1f} s: {seconds:.0f} s, {rate:.2f} a second")


def drop(folder: Path, name: str, shot: Path) -> None:
    """Put a picture into place by rename, with a remark of its own inside."""
    data = shot.read_bytes()
    text = b"tEXtComment\0" + name.encode()
    remark = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    end = len(data) - 12  # the IEND chunk
    draft = folder / f".{name}.part"
    draft.write_bytes(data[:end] + remark + data[end:])
    draft.rename(folder / f"{name}.png")


@contextmanager
def watching(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A watcher that listens."""
    state = {"XDG_STATE_HOME": str(folder.parent / "state")}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "watch", str(folder)],
        env=os.environ | state | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr is not None
            assert process.stderr.readline().startswith("watching ")
            yield process
        finally:
            process.terminate()


def wait_for(true: Callable[[], object], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.005)


if __name__ == "__main__":
    sys.exit(main())
