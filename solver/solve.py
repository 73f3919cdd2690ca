"""A position in, its legal moves out, the best first: the story of this floor in call order."""

from __future__ import annotations

from collections.abc import Iterable

from solver.game import Move, Position, Square, score_move
from solver.game import Play as Play  # noqa: PLC0414 - what this module's functions give and take
from solver.movegen import Session
from solver.words import Graph, Lexicon, load_graph


def solve(position: Position, lexicon: Lexicon, *, top: int = 0) -> list[Move]:
    """The legal moves that score most.

    Words that lie on the board are taken as they are, whether the lexicon has them or not; each
    word a move forms must be in it.

    Args:
        position: Board, rack and game.
        lexicon: The words the game accepts.
        top: How many moves are wanted; 0 = all. Moves that tie with the last are kept too.

    Returns:
        Moves by falling score, in the same order each time; none where nothing can be laid.

    Raises:
        WordListError: The lexicon has no word that the language's tiles can spell.
    """
    graph = load_graph(lexicon, position.game.alphabet)
    session = Session(position.game, graph, position.board)
    chosen = session.all_plays(session.rack(position.rack), top, ties=True)
    return by_score(score_move(position, placements(play, graph)) for play in chosen)


def legal_plays(position: Position, graph: Graph) -> list[Play]:
    """Every legal play once, by falling score."""
    session = Session(position.game, graph, position.board)
    return session.all_plays(session.rack(position.rack))


def placements(play: Play, graph: Graph) -> list[tuple[Square, str]]:
    """The new tiles of a play, lower case for blanks."""
    letters = graph.alphabet.letters
    return [
        (
            Square(play.row, column) if play.across else Square(column, play.row),
            letters[letter - 1].lower() if blank else letters[letter - 1],
        )
        for column, letter, blank in play.laid
    ]


def by_score(moves: Iterable[Move]) -> list[Move]:
    """Moves by falling score; ties from the top row down, from left to right, then by word."""
    return sorted(
        moves,
        key=lambda move: (-move.score, move.row, move.column, not move.across, move.word),
    )
