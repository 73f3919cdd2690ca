"""Cells in; which of them hold a tile, and their likeness to every letter and value, out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.imaging import FAR_COLOUR, Bools, Bytes, Floats, Numbers, pixel_distances, usual_colour
from vision.tiles.background import Grounds, find_background, without_outline
from vision.tiles.corners import MOST_VALUE, CornerPrints, Numeral, look_at_corner
from vision.tiles.discs import ObservedCells, find_discs
from vision.tiles.glyphs import GlyphBank
from vision.tiles.ink import Cells, separate_ink
from vision.tiles.match import (
    COLUMNS,
    NO_SCORE,
    SURE,
    Letters,
    choose_fonts,
    match_marks,
    of_several,
)
from vision.tiles.network import (
    OTHER,
    TILE,
    letter_odds,
    likeliest_letters,
    look_at_letters,
    look_at_marks,
    shows_one_letter,
)
from vision.tiles.segment import Line, Mark, find_marks, line_through

GAINS = (2.0, 4.0, 8.0)
"""Gains tried in turn where letters fall apart: with the last one a stroke an eighth of a cell's
pixel wide, as of hairlines on small tiles, counts like a pixel half covered by ink."""

Worth = Mapping[str, frozenset[int]]
"""The values that each letter may have."""

Look = tuple[Cells, Sequence[Mark | None], GlyphBank, Letters]
"""Cells, their marks, the fonts of these, and their likeness to the letters."""


@dataclass(frozen=True, slots=True, eq=False)
class TileObservations:
    """What K cells show.

    Attributes:
        letters: Likeness of each to the N letters.
        told: ``(K, CLASSES)`` what `look_at_letters` tells of each.
        marks: The letter's mark of each, None where there is none.
        ground, ink: ``(K, 3)`` float32 colours, blue green red.
        is_tile: ``(K,)`` bool.
        line: Where letters stand, None where there is no sure letter.
        bank: The fonts that fitted best.
        on_disc: ``(K,)`` bool, letters on a disc, as some looks show blanks.
        cut: ``(K,)`` bool, letters that the edge of the picture cuts off.
        gain: Gain with which the letters are clearest, see ``Cells``.
        prints: What stands in the tiles' corners; None where no numerals do.
    """

    letters: Letters
    told: Floats
    marks: tuple[Mark | None, ...]
    ground: Floats
    ink: Floats
    is_tile: Bools
    line: Line | None
    bank: GlyphBank
    on_disc: Bools
    cut: Bools
    gain: float = 1.0
    prints: CornerPrints | None = None

    @property
    def contrast(self) -> Floats:
        """``(K,)`` distance of ink and ground colour, 0 to 441."""
        return np.asarray(np.linalg.norm(self.ink - self.ground, axis=1), np.float32)

    @property
    def shows_letter(self) -> Bools:
        """``(K,)`` whether the network is certain of a letter, or of something that covers one."""
        return letter_odds(self.told) > TILE

    @property
    def shows_any(self) -> Bools:
        """``(K,)`` whether a letter is likelier than nothing to the network."""
        return letter_odds(self.told, covered=False) > 0.0

    @property
    def clear(self) -> Bools:
        """``(K,)`` whether each looks much like one letter, or the network is certain of one."""
        return (self.letters.best >= SURE) | shows_one_letter(self.told)

    def numeral(self, k: int) -> Numeral:
        """What stands in the corner of a cell; nothing where no tile shows any."""
        return Numeral() if self.prints is None else self.prints.numeral(k)

    def likeliest(self, among: Collection[str]) -> list[str]:
        """Which of some letters the network finds likeliest for each."""
        return likeliest_letters(self.told, [n for n in self.letters.letters if n in among])

    def valued(self, worth: Worth) -> Bools:
        """``(K,)`` whether the numeral beside each letter is what that letter may be worth."""
        likely = self.likeliest(self.letters.letters)
        shown = (self.numeral(k).value in worth.get(name, ()) for k, name in enumerate(likely))
        return np.fromiter(shown, np.bool_, len(likely))

    def sure(self, worth: Worth) -> Bools:
        """``(K,)`` whether it is certain which letter each shows.

        It looks much like one, or the network is certain and the letter's value stands beside it.
        """
        return (self.letters.best >= SURE) | (self.valued(worth) & shows_one_letter(self.told))

    @property
    def corners_without(self) -> dict[int, tuple[float, float]]:
        """Tiles without a legible numeral, and where the middle of it would be in cell pixels."""
        if self.prints is None:
            return {}
        unread = np.flatnonzero(self.is_tile & ~self.prints.shown).tolist()
        return dict.fromkeys(unread, self.prints.corner.middle)

    def only(self, indices: list[int]) -> TileObservations:
        """The observations of some of the cells, in the order given."""
        return replace(
            self,
            letters=Letters(self.letters.letters, self.letters.scores[indices]),
            told=self.told[indices],
            marks=tuple(self.marks[k] for k in indices),
            ground=self.ground[indices],
            ink=self.ink[indices],
            is_tile=self.is_tile[indices],
            on_disc=self.on_disc[indices],
            cut=self.cut[indices],
            prints=None if self.prints is None else self.prints.only(indices),
        )


def classify(
    pixels: Bytes,
    bank: GlyphBank,
    accented: str = "",
    likely: GlyphBank | None = None,
    alike: Bools | None = None,
    beyond: Bools | None = None,
    known: Bools | None = None,
    grounds: Sequence[Grounds] = (),
    *,
    gain: float = 1.0,
    worth: Worth | None = None,
) -> TileObservations:
    """Look at cells that may hold print: which show a letter, and which letter these show.

    Args:
        pixels: ``(K, CELL, CELL, 3)`` uint8.
        bank: Templates of the possible letters.
        accented: Letters of the bank that are another letter with something above it.
        likely: Fonts of letters known from elsewhere in the picture.
        alike: ``(K,)`` bool, cells that hold tiles of one colour; what these share, such as gloss,
            is removed before letters are searched. None = nothing is removed.
        beyond: ``(K, CELL, CELL)`` bool, what lies outside the picture. None = nothing does.
        known: ``(K,)`` bool, cells that hold tiles, whatever they show. None = none is known to.
        grounds: Colours of the cells and of squares that hold no tile: of one place of them, or of
            several.
        gain: Gain with which letters elsewhere in the picture are clearest, see ``Cells``.
        worth: What each letter may be worth. None = nothing is known of their values.
    """

    def own_values() -> list[Collection[int]] | None:
        """What the likeliest letter of each cell may be worth; None where nothing is known."""
        likeliest = likeliest_letters(told, letters.letters)
        return None if worth is None else [worth.get(each, ()) for each in likeliest]

    cells = separate_ink(pixels)
    if alike is not None:
        usual = usual_colour(cells.ground[alike])
        cells = separate_ink(pixels, ground=np.where(alike[:, None], usual, cells.ground))
        gloss = find_background(cells, alike)
        cells = cells if gloss is None else gloss.without(cells)
    cells, told = _by_ink_alone(pixels, cells)
    perhaps = letter_odds(told) > 0.0  # on a disc a letter looks odd
    shown = np.flatnonzero(perhaps if known is None else perhaps | known)
    perhaps_letters = cells.only(shown).stronger(gain)
    seen, found, fonts, letters = find_letters(perhaps_letters, bank, likely, accented)
    first = ObservedCells(seen, found, letters)
    sure = letters.best >= SURE
    clear = shows_one_letter(told[shown])
    discs = find_discs(pixels[shown], first, sure, clear, fonts, accented)
    if discs.numbers and (own := own_values()) is not None:  # a blank on a disc has no numeral
        prints = look_at_corner(cells, perhaps, beyond=beyond, worth=own)
        if prints is not None:
            discs = discs.without(prints.shows(own)[shown])
    clear_ones = zip(found, sure & ~discs.on, strict=True)
    line = line_through([mark.blob for mark, good in clear_ones if mark is not None and good])
    odd = shown[discs.numbers]
    marks: list[Mark | None] = [None] * len(pixels)
    scores = np.full((len(pixels), len(letters.letters)), NO_SCORE, np.float32)
    for numbers, each in ((shown, first), (odd, discs.seen)):
        scores[numbers] = each.letters.scores[: len(numbers)]
        for k, mark in zip(numbers.tolist(), each.marks, strict=False):
            marks[k] = mark
    on_disc = np.zeros(len(pixels), np.bool_)
    on_disc[shown] = discs.on
    cells = cells.replaced(odd.tolist(), discs.seen.cells)
    for k, mark, row in _of_several(cells.stronger(seen.gain), shown, marks, scores, fonts):
        marks[k], scores[k] = mark, row
        told[k], told[k, OTHER] = -2 * TILE, 0.0  # the network knows no such tiles
    tilted = {k: mark for k in np.flatnonzero(on_disc).tolist() if (mark := marks[k]) is not None}
    told[list(tilted)] = look_at_marks(list(tilted.values()))  # these are set upright
    odds = letter_odds(told)
    is_tile = odds + sum(each.log_odds(odds, TILE) for each in grounds) > TILE
    most = MOST_VALUE
    if worth is not None:
        most = max((value for each in worth.values() for value in each), default=0)
    prints = look_at_corner(cells, is_tile, known, beyond, own_values(), most)
    return TileObservations(
        Letters(letters.letters, scores),
        told,
        tuple(marks),
        cells.ground,
        cells.ink,
        is_tile,
        line,
        fonts,
        on_disc,
        _cut(marks, beyond),
        seen.gain,
        prints,
    )


def _cut(marks: Sequence[Mark | None], beyond: Bools | None) -> Bools:
    """``(K,)`` which marks reach into what lies outside the picture, where its edge is repeated."""
    cut = np.zeros(len(marks), np.bool_)
    if beyond is None:
        return cut
    for k, mark in enumerate(marks):
        if mark is not None:
            box = mark.blob
            cut[k] = beyond[k, box.y : box.bottom, box.x : box.right].any()
    return cut


def _by_ink_alone(pixels: Bytes, cells: Cells) -> tuple[Cells, Floats]:
    """Cells without lines beside their letters, and what the network tells of them.

    Where a line stands out more, and so was taken for the ink, the ink of most letters is taken.
    """
    told = look_at_letters(cells)
    perhaps = letter_odds(told) > 0.0
    alone = without_outline(cells, perhaps)
    if alone is cells:
        return cells, told
    told = look_at_letters(alone)
    usual = usual_colour(alone.ink[perhaps])
    far = np.flatnonzero(perhaps & (pixel_distances(alone.ink, usual) > FAR_COLOUR))
    if len(far):
        inks = alone.ink.copy()
        inks[far] = usual
        other = without_outline(separate_ink(pixels, ink=inks, ground=alone.ground), perhaps)
        seen = look_at_letters(other.only(far))
        better = letter_odds(seen, covered=False) > 0.0
        alone = alone.replaced(far[better].tolist(), other.only(far[better]))
        told[far[better]] = seen[better]
    return alone, told


def _of_several(
    cells: Cells, shown: Numbers, marks: Sequence[Mark | None], scores: Floats, fonts: GlyphBank
) -> Iterator[tuple[int, Mark, Floats]]:
    """The cells that look most like several letters on one tile; these as one mark; its scores.

    None of 64,879 cells with something on them does, on 1,540 screens without such tiles.
    """
    several = of_several(fonts.characters)
    if not several:
        return
    rest = np.delete(np.arange(len(marks)), shown)  # what the network takes for no letter
    marks, scores = list(marks), scores.copy()
    for k, mark in zip(rest.tolist(), find_marks(cells.only(rest), several=True), strict=True):
        marks[k] = mark
    scores[rest] = match_marks([marks[k] for k in rest.tolist()], fonts).scores
    alike = np.isin(scores.argmax(axis=1), several) & (scores.max(axis=1) >= SURE)
    for k in np.flatnonzero(alike).tolist():
        mark = marks[k]
        if mark is not None:
            yield k, mark.several or mark, scores[k]


def find_letters(
    cells: Cells, bank: GlyphBank, likely: GlyphBank | None = None, accented: str = ""
) -> Look:
    """The marks of cells, the fonts they look most like, and the letters of these.

    Where letters fall apart the cells come back with the gain by which they are clearest.
    """

    def look(seen: Cells) -> Look:
        marks = find_marks(seen, several=bool(of_several(bank.characters)))
        fonts = choose_fonts(marks, bank, likely)
        return seen, marks, fonts, match_marks(marks, fonts, accented)

    best = look(cells)
    if cells.gain == 1.0 and best[3].best.max(initial=0.0) >= SURE and _clarity(best) < SURE * SURE:
        best = max([best, *(look(cells.stronger(gain)) for gain in GAINS)], key=_clarity)
    return best


def _clarity(look: Look) -> float:
    """How like letters marks are, times their share of the ink around them; the mean of all.

    The upright stroke of an H is like an I, but only a part of what is printed there.
    """
    cells, marks, _, letters = look
    found = []
    for coverage, mark, best in zip(cells.coverage, marks, letters.best.tolist(), strict=True):
        if mark is not None:
            around = coverage[mark.blob.y : mark.blob.bottom, COLUMNS]
            found.append(best * float(mark.coverage.sum()) / float(around.sum()))
    return sum(found) / len(found) if found else 0.0
