"""Painted screens: racks of all kinds, letters that only their values tell, blanks, tilted luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.folders import DATA
from solver.game import Board, load_game, tile_text
from tests.benchmarks.painting import (
    CELL,
    FONTS,
    PAPER,
    Place,
    Style,
    lay,
    paint_screen,
    paint_tile,
    tile_of,
)
from vision.corrections import Corrections
from vision.errors import NoBoardFound
from vision.imaging import Box, Grid, Screen
from vision.rack.slots import set_off
from vision.reader import read
from vision.reading import Reading, Why, because

BARE = ["." * 15] * 15
ROWS = (
    *["." * 15] * 5,
    "......J........",
    "......O........",
    "....QUICK......",
    "......N..E.....",
    ".......BOXED...",
    ".........T.....",
    *["." * 15] * 4,
)
PLACE = Place(12.0, 60.0, 40.0, 640, 860)


def screen_of(
    rows: Sequence[str],
    rack: str,
    style: Style | None = None,
    *,
    place: Place = PLACE,
    premiums: Sequence[str] | None = None,
) -> Screen:
    pixels = paint_screen(rows, rack, place=place, style=style, premiums=premiums)
    return Screen(pixels, "painted")


def rack_of(reading: Reading) -> str:
    return "".join(map(tile_text, reading.rack_tiles()))


@pytest.mark.parametrize(
    "rack", ["EFJORDS", "QUARTZ?", "MW", "LYNX", "BIG", "ABCDEFG", "HIJKLMN", "OPQRSTU", "VWXYZ?E"]
)
def test_racks(rack: str) -> None:
    reading = read(screen_of(ROWS, rack))
    assert rack_of(reading) == rack
    assert Board(reading.board_rows()).lines() == list(ROWS)


@pytest.mark.parametrize("rack", ["E", "?"])
def test_a_single_tile(rack: str) -> None:
    reading = read(screen_of(ROWS, rack))
    assert rack_of(reading) == rack or any("rack" in doubt.where for doubt in reading.doubts)


@pytest.mark.parametrize("rack", ["?", "??"])
def test_bare_tiles_in_the_colour_of_the_boards_are_blanks(rack: str) -> None:
    reading = read(screen_of(ROWS, rack))
    assert rack_of(reading) == rack
    assert Why.UNREAD not in {doubt.why.why for doubt in reading.doubts}


@pytest.mark.parametrize(("beyond", "unread"), [(30, False), (0, True)], ids=["page", "tile"])
def test_a_page_in_a_tiles_colour_is_none(beyond: int, *, unread: bool) -> None:
    """The tray ends where further tiles might lie; what is set off from it may be one."""
    screen, side = screen_of(ROWS, "LYNX"), round(1.5 * PLACE.cell)
    left, top = round(PLACE.x + 4 * 1.06 * side), round(PLACE.y + PLACE.cell * 15.8)
    page = screen.pixels[top - beyond : top + side + beyond, left:]
    page[:] = Style().face
    page[:, 8 : side // 4] = Style().ink
    found = {doubt.why.why for doubt in read(screen).doubts}
    assert (Why.UNREAD in found) == unread


@pytest.mark.parametrize("letter", [0.26, 0.3, 0.7])
def test_letters_low_and_high(letter: float) -> None:
    """As web pages have them: on large tiles in the size of labels, or as high as fits."""
    rows = [row.replace("BOXED", "BOXEr") for row in ROWS]
    reading = read(screen_of(rows, "QUARTZ?", Style(letter=letter, numeral=0.16)))
    assert Board(reading.board_rows()).lines() == rows
    assert rack_of(reading) == "QUARTZ?"


@pytest.mark.parametrize("rack", ["QUARTZS", "LYNX"])
def test_a_rack_that_no_numerals_prove(rack: str) -> None:
    """Where the board has none either: its tiles have the colour of the board's."""
    reading = read(screen_of(ROWS, rack, Style(letter=0.4, numeral=0.0)))
    assert rack_of(reading) == rack


