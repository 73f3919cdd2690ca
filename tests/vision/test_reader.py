"""The sample screens, whole: everything that can be seen is read, what is no board is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from sample_screens.look import load_look
from sample_screens.render import render
from sample_screens.scene import load_scene
from sample_screens.truth import Truth
from solver.game import Board, Square, game_names, languages, load_game, tile_text
from solver.words import base_code
from tests.benchmarks.painting import paint_lattice, paint_tile
from tests.shared.places import FONTS
from tests.shared.samples import TRUTHS, as_screen, reading_of, screen_of
from vision.errors import BoardNotWhole, NoBoardFound, ThemeMissing, VisionError
from vision.imaging import Box, Grid, Screen
from vision.inference import choose_language
from vision.reader import _of_game, read
from vision.reading import Reading, Why
from vision.status import read_status
from vision.status.read import StatusText
from vision.themes import choose_templates
from vision.tiles import classify
from wwfsnap.pipeline import game_of

FONT = FONTS / "inter-medium.ttf"
READABLE = [name for name, truth in TRUTHS.items() if not truth.refused]
REFUSED = {
    "refuse-dialog": BoardNotWhole,
    "refuse-settings": NoBoardFound,
    "refuse-zoomed": NoBoardFound,
}

# One of each look is enough to see that nothing leans on a theme.
WITHOUT_THEME = [
    *("wwf2-tentative", "wwf2-dark", "wwf2-11x11-messenger", "wwf-classic-phone"),
    *("wordfeud-dark-sv", "crossplay-blanks", "unseen-night", "unseen-paper"),
]


FRENCH = """
...........S...
.....VARIOLEES.
......M....G.E.
......O....H.C.
..QI..R....I.H.
BOUDINAT...A.O.
A.....L......I.
N.....ET.....RE
L......U.S....L
I......M.K...WU
E......E.A...UD
U......F.T....E
e......i.E....Z
.......A.N.....
......PINTES...
"""


POLISH = """
...............
...............
...............
...............
...............
...............
.....Ż.........
....ŁÓDŹ.......
.....Ł.L.......
.....Ć.ETAP....
..........R....
..........Z....
.........WYSPA.
...............
...............
"""


def rack_of(reading: Reading) -> list[str] | None:
    if reading.rack is None and not reading.tentative:
        return None
    return sorted(map(tile_text, reading.rack_tiles()))


def laid(reading: Reading) -> set[tuple[str, str]]:
    """Squares and letters laid but not played."""
    return {
        (Square(row, column).name, tile.text)
        for row, column in reading.tentative
        if (tile := reading.cells[row][column]) is not None
    }


def check_tiles(reading: Reading, truth: Truth) -> None:
    assert Board(reading.board_rows()).lines() == list(truth.board)
    assert rack_of(reading) == (None if truth.rack is None else sorted(truth.rack))
    assert laid(reading) == set(truth.tentative)


def test_every_refused_sample_is_expected_here() -> None:
    assert {name for name, truth in TRUTHS.items() if truth.refused} == REFUSED.keys()


def check_rules(reading: Reading, truth: Truth) -> None:
    """Game, language (whichever of its lists) and the premiums that no tile covers."""
    assert (reading.game, reading.layout) == (truth.game, truth.layout)
    assert base_code(reading.language) == truth.language
    if truth.premiums is not None:
        seen = {
            (row, column): kind
            for row, line in enumerate(reading.premiums)
            for column, kind in enumerate(line)
            if reading.cells[row][column] is None
        }
        assert seen == {(row, column): truth.premiums[row][column] for row, column in seen}


def check_places(reading: Reading, truth: Truth) -> None:
    """The lattice lies within a twentieth of a square, the rack's box round its tiles."""
    assert truth.grid is not None
    grid, slack = reading.grid, truth.grid.cell / 20
    assert grid.size == truth.grid.size
    assert grid.cell == pytest.approx(truth.grid.cell, abs=2 * slack / grid.size)
    assert (grid.x, grid.y) == pytest.approx((truth.grid.x, truth.grid.y), abs=slack)
    if reading.rack_box is not None:
        assert truth.rack_box is not None
        left, top, right, bottom = truth.rack_box
        box, rim = reading.rack_box, 0.2 * truth.grid.cell
        assert left - rim <= box.x < box.right <= right + rim
        assert top - rim <= box.y < box.bottom <= bottom + rim
        centres = [tile.box.centre for tile in reading.rack or ()]
        assert centres == sorted(centres)
        assert all(box.x <= x <= box.right and box.y <= y <= box.bottom for x, y in centres)


