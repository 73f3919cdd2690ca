"""The best turns of a view, by score, equity or win: the entry point of strategy.

By score: the most points. By equity: points, leave and openings weighed. By win: simulated; with
few tiles in the bag every way they can lie is tried, and with none the endgame is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from solver.game import Move, Rack, Spelled, Speller, Turn, View, gather, points_text, score_move
from solver.movegen import Session, graph_for
from solver.strategy.endgame import Budget, Endgame, solve_endgame
from solver.strategy.equity import Option, options, turn_of
from solver.strategy.hidden_tiles import infer
from solver.strategy.reasons import bingo_chance, hooks, reason
from solver.strategy.simulate import (
    Progress,
    Simulation,
    by_figures,
    is_preendgame,
    simulate,
    solve_preendgame,
)
from solver.strategy.winning import final, percent
from solver.strategy.workers import Effort
from solver.words import Graph, Lexicon

By = Literal["score", "equity", "win"]
LEAST_WIDTH = 12
"""At least this many turns of the highest equity are simulated."""
MORE = 4
"""Turns examined for each one wanted, as some have the same word; also the factor of growth."""


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A turn that is advised.

    Attributes:
        turn: The turn.
        move: The same as a move; None for a swap or a pass.
        equity: Points, leave and openings; None where the endgame was solved.
        leave: Value of the leave, in points; None where the endgame was solved.
        win: How often it wins, 0 to 1; None where nothing was simulated or solved.
        win_error: Standard error of that; 0 where nothing is left to chance.
        margin: Points ahead at the end, on average; None where nothing was simulated or solved.
        why: One line in a player's words; empty where it was not asked for.
        others: The same word for the same points, tiles and figures in other places.
    """

    turn: Turn
    move: Move | None
    equity: float | None = None
    leave: float | None = None
    win: float | None = None
    win_error: float = 0.0
    margin: float | None = None
    why: str = ""
    others: tuple[Move, ...] = ()


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
    apart: bool = False,
    last: Turn | None = None,
    progress: Progress | None = None,
) -> Advice:
    """The best turns, equal words in several places gathered into one.

    Args:
        view: What the player on turn sees.
        lexicon: The words.
        by: What makes a turn the best.
        top: How many are wanted; 0 = all, each by itself, but by win the likeliest.
        effort: How much is tried by win.
        why: Whether each is given a reason.
        apart: Whether each place is listed by itself.
        last: What the other laid last; by win it indicates what he may hold.
        progress: Receives the progress of a simulation.
    """
    graph = graph_for(view.game, lexicon)
    session = Session(view.game, graph, view.board)
    effort = effort or Effort()
    if by == "win" and not view.bag:
        ends = solve_endgame(view, session, Budget(seconds=effort.seconds), top=top or LEAST_WIDTH)
        return _endgame_advice(view, ends, apart=apart)
    gathered = partial(_gathered, Speller(view.position), apart=apart) if top else _single
    if by == "score":
        every = [option for option in options(view, session) if option.play]
        every.sort(key=lambda option: -option.score)  # stable: equal scores stay sorted by equity
        lines = gathered(every, lambda option: option.score)[: top or None]
        return Advice(
            _advice(view, session, lines, None, why=why), "ranked by points", certain=True
        )
    if by == "equity":
        take = MORE * top
        while True:
            found = options(view, session, top=take)
            lines = gathered(found, lambda option: round(option.equity, 2))
            if len(lines) >= top or len(found) < take:
                break
            take *= MORE
        ranked = _advice(view, session, lines[: top or None], None, why=why)
        return Advice(ranked, "ranked by points, leave and openings")
    width = max(top, LEAST_WIDTH)
    found = options(view, session, top=MORE * width)
    found = [same[0] for same in _gathered(Speller(view.position), found, apart=True)][:width]
    if is_preendgame(view):
        tried = solve_preendgame(view, found, lexicon, effort, progress=progress)
    else:
        guess = infer(view, last, graph) if last else None
        tried = simulate(view, found, lexicon, effort, guess=guess, progress=progress)
    tried = by_figures(tried)
    figures = {o.option: (round(o.win, 4), round(o.margin, 2)) for o in tried.outcomes}
    lines = gathered([o.option for o in tried.outcomes], figures.__getitem__)[: top or None]
    ranked = _advice(view, session, lines, tried, why=why)
    return Advice(ranked, _method(tried), tried.complete and view.game.bag_certain)


