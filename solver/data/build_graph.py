# ruff: noqa: INP001 - a program that stands beside what it makes
"""Make `en-wwf.graph.xz` of the shipped English list: run `python -m solver.data.build_graph`.

To be done again whenever the list or the form of a graph has changed; a test tells. All games in
English have the letters A to Z, and share it.
"""

from __future__ import annotations

import sys

import numpy as np

from solver.graph import SHIPPED_GRAPH, build_graph, graph_key
from solver.graph_pack import pack_arcs
from solver.lexicon import SHIPPED, Lexicon
from solver.rules import load_game


def main() -> None:
    """Write the file beside this one."""
    alphabet = load_game("wwf", language="en").alphabet
    lexicon = Lexicon.load(SHIPPED["en"])
    graph = build_graph(lexicon, alphabet)
    packed = pack_arcs(np.frombuffer(graph.arcs, np.uint32))
    SHIPPED_GRAPH.write_bytes(graph_key(lexicon, alphabet) + packed)
    sys.stdout.write(f"{SHIPPED_GRAPH.name}: {len(packed):,} bytes\n")


if __name__ == "__main__":
    main()
