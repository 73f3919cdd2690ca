"""A row of squares that may be the rack in; the tiles on them, or None, out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from vision.board import STEPS
from vision.imaging import (
    FAR_COLOUR,
    FEW,
    OTHER_COLOUR,
    SAME_COLOUR,
    Bools,
    Box,
    Bytes,
    Doubles,
    Floats,
    Grid,
    Screen,
    colour_distances,
    pixel_distances,
    quantile,
    rim_colours,
    usual_colour,
)
from vision.text import CAPITALS, LEGIBLE, columns_of, gather_lines, scale_for
from vision.themes import Templates
from vision.tiles import (
    CELL,
    CERTAIN,
    SURE,
    Grounds,
    TileObservations,
    beyond_picture,
    classify,
    cut_box,
)

COMPRESSED = 5.0
"""How far a blank on a rack without a letter may be from the colour of a tile of the board, 0 to
441: of 71 blanks of that colour, on real screens and those of 34 looks, 4.4 at most; free slots in
light looks, 19."""

NO_COLOUR = -1e3
"""All channels of a colour that is, as are its multiples, far from any that pictures have."""

LEAST_INK = 0.04
"""Share of a tile's middle that even the thinnest letter covers."""

MARGIN = 0.03
"""How much wider than a tile the cell around it is, as a share of the tile's side, as on boards."""


class RackReading(NamedTuple):
    """The rack.

    Attributes:
        boxes: R boxes of its tiles from left to right, in pixels of the picture.
        faces: What the tiles show.
        bare: ``(R,)`` bool, tiles without a letter.
        like_slots: ``(R,)`` bool, bare tiles of a colour of their own: slots without a tile, maybe.
        unread: Slots with something of a tile's colour that could not be read, and bare ones of
            not quite that colour, which may be free. Those between tiles that show neither letter
            nor value are taken for blanks all the same.
        cut: Those of them that the picture's edge cuts off, beside the first tile and the last.
    """

    boxes: tuple[Box, ...]
    faces: TileObservations
    bare: Bools
    like_slots: Bools
    unread: int
    cut: int = 0

    def only(self, kept: list[int]) -> RackReading | None:
        """The rack with some of its tiles in the order given, None where there are none."""
        if not kept:
            return None
        boxes = tuple(self.boxes[k] for k in kept)
        bare, like_slots = self.bare[kept], self.like_slots[kept]
        faces = self.faces.only(kept)
        return self._replace(boxes=boxes, faces=faces, bare=bare, like_slots=like_slots)

    def without_slots(self) -> RackReading | None:
        """The rack without the bare tiles that look like free slots, None where none is left."""
        return self.only(np.flatnonzero(~self.like_slots).tolist())

    def if_blanks(self, most: int) -> RackReading | None:
        """The rack if there are so many blanks at most: where more are bare, some are free slots.

        These are the ones of a colour of their own, or all where too many others are bare as well.
        """
        if self.bare.sum() <= most:
            return self
        if (self.bare & ~self.like_slots).sum() <= most:
            return self.without_slots()
        return self.only(np.flatnonzero(~self.bare).tolist())

    @property
    def gaps(self) -> int:
        """Free slots between its tiles, where they stand in one row."""
        steps = np.diff([box.x for box in self.boxes])
        if not len(steps) or steps.min() <= 0:
            return 0
        least = float(steps.min())
        step = least / math.ceil(least / (STEPS[1] * self.boxes[0].width))
        return int(np.round(steps / step).sum()) - len(steps)


