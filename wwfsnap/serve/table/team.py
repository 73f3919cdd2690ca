"""Follows a game on the phone: the turns since the last picture, and the record.

Nothing of it is kept here: the page keeps the record, and sends it with the next picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from solver.game import ObservedGame, read_layout
from wwfsnap.play import GameChoice, follow, lines_since, notes_of, resume_text
from wwfsnap.terminal import Record
from wwfsnap.typed_boards import parse_position


@dataclass(frozen=True, slots=True)
class TeamJob:
    """A picture of a game that is followed.

    Attributes:
        record: The game up to the last picture, as GCG; '' to begin.
        choice: Game, layout, language and premium rows as they were read.
        board: The board in the picture.
        rack: The player's tiles there.
        scores: His points and those of the other; None where none are shown.
        words: The word list that the server was started with.
    """

    record: str
    choice: GameChoice
    board: str
    rack: str
    scores: tuple[int, int] | None
    words: Path | None = None


def follow_game(job: TeamJob) -> Record:
    """The game with what was played since; `wwfsnap play team --resume` can go on with the record.

    Raises:
        AnotherGame: The picture does not show a later board of it.
        SolverError: The board or the record cannot be read.
    """
    choice = job.choice
    rows = choice.premiums and read_layout("\n".join(choice.premiums))
    rules = replace(choice, premiums=rows or None).rules
    place, _ = parse_position(job.board, job.rack, rules)
    if not job.record:
        after, again, known = ObservedGame.of(place, job.scores or (0, 0)), False, 0
        begun = len(after.lines)
    else:
        resumed = resume_text(job.record, GameChoice())
        before = ObservedGame.resumed(resumed.record, resumed.game, "me")
        after, again = follow(before, place, job.scores)
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
        "lines": [
            {
                "mine": line.player == after.names[0],
                "text": text,
                "score": line.score,
                "total": line.total,
            }
            for line, text in lines_since(after.lines, begun, after.game)
        ],
    }
