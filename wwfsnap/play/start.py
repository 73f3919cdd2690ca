"""A board, a picture or a record in, the game elsewhere as it stands out."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from solver.game import ME, Board, Cgp, ObservedGame, Position, Rack, read_board
from vision.imaging import decode_screen, read_picture
from wwfsnap.errors import UnreadableText
from wwfsnap.opencv import require_opencv
from wwfsnap.play.rules import USUAL, GameChoice, resume_game
from wwfsnap.reporting import note, show
from wwfsnap.typed_boards import CGP, MOST_TEXT, Rules


def start_game(
    choice: GameChoice, words: Path | None, start: Path | None, resume: Path | None
) -> ObservedGame:
    """A game from its start, from a board or picture, or from a record.

    Args:
        choice: What the user chose.
        words: His word list, which a picture is checked against.
        start: A typed board, CGP, GCG, or a screenshot.
        resume: A record.

    Raises:
        SolverError: No such game, or what stands in the file is none.
        VisionError: It is a picture that cannot be read.
        OwnPicture: It is one that wwfsnap drew.
        UnreadableText: The record cannot be read, or what stands in the file is too long.
    """
    if resume:
        again = resume_game(resume, choice)
        return ObservedGame.resumed(again.record, again.game, ME)
    if start is None:
        game = choice.load()
        return ObservedGame(game, Board.empty(game.size))
    data = read_picture(start)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:  # no text, so a picture
        return _seen(data, start, choice, words)
    if len(text) > MOST_TEXT:
        raise UnreadableText(f"{start}: is too long for a board or a game")
    return _typed(text, choice)


def _typed(text: str, choice: GameChoice) -> ObservedGame:
    """The game at a board that was typed."""
    board, rack = read_board(text, size=choice.load().size)
    scores = (0, 0)
    if CGP.match(text):
        given = Cgp.parse(text).scores
        scores = (given[0], given[1]) if len(given) == 2 else scores
    game = Rules(choice.game or USUAL, choice.layout, choice.language).for_size(board.size)
    return ObservedGame.of(Position(board, rack or Rack(()), game), scores)


def _seen(data: bytes, file: Path, choice: GameChoice, words: Path | None) -> ObservedGame:
    """The game in a picture, with its doubts."""
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
        note("what is wrong can be corrected: tile H8 E, rack LETTERS, score 120 98")
    place = Position(Board(reading.board_rows()), Rack(reading.rack_tiles()), game_of(reading))
    return ObservedGame.of(place, reading.scores or (0, 0))
