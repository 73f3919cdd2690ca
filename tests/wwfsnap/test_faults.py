"""Pictures and calls that fail: a message, a hint, an exit status, and the others still done."""

from __future__ import annotations

import errno
import os
import struct
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.shared.console import Console
from tests.shared.shots import Shot
from vision.errors import BoardNotWhole, NoBoardFound, ThemeMissing
from vision.imaging import screen
from vision.reading import Reading
from wwfsnap import pipeline
from wwfsnap.errors import Exit


def test_one_failure_stops_no_other(
    wwfsnap: Console, picture: Path, shot: Shot, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    other = shot.save(tmp_path / "other.png")
    run = wwfsnap("solve", "--json", picture, broken, tmp_path / "missing.png", other)
    assert run.status == 3
    assert [record["ok"] for record in run.lines] == [True, False, False, True]
    assert [Path(record["image"]).name for record in run.lines] == [
        "shot.png",
        "broken.png",
        "missing.png",
        "other.png",
    ]
    assert run.lines[1].keys() == {"image", "ok", "error"}
    assert run.lines[1]["error"].keys() == {"kind", "stage", "message", "hint"}
    told = wwfsnap("read", picture, broken)
    assert told.status == 3
    assert "HELLO" not in told.err
    assert "error:" in told.err


@pytest.mark.parametrize(
    ("error", "status"),
    [(NoBoardFound("no board"), 4), (BoardNotWhole("cut off"), 4), (ThemeMissing("no theme"), 5)],
)
def test_reader_failures(
    wwfsnap: Console,
    picture: Path,
    reads: Callable[[Exception], None],
    error: Exception,
    status: int,
) -> None:
    reads(error)
    run = wwfsnap("solve", picture)
    assert run.status == status
    assert run.out == ""
    assert str(error) in run.err
    assert "hint:" in run.err
    assert "Traceback" not in run.err


def test_worst_status_counts(wwfsnap: Console, picture: Path, tmp_path: Path) -> None:
    run = wwfsnap("solve", picture, tmp_path / "missing.png", "--words", tmp_path / "none.txt")
    assert run.status == 5


def _png_of(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        crc = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + crc

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "fault", ["text", "empty", "truncated", "folder", "missing", "tiny", "bomb"]
)
def test_files_that_cannot_be_read(
    wwfsnap: Console, picture: Path, tmp_path: Path, fault: str
) -> None:
    file = tmp_path / f"{fault}.png"
    if fault == "folder":
        file.mkdir()
    elif fault != "missing":
        file.write_bytes(
            {
                "text": b"dear diary",
                "empty": b"",
                "truncated": picture.read_bytes()[:2000],
                "tiny": _png_of(1, 1),
                "bomb": _png_of(20000, 20000),
            }[fault]
        )
    run = wwfsnap("solve", file)
    assert run.status == 3
    assert str(file) in run.err
    assert "hint:" in run.err
    assert "Traceback" not in run.err
    assert not file.with_name(f"{fault}.solved.png").exists()


def test_file_without_permission(
    wwfsnap: Console, picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_path: Path, _most: int) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(screen, "read_whole", refused)  # root may read everything
    run = wwfsnap("read", picture)
    assert run.status == 3
    assert "no permission to read" in run.err


@pytest.mark.parametrize(
    "call",
    [
        "play self --seed 1 --save {}/game.gcg",
        "moves 15 --rack A --layout {}/board.txt",
        "moves {}/board.txt --rack A",
        "words cat {}/words.txt",
        "words install sv --from {}/words.txt",
        "solve {picture} --out {}/best.png",
        "watch {} --once",
        "watch {folder} --once --out {}",
        "serve --port 0 --words {}/words.txt",
    ],
)
def test_folder_without_permission(
    wwfsnap: Console, picture: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """Where nobody may even ask whether a file is there: root may, so this is put on."""
    locked, asked = picture.parent / "locked", os.stat

    def refused(
        path: str | Path, *, dir_fd: int | None = None, follow_symlinks: bool = True
    ) -> os.stat_result:
        if str(path).startswith(str(locked)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return asked(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(os, "stat", refused)
    monkeypatch.setattr(os, "lstat", partial(refused, follow_symlinks=False))
    told = call.format(locked, picture=picture, folder=picture.parent)
    run = wwfsnap(*told.split())
    assert run.status == Exit.UNREADABLE
    assert f"error: {locked}" in run.err
    assert "permission" in run.err.lower()


def test_interrupt_ends_quietly(
    wwfsnap: Console, picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Reading:
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline, "read", interrupted)
    run = wwfsnap("read", picture)
    assert run.status == 130
    assert "Traceback" not in run.err


def test_fault_of_the_program_is_no_traceback(
    wwfsnap: Console, picture: Path, reads: Callable[[Exception], None]
) -> None:
    reads(ZeroDivisionError("by nought"))
    run = wwfsnap("read", picture, "--json")
    assert run.status == 70
    assert run.lines[0]["error"]["kind"] == "internal"
    assert "Traceback" not in run.err
