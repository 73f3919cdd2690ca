"""Terminal manners: completion, help with examples that hold, colours, JSON, the doctor."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from tests.shared.console import Console
from wwfsnap.cli import program
from wwfsnap.doctor import checks as health
from wwfsnap.errors import Exit

PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
TABLES = [
    ("games",), ("themes",), ("themes", "list"), ("themes", "show", "wwf2"), ("words", "list"),
    ("doctor",),
]  # fmt: skip


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its words, groups too."""
    found: list[tuple[str, Any]] = [("", typer.main.get_command(program()))]
    while found:
        name, command = found.pop()
        for word, each in getattr(command, "commands", {}).items():
            found.append((f"{name} {word}".strip(), each))
        if name:
            yield name, command


COMMANDS = dict(commands())
Follow = Callable[[str], list[str]]


@pytest.fixture
def follow(wwfsnap: Console, monkeypatch: pytest.MonkeyPatch) -> Follow:
    """What a shell offers after what is typed."""

    def ask(typed: str) -> list[str]:
        monkeypatch.setenv("_WWFSNAP_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", typed)
        monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
        run = wwfsnap()
        assert (run.status, run.err) == (0, "")
        return run.out.split()

    return ask


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "words"])
def test_help_shows_an_example_that_would_run(name: str) -> None:
    told = re.search(r"Examples?:\n((?:  .+\n?)+)$", COMMANDS[name].help or "")
    assert told is not None
    for example in told[1].splitlines():
        program, *arguments = shlex.split(example)
        assert program == "wwfsnap"
        command = COMMANDS[name]
        assert " ".join(arguments).startswith(name)
        words = arguments[len(name.split()) :]
        command.make_context(name, words, resilient_parsing=False).close()


@pytest.mark.parametrize("table", TABLES, ids=" ".join)
def test_what_is_data_comes_as_json_too(wwfsnap: Console, table: tuple[str, ...]) -> None:
    run = wwfsnap(*table, "--json")
    assert run.status == 0, run.err
    assert run.lines


def test_no_color_wins_over_a_terminal(wwfsnap: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    colour = re.compile(r"\x1b\[[0-9;]*(3[0-9]|4[0-9]|9[0-7])")
    for arguments in (("doctor",), ("themes", "show", "wwf2"), ("solve", "none.png")):
        run = wwfsnap(*arguments)
        assert not colour.search(run.out + run.err)
    monkeypatch.delenv("NO_COLOR")
    assert colour.search(wwfsnap("doctor").out)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("wwfsnap cal", "calibrate"),
        ("wwfsnap solve --clip", "--clipboard"),
        ("wwfsnap batch --game wordf", "wordfeud"),
        ("wwfsnap solve --game wordh", "wordhunt"),
        ("wwfsnap ruzzle --game bo", "boggle"),
        ("wwfsnap play --game cr", "crossplay"),
        ("wwfsnap play --level eq", "equity"),
        ("wwfsnap read --theme wwf-", "wwf-classic"),
        ("wwfsnap themes exp", "export"),
    ],
)
def test_shell_is_told_what_may_follow(follow: Follow, typed: str, offered: str) -> None:
    assert follow(typed) == [offered]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_shown(shell: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ
        | {"_WWFSNAP_COMPLETE": f"source_{shell}", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_WWFSNAP_COMPLETE" in run.stdout


def test_doctor_names_a_damaged_theme(wwfsnap: Console, user: Path) -> None:
    folder = user / "config" / "wwfsnap" / "themes" / "mine"
    folder.mkdir(parents=True)
    (folder / "theme.toml").write_text("no toml")
    run = wwfsnap("doctor")
    assert run.status == Exit.MISSING
    assert "fault  themes: crossplay" in run.out
    assert "theme mine" in run.out
    assert "good   self-test" in run.out


def test_doctor_tells_extras_and_folders(
    wwfsnap: Console, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(health.EXTRAS, "cluster", ("a-package-nobody-made", "batch --cluster"))
    (user / "state").write_text("a file in the way")
    found = {each["part"]: each for each in wwfsnap("doctor", "--json").lines[0]}
    assert 'pip install "wwfsnap[cluster]"' in found["extras"]["found"]
    assert f"words {user / 'data' / 'wwfsnap'}" in found["folders"]["found"]
    assert "watcher" in found["folders"]["found"]
    assert found["folders"]["found"].endswith("(cannot be written)")


def test_calibrate_offers_no_path_games(follow: Follow) -> None:
    offered = follow("wwfsnap calibrate --game ")
    assert {"crossplay", "wwf"} <= set(offered)
    assert "boggle" not in offered
