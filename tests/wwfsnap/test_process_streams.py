"""Standard streams as shells connect them: poor encodings, full disks, pipes nobody reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
CGP = "15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15"
COMMANDS = (
    ("--help",),
    ("--version",),
    ("games", "--json"),
    ("moves", CGP, "--rack", "QUELL?S"),
    ("ruzzle", "LUVA/KNPR/SNEA/MODT", "--json"),
    ("play", "--seed", "3"),
    ("play", "--self", "--seed", "3", "--level", "points", "--json"),
    ("--show-completion", "bash"),
)
FULL = Path("/dev/full")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix")


def shell(arguments: Sequence[str], how: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a shell, its streams connected as told."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | more
    line = f'"$@" {how}'
    command = ["bash", "-c", line, "bash", sys.executable, "-c", PROGRAM, *arguments]
    return subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )


def quiet(errors: bytes) -> bool:
    told = (b"Traceback", b"Exception ignored", b"error in wwfsnap")
    return not any(each in errors for each in told)


@pytest.mark.skipif(not FULL.exists(), reason="/dev/full")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_full_output_is_told(arguments: tuple[str, ...]) -> None:
    run = shell(arguments, ">/dev/full")
    assert run.returncode == 3
    assert quiet(run.stderr)
    assert run.stderr.count(b"standard output cannot be written") == 1


@pytest.mark.skipif(not FULL.exists(), reason="/dev/full")
def test_full_completion_and_errors() -> None:
    asked = {"_WWFSNAP_COMPLETE": "complete_bash", "COMP_WORDS": "wwfsnap cal", "COMP_CWORD": "1"}
    assert shell((), ">/dev/full", **asked).returncode == 3
    assert shell(("games",), ">/dev/full 2>/dev/full").returncode == 3
    assert shell(("moves", CGP), "2>/dev/full").returncode == 2


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_reader_that_is_gone_ends_it_quietly(arguments: tuple[str, ...]) -> None:
    run = shell(arguments, '| true; exit "${PIPESTATUS[0]}"')
    assert run.returncode == 141
    assert quiet(run.stderr)


@pytest.mark.parametrize(
    ("how", "arguments"),
    [
        (">&-", COMMANDS[2]),
        (">&-", COMMANDS[3]),
        (">&- 2>&-", COMMANDS[4]),
        (">&- 2>&- <&-", COMMANDS[2]),
        (">&- 2>&- <&-", COMMANDS[5]),
    ],
    ids=str,
)
def test_closed_streams_are_as_none(how: str, arguments: tuple[str, ...]) -> None:
    run = shell(arguments, how)
    assert run.returncode == 0
    assert quiet(run.stderr)


def test_what_the_encoding_lacks_is_replaced(tmp_path: Path) -> None:
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    by_win = (*COMMANDS[3], "--by", "win", "--seconds", "0.2")
    run = shell(by_win, "", **poor)
    assert run.returncode == 0, run.stderr
    assert "±".encode() not in run.stdout
    assert b" ?" in run.stdout
    words = tmp_path / "de.txt"
    words.write_text("ÄRA\nRÄDER\n", encoding="utf-8")
    typed = tmp_path / "grid"
    typed.write_text("ÄRA/RÄD/ERS", encoding="utf-8")
    asked = ("ruzzle", "-", "--game", "boggle", "--language", "de", "--words", str(words), "--json")
    run = shell(asked, f"<{typed}", **poor)
    assert run.returncode == 0, run.stderr
    assert run.stdout.isascii()
    run = shell(asked, f"<{typed}", LC_ALL="C.UTF-8")
    assert json.loads(run.stdout)["words"][0]["word"] in {"ÄRA", "RÄDER"}


def test_names_that_are_no_text_are_shown_byte_by_byte(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.png"
    Path(os.fsdecode(name)).write_bytes(b"no picture")
    run = shell(("read", os.fsdecode(name)), "", PYTHONUTF8="1")
    assert run.returncode == 3
    assert quiet(run.stderr)
    run = shell(("read", "--json", os.fsdecode(name)), "", PYTHONUTF8="1")
    assert json.loads(run.stdout)["error"]["kind"] == "unreadable-file"


def test_input_that_is_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / "board"
    file.write_bytes(b"\xff\xfe\xff")
    run = shell(("moves", "-", "--rack", "A"), f"<{file}", PYTHONUTF8="1")
    assert run.returncode == 3
    assert b"is not text" in run.stderr
