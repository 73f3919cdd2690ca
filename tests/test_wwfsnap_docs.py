"""The README says what is true: its examples run, its tables are complete."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import typer.main

from console import Console
from sample_screens.truth import FOLDER
from wwfsnap.cli import program
from wwfsnap.exits import Exit

README = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(sh|text)\n(.*?)```", README, re.DOTALL)
EXAMPLES = [
    lines
    for kind, block in BLOCKS
    if kind == "sh" and (lines := re.findall(r"^wwfsnap .*", block, re.MULTILINE))
]


@pytest.mark.parametrize("examples", EXAMPLES, ids=lambda lines: lines[0])
def test_examples_run(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: list[str]
) -> None:
    shutil.copytree(FOLDER, tmp_path / "sample_screens", ignore=_but_pictures(examples))
    monkeypatch.chdir(tmp_path)
    for example in examples:
        run = wwfsnap(*shlex.split(example)[1:])
        assert run.status == 0, run.err


def _but_pictures(examples: list[str]) -> Callable[[str, list[str]], list[str]]:
    """What not to copy: all but the pictures that the examples name."""
    text = " ".join(examples)
    return lambda _folder, names: [name for name in names if name not in text]


def test_output_shown_is_the_output(wwfsnap: Console) -> None:
    (example,) = (line for lines in EXAMPLES for line in lines if " moves " in line)
    (shown,) = (block for kind, block in BLOCKS if kind == "text")
    printed = [line.rstrip() for line in wwfsnap(*shlex.split(example)[1:]).out.splitlines()]
    assert printed[-4:] == shown.splitlines()


def _flags() -> list[str]:
    """Every flag of every command."""
    commands = [typer.main.get_command(program())]
    flags: set[str] = set()
    while commands:
        command = commands.pop()
        commands += getattr(command, "commands", {}).values()
        flags.update(flag for parameter in command.params for flag in parameter.opts)
    return sorted(flag for flag in flags if flag.startswith("--"))


def test_table_of_flags_is_complete() -> None:
    told = set(re.findall(r"^\| `(--[\w-]+)", README, re.MULTILINE))
    general = {"--help", "--version", "--install-completion", "--show-completion"}
    assert set(_flags()) - general == told


def test_table_of_exit_statuses_is_complete() -> None:
    section = README.split("## Exit statuses")[1].split("##")[0]
    told = {int(status) for status in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)}
    assert told == set(Exit)


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md"])
def test_make_targets_named_exist(file: str) -> None:
    text = (FOLDER.parent / file).read_text(encoding="utf-8")
    makefile = (FOLDER.parent / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:`|^)make (\w+)", text, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
