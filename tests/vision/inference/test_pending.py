"""Tiles laid but not played: told by seams and shades, and always a play the rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.imaging import Grid
from vision.inference import Findings, pending
from vision.inference.moves import OWN_POINTS, SIGNS
from vision.inference.pending import PendingTiles, RateSigns
from vision.tiles import CELL

Place = tuple[int, int]

PLAYED = (90, 178, 244)
RACK = (60, 205, 250)
PAPER = 230


def board_of(
    played: set[Place], laid: set[Place], *, seams: bool, shade: bool, size: int = 15
) -> tuple[NDArray[np.bool_], NDArray[np.uint8], NDArray[np.float32]]:
    """Tiles as colours: played ones merge, laid ones stand apart or have the rack's shade."""
    board = np.full((size * CELL, size * CELL, 3), PAPER, np.uint8)
    tiles = np.zeros((size, size), bool)
    grounds = np.zeros((size, size, 3), np.float32)
    for place in played | laid:
        row, column = place
        colour = RACK if shade and place in laid else PLAYED
        tiles[place], grounds[place] = True, colour
        rim = 3 if seams and place in laid else 0
        board[
            row * CELL + rim : (row + 1) * CELL - rim,
            column * CELL + rim : (column + 1) * CELL - rim,
        ] = colour
    return tiles, board, grounds


def find_pending(
    tiles: NDArray[np.bool_],
    board: NDArray[np.uint8],
    grounds: NDArray[np.float32],
    rack_ground: NDArray[np.float32] | None,
    missing: int,
    *,
    exactly: bool,
    emptied: bool = False,
    inks: NDArray[np.float32] | None = None,
    rack_ink: NDArray[np.float32] | None = None,
    covered: bool = False,
    rate_signs: RateSigns | None = None,
) -> PendingTiles:
    """What is found of such tiles; colours of letters that are not given are those of the tiles."""
    rack = None
    if rack_ground is not None:
        faces = SimpleNamespace(
            ground=rack_ground[None], ink=None if rack_ink is None else rack_ink[None]
        )
        bare = np.array([rack_ink is None])
        rack = SimpleNamespace(faces=faces, bare=bare, like_slots=np.zeros(1, bool))
    found = SimpleNamespace(
        located=SimpleNamespace(board=board, grid=Grid(0.0, 0.0, 1.0, len(tiles))),
        screen=SimpleNamespace(height=20.0),
        kind=SimpleNamespace(theme=None),
        status=SimpleNamespace(over=False),
        corrected=SimpleNamespace(played=frozenset()),
        tiles=tiles,
        printed=np.flatnonzero(tiles),
        board=SimpleNamespace(
            ground=grounds[tiles], ink=(grounds if inks is None else inks)[tiles]
        ),
        held=rack,
        hidden=np.array([covered]),
        on_rack=0 if emptied else 1,
        lacking=missing,
        full_rack=exactly,
    )
    return pending.find_pending(cast("Findings", found), rate_signs or untold)


def untold(plays: Sequence[frozenset[Place]]) -> NDArray[np.float64]:
    """No sign of any play."""
    return np.zeros((len(plays), len(SIGNS)))


def find(
    played: set[Place],
    laid: set[Place],
    missing: int | None = None,
    *,
    seams: bool = True,
    shade: bool = True,
    exactly: bool = True,
    rack: bool = True,
) -> frozenset[Place]:
    tiles, board, grounds = board_of(played, laid, seams=seams, shade=shade)
    ground = np.array(RACK if shade else PLAYED, np.float32) if rack else None
    count = len(laid) if missing is None else missing
    return find_pending(tiles, board, grounds, ground, count, exactly=exactly).squares


WORD = {(7, column) for column in range(4, 11)}


@pytest.mark.parametrize(
    ("seams", "shade"), [(True, True), (True, False), (False, True)], ids=["both", "seams", "shade"]
)
def test_laid_tiles_are_found(seams: bool, shade: bool) -> None:  # noqa: FBT001
    laid = {(row, 6) for row in (5, 6, 8, 9)}
    assert find(WORD, laid, seams=seams, shade=shade) == laid


