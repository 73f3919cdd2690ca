"""Samples, as plain figures, from games of the program against itself.

Both players make the play with the most points plus leave. On each board, racks drawn at random
from all tiles not on it show what racks are worth there; one of them also shows what the play just
found opens to an opponent.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.game import Board, Game, Play, Turn, load_game
from solver.movegen import Session, graph_for
from solver.strategy import KINDS, Leaves, opened
from solver.words import Graph, default_lexicon

DRAWS = 8
"""Random racks on each board."""
TOP = 4
"""What a play opens is sampled for one of this many highest-scoring plays."""


@dataclass(frozen=True, eq=False)
class Samples:
    """What was sampled; axes of equal name have equal length.

    Attributes:
        racks: (m, DRAWS, rack size) tile numbers of random racks.
        equities: (m, DRAWS) points of the best play of each, with its leave.
        opened: (n, 4) what a play opens, see `solver.strategy.opened`.
        replies: (n,) points the other's best play gained by it.
        turns: (t, 2) tiles in the bag, and points that the player on turn gained on the other
            from there to the end.
    """

    racks: npt.NDArray[np.uint8]
    equities: npt.NDArray[np.float32]
    opened: npt.NDArray[np.float32]
    replies: npt.NDArray[np.int16]
    turns: npt.NDArray[np.int16]


def gather(game: Game, graph: Graph, leaves: Leaves, seeds: range) -> Samples:
    """Play a game for each seed and collect samples."""
    notes = _Notes(game, graph, leaves)
    for seed in seeds:
        notes.play(seed)
    full = game.rack_size
    return Samples(
        np.frombuffer(b"".join(notes.racks), np.uint8).reshape(-1, DRAWS, full),
        np.array(notes.equities, np.float32).reshape(-1, DRAWS),
        np.array(notes.opened, np.float32).reshape(-1, len(KINDS)),
        np.array(notes.replies, np.int16),
        np.array(notes.turns, np.int16).reshape(-1, 2),
    )


def gather_named(name: str, language: str, leaves: Leaves, seeds: range) -> Samples:
    """`gather` for processes of a pool, which are given names."""
    game = load_game(name, language=language)
    return gather(game, graph_for(game, default_lexicon(language)), leaves, seeds)


class _Notes:
    def __init__(self, game: Game, graph: Graph, leaves: Leaves) -> None:
        self.racks: list[bytes] = []
        self.equities: list[list[float]] = []
        self.opened: list[tuple[float, ...]] = []
        self.replies: list[int] = []
        self.turns: list[tuple[int, int]] = []
        self._game, self._leaves = game, leaves
        self._session = Session(game, graph)
        codes = game.alphabet.codes
        self._tiles = [codes.get(t.letter, 0) for t in game.tiles.tiles for _ in range(t.count)]

    def play(self, seed: int) -> None:
        """One game, ended by the first swap or pass, as these are rare and show nothing here."""
        rng = random.Random(seed)  # noqa: S311 - a shuffled bag keeps no secret
        session, full = self._session, self._game.rack_size
        board = Board.empty(self._game.size)
        session.set_board(board)
        bag = self._tiles.copy()
        rng.shuffle(bag)
        racks = [bytes(bag.pop() for _ in range(full)) for _ in range(2)]
        scores, leads, me = [0, 0], [], 0
        while all(racks):
            leads.append((len(bag), me, scores[me] - scores[1 - me]))
            play = session.best_play(racks[me], self._leaves.worth(racks[me]) if bag else None)
            if play is None:
                break
            if len(bag) >= full:
                self._look(board, play, [*bag, *racks[0], *racks[1]], racks[me], rng)
            scores[me] += play.score
            session.lay(play)
            board = board.with_tiles(Turn.lay(play, self._game).tiles)
            drawn = bytes(bag.pop() for _ in range(min(len(play.used), len(bag))))
            racks[me] = play.leave(racks[me]) + drawn
            me = 1 - me
        if self._game.end.leftover == "moved":
            points = self._game.tiles.points_by_code
            left = [sum(points[code] for code in rack) for rack in racks]
            for player in (0, 1):
                scores[player] -= left[player]
                scores[player] += 0 if racks[player] else left[1 - player]
        for count, player, lead in leads:
            self.turns.append((count, scores[player] - scores[1 - player] - lead))

    def _look(
        self, board: Board, best: Play, pool: list[int], rack: bytes, rng: random.Random
    ) -> None:
        """Note what random racks are worth on this board, and what one play would open."""
        session, full = self._session, self._game.rack_size
        racks = [bytes(sorted(rng.sample(pool, full))) for _ in range(DRAWS)]
        found = [self._equity(drawn) for drawn in racks]
        self.racks.extend(racks)
        self.equities.append(found)
        play = rng.choice(session.all_plays(rack, TOP) or [best])
        rest = pool.copy()
        for code in rack:
            rest.remove(code)
        reply = bytes(rng.sample(rest, full))
        before = session.best_play(reply)
        session.lay(play)
        after = session.best_play(reply)
        session.undo()
        tiles = Turn.lay(play, self._game).tiles
        self.opened.append(opened(board, self._game.premiums, tiles))
        self.replies.append((after.score if after else 0) - (before.score if before else 0))

    def _equity(self, rack: bytes) -> float:
        """Points of the best play with its leave; without a play, the value of the best leave."""
        play = self._session.best_play(rack, self._leaves.worth(rack))
        if play is None:
            return max(self._leaves.values(rack).values())
        return play.score + self._leaves.value(play.leave(rack))