def marked(text: str, value: str, slot: int = 5, style: Style | None = None) -> Reading:
    """A rack with a blank of such a look in one of its slots."""
    page = paint_screen(ROWS, f"{'QUARTS'[:slot]} {'QUARTS'[slot:]}", place=PLACE)
    lay(page, paint_tile(text, value, style), PLACE.slot(slot))
    return read(Screen(page, "painted"))


@pytest.mark.parametrize("text", ["", "?", "*"])
def test_a_blank_with_a_zero(text: str) -> None:
    """As many games of the web mark it, with a sign of its own or none."""
    assert rack_of(marked(text, "0")) == "QUART?S"


def test_a_blank_with_some_sign_and_no_value_is_a_doubt() -> None:
    reading = marked("*", "")
    assert rack_of(reading) == "QUART?S"
    assert any("rack" in doubt.where for doubt in reading.doubts)


@pytest.mark.parametrize("slot", [0, 3, 6])
def test_a_question_mark_is_a_blank(slot: int) -> None:
    """As pages for players print it, which sort blanks before or behind all letters."""
    reading = marked("?", "", slot)
    assert rack_of(reading) == f"{'QUARTS'[:slot]}?{'QUARTS'[slot:]}"
    assert Why.UNREAD not in {doubt.why.why for doubt in reading.doubts}


@pytest.mark.parametrize("font", ["inter-bold", "inter-medium", "barlow-condensed-semibold"])
def test_a_question_mark_that_is_liker_a_nine(font: str) -> None:
    """In fonts that the bank of text lacks; no tile shows a digit in its middle, but it is odd."""
    reading = marked("?", "", 6, Style(font=font, letter=0.4))
    assert rack_of(reading) == "QUARTS?"
    assert "rack" in {doubt.where for doubt in reading.doubts}


@pytest.mark.parametrize("off", [6, 9, 14])
def test_a_question_mark_on_a_disc_is_a_blank(off: int) -> None:
    """Also on tiles that hardly stand out from the page, so that no square is found around it."""
    face = (PAPER[0] - off, PAPER[1] - off, PAPER[2] - off)
    pixels = screen_of(ROWS, " IFLITN", Style(face=face)).pixels.copy()
    tile = np.full((CELL, CELL, 3), face, np.uint8)
    disc = paint_tile("?", style=Style(face=(150, 150, 150), ink=(255, 255, 255)))
    around = cv2.circle(np.zeros((CELL, CELL), np.uint8), (32, 32), 24, (1,), -1) > 0
    tile[around] = disc[around]
    lay(pixels, tile, PLACE.slot(0))
    reading = read(Screen(pixels, "painted"))
    assert rack_of(reading) == "?IFLITN"
    assert not [doubt for doubt in reading.doubts if doubt.where.startswith("rack")]


def test_a_blank_in_the_colour_of_the_boards_blanks() -> None:
    """Where blanks have a face of their own; a free slot may look like that, so it is in doubt."""
    pink = Style(face=(150, 90, 220), numeral=0.0)
    page = paint_screen(ROWS, "QUART S", place=PLACE)
    lay(page, paint_tile("I", style=pink), Grid(PLACE.x, PLACE.y, PLACE.cell, 15).square(7, 6))
    lay(page, paint_tile("", style=pink), PLACE.slot(5))
    reading = read(Screen(page, "painted"))
    assert rack_of(reading) == "QUART?S"
    assert "rack" in {doubt.where for doubt in reading.doubts}


SLOT = paint_tile("", style=Style(face=(82, 160, 219)))


def with_slots(rack: str, laid: Mapping[tuple[int, int], str]) -> Screen:
    """A word, tiles of another colour laid at it, and a rack whose free slots look like tiles."""
    rows = [*["." * 15] * 7, "....QUICK......", *["." * 15] * 7]
    page = paint_screen(rows, rack, place=PLACE)
    for slot in (k for k, tile in enumerate(rack) if tile == " "):
        lay(page, SLOT, PLACE.slot(slot))
    grid = Grid(PLACE.x, PLACE.y, PLACE.cell, 15)
    for place, tile in laid.items():
        lay(page, tile_of(tile, "wwf", Style(face=(150, 225, 250))), grid.square(*place))
    return Screen(page, "painted")


