"""Many pictures on a Dask cluster: a real scheduler, real workers, one of them killed."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sample_screens.truth import FOLDER
from solver.words import read_list
from tests.shared.console import Console
from vision.imaging import opened_suffixes
from wwfsnap.drawing import drawn_by_us
from wwfsnap.errors import ClusterMissing, Exit
from wwfsnap.many import Results, cluster
from wwfsnap.many import messages as task
from wwfsnap.many.messages import Environment, Request
from wwfsnap.pipeline import Settings
from wwfsnap.terminal import Record
from wwfsnap.words import UserWords, change_words

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="no distributed")

PATIENCE = 180.0  # seconds for what takes some; a busy machine is no fault
COMMON = ("--host", "127.0.0.1", "--no-dashboard")
ANY_PORT = ("--port", "0")
SHOT = FOLDER / "wwf2-11x11-solo.png"


@dataclass(frozen=True)
class Cluster:
    """A scheduler and its workers, by their names."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: dict[str, subprocess.Popen[bytes]]


@contextmanager
def cluster_of(folder: Path, *names: str) -> Iterator[Cluster]:
    """A scheduler with workers of these names, whose user is that of now."""
    with ExitStack() as stack:
        told = folder / "scheduler.json"
        scheduler = stack.enter_context(
            started("scheduler", "--port", "0", "--scheduler-file", told)
        )
        wait_for(lambda: told.exists() and told.read_text().rstrip().endswith("}"))
        address = json.loads(told.read_text())["address"]
        workers = {name: stack.enter_context(worker(address, name, folder)) for name in names}
        if names:
            with client_of(address) as client:
                client.wait_for_workers(len(names), timeout=PATIENCE)
        yield Cluster(address, scheduler, workers)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, _cache: Path) -> Iterator[Cluster]:
    """A cluster of one worker, whose user has no files."""
    folder = tmp_path_factory.mktemp("cluster")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(_cache))
        for each in ("DATA", "CONFIG", "STATE"):
            patch.setenv(f"XDG_{each}_HOME", str(folder / each))
        with cluster_of(folder, "only") as found:
            yield found


