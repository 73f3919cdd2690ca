"""The plain generator once a word touches tiles: it then has one place, and is continued there.

See `_wide` for the search up to there.
"""

from __future__ import annotations

from operator import mul

from solver.movegen._lanes import BLANK_BIT
from solver.movegen._nodes import Node
from solver.movegen._places import Places
from solver.movegen._runs import LETTERS

TILES = [bytes([tile]) for tile in range(2 * BLANK_BIT)]
SCORE = 16


class Onward(Places):
    """A board, a rack, and the plays found.

    Attributes:
        ways: Of each play: its score, and in the lower `SCORE` bits the cell its word begins at.
        spelled: Of each play: the tiles of that word, a byte each, 0 for one that lay there.
    """

    __slots__ = ("spelled", "ways")

    def _forget_plays(self) -> None:
        """No plays yet."""
        self.ways: list[int] = []
        self.spelled: list[bytes] = []

    def _follow(  # noqa: C901 - calls cost more than branches here
        self, node: Node, cell: int, fitting: int, part: int, start: int, laid: bytes
    ) -> None:
        """Lay the next tile of a word that touches others.

        Args:
            node: The node the word has reached.
            cell: An empty square.
            fitting: The tiles that may lie there, as bits; not 0.
            part: What is left of the rack.
            start: The cell the word begins at.
            laid: The tiles laid, 0 for those that lay there.
        """
        goes = node.goes & fitting
        cell += 1
        mask = self.may_lie[cell]
        if not mask and (then := self.letters[cell]):
            for letter in LETTERS[goes]:
                below = node[letter]
                if below.letters >> then & 1:
                    rest = part - self.steps[letter]
                    self._through(below, cell, rest, start, laid + TILES[letter])
            return
        if ends := node.ends & fitting:
            spot = self.spots.get(start << 5 | cell - start)
            if spot is None:
                spot = self._spot(start, cell)
            if spot:
                points, weights = spot
                values, last = self.tile_values, weights[-1]
                points += sum(map(mul, laid.translate(values), weights))
                for letter in LETTERS[ends]:
                    self.ways.append(points + values[letter] * last << SCORE | start)
                    self.spelled.append(laid + TILES[letter])
        if goes and mask:
            steps, helds = self.steps, self.helds
            for letter in LETTERS[goes]:
                below, rest = node[letter], part - steps[letter]
                if fitting := below.letters & helds[rest] & mask:
                    self._follow(below, cell, fitting, rest, start, laid + TILES[letter])

    def _through(self, node: Node, cell: int, part: int, start: int, laid: bytes) -> None:
        """Continue over a run that begins at a cell; its first letter leads on from the node."""
        while True:
            letter = self.letters[cell]
            laid += b"\0"
            cell += 1
            then = self.letters[cell]
            if not then:
                break
            if not node.goes >> letter & 1:
                return
            node = node[letter]
            if not node.letters >> then & 1:
                return
        if node.ends >> letter & 1 and part != self.whole:
            self._add(start, cell, laid)
        if node.goes >> letter & 1:
            node = node[letter]
            if fitting := node.letters & self.helds[part] & self.may_lie[cell]:
                self._follow(node, cell, fitting, part, start, laid)

    def _add(self, start: int, end: int, word: bytes) -> None:
        """Note a word from `start` to before `end`."""
        spot = self.spots.get(start << 5 | end - start)
        if spot is None:
            spot = self._spot(start, end)
        if spot:
            points, weights = spot
            points += sum(map(mul, word.translate(self.tile_values), weights))
            self.ways.append(points << SCORE | start)
            self.spelled.append(word)

    def _add_all(self, ends: int, word: bytes) -> None:
        """Note a word of new tiles only, once for each of the cells it ends before."""
        values = word.translate(self.tile_values)
        while ends:
            end = ends.bit_length() - 1
            ends ^= 1 << end
            start = end - len(word)
            spot = self.spots.get(start << 5 | len(word))
            if spot is None:
                spot = self._spot(start, end)
            if spot:
                points, weights = spot
                points += sum(map(mul, values, weights))
                self.ways.append(points << SCORE | start)
                self.spelled.append(word)
