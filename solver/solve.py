"""From a position to its legal moves, the best first: the entry point of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from solver.game import Gathered, Move, Play, Position, Speller, Turn, gather, score_move
from solver.movegen import Session, graph_for
from solver.words import Lexicon

AT_FIRST = 64
"""How many plays are looked at first for each move wanted; few words fit in more places."""
MORE = 8
"""By what factor that number grows each time it was not enough."""


def solve(position: Position, lexicon: Lexicon, *, top: int = 0) -> list[Move]:
    """The legal moves that score most.

    Words already on the board are taken as they are, whether the lexicon has them or not; each
    word a move forms must be in it.

    Args:
        position: Board, rack and game.
        lexicon: The words the game accepts.
        top: How many moves are wanted; 0 = all. Moves that tie with the last are kept too.

    Returns:
        Moves by falling score, in a fixed order; none where nothing can be laid.

    Raises:
        WordListError: The lexicon has no word that the language's tiles can spell.
    """
    graph = graph_for(position.game, lexicon)
    session = Session(position.game, graph, position.board)
    chosen = session.all_plays(session.rack(position.rack), top, ties=True)
    return by_score(_moved(position, play) for play in chosen)


def solve_gathered(
    position: Position,
    lexicon: Lexicon,
    *,
    top: int,
    worth: Callable[[bytes], float] | None = None,
    apart: bool = False,
) -> list[Gathered]:
    """The legal moves that score most, plays of the same word, points and tiles gathered into one.

    Args:
        position: Board, rack and game.
        lexicon: The words the game accepts.
        top: How many are wanted, at least 1.
        worth: The value of a leave; of plays with other letters as blanks the best leave wins.
        apart: Whether each place is listed by itself.

    Returns:
        As of `solve`, each with its other places.

    Raises:
        WordListError: As of `solve`.
    """
    graph = graph_for(position.game, lexicon)
    session = Session(position.game, graph, position.board)
    rack, speller, take = session.rack(position.rack), Speller(position), AT_FIRST * top
    while True:
        plays = session.all_plays(rack, take, ties=True)
        spelled = {play: speller(play) for play in plays}
        best = plays
        if worth and 0 in rack:
            left = {play: play.leave(rack) for play in plays}
            values = {leave: worth(leave) for leave in set(left.values())}
            best = sorted(plays, key=lambda play: (-play.score, -values[left[play]]))
        groups = gather(best, spelled.__getitem__, lambda play: play.score, apart=apart)
        if len(groups) >= top or len(plays) < take:
            break
        take *= MORE
    found: list[Gathered] = []
    for _, level in groupby(groups, key=lambda group: group[0].score):
        lines = {}
        for group in level:
            first, *rest = sorted(group, key=spelled.__getitem__)
            lines[_moved(position, first)] = rest
        for move in by_score(lines):
            if len(found) == top:
                return found
            others = tuple(_moved(position, play) for play in lines[move])
            found.append(Gathered(move, others))
    return found


def by_score(moves: Iterable[Move]) -> list[Move]:
    """Moves by falling score; ties from the top row down, from left to right, then by word."""
    return sorted(
        moves, key=lambda move: (-move.score, move.row, move.column, not move.across, move.word)
    )


def _moved(position: Position, play: Play) -> Move:
    return score_move(position, Turn.lay(play, position.game).tiles)