LOOSE = {(2, 2), (12, 9)}


def test_a_word_that_hangs_loose_is_left_alone() -> None:
    """Where something lies on the board, a tile may be missed that connects it."""
    apart, laid = {(2, 2), (2, 3), (2, 4)}, {(6, 6), (8, 6)}
    tiles, board, grounds = board_of(WORD | apart, laid, seams=True, shade=True)
    rack = np.array(RACK, np.float32)
    found = find_pending(tiles, board, grounds, rack, 2, exactly=True, covered=True)
    assert found.squares == laid
    assert find_pending(tiles, board, grounds, rack, 2, exactly=True) == PendingTiles(frozenset())


@pytest.mark.parametrize("rack", [True, False], ids=["rack", "no rack"])
@pytest.mark.parametrize("exactly", [True, False], ids=["full", "short"])
def test_tiles_that_touch_no_word_are_laid(rack: bool, exactly: bool) -> None:  # noqa: FBT001
    """However they look: played ones are connected. Without a rack they must lie in a line."""
    plain = {"seams": False, "shade": False}
    known = LOOSE if rack else set()
    assert find(WORD, LOOSE, **plain, rack=rack, exactly=exactly) == known
    assert find(WORD, {(2, 2), (2, 9)}, **plain, rack=rack, exactly=exactly) == {(2, 2), (2, 9)}


def test_tiles_that_touch_no_word_and_those_that_do_are_laid_together() -> None:
    laid = {(row, 6) for row in (5, 6, 8, 9)} | LOOSE
    assert find(WORD, laid) == laid


def test_more_tiles_than_the_rack_lacks_are_not_laid() -> None:
    assert find(WORD, LOOSE, 1) == frozenset()


def test_tiles_parted_by_something_on_the_board_may_be_played() -> None:
    tiles, board, grounds = board_of(WORD, LOOSE, seams=False, shade=False)
    found = find_pending(tiles, board, grounds, None, 2, exactly=True, covered=True)
    assert found.squares == frozenset()
    rack = np.array(RACK, np.float32)
    found = find_pending(tiles, board, grounds, rack, 2, exactly=True, covered=True)
    assert found.squares == frozenset()
    assert found.unsure >= LOOSE


@settings(max_examples=25)
@given(data=st.data())
def test_what_is_found_obeys_the_rules(data: st.DataObject) -> None:
    """Whatever lies on the board: one line, no gap, no more than the rack lacks, the rest whole."""
    crossing = data.draw(st.integers(4, 10))
    reach = data.draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    laid = {(row, crossing) for row in range(7 - reach[0], 8 + reach[1])} - {(7, crossing)}
    missing = data.draw(st.integers(0, 7))
    seams, shade = data.draw(st.booleans()), data.draw(st.booleans())
    exactly = data.draw(st.booleans())
    found = find(WORD, laid, missing, seams=seams, shade=shade, exactly=exactly)
    assert len(found) <= missing
    assert found <= WORD | laid
    if not found:
        return
    rows, columns = {row for row, _ in found}, {column for _, column in found}
    assert len(rows) == 1 or len(columns) == 1
    line = [
        (row, column)
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    ]
    assert set(line) <= WORD | laid
    rest = (WORD | laid) - found
    assert not rest or (7, 7) in rest


def test_the_few_tiles_beside_a_last_move_of_another_colour_are_no_laid_ones() -> None:
    """Two more letters of the rack's colour show that played ones have it as well."""
    word, across = {(7, 7), (7, 8), (7, 9)}, {(6, 8), (8, 8)}
    tiles, board, grounds = board_of(word | across, set(), seams=False, shade=False)
    inks = np.full((*tiles.shape, 3), 30, np.float32)
    for place in across:
        inks[place] = 255
    found = find_pending(
        tiles,
        board,
        grounds,
        np.array(PLAYED, np.float32) + 15,
        1,
        exactly=True,
        inks=inks,
        rack_ink=np.full(3, 30, np.float32),
    )
    assert found.squares == frozenset()


