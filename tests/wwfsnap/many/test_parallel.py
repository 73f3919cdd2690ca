"""Many pictures on all cores: in order, and one that kills its process stops no other."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.shared.chores import die_on_three, nap, square
from wwfsnap.many import in_order


@pytest.mark.parametrize("count", [0, 1, 4, 12])
def test_order_is_kept(count: int) -> None:
    items = list(range(count))
    assert list(in_order(square, items, lost=lambda _: -1, processes=2)) == [n * n for n in items]


def test_few_items_stay_in_this_process() -> None:
    assert set(in_order(pid_of, [0] * 4, lost=pid_of)) == {os.getpid()}


def pid_of(_: int) -> int:
    return os.getpid()


def test_item_that_kills_its_process_is_lost_alone() -> None:
    found = list(in_order(die_on_three, list(range(8)), lost=lambda n: -n, processes=2))
    assert found == [0, 1, 2, -3, 4, 5, 6, 7]


def test_interrupt_leaves_no_process_behind() -> None:
    started = time.monotonic()
    results = in_order(nap, [0.05] * 2 + [1.0] * 40, lost=lambda _: -1.0, processes=2)
    assert next(results) == 0.05
    results.close()
    assert time.monotonic() - started < 15


def test_interrupt_key_ends_workers_without_traceback(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import os, signal, sys\n"
        "from contextlib import closing\n"
        f"sys.path[:0] = {sys.path!r}\n"
        "from wwfsnap.many.parallel import in_order\n"
        "from tests.shared.chores import nap\n"
        "if __name__ == '__main__':\n"
        "    results = in_order(nap, [0.2] * 100, lost=lambda _: -1.0, processes=2)\n"
        "    try:\n"
        "        with closing(results):\n"
        "            for number, _ in enumerate(results):\n"
        "                if number == 3:\n"
        "                    os.killpg(0, signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n"
        "        sys.exit(130)\n"
    )
    run = subprocess.run(
        [sys.executable, program],
        capture_output=True,
        text=True,
        timeout=60,
        start_new_session=True,
        check=False,
    )
    assert run.returncode == 130
    assert run.stderr == ""


def test_workers_end_with_an_owner_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import os, signal, sys\n"
        f"sys.path[:0] = {sys.path!r}\n"
        "from wwfsnap.many.parallel import in_order\n"
        "from tests.shared.chores import nap\n"
        "if __name__ == '__main__':\n"
        "    for _ in in_order(nap, [0.1] * 6 + [60.0] * 100, lost=lambda _: -1.0, processes=2):\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE) as process:
        # Standard output ends once nobody holds it any more: none of the workers, either.
        process.communicate(timeout=50)
    assert process.returncode == -signal.SIGKILL