@pytest.mark.parametrize(("rack", "laid"), [("LAZY E ", "SO"), ("LAZ?   ", "SOB")])
def test_free_slots_that_look_like_tiles_where_as_many_are_laid(rack: str, laid: str) -> None:
    """They are none, and the player's numbers of tiles do not count them."""
    tiles = {(row, 9): tile for row, tile in enumerate(laid, 7)}
    screen, held = with_slots(rack, tiles), rack.replace(" ", "")
    reading = read(screen)
    assert (rack_of(reading), reading.tentative) == (held + laid, (*tiles,))
    assert Why.UNREAD not in {doubt.why.why for doubt in reading.doubts}
    last = len(held) - 1
    corrected = read(screen, corrected=Corrections({}, {last: "F"}))
    assert (rack_of(corrected), corrected.tentative) == (f"{held[:last]}F{laid}", (*tiles,))


def test_a_slot_that_looks_like_a_tile_where_none_is_laid_is_a_doubt() -> None:
    screen = with_slots("LAZY ED", {})
    reading = read(screen)
    assert (rack_of(reading), reading.tentative) == ("LAZY?ED", ())
    assert "rack" in {doubt.where for doubt in reading.doubts}
    corrected = read(screen, corrected=Corrections({}, {6: "F"}))
    assert (rack_of(corrected), corrected.tentative) == ("LAZY?EF", ())
    free = read(screen, corrected=Corrections({}, {4: "."}))
    assert "I8" in {doubt.where for doubt in free.doubts}  # the last of a word may be laid


def test_what_is_laid_stays_so_when_a_tile_is_taken_off_the_rack() -> None:
    screen = with_slots("LAZY ED", {(7, 9): "S"})
    corrected = read(screen, corrected=Corrections({}, {5: "."}))
    assert (rack_of(corrected), corrected.tentative) == ("LAZYES", ((7, 9),))


def test_signs_on_buttons_are_no_tiles() -> None:
    """Round, in a row below the board, of another colour than its tiles."""
    page = paint_screen(ROWS, place=PLACE)
    for slot, sign in enumerate("X?A"):
        box = PLACE.slot(2 * slot)
        middle = round(box.centre[0]), round(box.centre[1])
        cv2.circle(page, middle, round(box.width / 2), (120, 60, 20), -1, cv2.LINE_AA)
        style = Style(face=(120, 60, 20), ink=(255, 255, 255), letter=0.7)
        sign_on_it = paint_tile(sign.replace("?", ""), style=style)
        lay(page, sign_on_it, Box(middle[0] - 14, middle[1] - 14, 28, 28))
    assert read(Screen(page, "painted")).rack is None


@pytest.mark.parametrize("sign", ["C", "G", "S", "O"])
def test_a_sign_beside_the_rack_that_is_like_a_letter_is_no_tile(sign: str) -> None:
    """It stands on the page, whose colour is much like that of tiles, and bears no numeral."""
    near = Style(face=(PAPER[0] - 20, PAPER[1] - 20, PAPER[2] - 20))
    pixels = screen_of(ROWS, "LYNX", near).pixels.copy()
    lay(pixels, paint_tile(sign, style=Style(face=PAPER)), PLACE.slot(4))
    reading = read(Screen(pixels, "painted"))
    assert rack_of(reading) == "LYNX"
    assert Why.UNREAD not in {doubt.why.why for doubt in reading.doubts}


@pytest.mark.parametrize(("rack", "read_as"), [("QUARTZE", "UARTZE"), ("LYNX", "LYNX")])
def test_a_tile_that_the_edge_of_the_picture_cuts_off_is_unread(rack: str, read_as: str) -> None:
    """It is not looked for on the board: there it would be laid but not played."""
    whole = screen_of(ROWS, rack).pixels
    left = 28 if read_as != rack else 0
    reading = read(Screen(np.ascontiguousarray(whole[:, left:]), "painted"))
    assert rack_of(reading) == read_as
    assert (Why.UNREAD in {doubt.why.why for doubt in reading.doubts}) == (read_as != rack)
    assert not [tile for row in reading.cells for tile in row if tile and tile.tentative]


