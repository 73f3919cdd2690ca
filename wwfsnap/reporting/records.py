"""Readings, solutions, advice and failures as JSON objects."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from solver.game import (
    Board,
    Gathered,
    Move,
    Square,
    game_names,
    languages,
    layouts,
    load_game,
    move_record,
    tile_text,
)
from wwfsnap.ranking import turn_text
from wwfsnap.terminal import Record

if TYPE_CHECKING:
    from solver.strategy import Advice, RankedTurn
    from vision.reading import Doubt, Reading
    from wwfsnap.errors import Failure
    from wwfsnap.sensitivity import Sensitivity


def reading_record(reading: Reading) -> Record:
    """A reading: board, rack, premiums and all else that is known."""
    last = reading.last_move
    return {
        "ok": True,
        "game": reading.game,
        "layout": reading.layout,
        "language": reading.language,
        "values": None if reading.values is None else dict(reading.values),
        "theme": reading.theme,
        "board": Board(reading.board_rows()).lines(),
        "rack": rack_text(reading),
        "tentative": [Square(*place).name for place in reading.tentative],
        "premiums": list(reading.premiums),
        "grid": _grid_record(reading),
        "letters_left": reading.letters_left,
        "scores": None if reading.scores is None else list(reading.scores),
        "last_move": {
            "squares": [Square(*place).name for place in last.squares],
            "word": last.word,
            "score": last.score,
            "player": last.player,
        },
        "turn": reading.turn,
        "confidence": round(reading.confidence, 4),
        "doubts": doubt_records(reading.doubts),
    }


def doubt_records(doubts: Sequence[Doubt]) -> list[Record]:
    """All doubts."""
    return [
        {
            "where": doubt.where,
            "read": doubt.read,
            "runner_up": doubt.runner_up,
            "why": str(doubt.why),
            "reason": doubt.why.kind,
            "told": dict(doubt.why.told),
        }
        for doubt in doubts
    ]


def _grid_record(reading: Reading) -> Record:
    """Where the board lies in the user's picture; with its corners where it is tilted."""
    corners, size = reading.corners, reading.grid.size
    sides = [math.dist(one, other) for one, other in pairwise((*corners, corners[0]))]
    record: Record = {
        "x": round(corners[0][0], 2),
        "y": round(corners[0][1], 2),
        "cell": round(sum(sides) / len(sides) / size, 3),
        "size": size,
    }
    if reading.pose is not None:
        record["corners"] = [[round(x, 2), round(y, 2)] for x, y in corners]
    return record


def rack_text(reading: Reading) -> str | None:
    """The player's tiles, pending ones included; None where none were seen."""
    if reading.rack is None and not reading.tentative:
        return None
    return "".join(map(tile_text, reading.rack_tiles()))


def gathered_record(found: Gathered) -> Record:
    """A move, with the other places of the same word, points and tiles."""
    record = dict(move_record(found.move))
    record["places"] = [other.notation for other in found.others]
    return record


def move_records(found: Iterable[Gathered]) -> list[Record]:
    """Moves, in the order given."""
    return [gathered_record(each) for each in found]


def solution_record(
    found: Iterable[Gathered], drawn: Path | None, sensitivities: Sequence[Sensitivity[Move]] = ()
) -> Record:
    """What solving adds to a reading: the moves, the drawn picture, what doubts would change."""
    return {
        "moves": move_records(found),
        "drawn": None if drawn is None else str(drawn),
        "otherwise": [
            {
                "where": case.where,
                "read": case.read,
                "other": case.other,
                "move": case.best.notation if case.best else None,
                "score": case.best.score if case.best else None,
            }
            for case in sensitivities
        ],
    }


def advice_record(advice: Advice, outlook: tuple[str, ...] = ()) -> Record:
    """The moves advised, how they were found, and swaps and passes with their rank from 1."""
    return {
        "moves": [
            gathered_record(Gathered(ranked.move, ranked.others)) | _found(ranked)
            for ranked in advice.turns
            if ranked.move
        ],
        "method": advice.method,
        "certain": advice.certain,
        "outlook": list(outlook),
        "others": [
            {"rank": rank, "turn": turn_text(ranked)} | _found(ranked)
            for rank, ranked in enumerate(advice.turns, start=1)
            if not ranked.move
        ],
    }


def _found(ranked: RankedTurn) -> Record:
    """The figures of a turn, rounded; those that were not computed are left out."""
    figures = {
        "equity": _rounded(ranked.equity, 2),
        "leave_value": _rounded(ranked.leave, 2),
        "win": _rounded(ranked.win, 4),
        "win_error": None if ranked.win is None else round(ranked.win_error, 4),
        "margin": _rounded(ranked.margin, 2),
        "why": ranked.why or None,
    }
    return {name: figure for name, figure in figures.items() if figure is not None}


def _rounded(figure: float | None, digits: int) -> float | None:
    return None if figure is None else round(figure, digits)


def game_records() -> list[Record]:
    """The games with their boards and languages; after them the path games, which have no boards.

    A path game without languages takes any, as its letters have no value.
    """
    from solver.paths import load_path_game, path_game_names

    boards = [
        {
            "game": name,
            "kind": "board",
            "title": load_game(name).title,
            "layouts": {each.name: f"{each.size}x{each.size}" for each in layouts(name)},
            "languages": [each.language for each in languages(name)],
        }
        for name in game_names()
    ]
    return boards + [
        {
            "game": name,
            "kind": "path",
            "title": (game := load_path_game(name)).title,
            "layouts": {},
            "languages": [each.language for each in game.languages],
        }
        for name in path_game_names()
    ]


def failure_record(failure: Failure) -> Record:
    """A failure."""
    return {
        "ok": False,
        "error": {
            "kind": failure.kind,
            "stage": failure.stage,
            "message": failure.message,
            "hint": failure.hint,
        },
    }
