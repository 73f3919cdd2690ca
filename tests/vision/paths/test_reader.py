"""Path games read from pictures: grids of letters, and what only looks like one."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np
import pytest

from sample_screens.paint import Canvas
from sample_screens.path_truth import PathTruth, load_path_truths
from sample_screens.shapes import WHITE, Box, Paint
from sample_screens.truth import load_truths
from solver.game import Square
from solver.paths import load_path_game
from tests.benchmarks.grid_painting import paint_grid
from tests.benchmarks.grids import read_painted
from tests.shared.samples import as_screen
from vision.corrections import Corrections
from vision.doubts import Why
from vision.errors import NoBoardFound
from vision.imaging import Box as Place
from vision.imaging import Screen, load_screen
from vision.paths import GridReading, read_grid
from vision.paths.badges import find_discs
from vision.paths.letters import read_several
from vision.paths.locate import TileLattice, find_lattices, pose_of
from vision.paths.reading import Multiplier
from vision.paths.tiles import find_tiles
from vision.paths.verify import (
    GridSigns,
    identify_game,
    identify_language,
    known_pairs,
    prove_values,
    question_game,
)
from vision.tiles import CELL, Line, generic_bank

INK, WOOD, GROUND = (Paint.parse(text) for text in ("#202020", "#ecc88a", "#3f6f9f"))
WORDS = ("TEAM", "RISE", "NOLA", "GHUD")
LARGE = ("TEAMS", "RISEN", "NOLAX", "GHUDY", "PLOKI")
TRUTHS = {truth.name: truth for truth in load_path_truths()}
BOARDS = {t.name if t.refused else t.look: t.picture for t in load_truths()}  # one of each look

CHOSEN = Paint.parse("#f0a030")


BLITZ = "RLAGITSOHUNCBEPE"


def signs_of(
    numerals: Sequence[int | None],
    badges: Mapping[int, Multiplier] = MappingProxyType({}),
    *,
    texts: str = BLITZ,
    figured: bool | None = None,
) -> GridSigns:
    """A grid of white tiles with these numerals and badges."""
    return GridSigns(
        texts=texts,
        numerals=numerals,
        certain=[True] * 16,
        multipliers=[badges.get(k, ".") for k in range(16)],
        unread=[False] * 16,
        figured=figured,
        left=False,
        colour=np.full(3, 240.0, np.float32),
        side=4,
        small=[False] * 16,
    )


def paint(
    rows: Sequence[Sequence[str]],
    *,
    gap: float = 0.12,
    side: int = 600,
    across: float = 1.0,
    tile: Paint = WOOD,
    letter: float = 0.42,
    chosen: str = "",
    colours: Sequence[Paint] = (),
    title: str = "",
    font: str = "inter-bold",
    panel: Paint | None = None,
) -> Screen:
    """A grid of tiles with these texts, ``""`` an empty tile, a dot none.

    Args:
        rows: The texts.
        gap: Between tiles, as a share of the distance to the next one.
        side: Of the grid, in pixels.
        across: Distance of its columns over that of its rows.
        tile: The tiles' colour.
        letter: Height of capitals, in the same shares.
        chosen: Texts of tiles that a finger chose: larger, with larger letters, and orange.
        colours: Of the tiles, which take turns; all have ``tile``'s where there are none.
        title: What is written above the grid.
        font: Of the texts on tiles.
        panel: The colour of what lies around all tiles; None for nothing.
    """
    canvas = Canvas(round(across * side) + 80, side + 300, GROUND)
    pitch = side / len(rows[0])
    spots = [
        (row, column, text, (40 + (column + 0.5) * across * pitch, 150 + (row + 0.5) * pitch))
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
        if text != "."
    ]
    if panel is not None:
        for *_, at in spots:
            canvas.box(Box.around(*at, 1.2 * across * pitch, 1.2 * pitch), panel)
    for row, column, text, at in spots:
        grown = 1.08 if text and text in chosen else 1.0
        wide = grown * (1 - gap) * pitch
        usual = colours[(3 * row + column) % len(colours)] if colours else tile
        canvas.box(Box.around(*at, wide, wide), usual if grown == 1.0 else CHOSEN)
        tall = grown * letter * pitch
        canvas.text(text, font, tall, at, INK, within=0.9 * wide)
    canvas.text(title, "inter-bold", 30, (40 + across * side / 2, 60), WHITE)
    return as_screen(canvas.picture())


def texts_of(reading: GridReading) -> list[str]:
    return ["".join(row) for row in reading.texts()]


@cache
def sample(name: str) -> GridReading:
    """A sample's reading."""
    return read_grid(load_screen(TRUTHS[name].picture))


@cache
def swiped(word: str) -> GridReading:
    """The reading of a grid across which a finger draws S, C, A, L and E, a word above it."""
    return read_grid(paint_swiped(word))


@pytest.mark.parametrize("truth", TRUTHS.values(), ids=lambda truth: truth.name)
def test_samples_are_read_exactly(truth: PathTruth) -> None:
    reading = sample(truth.name)
    assert [[bool(tile.text) for tile in row] for row in reading.tiles] == [
        [tile is not None for tile in row] for row in truth.grid.rows
    ]
    tiles = [tile for row in truth.grid.rows for tile in row if tile is not None]
    seen = [tile for row in reading.tiles for tile in row if tile.text]
    assert [tile.text for tile in seen] == [tile.text for tile in tiles]
    assert [tile.multiplier for tile in seen] == [tile.multiplier for tile in tiles]
    for tile, known in zip(seen, tiles, strict=True):  # no letter's value bears out several ones'
        assert tile.value == known.value or (len(known.text) > 1 and tile.value is None)
    assert reading.language == truth.language
    assert reading.game == truth.game
    for row, line in enumerate(reading.tiles):
        for column, tile in enumerate(line):
            middle = [
                start + number * truth.tiles.pitch + truth.tiles.side / 2
                for start, number in ((truth.tiles.x, column), (truth.tiles.y, row))
            ]
            assert np.allclose(tile.box.centre, middle, atol=0.12 * truth.tiles.side)


def test_a_reading_says_where_it_is_unsure() -> None:
    truth = next(truth for truth in TRUTHS.values() if truth.traced)
    reading = sample(truth.name)
    assert {doubt.where for doubt in reading.doubts} <= set(truth.traced)
    assert reading.confidence < 1
    plain = read_grid(paint(WORDS))
    assert plain.doubts == ()
    assert plain.confidence > 0.8
    assert plain.box.width == pytest.approx(600 - 0.12 * 150, abs=6)


@pytest.mark.parametrize("seed", range(8))
def test_no_invented_look_is_misread_in_silence(seed: int) -> None:
    _, about, how, what = read_painted(seed)
    assert how in {"exact", "doubted"}, f"{about}: {what}"


