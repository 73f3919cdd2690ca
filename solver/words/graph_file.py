"""The word graph of a word list: built once, then read from the cache.

A file has a header of 64 bytes (see `_HEAD`), then the nodes, in the machine's byte order.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import os
import struct
import zlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Literal, cast

from solver.compiled import kernel_in_use
from solver.errors import WordListError
from solver.files import keep_newest, write_whole
from solver.folders import DATA, cache_folder
from solver.words.alphabet import Alphabet
from solver.words.graph import BOARD, NO_WORDS, Graph, too_many
from solver.words.lexicon import Lexicon

VERSION = 4
"""Raised with every change of the format or of the graphs; older files are not read."""
EDIT = 40
"""Changing one word takes about as long as building, compiled, a graph of this many words."""
SHIPPED_GRAPH = DATA / "en-wwf.graph.xz"
"""The packed graph of the shipped English list behind its key; see `data/build_graph.py`."""
_MAGIC = b"WWFGRAPH"
# Magic, version, byte order, size, two roots, CRC-32 of all with 0 in its own place, key.
_HEAD = struct.Struct("=8s6I32s")
_ORDER = 0x01020304


@lru_cache(maxsize=4)
def load_graph(lexicon: Lexicon, alphabet: Alphabet, *, longest: int = BOARD) -> Graph:
    """The graph of a word list, from the cache if it is there and undamaged.

    A cache that cannot be read or written is no error: the graph is then built each time.

    Args:
        lexicon: The words; those the alphabet cannot spell are left out.
        alphabet: The language's tiles.
        longest: Letters of the longest words in the graph, 64 at most.

    Raises:
        WordListError: The alphabet can spell none of the words.
    """
    key = graph_key(lexicon, alphabet, longest)
    path = _cached_file(key)
    graph = open_graph(path, key, alphabet) if path else None
    if graph is None:
        graph = _shipped_graph(key, alphabet) or _made_graph(lexicon, alphabet, longest)
        if path:
            with contextlib.suppress(OSError):
                _write(path, graph, key)
                keep_newest(path.parent, "*.graph")
    return graph


def _made_graph(lexicon: Lexicon, alphabet: Alphabet, longest: int) -> Graph:
    """Make the graph of a list: changed from that of the list alone, or built."""
    changes = len(lexicon.added) + len(lexicon.blocked)
    if 0 < changes * EDIT <= len(lexicon):
        from solver.words.graph_edit import with_words  # only few lists are changed

        plain = load_graph(lexicon.without_changes(), alphabet, longest=longest)
        return with_words(plain, lexicon.added, lexicon.blocked, longest)
    return build_graph(lexicon, alphabet, longest)


def build_graph(words: Iterable[str], alphabet: Alphabet, longest: int = BOARD) -> Graph:
    """Build a graph in memory.

    Args:
        words: In upper case; those the alphabet cannot spell are left out.
        alphabet: The language's tiles.
        longest: Letters a word may have, 64 at most; longer ones are left out.

    Raises:
        WordListError: The alphabet can spell none of the words, or they are too many.
    """
    text = alphabet.encode_all(words)
    kernel = kernel_in_use("solver.words")
    if kernel is None:
        from solver.words.graph_build import build_lists  # numpy is needed here alone

        lists, root, forward = build_lists(text, longest)
        return Graph(memoryview(lists.tobytes()).cast("Q"), root, forward, alphabet)
    try:
        built = kernel.Builder(text, _room, longest)
    except OverflowError:
        raise too_many() from None
    if not built.words:
        raise WordListError(NO_WORDS)
    whole = memoryview(built.lists)[: built.size].tobytes()
    return Graph(memoryview(whole).cast("Q"), built.root, built.words, alphabet)


def _room(kind: str, count: int) -> memoryview:
    """A zeroed array of `count` numbers of a type."""
    memory: memoryview = memoryview(bytearray(count * struct.calcsize(kind)))
    return memory.cast(cast("Literal['B', 'I', 'Q']", kind))


def _shipped_graph(key: bytes, alphabet: Alphabet) -> Graph | None:
    """The packed graph that comes with the program; None if its key is another."""
    try:
        with SHIPPED_GRAPH.open("rb") as file:
            if file.read(len(key)) != key:
                return None
            packed = file.read()
    except OSError:
        return None
    from solver.words.graph_nodes import unpack_lists

    try:
        lists, root, forward = unpack_lists(packed)
    except ValueError:  # damaged since it was installed
        return None
    return Graph(memoryview(lists.tobytes()).cast("Q"), root, forward, alphabet)


def graph_key(lexicon: Lexicon, alphabet: Alphabet, longest: int = BOARD) -> bytes:
    """32 bytes that differ for each word list, alphabet, length and format."""
    what = f"{VERSION} {longest} {lexicon.identity} {alphabet.identity}"
    return hashlib.sha256(what.encode()).digest()


def open_graph(path: Path, key: bytes, alphabet: Alphabet) -> Graph | None:
    """Map a graph file into memory; None where it is missing, broken or has another key."""
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        magic, version, order, count, root, words, checksum, owner = _HEAD.unpack_from(mapped)
    except (OSError, ValueError, struct.error):  # ValueError: an empty file cannot be mapped
        return None
    data = memoryview(mapped)[_HEAD.size :]
    if (magic, version, order, owner) != (_MAGIC, VERSION, _ORDER, key):
        return None
    if len(data) != 8 * count or checksum != _checksum(data, root, words, key):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # used just now: see keep_newest
    return Graph(data.cast("Q"), root, words, alphabet)


def _cached_file(key: bytes) -> Path | None:
    with contextlib.suppress(RuntimeError):  # no home folder, no cache
        return cache_folder() / "graphs" / f"{key.hex()[:32]}.graph"
    return None


def _write(path: Path, graph: Graph, key: bytes) -> None:
    """Write a graph file."""
    data = graph.lists.tobytes()
    checksum = _checksum(data, graph.root, graph.words, key)
    write_whole(path, _head(len(data), graph.root, graph.words, checksum, key) + data)


def _checksum(data: bytes | memoryview, root: int, words: int, key: bytes) -> int:
    return zlib.crc32(data, zlib.crc32(_head(len(data), root, words, 0, key)))


def _head(size: int, root: int, words: int, checksum: int, key: bytes) -> bytes:
    return _HEAD.pack(_MAGIC, VERSION, _ORDER, size // 8, root, words, checksum, key)
