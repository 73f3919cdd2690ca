"""A game elsewhere as it stands: from its start, a board, a picture or a record."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from solver.game import ME, Board, ObservedGame, Position, Rack
from vision.imaging import decode_screen, read_picture
from wwfsnap.errors import UnreadableText
from wwfsnap.opencv import require_opencv
from wwfsnap.play.rules import GameChoice, resume_game
from wwfsnap.terminal import note, show
from wwfsnap.typed_boards import MOST_TEXT, plain_lines, read_typed

Shown = tuple[Position, tuple[int, int] | None]
"""A position, and the points of both if known, the user's first."""


def start_game(
    choice: GameChoice, words: Path | None, start: Path | None, resume: Path | None
) -> ObservedGame:
    """A game from its start, from a board or picture, or from a record.

    Args:
        choice: What the user chose.
        words: His word list, against which a picture is checked.
        start: A typed board, CGP, GCG, or a screenshot.
        resume: A record.

    Raises:
        SolverError: No such game, or the file does not contain one.
        VisionError: It is a picture that cannot be read.
        OwnPicture: It is one that wwfsnap drew.
        UnreadableText: The record cannot be read, or the file's text is too long.
    """
    if resume:
        again = resume_game(resume, choice)
        return ObservedGame.resumed(again.record, again.game, ME)
    if start is None:
        game = choice.load()
        return ObservedGame(game, Board.empty(game.size))
    place, scores = position_in(start, choice, words)
    return ObservedGame.of(place, scores or (0, 0))


def position_in(file: Path, choice: GameChoice, words: Path | None) -> Shown:
    """Board, rack and points in a screenshot, whose doubts are shown, or in a typed board.

    Args:
        file: The picture, or the text: a board, CGP or GCG.
        choice: The game, as far as it is known.
        words: The user's word list, against which a picture is checked.

    Raises:
        SolverError: The file's text is no board.
        VisionError: It is a picture that cannot be read.
        OwnPicture: It is one that wwfsnap drew.
        UnreadableText: It is too long.
    """
    data = read_picture(file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:  # no text, so a picture
        return _seen(data, file, choice, words)
    if len(text) > MOST_TEXT:
        raise UnreadableText(f"{file}: is too long for a board or a game")
    (board, rack, scores), game = read_typed(plain_lines(text), choice.rules)
    return Position(board, rack or Rack(()), game), scores


def _seen(data: bytes, file: Path, choice: GameChoice, words: Path | None) -> Shown:
    """The game in a picture; its reading and doubts are shown."""
    require_opencv()
    from wwfsnap.drawing import refuse_own
    from wwfsnap.pipeline import Settings, game_of, read_board
    from wwfsnap.reporting import doubt_lines, reading_lines

    refuse_own(BytesIO(data), str(file))
    settings = Settings(game=choice.game, language=choice.language, words=words)
    reading = read_board(decode_screen(data, str(file)), settings)
    show(reading_lines(reading))
    if reading.doubts:
        show(doubt_lines(reading.doubts))
        note("correct what is wrong with tile H8 E, rack LETTERS or score 120 98")
    place = Position(Board(reading.board_rows()), Rack(reading.rack_tiles()), game_of(reading))
    return place, reading.scores
