"""What a picture tells of moves in; the last move, which tiles are blanks or laid now, out.

The word and the points in the text are compared with the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby, islice, product

import numpy as np

from solver.errors import PlacementError
from solver.game import Board, Game, Square, score_tiles
from vision.board import in_words_of, loose_tiles, runs_of
from vision.imaging import FAR_COLOUR, OTHER_COLOUR, Doubles, Place, colour_distances
from vision.inference.choice import Answers, Listed, word_of
from vision.inference.confidence import RARE, sure_from
from vision.inference.findings import Findings
from vision.reading import LastMove
from vision.status import StatusText

MOST = 8
"""Tiles one move can lay; more in another colour are another player's."""

MOST_UNCLEAR = 4
"""Most tiles of a move of which its points tell whether they are blanks: all choices are tried."""

MOST_MOVES = 1024
"""Sets of squares that are tried at most: all of a word of ten letters."""

MISREAD = 5e-4
"""Probability that points are misread, 1 of 50, as just those that other tiles would count: the
points of a move spread by some 12, so two moves count the same in 1 of 40."""

OWN_POINTS = (
    "points in a badge", "points in a badge, last move's untold",
    "points in a badge, last move's untold, rack must be full",
)  # fmt: skip
"""Names of the signs that a badge has the points of a set of tiles that may be laid now."""

IN_TEXT = "points or word in the text"
TOLD = *OWN_POINTS, "last move's points in a badge", IN_TEXT, "last move's word needs it"
"""Names of all signs that badges and texts give of such a set of tiles."""

SIGNS = *TOLD, "words that are none without it", "ground of their own, last move's word elsewhere"
"""`TOLD`, and what the words on the board tell: before a move they were words as well, and tiles of
another colour than all others are not the last move's where its word is elsewhere."""


def as_on_board(last: LastMove, tiles: Answers, listed: Listed) -> LastMove:
    """The last move with the word of the board that is meant where the status text is misread.

    A text that is neither on the board nor listed means the run that is most like it, if just one
    is, and is listed, and differs in half of the letters at most.
    """
    word = last.word
    if word is None or listed(word):
        return last
    runs = [word_of(tiles[place] for place in run) for run in runs_of(tiles)]
    apart = {
        run: sum(one != other for one, other in zip(run, word, strict=True))
        for run in runs
        if len(run) == len(word) and (run == word or listed(run))
    }
    least = min(apart.values(), default=len(word))
    nearest = [run for run, letters in apart.items() if letters == least]
    if 2 * least > len(word) or len(nearest) > 1:
        return last
    return replace(last, word=nearest[0])


def last_by_colour(found: Findings) -> tuple[Place, ...]:
    """Squares of the tiles that were laid last, as far as their colours show it.

    They differ from most tiles in ink or ground, are few and lie in one row or column.
    """
    board, size = found.board, found.located.grid.size
    tiles = np.flatnonzero(board.is_tile)
    if not len(tiles):
        return ()
    for colours, apart in ((board.ink[tiles], FAR_COLOUR), (board.ground[tiles], OTHER_COLOUR)):
        distances = colour_distances(colours, colours)
        usual = (distances < apart / 2).sum(axis=1).argmax()  # a tile of the most common colour
        odd = found.printed[tiles[distances[usual] > apart]].tolist()
        squares = tuple(divmod(number, size) for number in odd)
        if len(squares) <= MOST and in_line(squares):
            return squares
    return ()


def in_line(places: Iterable[Sequence[int]]) -> bool:
    """Whether there are squares, and all lie in one row or column, as the tiles of a move do."""
    return any(len(set(line)) == 1 for line in zip(*places, strict=True))


def describe_last_move(
    status: StatusText, squares: tuple[Place, ...], badges: Mapping[Place, int]
) -> LastMove:
    """The last move from the status text, the highlighted squares, and a badge on one of them."""
    line = status.last_move
    on_it = {badges[place] for place in squares if place in badges}
    score = on_it.pop() if len(on_it) == 1 else None
    if line is None:
        return LastMove(squares, None, score)
    named = line.player is not None and all(c.isalnum() or c in " ._-'" for c in line.player)
    points = score if line.points is None else line.points
    return LastMove(squares, line.word, points, line.player if named else None)


def own_first(status: StatusText) -> tuple[int, int] | None:
    """The players' scores, the user's own first where the look shows it, else as they stand."""
    if status.scores is None:
        return None
    first, second = status.scores.values
    return (second, first) if status.scores.own == 1 else (first, second)