def check_confidence(reading: Reading) -> None:
    """The least of all tiles' is the reading's own; what is unsure is in doubt."""
    places = {
        Square(row, column): tile
        for row, line in enumerate(reading.cells)
        for column, tile in enumerate(line)
        if tile is not None
    }
    everything = [tile.confidence for tile in (*places.values(), *(reading.rack or ()))]
    assert reading.confidence == min(everything, default=1.0)
    unsure = {square.name for square, tile in places.items() if tile.confidence < 0.5}
    assert unsure <= {doubt.where for doubt in reading.doubts}
    for square, tile in places.items():
        assert tile.box == reading.grid.square(square.row, square.column)


@pytest.mark.parametrize("name", READABLE)
def test_sample_screen(name: str) -> None:
    screen, truth = screen_of(name), TRUTHS[name]
    reading = reading_of(name)
    check_tiles(reading, truth)
    check_rules(reading, truth)
    check_places(reading, truth)
    check_confidence(reading)
    assert (reading.width, reading.height) == (screen.width, screen.height)
    unsaid = {"board"} if truth.rack else {"board", "rack"}
    doubts = [doubt for doubt in reading.doubts if doubt.where not in unsaid]
    assert len(doubts) <= (2 if reading.theme == "generic" else 0), doubts


@pytest.mark.parametrize("name", WITHOUT_THEME)
def test_tiles_without_any_theme(name: str) -> None:
    reading = read(screen_of(name), theme="none")
    check_tiles(reading, TRUTHS[name])
    assert reading.theme == "generic"


@pytest.mark.parametrize(
    ("name", "theme"), [*((name, None) for name in REFUSED), ("refuse-dialog", "none")]
)
def test_refused(name: str, theme: str | None) -> None:
    with pytest.raises(REFUSED[name]) as caught:
        read(screen_of(name), theme=theme)
    assert caught.value.stage == "locate"
    assert caught.value.hint
    assert str(caught.value).startswith(f"{screen_of(name).name}: ")


def test_language_and_game_may_be_named() -> None:
    name = "wordfeud-dark-sv"
    reading = read(screen_of(name), game="wordfeud", language="sv")
    check_tiles(reading, TRUTHS[name])


def test_game_that_does_not_fit_is_refused() -> None:
    with pytest.raises(NoBoardFound):
        read(screen_of("wwf2-11x11-solo"), game="crossplay")


def test_theme_that_is_not_there() -> None:
    with pytest.raises(ThemeMissing, match="no-such-look"):
        read(screen_of("wwf2-android"), theme="no-such-look")


def test_reading_twice_gives_the_same_and_leaves_the_picture_as_it_was() -> None:
    name = "wwf-classic-phone"
    pixels = screen_of(name).pixels.copy()
    assert read(Screen(pixels, name)) == reading_of(name)
    assert (pixels == screen_of(name).pixels).all()


