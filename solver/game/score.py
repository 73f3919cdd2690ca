"""The exact score of tiles laid, word by word, and whether the rules allow them.

Letter premiums count before word premiums, premiums under new tiles only, a word premium also
under a blank; several word premiums multiply. Every word of two or more tiles that includes a
new tile scores. A move of as many tiles as a full rack holds earns the bonus on top, and so does
one of more tiles, from a longer rack used for study.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from solver.errors import PlacementError
from solver.game.board import Board, Square
from solver.game.move import Move
from solver.game.parts import LETTER_TIMES, WORD_TIMES
from solver.game.position import Position
from solver.game.rules import Game
from solver.words import BLANK, Lexicon

Laid = dict[tuple[int, int], str]


class ScoredWord(NamedTuple):
    """A word on the board: row and column of its first tile, its tiles, its points."""

    row: int
    column: int
    across: bool
    cells: tuple[str, ...]
    points: int

    @property
    def text(self) -> str:
        """The letters, those of blanks in lower case."""
        return "".join(self.cells)


def score_move(position: Position, placements: Iterable[tuple[Square, str]]) -> Move:
    """The move that lays some tiles of the rack.

    Neither the words nor contact with other tiles are checked, see `legal_move`.

    Args:
        position: The position before the move.
        placements: Squares and tiles, lower case for a blank as that letter, in any order.

    Raises:
        PlacementError: As in `score_tiles`, or a tile is not on the rack.
    """
    laid = sorted(placements)
    words, bonus = score_tiles(position.board, position.game, laid)
    if not words:
        raise PlacementError("a single tile must touch another tile to form a word")
    main = words[0]
    return Move(
        row=main.row,
        column=main.column,
        across=main.across,
        word=main.text,
        tiles=tuple(laid),
        score=sum(word.points for word in words) + bonus,
        words=tuple((word.text, word.points) for word in words),
        leave=leave(position, (tile for _, tile in laid)),
        cells=main.cells if len(main.text) > len(main.cells) else (),
    )


def score_tiles(
    board: Board, game: Game, placements: Iterable[tuple[Square, str]]
) -> tuple[list[ScoredWord], int]:
    """Every word some new tiles form, the main word first, and the bonus.

    Args:
        board: The board before the move.
        game: Values, premiums and bonus.
        placements: Squares and tiles, lower case for a blank as that letter.

    Returns:
        The words of two or more tiles, none for a single tile without neighbours; the bonus, or 0.

    Raises:
        PlacementError: No tiles, not in one line, with a gap, two on one square, on a square that
            is taken or outside the board, or a tile that the language does not have.
    """
    tiles = tuple(placements)
    laid = {(square.row, square.column): tile for square, tile in tiles}
    if len(laid) < len(tiles):
        raise PlacementError("two tiles are on the same square")
    _check_places(board, laid)
    if strange := [tile for tile in laid.values() if tile.upper() not in game.alphabet.codes]:
        raise PlacementError(f"{game.title} in {game.language} has no tile {' '.join(strange)}")
    bonus = game.bonuses[min(len(laid), game.rack_size)]
    first = min(laid)
    if len(laid) == 1:
        both = [_word(board, game, laid, first, across=across) for across in (True, False)]
        both.sort(key=lambda word: (-len(word.cells), -word.points))
        return [word for word in both if len(word.cells) > 1], bonus
    across = first[0] == max(laid)[0]
    main = _word(board, game, laid, first, across=across)
    start = main.column if across else main.row
    if any(not start <= place[across] < start + len(main.cells) for place in laid):
        raise PlacementError("there is a gap between the tiles")
    words = [main]
    for place in sorted(laid):
        word = _word(board, game, laid, place, across=not across)
        if len(word.cells) > 1:
            words.append(word)
    return words, bonus


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


def leave(position: Position, tiles: Iterable[str]) -> tuple[str, ...]:
    """The leave, in the order of the alphabet, blanks last.

    Raises:
        PlacementError: One of the tiles is not on the rack.
    """
    codes = position.game.alphabet.codes
    left = list(position.rack.tiles)
    for tile in tiles:
        try:
            left.remove(tile if tile.isupper() else BLANK)
        except ValueError:
            blank = "" if tile.isupper() else "a blank for "
            raise PlacementError(f"{blank}{tile} is not on the rack {position.rack}") from None
    return tuple(sorted(left, key=lambda tile: codes.get(tile, len(codes) + 1)))


def _check_places(board: Board, laid: Laid) -> None:
    if not laid:
        raise PlacementError("no tiles are laid")
    size = board.size
    for row, column in laid:
        if not (0 <= row < size and 0 <= column < size):
            raise PlacementError(f"{Square(row, column)} lies outside the {size}x{size} board")
        if board.rows[row][column]:
            raise PlacementError(
                f"{Square(row, column)} is already taken by {board.rows[row][column]}"
            )
    if len({row for row, _ in laid}) > 1 and len({column for _, column in laid}) > 1:
        raise PlacementError("the tiles are not all in one row or column")


def _word(
    board: Board, game: Game, laid: Laid, place: tuple[int, int], *, across: bool
) -> ScoredWord:
    """The word through a new tile in one direction; just that tile where it has no neighbour.

    No other new tile may come before it in that direction.
    """
    rows, values, size = board.rows, game.tiles.values, board.size
    down, right = (0, 1) if across else (1, 0)
    row, column = place
    while row >= down and column >= right and rows[row - down][column - right]:
        row, column = row - down, column - right
    start, cells, points, times = (row, column), [], 0, 1
    while row < size and column < size:
        tile = rows[row][column]
        if tile:
            points += values[tile] if tile.isupper() else 0
        elif (row, column) in laid:
            tile = laid[row, column]
            premium = game.premiums[row][column]
            points += values[tile] * LETTER_TIMES.get(premium, 1) if tile.isupper() else 0
            times *= WORD_TIMES.get(premium, 1)
        else:
            break
        cells.append(tile)
        row, column = row + down, column + right
    return ScoredWord(*start, across, tuple(cells), points * times)
