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
from functools import partial
from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from tests.shared.finished import entries
from wwfsnap.drawing import drawn_by_us
from wwfsnap.errors import Exit
from wwfsnap.watching import Ledger

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
        return Counter(e.source.stem for e in entries(ledger) if e.outcome == "solved")
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


@pytest.mark.slow
def test_twenty_kills_while_ten_pictures_arrive(folder: Path, tmp_path: Path, user: Path) -> None:
    chance = random.Random(20)  # noqa: S311 - moments, not secrets
    told, wanted = tmp_path / "told", [os.fsdecode(b"caf\xe9"), *map(str, range(9))]
    for number in range(20):
        if number % 2 == 0:
            name = wanted[number // 2]
            with copy(NAMES[number // 2 % len(NAMES)], folder, name).open("ab") as picture:
                picture.write(number.to_bytes(4, "big"))  # other content, same picture
        with start(folder, "--existing", "--exec", f"tee -a '{told}'") as process:
            time.sleep(chance.uniform(0.3, 4.0))
            process.kill()
            process.communicate(timeout=PATIENCE)
    with start(folder, "--once", "--exec", f"tee -a '{told}'") as process:
        process.communicate(timeout=PATIENCE * 2)
    assert process.returncode == 0
    assert drawn(folder) == sorted(f"{name}.solved.png" for name in wanted)
    assert outcomes(user) == dict.fromkeys(wanted, 1)
    images = [Path(json.loads(line)["image"]).stem for line in told.read_text().splitlines()]
    assert set(images) == set(wanted)


def test_odd_names_are_solved_told_and_known_again(folder: Path, tmp_path: Path) -> None:
    names = [b"caf\xe9.png", b"a\nb.png", b"\x1b[31m.png", b"x" * 251 + b".png", b"plain.png"]
    picture = (FOLDER / "wwf2-empty.png").read_bytes()
    for number, name in enumerate(names):
        (folder / os.fsdecode(name)).write_bytes(picture + bytes([number]))
    told = tmp_path / "told"
    for expected in (names, []):
        with start(folder, "--once", "--json", "--exec", f"tee -a '{told}'") as process:
            out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        images = [os.fsencode(Path(json.loads(line)["image"]).name) for line in out.splitlines()]
        assert sorted(images) == sorted(expected)
        assert "\x1b" not in out + err
    assert len(told.read_text().splitlines()) == len(drawn(folder)) == len(names)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_it_while_a_program_hangs(
    folder: Path, tmp_path: Path, number: signal.Signals
) -> None:
    copy("wwf2-empty", folder)
    started = tmp_path / "started"
    hangs = f"sh -c 'sleep 600 & echo $! $$ >> {started}; wait'"
    with watching(folder, "--existing", "--exec", hangs) as process:
        wait_for(lambda: started.exists() and started.read_text().endswith("\n"))
        process.send_signal(number)
        began = time.monotonic()
        _, err = process.communicate(timeout=PATIENCE)
        assert time.monotonic() - began < 10
    assert process.returncode == (0 if number == signal.SIGTERM else 130)
    assert "the message is kept for the next start" in err
    for each in started.read_text().split():
        wait_for(partial(ended, int(each)))
    text = started.read_text()
    with start(folder, "--once", "--exec", hangs) as process:  # the message is there still
        wait_for(lambda: started.read_text() != text)
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == Exit.MISSING


def test_signal_ends_it_while_a_picture_is_not_done(folder: Path, user: Path) -> None:
    copy("wwf2-empty", folder)
    with watching(folder, "--existing") as process:
        (worker,) = [
            number
            for number, parent, _, words in processes()
            if parent == process.pid and "spawn_main" in words
        ]
        os.kill(worker, signal.SIGSTOP)
        time.sleep(1.0)
        process.terminate()
        began = time.monotonic()
        process.communicate(timeout=PATIENCE)
        assert time.monotonic() - began < 10
    assert process.returncode == 0
    assert ended(worker)
    with start(folder, "--once") as process:
        process.communicate(timeout=PATIENCE)
    assert outcomes(user) == {"wwf2-empty": 1}


def ended(number: int) -> bool:
    """Whether the process is gone, or a mere entry of one that is."""
    return all(each[0] != number or each[2].startswith("Z") for each in processes())


def processes() -> list[tuple[int, int, str, str]]:
    """All processes: number, that of the parent, state, command line."""
    ps = shutil.which("ps")
    if ps is None:
        pytest.skip("no ps")
    found = subprocess.run(
        [ps, "-A", "-ww", "-o", "pid=,ppid=,stat=,args="],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = [line.split(None, 3) for line in found.splitlines()]
    return [(int(row[0]), int(row[1]), row[2], row[3]) for row in rows if len(row) == 4]