@pytest.mark.parametrize("pair", ["Qu", "Th", "He", "Er", "In", "An"])
def test_second_letters_may_be_small(pair: str) -> None:
    for font in ("inter-bold", "roboto-condensed-bold"):
        reading = read_grid(paint((*WORDS[:2], ("N", pair, "L", "A"), WORDS[3]), font=font))
        assert texts_of(reading) == [*WORDS[:2], f"N{pair.upper()}LA", WORDS[3]]
        assert {doubt.where for doubt in reading.doubts} <= {"B3"}
        assert reading.confidence > 0.98
        assert reading.game == "boggle"  # though the tiles are of wood


def test_a_faulty_game_of_your_own_matters_only_where_it_is_asked_for(user: Path) -> None:
    folder = user / "config" / "wwfsnap" / "games" / "paths"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text("title = [", encoding="utf-8")
    assert texts_of(read_grid(paint(WORDS), game="ruzzle")) == list(WORDS)
    assert set(known_pairs()) == {"QU", "TH", "HE", "ER", "IN", "AN"}


RING = (".AIT.", "ELORE", "DN.SA", "GUMPO", ".CKH.")
CROSS = ("AI.TE", "LOREN", ".DSA.", "GUMPO", "CK.HE")
FALLEN = ("AI..", "LORE", "DNSA", ".UMP")


@pytest.mark.parametrize("rows", [RING, CROSS, FALLEN], ids=["ring", "cross", "fallen"])
@pytest.mark.parametrize("gap", [0.05, 0.2])
def test_places_where_the_ground_goes_on_are_holes(rows: Sequence[str], gap: float) -> None:
    reading = read_grid(paint(rows, gap=gap))
    assert reading.texts() == tuple(tuple(text.strip(".") for text in row) for row in rows)
    assert {doubt.where for doubt in reading.doubts} <= {"game"}
    holes = [tile for row in reading.tiles for tile in row if not tile.text]
    first = reading.tiles[1][1].box
    assert all(tile.box.width == pytest.approx(first.width, abs=4) for tile in holes)


@pytest.mark.parametrize("place", [(0, 3), (2, 0), (1, 2)])
def test_a_hole_with_a_ground_of_its_own_may_be_a_covered_tile(place: tuple[int, int]) -> None:
    """A film in a corner of the screen, say: no gap shows what lies there."""
    screen = paint(WORDS, gap=0.2)
    (row, column), pixels = place, screen.pixels.copy()
    box = read_grid(screen).tiles[row][column].box
    top, bottom = (round(box.y + share * box.height) for share in (-0.1, 1.1))
    left, right = (round(box.x + share * box.width) for share in (-0.1, 1.1))
    pixels[top:bottom, left:right] = 90, 60, 160
    reading = read_grid(Screen(pixels, "painted"))
    name = Square(row, column).name
    assert reading.tiles[row][column].text == ""
    assert [(each.read, each.why.why) for each in reading.doubts if each.where == name] == [
        (".", Why.COVERED)
    ]
    told = read_grid(Screen(pixels, "painted"), corrected=Corrections.parse(f"{name}=."))
    assert name not in {each.where for each in told.doubts}


@pytest.mark.parametrize("rows", [RING, CROSS], ids=["ring", "cross"])
@pytest.mark.parametrize("tile", [WOOD, Paint.parse("#456f9b")], ids=["wood", "page"])
def test_holes_may_lie_beside_a_panel(rows: Sequence[str], tile: Paint) -> None:
    """Its edges, and those of the tiles, lie where a tile's would; these may look like the page."""
    reading = read_grid(paint(rows, gap=0.12, panel=Paint.parse("#2f5577"), tile=tile))
    assert reading.texts() == tuple(tuple(text.strip(".") for text in row) for row in rows)


