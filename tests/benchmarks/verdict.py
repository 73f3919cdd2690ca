"""Verdict: a Reading against what a perfect reader reads."""

from __future__ import annotations

from dataclasses import dataclass

from solver.game import Board, Square, tile_text
from vision.reading import Reading

from .pictures import Expected


@dataclass(frozen=True)
class Verdict:
    """How a picture was read.

    Attributes:
        exact: Board, rack and game are right; for a picture to be refused, that it was.
        silent: Something is wrong and no doubt was stated about any wrong place.
        refused: An error instead of a reading.
        tiles: Played tiles of the truth.
        tiles_right: Those of them that were read.
        what: What differs: ``H8:A>B`` truth and reading, ``!`` where no doubt was stated there.
    """

    exact: bool
    silent: bool
    refused: bool
    tiles: int
    tiles_right: int
    what: str = ""


def judge(reading: Reading, expected: Expected, *, rack_in_sight: bool = True) -> Verdict:
    """Compare a reading with the truth.

    Args:
        reading: What was read.
        expected: The truth.
        rack_in_sight: Whether the picture still shows the rack.
    """
    doubted = {doubt.where for doubt in reading.doubts}
    if expected.refused:
        return Verdict(
            exact=False, silent=not doubted, refused=False, tiles=0, tiles_right=0, what="read"
        )
    board = Board(reading.board_rows()).lines()
    tiles = sum(char != "." for row in expected.board for char in row)
    if [len(row) for row in board] != [len(row) for row in expected.board]:
        size = f"{len(board)} rows instead of {len(expected.board)}"
        return Verdict(
            exact=False, silent=not doubted, refused=False, tiles=tiles, tiles_right=0, what=size
        )
    wrong = [
        (Square(row, column).name, true, seen)
        for row, (line, found) in enumerate(zip(expected.board, board, strict=True))
        for column, (true, seen) in enumerate(zip(line, found, strict=True))
        if true != seen
    ]
    rack = "".join(map(tile_text, reading.rack_tiles())) if reading.rack is not None else ""
    wanted = (expected.rack or "") if rack_in_sight else ""
    scored = expected.rack is not None or not rack_in_sight
    rack_right = not scored or sorted(rack) == sorted(wanted)
    game_right = expected.game in (None, reading.game)
    exact = not wrong and rack_right and game_right
    stated = any(name in doubted for name, _, _ in wrong) or (
        not rack_right and any("rack" in where for where in doubted)
    )
    words = [f"{n}:{a}>{b}{'' if n in doubted else '!'}" for n, a, b in wrong]
    if not rack_right:
        sure = "" if any("rack" in where for where in doubted) else "!"
        words.append(f"rack:{wanted or '-'}>{rack or '-'}{sure}")
    if not game_right:
        words.append(f"game:{expected.game}>{reading.game}!")
    return Verdict(
        exact=exact,
        silent=not exact and not stated,
        refused=False,
        tiles=tiles,
        tiles_right=tiles - sum(true != "." for _, true, _ in wrong),
        what=" ".join(words),
    )


def judge_refusal(error: str, expected: Expected) -> Verdict:
    """The verdict where an error was raised instead; ``error`` tells which."""
    tiles = sum(char != "." for row in expected.board for char in row)
    return Verdict(
        exact=expected.refused,
        silent=False,
        refused=True,
        tiles=tiles,
        tiles_right=0,
        what="" if expected.refused else error,
    )
