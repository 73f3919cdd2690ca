"""A picture in; where its board lies, the premium squares, what hides squares, and plays out."""

from vision.board.candidate import BoardCandidate, side_cut_off
from vision.board.lattice import OBLONG, Layouts, find_squares, measure_edges
from vision.board.layout import RANDOM, BoardKind, identify_layout, likely_games
from vision.board.locate import locate
from vision.board.occlusion import (
    borderless_squares,
    hidden_squares,
    labelled_squares,
    squares_beyond,
    still_bare_squares,
    unshown_squares,
)
from vision.board.plays import in_words_of, legal_plays, loose_tiles, out_of_reach, runs_of
from vision.board.premiums import PREMIUMS, Label, label_of, read_label_cells
from vision.board.rectify import STEPS
from vision.board.squares import coloured_squares, inspect_squares, seams_between, tile_coloured

__all__ = [
    "OBLONG",
    "PREMIUMS",
    "RANDOM",
    "STEPS",
    "BoardCandidate",
    "BoardKind",
    "Label",
    "Layouts",
    "borderless_squares",
    "coloured_squares",
    "find_squares",
    "hidden_squares",
    "identify_layout",
    "in_words_of",
    "inspect_squares",
    "label_of",
    "labelled_squares",
    "legal_plays",
    "likely_games",
    "locate",
    "loose_tiles",
    "measure_edges",
    "out_of_reach",
    "read_label_cells",
    "runs_of",
    "seams_between",
    "side_cut_off",
    "squares_beyond",
    "still_bare_squares",
    "tile_coloured",
    "unshown_squares",
]