@pytest.mark.parametrize("rows", [CROSS, WORDS], ids=["cross", "square"])
@pytest.mark.parametrize("width", [7, 9, 11])
def test_stripes_around_a_grid_are_no_letters(rows: Sequence[str], width: int) -> None:
    """They are a few shades apart, and like an N where nothing else is in sight."""
    screen = paint(rows, panel=Paint.parse("#2f5577"))
    pixels = np.pad(screen.pixels, ((150, 150), (150, 150), (0, 0)), mode="edge")
    cloth = (pixels == pixels[0, 0]).all(axis=2)
    down, across = np.indices(cloth.shape)
    pixels[cloth & ((down - across) // width % 2 == 0)] += 6
    assert texts_of(read_grid(Screen(pixels, "cloth"))) == texts_of(read_grid(screen))


@pytest.mark.parametrize("width", [6, 10, 16])
def test_crosses_around_a_grid_are_no_letters(width: int) -> None:
    """A page with a pattern of lines that cross may show the same at each place: an X."""
    screen = paint(WORDS, panel=Paint.parse("#2f5577"))
    pixels = np.pad(screen.pixels, ((300, 300), (300, 300), (0, 0)), mode="edge")
    cloth = (pixels == pixels[0, 0]).all(axis=2)
    down, across = np.indices(cloth.shape)
    down, across = down - (300 + 225), across - (300 + 115)  # from the first tile's middle
    lines = ((down - across) % 150 < width) | ((down + across) % 150 < width)
    pixels[cloth & lines] += 40
    assert texts_of(read_grid(Screen(pixels, "cloth"))) == list(WORDS)


def test_a_player_tells_holes_and_tiles() -> None:
    screen = paint(RING)
    told = read_grid(screen, corrected=Corrections.parse("A1=E, B1=., C3=."))
    assert [tile.text for tile in told.tiles[0]] == ["E", "", "I", "T", ""]
    assert told.texts()[1:] == read_grid(screen).texts()[1:]


def test_wooden_tiles_of_all_its_sizes_are_word_hunts() -> None:
    wood = Paint.parse("#ecc88a")
    for rows in (WORDS, LARGE, RING):
        reading = read_grid(paint(rows, tile=wood))
        assert (reading.game, reading.doubts) == ("wordhunt", ())


def test_two_capitals_are_no_small_letter() -> None:
    rows = (("T", "EF", "A", "TN"), ("O", "I", "IM", "R"), ("E", "AL", "S", "O"), tuple("LHNK"))
    assert read_grid(paint(rows, letter=0.4)).texts() == rows


def test_a_seed_paints_the_same_picture() -> None:
    one, other = paint_grid(3), paint_grid(3)
    assert one.picture.tobytes() == other.picture.tobytes()
    assert one.grid == other.grid


@pytest.mark.parametrize(
    ("rows", "tile", "kind"),
    [
        (WORDS, "#f4f4f4", "other-tiles"),
        (WORDS, "#9fd0f0", "other-tiles"),
        (LARGE, "#f4f4f4", "other-tiles"),
    ],
)
def test_a_grid_that_fits_no_game_leaves_the_game_in_doubt(
    rows: Sequence[str], tile: str, kind: str
) -> None:
    screen = paint(rows, tile=Paint.parse(tile))
    reading = read_grid(screen)
    assert texts_of(reading) == list(rows)
    assert [(doubt.where, doubt.why.kind) for doubt in reading.doubts] == [("game", kind)]
    assert reading.game == "boggle"
    assert read_grid(screen, game="wordhunt").doubts == ()


def test_tiles_of_several_colours_are_of_no_known_game() -> None:
    """Though some are of wood, as in games of guessing words."""
    colours = [Paint.parse(each) for each in ("#ecc88a", "#e8b93a", "#6fb05c", "#ecedf0")]
    reading = read_grid(paint(WORDS, colours=colours))
    assert texts_of(reading) == list(WORDS)
    assert [(doubt.where, doubt.why.kind) for doubt in reading.doubts] == [("game", "other-tiles")]


def test_numerals_on_a_grid_of_another_size_leave_the_game_in_doubt() -> None:
    screen = paint_pale(LARGE, numeral="1")
    assert ("game", "other-size") in {(d.where, d.why.kind) for d in read_grid(screen).doubts}


def paint_pale(rows: Sequence[str], pale: Sequence[int] = (), numeral: str = "") -> Screen:
    """A grid that fills the picture's width, some of whose rows and columns are pale."""
    canvas = Canvas(750, 1200, GROUND)
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            at = 75 + 150 * column, 400 + 150 * row
            canvas.box(Box.around(*at, 144, 144), WOOD)
            ink = Paint.parse("#d8b478") if {row, column} & {*pale} else INK
            canvas.text(text, "inter-bold", 70, at, ink)
            canvas.text(numeral, "inter-bold", 24, (at[0] + 54, at[1] - 54), INK)
    return as_screen(canvas.picture())


def test_pale_letters_are_found() -> None:
    assert texts_of(read_grid(paint_pale(WORDS, pale=range(4)))) == list(WORDS)


def test_a_part_of_a_grid_with_clearer_letters_is_not_the_whole() -> None:
    assert texts_of(read_grid(paint_pale(LARGE, pale=[0]))) == list(LARGE)


def test_dim_pictures_are_read() -> None:
    screen = paint(WORDS)
    dim = Screen((screen.pixels // 8).astype(np.uint8), "dim")
    assert texts_of(read_grid(dim)) == list(WORDS)


def test_tiles_that_are_shaded_from_top_to_foot_are_read() -> None:
    shaded = Paint.parse("#fff4b0 #e0a000")
    assert texts_of(read_grid(paint(WORDS, tile=shaded))) == list(WORDS)


def test_a_small_grid_in_a_large_window_is_read() -> None:
    screen = paint(WORDS)
    height, width = screen.pixels.shape[:2]
    window = np.full((4 * height, 6 * width, 3), 70, np.uint8)
    window[2 * height : 3 * height, 4 * width : 5 * width] = screen.pixels
    assert texts_of(read_grid(Screen(window, "window"))) == list(WORDS)


@pytest.mark.parametrize("tile", ["#2090e0", "#ecc88a"])  # the second is Word Hunt's
def test_a_game_that_is_named_is_that_game(tile: str) -> None:
    reading = read_grid(paint(WORDS, tile=Paint.parse(tile), title="Wordament - Play Online"))
    assert (reading.game, reading.doubts) == ("wordament", ())
    both = paint(WORDS, tile=Paint.parse("#2090e0"), title="Ruzzle and Wordament")
    assert [doubt.where for doubt in read_grid(both).doubts] == ["game"]


def test_tiles_that_a_finger_chose_are_larger() -> None:
    reading = read_grid(paint(("TRSN", "LAHB", "EIEU", "GVCD"), chosen="TRSN"))
    assert texts_of(reading) == ["TRSN", "LAHB", "EIEU", "GVCD"]
    assert {doubt.why.why for doubt in reading.doubts} <= {Why.TRACED}
    assert {doubt.where for doubt in reading.doubts} <= {"A1", "B1", "C1", "D1"}


def test_several_small_letters_fill_a_tile() -> None:
    rows = (("T", "E", "U/G", "M"), *map(tuple, WORDS[1:]))
    reading = read_grid(paint(rows, letter=0.33))
    assert reading.texts() == rows


@pytest.mark.parametrize(
    "name", ["ruzzle-phone", "wordblitz-phone", "wordament-suffix", "wordhunt-start"]
)
def test_a_grid_that_fits_its_game_leaves_none(name: str) -> None:
    doubts = sample(name).doubts
    assert [each for each in doubts if each.read != "-ING"] == []  # its I is two pixels wide


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1] * 16, "other-numerals"),
        ([None] * 16, "no-numerals"),
        ([1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4, 2, 9], None),  # one of them is another
    ],
)
def test_numerals_of_no_game_leave_the_game_in_doubt(
    values: list[int | None], kind: str | None
) -> None:
    signs = signs_of(values, texts="TEAMRISENOLAGHUD")
    why = question_game(load_path_game("ruzzle"), "en", signs)
    assert (None if why is None else why.kind) == kind


@pytest.mark.parametrize(
    ("numerals", "badges", "figured", "game", "kind"),
    [
        ([2, 1, 1, 2, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1], {0: "DL"}, True, "wordblitz", None),
        # today's numerals are not multiplied
        ([1, 1, 1, 2, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1], {0: "DL"}, True, "wordblitz", None),
        # two badges unread
        ([2, 3, 1, 2, 1, 1, 1, 1, 8, 1, 1, 3, 3, 1, 3, 1], {0: "DL"}, True, "wordblitz", None),
        ([1, 1, 1, 3, 1, 1, 1, 1, 4, 2, 1, 4, 4, 1, 4, 1], {0: "DL"}, False, "ruzzle", None),
        # the Spanish one
        ([1, 1, 1, 2, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1], {0: "DL"}, False, "ruzzle", None),
        (
            [1, 1, 1, 2, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1],
            {0: "DW"},
            None,
            "ruzzle",
            "same-numerals",
        ),
        (
            [1, 1, 1, 3, 1, 1, 1, 1, 4, 2, 1, 4, 4, 1, 4, 1],
            {0: "DL"},
            True,
            "ruzzle",
            "other-badges",
        ),
        (
            [2, 1, 1, 7, 1, 1, 1, 5, 7, 1, 1, 3, 3, 1, 3, 1],
            {0: "DL"},
            True,
            "wordblitz",
            "other-numerals",
        ),
    ],
)
def test_games_with_badges_are_told_by_numerals_and_figures(
    numerals: list[int],
    badges: dict[int, Multiplier],
    *,
    figured: bool | None,
    game: str,
    kind: str | None,
) -> None:
    signs = signs_of(numerals, badges, figured=figured)
    found = identify_game(signs)
    assert found.name == game
    spanish = identify_game(signs._replace(codes=["es"]))
    assert spanish.name == "ruzzle"  # Word Blitz's are not known
    why = question_game(found, identify_language(found, signs), signs)
    assert (why.kind if why else None) == kind