def test_where_all_tiles_are_drawn_apart_one_a_little_more_so_is_in_doubt() -> None:
    tiles, board, grounds = board_of(set(), WORD | {(6, 10)}, seams=True, shade=False)
    row, column = 6 * CELL, 10 * CELL
    board[row + CELL - 6 : row + CELL + 6, column : column + CELL] = PAPER + 25
    found = find_pending(tiles, board, grounds, np.array(PLAYED, np.float32), 1, exactly=True)
    assert found.squares <= found.unsure


def test_round_corners_tell_where_the_line_between_tiles_is_lost() -> None:
    """Of two tiles laid side by side only the corners show that they are two."""
    laid = {(6, 6), (5, 6)}
    tiles, board, grounds = board_of(WORD, laid, seams=False, shade=False)
    for row in (5, 6, 7):
        for corner in (6 * CELL, 7 * CELL):
            cv2.circle(board, (corner, row * CELL), 9, (PAPER,) * 3, -1)
    ground = np.array(PLAYED, np.float32)
    found = find_pending(tiles, board, grounds, ground, 2, exactly=True)
    assert found.squares == laid
    assert (6, 6) in found.unsure


@pytest.mark.parametrize("exactly", [False, True])
def test_of_two_tiles_that_look_laid_alike_none_is_taken_where_none_need_be(
    exactly: bool,  # noqa: FBT001
) -> None:
    """By chance, as where a premium shines through a neighbour and a letter is bolder."""
    laid = {(6, 10), (8, 4)}
    tiles, board, grounds = board_of(WORD, laid, seams=True, shade=True)
    grounds[8, 4] = np.add(RACK, 3)
    ground = np.array(RACK, np.float32)
    found = find_pending(tiles, board, grounds, ground, 1, exactly=exactly)
    assert found.squares < laid
    assert found.unsure == laid


def test_nothing_is_laid_where_the_rack_is_full() -> None:
    assert find(WORD, {(6, 6), (5, 6)}, 0) == frozenset()


def test_empty_board() -> None:
    assert find(set(), set(), 3) == frozenset()


def test_alike_tiles_are_all_played() -> None:
    """Tiles may be missing from the rack because the game is nearly over."""
    assert find(WORD, {(6, 6), (5, 6)}, seams=False, shade=False, exactly=False) == frozenset()


@pytest.mark.parametrize("exactly", [True, False])
def test_without_a_rack_shades_prove_nothing(exactly: bool) -> None:  # noqa: FBT001
    played = WORD | {(6, 6), (5, 6)}
    tiles, board, grounds = board_of(played, set(), seams=False, shade=False)
    assert find_pending(tiles, board, grounds, None, 7, exactly=exactly).squares == frozenset()


@pytest.mark.parametrize("shade", [True, False])
def test_a_whole_rack_laid_on_the_board_is_told_by_the_empty_rack_and_in_doubt(
    shade: bool,  # noqa: FBT001
) -> None:
    laid = {(row, 10) for row in (8, 9, 10, 11, 12, 13, 14)}
    tiles, board, grounds = board_of(WORD, laid, seams=False, shade=shade)
    for emptied in (False, True):
        found = find_pending(tiles, board, grounds, None, 7, exactly=True, emptied=emptied)
        assert found.squares == (laid if emptied else set())
        assert not emptied or found.unsure == laid


@pytest.mark.parametrize("other_points", [True, False])
def test_a_badge_on_a_whole_rack_may_be_the_last_moves(other_points: bool) -> None:  # noqa: FBT001
    """At the end of a game, unless that is told to have other points."""
    laid = {(row, 10) for row in (8, 9, 10, 11, 12, 13, 14)}
    tiles, board, grounds = board_of(WORD, laid, seams=False, shade=False)

    def told(plays: Sequence[frozenset[Place]]) -> NDArray[np.float64]:
        signs = np.zeros((len(plays), len(SIGNS)))
        for own in OWN_POINTS[:1] if other_points else OWN_POINTS[1:]:
            signs[:, SIGNS.index(own)] = [play == laid for play in plays]
        return signs

    found = find_pending(
        tiles, board, grounds, None, 7, exactly=True, emptied=True, rate_signs=told
    )
    assert found.squares == laid
    assert found.unsure == (frozenset() if other_points else laid)


