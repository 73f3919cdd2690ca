"""Word lists: the shipped one, those of a user, and the changes on top."""

import gzip
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import marisa_trie
import pytest

from solver.errors import WordListError, WordsMissing
from solver.files import KEPT_FILES
from solver.folders import DATA
from solver.words import SHIPPED, Lexicon, cached_list, default_lexicon
from tests.shared.places import ROOT

LIST = "# a list\naa\nqi\t1\nza\ta word with its meaning\n\ndon't\nx\nstraße\nad hoc\n"
WORDS = {"AA", "QI", "ZA", "STRASSE"}


@pytest.fixture(scope="module")
def english() -> Lexicon:
    return Lexicon.load(SHIPPED["en"], "en")


def test_shipped_list_is_the_recorded_one(english: Lexicon) -> None:
    origin = json.loads((DATA / "en-wwf.json").read_text(encoding="utf-8"))
    data = (DATA / "en-wwf.marisa").read_bytes()
    assert hashlib.sha256(data).hexdigest() == origin["sha256"]
    assert len(english) == origin["words"] == 168_871 + 41
    assert all(source["licence"] and source["origin"] for source in origin["sources"])


def test_shipped_list_can_be_made_again(english: Lexicon) -> None:
    again = marisa_trie.Trie(sorted(english))
    assert again.tobytes() == (DATA / "en-wwf.marisa").read_bytes()
    assert all(word.isascii() and word.isupper() and 2 <= len(word) <= 15 for word in english)


def test_shipped_list_has_the_words_of_the_game(english: Lexicon) -> None:
    for word in ("QI", "ZA", "newt", "Quizzes"):
        assert word in english
    for word in ("QUIXX", "A", ""):
        assert word not in english
    assert 7 not in english
    assert sum(len(word) == 2 for word in english) == 105 + len(later(2))


def test_words_learnt_since_are_in_with_their_evidence(english: Lexicon) -> None:
    assert len(later()) == 41
    for word, evidence in later().items():
        assert word in english
        assert evidence in {"played", "press"}


def later(length: int = 0) -> dict[str, str]:
    lines = (DATA / "en-wwf-later.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {word: evidence for word, evidence in rows if length in {0, len(word)}}


def test_dutch_comes_with_the_program() -> None:
    dutch = default_lexicon("nl")
    origin = json.loads((DATA / "nl.json").read_text(encoding="utf-8"))
    data = (DATA / "nl.marisa").read_bytes()
    assert hashlib.sha256(data).hexdigest() == origin["sha256"]
    assert len(dutch) == origin["words"] == 299_520
    assert marisa_trie.Trie(sorted(dutch)).tobytes() == data
    assert all(word.isascii() and word.isupper() and 2 <= len(word) <= 15 for word in dutch)
    for word in ("STEPS", "GEBAKJE", "RAAM", "MUFFINS", "ZEERST", "IJS"):
        assert word in dutch
    for word in ("AMSTERDAM", "NAVO", "UNICEF"):
        assert word not in dutch
    assert "OpenTaal" in (DATA / "LICENSE-opentaal.txt").read_text("utf-8")
    assert "OpenTaal" in (ROOT / "NOTICE").read_text("utf-8")


def test_licence_and_credit_are_kept() -> None:
    assert "Copyright (c) 2019 David H." in (DATA / "LICENSE-scrabble.txt").read_text("utf-8")
    notice = (ROOT / "NOTICE").read_text("utf-8")
    assert "ENABLE" in notice
    assert "Copyright (c) 2019 David H." in notice


@pytest.mark.parametrize("language", sorted(SHIPPED))
def test_build_script_refuses_another_package(tmp_path: Path, language: str) -> None:
    other = tmp_path / "englishWords.js"
    other.write_text('module.exports = ["aa"]', encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "solver.data.build_words", language, other, "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "checksum" in run.stderr


@pytest.mark.parametrize("form", ["txt", "latin-1", "gz", "marisa", "lower marisa"])
def test_forms_of_a_list(tmp_path: Path, form: str) -> None:
    path = tmp_path / ("words.marisa" if "marisa" in form else "words.txt")
    match form:
        case "txt":
            path.write_text("\ufeff" + LIST, encoding="utf-8")
        case "latin-1":
            path.write_text(LIST, encoding="latin-1")
        case "gz":
            path.write_bytes(gzip.compress(LIST.encode(), mtime=0))
        case "marisa":
            marisa_trie.Trie(sorted(WORDS)).save(str(path))
        case _:
            marisa_trie.Trie([word.lower() for word in WORDS]).save(str(path))
    lexicon = Lexicon.load(path)
    assert set(lexicon) == WORDS
    assert len(lexicon) == 4
    assert "strasse" in lexicon
    assert Lexicon.load(path).identity == lexicon.identity


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("words.marisa", b"aa\nab\n"),
        ("words.marisa", b"We love Marisa.\0\0\0"),
        ("words.txt", b"\0\x01\x02\0"),
        ("words.txt", b"# nothing\n1\n"),
        ("words.gz", b"\x1f\x8bxxxx"),
        ("words.gz", gzip.compress(b"aa\nab\n" * 99, mtime=0)[:-9]),
        ("words.txt", b"\x01\x02\x03 binary \x1a"),
        ("words.txt", b"\n".join(letter * 65 for letter in (b"a", b"b"))),
    ],
)
def test_files_that_are_no_list(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(WordListError) as caught:
        Lexicon.load(tmp_path / name)
    assert name in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("words.gz", lambda: gzip.compress(bytes(64_000_001), 1, mtime=0)),
        ("words.gz", lambda: gzip.compress(b"ab\n" * 22_000_000, 1, mtime=0)),
        ("words.txt", lambda: b"a" * 40_000_000),
        ("words.txt", lambda: b"ab\n" * 22_000_000),
    ],
)
def test_files_that_are_too_large(tmp_path: Path, name: str, made: Callable[[], bytes]) -> None:
    test_files_that_are_no_list(tmp_path, name, made())


