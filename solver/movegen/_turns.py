"""The turns of an endgame: made from its start, taken back, and given to callers.

Part of the kernel: see `_lanes` for how it is compiled.
"""

from __future__ import annotations

from solver.movegen._replies import Replies
from solver.movegen._table import EXACT, FAR


class Turns(Replies):
    """An endgame, and the turns made since its start."""

    __slots__ = (
        "laid",
        "path",
        "root_final",
        "root_logged",
        "root_points",
        "root_racks",
        "root_scoreless",
        "root_top",
    )

    def _start(self, plies: int) -> None:
        """Take the position as the start; there are at most `plies` turns."""
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
