"""Words looked up by their letters: which words fill some squares, and the best play among them.

Part of the kernel: see `_lanes` for how it is compiled, and `solver.anagrams` for the tables.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from solver._lanes import BLANK_BIT
from solver._parts import NONE, Parts

POINT = 256
KEY_BITS = 22
KEY_MASK = (1 << KEY_BITS) - 1
BUCKET_BITS = 6


class Words(Parts):
    """A board, a rack, the words and the best play found so far."""

    __slots__ = (
        "base",
        "best",
        "best_laid",
        "best_score",
        "bits",
        "blank_step",
        "buckets",
        "down",
        "laid",
        "laid_words",
        "letter_count",
        "span",
        "spelling",
        "starts",
        "sums_of_words",
        "word_end",
        "words",
    )

    def _know_nothing(self, letter_count: int) -> None:
        """No words yet, and nothing laid."""
        self.letter_count = letter_count
        self.bits: Sequence[int] = b""
        self.buckets: Sequence[int] = array("i")
        self.sums_of_words: Sequence[int] = array("q")
        self.starts: Sequence[int] = array("i")
        self.spelling: Sequence[int] = b""
        # The play being spelled.
        self.words = (self.size + 8) // 8
        laid = memoryview(bytearray(8 * self.words))
        self.laid = laid
        self.laid_words = laid.cast("Q")
        self.base = 0  # the cell before its lane
        self.down = 0
        # The word sought.
        self.span = 0  # its letters
        self.word_end = 0  # where it ends in `spelling`
        # The best play.
        self.best = NONE
        self.best_score = 0
        self.best_laid = bytearray(8 * self.words)

    def learn(
        self,
        keys: Sequence[int],
        bits: bytes,
        buckets: array[int],
        sums: array[int],
        starts: array[int],
        spelling: bytes,
    ) -> None:
        """The words by their letters; see `solver.anagrams.Anagrams`."""
        for code in range(64):
            self.keys[code] = keys[code]
        self.bits = bits
        self.buckets = buckets
        self.sums_of_words = sums
        self.starts = starts
        self.spelling = spelling

    def _is_set(self, number: int, half: int) -> int:
        """Whether both bits of a sum of keys are set in a half of the table."""
        place = number & KEY_MASK | half << KEY_BITS + 1
        if not self.bits[place >> 3] >> (place & 7) & 1:
            return 0
        place = number >> KEY_BITS & KEY_MASK | (half << 1 | 1) << KEY_BITS
        return self.bits[place >> 3] >> (place & 7) & 1

    def _is_spelled(self, number: int, blanks: int, least: int) -> int:
        """Whether letters with this sum of keys, and so many blanks, may spell a word.

        Args:
            number: The sum.
            blanks: So many blanks.
            least: No blank stands for a letter of a lower number.
        """
        if not blanks:
            return self._is_set(number, 0)
        if blanks > 1:
            return 1
        if self._is_set(number, 1):
            for code in range(least, self.letter_count + 1):
                if self._is_set(number + self.keys[code], 0):
                    return 1
        return 0

    def _seek(self, number: int, blanks: int, least: int, cell: int, wild: int, bonus: int) -> int:
        """Look words up by the sum of their keys, and try each of them.

        Args:
            number: As above, and so on.
            blanks: The same.
            least: The same.
            cell: Where the word begins.
            wild: Blanks that are laid, those included that have a letter already.
            bonus: What laying so many tiles brings.
        """
        if blanks:
            if blanks > 1 or self._is_set(number, 1):
                for code in range(least, self.letter_count + 1):
                    self._seek(number + self.keys[code], blanks - 1, code, cell, wild, bonus)
        elif self._is_set(number, 0):
            bucket = (number & KEY_MASK) >> BUCKET_BITS
            for word in range(self.buckets[bucket], self.buckets[bucket + 1]):
                start = self.starts[word]
                self.word_end = self.starts[word + 1]
                if self.sums_of_words[word] == number and self.word_end - start == self.span:
                    self._fit(cell, start, wild, 0, 1, bonus, 0)
        return 0

    def _fit(
        self, cell: int, at: int, blanks: int, points: int, times: int, cross: int, part: int
    ) -> int:
        """Lay the letters of a word from `at` on, and take them back.

        Args:
            cell: The square of the next letter.
            at: Where that stands in `spelling`.
            blanks: So many of those still to lay are blanks.
            points: Points of the main word so far.
            times: Its word premiums so far.
            cross: Points of the cross words so far.
            part: The tiles laid so far.
        """
        while at < self.word_end and self.letters[cell]:
            if self.spelling[at] != self.letters[cell]:
                return 0
            points += self.points[cell]
            at += 1
            cell += 1
        if at == self.word_end:
            if not blanks:
                self._keep(points * times + cross, part)
            return 0
        letter = self.spelling[at]
        if not self.masks[cell] >> letter & 1:
            return 0
        place, beside = cell - self.base, self.hooks[cell]
        for blank in range(2 if blanks else 1):
            tile = 0 if blank else letter
            if self.counts[tile]:
                self.counts[tile] -= 1
                self.laid[place] = letter | BLANK_BIT if blank else letter
                worth = self.values[tile] * self.letter_times[cell]
                side = cross
                if beside >= 0:
                    side += (beside + worth) * self.word_times[cell]
                self._fit(
                    cell + 1,
                    at + 1,
                    blanks - blank,
                    points + worth,
                    times * self.word_times[cell],
                    side,
                    part + self.strides[tile],
                )
                self.counts[tile] += 1
        self.laid[place] = 0
        return 0

    def _keep(self, score: int, part: int) -> int:
        """Keep the play being spelled if it is the best one."""
        value = score * POINT
        if self.worth is not None:
            value += self.worth[self.parts - 1 - part]
        if value > self.best:
            self.best = value
            self.best_score = score
            for place in range(self.lane):
                self.best_laid[place] = self.laid[place]
        return 0
