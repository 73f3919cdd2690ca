"""Layouts whose premiums lie on the same squares: told by labels, or of no matter under tiles."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from solver.game import Layout, layouts
from tests.benchmarks.painting import Pixels, paint_label, paint_tile
from vision.board.layout import BoardKind, identify_layout
from vision.board.squares import coloured_squares, inspect_squares
from vision.imaging import Place

MESSENGER, SOLO = (
    next(each for each in layouts("wwf") if each.name == name) for name in ("messenger", "solo")
)
SHADES = {"d": (90, 140, 60), "t": (80, 150, 66)}
DIFFERING = frozenset({(2, 2), (2, 8), (8, 2), (8, 8)})


def painted(layout: Layout, tiles: frozenset[Place], *, bare: bool = False) -> Pixels:
    """A cut board whose premium squares for letters differ by their labels alone.

    Or by their colours, where they are bare.
    """
    rows = []
    for row, line in enumerate(layout.premiums):
        cells = []
        for column, kind in enumerate(line):
            cell = paint_tile("E", "1") if (row, column) in tiles else paint_label(kind)
            if kind in "dt" and (row, column) not in tiles:
                grey = cv2.cvtColor(cell, cv2.COLOR_BGR2GRAY).astype(float)
                ink = (grey > 200)[:, :, None]
                cell = np.where(ink, 255, (90, 140, 60)).astype(np.uint8)
                if bare:
                    cell[:] = SHADES[kind]
            cells.append(cell)
        rows.append(np.hstack(cells))
    return np.vstack(rows)


def identified(layout: Layout, tiles: frozenset[Place], *, bare: bool = False) -> BoardKind:
    board = painted(layout, tiles, bare=bare)
    covered = np.zeros((11, 11), bool)
    for place in tiles:
        covered[place] = True
    known = [("wwf", each) for each in layouts("wwf")]
    squares = inspect_squares(board)
    squares = next(coloured_squares(squares)) if bare else squares
    kind = identify_layout(board, squares, covered, known, [])
    assert kind is not None
    return kind


@pytest.mark.parametrize("layout", [MESSENGER, SOLO], ids=lambda layout: layout.name)
def test_labels_tell_layouts_apart_that_lie_on_the_same_squares(layout: Layout) -> None:
    kind = identified(layout, frozenset())
    assert (kind.layout, kind.sure, kind.contested) == (layout.name, True, frozenset())
    one = identified(layout, frozenset(sorted(DIFFERING)[1:]))
    assert (one.layout, one.contested) == (layout.name, frozenset())


@pytest.mark.parametrize("layout", [MESSENGER, SOLO], ids=lambda layout: layout.name)
def test_colours_tell_them_apart_where_no_label_does(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = identified(layout, frozenset(sorted(DIFFERING)[1:]), bare=True)
    assert (one.layout, one.contested) == (layout.name, frozenset())
    monkeypatch.setitem(SHADES, "t", SHADES["d"])
    alike = identified(layout, frozenset(), bare=True)
    assert alike.contested == DIFFERING


def test_without_a_plain_square_in_sight_no_colour_tells() -> None:
    board = painted(SOLO, frozenset(), bare=True)
    seen = next(coloured_squares(inspect_squares(board)))
    none = np.zeros_like(seen.plain)
    known = [("wwf", MESSENGER), ("wwf", SOLO)]
    kind = identify_layout(board, seen._replace(plain=none), seen.plain, known, [])
    assert kind is not None
    assert kind.contested == DIFFERING


def test_premiums_under_tiles_alone_leave_the_layout_open() -> None:
    kind = identified(SOLO, DIFFERING)
    assert (kind.sure, kind.contested) == (True, DIFFERING)


def test_no_printed_square_is_a_plain_one_whatever_its_label_looks_like() -> None:
    """Where figures such as 2x look like those of words, and nearly all else is covered."""
    (duel,) = (each for each in layouts("scrabble") if each.size == 11)
    shown = {(2, 2): "T", (10, 10): "T", (4, 8): "D", (6, 8): "D", (8, 4): "D"}
    cells, covered = [], np.ones((11, 11), bool)
    for place in np.ndindex(11, 11):
        bare = place[0] % 2 == 1 and MESSENGER.premiums[place[0]][place[1]] == "."
        bare &= duel.premiums[place[0]][place[1]] == "."
        covered[place] = not (bare or place in shown)
        cells.append(paint_tile("E", "1") if covered[place] else paint_label(shown.get(place, ".")))
    board = np.vstack([np.hstack(cells[11 * row : 11 * row + 11]) for row in range(11)])
    known = [("scrabble", duel), ("wwf", MESSENGER)]
    kind = identify_layout(board, inspect_squares(board), covered, known, [])
    assert kind is not None
    assert (kind.game, kind.layout) == ("wwf", "messenger")


def test_what_is_covered_is_unknown_where_premiums_are_dealt() -> None:
    square = np.zeros((2, 2), bool)
    square[:, 1] = True
    dealt = BoardKind("wordfeud", "random", None, ("..", ".."), sure=True, unknown=((0, 1),))
    assert dealt.covered(square).unknown == ((0, 1), (1, 1))
    known = dealt._replace(layout="standard")
    assert known.covered(square) == known
