"""Doubtful letters in; the same after a second opinion from an OCR engine out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver.game import TileSet
from vision.inference.choice import Choice
from vision.tiles import TextReader, TileObservations, show_glyph

ASKED_BELOW = 0.5
"""Confidence below which the engine is asked."""

AGREED = 0.6
"""Confidence of a letter on which templates and engine agree and that the numeral confirms."""


def ask_ocr(
    choices: Sequence[Choice | None],
    faces: TileObservations,
    tiles: TileSet,
    reader: TextReader | None,
) -> list[Choice | None]:
    """The choices after a second opinion on the doubtful ones.

    The engine settles a doubt where it names the first letter or the runner-up and the numeral
    agrees; any other answer, and every answer about a tile whose numeral cannot be read, leaves
    the doubt as it is. A blank has no numeral that could agree.

    Args:
        choices: One choice a cell, None for cells without a tile.
        faces: What the cells show.
        tiles: The language's tiles.
        reader: The engine, None to ask nobody.
    """
    result = list(choices)
    if reader is None:
        return result
    shown, glyphs = [], []
    for k, choice in enumerate(choices):
        mark = faces.marks[k]
        if mark is not None and choice is not None and _in_doubt(choice):
            shown.append((k, choice))
            glyphs.append(show_glyph(mark.coverage if mark.accented is None else mark.accented))
    if not shown:
        return result
    letters = "".join(letter for letter in tiles.letters if len(letter) == 1)
    for (k, choice), letter in zip(shown, reader.read_letters(glyphs, letters), strict=True):
        if letter is None or letter not in (choice.letter, choice.runner_up):
            continue
        if not choice.blank and choice.value != tiles.values[letter]:
            continue
        other = choice.runner_up if letter == choice.letter else choice.letter
        result[k] = replace(
            choice, letter=letter, runner_up=other, confidence=AGREED, why=None, source="ocr"
        )
    return result


def _in_doubt(choice: Choice) -> bool:
    """Whether it is the letter's shape that is in doubt."""
    return choice.confidence < ASKED_BELOW and choice.of_shape