def outlook(view: View, ranked: RankedTurn, graph: Graph) -> list[str]:
    """What is worth knowing besides the turns, a line each: tiles left, bingo chance, hooks.

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
        lines.append(f"chance of a bingo next turn: {percent(chance, certain=False)}")
    for square, letters in hooks(view, move, graph).items():
        lines.append(f"{move.word} can be extended at {square} by {letters}")
    return lines


def _gathered(
    speller: Speller,
    found: Sequence[Option],
    value: Callable[[Option], Hashable] = id,
    *,
    apart: bool,
) -> list[list[Option]]:
    """Group options of the same word, the best first."""
    return gather(found, lambda each: speller(each.play) if each.play else None, value, apart=apart)


def _single(found: Sequence[Option], _value: Callable[[Option], Hashable]) -> list[list[Option]]:
    """Each option as a group of its own."""
    return [[option] for option in found]


def _advice(
    view: View,
    session: Session,
    lines: Sequence[Sequence[Option]],
    tried: Simulation | None,
    *,
    why: bool,
) -> tuple[RankedTurn, ...]:
    """Options as advice, with their simulation results; the first of each group stands for it."""
    rack = session.rack(Rack(view.rack))
    outcomes = {outcome.option: outcome for outcome in tried.outcomes} if tried else {}
    ranked = []
    for option, *same in lines:
        turn = turn_of(option, session, rack)
        move = score_move(view.position, turn.tiles) if turn.tiles else None
        outcome = outcomes.get(option)
        each = RankedTurn(
            turn,
            move,
            option.equity,
            option.leave,
            why=reason(view, option, move, outcome) if why else "",
            others=tuple(
                score_move(view.position, turn_of(each, session, rack).tiles) for each in same
            ),
        )
        if outcome:
            each = replace(
                each, win=outcome.win, win_error=outcome.win_error, margin=outcome.margin
            )
        ranked.append(each)
    return tuple(ranked)


def _endgame_advice(view: View, ends: Endgame, *, apart: bool) -> Advice:
    """A solved or searched endgame as advice."""
    ranked = []
    for line in ends.lines:
        margin = view.lead + line.value
        win = final(margin) if line.exact else None  # an estimate is not a certain win
        move = score_move(view.position, line.turn.tiles) if line.turn.tiles else None
        about = "" if line.exact else "about "
        text = f"{points_text(line.turn.score)}; {about}{line.value:+d} by the end of the game"
        replies = ", ".join(_turn_text(turn) for turn in line.replies[:3])
        text += f"; then {replies}" if replies else ""
        ranked.append(RankedTurn(line.turn, move, win=win, margin=float(margin), why=text))
    if ends.exact:
        method = "the endgame was solved"
    elif ends.lines[0].exact:
        method = f"the best turn was solved, the others were searched {ends.depth} turns deep"
    else:
        method = f"the endgame was searched {ends.depth} turns deep, then time ran out"
    lines = gather(
        ranked,
        lambda each: Spelled.of(each.move) if each.move else None,
        lambda each: each.margin,
        apart=apart,
    )
    told = (
        replace(first, others=tuple(each.move for each in same if each.move))
        for first, *same in lines
    )
    return Advice(tuple(told), method, ends.exact and view.game.bag_certain)


def _turn_text(turn: Turn) -> str:
    """A short text for a reply."""
    if turn.kind != "lay":
        return turn.kind
    return "".join(tile for _, tile in turn.tiles) + f" {turn.score}"


def _method(tried: Simulation) -> str:
    """What a simulation did, in a sentence."""
    if tried.complete:
        return f"every arrangement of the hidden tiles was tried, {tried.playouts} games"
    sure = percent(tried.confidence, certain=False)
    return f"{tried.playouts} games were simulated; the first move is best with {sure} confidence"