@pytest.mark.parametrize("rack", ["QRM", "LY"])
def test_tiles_of_another_game_in_a_banner_are_not_the_rack(rack: str) -> None:
    page = paint_screen(ROWS, rack, place=PLACE)
    for number, (letter, value) in enumerate(zip("WINNER", "412211", strict=True)):
        tile = paint_tile(letter, value, Style(face=(240, 250, 250)))
        lay(page, tile, Box(20 + 44 * number, 790, 40, 40))
    assert rack_of(read(Screen(page, "painted"))) == rack


def test_more_bare_tiles_than_blanks_are_free_slots() -> None:
    """As looks show them that draw a slot like a tile."""
    page = paint_screen(ROWS, "QUA", place=PLACE)
    for slot in range(3, 7):
        lay(page, paint_tile(""), PLACE.slot(slot))
    assert rack_of(read(Screen(page, "painted"))) == "QUA"


def lifted(rack: str, slot: int, rise: float) -> Screen:
    """A painted screen with a tile of the rack lifted by a share of its side."""
    rest = f"{rack[:slot]} {rack[slot + 1 :]}"
    page, bare = (paint_screen(ROWS, each, place=PLACE) for each in (rack, rest))
    only = (page != bare).any(axis=2)
    rows, columns = (np.flatnonzero(only.any(axis=axis)) for axis in (1, 0))
    part = page[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()
    up = round(rise * 1.5 * PLACE.cell)
    bare[rows[0] - up : rows[-1] + 1 - up, columns[0] : columns[-1] + 1] = part
    return Screen(bare, "painted")


@pytest.mark.parametrize(
    ("rack", "slot", "rise"),
    [("QI", 1, 0.12), ("QI", 1, 0.28), ("YEREIHG", 5, 0.2), ("BOEGI?W", 3, 0.12)],
)
def test_a_lifted_tile(rack: str, slot: int, rise: float) -> None:
    """No row of equal squares holds it with the others."""
    assert rack_of(read(lifted(rack, slot, rise))) == rack


def coloured(rack: str, faces: Mapping[int, tuple[int, int, int]]) -> Screen:
    """A painted screen with this rack and faces of other colours in some of its slots."""
    ink = (20, 20, 30)
    page = paint_screen(ROWS, rack, place=PLACE, style=Style(face=(214, 226, 240), ink=ink))
    side = 1.5 * PLACE.cell
    start = round(PLACE.y + 15.5 * PLACE.cell)
    for slot, face in faces.items():
        style = Style(face=face, ink=ink)
        other = paint_screen(ROWS, rack, place=PLACE, style=style)
        part = slice(
            round(PLACE.x + 1.06 * slot * side) - 2, round(PLACE.x + 1.06 * (slot + 1) * side) - 2
        )
        page[start:, part] = other[start:, part]
    return Screen(page, "painted")


def test_tiles_of_two_colours_in_one_row() -> None:
    """As gloss in the letters' colour makes of tiles in one colour: each has its own numeral."""
    screen = coloured("SRVIANV", dict.fromkeys((2, 3, 6), (110, 150, 190)))
    assert rack_of(read(screen)) == "SRVIANV"


@pytest.mark.parametrize("rack", ["SRVIANV", "SRV?ANV"])
def test_tiles_coloured_by_their_value(rack: str) -> None:
    """As web boards have them: of one hue for one point, another one for each V and the fourth."""
    screen = coloured(rack, dict.fromkeys((2, 6), (250, 200, 170)) | {3: (255, 255, 255)})
    assert rack_of(read(screen)) == rack


def test_a_bare_square_of_another_colour_may_be_a_free_slot() -> None:
    for rack, doubted in (("SRVIANV", False), ("SRV?ANV", True)):
        faces = dict.fromkeys((2, 6), (250, 200, 170)) | {3: (255, 255, 255)}
        reading = read(coloured(rack, faces))
        assert rack_of(reading) == rack
        assert any(doubt.why.why is Why.UNREAD for doubt in reading.doubts) is doubted


@pytest.mark.parametrize("rack", ["QIR", "HES"])
def test_a_tile_beside_two_that_no_row_of_squares_holds(
    rack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gloss cuts the squares of shaded tiles short, some more than others."""
    boxes = [PLACE.slot(slot) for slot in (1, 2)]
    module = import_module("vision.rack.read")
    monkeypatch.setattr(module, "find_rack_rows", lambda *_: iter([[each] for each in boxes]))
    monkeypatch.setattr(module, "find_letter_rows", lambda *_: [])
    assert rack_of(read(screen_of(ROWS, rack))) == rack


WIDE = Place(12.0, 60.0, 40.0, 1000, 860)
COLUMN = tuple((0, 1.1 * k) for k in range(7))
ROW = tuple((1.1 * k, 0) for k in range(7))
TWO_ROWS = tuple((1.15 * (k % 4) + 0.5 * (k // 4), 1.2 * (k // 4)) for k in range(7))


def beside(rack: str, places: Sequence[tuple[float, float]], mirrored: bool) -> Screen:  # noqa: FBT001
    """A wide painted screen with the tiles of the rack beside the board, in widths of a tile."""
    page = paint_screen(ROWS, rack, place=WIDE)
    side = 1.5 * WIDE.cell
    edge, top = round(side) + 6, round(WIDE.y + 15.5 * WIDE.cell)
    middle = round(WIDE.y + 15.8 * WIDE.cell)
    tiles = [
        page[middle - 3 : middle - 3 + edge, left : left + edge].copy()
        for left in (round(WIDE.x + 1.06 * k * side) - 3 for k in range(len(rack)))
    ]
    page[top:] = page[-1, -1]
    board, page = page[: top + 20], np.full((top + 20, 1300, 3), page[-1, -1], np.uint8)
    page[:, 300 * mirrored : 300 * mirrored + 1000] = board
    for tile, (x, y) in zip(tiles, places, strict=False):
        left, upper = round((20 if mirrored else 660) + x * side), round(120 + y * side)
        page[upper : upper + edge, left : left + edge] = tile
    return Screen(page, "painted")


@pytest.mark.parametrize(
    ("rack", "places", "mirrored"),
    [
        *(("SRVIANV", COLUMN, False), ("Q?XENTS", COLUMN, True), ("JO", COLUMN, False)),
        *(("SRVIANV", TWO_ROWS, True), ("Q?XENTS", TWO_ROWS, False), ("JO", TWO_ROWS, True)),
    ],
)
def test_a_rack_beside_the_board(
    rack: str,
    places: Sequence[tuple[float, float]],
    mirrored: bool,  # noqa: FBT001
) -> None:
    reading = read(beside(rack, places, mirrored))
    assert rack_of(reading) == rack
    assert Board(reading.board_rows()).lines() == list(ROWS)


@pytest.mark.parametrize("rack", ["SRVIANV", "Q?XENTS"])
def test_small_tiles_beside_the_board(rack: str) -> None:
    """A screen of 4 to 3 leaves five of the board's squares for seven tiles."""
    place = Place(12.0, 20.0, 60.0, 1232, 930)
    page = paint_screen(ROWS, place=place)
    for slot, text in enumerate(rack):
        lay(page, tile_of(text), Box(940.0 + 38 * slot, 300.0, 31.0, 31.0))
    reading = read(Screen(page, "painted"))
    assert rack_of(reading) == rack
    assert Board(reading.board_rows()).lines() == list(ROWS)


def above(slots: Sequence[int], rack: str) -> Reading:
    """What is read where tiles stand above the board, in some of seven slots."""
    page = np.vstack([paint_screen(ROWS), np.full((120, PLACE.width, 3), PAPER, np.uint8)])
    page = np.roll(page, 120, axis=0)
    for slot, text in zip(slots, rack, strict=True):
        lay(page, tile_of(text), Box(60.0 + 70 * slot, 50.0, 64.0, 64.0))
    return read(Screen(page, "painted"))


@pytest.mark.parametrize("rack", ["SRVIANV", "Q?XENTS"])
def test_a_rack_above_the_board(rack: str) -> None:
    reading = above(range(7), rack)
    assert rack_of(reading) == rack
    assert Board(reading.board_rows()).lines() == list(ROWS)


def test_tiles_above_the_board_may_be_the_pictures_of_two_players() -> None:
    reading = above([0, 6], "ZB")
    assert reading.rack is None
    assert Why.NO_RACK in {doubt.why.why for doubt in reading.doubts}


@pytest.mark.parametrize("places", [COLUMN, ROW], ids=["a column", "a row"])
def test_tiles_beside_the_board_that_are_no_squares(places: Sequence[tuple[float, float]]) -> None:
    """A line parts the faces of the first and the last one."""
    screen = beside("SRVIANV", places, mirrored=False)
    side = round(1.5 * WIDE.cell)
    for x, y in (places[0], places[-1]):
        left, top = round(660 + x * side), round(120 + y * side)
        screen.pixels[top : top + side + 6, left + 12 : left + 15] = Style().ink
        screen.pixels[top + 12 : top + 15, left : left + side + 6] = Style().ink
    assert rack_of(read(screen)) == "SRVIANV"


@pytest.mark.parametrize(
    ("rack", "higher", "step"),
    [
        *(("SRVIANV", 1.0, 1.2), ("SRVIANV", 1.3, 1.9), ("SRVIANV", 1.0, 2.1)),
        *(("QUI", 1.3, 1.2), ("QUI", 1.0, 1.9), ("QUI", 1.3, 2.1)),
    ],
)
def test_high_tiles_far_apart(rack: str, higher: float, step: float) -> None:
    """As some boards of the web lay them out."""
    page = paint_screen(ROWS, place=PLACE)
    side = 0.9 * PLACE.cell
    for slot, letter in enumerate(rack):
        x, y = PLACE.x + (slot + 0.4) * step * side, PLACE.y + PLACE.cell * 15.8
        tile = np.full((round(higher * CELL), CELL, 3), Style().face, np.uint8)
        top = (len(tile) - CELL) // 2
        tile[top : top + CELL] = paint_tile(letter, str(load_game("wwf").tiles.values[letter]))
        lay(page, tile, Box(x, y, side, higher * side))
    assert rack_of(read(Screen(page, "painted"))) == rack


@pytest.mark.parametrize(("rise", "margin"), [(8, 8), (0, 0)], ids=["a square", "no even one"])
def test_a_tile_beside_a_lone_one_that_cannot_be_read_is_a_doubt(rise: int, margin: int) -> None:
    """What is printed on it is no letter, and may part it from rim to rim."""
    page = paint_screen(ROWS, "Q", place=PLACE)
    side = round(1.5 * PLACE.cell)
    left, top = round(PLACE.x + 1.1 * side), round(PLACE.y + PLACE.cell * 15.8) - rise
    page[top : top + side, left : left + side] = Style().face
    for k in range(3):
        page[top + 12 + 12 * k : top + 18 + 12 * k, left + margin : left + side - margin] = (
            Style().ink
        )
    reading = read(Screen(page, "painted"))
    assert rack_of(reading) == "Q"
    assert because(Why.UNREAD, n=1) in {doubt.why for doubt in reading.doubts}


@pytest.mark.parametrize("rack", ["IR", "EN", "SH"])
def test_the_other_one_of_two_tiles_is_no_even_square_for_its_gloss(rack: str) -> None:
    """It is read, or told as unread. Nor are numerals to be seen on the two."""
    page = paint_screen(ROWS, rack, place=PLACE)
    side, top = round(1.5 * PLACE.cell), round(PLACE.y + PLACE.cell * 15.8)
    first, second = round(PLACE.x), round(PLACE.x + 1.06 * side)
    for left in (first, second):
        page[top + 2 : top + 20, left + side - 16 : left + side - 2] = Style().face
    page[top + 2 : top + 12, second + 2 : second + side - 2] = 255
    page[top + 2 : top + side - 2, second + 2 : second + 9] = 255
    reading = read(Screen(page, "painted"))
    unread = because(Why.UNREAD, n=1) in {doubt.why for doubt in reading.doubts}
    assert rack_of(reading) == (rack[1:] if unread else rack)


def test_letters_that_run_into_the_gloss_of_their_tiles() -> None:
    """Pale letters on dark tiles, and a pale gloss over their heads: one piece of ink."""
    style = Style(face=(60, 55, 50), ink=(220, 225, 230))
    page = paint_screen(ROWS, "ANSHEDR", place=PLACE, style=style)
    side = 1.5 * PLACE.cell
    top = round(PLACE.y + PLACE.cell * 15.8 + 0.12 * side)
    for slot in range(7):
        left = round(PLACE.x + slot * 1.06 * side + 0.08 * side)
        gloss = page[top : top + round(0.24 * side), left : left + round(0.84 * side)]
        np.maximum(gloss, 165, out=gloss)
    assert rack_of(read(Screen(page, "painted"))) == "ANSHEDR"


def test_no_rack_is_no_rack() -> None:
    reading = read(screen_of(ROWS, ""))
    assert reading.rack is None
    assert reading.rack_box is None
    assert Board(reading.board_rows()).lines() == list(ROWS)


@pytest.mark.parametrize(("above", "below", "alone"), [(4, 8, True), (4, 60, False)])
def test_only_where_no_rack_fits_it_is_missed_without_a_doubt(
    above: int,
    below: int,
    alone: bool,  # noqa: FBT001
) -> None:
    page, side = paint_screen(ROWS, "", place=PLACE), round(15 * PLACE.cell)
    rows = slice(round(PLACE.y) - above, round(PLACE.y) + side + below)
    page = page[rows, : round(PLACE.x) + side + above].copy()
    reading = read(Screen(page, "painted"))
    assert reading.rack is None
    assert (because(Why.NO_RACK) not in {doubt.why for doubt in reading.doubts}) == alone


@pytest.mark.parametrize(
    ("rack", "doubted"), [("QUARTZ?", False), ("QUARTZ?E", True), ("EQUARTZ?", False)]
)
def test_one_tile_more_than_the_game_has_is_a_doubt(rack: str, *, doubted: bool) -> None:
    """As in a game that is no known one; a blank may as well be a button of the tiles' colour."""
    reading = read(screen_of(ROWS, rack))
    assert rack_of(reading) == rack[:7]
    assert ("rack" in {each.where for each in reading.doubts}) is doubted


def test_a_game_with_one_tile_on_its_rack(user: Path) -> None:
    """Nothing shows where a second one would lie."""
    own = user / "config" / "wwfsnap" / "games" / "one.toml"
    own.parent.mkdir(parents=True)
    own.write_text(
        (DATA / "wwf.toml").read_text(encoding="utf-8").replace("\nrack = 7\n", "\nrack = 1\n"),
        encoding="utf-8",
    )
    assert load_game("one").rack_size == 1
    assert rack_of(read(screen_of(ROWS, "Q"), game="one")) == "Q"


def test_signs_on_buttons_below_an_empty_rack_are_no_tiles() -> None:
    pixels = screen_of(ROWS, "").pixels.copy()
    for slot in range(4):
        button, ink = paint_tile("", ""), (250, 250, 250)
        for line in range(slot + 2):
            down = 16 + 32 * line // (slot + 1)
            cv2.arrowedLine(button, (14, down), (50 - 9 * (line % 2), down), ink, 3, tipLength=0.3)
        lay(pixels, button, Box(60.0 + 110.0 * slot, 700.0, 60.0, 60.0))
    reading = read(Screen(pixels, "buttons"))
    assert rack_of(reading) == ""


def test_empty_board_with_a_rack() -> None:
    reading = read(screen_of(BARE, "WALTZED"))
    assert rack_of(reading) == "WALTZED"
    assert Board(reading.board_rows()).lines() == BARE


def test_blanks_on_the_board() -> None:
    rows = tuple(row.replace("C", "c").replace("X", "x") for row in ROWS)
    reading = read(screen_of(rows, "EFJORDS"))
    assert Board(reading.board_rows()).lines() == list(rows)


@settings(max_examples=8)
@given(
    cell=st.floats(26, 56),
    x=st.floats(4, 40),
    y=st.floats(4, 90),
    rack=st.text("AEIORSTLNDGBCMPFHVWYKJXQZ", min_size=3, max_size=7),
)
def test_any_size_and_place(cell: float, x: float, y: float, rack: str) -> None:
    """Where something is read wrongly, a doubt says so."""
    place = Place(x, y, cell, int(x + 16 * cell) + 40, int(y + 19 * cell))
    reading = read(screen_of(ROWS, rack, place=place))
    assert Board(reading.board_rows()).lines() == list(ROWS)
    doubted = any("rack" in doubt.where for doubt in reading.doubts)
    assert sorted(rack_of(reading)) == sorted(rack) or doubted


@pytest.mark.parametrize("font", [font for font in FONTS if "serif-i" not in font])
def test_every_font(font: str) -> None:
    reading = read(screen_of(ROWS, "VEXWALM", Style(font=font)))
    assert Board(reading.board_rows()).lines() == list(ROWS)
    assert rack_of(reading) == "VEXWALM"


@pytest.mark.parametrize(
    ("face", "ink"),
    [
        ((40, 40, 40), (240, 240, 240)),
        ((250, 250, 250), (30, 30, 30)),
        ((150, 60, 40), (255, 255, 255)),
        ((120, 200, 120), (20, 60, 20)),
    ],
    ids=["dark", "white", "blue", "green"],
)
def test_any_colours(face: tuple[int, int, int], ink: tuple[int, int, int]) -> None:
    reading = read(screen_of(ROWS, "FJORDS?", Style(face=face, ink=ink)))
    assert Board(reading.board_rows()).lines() == list(ROWS)
    assert rack_of(reading) == "FJORDS?"


@pytest.mark.parametrize(("below", "left"), [(True, False), (True, True), (False, True)])
def test_numerals_in_another_corner(below: bool, left: bool) -> None:  # noqa: FBT001
    style = Style(below=below, left=left, letter=0.46)
    reading = read(screen_of(ROWS, "FJORDS", style))
    assert Board(reading.board_rows()).lines() == list(ROWS)
    assert rack_of(reading) == "FJORDS"


def test_labels_of_no_known_game_are_refused() -> None:
    """A board whose premiums lie anywhere is one only where a game deals them at random."""
    dice = np.random.default_rng(4)
    kinds = ["".join(row) for row in dice.choice([*".....dtDT"], (15, 15)).tolist()]
    with pytest.raises(NoBoardFound):
        read(screen_of(ROWS, "FJORDS", premiums=kinds), game="wwf")


def test_wallpaper_of_the_tiles_colour_is_no_blank() -> None:
    """Beside a short rack lies nothing, even where it has a tile's colour, and a bar below it."""
    pixels = np.full((200, 300, 3), (120, 70, 40), np.uint8)
    pixels[60:120, 40:100] = (125, 72, 42)
    pixels[50:130, 180:280] = 230
    pixels[60:120, 200:260] = (125, 72, 42)
    grounds = np.full((3, 3), (125, 72, 42), np.float32)
    screen = Screen(pixels, "painted")
    boxes = [Box(x, 60.0, 60.0, 60.0) for x in (40.0, 200.0, 200.0)]
    these = np.array([True, True, False])
    assert set_off(screen, boxes, grounds, these).tolist() == [False, True, False]
    pixels[118:140] = 60
    assert not set_off(screen, boxes, grounds, these)[0]