def test_a_whole_rack_that_was_laid_is_told_beside_a_last_move_in_another_colour() -> None:
    """Though that stands out more."""
    last, laid = {(row, 10) for row in (8, 9, 10)}, {(5, column) for column in range(7)}
    played = WORD | {(6, 6)}
    tiles, board, grounds = board_of(played | laid, last, seams=False, shade=False)
    for row, column in last:
        board[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL] = (72, 196, 250)
        grounds[row, column] = (72, 196, 250)
    found = find_pending(tiles, board, grounds, None, 7, exactly=True, emptied=True)
    assert found.squares == laid
    assert found.unsure >= last | laid


@pytest.mark.parametrize("shade", [True, False])
def test_an_opening_play_of_some_of_the_rack_leaves_others_on_it(shade: bool) -> None:  # noqa: FBT001
    """Where no rack is in sight it is the last move; whether it is laid is in doubt at most."""
    some = {(7, column) for column in range(5, 10)}
    tiles, board, grounds = board_of(set(), some, seams=False, shade=shade)
    found = find_pending(tiles, board, grounds, None, 7, exactly=True, emptied=True)
    assert found.squares == frozenset()
    assert found.unsure == some


def test_opening_play_may_be_the_only_one() -> None:
    assert find(set(), WORD, 7) == WORD


def test_a_played_tile_among_those_laid_is_told_from_them() -> None:
    """Three of the column are laid, the fourth was there; any three of them hang together."""
    laid = {(5, 9), (6, 9), (8, 9)}
    assert find(WORD, laid, seams=False) == laid


def coloured(groups: dict[tuple[int, int, int], set[Place]], exactly: bool) -> PendingTiles:  # noqa: FBT001
    """Words with tiles in other colours than the rack, which lacks two."""
    every = set[Place]().union(*groups.values())
    tiles, board, grounds = board_of(WORD | every, set(), seams=False, shade=False)
    for colour, places in groups.items():
        for row, column in places:
            board[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL] = colour
            grounds[row, column] = colour
    return find_pending(tiles, board, grounds, np.array(PLAYED, np.float32), 2, exactly=exactly)


BLUE, GREEN = (200, 120, 40), (120, 220, 120)
BELOW = {(8, 4), (9, 4)}


def test_last_move_in_another_colour_is_played_where_the_rack_may_be_short() -> None:
    assert coloured({BLUE: BELOW}, exactly=False).squares == frozenset()


def test_as_many_tiles_of_another_colour_as_the_rack_lacks_are_laid() -> None:
    assert coloured({BLUE: BELOW}, exactly=True) == PendingTiles(frozenset(BELOW))
    last = {(row, 8) for row in (5, 6, 8)}
    both = {BLUE: BELOW, GREEN: last}
    assert coloured(both, exactly=True) == PendingTiles(frozenset(BELOW))
    like = {(row, 8) for row in (8, 9)}
    found = coloured({BLUE: BELOW, GREEN: like}, exactly=True)
    assert found.squares in (BELOW, like)
    assert found.unsure == BELOW | like, "either may be the last move"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_all_that_look_laid_are_where_the_bag_is_empty(number: int) -> None:
    laid = {(row, 8) for row in range(7 - number, 7)}
    assert find(WORD, laid, 5, exactly=False) == laid


BLACK, WHITE = (10.0, 10.0, 10.0), (240.0, 240.0, 240.0)


@pytest.mark.parametrize("ink", [BLACK, WHITE])
def test_two_in_the_racks_shade_are_in_doubt_at_least_where_the_bag_is_empty(
    ink: tuple[float, ...],
) -> None:
    laid = {(5, 8), (6, 8)}
    tiles, board, grounds = board_of(WORD, laid, seams=False, shade=True)
    inks = np.zeros_like(grounds)
    inks[tiles] = WHITE
    for place in laid:
        inks[place] = ink
    rack, rack_ink = np.array(RACK, np.float32), np.array(BLACK, np.float32)
    found = find_pending(
        tiles, board, grounds, rack, 4, exactly=False, inks=inks, rack_ink=rack_ink
    )
    assert found.squares | found.unsure == laid


