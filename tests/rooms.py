"""The measured coverage (.coverage) in, a table out: lines and branches a room that tests ran.

python -m tests.rooms

Processes that end by SIGKILL, as the workers of `serve` and `watch` do, have no time to tell:
`serve/jobs.py` and `serve/table` seem less tested than they are.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from coverage import Coverage

FLOORS = ("solver", "vision", "calibration", "wwfsnap")


def main() -> int:
    """Print the table; status 1 where nothing was measured."""
    measured = Coverage()
    measured.load()
    lines: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for file in measured.get_data().measured_files():
        path = Path(file).relative_to(Path.cwd())
        if path.parts[0] not in FLOORS or not path.exists():  # what is compiled names no file
            continue
        room = "/".join(path.parts[:2] if len(path.parts) > 2 else path.parts[:1])
        _, statements, _, missing, _ = measured.analysis2(file)
        lines[room] += len(statements)
        missed[room] += len(missing)
    print("| room | statements | run |\n|---|---:|---:|")
    for room in sorted(lines):
        share = 100 * (1 - missed[room] / max(1, lines[room]))
        print(f"| {room} | {lines[room]} | {share:.1f} % |")
    whole, lost = lines.total(), missed.total()
    print(f"| all | {whole} | {100 * (1 - lost / max(1, whole)):.1f} % |")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
