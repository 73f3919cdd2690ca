"""A game followed on the phone and its next picture in, the turns since and the record out.

Nothing of it stays here: the page keeps the record, and sends it with the next picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from solver.game import USUAL_GAME, Board, Game, ObservedGame, RecordedTurn, read_layout
from wwfsnap.errors import FrontDoorError
from wwfsnap.play import GameChoice, follow, made_text, notes_of, resume_text
from wwfsnap.reporting import Record
from wwfsnap.typed_boards import Rules, parse_position


class AnotherGame(FrontDoorError):
    """A picture shows another game than the one that is followed, or an earlier board of it."""

    kind = "another-game"
    stage = "request"
    default_hint = "follow that game anew, or send a later picture"


@dataclass(frozen=True, slots=True)
class TeamJob:
    """A picture of a game that is followed.

    Attributes:
        record: The game up to the picture before, as GCG; '' to begin.
        choice: Game, layout, language and premium rows as they were read.
        board: The board that the picture shows.
        rack: The player's tiles there.
        scores: His points and those of the other; None where none are shown.
        words: The word list of whoever started the server.
    """

    record: str
    choice: GameChoice
    board: str
    rack: str
    scores: tuple[int, int] | None
    words: Path | None = None


def follow_game(job: TeamJob) -> Record:
    """The game with what was played since; the record goes on in `wwfsnap play team --resume`.

    Raises:
        AnotherGame: The picture does not show a later board of it.
        SolverError: The board or the record cannot be read.
    """
    choice = job.choice
    rows = choice.premiums and read_layout("\n".join(choice.premiums))
    rules = Rules(choice.game or USUAL_GAME, choice.layout, choice.language, rows or None)
    place = parse_position(job.board, job.rack, rules)
    if not job.record:
        after, again, known = ObservedGame.of(place, job.scores or (0, 0)), False, 0
        begun = len(after.lines)
    else:
        resumed = resume_text(job.record, GameChoice())
        before = ObservedGame.resumed(resumed.record, resumed.game, "me")
        found = follow(before, place, job.scores)
        if found is None:
            raise AnotherGame("the picture shows another game, or an earlier board")
        after, again = found
        known = 0 if again else len(before.lines)
        begun = len(after.lines) if again else len(resumed.begun.turns) if resumed.begun else 0
    notes = [*notes_of(after.game), f"begun after {begun} turns"]
    return {
        "ok": True,
        "record": after.text(notes),
        "again": again,
        "over": after.over,
        "scores": list(after.scores),
        "new": len(after.lines) - max(known, begun),
        "lines": _lines(after.lines, begun, after.names[0], after.game),
    }


def _lines(lines: Sequence[RecordedTurn], begun: int, own: str, game: Game) -> list[Record]:
    """The turns since the first picture, words whole."""
    board, found = Board.empty(game.size), []
    for number, line in enumerate(lines):
        text = line.text
        if line.turn is not None and line.turn.kind == "lay":
            if number >= begun:
                text = made_text(board, game, line.turn)
            board = board.with_tiles(line.turn.tiles)
        if number >= begun:
            mine = line.player == own
            found.append({"mine": mine, "text": text, "score": line.score, "total": line.total})
    return found
