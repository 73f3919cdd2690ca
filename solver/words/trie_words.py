"""The words of a marisa trie, in a process of its own: see `trie_file`, which starts it.

usage: python -P trie_words.py SECONDS MEMORY MOST < TRIE > WORDS

The library may die of a damaged trie, or never come to an end; this process may. It ends well only
where a trie made anew of the words found is the same, byte for byte: nothing else tells a letter
that was changed.
"""

from __future__ import annotations

import struct
import sys
from itertools import islice

import marisa_trie


def main(seconds: int, memory: int, most: int) -> int:
    """Write the words of a trie, a line each.

    Args:
        seconds: Of work, after which the process is ended.
        memory: Bytes it may have.
        most: Bytes of words that are wanted at most.

    Returns:
        0, or 1 where there are more, or the trie is not one that its words make.
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
    (how,) = struct.unpack("=I", data[-4:])  # with which settings it was made
    again = marisa_trie.Trie(
        words,
        num_tries=how & 0x7F,
        cache_size=how & 0xF80,
        binary=how & 0xF000 == marisa_trie.BINARY_TAIL,
        order=how & 0xF0000,
    )
    if again.tobytes() != data:
        return 1
    sys.stdout.buffer.write("".join(f"{word}\n" for word in words if "\n" not in word).encode())
    return 0


def _limit(seconds: int, memory: int) -> None:
    """Bound what this process may take, where the system can."""
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
