"""All plays by brute force, knowing nothing of graphs, anchors or cross-checks.

Each word of a small list is tried on each line; squares are judged and points counted here.
"""

from collections.abc import Iterator
from itertools import product

from solver.game import Board, Position, Square

Laid = frozenset[tuple[Square, str]]
TIMES = {"d": (2, 1), "t": (3, 1), "D": (1, 2), "T": (1, 3), "q": (4, 1), "Q": (1, 4)}


def brute_force(position: Position, words: set[tuple[str, ...]]) -> dict[Laid, int]:
    """Every legal play with its score."""
    found: dict[Laid, int] = {}
    size = position.board.size
    for word, across, row, column in product(words, (True, False), range(size), range(size)):
        squares = [
            Square(row, column + i) if across else Square(row + i, column) for i in range(len(word))
        ]
        if max(squares[-1].row, squares[-1].column) >= size:
            continue
        for laid in ways(position, word, squares):
            score = judged(position, laid, words)
            if score is not None:
                found[laid] = score
    return found


def ways(position: Position, word: tuple[str, ...], squares: list[Square]) -> Iterator[Laid]:
    """The ways to lay a word there with the tiles of the rack."""
    there = [position.board[square] for square in squares]
    if any(old and old.upper() != tile for old, tile in zip(there, word, strict=True)):
        return
    new = [(s, tile) for s, tile, old in zip(squares, word, there, strict=True) if not old]
    for blanks in product((False, True), repeat=len(new)):
        used = ["?" if blank else tile for (_, tile), blank in zip(new, blanks, strict=True)]
        if new and all(used.count(tile) <= position.rack.tiles.count(tile) for tile in used):
            yield frozenset(
                (square, tile.lower() if blank else tile)
                for (square, tile), blank in zip(new, blanks, strict=True)
            )


def judged(position: Position, laid: Laid, words: set[tuple[str, ...]]) -> int | None:
    """The score of tiles laid; None where the rules forbid it."""
    game, before = position.game, position.board
    after = before.with_tiles(laid)
    fresh = {square for square, _ in laid}
    if before == Board.empty(game.size):
        if game.start not in fresh or len(fresh) < 2:
            return None
    elif not any(touches(before, square) for square in fresh):
        return None
    score = game.bonus if len(fresh) >= game.rack_size else 0
    for start, across, tiles in after.runs():
        run = [
            Square(start.row, start.column + i) if across else Square(start.row + i, start.column)
            for i in range(len(tiles))
        ]
        if not fresh.intersection(run):
            continue
        if tuple(tile.upper() for tile in tiles) not in words:
            return None
        points, factor = 0, 1
        for square, tile in zip(run, tiles, strict=True):
            premium = game.premiums[square.row][square.column] if square in fresh else "."
            queued, word = TIMES.get(premium, (1, 1))
            points += queued * (game.tiles.values[tile] if tile.isupper() else 0)
            factor *= word
        score += points * factor
    return score


def touches(board: Board, square: Square) -> bool:
    beside = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    return any(
        0 <= square.row + r < board.size
        and 0 <= square.column + c < board.size
        and board[Square(square.row + r, square.column + c)]
        for r, c in beside
    )
