"""The search for all plays: forward through the words, from all squares at once.

Part of the kernel: see `_lanes` for how it is compiled.

Where the tiles laid so far may lie is a set of squares (see `_squares`), and the next letter keeps
those where it fits: one step does for all places on the board. Once all places left touch tiles,
or where a word comes to a run on the board, few are left, and each goes on by itself (`_single`).
"""

from __future__ import annotations

from solver.movegen._branches import ACCEPT, CHILD, LETTER_SHIFT, bits, lowest
from solver.movegen._lanes import BLANK_BIT
from solver.movegen._single import Single

NOWHERE = 0
TOUCHING = 1
ANYWHERE = 2


class Sweep(Single):
    """A board, a rack and the plays found in some lanes.

    For each number of tiles of a word, `places` are the squares that may follow them; `touched` are
    those where one of the tiles touches others, or the next one will.
    """

    __slots__ = ()

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
