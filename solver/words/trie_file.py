"""Reads the words of a marisa trie of unknown origin, and caches tries of our own.

usage: python -P trie_file.py SECONDS MEMORY MOST < TRIE > WORDS

The library that reads marisa tries trusts them: with a damaged one it crashes, never ends, or
returns wrong words. So this file also runs as a program: a process of its own reads the words, and
may die. It succeeds if the words make the same trie again, byte for byte; nothing else reveals a
changed letter. A list that has words twice makes a trie in another order, see `_in_other_order`.
The words are then made into a trie of our own, which is kept in the user's cache under a hash of
the file it comes from.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import struct
import sys
from collections.abc import Callable, Iterable
from itertools import islice
from operator import ne
from pathlib import Path

import marisa_trie

from solver.files import keep_newest, read_whole, write_whole
from solver.folders import cache_folder

MOST_BYTES = 64_000_000
"""The most bytes of a list, and of its words: four million words of fourteen letters."""
VERSION = 1
"""Raised with every change in how tries are made; older ones are not read."""
OTHER_ORDER = 0.01
"""The least share of a trie's bytes that differ if its list had words twice: 2 to 19 % differ in
those of elzzur. Of 300 damages of a trie of 20,000 words 3 changed as many and left all else
sound."""
_PROGRAM = Path(__file__)
# A trie of 170,000 words has 0.4 MB, and takes the process 0.3 s and 43 MB.
_SECONDS, _SECONDS_A_MB = 3, 4
_MEMORY = 1 << 30


def words_of_trie(data: bytes) -> list[str]:
    """The words in the bytes of a marisa trie.

    Raises:
        ValueError: It is damaged, or the process that reads it cannot be started.
    """
    import subprocess  # seldom needed: for foreign tries that are not cached yet

    seconds = _SECONDS + _SECONDS_A_MB * len(data) // 1_000_000
    command = [sys.executable, "-P", str(_PROGRAM), *map(str, (seconds, _MEMORY, MOST_BYTES))]
    # In a process group of its own, so that the interrupt key does not reach it.
    group = 0 if os.name == "posix" else None
    try:
        run = subprocess.run(  # noqa: S603 - our own program
            command,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=2 * seconds,  # a busy machine gives it half the time
            check=False,
            process_group=group,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    except subprocess.TimeoutExpired:
        raise ValueError("reading it took too long") from None
    except OSError as fault:
        raise ValueError(f"no process can be started to read it: {fault.strerror}") from None
    if run.returncode:
        raise ValueError("a trie made of its words differs from it")
    return run.stdout.decode().splitlines()


def cached_trie(source: str, words: Callable[[], Iterable[str]]) -> marisa_trie.Trie:
    """A trie of some words, from the cache if it is there and undamaged.

    Args:
        source: A hash of what the words come from.
        words: Gives the words where they are not cached.
    """
    key = hashlib.sha256(f"{VERSION} {source}".encode()).digest()
    path = _cached_file(key)
    trie = marisa_trie.Trie()
    with contextlib.suppress(OSError):
        if path:
            data = read_whole(path, 2 * MOST_BYTES)
            if data[:32] == hashlib.sha256(key + data[32:]).digest():
                trie.frombytes(data[32:])
                with contextlib.suppress(OSError):  # in a cache of somebody else
                    os.utime(path)  # used just now: see keep_newest
                return trie
    trie = marisa_trie.Trie(sorted(words()))
    if path:
        data = trie.tobytes()
        with contextlib.suppress(OSError):
            write_whole(path, hashlib.sha256(key + data).digest() + data)
            keep_newest(path.parent, "*.trie")
    return trie


def _cached_file(key: bytes) -> Path | None:
    with contextlib.suppress(RuntimeError):  # no home folder, no cache
        return cache_folder() / "words" / f"{key.hex()[:32]}.trie"
    return None


def main(seconds: int, memory: int, most: int) -> int:
    """Write the words of a trie, a line each.

    Args:
        seconds: CPU time after which the process is ended.
        memory: The most bytes of memory it may use.
        most: The most bytes of words.

    Returns:
        0; or 1 where there are more, or the words do not make the same trie again.
    """
    _limit(seconds, memory)
    data = sys.stdin.buffer.read()
    trie = marisa_trie.Trie()
    trie.frombytes(data)
    words: list[str] = []
    for word in islice(trie.iterkeys(), len(trie) + 1):
        words.append(word)
        most -= len(word) + 1
        if most < 0:
            return 1
    (how,) = struct.unpack("=I", data[-4:])  # the settings it was made with
    again = marisa_trie.Trie(
        words,
        num_tries=how & 0x7F,
        cache_size=how & 0xF80,
        binary=how & 0xF000 == marisa_trie.BINARY_TAIL,
        order=how & 0xF0000,
    )
    made = again.tobytes()
    if made != data and not _in_other_order(trie, words, made, data):
        return 1
    sys.stdout.buffer.write("".join(f"{word}\n" for word in words if "\n" not in word).encode())
    return 0


def _in_other_order(trie: marisa_trie.Trie, words: list[str], made: bytes, data: bytes) -> bool:
    """Whether a trie may be of the same words, some of them counted twice when it was made.

    Words counted twice come earlier in it, so that the bytes differ but their number does not.

    Args:
        trie: The trie.
        words: Those in it.
        made: The bytes of a trie made from these words.
        data: The bytes of the trie.
    """
    if len(made) != len(data) or len(set(words)) != len(words):
        return False
    if sum(map(ne, made, data)) < OTHER_ORDER * len(data):
        return False
    return all(
        (key := trie.get(word)) is not None and trie.restore_key(key) == word for word in words
    )


def _limit(seconds: int, memory: int) -> None:
    """Limit the time and memory of this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows; whoever started the process still watches the time
        return
    limits = (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, memory),
    )
    for kind, most in limits:
        hard = resource.getrlimit(kind)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, hard))


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
