"""Runs playouts of turns in worlds: in this process or on all cores."""

from __future__ import annotations

import itertools
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from solver.game import View
from solver.movegen import Session, graph_for
from solver.processes import cores, interrupts_held, pool_of
from solver.strategy.equity import Option
from solver.strategy.hidden_tiles import Dealer, Guess
from solver.strategy.playout import Result, Table
from solver.words import Lexicon

Results = list[list[Result]]
"""For each turn its result in each world."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried.

    Attributes:
        seconds: When the time is up; None = never.
        worlds: The most worlds for each turn; None = no limit.
        plies: Turns played after the one that is judged.
        sure: Chance, 0 to 1, that the leader is the best; enough to stop.
        ends: Positions that solving the endgame of each game may visit; None = it is played by
            points and leave like the turns before.
        processes: None = one a core; 1 = none besides this one.
        seed: Decides the worlds.
    """

    seconds: float | None = 10.0
    worlds: int | None = None
    plies: int = 2
    sure: float = 0.99
    ends: int | None = None
    processes: int | None = None
    seed: int = 1


class _Setup:
    """A board and the worlds to try turns in."""

    def __init__(self, view: View, lexicon: Lexicon, guess: Guess | None, seed: int) -> None:
        session = Session(view.game, graph_for(view.game, lexicon), view.board)
        self._table = Table(view, session)
        self.dealer = Dealer(view, session, seed, guess)

    def run(self, effort: Effort, options: Sequence[Option], numbers: range) -> Results:
        found: Results = [[] for _ in options]
        for world in map(self.dealer.world, numbers):
            for option, results in zip(options, found, strict=True):
                results.append(self._table.run(option, world, effort.plies, effort.ends))
        return found


class Runner(NamedTuple):
    """What runs the playouts.

    Attributes:
        processes: On how many processes.
        worlds: How many worlds there are; None = without end.
        batch: Gives, for each of some turns, its results in the worlds of some numbers.
    """

    processes: int
    worlds: int | None
    batch: Callable[[Sequence[Option], range], Results]


@contextmanager
def workers(view: View, lexicon: Lexicon, guess: Guess | None, effort: Effort) -> Iterator[Runner]:
    """What runs the playouts: this process, or a pool that is closed afterwards.

    Args:
        view: What the player on turn sees.
        lexicon: The words.
        guess: What the other player may hold; None = any of the unseen tiles.
        effort: How many processes, and what is tried.
    """
    processes = effort.processes or cores()
    setup = _Setup(view, lexicon, guess, effort.seed)  # caches the graph that the pool then maps
    worlds = setup.dealer.count
    if processes == 1:
        yield Runner(1, worlds, partial(setup.run, effort))
        return
    with pool_of(processes, _start, (view, lexicon, guess, effort.seed)) as pool:
        yield Runner(processes, worlds, partial(_shared, pool, processes, effort))


def _shared(
    pool: ProcessPoolExecutor,
    processes: int,
    effort: Effort,
    options: Sequence[Option],
    numbers: range,
) -> Results:
    """The results of a pool, each of whose processes has its own part of the worlds."""
    bounds = [len(numbers) * part // processes for part in range(processes + 1)]
    with interrupts_held():
        futures = [
            pool.submit(_work, effort, options, numbers[low:high])
            for low, high in itertools.pairwise(bounds)
        ]
    parts = [future.result() for future in futures]
    return [[result for part in parts for result in part[place]] for place in range(len(options))]


_SETUPS: list[_Setup] = []
"""In a process of a pool: its board and worlds."""


def _start(view: View, lexicon: Lexicon, guess: Guess | None, seed: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interrupt key is for the parent
    _SETUPS.append(_Setup(view, lexicon, guess, seed))


def _work(effort: Effort, options: Sequence[Option], numbers: range) -> Results:
    return _SETUPS[-1].run(effort, options, numbers)
