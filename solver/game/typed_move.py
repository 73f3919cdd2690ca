"""Moves as a player types them, and the tiles they lay.

Besides GCG notation (`8G WORD`) there are Fribble's and a word alone. Fribble counts rows and
columns from 1 and names the new tiles only: `m(r8,8,'word')` lays them next to each other from a
cell of row 8 on, `mf(c13,'7,9,10','pay')` into these cells of column 13.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from solver.errors import NotationError, PlacementError
from solver.game.board import Board, Rack, Square
from solver.game.gcg import parse_placements
from solver.game.move import Move
from solver.game.position import Position, Tiles
from solver.game.rules import Game
from solver.game.score import check_touch, score_move, score_tiles, unknown_words
from solver.words import BLANK, Lexicon

Laid = list[tuple[Square, str]]

_FRIBBLE = re.compile(r"(mf?)\s*\((.*)\)", re.IGNORECASE)
_LINE = re.compile(r"([rc])\s*(\d{1,2})", re.IGNORECASE)
_TILE = re.compile(r"\[([^\]\[]+)\]|(.)")
_QUOTES = re.compile("[\"'`\u00ab\u00bb\u00b4\u2018-\u201f\u2032\u2033\u2039\u203a]")
_WORD = re.compile(r"(?:[^\W\d_]|[()\[\]])+")
_WORD_HINT = "write a word of the list, or a move such as 8G WORD"
_HINT = "write m(r8,8,'word') or mf(c13,'7,9,10','pay'): row or column, cells, new tiles"


def is_fribble(text: str) -> bool:
    """Whether a text looks like a move in Fribble's notation."""
    return _FRIBBLE.fullmatch(text.strip()) is not None


def is_bare_word(text: str) -> bool:
    """Whether a text is a word alone, of two letters or more."""
    return len(text.strip()) > 1 and _WORD.fullmatch(text.strip()) is not None


def parse_typed(text: str, board: Board) -> Laid:
    """The new tiles of a move in Fribble's notation or in GCG, upper and lower case as typed.

    Raises:
        NotationError: It is none, or does not agree with the board.
    """
    found = _FRIBBLE.fullmatch(" ".join(unicodedata.normalize("NFC", text).split()))
    if not found:
        return parse_placements(text, board)
    kind, inner = found[1].lower(), _QUOTES.sub("", found[2])
    parts = [part.strip() for part in inner.split(",")]
    line, middle, last = _LINE.fullmatch(parts[0]), parts[1:-1], parts[-1]
    tiles = [several or one for several, one in _TILE.findall(last)]
    if not line or not middle or not all(map(str.isdecimal, middle)) or not tiles:
        raise NotationError(f"{text.strip()!r} is not a move", hint=_HINT)
    if strange := [tile for tile in tiles if not tile.isalpha()]:
        raise NotationError(f"{strange[0]!r} in {last!r} is not a tile", hint=_HINT)
    numbers = [int(number) for number in middle]
    if kind == "m":
        if len(numbers) > 1:
            raise NotationError(
                f"m(...) takes one cell, where the word starts, not {len(numbers)}",
                hint="use mf(...) to name the cell of each new tile",
            )
        numbers = list(range(numbers[0], numbers[0] + len(tiles)))
    elif len(numbers) != len(tiles):
        raise NotationError(
            f"{_counted(len(numbers), 'cell')} for {_counted(len(tiles), 'tile')}", hint=_HINT
        )
    across = line[1].lower() == "r"
    squares = _squares(board, int(line[2]), numbers, across=across)
    return list(zip(squares, tiles, strict=True))


def _squares(board: Board, line: int, numbers: Sequence[int], *, across: bool) -> list[Square]:
    """The squares of some cells in a row or a column, numbered from 1, which must be free.

    Raises:
        NotationError: One is not on the board, taken, or named twice.
    """
    name, letter = ("row", "r") if across else ("column", "c")
    if not 1 <= line <= board.size:
        hint = f"use {letter}1 to {letter}{board.size}"
        raise NotationError(f"{name} {line} lies outside the board", hint=hint)
    found = []
    for number in numbers:
        if not 1 <= number <= board.size:
            hint = f"use cells 1 to {board.size}"
            raise NotationError(f"cell {number} of {name} {line} is not on the board", hint=hint)
        square = Square.in_line(line - 1, number - 1, across=across)
        if lies := board[square]:
            raise NotationError(
                f"cell {number} of {name} {line} ({square}) is taken by {lies}",
                hint="name only the new tiles; mf(...) names a cell for each of them",
            )
        if square in found:
            raise NotationError(f"cell {number} of {name} {line} is named twice", hint=_HINT)
        found.append(square)
    return found


def from_held(board: Board, game: Game, tiles: Laid, held: Tiles) -> Laid:
    """Find the blanks among tiles typed without regard to case: those the player lacks as letters.

    Where several equal tiles could be the blank, the choice is the one that scores most.

    Args:
        board: The board before the move.
        game: Its rules.
        tiles: Squares and letters, in either case.
        held: What the player has, or may have.

    Returns:
        Lower case for blanks; all in upper case where there are not enough of them.

    Raises:
        PlacementError: The tiles do not lie as the rules ask.
    """
    upper = [(square, tile.upper()) for square, tile in tiles]
    lacking = Counter(tile for _, tile in upper) - Counter(held)
    if not 0 < lacking.total() <= held.count(BLANK):
        return upper
    choices = [
        combinations([place for place, (_, tile) in enumerate(upper) if tile == each], number)
        for each, number in lacking.items()
    ]

    def laid(way: tuple[tuple[int, ...], ...]) -> Laid:
        blanks = {place for chosen in way for place in chosen}
        return [
            (square, tile.lower() if place in blanks else tile)
            for place, (square, tile) in enumerate(upper)
        ]

    def points(tiles: Laid) -> int:
        words, bonus = score_tiles(board, game, tiles)
        return sum(word.points for word in words) + bonus

    return max(map(laid, product(*choices)), key=points)


