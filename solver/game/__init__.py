"""The game: rules, boards, positions, moves with their points, and the notations of them."""

from typing import TYPE_CHECKING

from solver.game.unseen import excess, unseen  # at once, as one is called like its module
from solver.on_demand import on_demand

if TYPE_CHECKING:
    from solver.game.board import Board, Position, Rack, Square, tile_text
    from solver.game.cgp import Cgp
    from solver.game.game_file import read_game_file
    from solver.game.gcg import Gcg, Recorded, parse_placements
    from solver.game.gcg_record import ME, write_record
    from solver.game.history import History, Names, recorded, write_game
    from solver.game.legality import legal_move, unknown_words
    from solver.game.match import Player, State, states
    from solver.game.move import Move, move_record
    from solver.game.notation import read_board
    from solver.game.observed_game import Sight
    from solver.game.parts import LETTER_TIMES, WORD_TIMES, Layout, TileSet
    from solver.game.play import BLANK_BIT, Play
    from solver.game.rules import Game, all_layouts, game_names, languages, layouts, load_game
    from solver.game.score import score_move, score_tiles
    from solver.game.view import PASS, Turn, View, scoreless_limit, swap_limit

__all__ = [
    "BLANK_BIT",
    "LETTER_TIMES",
    "ME",
    "PASS",
    "WORD_TIMES",
    "Board",
    "Cgp",
    "Game",
    "Gcg",
    "History",
    "Layout",
    "Move",
    "Names",
    "Play",
    "Player",
    "Position",
    "Rack",
    "Recorded",
    "Sight",
    "Square",
    "State",
    "TileSet",
    "Turn",
    "View",
    "all_layouts",
    "excess",
    "game_names",
    "languages",
    "layouts",
    "legal_move",
    "load_game",
    "move_record",
    "parse_placements",
    "read_board",
    "read_game_file",
    "recorded",
    "score_move",
    "score_tiles",
    "scoreless_limit",
    "states",
    "swap_limit",
    "tile_text",
    "unknown_words",
    "unseen",
    "write_game",
    "write_record",
]

__getattr__ = on_demand(__name__, __file__)
