"""The page on languages and games of one's own, done as it says: files, commands, output."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from tests.shared.console import Console

PAGE = (FOLDER.parent / "docs" / "data.md").read_text(encoding="utf-8")
PAGE = PAGE.split("\n## From empty folders to solved boards\n")[1]
BLOCK = re.compile(
    r"(?P<before>[^`]*(?:`[^`\n]+`[^`]*)*)```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL
)
FOLDERS = {"~/.config/wwfsnap": "config/wwfsnap", "~/.local/share/wwfsnap": "data/wwfsnap"}


def steps() -> Iterator[tuple[str, str]]:
    """What to do, in order: the name and text of a file, or a command and what it prints."""
    waiting = ""
    for block in BLOCK.finditer(PAGE):
        if block["kind"] == "console":
            waiting = block["text"].strip()
        elif waiting:
            yield waiting, block["text"]
            waiting = ""
        else:
            named = re.findall(r"`(~?[\w./]+\.(?:txt|toml))`", block["before"])
            yield named[-1], block["text"]


@pytest.fixture
def done(user: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The commands of the page with what they print; its files are written."""
    monkeypatch.chdir(tmp_path)
    commands = []
    for what, text in steps():
        if what.startswith("wwfsnap "):
            commands.append((what, text))
            continue
        place = Path(what)
        for folder, own in FOLDERS.items():
            if what.startswith(folder):
                place = user / own / Path(what).relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return commands


def test_commands_print_what_the_page_shows(wwfsnap: Console, done: list[tuple[str, str]]) -> None:
    assert [command.split()[1] for command, _ in done] == ["moves", "ruzzle", "ruzzle"]
    for command, shown in done:
        run = wwfsnap(*shlex.split(command)[1:])
        assert (run.status, run.err) == (0, ""), command
        printed = [line.rstrip() for line in run.out.splitlines()]
        assert printed[-len(shown.splitlines()) :] == shown.splitlines()
    assert Path("random.txt").read_text(encoding="utf-8").split() == done[-1][1].split()


@pytest.mark.usefixtures("done")
def test_the_rest_of_what_the_page_says(wwfsnap: Console) -> None:
    games = {each["game"]: each for each in wwfsnap("games", "--json").lines[0]}
    assert games["fryslan"]["languages"] == games["keatling"]["languages"] == ["fy"]
    told = wwfsnap("doctor", "--json").out
    assert "fy" in told
    (record,) = wwfsnap("ruzzle", "--demo", "fy", "--game", "keatling", "--json").lines
    found = {each["word"]: each["points"] for each in record["words"]}
    # (3*2 + 5 + 1 + 1 + 1) * 3 + 5 for five letters; (9 + 1 + 1 + 1) * 3 with the numeral 9
    assert found == {"BÛTER": 47, "BREA": 36}


def test_a_language_added_to_a_shipped_game(wwfsnap: Console, user: Path) -> None:
    shipped = (FOLDER.parent / "solver" / "data" / "paths" / "ruzzle.toml").read_text("utf-8")
    folder = user / "config" / "wwfsnap" / "games" / "paths"
    folder.mkdir(parents=True)
    own = '[languages.fy]\nsources = ["own"]\nvalues = { B = 3, R = 1, E = 1, "Û" = 7, T = 1 }\n'
    (folder / "ruzzle.toml").write_text(f"{shipped}\n{own}", encoding="utf-8")
    words = user / "words.txt"
    words.write_text("bûter\n", encoding="utf-8")
    run = wwfsnap("ruzzle", "BÛT/.RE", "--language", "fy", "--words", words, "--json")
    (record,) = run.lines
    assert [(each["word"], each["points"]) for each in record["words"]] == [("BÛTER", 13 + 5)]
