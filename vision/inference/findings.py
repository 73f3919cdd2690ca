"""What the stages found in one picture, as a value; the Reading is made from it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.game import Game, TileSet
from solver.words import Lexicon
from vision.board import BoardCandidate, BoardKind
from vision.imaging import Screen
from vision.rack import RackReading
from vision.status import StatusText
from vision.tiles import TextReader, TileObservations


class Findings(NamedTuple):
    """What the stages found.

    Attributes:
        screen: The picture.
        located: The board.
        kind: Its game and premiums.
        tile_set: The language's tiles.
        rules: The game's rules with these tiles.
        printed: ``(K,)`` numbers, row by row, of the squares that a letter may be printed on.
        board: What these squares show.
        held: The rack, None where there is none.
        hidden: ``(n, n)`` bool, squares on which something seems to lie.
        lexicon: Words that runs of tiles are checked against, None where there is no list.
        ocr: Engine asked about doubtful tiles, None to ask nobody.
        status: The text around the board.
    """

    screen: Screen
    located: BoardCandidate
    kind: BoardKind
    tile_set: TileSet
    rules: Game
    printed: NDArray[np.int64]
    board: TileObservations
    held: RackReading | None
    hidden: NDArray[np.bool_]
    lexicon: Lexicon | None
    ocr: TextReader | None
    status: StatusText

    @property
    def tiles(self) -> NDArray[np.bool_]:
        """``(n, n)`` bool, squares on which a tile lies."""
        size = self.located.grid.size
        tiles = np.zeros((size, size), bool)
        tiles.ravel()[self.printed] = self.board.is_tile
        return tiles

    @property
    def told(self) -> str | None:
        """The word of the last move by the status text, None where it is not told."""
        line = self.status.last_move
        return None if line is None else line.word

    @property
    def on_rack(self) -> int:
        """Tiles seen on the rack."""
        return len(self.held.boxes) if self.held else 0

    @property
    def full_rack(self) -> bool:
        """Whether the player must still have as many tiles as a rack holds, laid ones included.

        This is so while more tiles are not visible than the opponent can hold.
        """
        unseen = self.tile_set.total - int(self.board.is_tile.sum()) - self.on_rack
        return unseen >= self.rules.rack_size
