"""Two-ply simulations a second of one core, and where their time goes.

usage: python -m tests.benchmarks.simulations [--game NAME] [--worlds N]

One simulation is one turn tried in one world: it is laid, the other answers and the first answers
that, each by points and leave. Positions are those of a seeded game; time is that of the processor.
"""

from __future__ import annotations

import argparse
import time

from solver.game import load_game, states
from solver.movegen import COMPILED, Session
from solver.strategy import EquityPlayer
from solver.strategy.equity import options
from solver.strategy.hidden_tiles import Dealer
from solver.strategy.playout import Table
from solver.words import default_lexicon, load_graph


def main() -> None:
    """Measure and print a line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="wwf")
    parser.add_argument("--worlds", type=int, default=40)
    args = parser.parse_args()
    game, lexicon = load_game(args.game), default_lexicon("en")
    graph = load_graph(lexicon, game.alphabet)
    player = EquityPlayer(game, lexicon)
    views = [state.view for state in states(game, (player, player), 1) if len(state.bag) > 14]
    count, spent = 0, 0.0
    for view in views:
        session = Session(game, graph, view.board)
        table, dealer = Table(view, session), Dealer(view, session, 1)
        found = options(view, session, top=10)
        table.run(found[0], dealer.world(0), 2)
        before = time.process_time()
        for world in map(dealer.world, range(args.worlds)):
            for option in found:
                table.run(option, world, 2)
                count += 1
        spent += time.process_time() - before
    mode = "compiled" if COMPILED else "plain"
    print(f"{args.game}, {mode} kernel: {count / spent:.0f} two-ply simulations a second and core")


if __name__ == "__main__":
    main()
