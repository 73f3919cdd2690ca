"""What the kernel notes of each square, against a look at the words themselves."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product, takewhile

import pytest

from solver.game import Board, Game, Square, load_game
from solver.movegen import Session
from solver.movegen._board import BLANK_BIT, NO_WORD
from solver.movegen._kernel import Kernel
from solver.words.graph import Graph
from solver.words.graph_file import build_graph

# Prefixes and suffixes of each other, so that letters join runs, or go before or behind them.
WORDS = frozenset(
    [
        "AB",
        "BA",
        "AA",
        "ABBA",
        "BAB",
        "ABAB",
        "BABA",
        "TAB",
        "BAT",
        "TABBAT",
        "ATA",
        "TAT",
        "BATTA",
        "ABATTAB",
        "STAB",
    ]
)


def kernels(game: Game, graph: Graph) -> Iterator[Kernel]:
    """What is compiled, but as plain Python, and the plain generator, which reads lanes itself."""
    plain = Session(game, graph, plain=True)._kernel
    start = game.start.row * game.size + game.start.column
    values = 0, *(game.tiles.values[letter] for letter in game.alphabet.letters)
    whole = graph.lists, graph.arcs, graph.root, graph.words
    yield Kernel(
        whole,
        game.size,
        values,
        lambda kind, count: array(kind, [0]) * count,
        start,
        game.bonuses,
    )
    yield plain


def noted(board: Board, game: Game) -> Iterator[tuple[int, int, int, int]]:
    """For each square in the rows, then in the columns: its cell in that grid of the kernel, the
    letters that may lie there for the tiles beside that lane, those of them that go on into the
    tiles behind it in the lane, and the points of the tiles beside it.
    """
    values, codes, size = game.tiles.values, game.alphabet.codes, game.size
    for down, (along, across) in enumerate(
        [(board, board.transposed()), (board.transposed(), board)]
    ):
        for lane, place in product(range(size), repeat=2):
            cell = (down * size + lane) * (size + 1) + down + 1 + place
            line = across.rows[place]
            before, after = run_before(line, lane), run_after(line, lane)
            fitting, points = set(codes), NO_WORD
            if before or after:
                fitting = {x for x in codes if before.upper() + x + after.upper() in WORDS}
                points = sum(values[tile] for tile in before + after if tile.isupper())
            if along.rows[lane][place]:
                fitting, points = set(), NO_WORD
            behind = run_after(along.rows[lane], place).upper()
            onward = {x for x in fitting if any(x + behind in word for word in WORDS)}
            yield cell, bits(fitting, codes), bits(onward if behind else fitting, codes), points


def run_after(line: Sequence[str], place: int) -> str:
    return "".join(takewhile(bool, line[place + 1 :]))


def run_before(line: Sequence[str], place: int) -> str:
    return "".join(takewhile(bool, reversed(line[:place])))[::-1]


def bits(letters: Iterable[str], codes: Mapping[str, int]) -> int:
    return sum(1 << codes[letter] for letter in letters)


def check(kernel: Kernel, board: Board, game: Game) -> None:
    expected = list(noted(board, game))
    cells = [cell for cell, *_ in expected]
    assert [
        (cell, kernel.masks[cell], kernel._fitting(cell), kernel.hooks[cell]) for cell in cells
    ] == expected
    assert kernel.tiles == len(list(board.tiles()))
    for cell in {*range(kernel.cells)} - {*cells}:  # takes no tile
        assert (kernel.masks[cell], kernel.letters[cell]) == (0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_what_may_lie_beside_tiles(seed: int) -> None:
    """Boards of one word, crowded ones, and changed ones: after a lane was laid and taken back."""
    game = load_game("wwf", layout="solo")
    graph = build_graph(sorted(WORDS), game.alphabet)
    codes = game.alphabet.codes
    codes = {"": 0, **codes, **{tile.lower(): code | BLANK_BIT for tile, code in codes.items()}}
    chance = random.Random(seed)  # noqa: S311 - no secret
    for kernel in kernels(game, graph):
        for crowd in (0.1, 0.3, 0.5, 0.7, 0.9):
            rows = tuple(
                tuple(
                    chance.choice("ABSTABabst") if chance.random() < crowd else ""
                    for _ in range(game.size)
                )
                for _ in range(game.size)
            )
            board = Board(rows)
            kernel.set_board(board.rows, codes)
            check(kernel, board, game)
            down, lane = chance.randrange(2), chance.randrange(game.size)
            line = board.transposed().rows[lane] if down else board.rows[lane]
            laid = ["" if tile else chance.choice(["", "A", "B", "t"]) for tile in line]
            tiles = bytes(codes[tile] for tile in laid)
            kernel.lay(down, lane, tiles, 1)
            squares = [Square(place, lane) if down else Square(lane, place) for place in range(11)]
            placed = [(square, tile) for square, tile in zip(squares, laid, strict=True) if tile]
            check(kernel, board.with_tiles(placed), game)
            kernel.lay(down, lane, tiles, 0)
            check(kernel, board, game)
