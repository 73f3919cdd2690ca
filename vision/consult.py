"""Consult: ask an OCR engine about the tiles that the templates leave in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver.ruleset import TileSet
from vision.classify import Faces
from vision.decide import Choice
from vision.ocr import TextReader, show_glyph

ASKED_BELOW = 0.5
"""Confidence below which the engine is asked."""

AGREED = 0.6
"""Confidence of a letter that templates and engine name and the numeral does not contradict."""


def consult(
    choices: Sequence[Choice | None], faces: Faces, tiles: TileSet, reader: TextReader | None
) -> list[Choice | None]:
    """The choices after a second opinion on the doubtful ones.

    The engine settles a doubt where it names the first letter or the runner-up and the numeral
    agrees; anything else it says leaves the doubt as it is.

    Args:
        choices: One choice a cell, None for cells without a tile.
        faces: What the cells show.
        tiles: The language's tiles.
        reader: The engine, None to ask nobody.
    """
    doubtful = [
        k
        for k, choice in enumerate(choices)
        if choice is not None
        and choice.confidence < ASKED_BELOW
        and choice.why.startswith("looks like")
    ]
    result = list(choices)
    if reader is None or not doubtful:
        return result
    shown = [k for k in doubtful if faces.marks[k] is not None]
    glyphs = []
    for k in shown:
        mark = faces.marks[k]
        if mark is not None:
            glyphs.append(show_glyph(mark.coverage if mark.accented is None else mark.accented))
    letters = "".join(letter for letter in tiles.letters if len(letter) == 1)
    for k, letter in zip(shown, reader.read_letters(glyphs, letters), strict=True):
        choice = result[k]
        if choice is None or letter is None or letter not in (choice.letter, choice.runner_up):
            continue
        if choice.value is not None and choice.value != tiles.values[letter]:
            continue
        other = choice.runner_up if letter == choice.letter else choice.letter
        result[k] = replace(
            choice, letter=letter, runner_up=other, confidence=AGREED, why="", source="ocr"
        )
    return result
