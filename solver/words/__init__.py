"""Words: lists, and the word graphs made from them."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand
from solver.words.alphabet import BLANK, LARGEST_CODE, Alphabet
from solver.words.cleaning import CleanedWords
from solver.words.graph import (
    ACCEPT,
    CHILD,
    LETTER_SHIFT,
    SHIPPED_GRAPH,
    Graph,
    graph_key,
    load_graph,
)
from solver.words.lexicon import (
    SHIPPED,
    SUFFIXES,
    Lexicon,
    cached_list,
    default_lexicon,
    listed_languages,
)
from solver.words.trie_file import MOST_BYTES

if TYPE_CHECKING:
    from solver.words.graph_build import build_lists
    from solver.words.graph_nodes import Lists, arc_counts, arcs_of, pack_lists
    from solver.words.list_file import read_list

__all__ = [
    "ACCEPT",
    "BLANK",
    "CHILD",
    "LARGEST_CODE",
    "LETTER_SHIFT",
    "MOST_BYTES",
    "SHIPPED",
    "SHIPPED_GRAPH",
    "SUFFIXES",
    "Alphabet",
    "CleanedWords",
    "Graph",
    "Lexicon",
    "Lists",
    "arc_counts",
    "arcs_of",
    "build_lists",
    "cached_list",
    "default_lexicon",
    "graph_key",
    "listed_languages",
    "load_graph",
    "pack_lists",
    "read_list",
]

__getattr__ = on_demand(__name__, __file__)  # what makes graphs loads numpy
