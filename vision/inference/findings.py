"""What the stages found in one picture, as a value; the Reading is made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from solver.game import Game, TileSet
from solver.words import Lexicon
from vision.board import BoardCandidate, BoardKind
from vision.corrections import NO_TILE, NOTHING_CORRECTED, Corrections
from vision.errors import CorrectionUnusable
from vision.imaging import Bools, Numbers, Place, Screen
from vision.rack import TILE_SIDES, RackReading
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
        corrected: What the player says of some tiles; those of the rack by their number in
            ``held``, more of them in ``more``.
        freed: How many places taken for tiles of the rack have none, as the player says, without
            those that look like free slots.
        more: Tiles of the rack that only the player sees.
        badges: The points in badges that lie on tiles, by square.
    """

    screen: Screen
    located: BoardCandidate
    kind: BoardKind
    tile_set: TileSet
    rules: Game
    printed: Numbers
    board: TileObservations
    held: RackReading | None
    hidden: Bools
    lexicon: Lexicon | None
    ocr: TextReader | None
    status: StatusText
    corrected: Corrections = NOTHING_CORRECTED
    freed: int = 0
    more: tuple[str, ...] = ()
    badges: Mapping[Place, int] = {}

    @property
    def tiles(self) -> Bools:
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

    def listed(self, word: str) -> bool:
        """Whether a text is a word; every one is where there is no list."""
        return self.lexicon is None or word in self.lexicon

    @property
    def on_rack(self) -> int:
        """Tiles on the rack."""
        return (len(self.held.boxes) if self.held else 0) + len(self.more)

    @property
    def board_alone(self) -> bool:
        """Whether on no side of the board there is room for a tile of a rack."""
        box, screen = self.located.grid.box, self.screen
        room = max(box.x, box.y, screen.width - box.right, screen.height - box.bottom)
        return room < TILE_SIDES[0] * self.located.grid.cell

    @property
    def full_rack(self) -> bool:
        """Whether the player must still have as many tiles as a rack holds, laid ones included.

        This is so while as many tiles are not visible as the opponent can hold, or more.
        """
        unseen = self.tile_set.total - int(self.board.is_tile.sum()) - self.on_rack
        return unseen >= self.rules.rack_size

    def corrected_by(self, player: Corrections) -> Findings:
        """The findings with a player's corrections put in.

        Raises:
            CorrectionUnusable: It does not fit the board, the language's tiles or the rack.
        """
        size, longest = self.located.grid.size, self.rules.rack_size
        player.check(size, self.tile_set)
        is_tile, hidden = self.board.is_tile.copy(), self.hidden.copy()
        for (row, column), tile in player.board.items():
            is_tile[self.printed == row * size + column] = tile != NO_TILE
            hidden[row, column] = False
        held, seen = self.held, self.on_rack
        kept = [k for k in range(seen) if player.rack.get(k) != NO_TILE]
        told = {n: player.rack[k] for n, k in enumerate(kept) if k in player.rack}
        slots = np.flatnonzero(held.like_slots).tolist() if held else []
        held = held and held.only(kept)
        if held is not None:
            bare, lettered = held.bare.copy(), held.faces.is_tile.copy()
            for k, tile in told.items():
                bare[k], lettered[k] = tile == "?", True
            faces = replace(held.faces, is_tile=lettered)
            like_slots = held.like_slots & (not player.rack)  # what is not corrected is right
            held = held._replace(faces=faces, bare=bare, like_slots=like_slots)
        more = [tile for k, tile in sorted(player.rack.items()) if k >= seen and tile != NO_TILE]
        if (count := len(kept) + len(more)) > longest:
            raise CorrectionUnusable(
                f"a rack has at most {longest} tiles, but with these it would have {count}"
            )
        return self._replace(
            board=replace(self.board, is_tile=is_tile),
            hidden=hidden,
            held=held,
            corrected=player._replace(rack=told),
            freed=len(set(range(seen)).difference(kept, slots)),
            more=tuple(more),
        )
