"""The board: a picture in, where its squares lie, its layout and its tiles to come out."""

from vision.board.candidate import Located, side_cut_off
from vision.board.labels import kind_of, legible_labels, read_label_cells
from vision.board.lattice import find_squares, measure_edges
from vision.board.layout import RANDOM, BoardKind, likely_games, tell_layout
from vision.board.locate import locate
from vision.board.occlusion import hidden_squares
from vision.board.pending import Laid, find_tentative
from vision.board.premiums import PREMIUMS, repeated_labels
from vision.board.squares import inspect_squares

__all__ = [
    "PREMIUMS",
    "RANDOM",
    "BoardKind",
    "Laid",
    "Located",
    "find_squares",
    "find_tentative",
    "hidden_squares",
    "inspect_squares",
    "kind_of",
    "legible_labels",
    "likely_games",
    "locate",
    "measure_edges",
    "read_label_cells",
    "repeated_labels",
    "side_cut_off",
    "tell_layout",
]
