"""Runs of tiles, across and down."""

from __future__ import annotations

from vision.board import runs_of


def test_runs_across_come_first_each_way_from_the_top_left() -> None:
    """A cross, a tile by itself, a square of four, and a column of three."""
    places = {(2, 1), (2, 2), (2, 3), (1, 2), (3, 2), (0, 7), (5, 5), (5, 6), (6, 5), (6, 6)}
    places |= {(8, 0), (9, 0), (10, 0)}
    assert runs_of(places) == [
        [(2, 1), (2, 2), (2, 3)],
        [(5, 5), (5, 6)],
        [(6, 5), (6, 6)],
        [(8, 0), (9, 0), (10, 0)],
        [(1, 2), (2, 2), (3, 2)],
        [(5, 5), (6, 5)],
        [(5, 6), (6, 6)],
    ]


def test_a_gap_parts_two_runs() -> None:
    row = {(4, column): "" for column in (0, 1, 3, 4, 5, 7)}
    assert runs_of(row) == [[(4, 0), (4, 1)], [(4, 3), (4, 4), (4, 5)]]
    assert runs_of({}) == []
