"""Samples of tiles, squares and lengths from screens whose content is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import decomposition

import numpy as np
from numpy.typing import NDArray

from calibration.errors import TruthUnreadable
from calibration.samples import (
    Lengths,
    Place,
    Progress,
    Samples,
    Shot,
    SquareSample,
    TileSample,
    ignore_progress,
)
from solver.game import Square, TileSet, load_game
from vision.board import PREMIUMS, RANDOM, STEPS, coloured_squares, inspect_squares
from vision.imaging import Box, Floats
from vision.rack import MARGIN
from vision.reading import TileReading
from vision.themes import UNACCENTED, choose_templates
from vision.tiles import (
    CELL,
    HIDDEN,
    Cells,
    Line,
    Mark,
    Numeral,
    cut_board,
    cut_box,
    find_letters,
    find_marks,
    line_through,
    look_at_corner,
    separate_ink,
    split_board,
)


def collect(shots: Sequence[Shot], progress: Progress = ignore_progress) -> Samples:
    """The samples of some screens of one look.

    Args:
        shots: The screens with their truths.
        progress: Called after each screen.

    Raises:
        TruthUnreadable: A truth does not fit its picture, or the screens are of several games.
    """
    game = shots[0].truth.game or shots[0].reading.game
    strangers = [each for each in shots if (each.truth.game or each.reading.game) != game]
    if strangers:
        raise TruthUnreadable(
            f"{strangers[0].screen.name}: shows another game than {shots[0].screen.name}",
            "a theme belongs to one game; calibrate the screenshots of each game separately",
        )
    tile_samples: list[TileSample] = []
    squares: list[SquareSample] = []
    lengths = []
    for number, shot in enumerate(shots):
        _check(shot)
        tiles = _tiles_of(shot, game)
        on_board = list(_board_tiles(shot))
        held = list(_rack_tiles(shot))
        board, line = sample_tiles(number, on_board, tiles)
        rack, _ = sample_tiles(number, held, tiles)
        tile_samples += [*board, *rack]
        squares += _bare_squares(number, shot)
        lengths.append(Lengths(line, *_rack_lengths(shot)))
        progress((number + 1) / len(shots))
    return Samples(
        game,
        _tiles_of(shots[0], game),
        tuple(shot.screen.name for shot in shots),
        tuple(tile_samples),
        tuple(squares),
        tuple(lengths),
    )


def _tiles_of(shot: Shot, game: str) -> TileSet:
    """A screen's set of tiles, with the values that it shows where these are its own."""
    language = shot.truth.language or shot.reading.language
    return load_game(game, language=language, values=shot.reading.values).tiles


def _check(shot: Shot) -> None:
    """Raise an error where a truth's board has another size than the one read."""
    size = shot.reading.grid.size
    if len(shot.truth.board) != size:
        raise TruthUnreadable(
            f"{shot.screen.name}: shows {size} rows of squares, but its truth has "
            f"{len(shot.truth.board)}"
        )


def _board_tiles(shot: Shot) -> Iterator[LabelledTile]:
    """The tiles on the board that the truth names."""
    size = shot.reading.grid.size
    cells = split_board(cut_board(shot.screen.pixels, shot.reading.grid))
    laid = dict(shot.truth.laid)
    last = {*shot.truth.last_move} or {
        Square(*place).name for place in shot.reading.last_move.squares
    }
    for name, text in shot.truth.tiles.items():
        square = Square.parse(name)
        yield LabelledTile(
            name,
            "laid" if name in laid else "board",
            text,
            shot.reading.cells[square.row][square.column],
            name in last,
            cells[square.row * size + square.column],
        )


def _rack_tiles(shot: Shot) -> Iterator[LabelledTile]:
    """The tiles on the rack; none where the truth has another number than was found."""
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
        yield LabelledTile(f"rack {k}", "rack", text, tile, last_move=False, pixels=pixels)


def _bare_squares(number: int, shot: Shot) -> Iterator[SquareSample]:
    """The squares without a tile, by kind; not the start square, which looks mark differently."""
    grid = shot.reading.grid
    looked = inspect_squares(cut_board(shot.screen.pixels, grid))
    coloured = [each.plain for each in coloured_squares(looked)] or [looked.plain]
    premiums = _premiums(shot)
    taken = shot.truth.tiles
    for row in range(grid.size):
        for column in range(grid.size):
            kind = premiums[row][column]
            if Square(row, column).name in taken or kind not in {".", *PREMIUMS}:
                continue
            if not coloured[0][row, column] if kind == "." else coloured[-1][row, column]:
                continue
            named, printed = "plain" if kind == "." else kind, not looked.plain[row, column]
            yield SquareSample(number, named, looked.ground[row, column], bool(printed))