@contextmanager
def started(*arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    """A part of a cluster, killed in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *map(str, arguments), *COMMON],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def worker(address: str, name: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    with started(
        *("worker", address, "--name", name, "--no-nanny", "--nthreads", "1"),
        *("--local-directory", folder / name),
    ) as process:
        yield process


@contextmanager
def client_of(address: str) -> Iterator[Any]:
    from distributed import Client  # half a second, and no other test's

    client = Client(address, timeout=PATIENCE, set_as_default=False)
    try:
        yield client
    finally:
        client.close()


def wait_for(true: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


def many(folder: Path, count: int) -> Path:
    folder.mkdir()
    for number in range(count):
        shutil.copyfile(SHOT, folder / f"{number:02}.png")
    return folder


def kill_one(running: Cluster) -> str:
    """Kill a worker, one that is at work if there is one, and return its name."""
    with client_of(running.address) as client:
        names = {
            address: each["name"] for address, each in client.scheduler_info()["workers"].items()
        }
        busy = [address for address, work in client.processing().items() if work]
    name: str = names[[*busy, *names][0]]
    running.workers[name].kill()
    return name


@pytest.fixture
def pair(tmp_path: Path, user: Path) -> Iterator[Cluster]:
    """A cluster of two workers, whose user is that of the test."""
    del user
    with cluster_of(tmp_path, "first", "second") as found:
        yield found


def test_killed_worker_costs_no_answer(
    wwfsnap: Console, tmp_path: Path, pair: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots, file, drawn = many(tmp_path / "many", 12), tmp_path / "a.jsonl", tmp_path / "drawn"
    (shots / "05.png").write_bytes(b"no picture")
    killed: list[str] = []
    add = Results.add

    def add_and_kill(results: Results, record: Record) -> None:
        add(results, record)
        if not killed and len(file.read_bytes().splitlines()) == 2:
            killed.append(kill_one(pair))

    monkeypatch.setattr(Results, "add", add_and_kill)
    arguments = ("batch", shots, "--cluster", pair.address, "--out", file)
    run = wwfsnap(*arguments, "--draw", drawn)
    assert run.status == Exit.UNREADABLE, run.err
    assert len(killed) == 1
    assert pair.workers[killed[0]].poll() is not None
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [Path(each["image"]).name for each in records] == [f"{n:02}.png" for n in range(12)]
    assert [each["ok"] for each in records] == [n != 5 for n in range(12)]
    wanted = [f"{n:02}.solved.png" for n in range(12) if n != 5]
    assert sorted(each.name for each in drawn.iterdir()) == wanted
    assert drawn_by_us(drawn / wanted[0], shots / "00.png")
    again = wwfsnap(*arguments)
    assert "answered before: 12 of 12 pictures" in again.err


def test_lost_scheduler_leaves_what_was_answered(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, shots = tmp_path / "a.jsonl", many(tmp_path / "many", 8)
    add = Results.add
    with cluster_of(tmp_path, "only") as running:

        def add_and_kill(results: Results, record: Record) -> None:
            add(results, record)
            running.scheduler.kill()

        monkeypatch.setattr(Results, "add", add_and_kill)
        run = wwfsnap("batch", shots, "--cluster", running.address, "--out", file)
    assert run.status == Exit.MISSING
    assert "the scheduler was lost" in run.err
    assert "to continue" in run.err
    assert "Traceback" not in run.err
    assert file.read_bytes().count(b"\n") >= 1


def test_picture_that_kills_its_workers_is_lost_alone(tmp_path: Path) -> None:
    from distributed import KilledWorker

    class Broken:
        def result(self, timeout: float) -> object:
            raise KilledWorker(f"a picture after {timeout}", None, 3)

    class Scripted:
        def submit(self, *_: object, **__: object) -> Broken:
            return Broken()

        def nthreads(self) -> dict[str, int]:
            return {"tcp://10.0.0.5:1": 1}

        def cancel(self, futures: list[object]) -> None:
            assert futures == []

    images = [str(image) for image in sorted(many(tmp_path / "many", 3).iterdir())]
    found = list(cluster.ClusterRun(Scripted(), None, None).answers(images))
    assert [answer.record["image"] for answer in found] == images
    assert {answer.record["error"]["kind"] for answer in found} == {"worker-lost"}


def test_answers_are_those_of_this_machine(
    wwfsnap: Console, tmp_path: Path, running: Cluster
) -> None:
    shots, words = many(tmp_path / "many", 2), tmp_path / "few.txt"
    words.write_text("QI\nZA\nAE\nAI\nOE\nEN\nED\nRE\nTE\nDE\nST\n")
    arguments = ("batch", shots, "--words", words, "--top", 3)
    here = wwfsnap(*arguments, "--out", tmp_path / "here.jsonl", "--draw", tmp_path / "drawn")
    (tmp_path / "drawn" / "00.solved.png").rename(tmp_path / "here.png")
    there = wwfsnap(
        *arguments, "--out", tmp_path / "there.jsonl", "--draw", tmp_path / "drawn",
        "--cluster", running.address,
    )  # fmt: skip
    assert here.status == there.status == Exit.GOOD, there.err
    assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "there.jsonl").read_bytes()
    assert (tmp_path / "here.png").read_bytes() == (
        tmp_path / "drawn" / "00.solved.png"
    ).read_bytes()


def test_workers_that_would_do_other_work(
    wwfsnap: Console, tmp_path: Path, running: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots = many(tmp_path / "many", 1)
    monkeypatch.setattr(task, "__version__", "0.0.7")
    run = wwfsnap("batch", shots, "--cluster", running.address)
    assert run.status == Exit.MISSING
    assert "0.0.7 here" in run.err
    monkeypatch.undo()
    with monkeypatch.context() as other:
        other.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
        change_words("en", lambda _: UserWords(frozenset({"QUUX"})))
        run = wwfsnap("batch", shots, "--cluster", running.address)
    assert run.status == Exit.MISSING
    assert "your own words there differ" in run.err


def test_what_changes_while_a_worker_runs_is_seen() -> None:
    before = Environment.here()
    assert not before.difference()
    change_words("en", lambda words: words.learn(["QUUX"]))
    assert "your own words there differ" in before.difference()
    assert not Environment.here().difference()
    change_words("en", lambda words: words.forget(["QUUX"]))
    assert not before.difference()


def test_pictures_of_phones_need_their_part_on_a_worker() -> None:
    more = replace(Environment.here(), formats=opened_suffixes() | {".jxl"})
    assert more.difference() == ".jxl pictures cannot be opened there"


def test_scheduler_that_is_not_there(
    wwfsnap: Console, picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 0.2)
    for address in ("tcp://127.0.0.1:9", "nonsense", "pigeon://loft"):
        run = wwfsnap("batch", picture, "--cluster", address)
        assert run.status == Exit.MISSING
        assert f"{address}: the scheduler cannot be reached" in run.err
        assert "Traceback" not in run.err


def test_cluster_without_workers(
    wwfsnap: Console, picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "FIRST_WORKER", 0.1)
    with cluster_of(tmp_path) as running:
        run = wwfsnap("batch", picture, "--cluster", running.address)
    assert run.status == Exit.MISSING
    assert "no workers" in run.err


def test_extra_that_is_missing(
    wwfsnap: Console, picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    run = wwfsnap("batch", picture, "--cluster", "tcp://127.0.0.1:9")
    assert run.status == ClusterMissing.exit
    assert 'pip install "wwfsnap[cluster]"' in run.err


def test_processes_are_those_of_this_machine(wwfsnap: Console, picture: Path) -> None:
    run = wwfsnap("batch", picture, "--cluster", "tcp://127.0.0.1:9", "--processes", 2)
    assert run.status == Exit.USAGE


def test_household_tells_own_words_and_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = Environment.here()
    assert (bare.words, bare.looks) == ("", "")
    change_words("en", lambda _: UserWords(frozenset({"QUUX"})))
    assert Environment.here().words
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "wwfsnap" / "games").mkdir(parents=True)
    (tmp_path / "wwfsnap" / "games" / "mine.toml").touch()
    assert Environment.here().looks


def test_a_dictionary_travels_with_its_affixes(tmp_path: Path) -> None:
    words = tmp_path / "nl.dic"
    words.write_text("1\nboek/S\n")
    words.with_suffix(".aff").write_text("SFX S Y 1\nSFX S 0 en .\n")
    request = pickle.loads(pickle.dumps(Request.of(Settings(language="nl", words=words))))  # noqa: S301
    words.unlink()
    there = request.unpacked().words
    assert there
    assert there.parent != tmp_path
    assert read_list(there, "nl").words == {"BOEK", "BOEKEN"}
