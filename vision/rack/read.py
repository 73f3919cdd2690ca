"""A picture and its board in; the tiles on the rack out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

import numpy as np

from vision.board import BoardCandidate
from vision.imaging import (
    FAR_COLOUR,
    OTHER_COLOUR,
    TRIED,
    Bools,
    Box,
    Floats,
    Grid,
    Screen,
    usual_colour,
)
from vision.rack.letter_rows import find_letter_rows
from vision.rack.rows import (
    fill_slots,
    find_rack_rows,
    find_racks_beside,
    find_rows_apart,
    slots_beside,
)
from vision.rack.slots import RackReading, off_board, read_row, set_off
from vision.themes import Templates
from vision.tiles import CELL, TileObservations, Worth, cut_box

Look = partial[RackReading | None]
"""``read_row`` of a picture: of a row of squares, and the slots beside them."""


def read_rack(
    screen: Screen,
    located: BoardCandidate,
    board: TileObservations,
    templates: Templates,
    slots: int,
) -> RackReading | None:
    """The rack below, beside or above the board, None where there is none or it is empty.

    Args:
        screen: The picture.
        located: The board.
        board: What the board's tiles show: their font and colours help.
        templates: Letters and figures to compare with.
        slots: Tiles on a full rack.
    """
    look = partial(read_row, screen, board, templates, slots=slots)
    grid, worth = located.grid, templates.worth
    best: RackReading | None = None
    sure = False
    for row in islice(find_rack_rows(screen.pixels, grid, slots), TRIED):
        seen = [look(row, spare) for spare in fill_slots(row, slots, screen.width)]
        held = (each for each in seen if each and _shows_a_tile(each, board, worth))
        best = _fullest([best, *held], board, worth)
        sure = best is not None and _valued(best, board, worth)
        if best is not None and sure and len(best.boxes) == slots:
            return _with_one_more(screen, best, look, worth)
    other = _read_by_letters(screen, grid, board, look, worth, slots)
    if best is None or other is None or not sure or len(other.boxes) > len(best.boxes):
        best = _fullest([best, other], board, worth)
    if best is None:
        beside = find_racks_beside(screen.pixels, grid, slots)
        return _fullest(_racks(beside, board, look, worth), board, worth)
    if len(best.boxes) == 1:
        return _not_alone(screen, best, look, worth, slots)
    cut = _cut_off(screen, best)
    return best._replace(unread=best.unread + cut, cut=cut)


def _cut_off(screen: Screen, held: RackReading) -> int:
    """How many tiles beside those of a rack the picture's edge cuts off."""
    cut = 0
    for beside in _beside(held):
        left, right = max(0, beside.x), min(screen.width, beside.right)
        part = beside._replace(x=left, width=right - left)
        if 0 < part.width < beside.width:
            ground = _ground(screen, part)
            alike = np.array([_of_its_colour(ground, held)])
            cut += int(set_off(screen, [part], ground[None], alike).sum())
    return cut


def _beside(held: RackReading) -> tuple[Box, Box]:
    """Where one more tile would lie before the first of a rack of several, and behind the last."""
    steps = np.diff([box[:2] for box in held.boxes], axis=0)
    across, down = steps[np.abs(steps).sum(axis=1).argmin()].tolist()
    return held.boxes[0].shifted(-across, -down), held.boxes[-1].shifted(across, down)


def _with_one_more(screen: Screen, best: RackReading, look: Look, worth: Worth) -> RackReading:
    """A full rack; a tile counts as unread where one more lies beside it, as in unknown games."""
    if len(best.boxes) == 1:  # nothing shows where the next tile would lie
        return best
    for beside, number in zip(_beside(best), (0, -1), strict=True):
        inside = beside.x >= 0 and beside.right <= screen.width and beside.bottom <= screen.height
        if inside and _of_its_colour(_ground(screen, beside), best):
            count = len(best.boxes) + 1
            more = look([*best.boxes, beside], [], slots=count)
            if more and len(more.boxes) == count and (more.faces.sure(worth) & ~more.bare)[number]:
                return best._replace(unread=1)
    return best


def _not_alone(
    screen: Screen, best: RackReading, look: Look, worth: Worth, slots: int
) -> RackReading:
    """A rack of one tile, together with tiles beside it that were not found as squares.

    They are taken where each is a sure letter; otherwise places of their colour count as unread.
    """
    spares = slots_beside(best.boxes[0], slots, screen.width)
    rows = [row for spare in spares if (row := look([*best.boxes], spare))]
    seen = max((len(row.boxes) + row.unread for row in rows), default=1)
    whole = [row for row in rows if (row.faces.sure(worth) & ~row.bare).all()]
    more = max([best, *whole], key=lambda row: (len(row.boxes), _clarity(row)))
    return more._replace(unread=max(more.unread, seen - len(more.boxes)))


