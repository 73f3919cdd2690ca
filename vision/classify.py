"""Classify: which cells hold a tile, and the likeness of each to every letter and value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cells import Cells, separate_ink
from vision.corner import Corner, find_corner
from vision.glyphs import GlyphBank
from vision.marks import Mark, find_marks
from vision.match import Letters, choose_fonts, match_marks
from vision.numerals import Numeral, read_numerals
from vision.placed import Line, Placer, line_through

Floats = NDArray[np.float32]

SURE = 0.85
"""Likeness that only letters reach: premium labels, stars and badges stay below 0.7."""

LIKELY = 0.6
"""Likeness from which a cell of a tile's colour counts as a tile; below SURE it is a doubt."""

SAME_COLOUR = 40.0
"""Distance of colours (0 to 441) within which two grounds are of one kind of tile."""

TINTED = 90.0
"""The same for a tile through which a premium square shines."""

ENDS = 8
"""Part of a letter's height, at its head and foot, that every letter reaches into."""

FAINT = 40.0
"""Distance of ink and ground below which nothing can be read: on screens dimmed to 40 % letters
still have 64, what noise scales up to a letter has a few."""

HIDDEN = 0.015
"""Share of a letter's surroundings from which something is said to lie on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """What K cells show.

    Attributes:
        letters: Likeness of each to the N letters.
        numerals: The numeral of each.
        marks: The letter's mark of each, None where there is none.
        ground, ink: ``(K, 3)`` float32 colours, blue green red.
        is_tile: ``(K,)`` bool.
        line: Where letters stand, None where there is no sure letter.
        bank: The fonts that fitted best.
        corner: Where numerals stand, None where there are none.
    """

    letters: Letters
    numerals: tuple[Numeral, ...]
    marks: tuple[Mark | None, ...]
    ground: Floats
    ink: Floats
    is_tile: NDArray[np.bool_]
    line: Line | None
    bank: GlyphBank
    corner: Corner | None

    @property
    def contrast(self) -> Floats:
        """``(K,)`` distance of ink and ground colour, 0 to 441."""
        return np.asarray(np.linalg.norm(self.ink - self.ground, axis=1), np.float32)

    def valued(self, worth: Mapping[str, frozenset[int]]) -> NDArray[np.bool_]:
        """``(K,)`` whether the numeral beside each letter is what that letter may be worth."""
        names = [self.letters.letters[int(best)] for best in self.letters.scores.argmax(axis=1)]
        return np.array(
            [
                numeral.value in worth.get(name, frozenset())
                for name, numeral in zip(names, self.numerals, strict=True)
            ],
            bool,
        )

    def only(self, indices: list[int]) -> Faces:
        """The same for some of the cells, in the order given."""
        return replace(
            self,
            letters=Letters(self.letters.letters, self.letters.scores[indices]),
            numerals=tuple(self.numerals[k] for k in indices),
            marks=tuple(self.marks[k] for k in indices),
            ground=self.ground[indices],
            ink=self.ink[indices],
            is_tile=self.is_tile[indices],
        )


def classify(
    pixels: NDArray[np.uint8],
    bank: GlyphBank,
    digits: GlyphBank,
    values: Sequence[int],
    accented: str = "",
    grounds: Floats | None = None,
) -> Faces:
    """Look at cells that something is printed on.

    Args:
        pixels: ``(K, CELL, CELL, 3)`` uint8.
        bank: Templates of the letters that come into question.
        digits: Templates of 0 to 9.
        values: Tile values of the game.
        accented: Letters of the bank that are another letter with something above it.
        grounds: ``(M, 3)`` colours of tiles known from elsewhere in the picture.
    """
    cells = separate_ink(pixels)
    marks = find_marks(cells)
    fonts = choose_fonts(marks, bank, SURE)
    letters = match_marks(marks, fonts, accented)
    sure = (letters.best >= SURE) & np.array(
        [mark is not None and mark.hidden <= HIDDEN for mark in marks], bool
    )
    line = _line(marks, sure)
    if line is not None:
        cells, marks, letters = _look_again(
            pixels, cells, marks, letters, fonts, accented, sure, line
        )
    known = cells.ground[letters.best >= SURE]
    if grounds is not None:
        known = np.vstack([known, grounds])
    tile_like = _near(cells.ground, known, TINTED)
    is_tile = (letters.best >= SURE) | ((letters.best >= LIKELY) & tile_like)
    is_tile &= cells.contrast >= FAINT
    tiles = [mark if tile else None for mark, tile in zip(marks, is_tile, strict=True)]
    corner = find_corner(cells.coverage, tiles)
    numerals = read_numerals(cells, marks, digits, values, corner, is_tile, line)
    return Faces(
        letters,
        tuple(numerals),
        tuple(marks),
        cells.ground,
        cells.ink,
        is_tile,
        line,
        fonts,
        corner,
    )


def _line(marks: Sequence[Mark | None], sure: NDArray[np.bool_]) -> Line | None:
    """Where the sure letters stand."""
    bodies = [
        mark.blob for mark, good in zip(marks, sure, strict=True) if mark is not None and good
    ]
    return line_through(bodies)


def _look_again(
    pixels: NDArray[np.uint8],
    cells: Cells,
    marks: list[Mark | None],
    letters: Letters,
    fonts: GlyphBank,
    accented: str,
    sure: NDArray[np.bool_],
    line: Line,
) -> tuple[Cells, list[Mark | None], Letters]:
    """Cells of a tile's colour that gave no clear letter, seen with the inks of the clear ones."""
    upright = np.array([mark is not None and _stands(mark, line) for mark in marks], bool)
    topped = np.array(
        [letters.letters[best] in accented for best in letters.scores.argmax(axis=1)], bool
    )
    weak = np.flatnonzero(
        ~(sure & (upright | topped)) & _near(cells.ground, cells.ground[sure], TINTED)
    )
    if not len(weak):
        return cells, marks, letters
    ground, ink = cells.ground.copy(), cells.ink.copy()
    scores, marks = letters.scores.copy(), list(marks)
    coverage, foreign = cells.coverage.copy(), cells.foreign.copy()
    clear = upright & np.array([mark is not None and mark.hidden <= HIDDEN for mark in marks], bool)
    placer = Placer(fonts, line, _own_letters(cells, letters, sure & upright))
    for k in weak:
        if marks[k] is None and not _printed(cells, int(k), line):
            continue
        for colour in (*_palette(cells.ink[sure]), cells.ink[k]):
            seen = separate_ink(pixels[k : k + 1], colour[None])
            if seen.contrast[0] < FAINT or not _explains(seen, line):
                continue
            mark = find_marks(seen, line.top)[0]
            found = placer.rate(seen.coverage[0], seen.foreign[0])
            if mark is None or mark.blob.bottom > line.bottom + 3:
                short = find_marks(seen, line.top, line.bottom)[0]
                found = np.maximum(found, match_marks([short], fonts, accented).scores[0])
                mark = mark or short
            covered = mark is None or mark.hidden > HIDDEN or not _stands(mark, line)
            if not covered:
                found = np.maximum(found, match_marks([mark], fonts, accented).scores[0])
            if found.max() > scores[k].max() or (covered and found.max() > LIKELY and not clear[k]):
                scores[k], ground[k], ink[k], marks[k] = found, seen.ground[0], seen.ink[0], mark
                coverage[k], foreign[k] = seen.coverage[0], seen.foreign[0]
    contrast = np.asarray(np.linalg.norm(ink - ground, axis=1), np.float32)
    cells = Cells(ground, ink, coverage, foreign, contrast)
    return cells, marks, Letters(letters.letters, scores)


