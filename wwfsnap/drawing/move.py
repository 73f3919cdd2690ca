"""Draws the best turn onto a picture.

New tiles are the picture's own; all else that is painted (a frame inside their squares, a sign on
blanks, the score on a free square, a caption beside board and rack) is listed in the Drawing, and
every other pixel stays as it was. Tiles to be swapped are framed where they lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from solver.game import Move, points_text
from vision.imaging import Box, Grid, Place, Pose, Screen
from vision.reading import Reading
from wwfsnap.drawing.artwork import tile_face
from wwfsnap.drawing.canvas import (
    DARK,
    LIGHT,
    Colour,
    Pixels,
    distance_inside,
    filled,
    frame_around,
    paint,
    pill,
    strokes,
    text_width,
    write,
)
from wwfsnap.drawing.cleared import remove_pending
from wwfsnap.drawing.layout import Surroundings, badge_square, caption_box, contrasting_colour


class Drawing(NamedTuple):
    """A picture with a move on it.

    Attributes:
        pixels: ``(H, W, 3)`` uint8, blue, green, red: the size of the screen.
        tiles: Boxes of the squares that got a new tile.
        cleared: Boxes of pending tiles that are not in the move, and of what games draw around
            them.
        badge: Where the score is; None where there was no free square.
        caption: Where the caption is; None where there was no room.
    """

    pixels: Pixels
    tiles: tuple[Box, ...]
    cleared: tuple[Box, ...]
    badge: Box | None
    caption: Box | None


def draw_move(screen: Screen, reading: Reading, move: Move) -> Drawing:
    """Draw ``move`` on a copy of the picture.

    Args:
        screen: The picture, left as it is.
        reading: What was read of it: where the squares and the rack's tiles lie.
        move: One that fits the reading.
    """
    if reading.pose is not None:
        return _draw_straight(screen, reading, move, reading.pose)
    pixels = screen.pixels.copy()
    grid = reading.grid
    laid = {(square.row, square.column): tile for square, tile in move.tiles}
    cleared = remove_pending(pixels, screen, reading, laid)
    bright = contrasting_colour(screen, grid.box, grid.cell)
    for run in _runs(laid):
        _frame(pixels, grid, run, bright)
    for (row, column), tile in laid.items():
        box = _inside_frame(grid, row, column, laid)
        _lay(pixels, screen, reading, tile, box)
        if tile.islower():
            _sign(pixels, box, bright)
    badge = _badge(pixels, reading, list(laid), move.score, bright)
    caption = _caption(pixels, screen, reading, caption_text(move), bright)
    tiles = tuple(grid.square(row, column) for row, column in laid)
    return Drawing(pixels, tiles, cleared, badge, caption)


def draw_exchange(screen: Screen, reading: Reading, swapped: Sequence[str]) -> Pixels:
    """Frame the tiles to be swapped on a copy of the picture, with a caption.

    Args:
        screen: The picture, left as it is.
        reading: What was read of it.
        swapped: Tiles of the rack, ``?`` a blank; none for a pass.

    Returns:
        ``(H, W, 3)`` uint8, blue, green, red: the size of the screen.
    """
    if reading.pose is not None:
        straight = screen.straightened(reading.pose)
        drawn = draw_exchange(straight, reading._replace(pose=None), swapped)
        return reading.pose.paint_back(screen.pixels, straight.pixels, drawn)
    pixels = screen.pixels.copy()
    grid = reading.grid
    bright = contrasting_colour(screen, grid.box, grid.cell)
    wanted = Counter(swapped)
    laid = (tile for line in reading.cells for tile in line if tile is not None and tile.tentative)
    for tile in (*(reading.rack or ()), *laid):
        text = "?" if tile.blank else tile.tile
        if wanted[text]:
            wanted[text] -= 1
            frame_around(pixels, tile.box, tile.box.height, bright)
    text = f"swap {' '.join(swapped)}" if swapped else "pass"
    _caption(pixels, screen, reading, text, bright)
    return pixels


def _draw_straight(screen: Screen, reading: Reading, move: Move, pose: Pose) -> Drawing:
    """Draw on the straightened picture, and transform what was painted back."""
    straight = screen.straightened(pose)
    drawn = draw_move(straight, reading._replace(pose=None), move)
    return Drawing(
        pose.paint_back(screen.pixels, straight.pixels, drawn.pixels),
        tuple(map(pose.box_back, drawn.tiles)),
        tuple(map(pose.box_back, drawn.cleared)),
        drawn.badge and pose.box_back(drawn.badge),
        drawn.caption and pose.box_back(drawn.caption),
    )


def caption_text(move: Move) -> str:
    """``QUELL 8G 29 points, blank E``; in capitals, for a small l reads as an I."""
    blanks = [tile.upper() for _, tile in move.tiles if tile.islower()]
    told = f", blank{'s' * (len(blanks) > 1)} {' '.join(blanks)}" if blanks else ""
    return f"{move.word.upper()} {move.start} {points_text(move.score)}{told}"


def _inside_frame(grid: Grid, row: int, column: int, laid: Container[Place]) -> Box:
    """A square's box inside the frame; close to its edge on sides next to another new tile."""
    square, rim, gap = grid.square(row, column), sum(strokes(grid.cell)), grid.cell * 0.04
    left = gap if (row, column - 1) in laid else rim
    right = gap if (row, column + 1) in laid else rim
    top = gap if (row - 1, column) in laid else rim
    bottom = gap if (row + 1, column) in laid else rim
    width, height = square.width - left - right, square.height - top - bottom
    return Box(square.x + left, square.y + top, width, height)


