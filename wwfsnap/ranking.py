"""By what a move is the best: points alone, equity, or how often it wins."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.game import Move, Turn, View
    from solver.strategy import Advice, Counsel, Progress
    from solver.words import Lexicon
    from wwfsnap.reporting import Record


class By(StrEnum):
    """What makes a move the best."""

    SCORE = "score"
    EQUITY = "equity"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Wish:
    """How the user wants moves to be found.

    Attributes:
        by: What makes a move the best.
        seconds: Time for each position, where moves are tried out.
        why: Whether each move is given a reason.
    """

    by: By = By.SCORE
    seconds: float = 10.0
    why: bool = False

    @property
    def counsel(self) -> bool:
        """Whether more than points is asked for."""
        return self.by is not By.SCORE or self.why


def among_others() -> bool:
    """Whether this is one of several processes: the cores are taken, and so is the terminal."""
    from multiprocessing import parent_process

    return parent_process() is not None


POINTS = Wish()
"""The most points, and no reasons."""


def think(
    view: View,
    lexicon: Lexicon,
    wish: Wish,
    *,
    top: int,
    last: Turn | None = None,
    progress: Progress | None = None,
) -> Counsel:
    """The moves the user wishes for; swaps and passing are among them.

    Args:
        view: What the player sees of the game.
        lexicon: The words.
        wish: How they are found.
        top: How many; 0 for all.
        last: What the other player laid last, if it is known.
        progress: Is told how far it is.
    """
    from solver.strategy import Effort, advise

    effort = Effort(seconds=wish.seconds, processes=1 if among_others() else None)
    return advise(
        view,
        lexicon,
        wish.by.value,
        top=top,
        effort=effort,
        why=wish.why,
        last=last,
        progress=progress,
    )


def outlook_of(counsel: Counsel, view: View, lexicon: Lexicon, wish: Wish) -> tuple[str, ...]:
    """Tiles left, chances and hooks of the best turn; nothing where no reasons are wanted."""
    if not wish.why or not counsel.advice:
        return ()
    from solver.strategy import outlook
    from solver.words import load_graph

    graph = load_graph(lexicon, view.game.alphabet)
    return tuple(outlook(view, counsel.advice[0], graph))


def moves_of(counsel: Counsel) -> tuple[Move, ...]:
    """The moves advised without swaps and passing, the best first."""
    return tuple(advice.move for advice in counsel.advice if advice.move)


def turn_text(advice: Advice) -> str:
    """A move in its notation, `swap AB` or `pass`."""
    from solver.game import tile_text

    if advice.move:
        return advice.move.notation
    return " ".join([advice.turn.kind, "".join(map(tile_text, advice.turn.swapped))]).strip()


def advice_records(counsel: Counsel) -> list[Record]:
    """The moves advised, each as any move with what was found beside it."""
    from solver.game import move_record

    return [
        dict(move_record(advice.move)) | _found(advice) for advice in counsel.advice if advice.move
    ]


def counsel_record(counsel: Counsel, outlook: tuple[str, ...] = ()) -> Record:
    """The moves, how they were found, and swaps and passes with their rank from 1."""
    return {
        "moves": advice_records(counsel),
        "method": counsel.method,
        "certain": counsel.certain,
        "outlook": list(outlook),
        "others": [
            {"rank": rank, "turn": turn_text(advice)} | _found(advice)
            for rank, advice in enumerate(counsel.advice, start=1)
            if not advice.move
        ],
    }


def _found(advice: Advice) -> Record:
    """What was found of a turn, rounded; without what was not looked for."""
    figures = {
        "equity": _rounded(advice.equity, 2),
        "leave_value": _rounded(advice.leave, 2),
        "win": _rounded(advice.win, 4),
        "win_error": None if advice.win is None else round(advice.win_error, 4),
        "margin": _rounded(advice.margin, 2),
        "why": advice.why or None,
    }
    return {name: figure for name, figure in figures.items() if figure is not None}


def _rounded(figure: float | None, digits: int) -> float | None:
    return None if figure is None else round(figure, digits)
