"""The watcher as a process of its own, with the real reader and real files."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from wwfsnap.ledger import Ledger
from wwfsnap.output import drawn_by_us

NAMES = ("wwf2-empty", "crossplay-empty", "wwf2-11x11-solo")
PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
PATIENCE = 90.0  # seconds for what takes one; a busy machine is no fault

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "in"
    made.mkdir()
    return made


@contextmanager
def watching(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A watcher that listens; killed in the end if it still runs."""
    with start(*arguments) as process:
        try:
            assert process.stderr is not None
            assert process.stderr.readline().startswith("watching ")
            yield process
        finally:
            process.kill()


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "watch", *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(true: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


def copy(name: str, folder: Path, new: str = "") -> Path:
    return Path(shutil.copyfile(FOLDER / f"{name}.png", folder / f"{new or name}.png"))


def outcomes(user: Path) -> Counter[str]:
    """How often each picture stands in the ledger as solved."""
    ledger = Ledger(user / "state" / "wwfsnap")
    try:
        return Counter(e.source.stem for e in ledger.entries() if e.outcome == "solved")
    finally:
        ledger.close()


def drawn(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "solved").glob("*.png"))


def test_screenshot_synced_in_is_solved_and_told(folder: Path, tmp_path: Path, user: Path) -> None:
    told = tmp_path / "told"
    result = folder / "solved" / "shot.solved.png"
    with watching(folder, "--json", "--exec", f"tee -a '{told}'") as process:
        part = copy("wwf2-empty", folder, ".syncthing.shot.png.tmp")
        original = part.read_bytes()
        part.rename(folder / "shot.png")
        wait_for(result.exists)
        assert drawn_by_us(result, folder / "shot.png")
        shutil.rmtree(folder)
        folder.mkdir()
        copy("crossplay-empty", folder, "later")
        wait_for((folder / "solved" / "later.solved.png").exists)
        shot = copy("wwf2-empty", folder, "copy")
        wait_for(lambda: told.exists() and len(told.read_text().splitlines()) == 2)
        process.terminate()
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in err
    assert [Path(json.loads(line)["image"]).name for line in out.splitlines()] == [
        "shot.png",
        "later.png",
    ]
    assert [json.loads(line)["ok"] for line in told.read_text().splitlines()] == [True, True]
    assert shot.read_bytes() == original
    assert drawn(folder) == ["later.solved.png"]
    assert outcomes(user) == {"shot": 1, "later": 1}


def test_moves_by_equity(folder: Path) -> None:
    copy(NAMES[0], folder)
    with start(folder, "--once", "--json", "--by", "equity") as process:
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "equity" in json.loads(out)["moves"][0]


def test_interrupt_finishes_the_picture_in_hand(folder: Path, user: Path) -> None:
    copy(NAMES[0], folder)
    with watching(folder, "--existing") as process:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err == ""
    with start(folder, "--once") as process:
        process.communicate(timeout=PATIENCE)
    assert outcomes(user) == {NAMES[0]: 1}


def test_two_watchers_share_the_work(folder: Path, tmp_path: Path, user: Path) -> None:
    told = tmp_path / "told"
    for name in NAMES:
        copy(name, folder)
    with ExitStack() as stack:
        arguments = (folder, "--once", "--exec", f"tee -a '{told}'")
        processes = [stack.enter_context(start(*arguments)) for _ in range(2)]
        outs = [process.communicate(timeout=PATIENCE)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert "".join(outs).count(" points ") == len(NAMES)
    assert Counter(json.loads(line)["image"] for line in told.read_text().splitlines()) == {
        str(folder / f"{name}.png"): 1 for name in NAMES
    }
    assert drawn(folder) == sorted(f"{name}.solved.png" for name in NAMES)
    assert outcomes(user) == dict.fromkeys(NAMES, 1)


@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_kill_loses_and_doubles_nothing(
    folder: Path, tmp_path: Path, user: Path, kills: int
) -> None:
    chance = random.Random(kills)  # noqa: S311 - moments, not secrets
    told, wanted = tmp_path / "told", list[str]()
    for number in range(kills):
        wanted.append(f"{number}")
        file = copy(NAMES[number % len(NAMES)], folder, f"{number}")
        with file.open("ab") as picture:
            picture.write(number.to_bytes(4, "big"))  # other content, same picture
        with start(folder, "--existing", "--exec", f"tee -a '{told}'") as process:
            time.sleep(chance.uniform(0.6, 3.0))
            process.kill()
            process.communicate(timeout=PATIENCE)
    with start(folder, "--once", "--exec", f"tee -a '{told}'") as process:
        process.communicate(timeout=PATIENCE * (1 + kills / 10))
    assert process.returncode == 0
    assert drawn(folder) == sorted(f"{name}.solved.png" for name in wanted)
    assert all(drawn_by_us(file) for file in (folder / "solved").glob("*.png"))
    assert outcomes(user) == dict.fromkeys(wanted, 1)
    images = {Path(json.loads(line)["image"]).stem for line in told.read_text().splitlines()}
    assert images == set(wanted)
