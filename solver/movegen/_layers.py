"""Plays laid on the board of an endgame, one on top of the other, and taken back.

Part of the kernel: see `_lanes` for how it is compiled.
"""

from __future__ import annotations

from solver.movegen._branches import Ints
from solver.movegen._offers import Offers


class Layers(Offers):
    """A board that can be restored, and which lanes each play changes for which player."""

    __slots__ = ("saved", "were_hooks", "were_masks", "were_nodes", "were_totals")

    def _init_saved(self) -> None:
        """Nothing laid yet."""
        self.saved = 0
        self.were_masks: Ints = self.make("Q", 0)
        self.were_hooks: Ints = self.make("i", 0)
        self.were_nodes: Ints = self.make("i", 0)
        self.were_totals: Ints = self.make("i", 0)

    def _lay(self, play: int) -> int:
        """Lay the tiles of a play, and mark the lanes that change as stale."""
        kernel, first = self.kernel, play * self.stride
        down = 1 if self.ways[play] >= self.size else 0
        row, at = self.ways[play] - down * self.size, first
        start = self.saved
        while self.pairs[at]:
            column, code = self.pairs[at] >> 8, self.pairs[at] & 255
            self._save(1 - down, column)
            if down:
                kernel.put(column, row, code)
            else:
                kernel.put(row, column, code)
            at += 1
        self._save(down, row)
        for each in range(first, at):
            column = self.pairs[each] >> 8
            kernel.refresh(1 - down, column)
            self._compare(1 - down, column, start)
            start += self.size
        kernel.refresh(down, row)
        self._compare(down, row, start)
        return 0

    def _lift(self, play: int) -> int:
        """Take back the play that was laid last."""
        kernel, first = self.kernel, play * self.stride
        down = 1 if self.ways[play] >= self.size else 0
        row, at = self.ways[play] - down * self.size, first
        self._restore(down, row)
        while self.pairs[at]:
            at += 1
        while at > first:
            at -= 1
            column = self.pairs[at] >> 8
            if down:
                kernel.put(column, row, 0)
            else:
                kernel.put(row, column, 0)
            self._restore(1 - down, column)
        return 0

    def _save(self, down: int, row: int) -> int:
        """Save the runs of a lane, and what fits beside it."""
        kernel, at = self.kernel, self.saved
        if at + self.size > len(self.were_masks):
            room = 2 * (at + self.size)
            self.were_masks = self._longer(self.were_masks, "Q", room)
            self.were_hooks = self._longer(self.were_hooks, "i", room)
            self.were_nodes = self._longer(self.were_nodes, "i", room)
            self.were_totals = self._longer(self.were_totals, "i", room)
        beside = (1 - down) * kernel.grid + row + 1
        cell = down * kernel.grid + row * kernel.lane + 1
        for _ in range(self.size):
            self.were_masks[at] = kernel.masks[beside]
            self.were_hooks[at] = kernel.hooks[beside]
            self.were_nodes[at] = kernel.nodes[cell]
            self.were_totals[at] = kernel.totals[cell]
            at += 1
            cell += 1
            beside += kernel.lane
        self.saved = at
        return 0

    def _restore(self, down: int, row: int) -> int:
        """Restore what was saved last, which must be of this lane."""
        kernel = self.kernel
        self.saved -= self.size
        at = self.saved
        beside = (1 - down) * kernel.grid + row + 1
        cell = down * kernel.grid + row * kernel.lane + 1
        for _ in range(self.size):
            kernel.masks[beside] = self.were_masks[at]
            kernel.hooks[beside] = self.were_hooks[at]
            kernel.nodes[cell] = self.were_nodes[at]
            kernel.totals[cell] = self.were_totals[at]
            at += 1
            cell += 1
            beside += kernel.lane
        return 0

    def _compare(self, down: int, row: int, at: int) -> int:
        """Mark the lanes whose plays may have changed as stale: this one, and some across."""
        kernel = self.kernel
        cell = (1 - down) * kernel.grid + row + 1
        bit = 1
        here = bit << (down * self.size + row)
        self.stale[0] |= here
        self.stale[1] |= here
        here = bit << ((1 - down) * self.size)
        for each in range(at, at + self.size):
            changed = self.were_masks[each] ^ kernel.masks[cell]
            if self.were_hooks[each] != kernel.hooks[cell]:
                changed |= kernel.masks[cell]
            if changed & self.held[0]:
                self.stale[0] |= here
            if changed & self.held[1]:
                self.stale[1] |= here
            here <<= 1
            cell += kernel.lane
        return 0
