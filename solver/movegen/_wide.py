"""All plays in plain Python: numbers as wide as the board treat all its squares at once.

The search is that of `_sweep`; but in plain Python each step costs about the same whatever it does,
so this one does more in a step. It goes forward through the words, from all squares at once where
one may begin: where the tiles laid so far may lie is one number with a bit for each cell of
`_board`, and the next letter keeps those places where it fits. Once tiles on the board are touched,
few of many places are left, and each is continued by itself.

The plays are those of the compiled kernel in the same order; tests compare them.
"""

from __future__ import annotations

from operator import mul

from solver.game import Play
from solver.movegen._board import BLANK_BIT
from solver.movegen._nodes import Node, Nodes
from solver.movegen._places import LETTERS, Places
from solver.movegen._plays import HIGHEST

TILES = [bytes([tile]) for tile in range(2 * BLANK_BIT)]
SCORE = 16
_NO_NODE = Nodes((0,), (), 1)[0]
_CELL = (1 << SCORE) - 1
# In the order of letters, a tile before a blank.
_IN_ORDER = bytes(
    tile % BLANK_BIT * 2 + tile // BLANK_BIT if tile < 2 * BLANK_BIT else 0 for tile in range(256)
)


class Wide(Places):
    """The plain kernel.

    Attributes:
        ways: Of each play: its score, and in the lower `SCORE` bits the cell its word begins at.
        spelled: Of each play: the tiles of that word, a byte each, 0 for one that lay there.
        swept: Whether the plays are in `found` and `pool` instead, as those of `Kernel`.
    """

    __slots__ = ("empty", "spelled", "swept", "ways")

    def find_all(self, rack: bytes, wanted: int = 0) -> int:
        """Find every play once.

        Args:
            rack: Numbers of the tiles, 0 for a blank.
            wanted: As for `Kernel`.

        Returns:
            How many; see `plays`.
        """
        self._take(rack)
        self.swept = self.dear or not self._deal()
        if self.swept:  # no tables for such tiles or such a rack
            return super().find_all(rack, wanted)
        self._look()
        self.ways: list[int] = []
        self.spelled: list[bytes] = []
        if rack:
            self.empty = (1 << self.cells) - 1 ^ self.taken
            places = self.squares & ~(self.taken << 1) & self.reach[-1]
            root = self.nodes_of[self.counts[0] > 0][self.word_root]
            self._begin(root, places, 0, self.whole, b"")
        dearest = max(self.ways, default=0) >> SCORE
        if dearest > HIGHEST:
            raise OverflowError(f"a play of {dearest} points")
        self.count = len(self.ways)
        return self.count

    def plays(self, top: int, *, ties: bool) -> list[Play]:
        """The plays that `find_all` found last, by falling score, ties in the order of `Kernel`.

        Args:
            top: How many at most; 0 = all.
            ties: Keep also those that score as much as the last of them.
        """
        least = 0
        if 0 < top < self.count:
            least = sorted(self.ways, reverse=True)[top - 1] >> SCORE << SCORE
        found = [
            (way >> SCORE, *self._anchored(way & _CELL, word), way & _CELL, word)
            for way, word in zip(self.ways, self.spelled, strict=True)
            if way >= least
        ]
        found.sort(reverse=True)
        if top and not ties:
            del found[top:]
        made = []
        for score, _, _, start, word in found:
            down = start >= self.grid
            row, column = divmod(start - 1 - down * self.grid, self.lane)
            tiles = (bytes(column) + word).ljust(self.size, b"\0")
            made.append(Play(score, not down, row, tiles))
        return made

    def _anchored(self, start: int, word: bytes) -> tuple[int, bytes]:
        """A play's sort key among ties, see `_kernel`: its anchor, and its tiles from there.

        The anchor is the first cell that touches a tile; the tiles are those from there to the
        left, then a separator, then those to the right.
        """
        cell, letters = start, self.letters
        while not ((letters[cell] and not letters[cell + 1]) or self.touching >> cell & 1):
            cell += 1
        turn = cell - start + 1
        way = word[:turn][::-1] + b"\0" + word[turn:]
        return cell, way.translate(_IN_ORDER)

    def _begin(self, node: Node, places: int, touched: int, part: int, laid: bytes) -> None:
        """Lay the next tile of words that begin anywhere on the board.

        Args:
            node: The node the tiles laid have reached.
            places: The cells behind them.
            touched: Those of the cells before which a tile touches one beside the lane.
            part: What is left of the rack.
            laid: The tiles laid.
        """
        number = len(laid)
        if tiles := places & self.taken:
            places ^= tiles
            self._meet(node, tiles, part, laid)
        letters = node.letters & self.helds[part]
        if not places or not letters:
            return
        ends, goes, near = node.ends, node.goes, self.reach[-2 - number]
        touched = (touched | self.touching) & places
        places <<= 1
        touched <<= 1
        for letter in LETTERS[letters]:
            if here := places & self.fits[letter]:
                word = laid + TILES[letter]
                there = here & touched
                if there and ends >> letter & 1:
                    self._add_all(there & self.empty, word)
                if goes >> letter & 1 and (here := here & near | there):
                    below, rest = node[letter], part - self.steps[letter]
                    if here == there:
                        self._part(below, here, rest, word)
                    elif below.letters & self.helds[rest] or here & self.taken:
                        self._begin(below, here, there, rest, word)

    def _meet(self, node: Node, tiles: int, part: int, laid: bytes) -> None:
        """Continue over runs from the cells where they begin; the rest as for `_begin`."""
        number, held = len(laid), self.helds[part]
        for letter in LETTERS[node.letters & self.board_letters]:
            if here := tiles & self.run_starts[letter]:
                below = node[letter] if node.goes >> letter & 1 else _NO_NODE
                onward, ends = below.letters, number and node.ends >> letter & 1
                if not (ends or onward & held):
                    here &= self.long
                while here:
                    cell = here.bit_length() - 1
                    here ^= 1 << cell
                    start, end = cell - number, cell + 1
                    if then := self.letters[end]:
                        if onward >> then & 1:
                            self._through(node, cell, part, start, laid)
                        continue
                    if ends:
                        self._add(start, end, laid + b"\0")
                    if fitting := onward & held & self.may_lie[end]:
                        self._follow(below, end, fitting, part, start, laid + b"\0")

    def _part(self, node: Node, places: int, part: int, laid: bytes) -> None:
        """Continue from each place by itself; all as for `_begin`."""
        number, letters = len(laid), node.letters
        fitting = letters & self.helds[part]
        while places:
            cell = places.bit_length() - 1
            places ^= 1 << cell
            if these := fitting & self.may_lie[cell]:
                self._follow(node, cell, these, part, cell - number, laid)
            elif (then := self.letters[cell]) and letters >> then & 1:
                self._through(node, cell, part, cell - number, laid)

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
