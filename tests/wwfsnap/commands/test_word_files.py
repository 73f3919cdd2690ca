"""`wwfsnap words compile`, `cat`, `export`."""

from __future__ import annotations

from pathlib import Path

import marisa_trie
import pytest

from solver.words import Lexicon
from tests.shared.console import Console
from wwfsnap.errors import Exit

LIST = "huis\nAmsterdam\ncrème\nop-en-top\nCD\nzee\n"


@pytest.fixture
def dutch(tmp_path: Path) -> Path:
    file = tmp_path / "dutch.txt"
    file.write_text(LIST, encoding="utf-8")
    return file


def test_compile(wwfsnap: Console, dutch: Path, tmp_path: Path) -> None:
    out = tmp_path / "made" / "nl.marisa"
    run = wwfsnap("words", "compile", dutch, out, "--language", "nl")
    assert run.status == Exit.GOOD
    assert run.out == ""
    assert "3 words" in run.err
    assert "cleaned for Dutch" in run.err
    assert "1 left out: capitalised, so a name" in run.err
    assert str(out) in run.err
    assert set(Lexicon.load(out, "nl")) == {"HUIS", "CREME", "ZEE"}
    board = "/".join(["15"] * 15)
    moves = wwfsnap("moves", board, "--rack", "ZEES", "--words", out, "--top", "1")
    assert "ZEE" in moves.out


def test_nothing_is_overwritten_unasked(wwfsnap: Console, dutch: Path, tmp_path: Path) -> None:
    out = tmp_path / "nl.marisa"
    out.write_bytes(b"mine")
    for command in (("compile", dutch, out), ("export", out)):
        run = wwfsnap("words", *command)
        assert run.status == Exit.USAGE
        assert "already exists" in run.err
        assert "--replace" in run.err
        assert out.read_bytes() == b"mine"
    assert wwfsnap("words", "compile", dutch, out, "--replace").status == Exit.GOOD
    trie = marisa_trie.Trie()
    trie.load(str(out))
    assert len(trie) == 3


def test_a_link_to_nothing_is_there_too(wwfsnap: Console, dutch: Path, tmp_path: Path) -> None:
    out = tmp_path / "nl.marisa"
    out.symlink_to(tmp_path / "nowhere")
    for command in (("compile", dutch, out), ("export", out)):
        run = wwfsnap("words", *command)
        assert run.status == Exit.USAGE
        assert "already exists" in run.err
    assert out.is_symlink()


def test_cat_of_a_language_beside_a_folder_of_its_name(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "en").mkdir()
    assert "ZYZZYVA" in wwfsnap("words", "cat", "en").out


def test_what_cannot_be_compiled(wwfsnap: Console, dutch: Path, tmp_path: Path) -> None:
    run = wwfsnap("words", "compile", dutch, tmp_path / "nl.txt")
    assert run.status == Exit.USAGE
    assert ".marisa" in run.err
    run = wwfsnap("words", "compile", tmp_path / "none.txt", tmp_path / "nl.marisa")
    assert run.status == Exit.MISSING
    assert "does not exist" in run.err
    (tmp_path / "file").write_text("")
    run = wwfsnap("words", "compile", dutch, tmp_path / "file" / "nl.marisa")
    assert run.status == Exit.UNREADABLE
    assert not (tmp_path / "nl.marisa").exists()


def test_cat_of_a_file(wwfsnap: Console, dutch: Path) -> None:
    run = wwfsnap("words", "cat", dutch, "--language", "nl")
    assert run.out == "CREME\nHUIS\nZEE\n"
    assert run.err.count("left out") == 3
    run = wwfsnap("words", "cat", dutch, "--language", "cs")
    assert run.out == "CRÈME\nHUIS\nZEE\n"
    assert "not known which letters are tiles in cs" in run.err


def test_cat_of_a_language(wwfsnap: Console, user: Path) -> None:
    lines = wwfsnap("words", "cat", "en").out.splitlines()
    assert len(lines) == 168_912
    assert lines == sorted(lines)
    own = user / "data" / "wwfsnap" / "words" / "sv.txt"
    own.parent.mkdir(parents=True)
    own.write_text("åka\nÅre\nidé\n", encoding="utf-8")
    run = wwfsnap("words", "cat", "sv")
    assert run.out == "IDE\nÅKA\n"
    assert str(own) in run.err
    assert wwfsnap("words", "cat", "klingon").status == Exit.USAGE
    assert wwfsnap("words", "cat", "fi").status == Exit.MISSING
    assert wwfsnap("words", "cat", "sv", "--language", "en").status == Exit.USAGE


def test_export_has_your_own_words(wwfsnap: Console, user: Path, tmp_path: Path) -> None:
    own = user / "data" / "wwfsnap" / "words" / "sv.txt"
    own.parent.mkdir(parents=True)
    own.write_text("åka\nidé\nöl\n", encoding="utf-8")
    wwfsnap("words", "learn", "ära", "--language", "sv")
    wwfsnap("words", "block", "idé", "--language", "sv")
    run = wwfsnap("words", "export", "--language", "sv")
    assert run.out == "ÄRA\nÅKA\nÖL\n"
    assert "3 words" in run.err
    out = tmp_path / "mine.txt"
    assert wwfsnap("words", "export", out, "--language", "sv").status == Exit.GOOD
    assert out.read_text(encoding="utf-8") == run.out
