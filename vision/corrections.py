"""A player's corrections, as ``H8=E`` or ``rack 3=?``, in; the tiles by square and slot out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from solver.errors import NotationError
from solver.game import Square, TileSet
from vision.errors import CorrectionUnusable
from vision.imaging import Place

NO_TILE = "."

_PRINTED = re.compile(r"-?[^\W\d_]+|[^\W\d_]+(-|/[^\W\d_]+)")
_RACK = re.compile(r"rack ?([1-9]\d?)")


class Corrections(NamedTuple):
    """Tiles that a player told; all others are read from the picture.

    Attributes:
        board: The tile played on each square, lower case for a blank, ``.`` for none.
        rack: The tile of each place in the rack, counted from 0 as they were read, ``?`` for a
            blank, ``.`` for none. Places beyond those that were read are more tiles.
        laid: Squares of ``board`` whose tile may be pending all the same: laid but not played.
    """

    board: Mapping[Place, str]
    rack: Mapping[int, str]
    laid: frozenset[Place] = frozenset()

    @property
    def played(self) -> frozenset[Place]:
        """The squares whose tile is known to be played."""
        return frozenset(self.board) - self.laid

    @classmethod
    def parse(cls, text: str) -> Corrections:
        """Read ``H8=E, H9=e, C4=., rack 3=?``.

        Raises:
            CorrectionUnusable: A place or a tile is missing, or a place is told twice.
        """
        told: dict[str, str] = {}
        for part in text.split(","):
            where, _, tile = part.partition("=")
            name = where.strip()
            if name in told:
                raise CorrectionUnusable(f"{name} is given twice" if name else "a place is missing")
            told[name] = tile
        return cls.of(told)

    @classmethod
    def of(cls, told: Mapping[str, str]) -> Corrections:
        """From tiles by the names of their places, as ``{"H8": "E"}``; raises as ``parse``."""
        board: dict[Place, str] = {}
        rack: dict[int, str] = {}
        for where, tile in told.items():
            if not tile.strip():
                raise CorrectionUnusable(f"{where or 'a place is missing'}: no tile is given")
            if slot := _RACK.fullmatch(where.strip().lower()):
                rack[int(slot[1]) - 1] = tile.strip().upper()
                continue
            try:
                board[Square.parse(where)] = tile.strip()
            except NotationError:
                raise CorrectionUnusable(
                    f"{where!r} is neither a square nor a tile of the rack"
                ) from None
        if len(board) + len(rack) < len(told):
            raise CorrectionUnusable(f"a place is given twice: {', '.join(told)}")
        return cls(board, rack)

    def check(self, size: int, tiles: TileSet) -> None:
        """Check that they fit a game.

        Args:
            size: Rows of the board.
            tiles: The language's tiles.

        Raises:
            CorrectionUnusable: A place is not there, or the language has no such tile.
        """
        for square, tile in self.board.items():
            name = Square(*square).name
            if max(square) >= size:
                raise CorrectionUnusable(f"{name} is outside the board of {size} x {size} squares")
            if tile not in (NO_TILE, tile.upper(), tile.lower()) or tile == "?":
                raise CorrectionUnusable(f"{name}={tile} is not a tile on a board")
            _check_tile(name, tile, tiles)
        for number, tile in self.rack.items():
            _check_tile(f"rack {number + 1}", tile, tiles)

    def of_grid(self, size: int) -> dict[Place, str]:
        """The texts of a path game's tiles by row and column, ``.`` where there is a hole.

        Args:
            size: Rows and columns of the grid.

        Raises:
            CorrectionUnusable: One is about a rack, lies outside, or is a text that no tile shows.
        """
        for number in self.rack:
            raise CorrectionUnusable(f"rack {number + 1}: a path game has no rack")
        for square, text in self.board.items():
            name = Square(*square).name
            if max(square) >= size:
                raise CorrectionUnusable(f"{name} is outside the grid of {size} x {size} tiles")
            if text != NO_TILE and not _PRINTED.fullmatch(text):
                raise CorrectionUnusable(
                    f"{name}={text}: no tile can show that",
                    "write E, QU, -ING, UN- or D/U, or a dot for a hole",
                )
        return {square: text.upper() for square, text in self.board.items()}


NOTHING_CORRECTED = Corrections({}, {})


def _check_tile(name: str, tile: str, tiles: TileSet) -> None:
    if tile != NO_TILE and tile.upper() not in tiles.values:
        raise CorrectionUnusable(
            f"{name}={tile}: there is no such tile in {tiles.title}",
            f"its tiles are {' '.join(tiles.letters)}; write . for no tile",
        )