def test_words_longer_than_any_board_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("\n".join(["aa", "b" * 21, "c" * 22, "d" * 100_000]), encoding="utf-8")
    assert set(Lexicon.load(file)) == {"AA", "B" * 21}


@pytest.mark.parametrize("name", ["words.txt", "words.marisa"])
def test_what_is_no_file_is_no_list(tmp_path: Path, name: str) -> None:
    pipe = tmp_path / name
    os.mkfifo(pipe)
    endless = tmp_path / f"endless-{name}"
    endless.symlink_to("/dev/zero")
    for strange in (pipe, endless):
        with pytest.raises(WordListError, match="not a regular file") as caught:
            cached_list(strange)
        assert caught.value.hint


def test_a_damaged_shipped_list_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytearray(SHIPPED["en"].read_bytes())
    data[300_000] ^= 1
    damaged = tmp_path / "en-wwf.marisa"
    damaged.write_bytes(data)
    monkeypatch.setitem(SHIPPED, "en", damaged)
    with pytest.raises(WordListError, match="damaged") as caught:
        default_lexicon("en")
    assert "install" in caught.value.hint


def test_missing_and_unreadable_lists(tmp_path: Path) -> None:
    with pytest.raises(WordsMissing) as caught:
        Lexicon.load(tmp_path / "none.txt")
    assert caught.value.hint
    with pytest.raises(WordListError, match="cannot be read"):
        Lexicon.load(tmp_path)


def test_what_is_no_text_is_no_word() -> None:
    assert "CA\udcff" not in Lexicon.of(["CAT"])


def test_changes_lie_on_top() -> None:
    base = Lexicon.of(["aa", "ab"])
    changed = base.with_changes(add=["zz", "aa", "x"], block=["ab", "qq"])
    assert set(changed) == {"AA", "ZZ"}
    assert sorted(changed) == ["AA", "ZZ"]
    assert len(changed) == 2
    assert "zz" in changed
    assert "AB" not in changed
    assert set(base) == {"AA", "AB"}


def test_the_newest_change_of_a_word_counts() -> None:
    base = Lexicon.of(["aa", "ab"])
    assert "AB" in base.with_changes(block=["ab"]).with_changes(add=["ab"])
    assert "ZZ" not in base.with_changes(add=["zz"]).with_changes(block=["zz"])
    assert "ZZ" not in base.with_changes(add=["zz"], block=["zz"])


def test_identity_follows_the_words() -> None:
    base = Lexicon.of(["aa", "ab"])
    assert base.identity == Lexicon.of(["AB", "AA", "aa"]).identity
    assert base == Lexicon.of(["ab", "aa"])
    assert hash(base) == hash(Lexicon.of(["ab", "aa"]))
    others = [
        Lexicon.of(["aa"]),
        base.with_changes(add=["zz"]),
        base.with_changes(block=["zz"]),
        base.with_changes(block=["aa"]),
    ]
    assert len({base.identity, *(other.identity for other in others)}) == 5
    assert "2 words" in repr(base)


def test_language_without_a_list() -> None:
    with pytest.raises(WordsMissing, match="'sv-strict'") as caught:
        default_lexicon("sv-strict")
    assert "`wwfsnap words install sv`" in caught.value.hint
    assert "sv-strict.txt" in caught.value.hint


