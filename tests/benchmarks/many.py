"""`wwfsnap batch` with the real reader: pictures a second on one process and on several.

Each count of processes solves the same copies of sample screens; starting the program and its
processes is counted. `python -m tests.benchmarks.many`
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sample_screens.truth import load_truths

PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
COMMAND = [sys.executable, "-c", PROGRAM, "batch"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=80, metavar="N")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2], metavar="N")
    args = parser.parse_args()
    shots = [each.picture for each in load_truths() if each.rack and each.language == "en"]
    print(f"{args.files} pictures, load {' '.join(f'{each:.1f}' for each in os.getloadavg())}\n")
    print("| processes | pictures a second | drawn too |\n|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "in")
        folder.mkdir()
        for number in range(args.files):
            shutil.copyfile(shots[number % len(shots)], folder / f"{number}.png")
        for processes in args.processes:
            plain = rate(folder, processes)
            drawn = rate(folder, processes, "--draw", str(Path(place, "drawn")))
            print(f"| {processes} | {plain:.2f} | {drawn:.2f} |", flush=True)
    return 0


def rate(folder: Path, processes: int, *further: str) -> float:
    """Pictures a second."""
    start = time.monotonic()
    told = subprocess.run(
        [*COMMAND, str(folder), "--processes", str(processes), *further],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return len(told.stdout.splitlines()) / (time.monotonic() - start)


if __name__ == "__main__":
    sys.exit(main())
