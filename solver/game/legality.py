"""Checks a proposed move by all rules: gives it scored, or an error that says why it is illegal."""

from __future__ import annotations

from collections.abc import Sequence

from solver.errors import PlacementError
from solver.game.board import Board, Position
from solver.game.move import Move
from solver.game.rules import Game
from solver.game.score import score_move, score_tiles
from solver.game.square import Square
from solver.words import Lexicon


def legal_move(
    position: Position, tiles: Sequence[tuple[Square, str]], lexicon: Lexicon | None
) -> Move:
    """The move that lays some tiles of the rack, checked by all rules.

    Args:
        position: Board and rack.
        tiles: Squares and tiles.
        lexicon: The words; None where words are not checked but may be challenged.

    Raises:
        PlacementError: The tiles are not on the rack, make no word, touch no other tile, or form
            a word that is not in the list; the message says which.
    """
    move = score_move(position, tiles)
    check_touch(position.board, position.game, tiles)
    if lexicon is None:
        return move
    if unknown := unknown_words(position.board, position.game, tiles, lexicon):
        verb = "is" if len(unknown) == 1 else "are"
        raise PlacementError(f"{' and '.join(unknown)} {verb} not in the word list")
    return move


def check_touch(board: Board, game: Game, tiles: Sequence[tuple[Square, str]]) -> None:
    """Check that new tiles touch old ones, or cover the start square on an empty board.

    Raises:
        PlacementError: They do not.
    """
    squares = {square for square, _ in tiles}
    lies = {square for square, _ in board.tiles()}
    if not lies:
        if game.start not in squares:
            raise PlacementError(f"the first word must cover {game.start}")
        return
    near = {
        Square(square.row + down, square.column + right)
        for square in squares
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }
    if lies.isdisjoint(near):
        raise PlacementError("the tiles touch no tile on the board")


def unknown_words(
    board: Board, game: Game, tiles: Sequence[tuple[Square, str]], lexicon: Lexicon
) -> list[str]:
    """The words that new tiles form but the list does not have, in upper case."""
    words, _ = score_tiles(board, game, tiles)
    found = []
    for word in words:
        cells, text = tuple(cell.upper() for cell in word.cells), word.text.upper()
        if text not in lexicon or game.alphabet.split(text) != cells:
            found.append(text)
    return found