def read_row(
    screen: Screen,
    board: TileObservations,
    templates: Templates,
    row: list[Box],
    spare: list[Box],
    *,
    slots: int,
) -> RackReading | None:
    """The tiles among a row of squares and the slots beside them, None where there are too many."""
    boxes = [*row, *spare]
    found = np.arange(len(boxes)) < len(row)
    cells, faces = _classify_slots(screen, boxes, found, board, templates)
    faint = _middle_ink(cells, faces, board) < LEAST_INK
    lettered = faces.is_tile & (~faint | faces.clear)
    if not (lettered.any() or board.is_tile.any()):
        return None
    apart, like_own, very_like = _compare_colours(cells, faces, board, found, lettered)
    empty = ~lettered & faint
    unsure = empty & very_like & ~found
    very_like &= ~unsure | set_off(screen, boxes, faces.ground, unsure)
    numerals = [faces.numeral(k) for k in range(len(boxes))]
    known = faces.letters.best >= SURE
    names = faces.letters.named(list(range(len(boxes))))
    named = zip(numerals, names, strict=True)
    own_value = np.array([each.value in templates.worth.get(name, ()) for each, name in named])
    # A letter without a numeral, where tiles have some, is a sign or a part of a word.
    numbered = lettered & found
    stray = lettered & ~very_like & np.array([each.missing for each in numerals])
    stray &= 2 * (numbered & own_value).sum() > numbered.sum()
    lettered &= ~stray
    told = lettered & faces.sure(templates.worth) & (found | faces.valued(templates.worth))
    several = (told & ~like_own).any()  # tiles have several colours: bare ones may have another
    told |= found & like_own & known & own_value
    like_board = off_board(faces.ground, board) <= SAME_COLOUR
    bare = empty & np.where(found, like_own | several | like_board, very_like)
    # Some games mark blanks with a 0; beside a letter only a certain one counts.
    worthless = ~lettered & np.array([each.value == 0 for each in numerals])
    worthless |= np.array([each.chance(0) > CERTAIN for each in numerals])
    bare |= found & like_own & ~faces.clear & worthless
    tile = (lettered & like_own) | told | bare
    other = like_own & ~tile & ~empty
    unsure = other & (stray | ~(found | faces.shows_any))  # a page may have a tile's colour
    other &= ~unsure | set_off(screen, boxes, faces.ground, unsure)
    valueless = np.array([each.value is None for each in numerals])
    signs = other & ~faces.shows_any & valueless
    on_disc = ~tile & ~other & ~empty & _rims_alike(cells, lettered)
    like_mark, marked = np.zeros((2, len(boxes)), np.bool_)
    for k in np.flatnonzero(signs | on_disc).tolist():
        like_mark[k], marked[k] = _shows_question_mark(screen, boxes[k])
    signs = (signs & (_between(boxes, tile) | like_mark)) | (on_disc & marked)
    perhaps_free = bare & ~very_like & ~worthless
    bare, tile, unread = bare | signs, tile | signs, int(((other & ~marked) | perhaps_free).sum())
    if not 0 < tile.sum() <= slots:
        return None
    if tile.sum() == 1 and not (bare | known | (own_value & like_board))[tile].all():
        return None  # a part of a word may look like a tile, too, with a numeral beside it
    rows = [round((box.y - row[0].y) / row[0].height) for box in boxes]  # lifted tiles belong to it
    order = sorted(np.flatnonzero(tile).tolist(), key=lambda k: (rows[k], boxes[k].x))
    faces = replace(faces, is_tile=faces.is_tile | told)
    like_slots = perhaps_free & (apart > SAME_COLOUR)
    return RackReading(tuple(boxes), faces, bare, like_slots, unread).only(order)


def _compare_colours(
    cells: Bytes, faces: TileObservations, board: TileObservations, found: Bools, lettered: Bools
) -> tuple[Floats, Bools, Bools]:
    """``(K,)`` how far each slot's colour is from the tiles with a letter, or else the board's.

    And which slots may be tiles by their colour, and which of these are very like them.
    """
    if not lettered.any():
        apart = off_board(faces.ground, board)
        return apart, apart <= FAR_COLOUR, apart <= COMPRESSED
    apart = np.linalg.norm(faces.ground - usual_colour(faces.ground[lettered]), axis=1)
    like_own = (apart <= OTHER_COLOUR) | (found & _alike(cells, found & lettered))
    return apart, like_own, apart <= SAME_COLOUR


def _rims_alike(cells: Bytes, lettered: Bools) -> Bools:
    """``(K,)`` which slots have the rim of the tiles with a letter, whatever is in their middle."""
    if not lettered.any():
        return lettered
    rims = rim_colours(cells)
    return np.asarray(pixel_distances(rims, usual_colour(rims[lettered])) <= SAME_COLOUR, np.bool_)


def off_board(grounds: Floats, board: TileObservations) -> Floats:
    """``(K,)`` how far each ground is from the nearest of the board's tiles, infinite for none."""
    apart = colour_distances(grounds, board.ground[board.is_tile])
    return np.asarray(apart.min(axis=1, initial=np.inf), np.float32)


