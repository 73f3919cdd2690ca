"""Where playouts are run: in this process, or on all cores."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context

from solver.equity import Option
from solver.graph import load_graph
from solver.kernel import Session
from solver.lexicon import Lexicon
from solver.playout import Guess, Result, Table
from solver.view import View


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried.

    Attributes:
        seconds: When the time is up; None = never.
        worlds: The most worlds for each turn; None = no limit.
        plies: Turns played behind the one that is judged.
        sure: Chance, 0 to 1, that the leader is the best; enough to stop.
        processes: None = one a core; 1 = none beside this one.
        seed: Decides the worlds.
    """

    seconds: float | None = 10.0
    worlds: int | None = None
    plies: int = 2
    sure: float = 0.99
    processes: int | None = None
    seed: int = 1


class Here:
    """Playouts in this process."""

    processes = 1

    def __init__(self, table: Table) -> None:
        self._table = table

    def batch(
        self, options: Sequence[Option], first: int, count: int, effort: Effort
    ) -> list[list[Result]]:
        """For each turn its results in the worlds from `first` on."""
        return _run(self._table, options, range(first, first + count), effort)


class Pool:
    """Playouts on several processes, each with its own part of the worlds."""

    def __init__(self, pool: ProcessPoolExecutor, processes: int) -> None:
        self._pool = pool
        self.processes = processes

    def batch(
        self, options: Sequence[Option], first: int, count: int, effort: Effort
    ) -> list[list[Result]]:
        """For each turn its results in the worlds from `first` on."""
        bounds = [first + count * part // self.processes for part in range(self.processes + 1)]
        futures = [
            self._pool.submit(_work, options, range(low, high), effort)
            for low, high in itertools.pairwise(bounds)
        ]
        parts = [future.result() for future in futures]
        return [
            [result for part in parts for result in part[place]] for place in range(len(options))
        ]


@contextmanager
def workers(
    view: View, lexicon: Lexicon, guess: Guess | None, processes: int | None
) -> Iterator[Here | Pool]:
    """Where playouts are run."""
    count = processes or _cores()
    graph = load_graph(lexicon, view.game.alphabet)  # cached on disk, too: the others map it
    if count == 1:
        yield Here(Table(view, Session(view.game, graph, view.board), guess))
        return
    pool = ProcessPoolExecutor(
        count,
        mp_context=get_context("spawn"),
        initializer=_start,
        initargs=(view, lexicon, guess),
    )
    try:
        yield Pool(pool, count)
    finally:
        pool.shutdown(cancel_futures=True)


_TABLES: list[Table] = []
"""In a process of a pool: the view it works on."""


def _start(view: View, lexicon: Lexicon, guess: Guess | None) -> None:
    graph = load_graph(lexicon, view.game.alphabet)
    _TABLES.append(Table(view, Session(view.game, graph, view.board), guess))


def _work(options: Sequence[Option], worlds: range, effort: Effort) -> list[list[Result]]:
    return _run(_TABLES[-1], options, worlds, effort)


def _run(
    table: Table, options: Sequence[Option], worlds: range, effort: Effort
) -> list[list[Result]]:
    dealt = [table.world(effort.seed * 2**32 + number) for number in worlds]
    return [[table.run(option, world, effort.plies) for world in dealt] for option in options]


def _cores() -> int:
    allowed = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(allowed(0)) if allowed else os.cpu_count() or 1
