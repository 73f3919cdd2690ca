"""Tries of others: their words, or that they are damaged; never a crash, never other words."""

from __future__ import annotations

import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from operator import ne
from pathlib import Path

import marisa_trie
import pytest

from solver.errors import WordListError
from solver.folders import cache_folder
from solver.words import Lexicon, default_lexicon, trie_file
from solver.words.trie_file import words_of_trie
from tests.shared.console import Console
from wwfsnap.errors import Exit

WORDS = sorted(
    {
        a + b + c
        for a in ("AB", "QI", "ZO", "STR")
        for b in ("EN", "OON", "A", "IC")
        for c in ("", "S", "ING", "ABLE", "ATION")
    }
)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def kept() -> list[Path]:
    return list((cache_folder() / "words").glob("*"))


def save(tmp_path: Path, data: bytes) -> Path:
    file = tmp_path / "words.marisa"
    file.write_bytes(data)
    return file


def damaged(data: bytes, number: int) -> bytes:
    """One of many damages of a file."""
    chance = random.Random(number)  # noqa: S311 - damage, no secret
    if number % 4 == 0:
        return data[: chance.randrange(len(data))]
    changed = bytearray(data)
    # The head of each vector in a trie tells its size: damage there is the worst.
    end = len(data) if number % 4 == 1 else 200
    for _ in range(chance.randrange(1, 4)):
        changed[chance.randrange(end)] ^= 1 << chance.randrange(8)
    return bytes(changed)


@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_damaged_tries(count: int) -> None:
    data = marisa_trie.Trie(WORDS).tobytes()
    spoiled = [damaged(data, number) for number in range(count)]

    def verdict(each: bytes) -> set[str] | None:
        try:
            return set(words_of_trie(each))
        except ValueError:
            return None

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(verdict, spoiled))
    for each, words in zip(spoiled, found, strict=True):
        # A damage may make a sound trie of other words, which nothing can tell; that is all.
        made = b"" if words is None else marisa_trie.Trie(sorted(words)).tobytes()
        changed = sum(map(ne, made, each)) / len(each)
        assert words is None or made == each or (len(made) == len(each) and changed >= 0.01)
    assert found.count(None) > 0.9 * count


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"num_tries": 1},
        {"binary": True},
        {"order": marisa_trie.LABEL_ORDER},
        {"cache_size": marisa_trie.TINY_CACHE, "num_tries": 5},
    ],
    ids=str,
)
def test_sound_tries_of_any_settings(tmp_path: Path, settings: dict[str, int]) -> None:
    file = save(tmp_path, marisa_trie.Trie(WORDS, **settings).tobytes())
    assert set(Lexicon.load(file)) == set(WORDS)


def test_a_trie_of_a_list_with_words_twice(tmp_path: Path) -> None:
    words = sorted(default_lexicon("en"))[:20_000]
    twice = [*words, *words[::9]]
    data = marisa_trie.Trie(twice).tobytes()
    assert data != marisa_trie.Trie(words).tobytes()
    assert set(Lexicon.load(save(tmp_path, data))) == set(words)


def test_a_trie_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = save(tmp_path, marisa_trie.Trie([*WORDS, "qi", "x", "don't", "two\nlines"]).tobytes())
    first = Lexicon.load(file)
    assert set(first) == {*WORDS, "QI"} - {"x"}
    assert len(kept()) == 1
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("read again"))
    again = Lexicon.load(file)
    assert set(again) == set(first)
    assert again.identity == first.identity


def test_a_flip_in_what_is_kept_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = save(tmp_path, marisa_trie.Trie(WORDS).tobytes())
    Lexicon.load(file)
    (cached,) = kept()
    sound = cached.read_bytes()
    monkeypatch.setattr("solver.words.list_file.words_of_trie", lambda _: WORDS)  # quick
    for at in [*range(64), *range(64, len(sound), 97)]:
        cached.write_bytes(sound[:at] + bytes([sound[at] ^ 16]) + sound[at + 1 :])
        assert set(Lexicon.load(file)) == set(WORDS)
        assert cached.read_bytes() == sound
    for spoiled in (b"", sound[:31], sound[:-1], sound + b"\0"):
        cached.write_bytes(spoiled)
        assert set(Lexicon.load(file)) == set(WORDS)


def test_what_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = tmp_path / "endless.py"
    endless.write_text("while True: pass\n")
    monkeypatch.setattr(trie_file, "_PROGRAM", endless)
    monkeypatch.setattr(trie_file, "_SECONDS", 1)
    with pytest.raises(ValueError, match="took too long"):
        words_of_trie(b"")


def test_a_crash_is_told(wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash = tmp_path / "crash.py"
    crash.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    file = save(tmp_path, marisa_trie.Trie(WORDS).tobytes())
    monkeypatch.setattr(trie_file, "_PROGRAM", crash)
    with pytest.raises(WordListError, match="damaged"):
        Lexicon.load(file)
    run = wwfsnap("moves", "/".join(["15"] * 15), "--rack", "QUELLS", "--words", file)
    assert run.status == Exit.MISSING
    assert "words.marisa is damaged" in run.err
    assert not kept()
