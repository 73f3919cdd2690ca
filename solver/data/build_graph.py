# ruff: noqa: INP001 - a program that stands beside the files it makes
"""Make `en-wwf.graph.xz` of the shipped English list: run `python -m solver.data.build_graph`.

Run it again whenever the list or the graph format has changed; a test tells. All English games
use the letters A to Z and share the file.
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
