"""The word graph: what it spells, and its cache."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.compiled import compiled_kernel
from solver.errors import WordListError
from solver.files import KEPT_FILES
from solver.game import load_game
from solver.words import ACCEPT, CHILD, LETTER_SHIFT, SHIPPED, Lexicon
from solver.words._building import Builder
from solver.words.alphabet import SEPARATOR, Alphabet
from solver.words.graph import Graph
from solver.words.graph_build import build_lists
from solver.words.graph_edit import with_words
from solver.words.graph_file import (
    SHIPPED_GRAPH,
    _room,
    build_graph,
    graph_key,
    load_graph,
    open_graph,
)
from solver.words.graph_nodes import pack_lists, unpack_lists
from tests.shared.places import ROOT

ABC = Alphabet(("A", "B", "C"))
WORDS = Lexicon.of(["ab", "abba", "cab", "cabs"])
SHORT = ["".join(letters) for letters in product("ABC", repeat=3)]
ROUND = """
from solver.words.alphabet import Alphabet
from solver.words.graph_file import load_graph
from solver.words.lexicon import Lexicon
words = [a + b + c + d for a in "ABC" for b in "ABC" for c in "ABC" for d in "ABCABC"]
graph = load_graph(Lexicon.of(words), Alphabet(("A", "B", "C")))
assert all(graph.accepts(graph.alphabet.encode(word)) for word in words)
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of graphs in the user's cache, which is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    load_graph.cache_clear()
    yield tmp_path / "wwfsnap" / "graphs"
    load_graph.cache_clear()


def letters_of(graph: Graph, node: int) -> list[int]:
    """The numbers of a node's letters."""
    return [letter for letter in range(64) if graph.lists[node] >> letter & 1]


def spelled(graph: Graph, node: int, before: bytes = b"") -> Iterator[bytes]:
    """All that is spelled from a node on."""
    for letter in letters_of(graph, node):
        arc, text = graph.arc(node, letter), before + bytes([letter])
        if arc & ACCEPT:
            yield text
        if arc & CHILD:
            yield from spelled(graph, arc & CHILD, text)


@given(st.sets(st.text("ABC", min_size=1, max_size=6), min_size=1, max_size=40))
def test_graph_spells_each_word_from_each_tile(words: set[str]) -> None:
    graph = build_graph(words, ABC)
    codes = {ABC.encode(word) or b"" for word in words}
    assert set(spelled(graph, graph.words)) == codes
    hooked = [
        word[:cut][::-1] + (bytes([SEPARATOR]) + word[cut:] if cut < len(word) else b"")
        for word in codes
        for cut in range(1, len(word) + 1)
    ]
    found = list(spelled(graph, graph.root))
    assert sorted(found) == sorted(hooked)


@given(st.sets(st.text("ABC", min_size=1, max_size=6), min_size=1, max_size=40))
def test_packed_and_unpacked(words: set[str]) -> None:
    lists, root, forward = build_lists(ABC.encode_all(words))
    unpacked = unpack_lists(pack_lists(lists))
    assert unpacked[0].tobytes() == lists.tobytes()
    assert unpacked[1:] == (root, forward)


def test_what_is_no_packed_graph() -> None:
    packed = pack_lists(build_lists(ABC.encode_all(["AB"]))[0])
    for broken in (b"", packed[:-9], b"x" + packed):
        with pytest.raises(ValueError, match="packed"):
            unpack_lists(broken)


def test_shipped_graph_is_that_of_the_shipped_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(*_: object) -> Graph:
        pytest.fail("built anew: run `python -m solver.data.build_graph`")

    monkeypatch.setattr("solver.words.graph_file.build_graph", build)
    lexicon, alphabet = Lexicon.load(SHIPPED["en"]), load_game("scrabble", language="en").alphabet
    graph = load_graph(lexicon, alphabet)
    for word in ("QUIZ", "OXYPHENBUTAZONE"):
        assert graph.accepts(alphabet.encode(word) or b"") == (word in lexicon)


@pytest.mark.slow
def test_shipped_graph_is_the_one_that_is_built() -> None:
    lexicon, alphabet = Lexicon.load(SHIPPED["en"]), load_game("wwf", language="en").alphabet
    packed = SHIPPED_GRAPH.read_bytes()[len(graph_key(lexicon, alphabet)) :]
    assert (
        unpack_lists(packed)[0].tobytes() == build_lists(alphabet.encode_all(lexicon))[0].tobytes()
    )


