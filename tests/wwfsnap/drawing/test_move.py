"""The drawn picture: what is painted, where, and that nothing else is."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from solver.game import Board, Move, Position, Rack, Square, load_game, score_move
from tests.shared.shots import Shot, make_shot
from vision.imaging import Box, Screen
from wwfsnap.drawing.canvas import DARK
from wwfsnap.drawing.layout import BRIGHT
from wwfsnap.drawing.move import Drawing, caption_text, draw_exchange, draw_move

CELLS = [20.0, 33.4, 48.0, 120.0, 200.0]


def _move(shot: Shot, *placements: tuple[str, str]) -> Move:
    reading = shot.reading
    position = Position(
        Board(reading.board_rows()), Rack(reading.rack_tiles()), load_game(reading.game)
    )
    return score_move(position, [(Square.parse(name), tile) for name, tile in placements])


def _any_move(word: str, *tiles: tuple[Square, str]) -> Move:
    """A move of one point, legal or not."""
    first = tiles[0][0]
    return Move(
        first.row,
        first.column,
        across=True,
        word=word,
        tiles=tiles,
        score=1,
        words=((word, 1),),
        leave=(),
    )


def _quells(shot: Shot) -> Move:
    """QUELLS down through the E of HELLO, both ends on free squares."""
    return _move(shot, ("G6", "Q"), ("G7", "U"), ("G9", "L"), ("G10", "L"), ("G11", "S"))


def _painted(drawing: Drawing) -> NDArray[np.bool_]:
    """Where the drawing says that it painted."""
    height, width = drawing.pixels.shape[:2]
    mask = np.zeros((height, width), dtype=bool)
    boxes = [*drawing.tiles, *drawing.cleared, drawing.badge, drawing.caption]
    for box in boxes:
        if box is not None:
            mask[box.pixels(width, height)] = True
    return mask


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > 0.01 and down > 0.01


@pytest.mark.parametrize("cell", CELLS)
def test_other_pixels_stay_as_they_were(cell: float) -> None:
    shot = make_shot(cell=cell)
    before = shot.screen.pixels.copy()
    drawing = draw_move(shot.screen, shot.reading, _quells(shot))
    changed = (drawing.pixels != before).any(axis=2)
    assert changed.any()
    assert not (changed & ~_painted(drawing)).any()
    assert (shot.screen.pixels == before).all()
    assert drawing.pixels.shape == before.shape
    assert drawing.pixels.dtype == np.uint8


@pytest.mark.parametrize("cell", CELLS)
def test_new_tiles_are_those_of_the_rack(cell: float) -> None:
    shot = make_shot(cell=cell)
    drawing = draw_move(shot.screen, shot.reading, _quells(shot))
    assert shot.reading.rack is not None
    by_letter = {tile.tile: tile.box for tile in shot.reading.rack}
    width, height = shot.screen.width, shot.screen.height
    for letter, box in zip("QULLS", drawing.tiles, strict=True):
        rim = cell * 0.2
        inner = Box(box.x + rim, box.y + rim, box.width - 2 * rim, box.height - 2 * rim)
        drawn = drawing.pixels[inner.pixels(width, height)].astype(float)
        held = shot.screen.pixels[by_letter[letter].pixels(width, height)]
        wanted = cv2.resize(
            held, (round(cell * 0.85), round(cell * 0.85)), interpolation=cv2.INTER_AREA
        )
        margin = (wanted.shape[0] - drawn.shape[0]) // 2
        wanted = wanted[margin : margin + drawn.shape[0], margin : margin + drawn.shape[1]]
        wanted = cv2.resize(wanted, (drawn.shape[1], drawn.shape[0]))
        alike = np.corrcoef(wanted.ravel(), drawn.ravel())[0, 1]
        assert alike > 0.8, letter


def test_frame_stands_out_in_bright_and_dark() -> None:
    shot = make_shot(cell=60)
    drawing = draw_move(shot.screen, shot.reading, _quells(shot))
    first = drawing.tiles[0]
    column = drawing.pixels[round(first.y) : round(first.y) + 8, round(first.centre[0])]
    assert (np.abs(column.astype(int) - DARK).sum(axis=1) < 60).any()
    assert any((np.abs(column.astype(int) - bright).sum(axis=1) < 60).any() for bright in BRIGHT)


@pytest.mark.parametrize("cell", CELLS)
def test_badge_lies_on_a_free_square_beside_the_move(cell: float) -> None:
    shot = make_shot(cell=cell)
    move = _quells(shot)
    badge = draw_move(shot.screen, shot.reading, move).badge
    assert badge is not None
    grid = shot.reading.grid
    taken = [
        grid.square(row, column)
        for row, line in enumerate(shot.reading.cells)
        for column, tile in enumerate(line)
        if tile is not None
    ] + [grid.square(square.row, square.column) for square in move.squares]
    assert not any(_overlap(badge, box) for box in taken)
    near = min(np.hypot(*np.subtract(badge.centre, box.centre)) for box in taken)
    assert near < 1.5 * cell


def test_badge_finds_the_only_free_square() -> None:
    full = tuple("A" * 15 for _ in range(15))
    rows = ("." + full[0][1:], *full[1:-1], full[-1][:-1] + ".")
    shot = make_shot(rows, "QUELL?S")
    move = _any_move("SA", (Square(0, 0), "S"))
    drawing = draw_move(shot.screen, shot.reading, move)
    assert drawing.badge is not None
    assert _overlap(drawing.badge, shot.reading.grid.square(14, 14))


@pytest.mark.parametrize("cell", CELLS)
def test_caption_leaves_board_and_rack_in_sight(cell: float) -> None:
    shot = make_shot(cell=cell, margins=(cell * 0.3, cell * 2.5))
    caption = draw_move(shot.screen, shot.reading, _quells(shot)).caption
    assert caption is not None
    assert shot.reading.rack_box is not None
    assert not _overlap(caption, shot.reading.grid.box)
    assert not _overlap(caption, shot.reading.rack_box)
    assert caption.x >= 0
    assert caption.y >= 0
    assert caption.right <= shot.screen.width
    assert caption.bottom <= shot.screen.height


def test_no_caption_where_there_is_no_room() -> None:
    shot = make_shot(margins=(0.0, 0.0))
    bottom = round(shot.reading.grid.box.bottom)
    screen = Screen(shot.screen.pixels[:bottom].copy(), "cropped")
    reading = shot.reading._replace(height=bottom)
    drawing = draw_move(screen, reading, _quells(shot))
    assert drawing.caption is None
    assert drawing.badge is not None


def test_caption_text_names_word_place_and_points() -> None:
    shot = make_shot()
    move = _quells(shot)
    assert caption_text(move) == f"QUELLS G6 {move.score} points"
    assert caption_text(_any_move("AB", (Square(0, 0), "A"))) == "AB 1A 1 point"
    one, two = (Square(0, 0), "a"), (Square(0, 1), "b")
    assert caption_text(_any_move("aB", one)) == "AB 1A 1 point, blank A"
    assert caption_text(_any_move("ab", one, two)) == "AB 1A 1 point, blanks A B"


@pytest.mark.parametrize("letter", ["l", "z"], ids=["letter of another tile", "letter of a font"])
def test_blank_shows_its_letter_and_a_sign_for_a_numeral(letter: str) -> None:
    shot = make_shot(cell=60)
    move = _move(shot, ("I7", letter))
    drawing = draw_move(shot.screen, shot.reading, move)
    box, drawn = drawing.tiles[0], drawing.pixels
    inner = drawn[
        round(box.y + 12) : round(box.bottom - 12), round(box.x + 12) : round(box.right - 12)
    ]
    assert (inner.astype(int).sum(axis=2) < 250).mean() > 0.08  # dark ink
    corner = drawn[round(box.y + 6) : round(box.y + 24), round(box.right - 24) : round(box.right)]
    assert any((corner == colour).all(axis=2).mean() > 0.2 for colour in BRIGHT)


@pytest.mark.parametrize("swapped", [["Q", "?"], ["L", "L"], []])
def test_tiles_to_be_swapped_get_a_frame(swapped: list[str]) -> None:
    shot = make_shot(cell=60, rack="QUELL?S")
    drawn = draw_exchange(shot.screen, shot.reading, swapped)
    changed = (drawn != shot.screen.pixels).any(axis=2)
    framed = []
    for tile in shot.reading.rack or ():
        rows, columns = tile.box.pixels(shot.screen.width, shot.screen.height)
        assert not changed[rows, columns][9:-9, 9:-9].any()
        if changed[rows.start, (columns.start + columns.stop) // 2]:
            framed.append(tile.tile)
    assert framed == swapped
    assert changed.any()  # the caption, at least
    assert not changed[shot.reading.grid.box.pixels(shot.screen.width, shot.screen.height)].any()


def test_blank_without_a_blank_in_sight_is_a_wiped_tile() -> None:
    shot = make_shot(rack="QUELLS")
    move = _any_move("z", (Square(6, 8), "z"))
    drawing = draw_move(shot.screen, shot.reading, move)
    assert not (drawing.pixels == shot.screen.pixels).all()


def test_tiles_laid_elsewhere_are_taken_up() -> None:
    laid = {(2, 2): "Q", (2, 3): "U"}
    shot = make_shot(rack="ELL?S", tentative=laid)
    drawing = draw_move(shot.screen, shot.reading, _quells(shot))
    clean = make_shot(rack="ELL?S")
    for place in laid:
        box = shot.reading.grid.square(*place)
        part = box.pixels(shot.screen.width, shot.screen.height)
        assert (drawing.pixels[part] == clean.screen.pixels[part]).all()
        assert box in drawing.cleared
    changed = (drawing.pixels != shot.screen.pixels).any(axis=2)
    assert not (changed & ~_painted(drawing)).any()


def test_tiles_laid_where_the_move_wants_them_stay() -> None:
    shot = make_shot(rack="ELL?S", tentative={(5, 6): "Q", (6, 6): "U"})
    drawing = draw_move(shot.screen, shot.reading, _quells(shot))
    assert drawing.cleared == ()
    assert len(drawing.tiles) == 5


LOW = {(14, 2): "Q", (14, 3): "U"}


def _with_badge(shot: Shot, x: float, y: float) -> Shot:
    """The same with a disc on the screen."""
    pixels = shot.screen.pixels.copy()
    cv2.circle(pixels, (round(x), round(y)), 9, (40, 220, 90), -1)
    return replace(shot, screen=Screen(pixels, "test"))


def test_a_badge_over_the_boards_side_is_taken_off_with_its_tile() -> None:
    shot, clean = make_shot(rack="ELL?S", tentative=LOW), make_shot(rack="ELL?S")
    corner = shot.reading.grid.square(14, 3)
    badged = _with_badge(shot, corner.right, corner.bottom + 2)
    drawing = draw_move(badged.screen, badged.reading, _quells(badged))
    around = Box(corner.x - 40, corner.y, 120, 60).pixels(clean.screen.width, clean.screen.height)
    assert (drawing.pixels[around] == clean.screen.pixels[around]).all()
    changed = (drawing.pixels != badged.screen.pixels).any(axis=2)
    assert not (changed & ~_painted(drawing)).any()


def test_a_badge_on_a_tile_does_not_come_along() -> None:
    shot = make_shot(rack="ELL?S", tentative=LOW)
    badged = _with_badge(shot, *shot.reading.grid.square(14, 2)[:2])
    drawn, plain = (draw_move(s.screen, s.reading, _quells(s)) for s in (badged, shot))
    part = drawn.tiles[0].pixels(shot.screen.width, shot.screen.height)  # the Q
    apart = np.abs(drawn.pixels[part].astype(int) - plain.pixels[part]).max(axis=2)
    assert apart.max() < 60
    assert (apart > 20).mean() < 0.01
