"""Parts of a picture in; lines of characters, and the known phrases in them, out."""

from vision.text.bank import MASK, STEPS, text_bank, unit_vectors
from vision.text.characters import LEGIBLE, MARGIN
from vision.text.lines import SPACE, TextLine
from vision.text.phrases import CAPITALS, DIGITS, Phrase, columns_of, either_case, load_phrases
from vision.text.spotting import SHORTEST, Match, search
from vision.text.strips import CELL, excerpt, gather_lines, lines_beside, read_excerpts, scale_for
from vision.text.strokes import FAINTEST

__all__ = [
    "CAPITALS",
    "CELL",
    "DIGITS",
    "FAINTEST",
    "LEGIBLE",
    "MARGIN",
    "MASK",
    "SHORTEST",
    "SPACE",
    "STEPS",
    "Match",
    "Phrase",
    "TextLine",
    "columns_of",
    "either_case",
    "excerpt",
    "gather_lines",
    "lines_beside",
    "load_phrases",
    "read_excerpts",
    "scale_for",
    "search",
    "text_bank",
    "unit_vectors",
]
