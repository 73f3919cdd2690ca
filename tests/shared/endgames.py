"""Endgames counted out turn by turn, by the rules of `State` alone: slow but plain."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TypedDict

from solver.game import PASS, Board, Rack, State, Turn, load_game
from solver.movegen import Session
from solver.words import Graph

RNG = random.Random(0)  # noqa: S311 - nothing is swapped or drawn


class Counted(TypedDict):
    """A stored endgame: the racks, that of the player on turn first, and what he gains.

    `scoreless` and `final` are as in `State`.
    """

    game: str
    board: list[str]
    racks: list[str]
    scoreless: int
    final: int | None
    value: int


@dataclass(frozen=True)
class Best:
    """What the player on turn gains on the other, and the turns that bring it."""

    value: int
    turns: tuple[Turn, ...]


def state_of(case: Counted) -> State:
    """A stored endgame."""
    game = load_game(case["game"])
    mine, other = (Rack.parse(rack).tiles for rack in case["racks"])
    return State(
        game,
        Board.parse(case["board"]),
        (mine, other),
        (),
        scoreless=case["scoreless"],
        final=case["final"],
    )


def best_by_counting(state: State, graph: Graph, only: Turn | None = None) -> Best:
    """Every turn of both players to the end."""
    return _Counter(state, graph).best(state, only)


class _Counter:
    def __init__(self, state: State, graph: Graph) -> None:
        self._session = Session(state.game, graph, state.board)
        self._known: dict[object, int] = {}
        self._plays: dict[object, list[Turn]] = {}
        self.visited = 0

    def best(self, state: State, only: Turn | None = None) -> Best:
        """The best turns of a state that is not over."""
        turns = [only] if only else self._turns(state)
        values = [self._after(state, turn) for turn in turns]
        top = max(values)
        kept = zip(turns, values, strict=True)
        return Best(top, tuple(turn for turn, value in kept if value == top))

    def _after(self, state: State, turn: Turn) -> int:
        """What the player on turn gains by a turn."""
        me = state.turn
        after = state.after(turn, RNG)
        gained = (after.scores[me] - after.scores[1 - me]) - (
            state.scores[me] - state.scores[1 - me]
        )
        return gained if after.over else gained - self._value(after)

    def _value(self, state: State) -> int:
        key = (
            state.board,
            tuple(sorted(state.racks[0])),
            tuple(sorted(state.racks[1])),
            state.turn,
            state.scoreless,
            state.final,
        )
        if key not in self._known:
            self.visited += 1
            self._known[key] = self.best(state).value
        return self._known[key]

    def _turns(self, state: State) -> list[Turn]:
        rack = tuple(sorted(state.racks[state.turn]))
        key = (state.board, rack)
        if key not in self._plays:
            self._session.set_board(state.board)
            self._plays[key] = [
                Turn.lay(play, state.game)
                for play in self._session.all_plays(self._session.rack(Rack(rack)))
            ]
        return [*self._plays[key], PASS]
