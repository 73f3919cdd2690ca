"""All plays by brute force, knowing nothing of graphs, anchors or cross-checks.

Each word of a small list is tried on each line; squares are judged and points counted here.
"""

from collections.abc import Iterator
from itertools import product

from solver.game import Position, Square

Laid = frozenset[tuple[Square, str]]
Tiles = dict[tuple[int, int], str]
Words = set[tuple[str, ...]]
TIMES = {"d": (2, 1), "t": (3, 1), "D": (1, 2), "T": (1, 3), "q": (4, 1), "Q": (1, 4)}


def brute_force(position: Position, words: Words) -> dict[Laid, int]:
    """Every legal play with its score."""
    found: dict[Laid, int] = {}
    size = position.board.size
    before: Tiles = dict(position.board.tiles())
    for word, (down, right), row, column in product(
        words, ((0, 1), (1, 0)), range(size), range(size)
    ):
        squares = [Square(row + down * i, column + right * i) for i in range(len(word))]
        if max(squares[-1]) >= size or not allowed(position, before, squares):
            continue
        for laid in ways(position, before, word, squares):
            score = judged(position, before, laid, words)
            if score is not None:
                found[laid] = score
    return found


def allowed(position: Position, before: Tiles, squares: list[Square]) -> bool:
    """Whether a play on these squares begins or touches what lies there."""
    if not before:
        return position.game.start in squares and len(squares) > 1
    return any(
        (row + r, column + c) in before
        for row, column in squares
        for r, c in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
    )


def ways(
    position: Position, before: Tiles, word: tuple[str, ...], squares: list[Square]
) -> Iterator[Laid]:
    """The ways to lay a word there with the tiles of the rack."""
    there = [before.get(square, "") for square in squares]
    if any(old and old.upper() != tile for old, tile in zip(there, word, strict=True)):
        return
    new = [(s, tile) for s, tile, old in zip(squares, word, there, strict=True) if not old]
    held = position.rack.tiles
    for blanks in product((False, True), repeat=len(new)):
        used = ["?" if blank else tile for (_, tile), blank in zip(new, blanks, strict=True)]
        if new and all(used.count(tile) <= held.count(tile) for tile in used):
            yield frozenset(
                (square, tile.lower() if blank else tile)
                for (square, tile), blank in zip(new, blanks, strict=True)
            )


def judged(position: Position, before: Tiles, laid: Laid, words: Words) -> int | None:
    """The score of tiles laid; None where they make what is no word."""
    game, after = position.game, before | dict(laid)
    fresh = {square for square, _ in laid}
    score = game.bonuses[min(len(fresh), game.rack_size)]
    for run in {run_through(after, square, step) for square in fresh for step in ((0, 1), (1, 0))}:
        if len(run) < 2:
            continue
        if tuple(after[square].upper() for square in run) not in words:
            return None
        points, factor = 0, 1
        for row, column in run:
            tile = after[row, column]
            premium = game.premiums[row][column] if (row, column) in fresh else "."
            queued, word = TIMES.get(premium, (1, 1))
            points += queued * (game.tiles.values[tile] if tile.isupper() else 0)
            factor *= word
        score += points * factor
    return score


def run_through(
    tiles: Tiles, square: tuple[int, int], step: tuple[int, int]
) -> tuple[tuple[int, int], ...]:
    """The squares of the run through a tile, across or down."""
    (row, column), (r, c) = square, step
    while (row - r, column - c) in tiles:
        row, column = row - r, column - c
    run = []
    while (row, column) in tiles:
        run.append((row, column))
        row, column = row + r, column + c
    return tuple(run)
