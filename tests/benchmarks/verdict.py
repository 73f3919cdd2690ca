"""A Reading and what a perfect reader reads in; out comes how it was read, strictly.

Each place that is wrong needs a doubt of its own: one that is not doubted makes the reading silent,
however many others are. Doubts about a reading that is exact are counted as needless.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solver.game import Board, Square, tile_text
from vision.errors import VisionError
from vision.reading import Reading, Why

from .pictures import Expected

LAYOUT = {Why.NO_LAYOUT, Why.OTHER_LAYOUTS}
"""Doubts about the board that are about its premiums and its game."""


@dataclass(frozen=True)
class Verdict:
    """How a picture was read.

    Attributes:
        exact: Board, rack and game, and premiums dealt at random, are right; for a picture to be
            refused, that it was.
        silent: Some wrong place has no doubt of its own.
        refused: An error instead of a reading.
        tiles: Played tiles of the truth.
        tiles_right: Those of them that were read.
        what: What differs: ``H8:A>B`` truth and reading, ``!`` where no doubt was stated there.
        needless: Doubts stated about an exact reading.
        undoubted: How many wrong places have no doubt of their own.
    """

    exact: bool
    silent: bool
    refused: bool
    tiles: int
    tiles_right: int
    what: str = ""
    needless: int = 0
    undoubted: int = 0


def judge(reading: Reading, expected: Expected, *, rack_in_sight: bool = True) -> Verdict:
    """Compare a reading with the truth.

    Args:
        reading: What was read.
        expected: The truth.
        rack_in_sight: Whether the picture still shows the rack.
    """
    doubted = {doubt.where for doubt in reading.doubts}
    if expected.refused:
        return _unlike(0, "read", doubted=bool(doubted))
    board, truth = Board(reading.board_rows()), Board.parse(expected.board)
    tiles = _count(expected)
    if board.size != truth.size:
        size = f"{board.size} rows instead of {truth.size}"
        return _unlike(tiles, size, doubted="board" in doubted)
    wrong = _differing(truth.rows, board.rows)
    words = [f"{n}:{tile_text(a)}>{tile_text(b)}{'' if n in doubted else '!'}" for n, a, b in wrong]
    by_layout = any(doubt.why.why in LAYOUT for doubt in reading.doubts)
    premiums = _wrong_premiums(reading, expected)
    words += [
        f"{n}:premium {a}>{b}{'' if by_layout or n in doubted else '!'}" for n, a, b in premiums
    ]
    rack = "".join(map(tile_text, reading.rack_tiles())) if reading.rack is not None else ""
    wanted = (expected.rack or "") if rack_in_sight else ""
    scored = expected.rack is not None or not rack_in_sight
    if scored and sorted(rack) != sorted(wanted):
        sure = "" if any(where.startswith("rack") for where in doubted) else "!"
        words.append(f"rack:{wanted or '-'}>{rack or '-'}{sure}")
    if expected.game not in (None, reading.game):
        sure = "" if by_layout or "game" in doubted else "!"
        words.append(f"game:{expected.game}>{reading.game}{sure}")
    undoubted = sum(word.endswith("!") for word in words)
    return Verdict(
        exact=not words,
        silent=undoubted > 0,
        refused=False,
        tiles=tiles,
        tiles_right=tiles - sum(bool(true) for _, true, _ in wrong),
        what=" ".join(words),
        needless=0 if words else len(reading.doubts),
        undoubted=undoubted,
    )


def judge_reading(
    reading: Callable[[], Reading], expected: Expected, *, rack_in_sight: bool = True
) -> Verdict:
    """How a picture is read, or that it is refused; a crash is a result too, and the run goes on.

    Args:
        reading: Reads it.
        expected: The truth.
        rack_in_sight: Whether the picture still shows the rack.
    """
    try:
        found = reading()
    except VisionError as fault:
        return judge_refusal(f"{fault.kind}: {fault}", expected)
    except Exception as fault:  # noqa: BLE001
        return judge_refusal(f"CRASH {fault!r}", expected)
    return judge(found, expected, rack_in_sight=rack_in_sight)


def judge_refusal(error: str, expected: Expected) -> Verdict:
    """The verdict where an error was raised instead; ``error`` tells which."""
    return Verdict(
        exact=expected.refused,
        silent=False,
        refused=True,
        tiles=_count(expected),
        tiles_right=0,
        what="" if expected.refused else error,
    )


def _unlike(tiles: int, what: str, *, doubted: bool) -> Verdict:
    """The verdict on a reading that cannot be compared square by square."""
    return Verdict(
        exact=False,
        silent=not doubted,
        refused=False,
        tiles=tiles,
        tiles_right=0,
        what=what,
        undoubted=int(not doubted),
    )


def _count(expected: Expected) -> int:
    """How many tiles lie on the board."""
    return sum(1 for _ in Board.parse(expected.board).tiles()) if expected.board else 0


def _differing(
    truth: Sequence[Sequence[str]], read: Sequence[Sequence[str]]
) -> list[tuple[str, str, str]]:
    """Names of the squares that differ, with truth and reading."""
    return [
        (Square(row, column).name, true, seen)
        for row, (line, found) in enumerate(zip(truth, read, strict=True))
        for column, (true, seen) in enumerate(zip(line, found, strict=True))
        if true != seen
    ]


def _wrong_premiums(reading: Reading, expected: Expected) -> list[tuple[str, str, str]]:
    """The same for premiums dealt at random, where no tile hides them; a start is worth nothing."""
    if expected.premiums is None:
        return []
    truth = Board.parse(expected.board)
    covered = {
        Square(row, column).name
        for row, line in enumerate(reading.cells)
        for column, tile in enumerate(line)
        if tile is not None or truth[Square(row, column)]
    }
    plain = [
        [row.replace("*", ".") for row in rows] for rows in (expected.premiums, reading.premiums)
    ]
    return [each for each in _differing(*plain) if each[0] not in covered]
