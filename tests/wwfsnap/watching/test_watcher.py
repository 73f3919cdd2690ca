"""The watcher, event by event: a notifier, a clock and a solver that do what the test says."""

from __future__ import annotations

import configparser
import json
import os
import plistlib
import shlex
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache, partial
from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from solver.game import Board, Move, Position, Rack, load_game
from tests.shared.chores import die_on_three, nap
from tests.shared.console import Console
from tests.shared.finished import entries
from tests.shared.shots import make_shot
from vision.errors import BoardNotWhole, NoBoardFound
from wwfsnap.errors import Exit, Failure, OutputUnwritable, OwnPicture
from wwfsnap.many import Worker
from wwfsnap.outcome import Job, Outcome
from wwfsnap.pipeline import Solution
from wwfsnap.terminal import Record
from wwfsnap.watching import Folder, FolderChanges, Stop, TerminalNotices, Watcher
from wwfsnap.watching.folder import RULES, is_wanted
from wwfsnap.watching.ledger import Claim, Ledger, Picture
from wwfsnap.watching.stability import Tracker

DOCS = FOLDER.parent / "docs"
FULL = sqlite3.OperationalError("database or disk is full")


class Street:
    """A folder that is watched, with all that goes on around it."""

    def __init__(self, tmp_path: Path) -> None:
        self.folder = tmp_path / "in"
        self.results = self.folder / "solved"
        self.folder.mkdir()
        self.now = 0.0
        self.steps: list[Callable[[], Iterable[Path]]] = []
        self.solved: list[str] = []
        self.failed: list[str] = []
        self.left: list[tuple[str, str]] = []
        self.jobs: list[str] = []
        self.answers: dict[str, list[Exception | None]] = {}
        self.ledger = Ledger(tmp_path / "state")
        self.woken = 0
        self.teller: TerminalNotices = _Teller(self)

    def watcher(self) -> Watcher:
        return Watcher(
            [Folder(self.folder, self.results)],
            self.wait,
            self.ledger,
            self.solve,
            self.teller,
            messages=[("exec", "x")],
            wake=self.wake,
            tracker=Tracker(1.0, 1.0),
            clock=lambda: self.now,
        )

    def write(self, name: str, content: str | None = None) -> Path:
        path = self.folder / name
        self.folder.mkdir(exist_ok=True)
        path.write_bytes(os.fsencode(content or name))
        return path

    def wait(self) -> set[Path]:
        """What the test lined up next; the clock goes on."""
        self.now += 0.5
        return set(self.steps.pop(0)()) if self.steps else set()

    def close(self) -> None:
        self.ledger.close()

    def wake(self) -> None:
        self.woken += 1

    def solve(self, job: Job) -> Outcome | None:
        image, target = job
        name = Path(image).name
        self.jobs.append(name)
        assert target.path == self.results
        answers = self.answers.get(name)
        fault = answers.pop(0) if answers else None
        if isinstance(fault, ChildProcessError):
            return None
        if fault is not None:
            return Outcome(image, failure=Failure.of(fault))
        return Outcome(image, solution=_nothing(), drawn=target.path / name)

    def run(
        self,
        turns: int = 12,
        *,
        existing: bool = False,
        once: bool = False,
        ready: Callable[[], object] = lambda: None,
    ) -> Exit:
        """Watch for some turns, half a second each."""
        stop = Stop()
        watcher = self.watcher()
        if once:
            return watcher.run(stop, once=True)
        self.steps += [list] * (turns - len(self.steps))
        self.steps.append(partial(_end, stop))
        return watcher.run(stop, existing=existing, ready=ready)


def _end(stop: Stop) -> list[Path]:
    stop.set()
    return []


@cache
def _nothing() -> Solution:
    shot = make_shot(cell=16.0)
    board = Board(shot.reading.board_rows())
    position = Position(board, Rack(shot.reading.rack_tiles()), load_game("wwf"))
    return Solution(shot.reading, position, tuple[Move, ...]())