def word_places(
    board: Board, game: Game, word: str, held: Tiles, lexicon: Lexicon, *, unlisted: bool = False
) -> list[Move]:
    """The moves that make a word of the tiles held, the best first.

    Args:
        board: The board before the move.
        game: Its rules.
        word: The whole word, tiles on the board included. In mixed case the lower-case letters
            are blanks; all in lower case, blanks are those whose letter is not held.
        held: What the player has, or may have.
        lexicon: The words.
        unlisted: Whether the word itself need not be in the list.

    Raises:
        PlacementError: There is no such move; the message says why.
    """
    cells = _cells(word, game)
    text = "".join(cells).upper()
    if text not in lexicon and not unlisted:
        raise PlacementError(f"{text} is not in the word list", hint=_WORD_HINT)
    ways = list(_fitting(board, game, cells))
    if word.islower():
        ways = [from_held(board, game, laid, held) for laid in ways]
    placed = [laid for laid in ways if not _lacking(laid, held)]
    unknown = [set(unknown_words(board, game, laid, lexicon)) - {text} for laid in placed]
    moves = [
        _scored(board, game, laid)
        for laid, strange in zip(placed, unknown, strict=True)
        if not strange
    ]
    if moves:
        return sorted(moves, key=lambda move: (-move.score, move.row, move.column))
    if placed:
        where, strange = _scored(board, game, placed[0]).start, " and ".join(sorted(unknown[0]))
        raise PlacementError(
            f"{text} fits nowhere: at {where} it would form {strange}, not in the word list"
        )
    alone = [(game.start, cell.upper()) for cell in cells]
    short = min((_lacking(laid, held) for laid in ways or [alone]), key=Counter.total)
    if short.total() > (0 if ways else held.count(BLANK)):
        names = ", ".join("a blank" if tile == BLANK else tile for tile in sorted(short.elements()))
        have = f"the rack {Rack(held)}" if len(held) <= game.rack_size else "the unseen tiles"
        hint = "write a blank in lower case, as in WoRD" if BLANK in held else ""
        raise PlacementError(f"{text} cannot be played: missing from {have}: {names}", hint=hint)
    raise PlacementError(f"{text} fits nowhere: no free place touches the tiles on the board")


def _lacking(laid: Laid, held: Tiles) -> Counter[str]:
    """The tiles that are laid but not held."""
    return Counter(tile if tile.isupper() else BLANK for _, tile in laid) - Counter(held)


def _cells(word: str, game: Game) -> list[str]:
    """The tiles of a typed word: a tile all in lower case stays so, any other is in upper case."""
    plain = re.sub(r"[()\[\]]", "", unicodedata.normalize("NFC", word))
    plain = "".join(_as_long(one) for one in plain)
    tiles = game.alphabet.split(plain)
    if tiles is None:
        strange = [one for one in plain if game.alphabet.split(one) is None]
        names = ", ".join(strange) or plain
        raise PlacementError(f"{game.title} in {game.language} has no tile {names}")
    cells, start = [], 0
    for tile in tiles:
        cells.append(plain[start : start + len(tile)])
        start += len(tile)
    return [cell if cell.islower() else cell.upper() for cell in cells]


def _as_long(letter: str) -> str:
    """A letter; one with a longer upper case, as the German sharp s, is spelled out in its case."""
    upper = letter.upper()
    return letter if len(upper) == 1 else upper.lower() if letter.islower() else upper


def _fitting(board: Board, game: Game, cells: Sequence[str]) -> Iterator[Laid]:
    """All ways to lay a word that fit the tiles on the board, each once."""
    seen = set()
    for across, rows in ((True, board.rows), (False, board.transposed().rows)):
        for row, line in enumerate(rows):
            for start in range(board.size - len(cells) + 1):
                end = start + len(cells)
                if (start and line[start - 1]) or (end < board.size and line[end]):
                    continue
                pairs = list(zip(range(start, end), cells, line[start:end], strict=True))
                if any(lies and lies.upper() != cell.upper() for _, cell, lies in pairs):
                    continue
                laid = [
                    (Square.in_line(row, place, across=across), cell)
                    for place, cell, lies in pairs
                    if not lies
                ]
                if not 0 < len(laid) <= game.rack_size or tuple(laid) in seen:
                    continue
                try:
                    check_touch(board, game, laid)
                except PlacementError:
                    continue
                seen.add(tuple(laid))
                yield laid


def _scored(board: Board, game: Game, laid: Laid) -> Move:
    """The move that lays some tiles, scored with a rack of just these tiles."""
    rack = Rack(tuple(tile if tile.isupper() else BLANK for _, tile in laid))
    return score_move(Position(board, rack, game), laid)._replace(leave=())


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"
