r"""The words of a word graph in the format of cspell's dictionaries (TrieXv3).

The graph is written as it is walked: a character goes down to a new node, ``$`` marks the node as
the end of a word and goes up one (``$3`` three), ``<`` only goes up. ``#n;`` replaces the node just
made by node ``n``, which was made before. A node that ends a word and has nothing below gives its
number to the next. ``\`` escapes a character that has another meaning.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from solver.files import read_whole
from solver.words import MOST_BYTES, MOST_WORDS
from wwfsnap.errors import ListUnobtainable

MOST_STEPS = 50_000_000
"""The most nodes that are walked through; Finnish, the largest known, has 12 million."""
DEEPEST = 64
FOLDED = "~"
"""The words below it are the same once more, without capitals and accents."""
_HEAD = re.compile(r"\ATrieXv3\nbase=(\d+)\n.*?^__DATA__\n", re.MULTILINE | re.DOTALL)
_PARTS = re.compile(
    r"\\(?P<escaped>.)|#(?P<node>\w*);|(?P<up>[$<])(?P<by>\d?)|(?P<plain>.)", re.DOTALL
)
Node = list[Any]
"""Whether a word ends here, then each letter and the node below; objects would take more memory."""


def read_graph(path: Path) -> Iterator[str]:
    """The words of a graph, which may be packed with gzip.

    Raises:
        ListUnobtainable: It is damaged, or has more words than any list.
    """
    try:
        data = read_whole(path, MOST_BYTES)
        if data.startswith(b"\x1f\x8b"):
            data = zlib.decompressobj(wbits=31).decompress(data, MOST_BYTES)
        text = data.decode()
        if text.startswith("#!"):  # a first line that names the program to read it
            text = text.partition("\n")[2]
        yield from _walk(_root(text))
    except (OSError, zlib.error, IndexError, ValueError) as fault:
        raise ListUnobtainable(f"the word graph {path.name} cannot be read ({fault})") from None


def _root(text: str) -> Node:
    head = _HEAD.match(text)
    if head is None:
        raise ValueError("its first lines are not those of a word graph")
    base = int(head[1])
    root: Node = [False]
    nodes, way = [root], [root]
    for part in _PARTS.finditer(text, head.end()):
        if part["up"]:
            top = way[-1]
            if part["up"] == "$":
                top[0] = True
                if len(top) == 1 and nodes[-1] is top:
                    nodes.pop()
            up = int(part["by"] or 1)
            if up >= len(way):
                raise ValueError("it is damaged")
            del way[-up:]
        elif part["node"] is not None:
            way[-2][-1] = nodes[int(part["node"], base)]
            nodes.pop()
        elif (sign := part["escaped"] or part["plain"]) != "\n" or part["escaped"]:
            node: Node = [False]
            way[-1] += (sign, node)
            way.append(node)
            nodes.append(node)
    return root


def _walk(root: Node) -> Iterator[str]:
    """The words below a node; the walk also ends where a graph leads back into itself."""
    words = steps = 0
    left: list[tuple[Node, str]] = [(root, "")]
    while left:
        node, word = left.pop()
        steps += 1
        words += bool(node[0])
        if words > MOST_WORDS or steps > MOST_STEPS:
            raise ValueError(f"more than {MOST_WORDS:,} words")
        if node[0]:
            yield word
        if len(word) < DEEPEST:
            left += [
                (below, word + letter)
                for letter, below in zip(node[1::2], node[2::2], strict=True)
                if word or letter != FOLDED
            ]
