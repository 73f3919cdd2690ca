"""Gather: cut the samples out of screens whose truth is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.errors import TruthUnreadable
from calibration.faces import Spot, look_at
from calibration.samples import Lengths, Samples, Shot, SquareSample, TileSample
from solver.game import Square, load_game
from vision.board import PREMIUMS, RANDOM, inspect_squares
from vision.imaging import Box
from vision.rack import MARGIN, STEPS
from vision.tiles import CELL, cut_board, cut_box, split_board

Floats = NDArray[np.float32]


def collect(shots: Sequence[Shot]) -> Samples:
    """The samples of some screens of one look.

    Raises:
        TruthUnreadable: A truth does not fit its picture, or the screens are of several games.
    """
    game = shots[0].truth.game or shots[0].reading.game
    strangers = [each for each in shots if (each.truth.game or each.reading.game) != game]
    if strangers:
        raise TruthUnreadable(
            f"{strangers[0].screen.name}: is of another game than {shots[0].screen.name}",
            "a theme is of one game; calibrate the screens of each game by themselves",
        )
    language = shots[0].truth.language or shots[0].reading.language
    faces: list[TileSample] = []
    squares: list[SquareSample] = []
    lengths = []
    for number, shot in enumerate(shots):
        _check(shot)
        tiles = load_game(game, language=shot.truth.language or shot.reading.language).tiles
        on_board = list(_board_tiles(shot))
        held = list(_rack_tiles(shot))
        board, line, corner = look_at(number, on_board, tiles)
        rack, _, _ = look_at(number, held, tiles)
        faces += [*board, *rack]
        squares += _bare_squares(number, shot)
        lengths.append(Lengths(line, corner, *_rack_lengths(shot)))
    return Samples(
        game,
        load_game(game, language=language).tiles,
        tuple(shot.screen.name for shot in shots),
        tuple(faces),
        tuple(squares),
        tuple(lengths),
    )


def _check(shot: Shot) -> None:
    """Raise where a truth is of a board of another size."""
    size = shot.reading.grid.size
    if len(shot.truth.board) != size:
        raise TruthUnreadable(
            f"{shot.screen.name}: shows {size} rows of squares, its truth has "
            f"{len(shot.truth.board)}"
        )


def _board_tiles(shot: Shot) -> Iterator[Spot]:
    """The tiles on the board that the truth names."""
    size = shot.reading.grid.size
    cells = split_board(cut_board(shot.screen.pixels, shot.reading.grid))
    laid = dict(shot.truth.tentative)
    last = {*shot.truth.last_move} or {
        Square(*place).name for place in shot.reading.last_move.squares
    }
    for name, text in shot.truth.tiles.items():
        square = Square.parse(name)
        yield Spot(
            name,
            "laid" if name in laid else "board",
            text,
            shot.reading.cells[square.row][square.column],
            name in last,
            cells[square.row * size + square.column],
        )


def _rack_tiles(shot: Shot) -> Iterator[Spot]:
    """The tiles on the rack; none where the truth names another number than was found."""
    seen, held = shot.reading.rack, shot.truth.held
    if not seen or held is None or len(held) != len(seen):
        return
    read = [tile.text for tile in seen]
    names = read if sorted(read) == sorted(held) else list(held)
    for k, (tile, text) in enumerate(zip(seen, names, strict=True), 1):
        box = tile.box
        side = box.width * (1 + 2 * MARGIN)
        edge = MARGIN * box.width
        around = Box(box.x - edge, box.y - edge, side, max(side, box.height))
        pixels = cut_box(shot.screen.pixels, around, CELL, CELL)
        yield Spot(f"rack {k}", "rack", text, tile, last_move=False, pixels=pixels)


def _bare_squares(number: int, shot: Shot) -> Iterator[SquareSample]:
    """The squares without a tile, by kind; not the start square, which each look marks its way."""
    grid = shot.reading.grid
    looked = inspect_squares(cut_board(shot.screen.pixels, grid))
    premiums = _premiums(shot)
    taken = shot.truth.tiles
    for row in range(grid.size):
        for column in range(grid.size):
            kind = premiums[row][column]
            if Square(row, column).name in taken or kind not in {".", *PREMIUMS}:
                continue
            if (kind == ".") != bool(looked.plain[row, column]):
                continue
            named = "plain" if kind == "." else kind
            yield SquareSample(number, named, looked.ground[row, column])


def _premiums(shot: Shot) -> Sequence[str]:
    """The premiums of a screen's board, which the truth may know to be another than was read."""
    truth, reading = shot.truth, shot.reading
    if truth.premiums is not None:
        return truth.premiums
    same = truth.game in {None, reading.game} and truth.layout in {None, reading.layout}
    if same or truth.layout == RANDOM:
        return reading.premiums
    return load_game(truth.game or reading.game, layout=truth.layout).premiums


def _rack_lengths(shot: Shot) -> tuple[float | None, float | None, float | None]:
    """Side and step of the rack's tiles and their distance from the board, in board squares."""
    rack, grid = shot.reading.rack, shot.reading.grid
    if not rack:
        return None, None, None
    boxes = sorted((tile.box for tile in rack), key=lambda box: box.x)
    side = float(np.median([box.width for box in boxes])) / grid.cell
    gap = (float(np.median([box.y for box in boxes])) - grid.box.bottom) / grid.cell
    steps = np.diff([box.x for box in boxes]) / grid.cell
    near = [float(step) for step in steps if step <= STEPS[1] * side]
    return side, min(near, default=None), gap
