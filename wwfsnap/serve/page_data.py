"""What the page needs besides the answer, for a reading or a position."""

from __future__ import annotations

from contextlib import suppress
from string import ascii_uppercase

from solver.errors import SolverError
from solver.game import Board, Cgp, Game, Position, Rack, Square, excess, unseen, write_record
from solver.paths import PathGame, load_path_game
from vision.imaging import Box, Screen
from vision.paths import GridReading
from vision.reading import Reading
from wwfsnap.drawing import bare_edges, bare_squares, tile_to_cut
from wwfsnap.pipeline import AnyReading, game_of
from wwfsnap.terminal import Record


def page_data_of_reading(reading: AnyReading, screen: Screen | None = None) -> Record:
    """The page data for a picture; less of it where the reading is no valid position.

    With the screen, also the boxes from which to cut the tiles of a move.
    """
    return _of_tiles(reading) if isinstance(reading, GridReading) else _of_board(reading, screen)


def _of_tiles(reading: GridReading) -> Record:
    boxes = [[_corners(tile.box) for tile in row] for row in reading.tiles]
    return {"tile_boxes": boxes} | page_data_of_game(load_path_game(reading.game), reading.language)


def _of_board(reading: Reading, screen: Screen | None) -> Record:
    laid = [tile for line in reading.cells for tile in line if tile is not None and tile.tentative]
    held = (*(reading.rack or ()), *laid)
    game = game_of(reading)
    record = {"rack_boxes": [_shown(tile.box, reading) for tile in held], **_of_game(game)}
    if screen is not None:
        straight = screen.straightened(reading.pose)
        faces = [tile_to_cut(straight, reading, each.text) or each for each in held]
        record["face_boxes"] = [_shown(tile.box, reading) for tile in faces]
        bare = bare_squares(reading).items()
        record["bare_boxes"] = {Square(*place).name: _shown(box, reading) for place, box in bare}
        edges = bare_edges(straight, reading)
        record["bare_edges"] = [[_corners(part), _shown(box, reading)] for part, box in edges]
    with suppress(SolverError):
        place = Position(Board(reading.board_rows()), Rack(reading.rack_tiles()), game)
        record |= _of_position(place, reading.scores or (0, 0))
    return record


def page_data_of_game(game: PathGame, language: str) -> Record:
    """The page data for tiles of a path game: the letters there are, with their points."""
    values = game.values(language)
    letters = dict.fromkeys((*ascii_uppercase, *values))
    return {"title": game.title, "tiles": [[letter, values.get(letter, 0)] for letter in letters]}


def page_data_of_position(place: Position) -> Record:
    """The page data for a typed board."""
    return _of_game(place.game) | _of_position(place, (0, 0))


def _of_game(game: Game) -> Record:
    return {
        "title": game.title,
        "rack_size": game.rack_size,
        "tiles": [[tile.letter, tile.value] for tile in game.tiles.tiles],
    }


def _of_position(place: Position, scores: tuple[int, int]) -> Record:
    left = unseen(place)
    return {
        "unseen": [[tile.letter, left[tile.letter]] for tile in place.game.tiles.tiles],
        "unseen_certain": place.game.bag_certain and not excess(place),
        "cgp": str(Cgp(place.board, (place.rack, Rack(())), scores)),
        "gcg": write_record(place, scores),
    }


def _shown(box: Box, reading: Reading) -> list[float]:
    """Where a box of the reading is in the user's picture."""
    return _corners(box if reading.pose is None else reading.pose.box_back(box))


def _corners(box: Box) -> list[float]:
    """Left, top, width and height."""
    return [round(each, 2) for each in (box.x, box.y, box.width, box.height)]