def blanks_by_points(
    last: LastMove,
    tiles: Answers,
    chances: Mapping[Place, float],
    game: Game,
    listed: Listed,
    through: Place | None = None,
) -> dict[Place, float]:
    """The probability that tiles in a move's words are blanks, given its points.

    Only of tiles of which that was not certain; of none where the points are not told, or where the
    squares that its colour shows do not hold its word, if that is legible. Where no colour shows
    its squares, it may be any tiles of its word without which the board is legal; the search is
    then worth it for doubts only. ``chances`` are the probabilities before; ``through`` is a square
    of the word, where neither squares nor word are told.
    """
    if last.score is None:
        return {}
    moves = list(islice(_moves(last, tiles, game, through), MOST_MOVES + 1))
    if not 0 < len(moves) <= MOST_MOVES:
        return {}
    near = in_words_of([place for move in moves for place in move.squares], runs_of(tiles))
    least = RARE if last.squares else 1 - sure_from()
    unclear = [place for place in near if min(chances[place], 1 - chances[place]) > least]
    unclear = sorted(unclear, key=lambda place: (abs(chances[place] - 0.5), place))[:MOST_UNCLEAR]
    if unclear and len(moves) > 1:
        moves = [move for move in moves if _legal(move, tiles, game, listed)] or moves
    found, total = dict.fromkeys(unclear, 0.0), 0.0
    for blank, rows in _trials(unclear, tiles, game):
        points = [_points(move, rows, game) for move in moves]
        if set(points) == {None}:
            return {}
        weight = points.count(last.score) / len(moves) + MISREAD
        for place, flag in blank.items():
            weight *= chances[place] if flag else 1 - chances[place]
        total += weight
        for place, flag in blank.items():
            found[place] += weight * flag
    return {place: share / total for place, share in found.items()}


def plays_as_told(
    plays: Sequence[frozenset[Place]], tiles: Answers, unclear: Collection[Place], found: Findings
) -> Doubles:
    """``(P, len(SIGNS))`` what is told of each set of tiles that may be laid now.

    A badge or a line of text gives the points of the last move, or of the tiles that are laid now.
    The last sign is here whether the last move's word is elsewhere; `with_ground` adds the rest.
    ``unclear`` tiles may be blanks as well.
    """
    runs, laid, line = runs_of(tiles), found.status.laid, found.status.last_move
    last = None if line is None else line.points
    named = [run for run in runs if word_of(tiles[place] for place in run) == found.told]
    rows = []
    for play in plays:
        apart = [play.isdisjoint(run) for run in named]
        near = in_words_of(play, runs)
        here = {place: points for place, points in found.badges.items() if place in near}
        some = sorted(near.intersection(unclear))[:MOST_UNCLEAR]
        trials = _trials(some, tiles, found.rules) if here or laid else ()
        counts = {_points(LastMove(tuple(play)), rows, found.rules) for _, rows in trials}
        badge = any(points in counts and points != last for points in here.values())
        touched = [run for run in runs if not play.isdisjoint(run)]
        words = {None, *(word_of(tiles[place] for place in run) for run in touched)}
        text = laid and laid.word in words and laid.points in {None, *counts}
        rows.append(
            (
                badge and last is not None,
                badge and last is None,
                badge and last is None and found.full_rack,
                last is not None and any(here.get(place) == last for place in play),
                bool(text),
                bool(named) and not any(apart),
                sum(
                    _are_words(run, (), tiles, found.listed)
                    and not _are_words(run, play, tiles, found.listed)
                    for run in touched
                ),
                bool(named) and all(apart),
            )
        )
    return np.array(rows, np.float64).reshape(-1, len(SIGNS))


def _trials(
    unclear: Sequence[Place], tiles: Answers, game: Game
) -> Iterator[tuple[dict[Place, bool], list[list[str]]]]:
    """All choices of which unclear tiles are blanks, each with the tiles square by square."""
    for flags in product((False, True), repeat=len(unclear)):
        blank = dict(zip(unclear, flags, strict=True))
        trial = {place: replace(tiles[place], blank=flag) for place, flag in blank.items()}
        rows = [[""] * len(game.premiums) for _ in game.premiums]
        for (row, column), tile in {**tiles, **trial}.items():
            rows[row][column] = tile.text
        yield blank, rows


def _moves(last: LastMove, tiles: Answers, game: Game, through: Place | None) -> Iterator[LastMove]:
    """The move, once for each set of squares that it may have been laid on."""
    if last.squares:
        yield last
        return
    for run in runs_of(tiles):
        if word_of(tiles[place] for place in run) == last.word or through in run:
            for count in range(1, min(game.rack_size, len(run)) + 1):
                for squares in combinations(run, count):
                    yield replace(last, squares=squares)


def _legal(move: LastMove, tiles: Answers, game: Game, listed: Listed) -> bool:
    """Whether the tiles that lay there before a move were connected, and all their runs words."""
    laid = set(move.squares)
    before = np.zeros((len(game.premiums), len(game.premiums)), np.bool_)
    for place in tiles:
        before[place] = place not in laid
    if loose_tiles(before):
        return False
    touched = (run for run in runs_of(tiles) if not laid.isdisjoint(run))
    return all(_are_words(run, laid, tiles, listed) for run in touched)


def _are_words(
    run: Sequence[Place], away: Collection[Place], tiles: Answers, listed: Listed
) -> bool:
    """Whether all pieces of a run without some squares are words, or single letters."""
    pieces = (list(piece) for gone, piece in groupby(run, away.__contains__) if not gone)
    return all(
        len(piece) == 1 or listed(word_of(tiles[place] for place in piece)) for piece in pieces
    )


def _points(last: LastMove, rows: Sequence[Sequence[str]], game: Game) -> int | None:
    """The points of the last move, None where its squares are not known or its word differs."""
    if not last.squares:
        return None
    laid = {Square(row, column): rows[row][column] for row, column in last.squares}
    before = [list(line) for line in rows]
    for row, column in last.squares:
        before[row][column] = ""
    try:
        words, bonus = score_tiles(Board(tuple(map(tuple, before))), game, laid.items())
    except PlacementError:
        return None
    if last.word is not None and last.word not in {word.text.upper() for word in words}:
        return None
    return sum(word.points for word in words) + bonus
