"""Files written whole or not at all, and read within bounds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from solver.files import (
    KEPT_FILES,
    keep_newest,
    read_whole,
    sweep_drafts,
    write_new,
    write_together,
    write_whole,
)

Write = Callable[[Path, bytes], object]


@contextmanager
def files_no_longer_than(most: int) -> Iterator[None]:
    """As on a disk with room for so many bytes: what is longer is written in part."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_is_written_with_its_folders_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "words.txt"
    write_whole(file, b"old")
    write_whole(file, b"new", lasting=True)
    assert file.read_bytes() == b"new"
    assert list(file.parent.iterdir()) == [file]


def test_a_name_that_is_taken_stays(tmp_path: Path) -> None:
    file, link = tmp_path / "game.gcg", tmp_path / "link.gcg"
    assert write_new(file, b"first")
    assert not write_new(file, b"second")
    assert file.read_bytes() == b"first"
    link.symlink_to(tmp_path / "nowhere")
    assert not write_new(link, b"third")
    assert not (tmp_path / "nowhere").exists()


def test_names_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    file = tmp_path / "game.gcg"
    assert write_new(file, b"first")
    assert not write_new(file, b"second")
    assert file.read_bytes() == b"first"
    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(PermissionError):
        write_new(tmp_path / "other.gcg", b"first")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("write", [write_whole, write_new])
def test_without_room_nothing_changes(tmp_path: Path, write: Write) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(b"as it was")
    target = kept if write is write_whole else tmp_path / "new"
    with files_no_longer_than(4096), pytest.raises(OSError, match="File too large"):
        write(target, bytes(100_000))
    assert kept.read_bytes() == b"as it was"
    assert list(tmp_path.iterdir()) == [kept]


def test_an_interruption_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "words", b"data", lasting=True)
    assert not list(tmp_path.iterdir())


def test_long_names_have_drafts_too(tmp_path: Path) -> None:
    file = tmp_path / ("\N{GRINNING FACE}" * 62 + ".png")
    write_whole(file, b"data")
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_secrets_are_for_the_user_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "key", b"secret", mode=0o600)
    if sys.platform != "win32":
        assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_what_is_too_large_or_no_file_is_not_read(tmp_path: Path) -> None:
    file, pipe = tmp_path / "file", tmp_path / "pipe"
    file.write_bytes(b"12345")
    os.mkfifo(pipe)
    assert read_whole(file, 5) == b"12345"
    with pytest.raises(OSError, match="larger than 4 bytes"):
        read_whole(file, 4)
    for strange in (pipe, Path(os.devnull), Path("/dev/zero")):
        with pytest.raises(OSError, match="not a regular file"):
            read_whole(strange, 5)
    with pytest.raises(IsADirectoryError):
        read_whole(tmp_path, 5)


def test_a_folder_that_is_refused_is_not_left_open(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file:
        free = file.fileno()
    with pytest.raises(IsADirectoryError):
        read_whole(tmp_path, 5)
    with (tmp_path / "file").open("wb") as file:
        assert file.fileno() == free


def test_the_newest_files_are_kept(tmp_path: Path) -> None:
    for age in range(KEPT_FILES + 3):
        (tmp_path / f"{age}.trie").touch()
        os.utime(tmp_path / f"{age}.trie", (1e9 - age, 1e9 - age))
    (tmp_path / "other").touch()
    keep_newest(tmp_path, "*.trie")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"other", *(f"{age}.trie" for age in range(KEPT_FILES))}


def test_files_that_belong_together_are_all_written_or_none(tmp_path: Path) -> None:
    note, words = tmp_path / "sv.json", tmp_path / "sv.marisa"
    write_together({note: b"old", words: b"old"})
    with files_no_longer_than(100), pytest.raises(OSError, match="large"):
        write_together({note: b"new", words: bytes(1000)})
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        "sv.json": b"old",
        "sv.marisa": b"old",
    }
    write_together({note: b"new", words: b"new"})
    assert [file.read_bytes() for file in sorted(tmp_path.iterdir())] == [b"new", b"new"]


def test_drafts_of_a_killed_run_are_swept(tmp_path: Path) -> None:
    old, young, other = (
        tmp_path / name
        for name in (".game.gcg.00ff00ff.part", ".next.gcg.01ff00ff.part", ".words.txt.00ff.part")
    )
    for file in (old, young, other):
        file.write_bytes(b"half")
    for file in (old, other):
        os.utime(file, (0, 0))
    sweep_drafts(tmp_path, "*.gcg")
    assert sorted(tmp_path.iterdir()) == sorted([young, other])
    sweep_drafts(tmp_path / "nowhere", "*")
