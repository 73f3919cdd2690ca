"""Words looked up by their letters: those that fill some squares, and the best play among them.

Part of the kernel: see `_board` for how it is compiled, and `anagrams` for the tables.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from solver.movegen._board import BLANK_BIT
from solver.movegen._rack import NONE, RackParts

POINT = 256
KEY_BITS = 22
KEY_MASK = (1 << KEY_BITS) - 1
BUCKET_BITS = 6
HEAD = 3
PLACE_SHIFT = 12
WORD_PLACES = 1 << 16


class Words(RackParts):
    """A board, a rack, the words and the best play found so far."""

    __slots__ = (
        "base",
        "begin",
        "best",
        "best_laid",
        "best_score",
        "buckets",
        "down",
        "extra",
        "filters",
        "laid",
        "laid_words",
        "leave",
        "letter_count",
        "span",
        "spelling",
        "wild",
        "word_end",
        "words",
    )

    def _init_words(self, letter_count: int) -> None:
        """No words yet, and nothing laid."""
        self.letter_count = letter_count
        self.filters: Sequence[int] = array("Q")
        self.buckets: Sequence[int] = array("i")
        self.spelling: Sequence[int] = b""
        # The play being spelled.
        self.words = (self.size + 8) // 8
        laid = memoryview(bytearray(8 * self.words))
        self.laid = laid
        self.laid_words = laid.cast("Q")
        self.base = 0  # the cell before its lane
        self.down = 0
        # The words sought.
        self.begin = 0  # their first cell
        self.span = 0  # their letters
        self.wild = 0  # blanks laid for them
        self.extra = 0  # the bonus, if they earn it
        self.leave = 0  # the value of the leave
        self.word_end = 0  # where a word ends in `spelling`
        # The best play.
        self.best = NONE
        self.best_score = 0
        self.best_laid = bytearray(8 * self.words)

    def learn(
        self,
        keys: Sequence[int],
        filters: array[int],
        buckets: array[int],
        spelling: bytes,
    ) -> None:
        """Set the words, indexed by their letters; see `solver.movegen.anagrams.Anagrams`."""
        for code in range(64):
            self.keys[code] = keys[code]
        self.filters = filters
        self.buckets = buckets
        self.spelling = spelling

    def _is_word(self, number: int) -> int:
        """Whether letters with this sum of keys may be a word; wrong for one sum in a hundred."""
        found = self.filters[number >> PLACE_SHIFT & WORD_PLACES - 1]
        return found >> (number & 63) & found >> (number >> 6 & 63) & 1

    def _wants_letter(self, number: int) -> int:
        """Whether they may become a word with one more letter."""
        found = self.filters[WORD_PLACES + (number >> PLACE_SHIFT & 2 * WORD_PLACES - 1)]
        return found >> (number & 63) & found >> (number >> 6 & 63) & 1

    def _is_spelled(self, number: int, blanks: int, least: int) -> int:
        """Whether letters with this sum of keys, and some blanks, spell a word.

        Args:
            number: The sum.
            blanks: How many blanks; with two and more the answer is yes.
            least: No blank stands for a letter of a lower number.
        """
        if not blanks:
            return 1 if self._is_word(number) and self._is_stored(number) else 0
        if blanks > 1:
            return 1
        if self._wants_letter(number):
            for code in range(least, self.letter_count + 1):
                wanted = number + self.keys[code]
                if self._is_word(wanted) and self._is_stored(wanted):
                    return 1
        return 0

    def _is_stored(self, number: int) -> int:
        """Whether a word has this sum of keys."""
        bucket = (number & KEY_MASK) >> BUCKET_BITS
        first, second = number >> KEY_BITS & 255, number >> KEY_BITS + 8 & 255
        at, end = self.buckets[bucket], self.buckets[bucket + 1]
        while at < end:
            if self.spelling[at + 1] == first and self.spelling[at + 2] == second:
                return 1
            at += HEAD + self.spelling[at]
        return 0

    def _seek(self, number: int, blanks: int, least: int) -> int:
        """Look up the words with this sum of keys and some blanks, and try each in the span.

        Args:
            number: As for `_is_spelled`.
            blanks: The same; at least 1.
            least: The same.
        """
        if blanks > 1 or self._wants_letter(number):
            for code in range(least, self.letter_count + 1):
                if blanks > 1:
                    self._seek(number + self.keys[code], blanks - 1, code)
                elif self._is_word(number + self.keys[code]):
                    self._look_up(number + self.keys[code])
        return 0

    def _look_up(self, number: int) -> int:
        """Try the words with a sum of keys that fill the span."""
        bucket = (number & KEY_MASK) >> BUCKET_BITS
        first, second = number >> KEY_BITS & 255, number >> KEY_BITS + 8 & 255
        at, end = self.buckets[bucket], self.buckets[bucket + 1]
        while at < end:
            length = self.spelling[at]
            if (
                length == self.span
                and self.spelling[at + 1] == first
                and self.spelling[at + 2] == second
            ):
                self._try(at + HEAD)
            at += HEAD + length
        return 0

    def _try(self, start: int) -> int:
        """Lay a word if it may be the best play, even with full points for all its tiles."""
        cell, end = self.begin, start + self.span
        points, times, cross = 0, 1, self.extra
        for at in range(start, end):
            letter = self.spelling[at]
            if self.letters[cell]:
                if self.letters[cell] != letter:
                    return 0
                points += self.points[cell]
            elif self.masks[cell] >> letter & 1:
                worth = self.values[letter] * self.letter_times[cell]
                points += worth
                times *= self.word_times[cell]
                if self.hooks[cell] >= 0:
                    cross += (self.hooks[cell] + worth) * self.word_times[cell]
            else:
                return 0
            cell += 1
        if (points * times + cross) * POINT + self.leave > self.best:
            self.word_end = end
            self._fit(self.begin, start, self.wild, 0, 1, self.extra, 0)
        return 0

    def _fit(
        self, cell: int, at: int, blanks: int, points: int, times: int, cross: int, part: int
    ) -> int:
        """Lay the letters of a word from `at` on, and take them back.

        Args:
            cell: The square of the next letter.
            at: The index of that letter in `spelling`.
            blanks: How many of those still to lay are blanks.
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
        if value > self.best and not (self.down and self._in_a_row()):
            self.best = value
            self.best_score = score
            for place in range(self.lane):
                self.best_laid[place] = self.laid[place]
        return 0

    def _in_a_row(self) -> int:
        """Whether a single tile is laid in a column, and makes a word in its row, too."""
        laid = 0
        for place in range(1, self.size + 1):
            if self.laid[place]:
                if laid:
                    return 0
                laid = place
        return 1 if self.hooks[self.base + laid] >= 0 else 0
