"""The move generator, plain and compiled, beside prefix queries on a trie: `make bench`.

usage: python -m tests.benchmarks.generator [--positions N] [--rounds N]

The positions come from seeded games of two players who always take the dearest play. All contenders
answer every position in turn, round after round in the same process, and processor time counts, so
that the ratios hold on a busy machine. Cross-checks are made anew for each position.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import median

import marisa_trie

from solver.game import Board, Game, Position, Rack, load_game
from solver.movegen import COMPILED, Session
from solver.movegen._kernel import Kernel
from solver.words import Graph, default_lexicon, load_graph
from tests.benchmarks.prefix_queries import plays as prefix_plays

Case = tuple[Board, bytes]
SIMULATIONS = 20


def played(game: Game, graph: Graph, number: int, seed: int = 1) -> list[Case]:
    """Boards and racks of seeded games."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    session = Session(game, graph)
    cases: list[Case] = []
    while len(cases) < number:
        session.set_board(Board.empty(game.size))
        bag = full_bag(game)
        chance.shuffle(bag)
        hands = [bag[:7], bag[7:14]]
        del bag[:14]
        while hands[0] and len(cases) < number:
            rack = bytes(hands[0])
            cases.append((session.board, rack))
            plays = session.all_plays(rack, top=1)
            if not plays:
                break
            best = plays[0]
            session.lay(best)
            drawn, bag = bag[: len(best.used)], bag[len(best.used) :]
            hands = [hands[1], [*best.leave(rack), *drawn]]
    return cases


def full_bag(game: Game) -> list[int]:
    """The numbers of all tiles."""
    codes = game.alphabet.codes
    return [codes.get(tile, 0) for tile, count in game.tiles.counts.items() for _ in range(count)]


def simulate(session: Session, rack: bytes, bag: list[int], chance: random.Random) -> None:
    """Two plies after the best play, so many times: a reply, and the answer to it."""
    mine = session.best_play(rack)
    if mine is None:
        return
    session.lay(mine)
    for _ in range(SIMULATIONS):
        drawn = chance.sample(bag, 14)
        reply = session.best_play(bytes(drawn[:7]))
        if reply:
            session.lay(reply)
        session.best_play(bytes(drawn[7:]))
        if reply:
            session.undo()
    session.undo()


def measure(
    cases: list[Case], contenders: dict[str, Callable[[Board, bytes], object]], rounds: int
) -> dict[str, float]:
    """Milliseconds of processor time a position, the median of the rounds."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, answer in contenders.items():
            start = time.process_time()
            for board, rack in cases:
                answer(board, rack)
            times[name].append(1e3 * (time.process_time() - start) / len(cases))
    return {name: median(each) for name, each in times.items()}


def contenders(game: Game, graph: Graph) -> dict[str, Callable[[Board, bytes], object]]:
    """What is measured, by name."""
    trie = marisa_trie.Trie(default_lexicon("en"))
    letters = ("?", *game.alphabet.letters)
    chance, bag = random.Random(2), full_bag(game)  # noqa: S311 - no secret

    def queries(board: Board, rack: bytes) -> object:
        return prefix_plays(Position(board, Rack(tuple(letters[c] for c in rack)), game), trie)

    found: dict[str, Callable[[Board, bytes], object]] = {"prefix queries": queries}
    for name in ("plain", "compiled")[: 1 + COMPILED]:
        session = Session(game, graph, plain=name == "plain")

        def every(board: Board, rack: bytes, session: Session = session) -> None:
            session.set_board(board)
            session._kernel.find_all(rack)

        def best(board: Board, rack: bytes, session: Session = session) -> None:
            session.set_board(board)
            session.best_play(rack)

        def two_plies(board: Board, rack: bytes, session: Session = session) -> None:
            session.set_board(board)
            simulate(session, rack, bag, chance)

        found |= {f"{name}, all plays": every, f"{name}, best play": best}
        if name == "plain":

            def sweep(board: Board, rack: bytes, session: Session = session) -> None:
                session.set_board(board)
                Kernel.find_all(session._kernel, rack)

            found["the search that is compiled, in plain Python"] = sweep
        if name == "compiled":
            found[f"{name}, {SIMULATIONS} simulations of two plies"] = two_plies
    return found


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    game = load_game("wwf")
    graph = load_graph(default_lexicon("en"), game.alphabet)
    cases = played(game, graph, args.positions)
    session = Session(game, graph)
    number = 0
    for board, rack in cases:
        session.set_board(board)
        number += session._kernel.find_all(rack)
    print(f"{len(cases)} positions, {number / len(cases):.0f} plays each, {args.rounds} rounds\n")
    took = measure(cases, contenders(game, graph), args.rounds)
    unit = took["plain, all plays"]
    print("| | ms a position | plain, all plays = 1 | times as fast |\n|---|---:|---:|---:|")
    for name, ms in took.items():
        print(f"| {name} | {ms:.3f} | {ms / unit:.3f} | {unit / ms:.2f} |")


if __name__ == "__main__":
    main()