def ways_to_build() -> list[Callable[[bytes], Graph]]:
    """With numpy, by the kernel's own Python and, where it is there, by the compiled kernel."""

    def by(builder: type[Builder]) -> Callable[[bytes], Graph]:
        def build(text: bytes) -> Graph:
            built = builder(text, _room, 64)
            whole = memoryview(built.lists)[: built.size].tobytes()
            return Graph(memoryview(whole).cast("Q"), built.root, built.words, ABC)

        return build

    def with_numpy(text: bytes) -> Graph:
        lists, root, words = build_lists(text, 64)
        return Graph(memoryview(lists.tobytes()).cast("Q"), root, words, ABC)

    kernel = compiled_kernel("solver.words")
    return [with_numpy, by(Builder), *([by(kernel.Builder)] if kernel else [])]


@pytest.mark.skipif(
    compiled_kernel("solver.words") is None and not os.environ.get("WWFSNAP_REQUIRE_KERNEL"),
    reason="the kernel was not compiled here",
)
def test_compiled_kernel_is_that_of_these_sources() -> None:
    kernel = compiled_kernel("solver.words")
    assert kernel is not None
    folder = ROOT / "solver" / "words"
    whole = b"".join((folder / name).read_bytes() for name in ("_building.py", "_kernel.pxd"))
    assert sha256(whole).hexdigest() == kernel.SOURCE, "install anew: pip install --editable ."


many_words = st.lists(st.text("ABC", min_size=2, max_size=7), min_size=1, max_size=60)


@given(many_words, st.sampled_from(["", "ABCAB", "BACBACBACBACB", "C" * 50]))
def test_all_ways_to_build_make_the_same_nodes(words: list[str], alike: str) -> None:
    """Words that begin or end alike are sorted in several steps."""
    words += [alike + word for word in words] + [word + alike for word in words]
    first, *others = [build(ABC.encode_all(words)) for build in ways_to_build()]
    for other in others:
        assert len(other.lists) == len(first.lists)
        pairs, met = [(first.root, other.root), (first.words, other.words)], set()
        while pairs:
            pair = pairs.pop()
            if pair in met:
                continue
            met.add(pair)
            one, two = pair
            assert first.lists[one] == other.lists[two]
            for letter in letters_of(first, one):
                here, there = first.arc(one, letter), other.arc(two, letter)
                assert here & ACCEPT == there & ACCEPT
                assert bool(here & CHILD) == bool(there & CHILD)
                if here & CHILD:
                    pairs.append((here & CHILD, there & CHILD))


def test_what_cannot_be_spelled_is_left_out() -> None:
    text = ABC.encode_all(["AB", "AXB", "A" * 65, "C?", "BA"])
    for build in ways_to_build():
        graph = build(text)
        assert set(spelled(graph, graph.words)) == {b"\1\2", b"\2\1"}


def test_words_longer_than_the_board_are_left_out() -> None:
    lexicon = Lexicon.of(["AB", "A" * 15, "A" * 16]).with_changes(add=["B" * 16], block=["C" * 16])
    usual, larger = (load_graph(lexicon, ABC, longest=longest) for longest in (15, 16))
    for length, letter, there in ((15, 1, (True, True)), (16, 1, (False, True))):
        word = bytes([letter]) * length
        assert (usual.accepts(word), larger.accepts(word)) == there
    assert not usual.accepts(b"\2" * 16)
    assert larger.accepts(b"\2" * 16)
    changed = with_words(build_graph(["AB"], ABC), ["B" * 15, "B" * 16], [])
    assert changed.accepts(b"\2" * 15)
    assert not changed.accepts(b"\2" * 16)


def test_many_words_are_sorted_by_digits() -> None:
    """More than a thousand items are sorted in another way."""
    words = {"".join(letters) for letters in product("ABC", repeat=7)}
    graph = build_graph(words, ABC)
    assert {ABC.decode(code) for code in spelled(graph, graph.words)} == set(map(tuple, words))


