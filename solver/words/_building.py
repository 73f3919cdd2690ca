"""Builds the nodes of a word graph from encoded words: the compiled way, see `graph_build`.

The nodes are the same that `graph_build` makes with numpy. The words are sorted, then each
beginning of a word is read backwards, and those are sorted too. Nodes are made as by Daciuk and
others ("Incremental Construction of Minimal Acyclic Finite-State Automata", 2000): once the arcs of
a node are complete, an equal node is looked up. From some letter on, most beginnings share the rest
with no other. Such a tail is identified by the rest of its beginning and by the state behind the
separator, so that it is found without being spelled out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Room = Callable[[str, int], memoryview]  # makes an array: type, length; all 0

LETTER_SHIFT = 26
ACCEPT = 1 << 25
CHILD = ACCEPT - 1
DEEPEST = 64  # letters of the longest possible word
SAME = 255  # in place of a number of letters: the next word is the same
SPARE = 65  # the row of open arcs that tails are made in
ROW = 64  # arcs a node may have
KEPT = 10  # letters in a sort key
LAST = 63  # the bits of its last letter, and the highest number of a letter
DIGIT = 10  # bits sorted by in one pass
DIGITS = 1 << 10
MIXER = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio: Knuth's multiplicative hashing
ALL = 0xFFFFFFFFFFFFFFFF


class Builder:
    """The graph of some words.

    Attributes:
        lists: The nodes, see `solver.words.graph`; unused room may follow them.
        size: Length of the nodes, in 64-bit numbers.
        root: The node the GADDAG begins with.
        words: The node the graph of plain words begins with.
    """

    def __init__(self, text: bytes, room: Room, longest: int) -> None:
        """Build the graph.

        Args:
            text: The numbers of the words' letters, 1 to 63; a 0 before and behind each word. Words
                with other numbers are left out.
            room: Makes an array.
            longest: Letters a word may have, 64 at most; longer ones are left out.

        Raises:
            OverflowError: There are more nodes than an arc can number.
        """
        self.room = room
        self.size = 1
        self.number = 0
        self.held = self.held_tails = 0
        self.text: Sequence[int] = text
        self.table = room("Q", 1)
        self.lists = room("Q", DIGITS)
        self.arcs = memoryview(self.lists).cast("B").cast("I")
        self.sums = room("I", DIGITS)
        self.open = room("I", (SPARE + 1) * ROW)
        self.counts, self.live = room("I", SPARE + 1), room("I", SPARE + 1)
        self.path, self.alone = room("I", SPARE + 1), room("I", SPARE + 1)
        self.words = self._read_words(text, self._find_words(text, text.count(b"\0"), longest))
        self.root = self._read_beginnings()

    def _find_words(self, text: bytes, most: int, longest: int) -> memoryview:
        """Where usable words begin in the text."""
        starts = self.room("I", most)
        count = start = 0
        usable = 1
        for here in range(len(text)):
            letter = text[here]
            if letter > LAST:
                usable = 0
            if letter == 0:
                if usable and start < here <= start + longest:
                    starts[count] = start
                    count += 1
                start = here + 1
                usable = 1
        return starts[:count]

    # Items are numbers of places in the text, sorted by the letters from there on.

    def _sort(self, first: int, count: int, backwards: int) -> int:
        """Sort `count` items by the letters from their places on, forwards or backwards."""
        room = self.room
        self.backwards = backwards
        self.keys, self.other_keys = room("Q", count), room("Q", count)
        self.heads = room("Q", count)
        self.items, self.other_items = room("I", count), room("I", count)
        self.shared = room("B", count)
        for place in range(count):
            self.items[place] = first + place
        return self._sort_from(0, count, 0)

    def _sort_from(self, first: int, last: int, depth: int) -> int:
        """Sort items with `depth` letters in common, and note what each shares with the next."""
        for here in range(first, last):
            self.keys[here] = self._key(self.places[self.items[here]], depth)
        if last - first < DIGITS:
            self._sort_few(first, last)
        else:
            self._sort_many(first, last)
        if not depth:
            self.heads[:] = self.keys
        here = first
        while here < last:
            key, there = self.keys[here], here + 1
            while there < last and self.keys[there] == key:
                there += 1
            if there - here > 1 and key & LAST:
                self._sort_from(here, there, depth + KEPT)
            else:
                for place in range(here, there - 1):
                    self.shared[place] = SAME
            if there < last:
                differ, equal = key ^ self.keys[there], depth + KEPT
                while differ:
                    differ >>= 6
                    equal -= 1
                self.shared[there - 1] = equal
            here = there
        return 0

    def _key(self, place: int, depth: int) -> int:
        """The next `KEPT` letters of an item from a depth on, as one number."""
        key = 0
        for count in range(KEPT):
            ahead = depth + count
            letter = self.text[place - ahead] if self.backwards else self.text[place + ahead]
            if not letter:
                return key << 6 * (KEPT - count)
            key = key << 6 | letter
        return key

    def _sort_few(self, first: int, last: int) -> int:
        """Shell sort; each gap is a third of the one before."""
        gap = 1
        while 3 * gap + 1 < last - first:
            gap = 3 * gap + 1
        while gap:
            for here in range(first + gap, last):
                key, item, there = self.keys[here], self.items[here], here
                while there >= first + gap and self.keys[there - gap] > key:
                    self.keys[there] = self.keys[there - gap]
                    self.items[there] = self.items[there - gap]
                    there -= gap
                self.keys[there] = key
                self.items[there] = item
            gap //= 3
        return 0

    def _sort_many(self, first: int, last: int) -> int:
        """Radix sort, the last letters first; an even number of passes ends in `keys`."""
        for shift in range(0, 6 * KEPT, DIGIT):
            for digit in range(DIGITS):
                self.sums[digit] = 0
            for here in range(first, last):
                self.sums[self.keys[here] >> shift & (DIGITS - 1)] += 1
            total = first
            for digit in range(DIGITS):
                count = self.sums[digit]
                self.sums[digit] = total
                total += count
            for here in range(first, last):
                key = self.keys[here]
                digit = key >> shift & (DIGITS - 1)
                there = self.sums[digit]
                self.sums[digit] = there + 1
                self.other_keys[there] = key
                self.other_items[there] = self.items[here]
            self.keys, self.other_keys = self.other_keys, self.keys
            self.items, self.other_items = self.other_items, self.items
        return 0

    # The arcs of incomplete nodes are kept in rows, one for each letter read so far.

    def _open_arc(self, depth: int, arc: int) -> int:
        self.open[depth * ROW + self.counts[depth]] = arc
        self.counts[depth] += 1
        return 0

    def _add_to_arc(self, depth: int, more: int) -> int:
        """Add to the newest arc of a row; returns the arc without its letter."""
        place = depth * ROW + self.counts[depth] - 1
        self.open[place] |= more
        return self.open[place] & (ACCEPT | CHILD)

    def _complete(self, depth: int) -> int:
        """The number of the node with the arcs of a row; 0 where it has none."""
        first, count, mixed = depth * ROW, self.counts[depth], 0
        if not count:
            return 0
        for place in range(first, first + count):
            mixed = (mixed ^ self.open[place]) * MIXER & ALL
            mixed ^= mixed >> 29
        mixed &= ~CHILD  # the number of the node stands there
        slots = len(self.table) - 1
        slot = mixed >> 32 & slots
        while self.table[slot]:
            if (self.table[slot] ^ mixed) <= CHILD:
                node = self.table[slot] & CHILD
                if self._is_row(node, first, count):
                    return node
            slot = slot + 1 & slots
        node = self._new_node(first, count)
        self.table[slot] = mixed | node
        self.held += 1
        if 2 * self.held > slots:
            self._widen_table()
        return node

    def _is_row(self, node: int, first: int, count: int) -> int:
        """Whether a node has the arcs of a row."""
        arcs = 2 * node + 2
        for place in range(count):
            if self.arcs[arcs + place] != self.open[first + place]:
                return 0
        return 1 if self._letters(first, count) == self.lists[node] else 0

    def _letters(self, first: int, count: int) -> int:
        letters, one = 0, 1
        for place in range(first, first + count):
            letters |= one << (self.open[place] >> LETTER_SHIFT)
        return letters

    def _new_node(self, first: int, count: int) -> int:
        node = self.size
        self.size += 1 + (count + 1) // 2
        if self.size > CHILD:
            raise OverflowError
        while self.size > len(self.lists):
            old = self.lists
            self.lists = self.room("Q", 2 * len(old))
            self.lists[: len(old)] = old
            self.arcs = memoryview(self.lists).cast("B").cast("I")
        self.lists[node] = self._letters(first, count)
        for place in range(count):
            self.arcs[2 * node + 2 + place] = self.open[first + place]
        return node

    def _widen_table(self) -> int:
        """Double the hash table of nodes."""
        old = self.table
        self.table = self.room("Q", 2 * len(old))
        slots = len(self.table) - 1
        for here in range(len(old)):
            if old[here]:
                slot = old[here] >> 32 & slots
                while self.table[slot]:
                    slot = slot + 1 & slots
                self.table[slot] = old[here]
        return 0

    def _read_words(self, text: bytes, starts: memoryview) -> int:
        """Make the graph of plain words, and note the state behind each of their beginnings.

        Beginnings have numbers from 1, the empty one has 0. The text is written anew with the words
        in order, so that what is read together lies together in memory.
        """
        self.places = starts
        self._sort(0, len(starts), 0)
        self.table = self.room("Q", 1 << len(starts).bit_length())
        most = len(text) + 1
        ordered, places = self.room("B", most), self.room("I", most)
        self.above, self.state = self.room("I", most), self.room("I", most)
        at = deep = common = 0
        for row in range(len(starts)):
            if self.shared[row] == SAME:
                continue
            while deep > common:
                deep = self._end_beginning(deep)
            here = starts[self.items[row]]
            for depth in range(DEEPEST + 1):
                letter = text[here + depth]
                if not letter:
                    break
                at += 1
                ordered[at] = letter
                if depth >= common:
                    self.number += 1
                    self._open_arc(depth, letter << LETTER_SHIFT)
                    self.counts[depth + 1] = 0
                    self.above[self.number] = self.path[depth]
                    self.path[depth + 1] = self.number
                    places[self.number] = at
                    deep = depth + 1
            at += 1
            self._add_to_arc(deep - 1, ACCEPT)
            common = self.shared[row]
        while deep:
            deep = self._end_beginning(deep)
        self.text, self.places = ordered, places
        return self._complete(0)

    def _end_beginning(self, deep: int) -> int:
        """Note the state behind the beginning read last, and go back a letter."""
        self.state[self.path[deep]] = self._add_to_arc(deep - 1, self._complete(deep))
        return deep - 1

    def _read_beginnings(self) -> int:
        """Make the graph of beginnings read backwards, each with a separator to its state.

        A row of arcs is open for each letter that a beginning shares with the next. Where only one
        beginning leads on from a row, what follows is its tail.
        """
        self._sort(1, self.number, 1)
        self._look_up_items()
        self.tails = self.room("Q", 4 << self.number.bit_length())
        deep = 0
        self.counts[0] = self.live[0] = 0
        for row in range(self.number):
            common = self.shared[row] if row + 1 < self.number else 0
            while deep < common:
                self._open_arc(deep, self._letter(row, deep) << LETTER_SHIFT)
                deep += 1
                self.counts[deep] = self.live[deep] = 0
            state, letter, leads = self.states[row], self.letters[row], deep
            if letter:
                rest = self.rests[row]
                arc = self._tail(rest, state) | (0 if rest else state & ACCEPT)
                self._open_arc(deep, arc | letter << LETTER_SHIFT)
            else:
                self._add_to_arc(deep - 1, state & ACCEPT)
                if state & CHILD:
                    self._open_arc(deep, state & CHILD)
                else:
                    leads = deep - 1
            self.live[leads] += 1
            self.alone[leads] = self.items[row]
            while deep > common:
                item = self.alone[deep]
                if self.live[deep] == 1:
                    node = self._tail(self._shorter(item, deep), self.state[item])
                else:
                    node = self._complete(deep)
                deep -= 1
                self._add_to_arc(deep, node)
                self.live[deep] += self.live[deep + 1]
                self.alone[deep] = item
        return self._complete(0)

    def _look_up_items(self) -> int:
        """Gather what is needed of each item, in sorted order: one pass finds it much faster."""
        self.rests, self.states = self.room("I", self.number), self.room("I", self.number)
        self.letters = self.room("B", self.number)
        before = 0
        for row in range(self.number):
            item, deep = self.items[row], self.shared[row] if row + 1 < self.number else 0
            after = deep
            deep = max(deep, before)
            before = after
            self.states[row] = self.state[item]
            self.letters[row] = self._letter(row, deep)
            if self.letters[row]:
                self.rests[row] = self._shorter(item, deep + 1)
        return 0

    def _letter(self, row: int, depth: int) -> int:
        """The letter of a row's beginning at a depth, counted from its end; 0 before its first."""
        if depth < KEPT:
            return self.heads[row] >> 6 * (KEPT - 1 - depth) & LAST
        return self.text[self.places[self.items[row]] - depth]

    def _shorter(self, item: int, letters: int) -> int:
        """A beginning without its last `letters` letters."""
        for _ in range(letters):
            item = self.above[item]
        return item

    def _tail(self, rest: int, state: int) -> int:
        """The node that reads the rest of a beginning, then leads to the state behind it."""
        steps = node = 0
        while rest or state & CHILD:
            slot = self._tail_slot(rest, state)
            node = self.tails[slot + 1]
            if node:
                break
            self.path[steps] = rest
            steps += 1
            if not rest:
                break
            rest = self.above[rest]
        while steps:
            steps -= 1
            rest, arc = self.path[steps], state & CHILD
            if rest:
                arc = self.text[self.places[rest]] << LETTER_SHIFT | node
                if not self.above[rest]:
                    arc |= state & ACCEPT
            self.open[SPARE * ROW] = arc
            self.counts[SPARE] = 1
            # Only a tail without a separator may equal other nodes.
            node = self._new_node(SPARE * ROW, 1) if state & CHILD else self._complete(SPARE)
            self._keep_tail(rest, state, node)
        return node

    def _tail_slot(self, rest: int, state: int) -> int:
        """The place of a tail in the table, or the free one where it belongs."""
        key = self._tail_key(rest, state)
        slots = len(self.tails) // 2 - 1
        slot = (key * MIXER & ALL) >> 32 & slots
        while self.tails[2 * slot + 1] and self.tails[2 * slot] != key:
            slot = slot + 1 & slots
        return 2 * slot

    def _tail_key(self, rest: int, state: int) -> int:
        key = rest
        return key << 26 | (state if rest else state & CHILD)

    def _keep_tail(self, rest: int, state: int, node: int) -> int:
        """Add a tail to the table, which is doubled once it is half full."""
        slot = self._tail_slot(rest, state)
        self.tails[slot] = self._tail_key(rest, state)
        self.tails[slot + 1] = node
        self.held_tails += 1
        if 4 * self.held_tails > len(self.tails):
            old = self.tails
            self.tails = self.room("Q", 2 * len(old))
            for here in range(0, len(old), 2):
                if old[here + 1]:
                    slot = self._tail_slot(old[here] >> 26, old[here] & (ACCEPT | CHILD))
                    self.tails[slot] = old[here]
                    self.tails[slot + 1] = old[here + 1]
        return 0
