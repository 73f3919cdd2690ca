"""A position written as a GCG game that leads to it, for programs that take nothing else.

A picture does not tell in which order the tiles came down. The record lays every word of the
board in some order that the rules of notation allow, without points, and says so in a note.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.game.board import Board, Position, Square, tile_text

ME, OTHER = "me", "other"
Run = tuple[Square, bool, tuple[str, ...]]


def write_record(position: Position, scores: tuple[int, int] = (0, 0)) -> str:
    """The record, with the rack of the player on turn; `Gcg.parse` plays it through.

    Args:
        position: Board and rack.
        scores: Points of the player on turn and of the other one.
    """
    turns = list(_turns(position.board, position.game.start))
    order = [OTHER, ME] if len(turns) % 2 else [ME, OTHER]
    totals = {ME: scores[0], OTHER: scores[1]}
    lines = [f"#player{number} {name} {name}" for number, name in enumerate(order, start=1)]
    lines.append("#note the board as it lies; order and points of the turns are not known")
    for number, turn in enumerate(turns):
        name = order[number % 2]
        total = totals[name] if number >= len(turns) - 2 else 0
        lines.append(f">{name}: {turn} +0 {total}")
    if position.rack.tiles:
        lines.append(f"#rack{order.index(ME) + 1} {position.rack}")
    return "\n".join(lines) + "\n"


def _turns(board: Board, start: Square) -> Iterator[str]:
    """A rack's worth of `?`, place and word for each run of tiles, none laid twice."""
    lies: set[Square] = set()
    lonely = [(square, True, (tile,)) for square, tile in board.tiles()]
    left: list[Run] = [*board.runs(), *lonely]
    while runs := [run for run in left if not lies.issuperset(_squares(run))]:

        def fits(run: Run) -> tuple[bool, bool, int, int]:
            squares = _squares(run)
            touches = not lies.isdisjoint(squares) or (not lies and start in squares)
            new = len([square for square in squares if square not in lies])
            return not touches, len(squares) == 1, new, squares[0].row

        run = min(runs, key=fits)
        squares = _squares(run)
        yield _turn(run, lies)
        lies.update(squares)
        left = runs


def _squares(run: Run) -> list[Square]:
    first, across, tiles = run
    steps = range(len(tiles))
    if across:
        return [Square(first.row, first.column + step) for step in steps]
    return [Square(first.row + step, first.column) for step in steps]


def _turn(run: Run, lies: set[Square]) -> str:
    """The tiles laid, place and word, tiles that lie there already as dots."""
    first, across, tiles = run
    place = f"{first.row + 1}{first.name[0]}" if across else first.name
    cells = list(zip(_squares(run), tiles, strict=True))
    laid = "".join(
        tile_text(tile) if tile.isupper() else "?" for square, tile in cells if square not in lies
    )
    word = "".join("." if square in lies else tile_text(tile) for square, tile in cells)
    return f"{laid} {place} {word}"
