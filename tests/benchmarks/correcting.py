"""What a corrected tile settles of the others: a table by kind of screen.

    python -m tests.benchmarks.correcting --seeds 200 --first 500000

Of each screen with a wrong or doubted square the first one is told; what becomes of the others is
counted. Tiles laid but not played are left out: what is told of one says little of letters.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from solver.game import Board, Square
from vision.corrections import Corrections
from vision.errors import VisionError
from vision.reader import read
from vision.reading import Reading
from wwfsnap.many import in_order

from .ablation_screens import Shot, make, painted_shots


class Told(NamedTuple):
    """What became of the squares of one screen beside the one that was told.

    Attributes:
        wrong, doubts: Wrong squares and doubted ones before.
        mended, settled: Those of them that are right, or doubted no more, afterwards.
        spoilt, raised: Squares that are wrong, or doubted, only then.
    """

    wrong: int
    mended: int
    spoilt: int
    doubts: int
    settled: int
    raised: int


COLUMNS = ("screens", *Told._fields)


def tell_one(shot: Shot) -> Told | None:
    """Read a screen, tell its first wrong or doubted square, and read it again."""
    made = make(shot)
    if made is None:
        return None
    truth = _squares(made.expected.board)
    try:
        reading = read(made.screen)
    except VisionError:
        return None
    before, doubted = _wrong(reading, truth), _doubted(reading, truth)
    open_ = [name for name in truth if name in before | doubted and truth[name] != "."]
    if len(reading.cells) != len(made.expected.board) or not open_:
        return None
    first = min(open_, key=lambda name: (name not in doubted, Square.parse(name)))
    again = read(made.screen, corrected=Corrections.of({first: truth[first]}))
    after, left = _wrong(again, truth), _doubted(again, truth)
    before, doubted = before - {first}, doubted - {first}
    return Told(
        len(before), len(before - after), len(after - before),
        len(doubted), len(doubted - left), len(left - doubted),
    )  # fmt: skip


def _squares(rows: tuple[str, ...] | list[str]) -> dict[str, str]:
    return {
        Square(row, column).name: cell
        for row, line in enumerate(rows)
        for column, cell in enumerate(line)
    }


def _wrong(reading: Reading, truth: dict[str, str]) -> set[str]:
    """The squares that are read wrong."""
    read_as = _squares(Board(reading.board_rows()).lines())
    return {name for name, cell in truth.items() if read_as.get(name) != cell}


def _doubted(reading: Reading, truth: dict[str, str]) -> set[str]:
    return {doubt.where for doubt in reading.doubts} & truth.keys()


def _lost(_shot: Shot) -> None:
    """What comes of a screen that took too long."""


def main() -> int:
    """Tell a square of each screen, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=500_000, help="the first seed")
    parser.add_argument("--damaged", type=int, default=0, help="sample screens of each damage")
    parser.add_argument("--fonts", type=Path, help="a folder of fonts for every second seed")
    parser.add_argument("--processes", type=int)
    given = parser.parse_args()
    shots = painted_shots(given.seeds, given.damaged, given.fonts, given.first)
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for shot, told in zip(shots, in_order(tell_one, shots, _lost, given.processes), strict=True):
        if told is not None:
            table[shot.group].update(told._asdict(), screens=1)
    print(f"{'':12}" + "".join(f"{column:>9}" for column in COLUMNS))
    for group, counts in sorted(table.items()):
        print(f"{group:12}" + "".join(f"{counts[column]:9}" for column in COLUMNS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