def _premiums(shot: Shot) -> Sequence[str]:
    """The premiums of a screen's board, by its truth where that names another board."""
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


OFF_LINE = 0.06
"""How far a letter may begin off the usual line, as a share of a letter's height."""

HIGH = (0.94, 1.4)
"""Least and greatest height of a letter over the usual one: Q reaches lower, accents higher."""

ACCENTED = 1.1
"""The least such height of a letter with an accent above."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTile:
    """A tile to be measured: its place, its true letter, how it was read, and its pixels."""

    where: str
    place: Place
    text: str
    read: TileReading | None
    last_move: bool
    pixels: NDArray[np.uint8]


def sample_tiles(
    number: int, labelled: Sequence[LabelledTile], tiles: TileSet
) -> tuple[list[TileSample], Line | None]:
    """Separate ink from ground on tiles with one baseline, and find their letters and numerals."""
    if not labelled:
        return [], None
    templates = choose_templates([tiles])
    pixels = np.stack([tile.pixels for tile in labelled])
    # With the strength used for reading: weaker, letters with hairlines would fall apart.
    cells, marks, _, _ = find_letters(
        separate_ink(pixels), templates.letters, accented=templates.accented
    )
    line = _line(marks, labelled)
    if line is not None:
        marks = _cut_free(cells, marks, labelled, line)
    lettered = np.array([tile.text != "?" for tile in labelled], bool)
    prints = look_at_corner(cells, lettered, ~lettered)
    found = []
    for k, tile in enumerate(labelled):
        letter = tile.text.upper()
        glyph, top, height = _glyph(marks[k], letter, line)
        found.append(
            TileSample(
                number,
                tile.where,
                tile.place,
                letter,
                tile.text == "?" or tile.text.islower(),
                "." if tile.read is None else tile.read.text,
                0.0 if tile.read is None else tile.read.confidence,
                tile.last_move,
                tile.pixels,
                cells.ground[k],
                cells.ink[k],
                glyph,
                top,
                height,
                Numeral() if prints is None else prints.numeral(k),
            )
        )
    return found, line


def _line(marks: Sequence[Mark | None], labelled: Sequence[LabelledTile]) -> Line | None:
    """Where letters stand, from those that nothing covers."""
    bodies = [
        mark.blob
        for mark, tile in zip(marks, labelled, strict=True)
        if mark is not None and mark.hidden <= HIDDEN and tile.text.upper() in UNACCENTED
    ]
    return line_through(bodies)


def _cut_free(
    cells: Cells, marks: Sequence[Mark | None], labelled: Sequence[LabelledTile], line: Line
) -> list[Mark | None]:
    """The marks; those that reach above the line, as a numeral touches them, are found anew."""
    below = cells.coverage.copy()
    below[:, : max(0, round(line.top) - 1)] = 0.0
    again = find_marks(cells._replace(coverage=below))
    return [
        other
        if mark is not None and mark.blob.y < line.top - 3 and not decomposition(tile.text.upper())
        else mark
        for mark, other, tile in zip(marks, again, labelled, strict=True)
    ]


def _glyph(mark: Mark | None, letter: str, line: Line | None) -> tuple[Floats | None, float, float]:
    """A letter's ink if it is seen clearly, its top edge and its height, as in `TileSample`."""
    nothing = None, 0.0, 1.0
    if mark is None or line is None or letter == "?" or mark.hidden > HIDDEN:
        return nothing
    ink, top = mark.coverage, float(mark.blob.y)
    low = HIGH[0]
    if decomposition(letter):  # a letter and an accent, in one piece or two
        low = ACCENTED
        if mark.accented is not None:
            ink, top = mark.accented, float(mark.blob.bottom - mark.accented.shape[0])
    elif abs(top - line.top) > max(2.0, OFF_LINE * line.height):
        return nothing
    height = ink.shape[0] / line.height
    if not low <= height <= HIGH[1]:
        return nothing
    return ink, (top - line.top) / line.height, height