@pytest.mark.parametrize("size", [(32, 32), (40, 900), (900, 40), (640, 360)])
@pytest.mark.parametrize("kind", ["black", "noise", "gradient", "stripes"])
def test_pictures_without_a_board(size: tuple[int, int], kind: str) -> None:
    height, width = size
    dice = np.random.default_rng(3)
    pixels = {
        "black": np.zeros((height, width, 3)),
        "noise": dice.integers(0, 256, (height, width, 3)),
        "gradient": np.linspace(0, 255, height * width * 3).reshape(height, width, 3),
        "stripes": np.repeat(np.arange(height)[:, None, None] // 20 % 2 * 255, width, 1)
        * np.ones(3),
    }[kind]
    with pytest.raises(NoBoardFound):
        read(Screen(pixels.astype(np.uint8), kind))


def test_chess_board_is_no_board_of_words() -> None:
    squares = np.indices((8, 8)).sum(axis=0) % 2 * 120 + 100
    pixels = np.kron(squares, np.ones((80, 80)))[:, :, None].repeat(3, axis=2).astype(np.uint8)
    with pytest.raises(NoBoardFound):
        read(Screen(pixels, "chess"))


@pytest.mark.parametrize("size", [8, 12, 19])
def test_lattices_of_another_size_are_refused(size: int) -> None:
    pixels = paint_lattice(Grid(20.0, 30.0, 36.0, size), 0.1, (740, 760))
    with pytest.raises(NoBoardFound):
        read(Screen(pixels, "lattice"))


def test_more_tiles_than_a_game_has_are_refused() -> None:
    """A puzzle of 15x15 letters is no board."""
    letters, cell = np.random.default_rng(15).choice(list("ETAOINSHRDLU"), (15, 15)), 66
    page = Image.new("RGB", (1080, 1500), (30, 120, 90))
    draw = ImageDraw.Draw(page)
    font = ImageFont.truetype(str(FONT), 40)
    for row in range(15):
        for column in range(15):
            x, y = 40 + column * cell, 300 + row * cell
            draw.rounded_rectangle((x + 4, y + 4, x + cell - 4, y + cell - 4), 8, (245, 225, 180))
            at = x + cell / 2, y + cell / 2
            draw.text(at, letters[row, column], (60, 40, 20), font, anchor="mm")
    pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    # Which is met first depends on the OpenCV that reads, and on the library that lays out text.
    reasons = r"tiles seem to be on the board|not match any known game|squares cannot be seen"
    with pytest.raises(NoBoardFound, match=reasons):
        read(Screen(pixels, "puzzle"))


@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_board_that_is_cut_off_is_refused(side: str) -> None:
    """Two columns or rows are missing."""
    name = "wwf-classic-phone"
    screen, grid = screen_of(name), TRUTHS[name].grid
    assert grid is not None
    cut = round(2.0 * grid.cell)
    whole = grid.cell * grid.size
    rows, columns = {
        "left": (slice(None), slice(round(grid.x) + cut, None)),
        "right": (slice(None), slice(None, round(grid.x + whole) - cut)),
        "top": (slice(round(grid.y) + cut, None), slice(None)),
        "bottom": (slice(None, round(grid.y + whole) - cut), slice(None)),
    }[side]
    with pytest.raises(NoBoardFound):
        read(Screen(np.ascontiguousarray(screen.pixels[rows, columns]), "cut"))


def cut_letters(reading: Reading) -> set[str]:
    """The places whose letter is in doubt as the picture's edge cuts it off."""
    return {doubt.where for doubt in reading.doubts if doubt.why.why is Why.CUT_LETTER}


@pytest.mark.parametrize(("share", "cut"), [(0.15, ""), (0.25, "FGHIJ")])
def test_letters_that_the_edge_of_the_picture_cuts_off_are_in_doubt(share: float, cut: str) -> None:
    """Of a T there may be an I, of an O a U."""
    whole = reading_of("wordfeud-random-de")
    top = round(whole.grid.y + share * whole.grid.cell)
    reading = read(Screen(np.ascontiguousarray(screen_of("wordfeud-random-de").pixels[top:]), ""))
    assert reading.board_rows() == whole.board_rows()
    assert cut_letters(reading) == {f"{column}1" for column in cut}
    assert (reading.confidence < whole.confidence) == bool(cut)


@pytest.mark.parametrize(("share", "cut"), [(0.04, 0), (0.2, 7)])
def test_letters_on_a_rack_that_the_picture_cuts_off_are_in_doubt(share: float, cut: int) -> None:
    """Of an E there may be an F."""
    whole = reading_of("wwf2-dark")
    assert whole.rack_box is not None
    bottom = round(whole.rack_box.bottom - share * whole.rack_box.height)
    reading = read(Screen(np.ascontiguousarray(screen_of("wwf2-dark").pixels[:bottom]), ""))
    assert reading.rack_tiles() == whole.rack_tiles()
    assert cut_letters(reading) == {f"rack {k}" for k in range(1, cut + 1)}


@pytest.mark.parametrize("name", ["wwf2-phone-two-colours", "wordfeud-light", "crossplay-over"])
def test_something_lying_on_the_board_is_refused_or_doubted(name: str) -> None:
    """A grey sheet over three times three squares, wherever it lies on tiles or beside them."""
    grid = TRUTHS[name].grid
    assert grid is not None
    dice = np.random.default_rng(5)
    for row, column in dice.integers(0, grid.size - 3, (2, 2)).tolist():
        pixels = screen_of(name).pixels.copy()
        top, left = round(grid.y + row * grid.cell), round(grid.x + column * grid.cell)
        side = round(3 * grid.cell)
        pixels[top : top + side, left : left + side] = (90, 90, 90)
        covered = {Square(row + r, column + c).name for r in range(3) for c in range(3)}
        try:
            reading = read(Screen(pixels, "covered"))
        except VisionError:
            continue
        right = Board(reading.board_rows()).lines() == list(TRUTHS[name].board)
        assert right or covered & {doubt.where for doubt in reading.doubts}


@pytest.mark.parametrize(("slot", "place"), [(1, (-2.0, 3.0)), (1, (0.4, 0.5)), (2, (0.4, 0.5))])
def test_a_tile_dragged_off_the_rack_leaves_it_in_doubt(
    slot: int, place: tuple[float, float]
) -> None:
    """With an empty bag its slot, or what lies on the board, alone tells of it."""
    name = "wwf2-end-game"
    grid, pixels = TRUTHS[name].grid, screen_of(name).pixels.copy()
    assert grid is not None
    held = reading_of(name).rack or ()
    box = held[slot].box
    assert box is not None
    left, top = round(box.x - 4), round(box.y - 4)
    right, bottom = round(box.right + 4), round(box.bottom + 4)
    tile = cv2.resize(pixels[top:bottom, left:right], None, fx=0.6, fy=0.6)
    pixels[top:bottom, left:right] = pixels[top - 1, left:right]
    x, y = round(grid.x + place[1] * grid.cell), round(grid.y + place[0] * grid.cell)
    pixels[y : y + tile.shape[0], x : x + tile.shape[1]] = tile
    reading = read(Screen(pixels, "dragged"))
    assert len(reading.rack or ()) == len(held) - 1
    dragged = Why.DRAGGED in {doubt.why.why for doubt in reading.doubts if doubt.where == "rack"}
    assert dragged or {"A1", "A2", "B1", "B2"} & {doubt.where for doubt in reading.doubts}


def test_where_something_lies_on_the_board_tiles_laid_are_a_doubt() -> None:
    """It may be what the rack lacks, by which they are told where no text and no badge tells."""
    name = "wwf2-tentative"
    grid, pixels = TRUTHS[name].grid, screen_of(name).pixels.copy()
    assert grid is not None
    assert not [doubt for doubt in reading_of(name).doubts if doubt.why.why is Why.LAID]
    laid_squares = {square for square, _ in laid(reading_of(name))}
    board = TRUTHS[name].board
    row, column = next(
        (row, column)
        for row, line in enumerate(board[:-1])
        for column in range(grid.size)
        if line[column] == load_game("wwf").premiums[row][column] == "." != board[row + 1][column]
    )
    x, y = round(grid.x + column * grid.cell), round(grid.y + row * grid.cell)
    pixels[y : y + round(grid.cell), x : x + round(grid.cell)] = (40, 40, 40)
    doubted = {doubt.where for doubt in read(Screen(pixels, "covered")).doubts}
    assert Square(row, column).name in doubted
    assert not doubted & {"rack", *laid_squares}
    bottom, right = round(grid.y + 15 * grid.cell), round(grid.x + 2 * grid.cell)
    pixels[bottom : bottom + round(1.5 * grid.cell)] = 255  # the text
    pixels[bottom - round(0.4 * grid.cell) : bottom, right : right + 40] = 255  # and the badge
    reading = read(Screen(pixels, "covered"))
    doubted = {doubt.where for doubt in reading.doubts}
    assert {Square(row, column).name, "rack"} <= doubted
    assert {square for square, _ in laid(reading)} <= doubted


def test_tiles_with_the_values_of_another_game_lie_on_no_board_dealt_at_random() -> None:
    """Premiums that cannot be seen are those of any board dealt at random; the values are not."""
    name = "crossplay-over"
    grid, pixels = TRUTHS[name].grid, screen_of(name).pixels.copy()
    assert grid is not None
    side = round(0.84 * grid.cell)
    bare = np.array(pixels[round(grid.y + 1.5 * grid.cell), round(grid.x + 0.5 * grid.cell)])
    for row, line in enumerate(TRUTHS[name].board):
        for column in (k for k, char in enumerate(line) if char == "."):
            y = round(grid.y + (row + 0.08) * grid.cell)
            x = round(grid.x + (column + 0.08) * grid.cell)
            pixels[y : y + side, x : x + side] = bare
    with pytest.raises(VisionError):
        read(Screen(pixels, "bleached"))


def test_premiums_dealt_at_random_are_told_where_no_look_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "wordfeud-random-de"
    with_look = reading_of(name)
    monkeypatch.setattr("vision.board.layout.shipped_themes", lambda: ())
    reading = read(screen_of(name), theme="none")
    check_tiles(reading, TRUTHS[name])
    assert (reading.game, reading.premiums) == ("wordfeud", with_look.premiums)


@pytest.mark.parametrize("name", ["wwf2-empty", "crossplay-empty"])
def test_a_start_square_that_shows_a_letter_is_no_tile(name: str) -> None:
    """As that of Crossplay does; the rack is full, so none of its tiles is laid."""
    truth, pixels = TRUTHS[name], screen_of(name).pixels.copy()
    assert truth.grid is not None
    grid, middle = truth.grid, truth.grid.size // 2
    x, y = (round(each + middle * grid.cell) for each in (grid.x, grid.y))
    side = round(grid.cell)
    page = Image.fromarray(pixels)
    draw = ImageDraw.Draw(page)
    draw.rounded_rectangle((x + 2, y + 2, x + side - 3, y + side - 3), side / 8, (35, 35, 35))
    font = ImageFont.truetype(str(FONT), 0.7 * side)
    draw.text((x + side / 2, y + side / 2), "C", (255, 255, 255), font, "mm")
    reading = read(Screen(np.asarray(page), "painted"))
    check_tiles(reading, truth)
    assert Square(middle, middle).name not in {doubt.where for doubt in reading.doubts}


def test_a_board_of_no_known_game_is_in_the_language_that_any_game_tells() -> None:
    """Its values are those of another game than the one whose random boards it may be."""
    text, own = "CONCLAVELUNATICCLEANLUNCHUNCLENULLCANALWALL", languages("wwf")[0]
    shown = np.stack([paint_tile(each, str(own.values[each])) for each in text])
    every = [tiles for game in game_names() for tiles in languages(game)]
    known = choose_templates(every, [])
    faces = [classify(shown, known.letters, known.accented, worth=known.worth)]
    likeliest = choose_language(faces, every)
    assert _of_game("wordfeud", None, likeliest, faces).language == "en-US"
    assert _of_game("wordfeud", "nl", likeliest, faces).language == "nl"
    polish = next(each for each in every if each.language == "pl")  # Wordfeud has none
    assert _of_game("wordfeud", None, polish, faces).language == "pl"


def reading_in(
    name: str,
    language: str,
    board: str,
    rack: str,
    printed: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
) -> Reading:
    """A scene in a language that its game has not, read with the values that are printed."""
    monkeypatch.setattr("sample_screens.render.load_game", partial(load_game, values=printed))
    scene = replace(
        load_scene(name),
        language=language,
        rows=tuple(board.split()),
        owners=(),
        rack=rack,
        last=None,
    )
    picture, truth = render(scene, load_look(scene.look))
    reading = read(as_screen(picture))
    check_tiles(reading, truth)
    assert (reading.game, reading.language) == (scene.game, language)
    assert reading.values is not None
    assert {letter: reading.values[letter] for letter in printed} == printed
    return reading


@pytest.mark.parametrize("name", ["wwf-classic-phone", "wwf2-phone-two-colours"])
def test_words_with_friends_in_a_language_whose_tiles_are_not_known(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters and blanks are read, and the values as they are printed, with a doubt about these."""
    printed = {"D": 3, "H": 5, "L": 2, "M": 3, "Q": 9, "V": 5, "W": 9}
    reading = reading_in(name, "fr", FRENCH, "TACSMJP", printed, monkeypatch)
    assert [(each.where, each.why.why) for each in reading.doubts] == [
        ("board", Why.OTHER_TILE_SET)
    ]
    assert game_of(reading).tiles == load_game("wwf", language="fr", values=printed).tiles


def test_letters_that_the_network_does_not_know_count_what_their_tiles_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What they count in other games makes them no other letters."""
    printed = {"Ó": 6, "Ć": 5, "Ź": 7, "Ł": 4, "Y": 3, "W": 2, "P": 3}
    reading_in("wwf-classic-phone", "pl", POLISH, "KÓRZEĆA", printed, monkeypatch)


def test_a_pale_board_is_not_read_by_the_look_of_another_game() -> None:
    pale = (screen_of("wwf2-phone-two-colours").pixels * 0.3 + 178.5).astype(np.uint8)
    reading = read(Screen(pale, "pale"))
    check_tiles(reading, TRUTHS["wwf2-phone-two-colours"])
    assert reading.theme == "generic"


def test_tiles_with_a_badge_are_perhaps_the_last_move_where_no_rack_is_in_sight() -> None:
    screen = screen_of("scrabble-board")
    rows, columns = reading_of("scrabble-board").grid.box.pixels(screen.width, screen.height)
    reading = read(Screen(screen.pixels[rows, columns].copy(), "board alone"))
    doubted = {doubt.where for doubt in reading.doubts}
    assert not reading.rack_tiles() or {"rack", "N7", "N13"} <= doubted


def test_no_letters_left_is_doubted_where_more_tiles_are_unseen_than_the_other_can_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = reading_of("wwf-classic-phone")
    assert not whole.doubts

    def none_left(screen: Screen, grid: Grid, rack: Sequence[Box] = ()) -> StatusText:
        return read_status(screen, grid, rack)._replace(letters_left=0)

    monkeypatch.setattr("vision.reader.read_status", none_left)
    (doubt,) = read(screen_of("wwf-classic-phone")).doubts
    assert (doubt.where, doubt.why.why) == ("board", Why.TOO_FEW)
