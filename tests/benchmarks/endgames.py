"""Endgames of the program's own games, counted out turn by turn: the figures tests compare with.

usage: python -m tests.benchmarks.endgames [--write FILE] [--number N] [--seconds S]

Games of the equity player are played up to an empty bag and on until few enough tiles are left to
try every turn of both (`tests/endgames.py`, which knows nothing of the search). With --write they
are stored. Then the search is given the same positions, and those with full racks before them, and
a table tells how many it counted out within the time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from endgames import Counted, best_by_counting
from solver.board import Rack
from solver.endgame import Budget, solve_endgame
from solver.graph import load_graph
from solver.kernel import Session
from solver.lexicon import default_lexicon
from solver.match import State, states
from solver.players import EquityPlayer
from solver.rules import load_game

GAMES = ("wwf", "crossplay", "scrabble", "wordfeud")
MOST_TILES = {"wwf": 5, "scrabble": 4, "wordfeud": 5, "crossplay": 8}
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
    graph = load_graph(default_lexicon("en"), state.game.alphabet)
    best = best_by_counting(state, graph)
    racks = state.racks[state.turn], state.racks[1 - state.turn]
    return {
        "game": state.game.name,
        "board": state.board.lines(),
        "racks": [str(Rack(rack)) for rack in racks],
        "scoreless": state.scoreless,
        "final": state.final,
        "value": best.value,
    }


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
    print(f"{'game':10} {'tiles':>5} {'number':>6} {'exact':>6} {'seconds, mean':>14}")
    for game in GAMES:
        for most in (MOST_TILES[game], 14):
            _row(game, most, args.number, args.seconds)


def _row(game: str, most: int, number: int, seconds: float) -> None:
    exact, spent = 0, 0.0
    for state in ends(game, number, most=most):
        graph = load_graph(default_lexicon("en"), state.game.alphabet)
        before = time.monotonic()
        session = Session(state.game, graph, state.board)
        exact += solve_endgame(state.view, session, Budget(seconds=seconds)).exact
        spent += time.monotonic() - before
    print(f"{game:10} {most:5} {number:6} {exact:6} {spent / number:14.2f}")


if __name__ == "__main__":
    main()
