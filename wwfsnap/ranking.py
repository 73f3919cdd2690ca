"""Ranks the turns of a view: by points, by equity or by how often they win."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from wwfsnap.errors import UsageFault

if TYPE_CHECKING:
    from solver.game import Gathered, Move, Position, View
    from solver.strategy import Advice, Progress, RankedTurn
    from solver.words import Lexicon


class By(StrEnum):
    """What makes a move the best."""

    SCORE = "score"
    EQUITY = "equity"
    WIN = "win"


class RankingOptions(NamedTuple):
    """How the user wants moves to be found.

    Attributes:
        by: What makes a move the best.
        seconds: Time for each position, where games are simulated.
        why: Whether each move is given a reason.
        all_places: Whether each place of a word is listed by itself.
    """

    by: By = By.SCORE
    seconds: float = 10.0
    why: bool = False
    all_places: bool = False

    @property
    def needs_strategy(self) -> bool:
        """Whether more than the most points is asked for."""
        return self.by is not By.SCORE or self.why


def among_others() -> bool:
    """Whether this is one of several processes, which share the cores and the terminal."""
    from multiprocessing import parent_process

    return parent_process() is not None


MOST_LEAD = 9_999
"""The most points that one player may be ahead: no game has come near a quarter of it."""
LONGEST_RACK = 12
"""Tiles of the longest rack for study: the kernel cannot number the sub-racks of a longer one."""
POINTS = RankingOptions()
"""The most points, and no reasons."""


def check_study(place: Position, ranking: RankingOptions, top: int) -> None:
    """Check that a study rack, with more tiles or blanks than a game deals, can be solved.

    Raises:
        UsageFault: All its moves are wanted, which may be millions, or more than points.
    """
    rack, tiles = place.rack, place.game.tiles
    if len(rack) <= place.game.rack_size and rack.tiles.count("?") <= tiles.counts.get("?", 0):
        return
    what = f"the rack {rack} is for study only, as the game cannot deal it"
    if ranking.needs_strategy:
        raise UsageFault(
            f"{what}; its moves can be ranked by points only", "leave out --by and --why"
        )
    if not top:
        raise UsageFault(
            f"{what}; it has too many moves to list them all", "use --top to say how many you want"
        )


def best_moves(
    place: Position, lexicon: Lexicon, top: int, *, all_places: bool = False
) -> list[Gathered]:
    """The moves of the most points, with plays of the same word, points and tiles gathered.

    Args:
        place: Board, rack and game.
        lexicon: The words.
        top: How many; 0 for all, each by itself.
        all_places: Whether each place of a word is listed by itself.
    """
    from solver.game import Gathered
    from solver.solve import solve, solve_gathered

    if not top:
        return [Gathered(move) for move in solve(place, lexicon)]
    worth = None
    if "?" in place.rack.tiles and len(place.rack) <= place.game.rack_size:
        from solver.strategy import load_leaves

        worth = load_leaves(place.game).value
    return solve_gathered(place, lexicon, top=top, worth=worth, apart=all_places)


def rank_turns(
    view: View,
    lexicon: Lexicon,
    ranking: RankingOptions,
    *,
    top: int,
    progress: Progress | None = None,
) -> Advice:
    """The best turns as the user wants them ranked; swaps and passes are among them.

    Args:
        view: What the player sees of the game.
        lexicon: The words.
        ranking: How they are found.
        top: How many; 0 for all.
        progress: Receives the progress.
    """
    from solver.strategy import Effort, advise

    effort = Effort(seconds=ranking.seconds, processes=1 if among_others() else None)
    return advise(
        view,
        lexicon,
        ranking.by.value,
        top=top,
        effort=effort,
        why=ranking.why,
        apart=ranking.all_places,
        last=view.last,
        progress=progress,
    )


def outlook_of(
    advice: Advice, view: View, lexicon: Lexicon, ranking: RankingOptions
) -> tuple[str, ...]:
    """The outlook on the best turn; empty where no reasons are wanted."""
    if not ranking.why or not advice.turns:
        return ()
    from solver.movegen import graph_for
    from solver.strategy import outlook

    graph = graph_for(view.game, lexicon)
    return tuple(outlook(view, advice.turns[0], graph))


def moves_of(advice: Advice) -> tuple[Move, ...]:
    """The moves advised without swaps and passing, the best first."""
    return tuple(ranked.move for ranked in advice.turns if ranked.move)


def turn_text(ranked: RankedTurn) -> str:
    """A move in its notation, `swap AB` or `pass`."""
    from solver.game import tile_text

    if ranked.move:
        return ranked.move.notation
    return " ".join([ranked.turn.kind, "".join(map(tile_text, ranked.turn.swapped))]).strip()
