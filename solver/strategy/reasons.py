"""The reason why a turn is good, in one line for a player."""

from __future__ import annotations

import random

from solver.game import Move, Rack, Square, View, points_text, tile_text
from solver.movegen import POINT, Session
from solver.strategy.equity import Option, reach
from solver.strategy.leaves import leaves_of
from solver.strategy.simulate import Outcome
from solver.strategy.winning import percent
from solver.words import Graph

OPEN = 0.5
"""A premium square is mentioned when its reach rises to this or falls below it."""
MOST_SQUARES = 3
_NAMES = {"T": "triple word", "Q": "quadruple word"}
DRAWS = 200
"""Draws from the unseen tiles that are tried, always the same."""


def reason(view: View, option: Option, move: Move | None, outcome: Outcome | None = None) -> str:
    """One line: points, leave, what is opened or taken, how often it wins.

    Args:
        view: What the player on turn sees.
        option: The turn.
        move: The same as a move; None for a swap or a pass.
        outcome: The result of a simulation.
    """
    parts = [_what(option, move), _leave(view, option)]
    if move:
        parts += squares_opened(view, move)
    if outcome:
        error = f" ± {100 * outcome.win_error:.0f}" if outcome.win_error >= 0.005 else ""
        parts.append(f"wins {percent(outcome.win)}{error}")
    return "; ".join(parts)


def _what(option: Option, move: Move | None) -> str:
    if not move:
        return f"swap {option.swapped}, no points" if option.swapped else "pass, no points"
    bonus = move.score - sum(points for _, points in move.words)
    words = len(move.words) - 1
    text = points_text(move.score)
    if bonus:
        text += f", {bonus} of them the bonus"
    if words:
        text += f", {words + 1} words at once"
    return text


def _leave(view: View, option: Option) -> str:
    faces = ("?", *view.game.alphabet.letters)
    kept = [faces[code] for code in option.kept if code] + ["?"] * option.kept.count(0)
    if not kept:
        return "keeps no tiles" if view.bag else "goes out"
    if not view.bag:
        return f"keeps {_text(kept)}"
    return f"keeps {_text(kept)} ({option.leave:+.1f})"


def _text(tiles: list[str]) -> str:
    return "".join(map(tile_text, tiles))


def squares_opened(view: View, move: Move) -> list[str]:
    """A phrase for each kind of triple or quadruple word square that is used, opened or blocked."""
    after = view.board.with_tiles(move.tiles)
    laid = {square for square, _ in move.tiles}
    found: dict[tuple[str, str], list[Square]] = {
        (verb, kind): [] for verb in ("uses", "opens", "blocks") for kind in _NAMES
    }
    for r, row in enumerate(view.game.premiums):
        for c, kind in enumerate(row):
            if kind not in _NAMES:
                continue
            square = Square(r, c)
            before, now = reach(view.board.rows, r, c), reach(after.rows, r, c)
            if square in laid:
                found["uses", kind].append(square)
            elif before < OPEN <= now:
                found["opens", kind].append(square)
            elif now < OPEN <= before:
                found["blocks", kind].append(square)
    return [
        f"{verb} the {_NAMES[kind]}{'s' * (len(squares) > 1)} at {_list(squares)}"
        for (verb, kind), squares in found.items()
        if squares
    ]


def _list(squares: list[Square]) -> str:
    names = [square.name for square in squares[:MOST_SQUARES]]
    more = len(squares) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


def hooks(view: View, move: Move, graph: Graph) -> dict[Square, str]:
    """The letters that can be put before or after the main word of a move.

    Returns:
        Square to letters; squares that are taken, or that nothing fits, are left out.
    """
    cells = move.cells or tuple(move.word)
    alphabet, size = view.game.alphabet, view.game.size
    word = bytes(alphabet.codes[cell.upper()] for cell in cells)
    number, start = (move.row, move.column) if move.across else (move.column, move.row)
    line = (view.board if move.across else view.board.transposed()).rows[number]
    end = start + len(cells)
    codes = [bytes([code]) for code in range(1, len(alphabet.letters) + 1)]
    found: dict[Square, str] = {}
    for place, beyond, longer in (
        (start - 1, start - 2, [code + word for code in codes]),
        (end, end + 1, [word + code for code in codes]),
    ):
        if not 0 <= place < size or line[place] or (0 <= beyond < size and line[beyond]):
            continue
        fitting = zip(alphabet.letters, map(graph.accepts, longer), strict=True)
        if letters := "".join(tile_text(letter) for letter, fits in fitting if fits):
            found[Square.in_line(number, place, across=move.across)] = letters
    return found


def bingo_chance(view: View, option: Option, session: Session) -> float:
    """How likely all tiles can be laid next turn, if the other changes nothing.

    Args:
        view: What the player on turn sees.
        option: The turn made now.
        session: The view's board; it is left as it was.

    Returns:
        0 to 1; 0 where the rack will not be full.
    """
    full = view.game.rack_size
    pool = session.rack(Rack(tuple(view.unseen.elements())))
    number = full - len(option.kept)
    if number > view.bag:
        return 0.0
    rng = random.Random(1)  # noqa: S311 - a drawn rack keeps no secret
    if option.play:
        session.lay(option.play)
    hits = 0
    for _ in range(DRAWS):
        rack = option.kept + bytes(rng.sample(pool, number))
        worth = [0] * len(leaves_of(rack))
        worth[0] = 4096 * POINT  # nothing stays: all tiles are laid
        play = session.best_play(rack, worth)
        hits += play is not None and len(play.used) == full
    if option.play:
        session.undo()
    return hits / DRAWS
