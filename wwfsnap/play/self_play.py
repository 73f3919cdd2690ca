"""Games that the program plays against itself, and their statistics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from solver.game import Game, Names, Player, Rack, State, recorded_turns, states, write_game
from wwfsnap.drawing import check_writable
from wwfsnap.errors import UsageFault
from wwfsnap.play.files import GameFiles, check_free, new_file
from wwfsnap.play.levels import Level
from wwfsnap.play.rules import notes_of
from wwfsnap.play.texts import made_text, result_line, settled_lines
from wwfsnap.reporting import table_board
from wwfsnap.terminal import Record, note, print_json, show

SURE = 1.96
"""How many standard errors on either side of a figure make its 95 % interval."""


@dataclass(frozen=True, slots=True)
class SelfPlayOutput:
    """What is printed about the games.

    Attributes:
        json: Whether to print JSON.
        quiet: Whether to print only results.
        save: A GCG file, or a folder for several games; None = they are not kept.
    """

    json: bool = False
    quiet: bool = False
    save: Path | None = None


class SelfPlay:
    """Games of two players, each bag dealt twice so that both players begin with it.

    Args:
        game: The rules.
        players: Who plays; the first begins the first game.
        names: Their nicknames.
        output: What is printed.
    """

    def __init__(
        self, game: Game, players: tuple[Player, Player], names: Names, output: SelfPlayOutput
    ) -> None:
        self._game = game
        self._players = players
        self._names = names
        self._output = output

    def run(self, games: int, seed: int) -> None:
        """Play the games.

        Args:
            games: How many.
            seed: Deals the first two games; the next seed deals the two after them.

        Raises:
            UsageFault: A file is named for several games.
            OutputTaken: The file to save to exists already.
            OutputUnwritable: It cannot be written.
        """
        save = self._output.save
        if save and _is_file(save):
            if games > 1:
                raise UsageFault(
                    f"--save names one file, but there are {games} games", "use a folder instead"
                )
            check_free(save)
        if save:
            check_writable(save, folder=not _is_file(save), flag="--save")
        scores: list[tuple[int, int]] = []
        try:
            for number in range(games):
                bag = seed + number // 2
                scores.append(self._one(number + 1, bag, swapped=bool(number % 2)))
        finally:  # also where the user interrupts them
            if len(scores) > 1:
                tally = Tally(self._names, tuple(scores))
                if self._output.json:
                    print_json(tally.record())
                else:
                    show(*tally.lines())

    def _one(self, number: int, seed: int, *, swapped: bool) -> tuple[int, int]:
        """Play a game and return the points of the first and the second player."""
        names, players = self._names, self._players
        if swapped:
            names, players = (names[1], names[0]), (players[1], players[0])
        played: list[State] = []
        for state in states(self._game, players, seed):
            played.append(state)
            if len(played) > 1 and not self._output.quiet:
                self._report_turn(number, names, played)
        self._report_end(number, seed, names, played)
        self._save(seed, names, played)
        scores = played[-1].scores
        return (scores[1], scores[0]) if swapped else scores

    def _report_turn(self, number: int, names: Names, played: list[State]) -> None:
        before, after = played[-2:]
        turn = after.last
        if turn is None:
            return
        name, rack = names[before.turn], str(Rack(before.racks[before.turn]))
        move = made_text(before.board, self._game, turn)
        total = before.scores[before.turn] + turn.score
        if self._output.json:
            record: Record = {
                "kind": "turn",
                "game": number,
                "turn": len(played) - 1,
                "player": name,
                "rack": rack,
                "move": move,
                "score": turn.score,
                "total": total,
                "bag": len(after.bag),
            }
            print_json(record)
            return
        width = max(map(len, names))
        show(
            f"{len(played) - 1:>3}  {name:<{width}}  {rack:<{self._game.rack_size}}"
            f"  {move:<24} {turn.score:>4} {total:>5}"
        )

    def _report_end(self, number: int, seed: int, names: Names, played: list[State]) -> None:
        state = played[-1]
        if self._output.json:
            one, two = state.scores
            print_json(
                {
                    "kind": "result",
                    "game": number,
                    "seed": seed,
                    "players": list(names),
                    "scores": list(state.scores),
                    "winner": None if one == two else names[one < two],
                    "turns": len(played) - 1,
                    "left": [str(Rack(rack)) for rack in state.racks],
                    "board": state.board.lines(),
                }
            )
            return
        if not self._output.quiet:
            titles = {name: name for name in names}
            show(*map(Text, settled_lines(titles, recorded_turns(names, played))))
            show(table_board(state.board, self._game))
        show(f"seed {seed}: {result_line(names, state.scores)}")

    def _save(self, seed: int, names: Names, played: list[State]) -> None:
        save = self._output.save
        if save is None:
            return
        text = write_game(names, recorded_turns(names, played), {}, notes_of(self._game, seed))
        if _is_file(save):
            GameFiles().save(save, text)
            note(f"written to {save}")
        else:
            note(f"written to {new_file(save, f'{self._game.name}-{seed}', text)}")


def _is_file(save: Path) -> bool:
    """Whether ``save`` names a file for a single game, not a folder for several."""
    return bool(save.suffix) and not save.is_dir()


def names_of(level: Level, other: Level) -> Names:
    """Distinct nicknames for two players."""
    if level is other:
        return f"{level.value}-1", f"{level.value}-2"
    return level.value, other.value


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of games between two players.

    Attributes:
        names: The players.
        scores: Points of both in each game, in the order of the names.
    """

    names: tuple[str, str]
    scores: tuple[tuple[int, int], ...]

    @property
    def wins(self) -> tuple[int, int]:
        """How many games each won."""
        return (
            sum(one > two for one, two in self.scores),
            sum(one < two for one, two in self.scores),
        )

    @property
    def rate(self) -> tuple[float, float, float]:
        """The first player's share of wins, a draw half a win, and its interval (Wilson, 1927)."""
        count = len(self.scores)
        draws = count - sum(self.wins)
        part, bend = (self.wins[0] + draws / 2) / count, SURE * SURE / count
        middle = (part + bend / 2) / (1 + bend)
        reach = math.sqrt(bend * part * (1 - part) + bend * bend / 4) / (1 + bend)
        return part, middle - reach, middle + reach

    @property
    def margin(self) -> tuple[float, float]:
        """The first player's lead in points on average, and the half width of its 95 % interval."""
        return _mean([one - two for one, two in self.scores])

    @property
    def points(self) -> tuple[float, float]:
        """Points of each in a game, on average."""
        return _mean([one for one, _ in self.scores])[0], _mean([two for _, two in self.scores])[0]

    def lines(self) -> Sequence[str]:
        """The tally for people."""
        (one, two), (part, low, high), (margin, error) = self.wins, self.rate, self.margin
        draws = len(self.scores) - one - two
        first, second = self.names
        points = self.points
        return (
            f"{len(self.scores)} games: {first} won {one}, {second} won {two}, {draws} drawn",
            f"{first} wins {100 * part:.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})",
            f"margin {margin:+.1f} ± {error:.1f}; points a game {points[0]:.1f} to {points[1]:.1f}",
        )

    def record(self) -> Record:
        """The tally for programs."""
        (part, low, high), (margin, error) = self.rate, self.margin
        return {
            "kind": "tally",
            "games": len(self.scores),
            "players": list(self.names),
            "wins": list(self.wins),
            "draws": len(self.scores) - sum(self.wins),
            "rate": round(part, 4),
            "rate_interval": [round(low, 4), round(high, 4)],
            "margin": round(margin, 2),
            "margin_error": round(error, 2),
            "points": [round(each, 2) for each in self.points],
        }


def _mean(figures: Sequence[int]) -> tuple[float, float]:
    """Mean, and half the width of its 95 % interval."""
    count = len(figures)
    mean = sum(figures) / count
    spread = sum((figure - mean) ** 2 for figure in figures) / max(1, count - 1)
    return mean, SURE * math.sqrt(spread / count)
