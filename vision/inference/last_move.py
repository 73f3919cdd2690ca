"""The tiles highlighted as laid last and the status text in; the last move out.

The word and the points in the text are compared with the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.errors import PlacementError
from solver.game import Board, Game, Square, score_tiles
from solver.words import Lexicon
from vision.doubts import Why, because
from vision.imaging import Floats, Place, colour_distances
from vision.inference.choice import DOUBTED, Choice
from vision.inference.runs import runs_of, word_of
from vision.reading import Doubt, LastMove
from vision.status import StatusText
from vision.tiles import TileObservations

OTHER_INK = 100.0
"""Distance of colours (0 to 441) from which letters have another ink: white instead of brown."""

OTHER_GROUND = 45.0
"""The same for the ground of a tile: yellow instead of white."""

MOST_UNCLEAR = 4
"""Most tiles of unclear blanks for which the points are tried to identify the blanks."""

MOST = 8
"""Tiles one move can lay; more in another colour are another player's."""

MOST_CHANGES = 2
"""Tiles of the word that may have been misread together."""


def compare_with_last_word(
    tiles: Mapping[Place, Choice],
    word: str,
    runs: Iterable[list[Place]],
    lexicon: Lexicon | None = None,
) -> dict[Place, Choice]:
    """The tiles whose letter the last word changes.

    Where the word stands nowhere on the board, and only one run would be that word with other
    likely letters, these tiles are in doubt; unless the run is a listed word and this word is not.

    Args:
        tiles: The letters of the squares with played tiles.
        word: The word in the status text, in capitals.
        runs: The runs of these tiles.
        lexicon: The language's words, None where there is no list.
    """
    runs = [run for run in runs if len(run) == len(word)]
    same = [run for run in runs if word_of(tiles, run) == word]
    if same:
        return {}
    near = [(run, changes) for run in runs if (changes := _changes(tiles, run, word))]
    if len(near) != 1:
        return {}
    ((run, changes),) = near
    if lexicon is not None and word not in lexicon and word_of(tiles, run) in lexicon:
        return {}
    return {place: _overrule(tiles[place], letter, word) for place, letter in changes.items()}


def missed(
    tiles: Mapping[Place, Choice], word: str, runs: Iterable[list[Place]]
) -> Iterator[Doubt]:
    """A doubt about the board where the status text's word stands nowhere on it.

    A run with tiles in doubt may be that word; these doubts are stated already.
    """
    for run in runs:
        if len(run) == len(word) and all(
            tiles[place].letter == letter or tiles[place].confidence <= DOUBTED
            for place, letter in zip(run, word, strict=True)
        ):
            return
    yield Doubt("board", "", None, because(Why.TOLD_ABSENT, word=word))


def _overrule(tile: Choice, letter: str, word: str) -> Choice:
    """The tile as the letter in the status text's word, in doubt."""
    why = because(Why.TOLD_OTHER, letter=tile.letter, word=word)
    return tile.read_as(letter).doubted(why)


def _changes(tiles: Mapping[Place, Choice], run: list[Place], word: str) -> dict[Place, str]:
    """The changes that make a run the word; none where a tile is not at all like its letter."""
    changes = {
        place: letter
        for place, letter in zip(run, word, strict=True)
        if tiles[place].letter != letter
    }
    likely = all(
        letter in tiles[place].alike
        or (tiles[place].confidence < 1.0 and letter in dict(tiles[place].rivals))
        for place, letter in changes.items()
    )
    return changes if likely and len(changes) <= MOST_CHANGES else {}


def last_by_colour(places: NDArray[np.int64], board: TileObservations) -> tuple[Place, ...]:
    """Squares of the tiles that were laid last, as far as their colours show it.

    They differ from most tiles in ink or ground, are few and lie in one row or column.

    Args:
        places: ``(K, 2)`` row and column of each cell of ``board``.
        board: What the board's printed squares show.
    """
    tiles = np.flatnonzero(board.is_tile)
    for colours, apart in ((board.ink[tiles], OTHER_INK), (board.ground[tiles], OTHER_GROUND)):
        odd = _odd_ones(colours, apart)
        squares = sorted((int(row), int(column)) for row, column in places[tiles[odd]])
        rows, columns = {row for row, _ in squares}, {column for _, column in squares}
        if 1 <= len(squares) <= MOST and min(len(rows), len(columns)) == 1:
            return tuple(squares)
    return ()


