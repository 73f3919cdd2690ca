"""Reading a position from a text in any notation; CGP is read and written here.

CGP is the one-line text of a position that Macondo and Woogles exchange: the rows with the length
of each empty run in digits, separated by `/`; both racks, that of the player on turn first; both
scores; turns without points; options, each closed by a semicolon:
`15/15/.../15 AEINRST/ 0/0 0 lex NWL23;`. Tiles of several letters stand in brackets.

A drawn board is read and written in `solver.game.board`, a move and a GCG game in
`solver.game.gcg`; `read_board` takes any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import normalize

from solver.errors import NotationError
from solver.game.board import Board, Rack

_CELL = re.compile(r"(?P<empty>[1-9]\d?)|\[(?P<several>[^\]\[]+)\]|(?P<one>[^\W\d_])")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_MISSING = ("/", "0/0", "0", "")
_HINT = "write rows/with/digits/for/empty/squares rack/ score/score 0"


@dataclass(frozen=True, slots=True)
class Cgp:
    """A position in CGP.

    Attributes:
        board: The board.
        racks: The rack of the player on turn, then the other's; empty where it is not known.
        scores: In the order of the racks.
        scoreless: How many turns without points were made in a row.
        options: Pairs of a code such as `lex` and its text, as written.
    """

    board: Board
    racks: tuple[Rack, ...] = (Rack(()), Rack(()))
    scores: tuple[int, ...] = (0, 0)
    scoreless: int = 0
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Cgp:
        """Read CGP; all but the board may be missing.

        Raises:
            NotationError: A field does not have its form.
            BoardTextError: The rows do not make a square board.
            RackError: A rack holds something that is no tile.
        """
        fields = normalize("NFC", text).split(maxsplit=4)
        if not fields:
            raise NotationError("the text is empty, so it is not CGP", hint=_HINT)
        rows, racks, scores, zeros, rest = [*fields, *_MISSING[len(fields) - 1 :]]
        try:
            points = tuple(map(_number, scores.split("/")))
            scoreless = _number(zeros)
        except ValueError:
            raise NotationError(
                f"{scores} {zeros} are not the scores of a CGP position", hint=_HINT
            ) from None
        options = (each.strip().partition(" ") for each in rest.split(";") if each.strip())
        return cls(
            board=Board(tuple(tuple(_cells(row)) for row in rows.split("/"))),
            racks=tuple(map(Rack.parse, racks.split("/"))),
            scores=points,
            scoreless=scoreless,
            options=tuple((code, value.strip()) for code, _, value in options),
        )

    def __str__(self) -> str:
        rows = "/".join(
            re.sub(r"\.+", lambda run: str(len(run[0])), line) for line in self.board.lines()
        )
        racks = "/".join(map(str, self.racks))
        scores = "/".join(map(str, self.scores))
        options = "".join(f" {code} {value};" for code, value in self.options)
        return f"{rows} {racks} {scores} {self.scoreless}{options}"


def _number(text: str) -> int:
    """A number; raises ValueError where it is none, or beyond any game's."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _cells(row: str) -> Iterator[str]:
    end = 0
    for found in _CELL.finditer(row):
        if found.start() != end:
            break
        end = found.end()
        if found["empty"]:
            yield from [""] * int(found["empty"])
        else:
            yield found["several"] or found["one"]
    if end != len(row):
        raise NotationError(f"{row[end]!r} does not belong in the CGP row {row}", hint=_HINT)


class BoardText(NamedTuple):
    """What a text holds.

    Attributes:
        board: The board.
        rack: The rack of the player on turn; None where the text does not say.
        scores: Points of the player on turn and of the other; None where it does not say.
    """

    board: Board
    rack: Rack | None
    scores: tuple[int, int] | None = None


def is_record(text: str) -> bool:
    """Whether a text looks like a GCG game, whose lines are turns and remarks."""
    return text.lstrip().startswith((">", "#"))


def read_board(text: str, *, size: int = 15) -> BoardText:
    """Read a board in whatever form it is written.

    Args:
        text: A drawn board, a row a line; the same rows in a single line, followed by a space and
            the rack if there is one; CGP; or a GCG game, whose turns are played through.
        size: Rows of the board of a GCG game, which does not say.

    Raises:
        BoardTextError: The text looks like a drawn board or CGP but its rows make no board.
        NotationError: The text looks like CGP or GCG but is not.
        RackError: The rack in it is none.
    """
    text = text.strip()
    if is_record(text):
        from solver.game.gcg import Gcg  # loaded only here, as it needs all the rules

        game = Gcg.parse(text, size=size)
        return BoardText(game.board, game.rack, game.standing)
    fields = text.split()
    if fields and "/" in fields[0]:
        cgp = Cgp.parse(text)
        own, *others = cgp.scores
        scores = (own, others[0]) if len(others) == 1 and len(fields) > 2 else None
        return BoardText(cgp.board, cgp.racks[0] if cgp.racks[0].tiles else None, scores)
    if len(fields) == 2 and "\n" not in text:
        return BoardText(Board.parse(fields[0]), Rack.parse(fields[1]))
    return BoardText(Board.parse(text), None)
