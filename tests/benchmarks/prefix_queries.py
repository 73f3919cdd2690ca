"""The yardstick: all plays by prefix queries on a marisa trie, the way such programs are written.

After Appel and Jacobson ("The World's Fastest Scrabble Program", 1988): from each anchor the left
parts the rack can spell, each extended to the right for as long as the trie has a word that begins
like that. It gives the same plays and scores as the generator; a test holds them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container

import marisa_trie

from solver.game import LETTER_TIMES, WORD_TIMES, Position, Square

PendingTiles = frozenset[tuple[Square, str]]
Cells = tuple[tuple[str, ...], ...]


def plays(position: Position, trie: marisa_trie.Trie) -> dict[PendingTiles, int]:
    """Every legal play with its score; tiles of one letter each."""
    found: dict[PendingTiles, int] = {}
    board, premiums = position.board.rows, tuple(map(tuple, position.game.premiums))
    for across in (True, False):
        for row in range(len(board)):
            line = _Line(position, trie, board, premiums, row, across=across)
            for tiles, score in line.plays():
                laid = ((row, c, tile) if across else (c, row, tile) for c, tile in tiles)
                found[frozenset((Square(r, c), tile) for r, c, tile in laid)] = score
        board, premiums = tuple(zip(*board, strict=True)), tuple(zip(*premiums, strict=True))
    return found


class _Line:
    """One row of the board, or of the transposed board."""

    def __init__(
        self,
        position: Position,
        trie: marisa_trie.Trie,
        board: Cells,
        premiums: Cells,
        row: int,
        *,
        across: bool,
    ) -> None:
        game = position.game
        self.trie, self.row, self.premiums = trie, board[row], premiums[row]
        self.values, self.bonuses = game.tiles.values, game.bonuses
        self.letters = frozenset(game.alphabet.letters)
        self.rack = dict(Counter(position.rack.tiles))
        self.laid: list[tuple[int, str]] = []
        self.found: list[tuple[list[tuple[int, str]], int]] = []
        self.crossing = [self._cross(board, row, column) for column in range(len(self.row))]
        start = (game.start.row, game.start.column)
        first = start if across else start[::-1]
        self.anchors = [
            column
            for column, tile in enumerate(self.row)
            if not tile
            and (
                self.crossing[column]
                or any(self.row[max(column - 1, 0) : column + 2])
                or (not any(map(any, board)) and (row, column) == first)
            )
        ]

    def _cross(self, board: Cells, row: int, column: int) -> tuple[set[str], int] | None:
        """The letters that fit between the tiles above and below, and their points."""
        if board[row][column]:
            return None
        top, bottom = row, row + 1
        while top and board[top - 1][column]:
            top -= 1
        while bottom < len(board) and board[bottom][column]:
            bottom += 1
        if bottom - top == 1:
            return None
        tiles = [board[r][column] for r in range(top, bottom)]
        head = "".join(tiles[: row - top]).upper()
        tail = "".join(tiles[row - top + 1 :]).upper()
        fitting = {letter for letter in self.letters if head + letter + tail in self.trie}
        return fitting, sum(self.values[tile] for tile in tiles if tile.isupper())

    def plays(self) -> list[tuple[list[tuple[int, str]], int]]:
        """The plays of the row: columns and tiles, and the score."""
        before = -1
        for anchor in self.anchors:
            left = anchor
            while left and self.row[left - 1]:
                left -= 1
            if left < anchor:
                part = "".join(self.row[left:anchor]).upper()
                if self._begins(part):
                    self._right(anchor, part, anchor)
            else:
                self._left(anchor, "", anchor - before - 1)
            before = anchor
        return self.found

    def _left(self, anchor: int, part: str, room: int) -> None:
        """Left parts of up to `room` more tiles, each laid so that it ends before the anchor."""
        kept = self.laid
        self.laid = [(anchor - len(part) + i, tile) for i, (_, tile) in enumerate(kept)]
        self._right(anchor, part, anchor)
        self.laid = kept
        if room:
            self._lay(0, part, self.letters, lambda longer: self._left(anchor, longer, room - 1))

    def _right(self, column: int, part: str, anchor: int) -> None:
        """Extend a part to the right from a column on."""
        there = self.row[column] if column < len(self.row) else ""
        if there:
            longer = part + there.upper()
            if self._begins(longer):
                self._right(column + 1, longer, anchor)
            return
        if column > anchor and part in self.trie:
            self.found.append((self.laid.copy(), self._score()))
        if column < len(self.row):
            crossing = self.crossing[column]
            fitting = crossing[0] if crossing else self.letters
            self._lay(column, part, fitting, lambda longer: self._right(column + 1, longer, anchor))

    def _lay(
        self, column: int, part: str, fitting: Container[str], onward: Callable[[str], None]
    ) -> None:
        """Lay each tile that fits and with which words begin, and go on from there."""
        rack = self.rack
        for tile, count in rack.items():
            if count:
                for letter in self.letters if tile == "?" else (tile,):
                    if letter in fitting and self._begins(part + letter):
                        rack[tile] -= 1
                        self.laid.append((column, letter if tile != "?" else letter.lower()))
                        onward(part + letter)
                        self.laid.pop()
                        rack[tile] += 1

    def _begins(self, part: str) -> bool:
        return next(self.trie.iterkeys(part), None) is not None

    def _score(self) -> int:
        new = dict(self.laid)
        first = min(new)
        while first and self.row[first - 1]:
            first -= 1
        points, times, cross = 0, 1, 0
        column = first
        while column < len(self.row) and (column in new or self.row[column]):
            tile = new.get(column) or self.row[column]
            worth = self.values[tile] if tile.isupper() else 0
            if column in new:
                premium = self.premiums[column]
                worth *= LETTER_TIMES.get(premium, 1)
                times *= WORD_TIMES.get(premium, 1)
                crossing = self.crossing[column]
                if crossing:
                    cross += (crossing[1] + worth) * WORD_TIMES.get(premium, 1)
            points += worth
            column += 1
        return points * times + cross + self.bonuses[len(new)]