@pytest.mark.parametrize("certain", [True, False])
def test_a_game_that_only_an_unsure_numeral_tells_is_a_doubt(*, certain: bool) -> None:
    """An X counts 1 in Word Blitz and 8 in Ruzzle, where an 8 may look like a 1."""
    texts, numerals = "ADNIXYTKIORSDDVE", [1, 2, 1, 1, 1, 4, 1, 5, 1, 1, 1, 1, 2, 2, 4, 1]
    signs = signs_of(numerals, {0: "DW"}, texts=texts)
    signs = signs._replace(certain=[certain or texts[k] != "X" for k in range(16)])
    found = identify_game(signs)
    assert found.name == "wordblitz"
    why = question_game(found, "en", signs)
    assert (why.kind if why else None) == (None if certain else "same-numerals")


def test_numerals_tell_multipliers_that_no_badge_does() -> None:
    signs = signs_of([2, 3, 1, 4, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1], {0: "DL", 11: "DW"})
    signs = signs._replace(unread=[k in (1, 5) for k in range(16)])
    blitz, ruzzle = load_path_game("wordblitz"), load_path_game("ruzzle")
    complete = signs.completed(blitz, "en")
    assert [(k, each) for k, each in enumerate(complete.multipliers) if each != "."] == [
        (0, "DL"),
        (1, "TL"),
        (3, "DL"),
        (11, "DW"),
    ]
    assert [k for k in range(16) if complete.unread[k]] == [5]  # a word's multiplier, or nothing
    assert signs.completed(ruzzle, "en") == signs
    factors = signs.factors(blitz, "en")
    assert factors == [2, 0, 1, 0, 1, 0, *[1] * 10]  # the letters there are told without numerals


def test_a_numeral_without_a_badge_is_no_proof() -> None:
    truth = TRUTHS["wordblitz-phone"]
    pixels, tiles = load_screen(truth.picture).pixels.copy(), truth.tiles
    pitch, left, top = round(tiles.pitch), round(tiles.x), round(tiles.y)
    corner = np.s_[top - 30 : top + 60, left + pitch - 30 : left + pitch + 60]  # of the E, 3L
    pixels[corner] = np.roll(pixels, -pitch, axis=1)[corner]
    reading = read_grid(Screen(pixels, "no badge"))
    assert [tile.multiplier for tile in reading.tiles[0]] == [".", "TL", ".", "."]
    assert [tile.value for tile in reading.tiles[0]] == [1, 1, 1, 2]
    assert [(each.where, each.why.kind) for each in reading.doubts] == [("B1", "other-value")]


@pytest.mark.parametrize("seed", [500019, 500030, 500032])
def test_painted_grids_of_word_blitz(seed: int) -> None:
    assert paint_grid(seed, blitz=True).grid.game == "wordblitz"
    assert read_painted(seed, blitz=True)[2] == "exact"


@pytest.mark.parametrize(
    ("game", "values", "kept", "doubted"),
    [
        ("ruzzle", [1, 1, 4, 1], [1, 1, None, 1], []),  # the game tells what an E counts
        ("wordament", [2, 2, 5, 1], [2, 2, 5, 1], [2]),
        ("wordament", [2, 5, None, 1], [2, 5, None, 1], [0, 1]),
    ],
)
def test_numerals_of_one_letter_say_the_same(
    game: str, values: list[int | None], kept: list[int | None], doubted: list[int]
) -> None:
    proven = list(prove_values("EEEA", values, load_path_game(game), "en"))
    assert [value for value, _ in proven] == kept
    assert [k for k, (_, why) in enumerate(proven) if why] == doubted
    assert {why.kind for _, why in proven if why} <= {"others-value"}


@pytest.mark.parametrize(
    ("language", "seed"),
    [("de", 2000006), ("sv", 2000007), ("da", 2000002), ("es", 2000005), ("pt", 2000001)],
)
def test_accented_letters_are_read_and_tell_the_language(language: str, seed: int) -> None:
    painted = paint_grid(seed, language=language)
    reading = read_grid(as_screen(painted.picture))
    assert reading.texts() == painted.grid.texts
    assert reading.language == language


def test_letters_that_the_network_has_not_learnt_are_read_by_their_looks() -> None:
    painted = paint_grid(2000005, language="pl")
    reading = read_grid(as_screen(painted.picture))
    assert "Ś" in {text for row in painted.grid.texts for text in row}
    assert (reading.texts(), reading.language) == (painted.grid.texts, "pl")


@pytest.mark.parametrize("chosen", ["", "Ñ"])
def test_an_accented_letter_that_a_finger_chose_is_no_plain_one(chosen: str) -> None:
    rows = ["CAÑO", "RUTE", "LIMA", "SEDO"]
    reading = read_grid(paint(rows, chosen=chosen))
    assert texts_of(reading) == rows
    assert reading.language == "es"


@pytest.mark.parametrize(
    ("rows", "others"),
    [
        (["CAÑO", "RUTE", "LIMA", "SEDO"], None),
        (["BÖRA", "RUTE", "LIMA", "SEDO"], "sv, fi"),
        (["BÖRA", "RUTE", "LÅMA", "SEDO"], None),
    ],
)
def test_letters_of_several_languages_are_a_doubt(rows: Sequence[str], others: str | None) -> None:
    doubts = {each.why.kind: dict(each.why.told) for each in read_grid(paint(rows)).doubts}
    assert doubts.get("same-letters") == (None if others is None else {"languages": others})


def test_letters_that_no_language_has_together_are_a_doubt_each() -> None:
    """None has an Å and a Ü: they may as well be letters of a language that is not known."""
    doubts = read_grid(paint(["BÖRA", "RÜTE", "LÅMA", "SEDO"])).doubts
    assert {each.where for each in doubts if each.why.kind == "foreign"} == {"B1", "B2", "B3"}


def test_a_badge_beside_an_a_makes_no_ring() -> None:
    """The network takes the A below the TL for an Å, but not for certain."""
    painted = paint_grid(1900003, paired=True)
    reading = read_grid(as_screen(painted.picture))
    assert (reading.texts(), reading.language) == (painted.grid.texts, "en")


def test_accents_that_no_tile_turns_out_to_have_tell_nothing() -> None:
    """Four A's of a small picture are so blurred that they may be Å: they stay in doubt."""
    painted = paint_grid(1900013, odd=True)
    reading = read_grid(as_screen(painted.picture))
    assert reading.texts() == painted.grid.texts
    assert (reading.game, reading.language) == ("ruzzle", "en")
    assert {each.read for each in reading.doubts if each.runner_up == "Å"} == {"A"}


