"""The turns between a game elsewhere as it was known and the next picture of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from solver.errors import PlacementError, SolverError
from solver.game import Board, Game, ObservedGame, Position, RecordedTurn, Square
from wwfsnap.errors import FrontDoorError
from wwfsnap.play.texts import made_text

Laid = tuple[tuple[Square, str], ...]
Turns = tuple[tuple[int, Laid], ...]
STRANGE = 1000
"""Misfit of an impossible rack, which outweighs any difference in points."""


class AnotherGame(FrontDoorError):
    """A picture shows another game than the one that is followed, or an earlier board of it."""

    stage = "request"
    default_hint = "start following that game again, or send a later picture"


def follow(
    before: ObservedGame, place: Position, scores: tuple[int, int] | None
) -> tuple[ObservedGame, bool]:
    """The game after what was played since, and whether its record had to begin again.

    Each player is assumed to have laid tiles at most once; where more was played, the record
    begins again at the board.

    Args:
        before: The game as the previous picture showed it.
        place: Board and rack of the next picture.
        scores: The points in it; None where it shows none.

    Raises:
        AnotherGame: The picture shows another game, or an earlier board.
    """
    same = before.board.size == place.board.size and before.game.name == place.game.name
    old = dict(before.board.tiles())
    if not same or any(place.board[square] != tile for square, tile in old.items()):
        raise AnotherGame("the picture shows another game, or an earlier board")
    new = tuple(each for each in place.board.tiles() if each[0] not in old)
    found = list(_guesses(before, new, place, scores))
    if not found:
        again = ObservedGame.of(replace(place, game=before.game), scores or before.scores)
        return again, True
    _, after = min(found, key=lambda guess: guess[0])
    if not after.over:
        with suppress(SolverError):  # an impossible rack: keep what was known
            after = after.with_rack(place.rack.tiles) if place.rack else after
        after = after if scores is None else after.with_scores(*scores)
    return after, False


def lines_since(
    lines: Sequence[RecordedTurn], begun: int, game: Game
) -> Iterator[tuple[RecordedTurn, str]]:
    """The lines from number ``begun`` on, each with its turn in the notation of the program."""
    board = Board.empty(game.size)
    for number, line in enumerate(lines):
        text = line.text
        if line.turn is not None and line.turn.kind == "lay":
            if number >= begun:
                text = made_text(board, game, line.turn)
            board = board.with_tiles(line.turn.tiles)
        if number >= begun:
            yield line, text


def _guesses(
    before: ObservedGame, new: Laid, place: Position, scores: tuple[int, int] | None
) -> Iterator[tuple[int, ObservedGame]]:
    """By which turns the new tiles may have come there: how badly each fits, the game after it."""
    for turns in _orders(new):
        after = before
        try:
            for player, tiles in turns:
                if len(tiles) > before.game.rack_size:
                    raise PlacementError("more tiles than a rack has")
                after = after.lay(player, tiles)
        except SolverError:
            continue
        misfit = 0
        if scores is not None:
            misfit = sum(abs(a - b) for a, b in zip(after.scores, scores, strict=True))
        if before.whole and before.rack and place.rack:
            laid = [
                tile if tile.isupper() else "?" for who, ts in turns if not who for _, tile in ts
            ]
            kept = Counter(before.rack) - Counter(laid)
            drawn = Counter(place.rack.tiles) - kept
            if kept - Counter(place.rack.tiles) or drawn.total() > len(laid):
                misfit += STRANGE
            elif laid and not Counter(place.rack.tiles) - Counter(before.rack):
                misfit += 1  # one hardly ever draws the same tiles as one laid
        yield misfit, after


def _orders(new: Laid) -> Iterator[Turns]:
    """Who may have laid which of the tiles, the likeliest first: the player, then the other."""
    if not new:
        yield ()
        return
    yield ((0, new),)
    yield ((1, new),)
    parts = [(one, tuple(each for each in new if each not in one)) for one in _parts(new)]
    orders = [order for one, other in parts for order in ((one, other), (other, one))]
    for first, second in ((0, 1), (1, 0)):
        yield from (((first, one), (second, other)) for one, other in orders)


def _parts(new: Laid) -> Iterator[Laid]:
    """Tiles that may be one of two turns: those of a row or column, or the first few of all."""
    found = {tuple(each for each in new if each[0].row == row) for row in {s.row for s, _ in new}}
    found |= {
        tuple(e for e in new if e[0].column == column) for column in {s.column for s, _ in new}
    }
    found |= {new[:end] for end in range(1, len(new))}
    yield from sorted(found - {new}, key=lambda part: (-len(part), part))