class _Teller(TerminalNotices):
    def __init__(self, street: Street) -> None:
        super().__init__(json=False, verbose=True)
        self.street = street

    def solved(self, record: Record) -> None:
        self.street.solved.append(Path(record["image"]).name)

    def failed(self, failure: Failure, record: Record) -> None:
        assert record["error"]["kind"] == failure.kind
        self.problem(failure, record["image"])

    def problem(self, failure: Failure, about: str) -> None:
        self.street.failed.append(f"{Path(about).name}: {failure.message}")

    def left(self, path: Path, why: str) -> None:
        self.street.left.append((path.name, why))


@pytest.fixture
def street(tmp_path: Path) -> Iterator[Street]:
    made = Street(tmp_path)
    yield made
    made.close()


def test_new_file_is_solved_once(street: Street) -> None:
    street.steps = [list, lambda: [street.write("a.png")], lambda: [street.folder / "a.png"]]
    assert street.run() is Exit.GOOD
    assert street.solved == ["a.png"]
    assert street.woken == 1
    (entry,) = entries(street.ledger)
    assert (entry.outcome, entry.drawn) == ("no-move", street.results / "a.png")


def test_file_that_no_event_told_is_found_in_the_listing(street: Street) -> None:
    def write_unnoticed() -> list[Path]:
        street.write("a.png")
        return []

    street.steps = [write_unnoticed]
    street.run()
    assert street.solved == ["a.png"]


def test_file_that_comes_once_it_watches_is_never_taken_for_an_old_one(street: Street) -> None:
    street.run(ready=lambda: street.write("a.png"))
    assert street.solved == ["a.png"]


def test_files_there_before_are_left_unless_wanted(street: Street) -> None:
    street.write("a.png")
    street.run()
    assert street.jobs == []
    street.run(existing=True)
    assert street.solved == ["a.png"]
    street.run(existing=True)
    assert street.solved == ["a.png"]


def test_rewritten_file_is_solved_again_also_back(street: Street) -> None:
    for content in ("one", "two", "one"):
        street.write("a.png", content)
        street.run(existing=True)
    assert street.jobs == ["a.png"] * 3
    assert len(entries(street.ledger)) == 1


def test_same_picture_under_another_name_is_not_solved(street: Street) -> None:
    street.write("a.png", "same")
    street.run(existing=True)
    street.write("b.png", "same")
    street.run(existing=True)
    assert street.jobs == ["a.png"]
    assert ("b.png", "was seen before") in street.left


def test_vanished_file_is_dropped(street: Street) -> None:
    def vanish() -> list[Path]:
        (street.folder / "a.png").unlink()
        return []

    street.steps = [lambda: [street.write("a.png")], vanish]
    street.run()
    assert street.jobs == []
    assert street.failed == []


@pytest.mark.parametrize("fault", [NoBoardFound("no board"), OwnPicture("own")])
def test_what_is_no_game_is_left_alone(street: Street, fault: Exception) -> None:
    street.answers["a.png"] = [fault]
    street.write("a.png")
    assert street.run(once=True) is Exit.GOOD
    assert street.failed == []
    assert street.left == [("a.png", str(fault))]
    street.run(once=True)
    assert street.jobs == ["a.png"]


def test_game_that_cannot_be_read_is_told_once(street: Street) -> None:
    street.answers["a.png"] = [BoardNotWhole("cut off")]
    street.write("a.png")
    street.write("b.png")
    assert street.run(once=True) is Exit.NO_BOARD
    assert street.failed == ["a.png: cut off"]
    assert street.solved == ["b.png"]


def test_unwritable_output_is_told_once_and_tried_again(street: Street) -> None:
    full = OutputUnwritable("solved: cannot be written (No space left on device)")
    street.answers["a.png"] = [full] * 3
    street.write("a.png")
    street.run(turns=40, existing=True)
    assert street.jobs == ["a.png"] * 4
    assert street.failed == [f"a.png: {full}"]
    assert street.solved == ["a.png"]