def _lay(pixels: Pixels, screen: Screen, reading: Reading, tile: str, box: Box) -> None:
    """Put one tile in its place, corners rounded so that nothing of the rack shows."""
    rows, columns = box.pixels(screen.width, screen.height)
    height, width = rows.stop - rows.start, columns.stop - columns.start
    if height > 0 and width > 0:
        depth = distance_inside(pixels, box, reading.grid.cell * 0.12)
        paint(pixels, box, tile_face(screen, reading, tile, width, height), filled(depth))


def _sign(pixels: Pixels, tile: Box, bright: Colour) -> None:
    """A question mark at the upper right of a blank, which has no numeral there."""
    size = 0.36 * tile.height
    box = Box(tile.right - 1.1 * size, tile.y + 0.1 * size, size, size)
    pill(pixels, box, bright, DARK, size / 2, max(0.8, 0.08 * size))
    write(pixels, box, "?", DARK)


def _runs(places: Iterable[Place]) -> Iterator[list[Place]]:
    """New tiles that touch, as each run gets one frame."""
    run: list[Place] = []
    for place in sorted(places):
        if run and abs(place[0] - run[-1][0]) + abs(place[1] - run[-1][1]) > 1:
            yield run
            run = []
        run.append(place)
    yield run


def _frame(pixels: Pixels, grid: Grid, run: Sequence[Place], bright: Colour) -> None:
    """The frame and ground of a run of new tiles: a bright line between dark ones."""
    first, last = grid.square(*run[0]), grid.square(*run[-1])
    box = Box(first.x, first.y, last.right - first.x, last.bottom - first.y)
    thin, thick = strokes(grid.cell)
    depth = distance_inside(pixels, box, grid.cell * 0.16)
    paint(pixels, box, DARK, filled(depth))
    paint(pixels, box, bright, filled(depth, thin, thin + thick))


def _badge(
    pixels: Pixels, reading: Reading, places: Sequence[Place], score: int, bright: Colour
) -> Box | None:
    """The score on a free square beside the move."""
    square = badge_square(reading, places)
    if square is None:
        return None
    cell, text = reading.grid.cell, str(score)
    height = cell * 0.72
    width = min(cell, max(height, text_width(text, height) + cell * 0.28))
    x, y = reading.grid.square(*square).centre
    box = Box(x - width / 2, y - height / 2, width, height)
    pill(pixels, box, bright, DARK, height / 2, max(1.0, cell * 0.04))
    write(pixels, box, text, DARK)
    return box


def _caption(
    pixels: Pixels, screen: Screen, reading: Reading, text: str, bright: Colour
) -> Box | None:
    """Move and points in words, where the picture has room for them."""
    height = max(11.0, min(reading.grid.cell, 0.036 * max(screen.width, screen.height)))
    board = reading.grid.box
    clear = (board,) if reading.rack_box is None else (board, reading.rack_box)
    around = Surroundings(board, reading.grid.cell, clear)
    box = caption_box(screen, around, text_width(text, height) + height, height)
    if box is not None:
        pill(pixels, box, DARK, bright, box.height * 0.3, max(1.0, box.height * 0.05))
        write(pixels, box, text, LIGHT)
    return box