def test_a_users_list_serves_its_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    words = tmp_path / "wwfsnap" / "words"
    words.mkdir(parents=True)
    (words / "sv.txt").write_text("öl\nå\n", encoding="utf-8")
    assert set(default_lexicon("sv-strict")) == {"ÖL"}
    assert len(default_lexicon("en-US")) > 100_000
    (words / "en.txt.gz").write_bytes(gzip.compress(b"aa\n", mtime=0))
    assert set(default_lexicon("en-US")) == {"AA"}


def test_a_list_is_kept_until_its_file_changes(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("aa\nab\n", encoding="utf-8")
    first = cached_list(file)
    assert cached_list(file) is first
    file.write_text("aa\nab\nabc\n", encoding="utf-8")
    assert set(cached_list(file)) == {"AA", "AB", "ABC"}
    file.unlink()
    with pytest.raises(WordsMissing):
        cached_list(file)


def test_lists_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert len(default_lexicon("en")) > 100_000
    with pytest.raises(WordsMissing) as caught:
        default_lexicon("sv")
    assert "`wwfsnap words install sv`" in caught.value.hint


def test_a_list_is_cleaned_for_its_language(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("élevage\nÅre\nåka\nParis\nstrasse\n", encoding="utf-8")
    assert set(cached_list(file, "fr")) == {"ELEVAGE", "AKA", "STRASSE"}
    assert set(cached_list(file, "sv")) == {"ELEVAGE", "ÅKA", "STRASSE"}
    assert set(cached_list(file, "de")) == {"ELEVAGE", "ARE", "AKA", "PARIS", "STRASSE"}
    assert set(cached_list(file)) == {"ÉLEVAGE", "ÅKA", "STRASSE"}
    trie = tmp_path / "words.marisa"
    marisa_trie.Trie(["ÉLEVAGE", "ÉTÉ"]).save(str(trie))
    assert set(Lexicon.load(trie, "fr")) == {"ELEVAGE", "ETE"}


def test_questions_are_folded(tmp_path: Path) -> None:
    file = tmp_path / "fr.txt"
    file.write_text("élevage\nœuf\nça\n", encoding="utf-8")
    lexicon = Lexicon.load(file, "fr")
    for word in ("ELEVAGE", "élevage", "ÉLEVAGE", "E\u0301levage", "ŒUF", "oeuf", "Ça"):
        assert word in lexicon
    for word in ("ÉLEVAGES", "θ", "Å"):
        assert word not in lexicon
    changed = lexicon.with_changes(add=["forêt"], block=["Élevage"])
    assert set(changed) == {"OEUF", "CA", "FORET"}
    assert "FORÊT" in changed
    assert "ÉLEVAGE" not in changed
    assert "naïve" in default_lexicon("en")


def test_changes_can_be_read_and_taken_away() -> None:
    base = Lexicon.of(["aa", "ab"])
    changed = base.with_changes(add=["zz", "aa"], block=["ab", "qq"])
    assert changed.added == {"ZZ", "AA"}
    assert changed.blocked == {"AB", "QQ"}
    assert changed.without_changes().identity == base.identity
    assert set(changed.without_changes()) == {"AA", "AB"}
    assert not base.added | base.blocked


def test_the_same_words_are_the_same_list(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("aa\nab\n")
    (tmp_path / "b.json").write_text('["ab", "aa"]')
    first, second = (Lexicon.load(tmp_path / name, "en") for name in ("a.txt", "b.json"))
    assert first == second
    assert first.identity == second.identity


def test_a_dictionary_is_expanded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dic, aff = tmp_path / "nl.dic", tmp_path / "nl.aff"
    dic.write_text("1\nboek/S\n")
    aff.write_text("SFX S Y 1\nSFX S 0 en .\n")
    assert set(cached_list(dic, "nl")) == {"BOEK", "BOEKEN"}
    monkeypatch.setattr("solver.words.list_file.ListFile.words", lambda *_: pytest.fail("again"))
    assert set(Lexicon.load(dic, "nl")) == {"BOEK", "BOEKEN"}
    monkeypatch.undo()
    aff.write_text("SFX S Y 1\nSFX S 0 je .\n")
    assert set(cached_list(dic, "nl")) == {"BOEK", "BOEKJE"}


def test_a_cache_that_cannot_be_changed_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError

    file = tmp_path / "words.txt"
    file.write_text("aa\nai\n")
    kept = Lexicon.load(file, "en")
    monkeypatch.setattr("os.utime", forbidden)
    monkeypatch.setattr("solver.words.list_file.ListFile.words", lambda *_: pytest.fail("again"))
    assert Lexicon.load(file, "en") == kept


def test_what_is_kept_is_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for number in range(KEPT_FILES + 3):
        (tmp_path / "a.txt").write_text(f"aa\na{chr(98 + number)}\n")
        Lexicon.load(tmp_path / "a.txt", "en")
    assert len(list((tmp_path / "wwfsnap" / "words").iterdir())) == KEPT_FILES
