"""Files coming to rest, event by event, with a clock that stands still until it is moved."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from wwfsnap.watching.stability import State, Tracker, ends_whole, state_of

SHOT = Path("shot.png")
OTHER = Path("other.png")


class Disk:
    """Files that are what the test says."""

    def __init__(self) -> None:
        self.files: dict[Path, State] = {}

    def write(self, path: Path, size: int, changed: int = 0) -> None:
        self.files[path] = (size, changed, 1)


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def tracker(disk: Disk) -> Tracker:
    return Tracker(quiet=1.0, probe=disk.files.get)


def test_file_moved_in_settles_once(disk: Disk, tracker: Tracker) -> None:
    disk.write(SHOT, 9)
    assert tracker.changed(SHOT, 0.0)
    assert tracker.settled(0.9) == []
    assert tracker.moving == {SHOT}
    assert tracker.settled(1.0) == [SHOT]
    assert tracker.settled(5.0) == []
    assert not tracker.moving


def test_slow_write_starts_the_quiet_time_anew(disk: Disk, tracker: Tracker) -> None:
    for second in range(5):
        disk.write(SHOT, second, second)
        tracker.changed(SHOT, float(second))
        assert tracker.settled(second + 0.5) == []
    assert tracker.settled(5.0) == [SHOT]


def test_write_that_no_event_told_is_noticed(disk: Disk, tracker: Tracker) -> None:
    disk.write(SHOT, 1)
    tracker.changed(SHOT, 0.0)
    disk.write(SHOT, 2)
    assert tracker.settled(1.0) == []
    assert tracker.settled(1.9) == []
    assert tracker.settled(2.0) == [SHOT]


def test_same_size_at_another_time_is_a_change(disk: Disk, tracker: Tracker) -> None:
    disk.write(SHOT, 1, changed=1)
    tracker.changed(SHOT, 0.0)
    disk.write(SHOT, 1, changed=2)
    assert tracker.settled(1.0) == []
    assert tracker.settled(2.0) == [SHOT]


def test_vanished_file_never_settles(disk: Disk, tracker: Tracker) -> None:
    disk.write(SHOT, 1)
    tracker.changed(SHOT, 0.0)
    del disk.files[SHOT]
    assert tracker.settled(1.0) == []
    assert not tracker.moving
    assert not tracker.changed(SHOT, 2.0)


def test_event_twice_is_one_file(disk: Disk, tracker: Tracker) -> None:
    disk.write(SHOT, 1)
    assert tracker.changed(SHOT, 0.0)
    assert not tracker.changed(SHOT, 0.5)
    assert tracker.settled(1.0) == []
    assert tracker.settled(1.5) == [SHOT]
    assert not tracker.changed(SHOT, 2.0)
    assert tracker.settled(9.0) == []


def test_listing_does_not_start_the_quiet_time_anew(disk: Disk, tracker: Tracker) -> None:
    disk.write(SHOT, 1)
    for tenth in range(10):
        tracker.seen(SHOT, tenth / 10)
    assert tracker.settled(1.0) == [SHOT]


def test_rewritten_file_settles_again(disk: Disk, tracker: Tracker) -> None:
    disk.write(SHOT, 1)
    tracker.changed(SHOT, 0.0)
    assert tracker.settled(1.0) == [SHOT]
    disk.write(SHOT, 2)
    assert tracker.seen(SHOT, 2.0)
    assert tracker.settled(3.0) == [SHOT]


def test_file_removed_and_put_back_settles_again(disk: Disk, tracker: Tracker) -> None:
    disk.write(SHOT, 1)
    tracker.changed(SHOT, 0.0)
    tracker.settled(1.0)
    tracker.keep(SHOT.parent, frozenset())
    assert tracker.seen(SHOT, 2.0)
    assert tracker.settled(3.0) == [SHOT]


def test_files_at_rest_before_do_not_settle_until_changed(disk: Disk, tracker: Tracker) -> None:
    disk.write(SHOT, 1)
    tracker.rest(SHOT)
    tracker.rest(OTHER)
    assert not tracker.seen(SHOT, 0.0)
    assert tracker.settled(9.0) == []
    disk.write(SHOT, 2)
    tracker.changed(SHOT, 10.0)
    assert tracker.settled(11.0) == [SHOT]


def test_longest_quiet_first(disk: Disk, tracker: Tracker) -> None:
    for path, at in ((SHOT, 0.2), (OTHER, 0.1)):
        disk.write(path, 1)
        tracker.changed(path, at)
    assert tracker.settled(2.0) == [OTHER, SHOT]


def test_file_that_ends_whole_settles_sooner(disk: Disk) -> None:
    whole = {OTHER}
    tracker = Tracker(1.0, 0.3, probe=disk.files.get, whole=whole.__contains__)
    for path in (SHOT, OTHER):
        disk.write(path, 1)
        tracker.changed(path, 0.0)
    assert tracker.settled(0.2) == []
    assert tracker.settled(0.3) == [OTHER]
    disk.write(OTHER, 2)
    tracker.changed(OTHER, 0.4)
    whole.clear()
    assert tracker.settled(1.0) == [SHOT]
    assert tracker.settled(1.5) == [OTHER]


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_ends_of_whole_pictures(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"shot{suffix}"
    Image.new("RGB", (40, 40), "red").save(file)
    data = file.read_bytes()
    assert ends_whole(file)
    for part in (data[:-1], data[: len(data) // 2], data + b"more", b"", b"\xd9"):
        file.write_bytes(part)
        assert not ends_whole(file)
    assert not ends_whole(tmp_path / "gone")
    assert not ends_whole(tmp_path)


def test_state_of_real_files(tmp_path: Path) -> None:
    file = tmp_path / "shot.png"
    assert state_of(file) is None
    assert state_of(tmp_path) is None
    file.write_bytes(b"123")
    before = state_of(file)
    assert before is not None
    assert before[0] == 3
    file.write_bytes(b"1234")
    assert state_of(file) != before
