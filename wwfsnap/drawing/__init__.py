"""Drawing: moves and words on the picture, and the picture written as a file."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.drawing.artwork import tile_to_cut
    from wwfsnap.drawing.canvas import LIGHT, Colour, Pixels, write
    from wwfsnap.drawing.cleared import bare_edges, bare_squares
    from wwfsnap.drawing.files import (
        DRAWN,
        Target,
        check_writable,
        drawn_by_us,
        encode_picture,
        place_picture,
        refuse_own,
        write_picture,
    )
    from wwfsnap.drawing.mark import mark_of
    from wwfsnap.drawing.move import draw_exchange, draw_move
    from wwfsnap.drawing.path import draw_words

__all__ = [
    "DRAWN",
    "LIGHT",
    "Colour",
    "Pixels",
    "Target",
    "bare_edges",
    "bare_squares",
    "check_writable",
    "draw_exchange",
    "draw_move",
    "draw_words",
    "drawn_by_us",
    "encode_picture",
    "mark_of",
    "place_picture",
    "refuse_own",
    "tile_to_cut",
    "write",
    "write_picture",
]

__getattr__ = on_demand(__name__, __file__)
