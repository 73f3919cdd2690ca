"""The turns of an endgame: made on the racks and on the board, taken back, and given to callers.

Part of the kernel: see `_board` for how it is compiled.
"""

from __future__ import annotations

from solver.movegen._graph import Ints
from solver.movegen._ordering import Ordering
from solver.movegen._table import EXACT, FAR


class Turns(Ordering):
    """An endgame, the turns made since its start, and what each changed on the board."""

    __slots__ = (
        "laid",
        "path",
        "root_final",
        "root_logged",
        "root_points",
        "root_racks",
        "root_scoreless",
        "root_top",
        "saved",
        "were_hooks",
        "were_masks",
        "were_nodes",
        "were_totals",
    )

    def _start(self, plies: int) -> None:
        """Take the position as the start; there are at most `plies` turns."""
        self.saved = 0
        self.were_masks: Ints = self.make("Q", 0)
        self.were_hooks: Ints = self.make("i", 0)
        self.were_nodes: Ints = self.make("i", 0)
        self.were_totals: Ints = self.make("i", 0)
        self.laid = 0
        self.path = self.make("i", plies)
        self._renew(0)
        self._renew(1)
        self.root_logged = self.logged
        self.root_top = self.top
        self.root_scoreless = self.scoreless
        self.root_final = self.final
        self.root_racks = self.make("Q", 2)
        self.root_points = self.make("i", 2)
        for player in range(2):
            self.root_racks[player] = self.racks[player]
            self.root_points[player] = self.points[player]

    def told(self, play: int) -> tuple[int, bool, int, bytes]:
        """A play in the form of `solver.game.Play`."""
        tiles, at = bytearray(self.size), play * self.stride
        while self.pairs[at]:
            tiles[self.pairs[at] >> 8] = self.pairs[at] & 255
            at += 1
        lane = self.ways[play]
        return self.scores[play], lane < self.size, lane % self.size, bytes(tiles)

    def known(self) -> int:
        """The best play if the table has it for certain; -1 = to pass, -2 = unknown."""
        key = self._here()
        slot = self._slot(key)
        if self.table_keys[slot] != key or self.table_metas[slot] & 3 != EXACT:
            return -2
        wanted, me = self.table_bests[slot], self.turn
        if not wanted:
            return -1
        self._renew(me)
        for lane in range(me * self.lanes, (me + 1) * self.lanes):
            for play in range(self.starts[lane], self.starts[lane] + self.counts[lane]):
                if self.keys[play] == wanted and self._fits(play, me):
                    return play
        return -2

    def step(self, play: int) -> int:
        """Make a turn (-1 = a pass); returns whether the game goes on."""
        if self._end(play) != FAR:
            return 0
        self._turn(play)
        self._place(play)
        return 1

    def restart(self) -> int:
        """Go back to the start."""
        while self.laid:
            self.laid -= 1
            self._lift(self.path[self.laid])
        self._forget(self.root_logged, self.root_top)
        self.order_top = 0
        self.ply = 0
        self.turn = 0
        self.key = 0
        self.scoreless = self.root_scoreless
        self.final = self.root_final
        for player in range(2):
            self.racks[player] = self.root_racks[player]
            self.points[player] = self.root_points[player]
            self.stale[player] = 0
            self._hold(player)
        return 0

    def _turn(self, play: int) -> int:
        """Make a turn that does not end the game, on the racks alone; returns its points."""
        score, me = 0, self.turn
        if play >= 0:
            score = self.scores[play]
            self.key ^= self.keys[play]
            self.racks[me] -= self.used[play]
            self.points[me] -= self.sheds[play]
            self.scoreless = 0
        else:
            self.scoreless += 1
        if self.final > 0:
            self.final -= 1
        self.ply += 1
        self.turn = 1 - me
        return score

    def _take_back(
        self, me: int, key: int, rack: int, points: int, scoreless: int, final: int
    ) -> int:
        """Undo such a turn; the arguments are the values before it."""
        self.ply -= 1
        self.turn = me
        self.scoreless = scoreless
        self.final = final
        self.key = key
        self.racks[me] = rack
        self.points[me] = points
        return 0

    def _place(self, play: int) -> int:
        """Lay the tiles of that turn, if it has any, on the board."""
        if play >= 0:
            self._hold(1 - self.turn)
            self.path[self.laid] = play
            self.laid += 1
            self._lay(play)
        return 0

    def _lay(self, play: int) -> int:
        """Lay the tiles of a play, and mark the lanes that change as stale."""
        kernel, first = self.kernel, play * self.stride
        down = 1 if self.ways[play] >= self.size else 0
        row, at = self.ways[play] - down * self.size, first
        start = self.saved
        while self.pairs[at]:
            column, code = self.pairs[at] >> 8, self.pairs[at] & 255
            self._save(1 - down, column)
            kernel.put(down, row, column, code)
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
            kernel.put(down, row, column, 0)
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