@given(st.sets(st.text("ABC", min_size=2, max_size=6), min_size=1, max_size=40), st.data())
def test_changed_words_are_those_of_a_graph_built_anew(
    words: set[str], data: st.DataObject
) -> None:
    some = st.sets(
        st.one_of(st.sampled_from(sorted(words)), st.text("ABC", min_size=2, max_size=15))
    )
    blocked = data.draw(some)
    added = data.draw(some) - blocked
    graph = build_graph(words, ABC)
    before = graph.lists.tobytes()
    if not words - blocked | added:
        with pytest.raises(WordListError, match="no word"):
            with_words(graph, added, blocked)
        return
    changed, anew = with_words(graph, added, blocked), build_graph(words - blocked | added, ABC)
    assert graph.lists.tobytes() == before
    for one, two in ((changed.words, anew.words), (changed.root, anew.root)):
        assert sorted(spelled(changed, one)) == sorted(spelled(anew, two))


def test_a_changed_word_does_not_build_the_graph_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = Lexicon.of(first + second for first, second in product(SHORT, repeat=2))
    load_graph(lexicon, ABC)
    monkeypatch.delattr("solver.words.graph_file.build_graph")
    changed = load_graph(lexicon.with_changes(add=["ABCABCA"], block=["AABBCC"]), ABC)
    assert changed.accepts(b"\1\2\3\1\2\3\1")
    assert not changed.accepts(b"\1\1\2\2\3\3")
    assert changed.accepts(b"\1\1\2\2\3\2")


def test_same_words_give_the_same_graph() -> None:
    first, second = (build_graph(words, ABC) for words in (["ABC", "AB"], ["AB", "ABC", "AB"]))
    assert first.lists == second.lists


def test_beginnings_and_ends_are_shared() -> None:
    words = [a + b + c for a in "ABC" for b in "ABC" for c in "ABC"]
    assert len(build_graph(words, ABC).arcs) < 40


def test_arcs_stand_behind_their_letters() -> None:
    graph = build_graph(["AB", "BA", "CAB", "AC"], ABC)
    waiting, met = [graph.root, graph.words], set[int]()
    while waiting:
        node = waiting.pop()
        met.add(node)
        for place, letter in enumerate(letters_of(graph, node), start=2 * node + 2):
            assert graph.arcs[place] == graph.arc(node, letter)
            assert graph.arcs[place] >> LETTER_SHIFT == letter
            below = graph.arcs[place] & CHILD
            if below and below not in met:
                waiting.append(below)
    assert len(met) > 8
    assert not graph.lists[0]


def test_words_of_other_letters_are_left_out() -> None:
    graph = build_graph(["AB", "AX"], ABC)
    assert graph.accepts(b"\1\2")
    assert not graph.accepts(b"\1")
    assert not graph.accepts(b"\2\1")
    assert not graph.accepts(b"")
    with pytest.raises(WordListError, match="no word"):
        build_graph(["XY"], ABC)


def test_graph_is_cached(cache: Path) -> None:
    built = load_graph(WORDS, ABC)
    (file,) = cache.iterdir()
    written = file.stat().st_ino
    load_graph.cache_clear()
    mapped = load_graph(WORDS, ABC)
    assert mapped.lists == built.lists
    assert (mapped.root, mapped.words) == (built.root, built.words)
    assert file.stat().st_ino == written


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:0],
        lambda data: data[:10],
        lambda data: data[:-4],
        lambda data: data + b"\0\0\0\0",
        lambda data: b"X" + data[1:],
        lambda data: data[:8] + b"\xff" + data[9:],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    ],
    ids=["empty", "head cut", "cut", "longer", "magic", "version", "bit"],
)
def test_broken_file_is_made_again(cache: Path, damage: Callable[[bytes], bytes]) -> None:
    lists = load_graph(WORDS, ABC).lists
    (file,) = cache.iterdir()
    sound = file.read_bytes()
    load_graph.cache_clear()
    other = cache / "other"
    other.write_bytes(damage(sound))
    other.replace(file)
    assert open_graph(file, graph_key(WORDS, ABC), ABC) is None
    assert load_graph(WORDS, ABC).lists == lists
    assert file.read_bytes() == sound


