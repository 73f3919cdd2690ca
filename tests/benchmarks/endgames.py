"""Endgames of the program's own games, counted out turn by turn: the figures tests compare with.

usage: python -m tests.benchmarks.endgames [--write FILE] [--number N] [--seconds S]

Games of the equity player are played up to an empty bag and on until few enough tiles are left to
try every turn of both, which is done here without any of the search's means. With --write they
are stored. Otherwise the search is given the same positions, and those with full racks before them,
and a table tells how many it counted out within so many seconds of the processor.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

from solver.game import Play, Rack, State, load_game, states
from solver.movegen import Session
from solver.strategy import EquityPlayer
from solver.strategy.endgame import Budget, solve_endgame
from solver.words import default_lexicon, load_graph
from tests.benchmarks.processor import count_processor_time
from tests.shared.endgames import Counted

GAMES = ("wwf", "crossplay", "scrabble", "wordfeud")
MOST_TILES = {"wwf": 5, "scrabble": 5, "wordfeud": 5, "crossplay": 10}
"""Tiles on both racks that can still be counted out; Crossplay ends after two turns."""


def ends(game_name: str, number: int, *, most: int) -> Iterator[State]:
    """The first state of each game with an empty bag and no more tiles on the racks than that."""
    game = load_game(game_name)
    player = EquityPlayer(game, default_lexicon("en"))
    found, seed = 0, 0
    while found < number:
        seed += 1
        for state in states(game, (player, player), seed):
            few = sum(map(len, state.racks)) <= most
            if not state.bag and not state.over and few:
                yield state
                found += 1
                break


def counted(state: State) -> Counted:
    """A state with what counting gives."""
    racks = state.racks[state.turn], state.racks[1 - state.turn]
    return {
        "game": state.game.name,
        "board": state.board.lines(),
        "racks": [str(Rack(rack)) for rack in racks],
        "scoreless": state.scoreless,
        "final": state.final,
        "value": _Counter(state).value(),
    }


class _Counter:
    """Every turn of both to the end, nothing left out and no bounds: what the search must find."""

    def __init__(self, state: State) -> None:
        game = state.game
        self._session = Session(game, load_graph(default_lexicon("en"), game.alphabet), state.board)
        self._racks = tuple(
            self._session.rack(Rack(state.racks[who])) for who in (state.turn, 1 - state.turn)
        )
        self._start = (state.scoreless, state.final)
        self._end = game.end
        self._points = [0, *(game.tiles.values[letter] for letter in game.alphabet.letters)]
        self._known: dict[object, int] = {}

    def value(self) -> int:
        """What the player on turn gains on the other."""
        return self._value(self._racks[0], self._racks[1], *self._start, frozenset())

    def _value(
        self, mine: bytes, other: bytes, scoreless: int, final: int | None, laid: frozenset[object]
    ) -> int:
        key = (mine, other, scoreless, final, laid)
        if key not in self._known:
            best = self._passed(mine, other, scoreless, final, laid)
            for play in self._session.all_plays(mine):
                best = max(best, self._played(play, mine, other, final, laid))
            self._known[key] = best
        return self._known[key]

    def _passed(
        self, mine: bytes, other: bytes, scoreless: int, final: int | None, laid: frozenset[object]
    ) -> int:
        if scoreless + 1 == (self._end.scoreless or 4) or final == 1:
            return self._left(mine, other)
        return -self._value(other, mine, scoreless + 1, final and final - 1, laid)

    def _played(
        self, play: Play, mine: bytes, other: bytes, final: int | None, laid: frozenset[object]
    ) -> int:
        kept = play.leave(mine)
        if not kept and not self._end.final_turns:
            return play.score + 2 * self._left(b"", other)
        if final == 1:
            return play.score + self._left(kept, other)
        new = {(play.row, c, t) if play.across else (c, play.row, t) for c, t in _tiles(play)}
        self._session.lay(play)
        follows = self._value(other, kept, 0, final and final - 1, laid | new)
        self._session.undo()
        return play.score - follows

    def _left(self, mine: bytes, other: bytes) -> int:
        """What the leftovers bring where both lose their own."""
        if self._end.leftover != "moved":
            return 0
        return sum(self._points[c] for c in other) - sum(self._points[c] for c in mine)


def _tiles(play: Play) -> list[tuple[int, int]]:
    return [(column, tile) for column, tile in enumerate(play.tiles) if tile]


def main() -> None:
    """Store, or search."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", type=Path)
    parser.add_argument("--number", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args()
    if args.write:
        found = [
            counted(state)
            for game in GAMES
            for state in ends(game, args.number, most=MOST_TILES[game])
        ]
        lines = ",\n".join(json.dumps(case) for case in found)
        command = f"python -m tests.benchmarks.endgames --write {args.write.name}"
        record = f'{{"command": "{command} --number {args.number}", "endgames": [\n{lines}\n]}}\n'
        args.write.write_text(record, encoding="utf-8")
        return
    count_processor_time()
    print(f"{'game':10} {'tiles':>5} {'number':>6} {'exact':>6} {'seconds, mean':>14}")
    for game in GAMES:
        for most in (MOST_TILES[game], 14):
            _row(game, most, args.number, args.seconds)


def _row(game: str, most: int, number: int, seconds: float) -> None:
    exact, spent = 0, 0.0
    for state in ends(game, number, most=most):
        graph = load_graph(default_lexicon("en"), state.game.alphabet)
        before = time.process_time()
        session = Session(state.game, graph, state.board)
        exact += solve_endgame(state.view, session, Budget(seconds=seconds)).exact
        spent += time.process_time() - before
    print(f"{game:10} {most:5} {number:6} {exact:6} {spent / number:14.2f}")


if __name__ == "__main__":
    main()