def test_language_is_told_by_values_or_taken() -> None:
    assert sample("ruzzle-de").language == "de"
    told = read_grid(load_screen(TRUTHS["ruzzle-de"].picture), game="boggle", language="en")
    assert (told.game, told.language) == ("boggle", "en")


@pytest.mark.parametrize(
    "rows",
    [
        [string.ascii_uppercase[n : n + 5] for n in range(0, 25, 5)],  # a letter is chosen
        ["CDDF", "GHMM", "NPSS", "TWAB"],  # apps by their names
        ["1234", "5678", "9087", "6543"],
        [
            ("2", "4", "8", "16"),
            ("32", "64", "2", "4"),
            ("8", "16", "2", "8"),
            ("4", "2", "4", "2"),
        ],
        ["TEAMS", "RISEN", "NOLAB", "GHUDE", "PLATE", ("", "", "", "", "")],  # five guesses of six
        ["TEAMSX", "RISENO", "NOLABI", "GHUDEA"],  # no square
        ["TEAMSXY", "RISENOA", "NOLABIR", "GHUDEAN", "PLATERS", "OUNDIEL", "KRAMINE"],
        [("DL", "E", "A", "M"), "RISE", "NOLA", "GHUD"],  # part of a board
        ["TEA", "RIS", "NOL"],
    ],
    ids=["alphabet", "apps", "figures", "numbers", "guesses", "oblong", "large", "board", "small"],
)
def test_other_grids_are_refused(rows: Sequence[Sequence[str]]) -> None:
    with pytest.raises(NoBoardFound, match="no grid of letters was found"):
        read_grid(paint(rows))


NINE = (
    "TEAMSXYRI", "RISENOAOU", "NOLABIRIE", "GHUDEANLA", "PLATERSTE", "OUNDIELSO", "KRAMINEPU",
    "TIGERSAWE", "BEDFORTHI",
)  # fmt: skip


@pytest.mark.parametrize("letter", [0.42, 0.25], ids=["large", "small"])
def test_part_of_a_larger_grid_is_none(letter: float) -> None:
    """Neither every second letter each way, nor the lower rows of more than there are columns."""
    tall = 100 * letter
    every = paint(NINE, side=900, letter=letter)
    assert find_tiles(every, TileLattice(90, 200, 100, 100, 4, tall)) is None
    assert find_tiles(every, TileLattice(90, 200, 200, 200, 5, tall)) is None
    rows = [row[:6] for row in NINE[:8]]
    assert find_tiles(paint(rows, letter=letter), TileLattice(90, 400, 100, 100, 6, tall)) is None
    assert find_tiles(paint(rows[2:], letter=letter), TileLattice(90, 200, 100, 100, 6, tall))


@pytest.mark.parametrize(("others", "found"), [((), True), ((0, 2), False)], ids=["alone", "some"])
def test_every_second_letter_is_a_grid_where_few_lie_between(
    others: Sequence[int], *, found: bool
) -> None:
    """Of a crossword most of them may be black."""
    rows = [
        [letter if r % 2 == c % 2 == 0 or (r + c) % 5 in others else "" for c, letter in each]
        for r, each in enumerate(map(enumerate, NINE))
    ]
    every_second = TileLattice(90, 200, 200, 200, 4, 42)
    tiles = find_tiles(paint([row[:8] for row in rows[:8]], side=800), every_second)
    assert (tiles is not None) == found


