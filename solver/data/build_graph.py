# ruff: noqa: INP001 - a program that stands beside what it makes
"""Make `en-wwf.graph.xz` of the shipped English list: run `python -m solver.data.build_graph`.

To be done again whenever the list or the form of a graph has changed; a test tells. All games in
English have the letters A to Z, and share it.
"""

from __future__ import annotations

import sys

from solver.files import write_whole
from solver.game import load_game
from solver.words import SHIPPED, SHIPPED_GRAPH, Lexicon, build_lists, graph_key, pack_lists


def main() -> None:
    """Write the file beside this one."""
    alphabet = load_game("wwf", language="en").alphabet
    lexicon = Lexicon.load(SHIPPED["en"])
    packed = pack_lists(build_lists(alphabet.encode_all(lexicon))[0])
    write_whole(SHIPPED_GRAPH, graph_key(lexicon, alphabet) + packed)
    sys.stdout.write(f"{SHIPPED_GRAPH.name}: {len(packed):,} bytes\n")


if __name__ == "__main__":
    main()
