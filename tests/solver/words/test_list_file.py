"""The forms of a word list, and files that are none."""

from __future__ import annotations

import bz2
import gzip
import json
import unicodedata
from pathlib import Path

import pytest

from solver.errors import WordListError, WordsMissing
from solver.words import list_file, read_list
from tests.shared.archives import xz

WORDS = ["aap", "noot", "crème", "zee", "über"]
CLEAN = {"AAP", "NOOT", "CREME", "ZEE", "UBER"}
TEXT = "\n".join(WORDS) + "\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", TEXT.encode()),
        ("a", TEXT.encode("utf-8-sig")),
        ("a.txt", TEXT.encode("utf-16")),
        ("a.txt", b"\xfe\xff" + TEXT.encode("utf-16-be")),
        ("a.txt", TEXT.encode("latin-1")),
        ("a.txt", (TEXT + "“\n").encode("cp1252")),
        ("a.txt", unicodedata.normalize("NFD", TEXT).encode()),
        ("a.txt", TEXT.replace("\n", "\r\n").encode()),
        ("a.txt", TEXT.replace("\n", "\r").encode()),
        ("a.txt", TEXT.upper().encode()),
        ("a.txt", TEXT.title().encode()),
        ("a.txt", f"# zilver\n\n{TEXT}zo maar\n".encode()),
        ("a.txt", TEXT.replace("\n", " een uitleg van\n").encode()),
        ("a.txt", TEXT.replace("\n", "\t12\n").encode()),
        ("a.gz", gzip.compress(TEXT.encode(), mtime=0)),
        ("a.txt.bz2", bz2.compress(TEXT.encode())),
        ("a.xz", xz(TEXT.encode())),
        ("a.json", json.dumps(WORDS).encode()),
        ("a.json", json.dumps([*WORDS, 7, None, ["no"]], ensure_ascii=False).encode()),
        ("a.json", json.dumps(dict.fromkeys(WORDS, 1)).encode()),
        ("a.txt", json.dumps(WORDS, indent=1).encode()),
        ("a.json.gz", gzip.compress(json.dumps(WORDS).encode(), mtime=0)),
        ("a.DIC", b"5\n" + TEXT.encode()),
    ],
)
def test_forms(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert read_list(tmp_path / name, "nl").words == CLEAN


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.txt", b"\x7fELF\2\1\1", "is a program"),
        ("a.txt", b"\x89PNG\r\n\x1a\n", "is a picture"),
        ("a.dic", b"PK\x03\x04aaaa", "archive; unpack it"),
        ("a.txt", b"%PDF-1.7", "a PDF"),
        ("a.txt", bytes(range(256)), "not a text"),
        ("a.xz", xz(TEXT.encode())[:-20], "damaged"),
        ("a.bz2", bz2.compress(TEXT.encode())[:-9], "damaged"),
        ("a.json", b'["aap", "no', "not valid JSON"),
        ("a.json", b'"aap"', "without a list of strings"),
        ("a.json", b"17", "without a list of strings"),
        ("a.json", b"[1, 2]", "without a list of strings"),
        ("a.json", b"[" * 200_000, "too deep"),
        ("a.json", b"aap\nnoot\n", "not valid JSON"),
        ("a.txt", b"7\n8\n", "no words of 2 to 21 letters"),
        ("a.txt", b"", "no words of 2 to 21 letters"),
    ],
)
def test_no_lists(tmp_path: Path, name: str, data: bytes, told: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(WordListError, match=told) as caught:
        read_list(tmp_path / name, "nl")
    assert str(tmp_path / name) in str(caught.value)
    assert caught.value.hint


def test_a_list_that_unpacks_to_too_much(tmp_path: Path) -> None:
    test_no_lists(tmp_path, "a.xz", xz(bytes(64_000_001)), "more than 64,000,000 bytes")


def test_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.txt"
    file.write_text(TEXT)
    monkeypatch.setattr(list_file, "MOST_LINES", 4)
    with pytest.raises(WordListError, match="more than 4 lines"):
        read_list(file, "nl")
    file.write_text(json.dumps(WORDS))
    monkeypatch.setattr(list_file, "MOST_JSON", 30)
    with pytest.raises(WordListError, match="more than 30 characters"):
        read_list(file, "nl")


def test_a_list_of_many_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_file, "_CHUNK", 50)
    words = [f"{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(600)]
    (tmp_path / "a.txt").write_text("\n".join([*words, "Aaa", "b-b"]))
    (tmp_path / "a.json").write_text(json.dumps(words))
    for name in ("a.txt", "a.json"):
        assert read_list(tmp_path / name, "en").words == {word.upper() for word in words}


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(WordsMissing, match=r"the word list .* does not exist"):
        read_list(tmp_path / "a.dic", "nl")
    with pytest.raises(WordListError, match="cannot be read"):
        read_list(tmp_path, "nl")
