"""A view of a game in, the best turns out, by score, equity or win: the story of strategy.

By score: the most points. By equity: points, leave and openings weighed. By win: simulated; with
few tiles in the bag every rest is gone through, with none the end is solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from solver.game import Move, Rack, Turn, View, score_move
from solver.movegen import Session
from solver.strategy.endgame import Budget, Endgame, solve_endgame
from solver.strategy.equity import Option, options, turn_of
from solver.strategy.inference import infer
from solver.strategy.preendgame import is_preendgame, solve_preendgame
from solver.strategy.reasons import bingo_chance, hooks, reason
from solver.strategy.simulate import Progress, Simulation, by_figures, simulate
from solver.strategy.winning import final, percent
from solver.strategy.workers import Effort
from solver.words import Graph, Lexicon, load_graph

By = Literal["score", "equity", "win"]
LEAST_WIDTH = 12
"""At least so many turns of the highest equity are simulated."""


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A turn that is advised.

    Attributes:
        turn: The turn.
        move: The same as a move; None for a swap or a pass.
        equity: Points, leave and openings; None where the end was solved.
        leave: Worth of what stays, in points; None where the end was solved.
        win: How often it wins, 0 to 1; None where nothing was tried.
        win_error: Standard error of that; 0 where nothing is left to chance.
        margin: Points ahead at the end, on average; None where nothing was tried.
        why: One line in a player's words; empty where it was not asked for.
    """

    turn: Turn
    move: Move | None
    equity: float | None = None
    leave: float | None = None
    win: float | None = None
    win_error: float = 0.0
    margin: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """The turns advised, and how they were found.

    Attributes:
        turns: The best first.
        method: How they were found, in a sentence without a full stop.
        certain: Whether nothing was left to chance or guessed.
    """

    turns: tuple[RankedTurn, ...]
    method: str
    certain: bool = False


def advise(
    view: View,
    lexicon: Lexicon,
    by: By,
    *,
    top: int = 10,
    effort: Effort | None = None,
    why: bool = False,
    last: Turn | None = None,
    progress: Progress | None = None,
) -> Advice:
    """The best turns.

    Args:
        view: What the player on turn sees.
        lexicon: The words.
        by: What makes a turn the best.
        top: How many are wanted; 0 = all.
        effort: How much is tried by win.
        why: Whether each is given a reason.
        last: What the other laid last; by win it indicates what he may hold.
        progress: Receives the progress of a simulation.
    """
    graph = load_graph(lexicon, view.game.alphabet)
    session = Session(view.game, graph, view.board)
    effort = effort or Effort()
    if by == "win" and not view.bag:
        ends = solve_endgame(view, session, Budget(seconds=effort.seconds), top=max(1, top))
        return _counted(view, ends)
    if by == "score":
        every = [option for option in options(view, session) if option.play]
        every.sort(key=lambda option: -option.score)  # equity settles what scores the same
        ranked = _advice(view, session, every[: top or None], None, why=why)
        return Advice(ranked, "the most points", certain=True)
    found = options(view, session, top=max(top, LEAST_WIDTH) if by == "win" or top else 0)
    if by == "equity":
        ranked = _advice(view, session, found, None, why=why)
        return Advice(ranked[: top or None], "points, leave and openings weighed")
    if is_preendgame(view):
        tried = solve_preendgame(view, found, lexicon, effort, progress=progress)
    else:
        guess = infer(view, last, graph) if last else None
        tried = simulate(view, found, lexicon, effort, guess=guess, progress=progress)
    tried = by_figures(tried)
    ranked = _advice(view, session, [o.option for o in tried.outcomes], tried, why=why)
    return Advice(ranked[: top or None], _method(tried), tried.complete)


def outlook(view: View, ranked: RankedTurn, graph: Graph) -> list[str]:
    """What is worth knowing beside the turns, a line each: tiles left, chances, hooks.

    Args:
        view: What the player on turn sees.
        ranked: The best turn.
        graph: The words.
    """
    unseen = view.unseen
    order = (*view.game.alphabet.letters, "?")
    tiles = " ".join(f"{tile}{unseen[tile]}" for tile in order if unseen[tile])
    lines = [f"unseen: {unseen.total()} tiles, {view.bag} of them in the bag: {tiles}"]
    move = ranked.move
    if move is None:
        return lines
    session = Session(view.game, graph, view.board)
    rack = session.rack(Rack(view.rack))
    kept = session.rack(Rack(move.leave))
    play = next(
        play for play in session.all_plays(rack) if Turn.lay(play, view.game).tiles == move.tiles
    )
    chance = bingo_chance(view, Option(play, kept), session)
    if chance:
        lines.append(f"all tiles next turn: {percent(chance, certain=False)}")
    for square, letters in hooks(view, move, graph).items():
        lines.append(f"{move.word} can be extended at {square} by {letters}")
    return lines


def _advice(
    view: View, session: Session, found: Sequence[Option], tried: Simulation | None, *, why: bool
) -> tuple[RankedTurn, ...]:
    """Options as advice, with what a simulation gave."""
    rack = session.rack(Rack(view.rack))
    outcomes = {outcome.option: outcome for outcome in tried.outcomes} if tried else {}
    ranked = []
    for option in found:
        turn = turn_of(option, session, rack)
        move = score_move(view.position, turn.tiles) if turn.tiles else None
        outcome = outcomes.get(option)
        text = reason(view, option, move, outcome) if why else ""
        each = RankedTurn(turn, move, option.equity, option.leave, why=text)
        if outcome:
            each = replace(
                each, win=outcome.win, win_error=outcome.win_error, margin=outcome.margin
            )
        ranked.append(each)
    return tuple(ranked)


def _counted(view: View, ends: Endgame) -> Advice:
    """An endgame as advice."""
    ranked = []
    for line in ends.lines:
        margin = view.lead + line.value
        win = final(margin) if line.exact else None  # what is guessed makes no game won
        move = score_move(view.position, line.turn.tiles) if line.turn.tiles else None
        about = "" if line.exact else "about "
        text = f"{line.turn.score} points; {about}{line.value:+d} to the end"
        replies = ", ".join(_turn_text(turn) for turn in line.replies[:3])
        text += f"; then {replies}" if replies else ""
        ranked.append(RankedTurn(line.turn, move, win=win, margin=float(margin), why=text))
    if ends.exact:
        method = "the endgame solved"
    elif ends.lines[0].exact:
        method = f"the best turn solved, the others searched {ends.depth} turns deep"
    else:
        method = f"the endgame searched {ends.depth} turns deep; time ran out"
    return Advice(tuple(ranked), method, ends.exact)


def _turn_text(turn: Turn) -> str:
    """A reply in short."""
    if turn.kind != "lay":
        return turn.kind
    return "".join(tile for _, tile in turn.tiles) + f" {turn.score}"


def _method(tried: Simulation) -> str:
    """How a simulation went, in a sentence."""
    if tried.complete:
        return f"every arrangement of the hidden tiles tried, {tried.playouts} games"
    sure = percent(tried.confidence, certain=False)
    return f"{tried.playouts} games simulated; the first is best with {sure}"