def test_the_same_sign_between_all_tiles_is_no_letter() -> None:
    """As the gap where the corners of hexagons meet is like an X."""
    signs = [[letter for each in word for letter in (each, "X")][:-1] for word in WORDS]
    rows = [row if n % 2 == 0 else [""] * 7 for n, row in ((n, signs[n // 2]) for n in range(7))]
    screen = paint(rows, side=840, letter=0.5)
    every_second = TileLattice(100, 210, 240, 240, 4, 60)
    assert find_tiles(screen, every_second)
    signs[1][1] = "Y"
    rows[2] = signs[1]
    assert find_tiles(paint(rows, side=840, letter=0.5), every_second) is None


def test_a_grid_is_looked_at_once() -> None:
    """Found again at another scale, it is the same to half a pixel of that scale at least."""
    found = list(find_lattices(paint(WORDS)))
    assert found
    for one, other in combinations(found, 2):
        assert not one.near(other, 0.5)


def test_letters_without_tiles_are_refused() -> None:
    canvas = Canvas(640, 900, WHITE)
    for row, word in enumerate(WORDS):
        for column, letter in enumerate(word):
            at = 120 + 130 * column, 220 + 130 * row
            canvas.text(letter, "inter-bold", 60, at, INK)
    screen = as_screen(canvas.picture())
    assert [lattice.size for lattice in find_lattices(screen)][:1] == [4]
    with pytest.raises(NoBoardFound):
        read_grid(screen)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_each_size_is_read(size: int) -> None:
    letters = "TEAMSXRISENONOLABIGHUDEAPLATERSOUNDI"
    rows = [letters[n * size : (n + 1) * size] for n in range(size)]
    assert texts_of(read_grid(paint(rows))) == rows


def on_wood(
    several: str,
    write: Callable[[Canvas, str, tuple[float, float]], None],
    tile: Paint = WOOD,
) -> Canvas:
    """Wooden tiles, the second one of the last row with several letters, each written by itself."""
    rows: list[Sequence[str]] = [*WORDS[:3], ("G", several, "U", "D")]
    canvas = Canvas(900, 1100, GROUND)
    for row, texts in enumerate(rows):
        for column, each in enumerate(texts):
            at = 150 + 200 * column, 250 + 200 * row
            canvas.box(Box.around(*at, 180, 180), tile)
            write(canvas, each, at)
    return canvas


@pytest.mark.parametrize("pair", ["Qu", "He", "In", "Th"])
@pytest.mark.parametrize("size", [0.6, 0.8, 1.0])
def test_second_letters_may_be_of_a_smaller_size(pair: str, size: float) -> None:
    """Beside a capital that is smaller than those alone."""

    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        capital, rest, low = text[0], text[1:], at[1] + 40
        tall = 68 if rest else 80
        small = size * tall
        wide = canvas.text_width(capital, "inter-bold", tall)
        whole = wide + canvas.text_width(rest, "inter-bold", small) if rest else wide
        left = at[0] - whole / 2
        canvas.text(capital, "inter-bold", tall, (left, low - tall / 2), INK, align="left")
        behind = left + wide + 4, low - small / 2
        canvas.text(rest, "inter-bold", small, behind, INK, align="left")

    canvas = on_wood(pair, write)
    reading = read_grid(as_screen(canvas.picture()))
    assert reading.texts()[3] == ("G", pair.upper(), "U", "D")


@pytest.mark.parametrize("font", ["roboto-condensed-bold", "barlow-condensed-semibold"])
@pytest.mark.parametrize("apart", [0, 2, 4])
def test_the_tail_of_a_q_may_not_touch_it(font: str, apart: int) -> None:
    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        canvas.text(text, font, 80, at, INK, within=150)

    pixels = as_screen(on_wood("QU", write).picture()).pixels.copy()
    foot = 850 + 40  # of the capitals in the last row
    pixels[foot - 2 : foot - 2 + apart, 260:440] = WOOD.top[::-1]
    reading = read_grid(Screen(pixels, "painted"))
    assert reading.texts()[3] == ("G", "QU", "U", "D")
    assert "B4" not in {doubt.where for doubt in reading.doubts}


CANDY = (
    ("#ff4d4d", "#a02a2a"), ("#2f9bff", "#1a5a9a"), ("#8f55e6", "#55309a"),
    ("#f5a623", "#9a6410"), ("#3fae4a", "#226a2a"),
)  # fmt: skip
"""Colours of tiles, and of the lines around their letters."""


DARK = (("#e0467c", "#40102c"), ("#8fd0f8", "#20304c"))
"""The same where a line stands out more than a white letter on every second tile."""


def paint_lined(font: str, width: float, colours: Sequence[tuple[str, str]]) -> Screen:
    """A grid of white letters with lines of some width around them."""
    canvas = Canvas(900, 1200, Paint.parse("#ffb27a"))
    for number, (row, column) in enumerate(np.ndindex(5, 5)):
        at = 110 + 170 * column, 250 + 170 * row
        tile, line = (Paint.parse(each) for each in colours[2 * number % 5 % len(colours)])
        canvas.box(Box.around(*at, 150, 150), tile)
        for angle in np.linspace(0, 2 * np.pi, 16, endpoint=False):
            beside = at[0] + width * np.cos(angle), at[1] + width * np.sin(angle)
            canvas.text(LARGE[row][column], font, 75, beside, line)
        canvas.text(LARGE[row][column], font, 75, at, WHITE)
    return as_screen(canvas.picture())


@pytest.mark.parametrize("font", ["fredoka-semibold", "inter-bold", "nunito-sans-bold"])
@pytest.mark.parametrize("width", [6, 8])
def test_letters_with_a_line_around_them(font: str, width: float) -> None:
    """It is neither ink nor ground, and lies on no letter."""
    reading = read_grid(paint_lined(font, width, CANDY))
    assert texts_of(reading) == list(LARGE)
    assert len([doubt for doubt in reading.doubts if doubt.where != "game"]) <= 1


@pytest.mark.parametrize("width", [4, 6])
def test_a_line_that_stands_out_more_than_its_letter_is_not_its_ink(width: float) -> None:
    reading = read_grid(paint_lined("inter-bold", width, DARK))
    assert texts_of(reading) == list(LARGE)
    assert len([doubt for doubt in reading.doubts if doubt.where != "game"]) <= 5


@pytest.mark.parametrize("font", ["inter-bold", "nunito-sans-bold", "arimo-bold"])
def test_letters_with_a_shadow(font: str) -> None:
    """Nothing lies on them, nor on the small letters beside some."""

    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        canvas.text(text, font, 80, (at[0], at[1] + 6), Paint.parse("#4c3820"), within=150)
        canvas.text(text, font, 80, at, WHITE, within=150)

    reading = read_grid(as_screen(on_wood("Qu", write, Paint.parse("#c86a20")).picture()))
    assert reading.texts()[3] == ("G", "QU", "U", "D")
    assert {doubt.where for doubt in reading.doubts} <= {"game"}


@pytest.mark.parametrize(
    ("text", "told"), [("ER", False), ("IN", False), ("Er", True), ("In", True)]
)
def test_two_capitals_are_no_sign_of_dice(text: str, *, told: bool) -> None:
    """Tiles of other games show them, too: only a small letter behind a capital names Boggle."""

    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        canvas.text(text, "inter-bold", 80, at, INK, within=150)

    reading = read_grid(as_screen(on_wood(text, write, Paint.parse("#3c9ae0")).picture()))
    assert reading.texts()[3] == ("G", text.upper(), "U", "D")
    assert reading.game == "boggle"
    assert [doubt.where for doubt in reading.doubts] == ([] if told else ["game"])


@pytest.mark.parametrize("text", ["QU", "TH", "-ING", "UN-", "A/O", "Q/R"])
def test_several_letters_on_a_tile(text: str) -> None:
    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        canvas.text(text, "inter-bold", 80, at, INK, within=150)

    canvas = on_wood(text, write)
    assert read_grid(as_screen(canvas.picture())).texts()[3] == ("G", text, "U", "D")


def notched(side: int, height: int, several: str = "QU") -> Screen:
    """Tiles with a dark notch in their right sides, as those of a puzzle have."""
    screen = paint([*WORDS[:3], ("G", several, "U", "D")])
    pixels, pitch = screen.pixels.copy(), 150
    for row, column in np.ndindex(4, 4):
        x, y = int(40 + (column + 0.94) * pitch), int(150 + (row + 0.5) * pitch)
        cv2.ellipse(pixels, (x, y), (side, height), 0, 0, 360, (40, 40, 32), -1, cv2.LINE_AA)
        pixels[y - height : y + height, x : x + 18] = GROUND.top[::-1]
    return Screen(pixels, "painted")


@pytest.mark.parametrize(("side", "height"), [(10, 12), (16, 14), (20, 10)])
def test_notches_in_the_sides_of_tiles_are_no_dashes(side: int, height: int) -> None:
    reading = read_grid(notched(side, height))
    assert texts_of(reading) == [*WORDS[:3], "GQUUD"]
    assert not [doubt for doubt in reading.doubts if doubt.where != "game"]


def test_a_letter_beside_one_that_cannot_be_read_is_in_doubt() -> None:
    reading = read_grid(notched(24, 20, "EH"))  # the notch reaches into the H
    assert texts_of(reading)[:3] == list(WORDS[:3])
    assert "B4" in {doubt.where for doubt in reading.doubts}


@pytest.mark.parametrize("side", [20, 24, 26])
def test_what_stands_behind_a_q_is_a_u(side: int) -> None:
    reading = read_grid(notched(side, side - 4))  # the notch reaches into it
    assert texts_of(reading) == [*WORDS[:3], "GQUUD"]


@pytest.mark.parametrize("font", ["inter-bold", "zilla-slab-bold"])
def test_small_letters_behind_a_capital(font: str) -> None:
    reading = read_grid(paint([*WORDS[:3], ("G", "Qu", "U", "D")], font=font))
    assert reading.texts()[3] == ("G", "QU", "U", "D")
    assert not [doubt for doubt in reading.doubts if doubt.where != "game"]


def test_a_line_along_a_tile_is_no_letter() -> None:
    screen = paint(WORDS)
    pixels = screen.pixels.copy()
    pixels[190:260, 55:58] = INK.top[::-1]  # near the left edge of the first tile
    assert texts_of(read_grid(Screen(pixels, "painted"))) == list(WORDS)


@pytest.mark.parametrize("path", BOARDS.values(), ids=lambda path: path.stem)
def test_no_board_is_taken_for_a_grid(path: Path) -> None:
    with pytest.raises(NoBoardFound):
        read_grid(load_screen(path))


def paint_swiped(word: str) -> Screen:
    rows = ["AYTS", "SDHC", "OOEA", "EYLG"]
    path = [(0, 3), (1, 3), (2, 3), (3, 2), (2, 2)]
    canvas = Canvas(900, 1300, GROUND)
    at = {(r, c): (150 + 200 * c, 400 + 200 * r) for r in range(4) for c in range(4)}
    for (row, column), middle in at.items():
        face = Paint.parse("#a8f090") if (row, column) in path else WOOD
        canvas.box(Box.around(*middle, 170, 170), face, radius=14)
        canvas.text(rows[row][column], "inter-bold", 90, middle, INK)
    canvas.line([at[place] for place in path], WHITE, 26)
    canvas.box(Box.around(450, 150, 420, 90), Paint.parse("#a8f090"), radius=20)
    canvas.text(word, "inter-bold", 34, (450, 150), INK)
    return as_screen(canvas.picture())


def test_the_word_that_is_traced_tells_the_letters_under_the_line() -> None:
    reading = swiped("SCALE (+800)")
    assert texts_of(reading) == ["AYTS", "SDHC", "OOEA", "EYLG"]
    assert {doubt.why.why for doubt in reading.doubts} <= {Why.TRACED}
    untold = swiped("")
    assert len(reading.doubts) < len(untold.doubts)


def test_an_i_of_the_traced_word_may_look_like_an_l() -> None:
    """TAIN stands above the ring, and is read as TAlN."""
    assert sample("wordhunt-ring").doubts == ()


@pytest.mark.parametrize("word", ["SHELF (+800)", "WORDS: 7", "SCARE", ""])
def test_other_words_leave_the_letters_under_the_line_in_doubt(word: str) -> None:
    doubts = swiped(word).doubts
    assert doubts
    assert {doubt.where for doubt in doubts} <= {"D1", "D2", "D3", "C4", "C3"}
    assert {doubt.why.kind for doubt in doubts} <= {"traced", "unclear"}


PLAYERS = [Paint.parse(text) for text in ("#ff4433", "#9a3a32", "#00b8ff", "#c8c8c8", "#7fa8d0")]
SHADES = [Paint.parse(text) for text in ("#dcdcdc", "#dadada")]


@pytest.mark.parametrize("colours", [PLAYERS, SHADES], ids=["players", "shades"])
def test_tiles_without_gaps_are_told_apart_by_their_colours(colours: Sequence[Paint]) -> None:
    """No colour is that of a finger's choice, and none at a corner is a badge."""
    rows = ["FLHSO", "YKAMW", "FDRPV", "LLXXR", "ADGGS"]
    reading = read_grid(paint(rows, gap=0.0, side=640, colours=colours))
    assert reading.texts() == tuple(map(tuple, rows))
    assert {doubt.where for doubt in reading.doubts} <= {"game"}


@pytest.mark.parametrize("right", [0.0, 1.5, 2.0])
def test_letters_of_a_badge_may_touch_its_rim(right: float) -> None:
    """White ones on a yellow disc with a white rim: the W becomes one piece with the rim."""
    canvas = Canvas(680, 900, GROUND)
    for k, letter in enumerate("".join(WORDS)):
        box = Box.around(115 + 150 * (k % 4), 225 + 150 * (k // 4), 132, 132)
        canvas.box(box, WHITE)
        canvas.text(letter, "inter-bold", 60, box.centre, INK)
        if k in (1, 6, 11):
            canvas.disc(box.at(0.06, 0.06), 28, WHITE)
            canvas.disc(box.at(0.06, 0.06), 25, Paint.parse("#f5a81c"))
            x, y = box.at(0.06, 0.06)
            canvas.text("DW" if k == 6 else "TW", "inter-bold", 19, (x + right, y), WHITE)
    reading = read_grid(as_screen(canvas.picture()))
    assert texts_of(reading) == list(WORDS)
    found = [times for row in reading.multipliers() for times in row]
    assert {k: times for k, times in enumerate(found) if times != "."} == {
        1: "TW",
        6: "DW",
        11: "TW",
    }


@pytest.mark.parametrize("number", ["10", "12"])
def test_a_number_at_the_edge_of_a_tile_is_no_badge(number: str) -> None:
    """Beside small letters: 10 is like TO, which is TW in German, and 12 like L2."""
    canvas = Canvas(900, 1300, GROUND)
    for k, letter in enumerate("".join(WORDS)):
        box = Box.around(150 + 196 * (k % 4), 300 + 196 * (k // 4), 183, 183)
        canvas.box(box, Paint.parse("#fcd24f"))
        canvas.text(letter, "inter-bold", 56, box.at(0.5, 0.57), INK)
        value = number if k in (2, 9) else "1"
        canvas.text(value, "inter-bold", 32, box.at(0.14, 0.16), INK)
    reading = read_grid(as_screen(canvas.picture()))
    assert texts_of(reading) == list(WORDS)
    assert {times for row in reading.multipliers() for times in row} == {"."}


def test_nothing_beyond_the_picture_is_a_badge() -> None:
    """Tiles of the last column are cut off; what lies on the edge there repeats beyond it."""
    boxes = {
        divmod(k, 4): Place(85.0 * (k % 4) + 3, 85.0 * (k // 4) + 3, 74, 74) for k in range(16)
    }
    pixels = np.full((346, 312, 3), 40, np.uint8)
    for box in boxes.values():
        pixels[box.pixels(312, 346)] = 200
    for row in range(3):
        pixels[85 * row + 2 : 85 * row + 19, -1] = (20, 120, 250)
    screen = Screen(pixels, "painted")
    faces, around = np.full((16, 3), 200, np.float32), [np.full(3, 40, np.float32)]
    assert not find_discs(screen, boxes, faces, around, below=False, left=False)
    wider = np.pad(pixels, ((0, 0), (0, 40), (0, 0)), mode="edge")
    wider[:, 340:] = 40
    whole = Screen(wider, "painted")
    assert find_discs(whole, boxes, faces, around, below=False, left=False)


@pytest.mark.parametrize("across", [0.8, 0.9, 1.25])
def test_tiles_may_be_longer_one_way(across: float) -> None:
    resized = np.asarray(cv2.resize(paint(WORDS).pixels, None, fx=across, fy=1.0), np.uint8)
    reading = read_grid(Screen(resized, "stretched"))
    assert texts_of(reading) == list(WORDS)
    box = reading.tiles[0][0].box
    assert box.width / box.height == pytest.approx(across, rel=0.05)


@pytest.mark.parametrize("across", [1.4, 1.7])
def test_columns_may_be_far_apart(across: float) -> None:
    assert texts_of(read_grid(paint(WORDS, across=across))) == list(WORDS)


@pytest.mark.parametrize("letter", [0.1, 0.16])
def test_letters_may_be_small_on_large_tiles(letter: float) -> None:
    assert texts_of(read_grid(paint(WORDS, letter=letter))) == list(WORDS)


def test_values_stand_in_the_corners_of_tiles_with_small_letters() -> None:
    """As on the first phones that had Wordament."""
    values = {"T": 2, "E": 1, "A": 2, "M": 4, "R": 2, "I": 2, "S": 2, "N": 2, "O": 2, "L": 3}
    values |= {"G": 4, "H": 4, "U": 4, "D": 3}
    canvas = Canvas(480, 800, Paint.parse("#000000"))
    for k, letter in enumerate("".join(WORDS)):
        box = Box.around(68 + 115 * (k % 4), 380 + 115 * (k // 4), 107, 107)
        canvas.box(box, Paint.parse("#339933"))
        canvas.text(letter, "inter-bold", 38, box.at(0.5, 0.54), WHITE)
        canvas.text(str(values[letter]), "inter-bold", 16, box.at(0.12, 0.13), WHITE)
    reading = read_grid(as_screen(canvas.picture()))
    assert texts_of(reading) == list(WORDS)
    assert (reading.game, reading.doubts) == ("wordament", ())
    assert [[tile.value for tile in row] for row in reading.tiles] == [
        [values[letter] for letter in word] for word in WORDS
    ]


@pytest.mark.parametrize("lean", [(5, 5), (-6, 4), (0, -7)], ids=str)
@pytest.mark.parametrize("rows", [WORDS, LARGE], ids=["four", "five"])
def test_rows_and_columns_may_lean_by_different_angles(
    rows: Sequence[str], lean: tuple[int, int]
) -> None:
    """As they do where a grid is seen from the side."""
    screen = paint(rows)
    height, width = screen.pixels.shape[:2]
    down, right = np.tan(np.radians(lean))
    slant = np.array(
        [[1.0, right, 100.0 - right * height / 2], [down, 1.0, 100 - down * width / 2]]
    )
    seen = cv2.warpAffine(
        screen.pixels, slant, (width + 200, height + 200), borderValue=(160, 110, 60)
    )
    reading = read_grid(Screen(np.asarray(seen, np.uint8), "slanted"))
    assert texts_of(reading) == list(rows)


@pytest.mark.parametrize("degrees", [-15.0, -6.0, -2.0, 0.7, 2.0, 4.0])
def test_tilted_grids_are_levelled(degrees: float) -> None:
    screen = paint(WORDS)
    height, width = screen.pixels.shape[:2]
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0), [0, 0, 1]])
    turned = cv2.warpPerspective(screen.pixels, turn, (width, height), borderValue=(160, 110, 60))
    reading = read_grid(Screen(np.asarray(turned, np.uint8), "tilted"))
    assert texts_of(reading) == list(WORDS)
    assert reading.doubts == ()
    for (row, column), place in (((0, 0), (115, 225)), ((3, 2), (415, 675))):
        x, y, _ = turn @ (*place, 1.0)
        assert reading.tiles[row][column].box.centre == pytest.approx((x, y), abs=12)


@pytest.mark.parametrize("astray", [2, 4, 6])
def test_letters_off_their_places_are_no_perspective(astray: int) -> None:
    """As one of two letters on a tile, or a numeral, is: a pose always fits some of them."""
    dice = np.random.default_rng(astray)
    places = np.stack(np.meshgrid(range(4), range(4)), axis=2).reshape(-1, 2) * 100.0 + 50
    for _ in range(20):
        middles = places + dice.normal(0.0, 2.0, places.shape)
        some = dice.choice(len(places), astray, replace=False)
        middles[some] += dice.choice([-1, 1], (astray, 2)) * (12.0, 8.0)
        assert pose_of(middles, (50.0, 50.0), (100.0, 100.0), 4, (500, 500)) is None


def test_a_grid_seen_from_the_side_is_read() -> None:
    screen = paint(WORDS)
    height, width = screen.pixels.shape[:2]
    corners = [[0, 0], [width, 0], [width, height], [0, height]]
    seen = [[30, 15], [width - 10, 0], [width - 30, height - 10], [5, height]]
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), np.array(seen, np.float32))
    pixels = cv2.warpPerspective(screen.pixels, matrix, (width, height))
    reading = read_grid(Screen(np.asarray(pixels, np.uint8), "photo"))
    assert texts_of(reading) == list(WORDS)


@pytest.mark.parametrize(("stub", "several"), [(0, True), (7, False)])
def test_an_h_with_a_broken_bar_is_one_letter(*, stub: int, several: bool) -> None:
    """Two upright strokes are two I's; with stubs of a bar between them they are liker an H."""
    coverage = np.zeros((CELL, CELL), np.float32)
    line = Line(CELL / 4, CELL / 2, CELL / 2)
    for way in (-1, 1):
        middle = CELL // 2 + way * 10
        coverage[CELL // 4 : 3 * CELL // 4, middle - 2 : middle + 2] = 1.0
        columns = sorted((middle, middle - way * (2 + stub)))
        coverage[CELL // 2 - 2 : CELL // 2 + 2, slice(*columns)] = 1.0
    fonts = generic_bank().only(tuple(string.ascii_uppercase))
    assert (read_several(coverage, line, fonts, 0.5) is not None) == several


def test_a_badge_that_the_edge_cuts_is_in_doubt() -> None:
    """A D of which half is missing looks like a T."""
    screen = load_screen(TRUTHS["ruzzle-phone"].picture)
    whole = read_grid(screen)
    first = whole.tiles[0][0].box
    assert not whole.doubts
    for share in (0.0, 0.05, 0.1):
        left = round(first.x - share * first.width)
        cut = read_grid(Screen(screen.pixels[:, left:].copy(), "cut"))
        rows = zip(whole.tiles, cut.tiles, strict=True)
        wrong = {row for row, (a, b) in enumerate(rows) if a[0].multiplier != b[0].multiplier}
        doubted = {doubt.where for doubt in cut.doubts}
        assert {f"A{row + 1}" for row in wrong} <= doubted, (share, doubted)