def _shows_question_mark(screen: Screen, box: Box) -> tuple[bool, bool]:
    """Whether a tile's sign is liker a question mark than a letter, and whether than anything else.

    Some games mark blanks so. In some fonts it looks like a nine, which stands on no tile.
    """
    grid, strip = Grid(box.x, box.y, box.height, 1), (box.y, box.bottom)
    shown = [
        scores
        for line in gather_lines(screen, grid, (), scale_for(box.height), [strip])
        for scores, (left, _, right, _) in zip(line.scores, line.boxes, strict=True)
        if box.x < (left + right) / 2 < box.right
    ]
    mark, letters = int(columns_of("?")[0]), columns_of(CAPITALS)
    certain = any(scores.argmax() == mark for scores in shown)
    like = any(scores[mark] >= max(LEGIBLE, scores[letters].max()) for scores in shown)
    return certain or like, certain


def _between(boxes: Sequence[Box], tiles: Bools) -> Bools:
    """``(K,)`` which boxes of a row or column lie between tiles."""
    along = np.array([box.x + box.y for box in boxes])
    first, last = along[tiles].min(initial=np.inf), along[tiles].max(initial=-np.inf)
    return np.asarray((along > first) & (along < last), np.bool_)


def _classify_slots(
    screen: Screen, boxes: list[Box], found: Bools, board: TileObservations, templates: Templates
) -> tuple[Bytes, TileObservations]:
    """The cells around boxes and what they show, in the way that shows most.

    Squares that were found and have one colour are likelier tiles.
    """
    around = [_around(box) for box in boxes]
    cells = np.stack([cut_box(screen.pixels, each, CELL, CELL) for each in around])
    colours = np.stack([usual_colour(cell[10:54, 8:56].reshape(-1, 3)) for cell in cells])
    # What is no square by itself may be a part of a letter: it has a colour like no other.
    colours[~found] = NO_COLOUR * np.arange(1, 1 + np.count_nonzero(~found))[:, None]
    look = partial(
        classify,
        cells,
        templates.letters,
        templates.accented,
        likely=None if board.line is None else board.bank,
        beyond=beyond_picture(screen, around),
        known=found,
        grounds=[Grounds(colours, np.zeros((0, 3), np.float32))],
        gain=board.gain,
        worth=templates.worth,
    )
    faces = look()
    sure = int((faces.letters.best >= SURE).sum())
    if 2 * sure < found.sum():  # the gloss of the tiles may touch their letters
        even = look(alike=found)
        if (even.letters.best >= SURE).sum() > sure:
            faces = even
    return cells, faces


def _alike(cells: Bytes, tiles: Bools) -> Bools:
    """``(K,)`` which cells look like some tiles, letters apart; none where the tiles are too few.

    The ground of a tile with gloss has two colours, and either may be taken for it.
    """
    if tiles.sum() < FEW:
        return np.zeros(len(cells), np.bool_)
    small = cells[:, ::2, ::2].reshape(len(cells), -1, 3)
    apart = pixel_distances(small, usual_colour(small[tiles]))
    return np.array([quantile(each, 0.5) <= OTHER_COLOUR for each in apart], np.bool_)


def set_off(screen: Screen, boxes: Sequence[Box], grounds: Floats, these: Bools) -> Bools:
    """``(K,)`` which of these boxes have another colour above and below them than within."""
    set_off = these.copy()
    for k in np.flatnonzero(these).tolist():
        box, rim = boxes[k], 0.15 * boxes[k].height
        wide = Box(box.x, box.y - rim, box.width, box.height + 2 * rim)
        cell = cut_box(screen.pixels, wide, CELL, CELL)[:, 8:-8]
        beyond = np.stack([usual_colour(part.reshape(-1, 3)) for part in (cell[:4], cell[-4:])])
        set_off[k] = (np.linalg.norm(beyond - grounds[k], axis=1) > SAME_COLOUR).all()
    return set_off


def _middle_ink(cells: Bytes, faces: TileObservations, board: TileObservations) -> Doubles:
    """``(K,)`` share of each tile's middle with the contrast of letters."""
    middle = cells[:, 22:56, 10:46].transpose(3, 0, 1, 2).astype(np.float32, order="C")
    middle -= faces.ground.T[:, :, None, None]
    middle *= middle
    shown = (each.contrast[each.is_tile] for each in (faces, board) if each.is_tile.any())
    strong = max(next((quantile(each, 0.5) for each in shown), 0.0) / 2, SAME_COLOUR)
    return np.asarray((middle.sum(axis=0) > strong * strong).mean(axis=(1, 2)), np.float64)


def _around(box: Box) -> Box:
    """The square cell around a tile, its top edge as far from the tile as its sides."""
    side, margin = box.width * (1 + 2 * MARGIN), MARGIN * box.width
    return Box(box.x - margin, box.y - margin, side, max(side, box.height))