def test_letters_of_another_ink_than_the_racks_speak_against_its_shade() -> None:
    """Two pairs have the rack's shade, and one of them its ink."""
    own, other = {(5, 8), (6, 8)}, BELOW
    tiles, board, grounds = board_of(WORD, own | other, seams=False, shade=True)
    inks = np.zeros_like(grounds)
    inks[tiles] = WHITE
    for place in own:
        inks[place] = BLACK
    rack, rack_ink = np.array(RACK, np.float32), np.array(BLACK, np.float32)
    found = find_pending(tiles, board, grounds, rack, 2, exactly=True, inks=inks, rack_ink=rack_ink)
    assert found.squares == own
    assert found.unsure >= other


def test_a_tile_with_a_weak_seam_is_laid_as_those_beside_it() -> None:
    """The last of three in the rack's shade hangs together with the word."""
    laid = {(4, 8), (5, 8), (6, 8)}
    tiles, board, grounds = board_of(WORD, laid, seams=True, shade=True)
    board[7 * CELL - 32 : 7 * CELL, 8 * CELL : 9 * CELL] = RACK
    found = find_pending(tiles, board, grounds, np.array(RACK, np.float32), 4, exactly=False)
    assert found.squares == laid


def outlined(inset: int, thick: int) -> NDArray[np.uint8]:
    """A board of tiles alike with a line around two of them, at some depth."""
    _, board, _ = board_of(WORD, DOWN, seams=False, shade=False)
    for row, column in DOWN:
        near, far = inset, CELL - 1 - inset - thick
        cell = board[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        cv2.rectangle(cell, (near, near), (far, far), (250, 250, 250), thick)
    return board


DOWN = {(8, 6), (9, 6)}


@pytest.mark.parametrize("inset", [0, 2, 4])
def test_tiles_with_a_line_around_them_are_laid(inset: int) -> None:
    tiles, _, grounds = board_of(WORD, DOWN, seams=False, shade=False)
    rack = np.array(PLAYED, np.float32)
    board = outlined(inset, 3)
    assert find_pending(tiles, board, grounds, rack, 2, exactly=True).squares == DOWN


def test_what_is_told_decides_between_tiles_that_look_alike() -> None:
    """All tiles of the board look played; the text names two of them."""
    laid = frozenset({(6, 6), (8, 6)})
    tiles, board, grounds = board_of(WORD, set(laid), seams=False, shade=False)
    asked: list[int] = []

    def told(plays: Sequence[frozenset[Place]]) -> NDArray[np.float64]:
        asked.append(len(plays))
        signs = np.zeros((len(plays), len(SIGNS)))
        signs[:, SIGNS.index("points in a badge")] = [play == laid for play in plays]
        return signs

    rack = np.array(PLAYED, np.float32)
    found = find_pending(tiles, board, grounds, rack, 2, exactly=True, rate_signs=told)
    assert found.squares == laid
    assert asked
    assert find_pending(tiles, board, grounds, rack, 2, exactly=False).squares == frozenset()
    ended = find_pending(tiles, board, grounds, rack, 2, exactly=False, rate_signs=told)
    assert ended.squares | ended.unsure == laid, "few ends of games have any laid"


@pytest.mark.parametrize("elsewhere", [False, True])
def test_tiles_of_a_colour_of_their_own_are_laid_where_the_last_word_is_elsewhere(
    elsewhere: bool,  # noqa: FBT001
) -> None:
    """At the end of a game, no rack in sight: else they may as well be the last move's."""
    laid = frozenset(DOWN)
    tiles, board, grounds = board_of(WORD, DOWN, seams=False, shade=True)

    def told(plays: Sequence[frozenset[Place]]) -> NDArray[np.float64]:
        signs = np.zeros((len(plays), len(SIGNS)))
        signs[:, -1] = elsewhere
        return signs

    found = find_pending(
        tiles, board, grounds, None, 7, exactly=False, emptied=True, rate_signs=told
    )
    assert found.squares == (laid if elsewhere else frozenset())
    assert found.unsure >= laid
