"""Words: lists, the word graphs made from them, and searches in both."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand
from solver.words.alphabet import BLANK, LARGEST_CODE, Alphabet
from solver.words.cleaning import MOST_WORDS, CleanedWords
from solver.words.graph import ACCEPT, BOARD, CHILD, LETTER_SHIFT, Graph
from solver.words.graph_file import SHIPPED_GRAPH, graph_key, load_graph
from solver.words.languages import Language, base_code, known_languages, language_of
from solver.words.lexicon import (
    SHIPPED,
    SUFFIXES,
    Lexicon,
    cached_list,
    default_lexicon,
    list_path,
    listed_languages,
)
from solver.words.list_file import ListFile, read_list
from solver.words.trie_file import MOST_BYTES

if TYPE_CHECKING:
    from solver.words.find import Wanted, find_words
    from solver.words.graph_build import build_lists
    from solver.words.graph_nodes import Lists, arc_counts, arcs_of, pack_lists
    from solver.words.study import (
        Hooks,
        ListStudy,
        WordStudy,
        hook_table,
        study_list,
        study_word,
    )

__all__ = [
    "ACCEPT",
    "BLANK",
    "BOARD",
    "CHILD",
    "LARGEST_CODE",
    "LETTER_SHIFT",
    "MOST_BYTES",
    "MOST_WORDS",
    "SHIPPED",
    "SHIPPED_GRAPH",
    "SUFFIXES",
    "Alphabet",
    "CleanedWords",
    "Graph",
    "Hooks",
    "Language",
    "Lexicon",
    "ListFile",
    "ListStudy",
    "Lists",
    "Wanted",
    "WordStudy",
    "arc_counts",
    "arcs_of",
    "base_code",
    "build_lists",
    "cached_list",
    "default_lexicon",
    "find_words",
    "graph_key",
    "hook_table",
    "known_languages",
    "language_of",
    "list_path",
    "listed_languages",
    "load_graph",
    "pack_lists",
    "read_list",
    "study_list",
    "study_word",
]

__getattr__ = on_demand(__name__, __file__)  # making graphs loads numpy
