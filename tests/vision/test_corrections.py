"""What a player says of tiles: told, checked, and what follows from it for the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from sample_screens.path_truth import load_path_truths
from solver.game import load_game
from tests.benchmarks.painting import CELL, FACE, Pixels
from tests.shared.samples import reading_of, screen_of
from tests.vision.inference.painted import across, decided, findings
from vision.corrections import NOTHING_CORRECTED, Corrections
from vision.errors import CorrectionUnusable
from vision.imaging import load_screen
from vision.inference.findings import Findings
from vision.paths import read_grid
from vision.reader import read
from vision.reading import Reading, Why

SAMPLE = "wwf2-phone-two-colours"
RESTING = {
    place: tile
    for row, word in zip((1, 3, 5), ("JUMPINGOX", "VEXED", "QUARTZ"), strict=True)
    for place, tile in across(word, row, 2).items()
}


def told(**places: str) -> Corrections:
    return Corrections.of(places)


def read_with(corrections: Corrections) -> Reading:
    return read(screen_of(SAMPLE), corrected=corrections)


def correcting(found: Findings, places: Mapping[tuple[int, int], str]) -> Findings:
    return found.corrected_by(Corrections(places, {}))


def test_places_are_told_in_one_text() -> None:
    found = Corrections.parse("H8=E, o15 = e,C4=.,rack 3=?, Rack10=q")
    assert found.board == {(7, 7): "E", (14, 14): "e", (3, 2): "."}
    assert found.rack == {2: "?", 9: "Q"}
    assert not any(NOTHING_CORRECTED)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "no tile"),
        ("H8", "no tile"),
        ("H8=", "no tile"),
        ("=E", "neither a square"),
        ("8H=E", "neither a square"),
        ("rack=E", "neither a square"),
        ("rack 0=E", "neither a square"),
        ("H8=E,H8=F", "given twice"),
        ("H8=E,h8=F", "given twice"),
        ("rack 1=E,rack1=F", "given twice"),
    ],
)
def test_texts_that_tell_nothing_are_refused(text: str, what: str) -> None:
    with pytest.raises(CorrectionUnusable, match=what):
        Corrections.parse(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("P1=E", "P1 is outside"),
        ("A16=E", "A16 is outside"),
        ("H8=?", "not a tile on a board"),
        ("H8=Ä", "no such tile in English"),
        ("rack 1=ÄÖ", "no such tile in English"),
    ],
)
def test_what_does_not_fit_the_game_is_refused(text: str, what: str) -> None:
    with pytest.raises(CorrectionUnusable, match=what):
        Corrections.parse(text).check(15, load_game("wwf").tiles)


def test_a_reader_refuses_what_does_not_fit() -> None:
    for text, what in (("P1=E", "P1 is outside"), ("rack 8=E", "a rack has at most 7")):
        with pytest.raises(CorrectionUnusable, match=what):
            read_with(Corrections.parse(text))
    grid = load_screen(load_path_truths()[0].picture)
    with pytest.raises(CorrectionUnusable, match="has no rack"):
        read_grid(grid, corrected=Corrections.parse("rack 1=E"))


def test_tiles_of_two_letters_are_one_tile() -> None:
    english = load_game("wwf").tiles
    tiles = replace(english, tiles=(replace(english.tiles[0], letter="CH"), *english.tiles))
    Corrections.parse("H8=CH,H9=ch,rack 1=ch").check(15, tiles)
    with pytest.raises(CorrectionUnusable, match="not a tile on a board"):
        Corrections.parse("H8=Ch").check(15, tiles)


def test_a_told_square_is_sure_and_the_others_stay() -> None:
    before, after = reading_of(SAMPLE), read_with(told(J8="S", O8="E", A1="."))
    tile, new = after.cells[7][9], after.cells[7][14]
    assert tile is not None
    assert (tile.text, tile.confidence, tile.source) == ("S", 1.0, "player")
    assert new is not None
    assert new.text == "E"
    pairs = [
        ((row, column), cell, after.cells[row][column])
        for row, line in enumerate(before.cells)
        for column, cell in enumerate(line)
    ]
    changed = [place for place, old, now in pairs if (old and old.text) != (now and now.text)]
    assert changed == [(7, 14)]
    assert not [doubt for doubt in after.doubts if doubt.where in {"J8", "O8", "A1"}]


def test_a_square_told_empty_has_no_tile() -> None:
    after = read_with(told(O2="."))
    assert after.cells[1][14] is None
    assert reading_of(SAMPLE).cells[1][14] is not None


def test_tiles_of_the_rack_keep_the_numbers_they_had() -> None:
    before = [tile.text for tile in reading_of(SAMPLE).rack or ()]
    after = read_with(Corrections.parse("rack 2=.,rack 3=?,rack 8=Z"))
    first, _, _, *others = before
    assert [tile.text for tile in after.rack or ()] == [first, "?", *others, "Z"]
    added = (after.rack or ())[-1]
    assert (added.source, added.box.width) == ("player", 0.0)


def test_what_is_taken_off_the_rack_is_not_looked_for_on_the_board() -> None:
    after = read_with(Corrections.parse("rack 2=."))
    assert (len(after.rack or ()), after.tentative) == (6, ())
    assert after.board_rows() == reading_of(SAMPLE).board_rows()


def test_a_rack_that_only_the_player_sees() -> None:
    name = "crossplay-over"
    assert reading_of(name).rack is None
    after = read(screen_of(name), corrected=Corrections.parse("rack 1=Q,rack 2=?"))
    assert [tile.text for tile in after.rack or ()] == ["Q", "?"]
    gone = read_with(Corrections.parse(",".join(f"rack {k}=." for k in range(1, 8))))
    assert not gone.rack


def test_a_tile_that_is_told_is_played_unless_it_may_be_laid() -> None:
    before = reading_of("wwf2-desktop-tentative")
    row, column = before.tentative[0]
    cell = before.cells[row][column]
    assert cell is not None
    known = Corrections({(row, column): cell.text}, {})
    after = read(screen_of("wwf2-desktop-tentative"), corrected=known)
    assert (row, column) not in after.tentative
    maybe = known._replace(laid=frozenset(before.tentative[:1]))
    assert read(screen_of("wwf2-desktop-tentative"), corrected=maybe).tentative == before.tentative


def hidden_numeral(page: Pixels) -> None:
    page[: int(0.32 * CELL), int(0.6 * CELL) :] = (60, 200, 60)


def test_blanks_that_are_told_leave_none_for_other_tiles() -> None:
    """The bag has two: a third tile whose numeral is hidden is no blank then."""
    words = across("SETS", 9, 2) | across("TONE", 11, 2) | across("MINT", 13, 2)
    bare = [(9, 3), (11, 4), (13, 4)]
    damage = dict.fromkeys(bare, hidden_numeral)
    found = findings(RESTING | words, damage=damage)
    before = decided(found).board
    assert all(before[place].why is not None for place in bare)
    known = correcting(found, {place: words[place].lower() for place in bare[:2]})
    last = decided(known).board[bare[2]]
    assert (last.text, last.why) == ("N", None)


def test_a_letter_that_is_told_names_the_tiles_like_it() -> None:
    """A font whose I is drawn as a 1 with a foot reads as another letter everywhere."""

    def like_another(page: Pixels) -> None:
        height = int(0.9 * CELL)
        page[int(0.2 * CELL) : height, int(0.15 * CELL) : int(0.8 * CELL)] = FACE
        page[int(0.3 * CELL) : int(0.8 * CELL), int(0.44 * CELL) : int(0.52 * CELL)] = 30
        page[int(0.34 * CELL) : int(0.42 * CELL), int(0.3 * CELL) : int(0.5 * CELL)] = 30
        page[int(0.74 * CELL) : int(0.8 * CELL), int(0.3 * CELL) : int(0.66 * CELL)] = 30

    odd = {(9, 3): like_another, (11, 3): like_another}
    board = RESTING | across("SITS", 9, 2) | across("XIQX", 11, 2)
    found = findings(board, damage=odd)
    alone, helped = decided(found).board[11, 3], decided(correcting(found, {(9, 3): "I"})).board
    assert helped[9, 3].confidence == 1.0
    assert helped[11, 3].letter == "I"
    assert alone.letter != "I" or helped[11, 3].confidence > alone.confidence


def test_what_is_told_counts_in_the_bag() -> None:
    found = findings(RESTING, rack="K")
    assert found.held is not None
    more = found.corrected_by(Corrections({}, {1: "K"}))
    assert more.on_rack == 2
    assert more.held is found.held or np.array_equal(more.held.bare, found.held.bare)  # type: ignore[union-attr]
    choice, told = decided(more).rack
    assert (choice.letter, told.letter, told.source) == ("K", "K", "player")


def test_tiles_of_a_path_game_are_told_too() -> None:
    source = load_path_truths()[0]
    screen = load_screen(source.picture)
    before = read_grid(screen)
    after = read_grid(screen, corrected=told(A1="qu", B1="D/U"))
    assert [tile.text for tile in after.tiles[0][:2]] == ["QU", "D/U"]
    assert [row[2:] for row in after.texts()] == [row[2:] for row in before.texts()]
    assert replace(after.tiles[0][0], text="", runner_up=None).box == before.tiles[0][0].box


@pytest.mark.parametrize(
    ("text", "what"), [("rack 1=E", "has no rack"), ("Z9=E", "outside"), ("A1=5", "can show that")]
)
def test_what_no_grid_has_is_refused(text: str, what: str) -> None:
    with pytest.raises(CorrectionUnusable, match=what):
        Corrections.parse(text).of_grid(5)


def test_reasons_of_tiles_beside_a_told_one_are_its_words() -> None:
    """A letter that makes no word leaves the others of the word in doubt."""
    after = read_with(told(J8="T"))
    assert {doubt.why.why for doubt in after.doubts} <= {Why.NO_WORD, Why.NEAR_WORD}
