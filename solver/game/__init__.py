"""The game: rules, boards, positions, moves with their points, and the notations of them."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from solver.game.board import Board, Rack, Square, split_tiles, tile_text
    from solver.game.game_file import read_game_file
    from solver.game.gcg import (
        ME,
        Gcg,
        Names,
        RecordedTurn,
        parse_placements,
        write_game,
        write_record,
    )
    from solver.game.grouping import Gathered, Spelled, Speller, gather
    from solver.game.history import History, recorded_turns
    from solver.game.match import Player, State, states, without
    from solver.game.move import BLANK_BIT, Move, Play, move_record, points_text
    from solver.game.notation import BoardText, Cgp, is_record, read_board
    from solver.game.observed_game import ObservedGame
    from solver.game.parts import LETTER_TIMES, WORD_TIMES, Layout, TileSet, read_layout
    from solver.game.position import (
        PASS,
        Position,
        Tiles,
        Turn,
        View,
        excess,
        scoreless_limit,
        swap_limit,
        unseen,
    )
    from solver.game.rules import (
        RANDOM_LAYOUT,
        USUAL_GAME,
        USUAL_GAMES,
        Game,
        all_layouts,
        game_names,
        languages,
        layouts,
        lent_languages,
        load_game,
    )
    from solver.game.score import legal_move, score_move, score_tiles, unknown_words
    from solver.game.typed_move import from_held, is_bare_word, is_fribble, parse_typed, word_places

__all__ = [
    "BLANK_BIT",
    "LETTER_TIMES",
    "ME",
    "PASS",
    "RANDOM_LAYOUT",
    "USUAL_GAME",
    "USUAL_GAMES",
    "WORD_TIMES",
    "Board",
    "BoardText",
    "Cgp",
    "Game",
    "Gathered",
    "Gcg",
    "History",
    "Layout",
    "Move",
    "Names",
    "ObservedGame",
    "Play",
    "Player",
    "Position",
    "Rack",
    "RecordedTurn",
    "Spelled",
    "Speller",
    "Square",
    "State",
    "TileSet",
    "Tiles",
    "Turn",
    "View",
    "all_layouts",
    "excess",
    "from_held",
    "game_names",
    "gather",
    "is_bare_word",
    "is_fribble",
    "is_record",
    "languages",
    "layouts",
    "legal_move",
    "lent_languages",
    "load_game",
    "move_record",
    "parse_placements",
    "parse_typed",
    "points_text",
    "read_board",
    "read_game_file",
    "read_layout",
    "recorded_turns",
    "score_move",
    "score_tiles",
    "scoreless_limit",
    "split_tiles",
    "states",
    "swap_limit",
    "tile_text",
    "unknown_words",
    "unseen",
    "without",
    "word_places",
    "write_game",
    "write_record",
]

__getattr__ = on_demand(__name__, __file__)