def test_key_tells_lists_and_alphabets_apart(cache: Path) -> None:
    more = WORDS.with_changes(add=["bab"])
    keys = {
        graph_key(WORDS, ABC),
        graph_key(more, ABC),
        graph_key(WORDS, Alphabet(("A", "B", "C", "S"))),
        graph_key(WORDS, Alphabet(("A", "B", "CA"))),
    }
    assert len(keys) == 4
    load_graph(WORDS, ABC)
    assert load_graph(more, ABC).accepts(b"\2\1\2")
    (file, _) = sorted(cache.iterdir())
    assert open_graph(file, bytes(32), ABC) is None


def test_cache_that_cannot_be_written_does_no_harm(cache: Path) -> None:
    cache.parent.mkdir()
    cache.write_text("in the way", encoding="utf-8")
    assert load_graph(WORDS, ABC).accepts(b"\1\2")


def test_no_home_folder_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert load_graph(WORDS, ABC).accepts(b"\1\2")


def test_old_graphs_are_deleted(cache: Path) -> None:
    cache.mkdir(parents=True)
    for age in range(KEPT_FILES + 3):
        file = cache / f"{age:02}.graph"
        file.write_bytes(b"old")
        os.utime(file, (1e9 - age, 1e9 - age))
    load_graph(WORDS, ABC)
    left = sorted(path.name for path in cache.iterdir())
    assert len(left) == KEPT_FILES
    assert "00.graph" in left
    assert f"{KEPT_FILES - 1:02}.graph" not in left


def test_several_processes_build_at_once(cache: Path) -> None:
    runs = [subprocess.Popen([sys.executable, "-c", ROUND]) for _ in range(4)]
    assert [run.wait() for run in runs] == [0] * 4
    (file,) = cache.iterdir()
    assert file.suffix == ".graph"


def test_alphabets() -> None:
    spanish = Alphabet(("A", "C", "CH", "L", "LL", "Ñ", "O"))
    assert spanish.split("chollo") == ("CH", "O", "LL", "O")
    assert spanish.encode("CHALLA") == b"\3\1\5\1"
    assert spanish.decode(b"\3\1") == ("CH", "A")
    many = ["CHOLLO", "LLLA", "LÑ", "C?"]
    encoded = spanish.encode_all(many).split(b"\0")[1:-1]
    assert encoded == [spanish.encode(word) or b"\2\xff" for word in many]
    assert spanish.split("CHAL-") is None
    assert spanish.encode("CHALX") is None
    assert spanish.encode("X") is None
    with pytest.raises(WordListError, match="twice"):
        Alphabet(("A", "A"))
    with pytest.raises(WordListError, match="64 tiles"):
        Alphabet(tuple(chr(0x4E00 + number) for number in range(64)))


def flipped(data: bytes, at: int, bit: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def test_a_flip_anywhere_in_the_cache_is_seen(cache: Path) -> None:
    lists = load_graph(WORDS, ABC).lists.tobytes()
    (file,) = cache.iterdir()
    sound, other = file.read_bytes(), cache / "other"
    head = range(64)
    for at in [*head, *range(64, len(sound), 7)]:
        for bit in range(8):
            other.write_bytes(flipped(sound, at, bit))
            assert open_graph(other, graph_key(WORDS, ABC), ABC) is None, (at, bit)
    for at in head:
        load_graph.cache_clear()
        file.unlink()  # another may have it mapped
        file.write_bytes(flipped(sound, at, 0))
        graph = load_graph(WORDS, ABC)
        assert graph.lists.tobytes() == lists
        assert graph.accepts(ABC.encode("ABBA") or b"")
        assert file.read_bytes() == sound


def test_a_damaged_shipped_graph_is_built_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lexicon, alphabet = Lexicon.of(["ab", "abba", "cab"]), ABC
    packed = pack_lists(build_lists(alphabet.encode_all(lexicon))[0])
    shipped = graph_key(lexicon, alphabet) + packed
    file = tmp_path / "shipped"
    monkeypatch.setattr("solver.words.graph_file.SHIPPED_GRAPH", file)
    for at in range(len(shipped)):
        load_graph.cache_clear()
        file.write_bytes(flipped(shipped, at, at % 8))
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / str(at)))
        graph = load_graph(lexicon, alphabet)
        assert all(graph.accepts(alphabet.encode(word) or b"") for word in lexicon)
        assert not graph.accepts(alphabet.encode("CABA") or b"")
