"""How often one way to play beats another, in seeded games; run it with -m benchmarks.games.

usage: python -m tests.benchmarks.games FIRST SECOND [--game NAME] [--games N] [--seed N]

A player is points, leaves (equity without openings), equity, ends (equity, and the end of the game
counted out), win:WORLDS:PLIES (simulations, and the endgame solved) or user:SECONDS[:PLIES]: the
first move of `--by win --seconds SECONDS` on one core, the other's last move known as from a
picture. Its seconds are those of the processor, so that it plays as well on a busy machine. Each
bag is dealt twice, once with either player to begin, so that both get the same luck. The interval
is that of the pairs: 1.96 standard errors.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from solver.game import Game, Player, Turn, View, load_game, states
from solver.strategy import SHORT, Effort, EquityPlayer, PointsPlayer, Style, WinPlayer, advise
from solver.words import Lexicon, default_lexicon, load_graph
from tests.benchmarks.processor import count_processor_time


class UserPlayer:
    """Takes the turn that `--by win` names first."""

    def __init__(self, game: Game, lexicon: Lexicon, effort: Effort) -> None:
        load_graph(lexicon, game.alphabet)
        self._lexicon = lexicon
        self._effort = effort
        count_processor_time()

    def choose(self, view: View) -> Turn:
        """The turn to make."""
        advice = advise(view, self._lexicon, "win", effort=self._effort, last=view.last)
        return advice.turns[0].turn


def player(name: str, game_name: str) -> Player:
    """The player of that name."""
    game, lexicon = load_game(game_name), default_lexicon("en")
    kind, *figures = name.split(":")
    if kind == "points":
        return PointsPlayer(game, lexicon)
    if kind == "win":
        worlds, plies = int(figures[0]), int(figures[1])
        effort = Effort(seconds=None, worlds=worlds, plies=plies, processes=1)
        return WinPlayer(game, lexicon, Style(effort=effort, ends=SHORT))
    if kind == "user":
        effort = Effort(seconds=float(figures[0]), processes=1)
        if figures[1:]:
            effort = replace(effort, plies=int(figures[1]))
        return UserPlayer(game, lexicon, effort)
    ends = SHORT if kind == "ends" else None
    return EquityPlayer(game, lexicon, openings=kind != "leaves", ends=ends)


def pair(seed: int, first: str, second: str, game_name: str) -> tuple[float, float, int, int]:
    """One bag dealt twice: wins of the first player, 0 to 2, his margins, both players' points."""
    game = load_game(game_name)
    one, two = _players(first, second, game_name)
    *_, last = states(game, (one, two), seed)
    *_, swapped = states(game, (two, one), seed)
    a, b = last.scores, swapped.scores
    margins = a[0] - a[1], b[1] - b[0]
    wins = sum((margin > 0) + 0.5 * (margin == 0) for margin in margins)
    return wins, sum(margins), a[0] + b[1], a[1] + b[0]


_KEPT: dict[tuple[str, str, str], tuple[Player, Player]] = {}


def _players(first: str, second: str, game: str) -> tuple[Player, Player]:
    key = (first, second, game)
    if key not in _KEPT:
        _KEPT[key] = player(first, game), player(second, game)
    return _KEPT[key]


def main() -> None:
    """Play and print a line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--game", default="wwf")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    game = load_game(args.game)
    load_graph(default_lexicon("en"), game.alphabet)
    started = time.monotonic()
    seeds = range(args.seed * 10**6, args.seed * 10**6 + args.games // 2)
    work = partial(pair, first=args.first, second=args.second, game_name=args.game)
    with ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(work, seeds, chunksize=4))
    wins = [each[0] / 2 for each in found]
    margins = [each[1] / 2 for each in found]
    points = [sum(each[place] for each in found) / (2 * len(found)) for place in (2, 3)]
    win, win_error = _mean(wins)
    margin, margin_error = _mean(margins)
    print(
        f"{args.game}: {args.first} against {args.second}, {2 * len(found)} games, "
        f"seed {args.seed}: wins {100 * win:.1f} % +- {196 * win_error:.1f}, "
        f"margin {margin:+.1f} +- {1.96 * margin_error:.1f}, "
        f"points a game {points[0]:.1f} to {points[1]:.1f}, "
        f"{time.monotonic() - started:.0f} s"
    )


def _mean(figures: list[float]) -> tuple[float, float]:
    """Mean and standard error."""
    count = len(figures)
    mean = sum(figures) / count
    spread = sum((figure - mean) ** 2 for figure in figures) / max(1, count - 1)
    return mean, math.sqrt(spread / count)


if __name__ == "__main__":
    main()
