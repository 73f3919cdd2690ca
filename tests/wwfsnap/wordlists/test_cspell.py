"""Graphs of words as cspell's dictionaries keep them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from wwfsnap.errors import ListUnobtainable
from wwfsnap.wordlists import Installing, install
from wwfsnap.wordlists import cspell as graphs
from wwfsnap.wordlists.cspell import read_graph

HEAD = "#!/usr/bin/env cspell-trie reader\nTrieXv3\nbase=10\n# made by hand\n# Data:\n__DATA__\n"


def graph(path: Path, data: str, head: str = HEAD) -> Path:
    file = path / "words.trie"
    file.write_text(head + data, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("kissa$2\nko$2", {"kissa", "kisko"}),
        ("ab$c$$", {"ab", "ac", "a"}),
        # Node 3 is the l of kala; the a and the o behind it end words and leave no number.
        ("kala$o$3i#3;<", {"kala", "kalo", "kia", "kio"}),
        ("ab$<cd$2", {"ab", "cd"}),
        ("a\\-b$3\\$c$2\\\\$", {"a-b", "$c", "\\"}),
        ("~aa$3bb$2", {"bb"}),
        ("", set()),
    ],
)
def test_words_come_out(tmp_path: Path, data: str, words: set[str]) -> None:
    assert set(read_graph(graph(tmp_path, data))) == words


@pytest.mark.parametrize("data", ["a#99;<", "a$5", "a#x;", "a#0;<b#0;<c$"])
def test_damaged_graphs(tmp_path: Path, data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "MOST_STEPS", 1000)
    with pytest.raises(ListUnobtainable, match=r"words\.trie cannot be read"):
        list(read_graph(graph(tmp_path, data)))
    with pytest.raises(ListUnobtainable, match="first lines"):
        list(read_graph(graph(tmp_path, "ab$", "TrieXv1\nbase=10\n")))


@pytest.mark.usefixtures("clients")
def test_a_graph_is_installed(tmp_path: Path) -> None:
    packed = tmp_path / "fi.trie.gz"
    packed.write_bytes(gzip.compress((HEAD + "talo$ssa$3\nHelsinki$").encode()))
    wishes = Installing(lambda _: True, lambda _: False, lambda _: None, lambda _: None)
    done = install("fi", str(packed), wishes)
    assert done is not None
    assert (done.words, sum(done.dropped.values())) == (2, 1)
