"""What the colours of tiles and bare squares are worth, by the two numbers of their kernel.

python -m tests.benchmarks.fitting_grounds DIR      DIR is what `tests.benchmarks.fitting run` wrote

For each pair of numbers that `vision/tiles/background.py` might hold, without colours and with
those of grounds alone: how many cells are told wrong as tiles or as none, on how many screens, and
the logarithmic loss.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from solver.game import Square
from vision.imaging import Floats, edge_colours
from vision.tiles import Grounds, split_board
from vision.tiles.network import TILE, letter_odds

from .fitting_tiles import load

WIDTHS, OTHERS = (3.0, 4.0, 6.0, 8.0, 12.0), (0.01, 0.02, 0.03, 0.06)


class Cells(NamedTuple):
    """The printed cells of a screen.

    Attributes:
        odds: ``(K,)`` log-odds that they hold tiles, by what they show.
        grounds: Their colours and those of the bare squares: of grounds, and along edges.
        tile: ``(K,)`` whether they hold tiles.
    """

    odds: Floats
    grounds: tuple[Grounds, Grounds]
    tile: NDArray[np.bool_]


def cells_of(file: Path) -> Cells | None:
    """The cells of a screen; None where no board was read, or another than there is."""
    kept = load(file)
    found, expected = kept.findings, kept.expected
    if found is None or expected is None or len(expected.board) != found.located.grid.size:
        return None
    squares, size = found.located.squares, len(expected.board)
    laid = {name for name, _ in expected.laid}
    places = [divmod(number, size) for number in found.printed.tolist()]
    tile = [
        expected.board[row][column] != "." or Square(row, column).name in laid
        for row, column in places
    ]
    bare = ~squares.high.ravel()
    colours = squares.ground.reshape(-1, 3), edge_colours(split_board(found.located.board))
    grounds, edges = (Grounds(each[found.printed], each[bare]) for each in colours)
    return Cells(letter_odds(found.board.told), (grounds, edges), np.array(tile))


def cost(screens: Sequence[Cells], *, places: int = 2) -> str:
    """Wrong cells, screens with any, and the loss with colours of some places, as a row's end."""
    wrong = spoilt = 0
    loss = 0.0
    for each in screens:
        told = each.odds + sum(of.log_odds(each.odds, TILE) for of in each.grounds[:places])
        off = int(((told > TILE) != each.tile).sum())
        wrong, spoilt = wrong + off, spoilt + (off > 0)
        loss += float(np.logaddexp(0.0, np.where(each.tile, TILE - told, told - TILE)).sum())
    return f"{wrong} | {spoilt} | {loss:.0f} |"


def table(screens: Sequence[Cells]) -> Iterator[str]:
    """The costs of all pairs."""
    cells = sum(len(each.tile) for each in screens)
    yield f"{cells} printed cells of {len(screens)} screens"
    yield ""
    yield "| width | other colours | wrong cells | on screens | loss |"
    yield "|---:|---:|---:|---:|---:|"
    yield f"| no colours | | {cost(screens, places=0)}"
    yield f"| grounds | | {cost(screens, places=1)}"
    for width, other in product(WIDTHS, OTHERS):
        with patch.multiple("vision.tiles.background", WIDTH=width, OTHER=other):
            yield f"| {width:g} | {other:g} | {cost(screens)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="DIR")
    files = sorted(parser.parse_args().folder.glob("*.z"))
    for line in table([each for each in map(cells_of, files) if each is not None]):
        print(line, flush=True)


if __name__ == "__main__":
    main()