def test_unwritable_output_ends_once(street: Street) -> None:
    street.answers["a.png"] = [OutputUnwritable("full")]
    street.write("a.png")
    assert street.run(once=True) is Exit.UNREADABLE
    assert entries(street.ledger) == []
    assert street.run(once=True) is Exit.GOOD
    assert street.solved == ["a.png"]


@pytest.mark.parametrize("locked", ["picture", "ledger"])
def test_what_once_cannot_read_or_write_has_a_known_kind(
    street: Street, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], locked: str
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied") if locked == "picture" else FULL

    street.write("a.png")
    if locked == "picture":
        monkeypatch.setattr("wwfsnap.watching.watcher.digest_of", refuse)
    else:
        monkeypatch.setattr(street.ledger, "claim", refuse)
    street.teller = TerminalNotices(json=True, verbose=False)
    assert street.run(once=True) is Exit.UNREADABLE
    told = capsys.readouterr()
    kind = "unreadable-file" if locked == "picture" else "state-unusable"
    assert json.loads(told.out)["error"]["kind"] == kind
    assert "again automatically" not in told.err


def test_full_disk_under_the_ledger_stops_nothing(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [sqlite3.OperationalError("database or disk is full")] * 2
    claim = street.ledger.claim

    def full(picture: Picture) -> Claim:
        if faults:
            raise faults.pop()
        return claim(picture)

    monkeypatch.setattr(street.ledger, "claim", full)
    street.write("a.png")
    street.run(turns=30, existing=True)
    assert street.solved == ["a.png"]
    assert len(street.failed) == 1


def test_picture_that_kills_its_reader_stops_no_other(street: Street) -> None:
    street.answers = {"a.png": [ChildProcessError()] * 2, "b.png": [ChildProcessError()]}
    street.write("a.png")
    street.write("b.png")
    assert street.run(once=True) is Exit.INTERNAL
    assert street.jobs == ["a.png", "a.png", "b.png", "b.png"]
    assert street.solved == ["b.png"]
    street.run(once=True)
    assert len(street.jobs) == 4


def test_picture_in_other_hands_is_waited_for(street: Street, tmp_path: Path) -> None:
    other = Ledger(tmp_path / "state")
    path = street.write("a.png", "same")
    digest = "0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5"
    other.claim(Picture(digest, path, street.results))
    street.run(existing=True)
    assert street.jobs == []
    other.close()  # as if it had been killed
    street.run()
    assert street.solved == ["a.png"]


def test_what_was_seen_before_a_kill_is_taken_up(street: Street) -> None:
    path = street.write("a.png")
    street.write("older.png")
    street.ledger.expect([path, street.folder / "gone.png"], street.results)
    street.run()
    assert street.solved == ["a.png"]
    assert street.ledger.awaited(street.results) == []


def test_folder_removed_and_made_again(street: Street) -> None:
    def remove() -> list[Path]:
        (street.folder / "old.png").unlink()
        street.folder.rmdir()
        return []

    street.write("old.png")
    street.steps = [list, remove, *[list] * 6, lambda: [street.write("new.png")]]
    street.run(turns=24)
    assert street.solved == ["new.png"]
    assert street.failed == [f": {street.folder}: does not exist at the moment"]


def test_drafts_of_a_killed_run_are_swept(street: Street) -> None:
    street.results.mkdir()
    old, new, other = (
        street.results / name
        for name in (".a.solved.png.1a2b3c4d.part", ".b.solved.png.1a2b3c4d.part", ".c.part")
    )
    for file in (old, new, other):
        file.touch()
    for file in (old, other):
        os.utime(file, (1.0, 1.0))
    street.run(turns=1)
    assert [file.exists() for file in (old, new, other)] == [False, True, True]


def test_stop_finishes_the_picture_in_hand_only(street: Street) -> None:
    stop = Stop()
    for name in ("a.png", "b.png"):
        street.write(name)
    watcher, solve = street.watcher(), street.solve

    def stopping(job: Job) -> Outcome | None:
        stop.set()
        return solve(job)

    watcher._solve = stopping
    watcher.run(stop, existing=True)
    assert street.solved == ["a.png"]
    assert street.ledger.awaited(street.results) == [street.folder / "b.png"]


def test_thousand_files_at_once(street: Street) -> None:
    for number in range(1000):
        street.write(f"{number}.png")
    assert street.run(once=True) is Exit.GOOD
    assert len(set(street.solved)) == len(street.solved) == 1000


ODD = [
    os.fsdecode(b"caf\xe9.png"),
    "a\nb.png",
    "\x1b[31m.png",
    "a\u202egnp.png",
    "x" * 251 + ".png",
]


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names are UTF-8")
def test_odd_names_are_solved_once_and_stop_no_other(street: Street) -> None:
    for name in (*ODD, "z.png"):
        street.write(name)
    street.run(existing=True)
    assert sorted(street.solved) == sorted([*ODD, "z.png"])
    street.run(existing=True)
    assert len(street.jobs) == len(ODD) + 1
    street.write(ODD[0], "other")
    street.run(turns=1, existing=True)  # seen, and then killed
    street.run()
    assert street.solved[len(ODD) + 1 :] == [ODD[0]]


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names are UTF-8")
def test_changes_in_folders_and_of_files_that_are_no_utf_8(tmp_path: Path) -> None:
    good, odd = tmp_path / "good", tmp_path / os.fsdecode(b"caf\xe9")
    for folder in (good, odd):
        folder.mkdir()
    changes = FolderChanges([odd, good], Stop())
    found: set[Path] = set()
    changes.wait()
    (odd / "a.png").touch()
    (good / ODD[0]).touch()
    for _ in range(15):
        found |= changes.wait()
    (good / "b.png").touch()
    until = time.monotonic() + 30
    while good / "b.png" not in found:
        assert time.monotonic() < until
        found |= changes.wait()
    changes.close()


def test_full_disk_is_no_reason_to_end(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    path = street.write("a.png")
    street.ledger.expect([path, street.folder / "gone.png"], street.results)
    for name in ("unexpect", "expect", "awaited"):
        monkeypatch.setattr(street.ledger, name, full)
    street.write("b.png")
    street.run(existing=True)
    assert sorted(street.solved) == ["a.png", "b.png"]
    assert len(set(street.failed)) == 2
    assert all(str(street.ledger.file) in told for told in street.failed)


def test_picture_that_is_not_done_in_time_is_taken_up_by_the_next_start(street: Street) -> None:
    stop = Stop()
    street.write("a.png")
    watcher, solve = street.watcher(), street.solve

    def give_up(job: Job) -> Outcome | None:
        stop.set()
        solve(job)
        return None

    watcher._solve = give_up
    assert watcher.run(stop, existing=True) is Exit.GOOD
    assert street.jobs == ["a.png"]
    assert street.failed == []
    street.run()
    assert street.solved == ["a.png"]


def test_originals_are_not_touched(street: Street) -> None:
    path = street.write("a.png")
    before = path.stat()
    street.run(once=True)
    after = path.stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


TEMPORARY = [
    ".syncthing.shot.png.tmp",
    "~syncthing~shot.png.tmp",
    ".shot.png.icloud",
    "shot.png.tmp.drivedownload",
    ".shot.png.~1a2b",
    "shot.png.ocTransferId123.part",
    "shot.png.!sync",
    ".pending-1700000000-shot.png",
    ".trashed-1700000000-shot.png",
    "shot.png.crdownload",
    "shot.png.part",
    "._shot.png",
    "~$shot.png",
    "shot.png@SynoEAStream",
    "shot.png.sb-1a2b3c4d-AbCdEf",
    ".shot.solved.png.1a2b3c4d.part",
]


@pytest.mark.parametrize("name", TEMPORARY)
def test_temporary_names_are_ignored(name: str) -> None:
    assert any(fnmatchcase(name.lower(), rule) for rule in RULES)
    assert not is_wanted(Path(name))


@pytest.mark.parametrize(
    "name", ["Screenshot_2026-01-01.PNG", "shot (1).jpg", "IMG_1.JPEG", "Å.webp"]
)
def test_pictures_are_wanted(name: str) -> None:
    assert is_wanted(Path(name))


def test_other_files_are_not_wanted() -> None:
    assert not any(
        is_wanted(Path(name)) for name in ("notes.txt", "shot", "shot.mov", "desktop.ini")
    )


def _nothing_to_load() -> None:
    pass


def test_worker_is_started_anew_when_it_dies_or_hangs() -> None:
    worker = Worker(die_on_three, _nothing_to_load)
    assert [worker(number) for number in (1, 3, 2)] == [1, None, 2]
    worker.stop()
    slow = Worker(nap, _nothing_to_load, time_limit=0.01)
    assert slow(60.0) is None
    slow.stop()


def test_worker_is_given_up_when_its_answer_is_wanted_no_longer() -> None:
    stop = Stop(grace=0.0)
    worker = Worker(nap, _nothing_to_load)
    assert worker(0.0, given_up=stop.is_over) == 0.0
    stop.set()
    assert worker(60.0, given_up=stop.is_over) is None
    worker.stop()


@pytest.mark.parametrize(
    "arguments",
    [
        ["none"],
        ["in", "--out", "in"],
        ["in", "in/solved"],
        ["in", "--push", "topic"],
        ["in", "--push", "http://["],
        ["in", "--push", "http://a:99999/"],
        ["in", "--push", "file:/etc/passwd"],
        ["circle"],
        ["x" * 300],
        ["in", "--out", "circle/x"],
        ["in", "--exec", ""],
        ["in", "--out", "file"],
        [],
    ],
)
def test_calls_that_do_not_fit(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    (tmp_path / "in" / "solved").mkdir(parents=True)
    (tmp_path / "file").touch()
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    monkeypatch.chdir(tmp_path)
    run = wwfsnap("watch", "--once", *arguments)
    assert run.status == Exit.USAGE
    assert "Traceback" not in run.err


def test_state_that_cannot_be_kept_is_told(wwfsnap: Console, tmp_path: Path, user: Path) -> None:
    (user / "state").write_text("in the way")
    run = wwfsnap("watch", "--once", tmp_path)
    assert run.status == Exit.UNREADABLE
    assert "XDG_STATE_HOME" in run.err


def test_json_has_the_pictures_that_failed(wwfsnap: Console, tmp_path: Path) -> None:
    for name in ("refuse-zoomed.png", "wwf2-empty.png", "refuse-settings.png"):
        shutil.copy(FOLDER / name, tmp_path)
    run = wwfsnap("watch", "--once", "--existing", "--json", tmp_path)
    records = {Path(each["image"]).name: each for each in run.lines}
    assert {name: each["ok"] for name, each in records.items()} == {
        "refuse-zoomed.png": False,
        "wwf2-empty.png": True,
    }
    failed = records["refuse-zoomed.png"]
    assert failed["error"]["kind"] == "board-not-whole"
    assert len(failed["sha256"]) == 64
    assert failed["error"]["message"] in run.err


def test_service_file_starts_the_watcher() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment]
    unit.read(DOCS / "wwfsnap-watch.service", encoding="utf-8")
    assert unit.sections() == ["Unit", "Service", "Install"]
    words = shlex.split(unit["Service"]["ExecStart"])
    assert words[:2] == ["%h/.local/bin/wwfsnap", "watch"]
    assert unit["Service"]["KillMode"] == "mixed"
    assert unit["Install"]["WantedBy"] == "default.target"


def test_launchd_file_starts_the_watcher() -> None:
    agent = plistlib.loads((DOCS / "wwfsnap-watch.plist").read_bytes())
    assert os.path.basename(agent["ProgramArguments"][0]) == "wwfsnap"  # noqa: PTH119
    assert agent["ProgramArguments"][1] == "watch"
    assert agent["Label"] == "wwfsnap-watch"
    assert agent["KeepAlive"] == {"SuccessfulExit": False}