def _odd_ones(colours: Floats, apart: float) -> NDArray[np.bool_]:
    """Which colours are far from the most common one."""
    if len(colours) == 0:
        return np.zeros(0, bool)
    distance = colour_distances(colours, colours)
    usual = int((distance < apart / 2).sum(axis=1).argmax())
    return np.asarray(distance[usual] > apart)


def describe_last_move(status: StatusText, squares: tuple[Place, ...]) -> LastMove:
    """The last move from the status text and the highlighted squares."""
    line = status.last_move
    if line is None:
        return LastMove(squares)
    named = line.player is not None and all(c.isalnum() or c in " ._-'" for c in line.player)
    return LastMove(squares, line.word, line.points, line.player if named else None)


def prove_points(last: LastMove, rows: Sequence[Sequence[str]], game: Game) -> Iterator[Doubt]:
    """A doubt about each tile of the last move if its points differ from the status text's.

    Args:
        last: The last move.
        rows: The played tiles, square by square, as text; the empty string where none is.
        game: Values and premiums.
    """
    points = _points(last, rows, game)
    if points is None or last.word is None or last.score in (None, points):
        return
    why = because(Why.TOLD_POINTS, word=last.word, told=last.score, points=points)
    for row, column in last.squares:
        yield Doubt(Square(row, column).name, rows[row][column], None, why)


def settle_blanks(last: LastMove, tiles: Mapping[Place, Choice], game: Game) -> dict[Place, Choice]:
    """The tiles of the last move's words that may be blanks, where its points decide it.

    Points that fit the tiles as read confirm them; where the points change one, it stays in doubt,
    as another tile may have been misread.

    Args:
        last: The last move.
        tiles: The letters of the squares with played tiles.
        game: Values and premiums.
    """
    if last.score is None:
        return {}
    own = set(last.squares)
    words = [run for run in runs_of(tiles) if own & set(run)]
    unclear = {place for run in words for place in run if tiles[place].may_be_blank}
    if not 0 < len(unclear) <= MOST_UNCLEAR:
        return {}
    fitting = []
    for blanks in product((False, True), repeat=len(unclear)):
        settled = {
            place: replace(tiles[place], blank=blank)
            for place, blank in zip(sorted(unclear), blanks, strict=True)
        }
        if _points(last, _rows({**tiles, **settled}, game), game) == last.score:
            fitting.append(settled)
    if len(fitting) != 1:
        return {}
    changed = any(tiles[place].blank != choice.blank for place, choice in fitting[0].items())
    if changed:
        return {place: replace(choice, source="proof") for place, choice in fitting[0].items()}
    return {place: choice.confirmed() for place, choice in fitting[0].items()}


def _rows(tiles: Mapping[Place, Choice], game: Game) -> list[list[str]]:
    """The tiles square by square, as text; the empty string where none is."""
    rows = [[""] * len(game.premiums) for _ in game.premiums]
    for (row, column), choice in tiles.items():
        rows[row][column] = choice.text
    return rows


def _points(last: LastMove, rows: Sequence[Sequence[str]], game: Game) -> int | None:
    """The points of the last move, None where its word is not known or differs."""
    if not last.squares or last.word is None or last.score is None:
        return None
    laid = {Square(row, column): rows[row][column] for row, column in last.squares}
    before = [list(line) for line in rows]
    for row, column in last.squares:
        before[row][column] = ""
    try:
        words, bonus = score_tiles(Board(tuple(map(tuple, before))), game, laid.items())
    except PlacementError:
        return None
    if last.word not in {word.text.upper() for word in words}:
        return None
    return sum(word.points for word in words) + bonus


def own_first(status: StatusText) -> tuple[int, int] | None:
    """The players' scores, the user's own first where the look shows it, else as they stand."""
    if status.scores is None:
        return None
    first, second = status.scores.values
    return (second, first) if status.scores.own == 1 else (first, second)
