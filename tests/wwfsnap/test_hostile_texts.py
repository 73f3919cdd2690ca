"""Texts no person wrote: deep, endless or none at all. Each is told, soon and in bounds."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from calibration.errors import ThemeUnusable
from calibration.regression import read_cases
from solver.errors import GameFileError
from solver.game import read_game_file
from solver.paths.game import read_path_game
from tests.shared.console import Console
from vision.errors import ThemeMissing
from vision.themes import load_theme
from wwfsnap.errors import Exit, FrontDoorError
from wwfsnap.typed_boards import MOST_TEXT, board_text, read_text

TOML = {
    "arrays": b"a = " + b"[" * 100_000,
    "tables": b"a = " + b"{b = " * 30_000,
    "long key": b".".join([b"a"] * 50_000) + b" = 1",
    "long name": b"[" + b".".join([b"a"] * 50_000) + b"]",
    "long number": b"a = " + b"9" * 5_000,
    "large": b"#" * 100_000_000,
    "is not text": b"\xff\xfe" * 100,
}


@pytest.mark.parametrize("name", TOML)
def test_toml_of_all_kinds(tmp_path: Path, name: str) -> None:
    readers: list[tuple[str, Callable[[Path], object], type[Exception]]] = [
        ("large.toml", lambda folder: read_game_file(folder / "large.toml"), GameFileError),
        ("large.toml", lambda folder: read_path_game(folder / "large.toml"), GameFileError),
        ("theme.toml", load_theme, ThemeMissing),
        ("screens.toml", read_cases, ThemeUnusable),
    ]
    for file, read, error in readers:
        (tmp_path / file).write_bytes(TOML[name])
        with pytest.raises(error) as caught:
            read(tmp_path)
        assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    "line", ["rack = 1" + "0" * 4000, "bonus = 999999999999999999999", "rack = inf"]
)
def test_numbers_beyond_any_game(tmp_path: Path, line: str) -> None:
    (tmp_path / "large.toml").write_text(line)
    with pytest.raises(GameFileError, match=r"over 1000000|must be a whole number"):
        read_game_file(tmp_path / "large.toml")


def test_a_pipe_is_no_theme_and_no_game(tmp_path: Path) -> None:
    for file in ("theme.toml", "large.toml"):
        os.mkfifo(tmp_path / file)
    with pytest.raises(ThemeMissing, match="not a regular file"):
        load_theme(tmp_path)
    with pytest.raises(GameFileError, match="not a regular file"):
        read_game_file(tmp_path / "large.toml")


@pytest.mark.parametrize("content", ["15/" * 1_000_000, ">a: ABC 8H ABC +3 3\n" * 100_000])
def test_long_boards_and_games(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    file = tmp_path / "game.gcg"
    file.write_text(content)
    for run in (
        wwfsnap("moves", file, "--rack", "ABC"),
        wwfsnap("play", "--resume", file),
        wwfsnap("play", "--with-you", "--from", file),
        wwfsnap("play", "--with-you", "--resume", file),
    ):
        assert run.status == Exit.UNREADABLE
        assert "larger than" in run.err or "too long" in run.err
    monkeypatch.setattr(sys, "stdin", io.StringIO(content))
    run = wwfsnap("moves", "-", "--rack", "ABC")
    assert run.status == Exit.UNREADABLE
    assert "too long" in run.err
    monkeypatch.setattr(sys, "stdin", io.StringIO("A" * 1_000_000))
    assert wwfsnap("ruzzle", "-").status == Exit.UNREADABLE


def test_numbers_of_more_digits_than_python_reads(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, many = tmp_path / "text.gcg", "9" * 5000
    file.write_text(f"#note begun after {many} turns\n#player1 me me\n#rack1 ABC\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert wwfsnap("play", "--resume", file).status == Exit.GOOD
    rows = "\n".join(f" {row:>2}" + "  ." * 15 for row in range(1, 16))
    told = f"wwf (standard board, language en)\nrack ABC\nscores {many} to 1\n"
    file.write_text(f"{rows}\n{told}")
    assert wwfsnap("moves", file, "--top", 1).status == Exit.GOOD


def test_pipes_and_devices(wwfsnap: Console, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for strange in (pipe, "/dev/zero"):
        for run in (
            wwfsnap("moves", strange, "--rack", "ABC"),
            wwfsnap("moves", "--batch", strange),
            wwfsnap("play", "--resume", strange),
        ):
            assert run.status == Exit.UNREADABLE
            assert "not a regular file" in run.err
        words = wwfsnap("moves", "/".join(["15"] * 15), "--rack", "ABC", "--words", strange)
        assert words.status == Exit.MISSING
        assert "not a regular file" in words.err


def test_texts_as_before(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes(b"\xef\xbb\xbf...\r\n.A.\r...")
    assert read_text(file) == "...\n.A.\n..."
    assert board_text(str(file)) == "...\n.A.\n..."
    file.write_bytes(b"." * MOST_TEXT)
    assert len(read_text(file)) == MOST_TEXT
    file.write_bytes(b"\xff\xff")
    with pytest.raises(FrontDoorError, match="is not text"):
        read_text(file)