def _own_letters(cells: Cells, letters: Letters, clear: NDArray[np.bool_]) -> dict[int, Floats]:
    """For each letter seen clearly in the picture, by its number, the ink of the clearest cell."""
    best: dict[int, int] = {}
    for k in np.flatnonzero(clear):
        letter = int(letters.scores[k].argmax())
        if letter not in best or letters.scores[k, letter] > letters.scores[best[letter], letter]:
            best[letter] = int(k)
    return {letter: cells.coverage[k] for letter, k in best.items()}


def _printed(cells: Cells, k: int, line: Line) -> bool:
    """Whether a cell without a mark shows something as high as letters are, ink or what covers it.

    A premium label is lower than that.
    """
    seen = (cells.coverage[k, :, 10:50] > 0.5) | cells.foreign[k, :, 10:50]
    ends = max(2, round(line.height / ENDS))
    top, bottom = round(line.top), round(line.bottom)
    return bool(seen[top : top + ends].any() and seen[bottom - ends : bottom].any())


def _explains(seen: Cells, line: Line) -> bool:
    """Whether, where the letter must be, more is of this ink than is neither ink nor ground."""
    rows = slice(round(line.top), round(line.bottom))
    inked = float((seen.coverage[0, rows, 10:50] > 0.5).sum())
    return inked > float(seen.foreign[0, rows, 10:50].sum())


def _stands(mark: Mark, line: Line) -> bool:
    """Whether a mark begins where letters begin and is no lower than they are."""
    return abs(mark.blob.y - line.top) <= 3 and mark.blob.height >= 0.94 * line.height


def _palette(inks: Floats) -> list[Floats]:
    """The different ink colours, the most common first."""
    colours: list[Floats] = []
    rest = inks
    while len(rest) and len(colours) < 4:
        distance = np.linalg.norm(rest[:, None] - rest[None], axis=2)
        near = distance < SAME_COLOUR
        middle = int(near.sum(axis=1).argmax())
        colours.append(np.asarray(np.median(rest[near[middle]], axis=0), np.float32))
        rest = rest[~near[middle]]
    return colours


def _near(colours: Floats, known: Floats, most: float) -> NDArray[np.bool_]:
    """``(K,)`` whether each colour lies within ``most`` of a known one."""
    if not len(known) or not len(colours):
        return np.zeros(len(colours), bool)
    distance = np.linalg.norm(colours[:, None] - known[None], axis=2)
    return np.asarray(distance.min(axis=1) <= most)
