"""From a position to its legal moves, the best first: the story of this floor in call order."""

from __future__ import annotations

from typing import NamedTuple

from solver.board import Position, Square
from solver.crosschecks import lanes
from solver.generate import Hand, Laid, row_plays
from solver.graph import Graph, load_graph
from solver.lexicon import Lexicon
from solver.move import Move
from solver.rank import by_score, leading
from solver.score import score_move


class Play(NamedTuple):
    """A move as the generator finds it.

    Attributes:
        score: Points of all words and the bonus.
        across: Whether it was found in a row or in a column.
        row: Number of that row or column.
        laid: The new tiles; their columns are rows where it was found in a column.
    """

    score: int
    across: bool
    row: int
    laid: Laid


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
    chosen = leading(legal_plays(position, graph), top)
    return by_score(score_move(position, placements(play, graph)) for play in chosen)


def legal_plays(position: Position, graph: Graph) -> list[Play]:
    """Every legal play once, in no particular order."""
    hand = Hand.of(position)
    plays: list[Play] = []
    singles: dict[tuple[int, int, int, bool], Play] = {}
    for across in (True, False):
        for row, lane in enumerate(lanes(position, graph, across=across)):
            for score, laid in row_plays(lane, graph, hand):
                play = Play(score, across, row, laid)
                if len(laid) > 1:
                    plays.append(play)
                else:  # found in its row and in its column where it makes words both ways
                    column, letter, blank = laid[0]
                    place = (row, column) if across else (column, row)
                    singles[*place, letter, blank] = play
    return [*plays, *singles.values()]


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
