"""The search for all plays: forward through the words, from all squares at once.

Part of the kernel: see `_board` for how it is compiled.

Where the tiles laid so far may lie is a set of squares (see `_squares`), and the next letter keeps
those where it fits: one step does for all places on the board. Once all places left touch tiles,
or where a word comes to a run on the board, few are left, and each goes on by itself, tile by tile.
Its score is carried along in three parts: points of the main word, its word premiums, points of the
cross words.
"""

from __future__ import annotations

from solver.movegen._board import BLANK_BIT
from solver.movegen._graph import ACCEPT, CHILD, LETTER_SHIFT, bits, lowest
from solver.movegen._squares import Squares

NOWHERE = 0
TOUCHING = 1
ANYWHERE = 2


class Sweep(Squares):
    """A board, a rack and the plays found in some lanes.

    For each number of tiles of a word, `places` are the squares that may follow them; `touched` are
    those where one of the tiles touches others, or the next one will.
    """

    __slots__ = ("cross", "factor", "main", "word")

    def _init_word(self) -> int:
        """No tiles laid yet."""
        self.word = self.make("B", self.lane)  # the tiles laid, from its first cell on
        self.main = 0  # the three parts of their score
        self.factor = 1
        self.cross = 0
        return 0

    def sweep(self, lanes: int) -> int:
        """Find each play in some lanes once.

        Args:
            lanes: The lanes as bits, rows first.
        """
        self.count = 0
        if self.left:
            self._survey(lanes)
            self._spread(self.word_root, self.held, 0)
        return 0

    def _spread(self, node: int, held: int, done: int) -> int:
        """Lay the next tile of words that begin anywhere.

        Args:
            node: The node the tiles laid have reached.
            held: The letters left on the rack, as bits.
            done: Tiles laid.
        """
        letters, here = self._leads(node), done * self.enough
        bit = 1
        for group in range(self.groups):
            places = self.places[here + group] & self.filled[group]
            while places:
                cell = self.bases[group] + lowest(places)
                places &= places - 1
                letter = bit << self.letters[cell]
                if letters & letter:
                    arc = self.arcs[2 * node + 2 + bits(letters & letter - 1)]
                    self._alone(arc, cell - done, cell + 1, self.points[cell], held)
        if self.left:
            self.left -= 1
            fitting = letters & (self.every if self.counts[0] else held)
            while fitting:
                arc = self.arcs[2 * node + 2 + bits(letters & (fitting & -fitting) - 1)]
                fitting &= fitting - 1
                goes = self._narrow(arc >> LETTER_SHIFT, done) if arc & CHILD else NOWHERE
                if goes or arc & ACCEPT:
                    self._with(arc, held, done, goes)
            self.left += 1
        return 0

    def _narrow(self, letter: int, done: int) -> int:
        """Keep the places where a letter fits, and from which the word can come to touch others.

        Args:
            letter: Its number.
            done: Tiles laid before.

        Returns:
            Whether there are places: `TOUCHING` where all of them touch others.
        """
        here, fitted, within = done * self.enough, letter * self.enough, self.left * self.enough
        there = here + self.enough
        goes, apart = 0, 0
        for group in range(self.groups):
            places = self.places[here + group] & self.fitted[fitted + group]
            touched = (places & self.touched[here + group]) << 1
            places = places << 1 & self.within[within + group] | touched
            touched |= self.joined[group]
            self.places[there + group] = places
            self.touched[there + group] = touched
            goes |= places
            apart |= places & (places ^ touched)
        if apart:
            return ANYWHERE
        return TOUCHING if goes else NOWHERE

    def _with(self, arc: int, held: int, done: int, goes: int) -> int:
        """Lay a letter, as a tile and as a blank, in all places where it fits.

        Args:
            arc: Its arc.
            held: As for `_spread`.
            done: The same.
            goes: What `_narrow` returned.
        """
        letter = arc >> LETTER_SHIFT
        tile = letter if self.counts[letter] else 0
        bit = 1
        while True:
            self.counts[tile] -= 1
            self.word[done] = letter if tile else letter | BLANK_BIT
            rest = held
            if tile and not self.counts[tile]:
                rest ^= bit << letter
            if arc & ACCEPT:
                self._note_words(letter, done)
            if goes == ANYWHERE:
                self._spread(arc & CHILD, rest, done + 1)
            elif goes:
                self._separate(arc, rest, done + 1)
            self.counts[tile] += 1
            if not tile or not self.counts[0]:
                return 0
            tile = 0

    def _note_words(self, letter: int, done: int) -> int:
        """Note words of new tiles only that end with a letter, wherever they touch others."""
        here, fitted = done * self.enough, letter * self.enough
        for group in range(self.groups):
            ends = self.places[here + group] & self.touched[here + group]
            ends &= self.fitted[fitted + group] & self.free[group]
            while ends:
                start = self.bases[group] + lowest(ends) - done
                ends &= ends - 1
                self._lay_word(start, start + done + 1)
                self._note(self.main, self.factor, self.cross)
                self._lift_word()
        return 0

    def _separate(self, arc: int, held: int, done: int) -> int:
        """Continue from each place by itself; the arc is that of the last tile."""
        here = done * self.enough
        for group in range(self.groups):
            places = self.places[here + group]
            while places:
                cell = self.bases[group] + lowest(places)
                places &= places - 1
                self._alone(arc, cell - done, cell, 0, held)
        return 0

    def _alone(self, arc: int, start: int, cell: int, points: int, held: int) -> int:
        """Go on with a word in one place.

        Args:
            arc: The last one followed.
            start: The first cell of the word.
            cell: The next cell. The tiles of the word lie before it, or before the cell before it
                if that is the first of a run.
            points: Those of that run's first tile.
            held: The letters left on the rack, as bits.
        """
        end = cell - 1 if self.letters[cell - 1] else cell
        while self.letters[cell]:
            arc = self._arc(arc & CHILD, self.letters[cell])
            if not arc:
                return 0
            points += self.points[cell]
            cell += 1
        fitting = self._next(arc, cell, held)
        noted = arc & ACCEPT and start < end < cell
        if fitting or noted:
            self._lay_word(start, end)
            points += self.main
            if noted:
                self._note(points, self.factor, self.cross)
            if fitting:
                self._extend(arc & CHILD, cell, fitting, held, points, self.factor, self.cross)
            self._lift_word()
        return 0

    def _next(self, arc: int, cell: int, held: int) -> int:
        """The letters of the rack that go on from an arc on an empty square."""
        fitting = self.masks[cell]
        if not self.counts[0]:
            fitting &= held
        if not fitting or not self.left:
            return 0
        return fitting & self._leads(arc & CHILD)

    def _extend(
        self, node: int, cell: int, fitting: int, held: int, points: int, times: int, cross: int
    ) -> int:
        """Lay the next tile.

        Args:
            node: The node the word has reached.
            cell: An empty square.
            fitting: The letters that may be laid there, as bits; not 0.
            held: Those left on the rack.
            points: Points of the main word so far.
            times: Its word premiums so far.
            cross: Points of the cross words so far.
        """
        letters, place = self._leads(node), cell - self.base
        letter_times, cross_times = self.letter_times[cell], 0
        if self.hooks[cell] >= 0:
            cross_times = self.word_times[cell]
            cross += self.hooks[cell] * cross_times
        times *= self.word_times[cell]
        self.done += 1
        self.left -= 1
        cell += 1
        run, onward = self.letters[cell], self.masks[cell] if self.left else 0
        some = self.every if self.counts[0] else held
        bit = 1
        while fitting:
            arc = self.arcs[2 * node + 2 + bits(letters & (fitting & -fitting) - 1)]
            fitting &= fitting - 1
            goes = onward & self._leads(arc & CHILD)
            if not (arc & ACCEPT or goes & some or run):
                continue
            letter = arc >> LETTER_SHIFT
            tile = letter if self.counts[letter] else 0
            while True:
                self.counts[tile] -= 1
                self.laid[place] = letter if tile else letter | BLANK_BIT
                rest = held
                if tile and not self.counts[tile]:
                    rest ^= bit << letter
                worth = self.values[tile] * letter_times
                total, side = points + worth, cross + worth * cross_times
                if run:
                    self._over(arc, cell, rest, total, times, side)
                else:
                    if arc & ACCEPT:
                        self._note(total, times, side)
                    these = goes & (self.every if self.counts[0] else rest)
                    if these:
                        self._extend(arc & CHILD, cell, these, rest, total, times, side)
                self.counts[tile] += 1
                if not tile or not self.counts[0]:
                    break
                tile = 0
        self.laid[place] = 0
        self.done -= 1
        self.left += 1
        return 0

    def _over(self, arc: int, cell: int, held: int, points: int, times: int, cross: int) -> int:
        """Continue from an arc, over a run on the board."""
        while self.letters[cell]:
            arc = self._arc(arc & CHILD, self.letters[cell])
            if not arc:
                return 0
            points += self.points[cell]
            cell += 1
        if arc & ACCEPT:
            self._note(points, times, cross)
        fitting = self._next(arc, cell, held)
        if fitting:
            self._extend(arc & CHILD, cell, fitting, held, points, times, cross)
        return 0

    def _lay_word(self, start: int, end: int) -> int:
        """Lay the tiles of the word from `start` to before `end`, and count their points."""
        main, factor, cross = 0, 1, 0
        self._enter(start)
        self.done = end - start
        place = start - self.base
        for cell in range(start, end):
            tile = self.word[cell - start]
            worth = self.values[tile] * self.letter_times[cell]
            beside, times = self.hooks[cell], self.word_times[cell]
            main += worth
            factor *= times
            cross += (beside >= 0) * (beside + worth) * times  # a branch would cost more
            self.laid[place] = tile
            place += 1
        self.main = main
        self.factor = factor
        self.cross = cross
        return 0

    def _lift_word(self) -> int:
        """Take the tiles back."""
        for word in range(self.words):
            self.laid_words[word] = 0
        return 0