def _ground(screen: Screen, square: Box) -> Floats:
    """``(3,)`` the colour of most of a square."""
    return usual_colour(cut_box(screen.pixels, square, CELL, CELL).reshape(-1, 3))


def _of_its_colour(ground: Floats, held: RackReading) -> bool:
    """Whether a colour is that of the rack's tiles."""
    return float(np.linalg.norm(ground - usual_colour(held.faces.ground))) <= OTHER_COLOUR


def _read_by_letters(
    screen: Screen, grid: Grid, board: TileObservations, look: Look, worth: Worth, slots: int
) -> RackReading | None:
    """The rack around a row of letters with their numerals, or on squares that stand out."""
    found = find_letter_rows(screen.pixels, grid, board.line, slots)[:TRIED]
    found += find_rows_apart(screen.pixels, grid, slots)[:TRIED]
    rows = ((row, spare) for row in found for spare in fill_slots(row, slots, screen.width))
    return _fullest(_racks(rows, board, look, worth), board, worth)


def _racks(
    rows: Iterable[tuple[list[Box], list[Box]]], board: TileObservations, look: Look, worth: Worth
) -> Iterator[RackReading]:
    """The racks among rows of squares with their spare slots."""
    seen = (look(row, spare) for row, spare in rows)
    return (held for held in seen if held and _is_rack(held, board, worth))


def _is_rack(held: RackReading, board: TileObservations, worth: Worth) -> bool:
    """Whether most squares of a row are sure letters or bare: words under slots are cut anywhere.

    Most letters must have their own value beside them, and a lone one the board's tiles' colour.
    """
    alone = len(held.boxes) == 1 and board.is_tile.any()
    if alone and off_board(held.faces.ground, board)[0] > FAR_COLOUR:
        return False  # a sign on a button may look like a letter
    like = held.faces.sure(worth) | held.bare
    return int((~like).sum()) + held.unread <= int(like.sum()) and _valued(held, board, worth)


def _shows_a_tile(held: RackReading, board: TileObservations, worth: Worth) -> bool:
    """Whether a row of squares holds a tile and not only signs, as buttons do.

    It is a letter with its value, or a blank or sure letter in the colour of the board's tiles.
    """
    like_board = off_board(held.faces.ground, board) <= FAR_COLOUR
    like_board |= not board.is_tile.any()
    alike = (held.faces.sure(worth) | held.bare) & like_board
    return bool((held.faces.valued(worth) | alike).any())


def _own_values(held: RackReading, worth: Worth) -> Bools:
    """``(R,)`` which letters have their own value beside them."""
    return held.faces.valued(worth) & ~held.bare


def _like_board(held: RackReading, board: TileObservations) -> Bools:
    """``(R,)`` which tiles have the colour of one of the board's."""
    return off_board(held.faces.ground, board) <= OTHER_COLOUR


def _valued(held: RackReading, board: TileObservations, worth: Worth) -> bool:
    """Whether most letters have their own value beside them: letters of text have none.

    Where no tile of the board shows a value, most must have the colour of those tiles instead.
    """
    lettered = int((~held.bare).sum())
    if board.prints is None and board.is_tile.any():
        own = _like_board(held, board) & ~held.bare
    else:
        own = _own_values(held, worth)
    return lettered > 0 and 2 * int(own.sum()) >= lettered


def _fullest(
    racks: Iterable[RackReading | None], board: TileObservations, worth: Worth
) -> RackReading | None:
    """The first rack with the most letters that have their own value, then with the most area.

    Letters in the colour of the board's tiles come first: a banner may show tiles of another game.
    Smaller tiles inside of others are their numerals.
    """

    def fullness(held: RackReading) -> tuple[int, int, float]:
        own = _own_values(held, worth)
        area = sum(box.width * box.height for box in held.boxes)
        return int((own & _like_board(held, board)).sum()), int(own.sum()), area

    return max((each for each in racks if each is not None), key=fullness, default=None)


def _clarity(held: RackReading) -> float:
    """Mean likeness of the rack's letters, 0 where it has none: misplaced slots cut letters."""
    return float(held.faces.letters.best[~held.bare].mean()) if not held.bare.all() else 0.0
