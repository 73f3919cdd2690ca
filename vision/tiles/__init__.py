"""Crops of tiles in; the likeliest letters and numerals, with their likeness, out."""

from vision.tiles.background import Grounds, find_background
from vision.tiles.classify import TileObservations, classify, find_letters
from vision.tiles.corners import (
    CORNERS,
    MOST_VALUE,
    NOTHING,
    Corner,
    CornerPrints,
    Numeral,
    look_at_corner,
)
from vision.tiles.discs import SAME_COLOUR
from vision.tiles.glyphs import (
    BANK,
    MASK,
    STRETCH,
    GlyphBank,
    compare,
    describe,
    generic_bank,
    likeness_among,
    read_bank,
    unit_vectors,
)
from vision.tiles.ink import CELL, Cells, cut_board, cut_box, separate_ink, split_board
from vision.tiles.match import IN_FONT, LIKELY, SURE, Placer, shapes_of
from vision.tiles.network import CERTAIN, log_chances, look_at_marks
from vision.tiles.ocr import ReaderOnDemand, TextReader, find_tesseract, show_glyph
from vision.tiles.segment import (
    HIDDEN,
    LEAST,
    LETTER_HEIGHT,
    Line,
    Mark,
    find_marks,
    line_through,
)

__all__ = [
    "BANK",
    "CELL",
    "CERTAIN",
    "CORNERS",
    "HIDDEN",
    "IN_FONT",
    "LEAST",
    "LETTER_HEIGHT",
    "LIKELY",
    "MASK",
    "MOST_VALUE",
    "NOTHING",
    "SAME_COLOUR",
    "STRETCH",
    "SURE",
    "Cells",
    "Corner",
    "CornerPrints",
    "GlyphBank",
    "Grounds",
    "Line",
    "Mark",
    "Numeral",
    "Placer",
    "ReaderOnDemand",
    "TextReader",
    "TileObservations",
    "classify",
    "compare",
    "cut_board",
    "cut_box",
    "describe",
    "find_background",
    "find_letters",
    "find_marks",
    "find_tesseract",
    "generic_bank",
    "likeness_among",
    "line_through",
    "log_chances",
    "look_at_corner",
    "look_at_marks",
    "read_bank",
    "separate_ink",
    "shapes_of",
    "show_glyph",
    "split_board",
    "unit_vectors",
]
