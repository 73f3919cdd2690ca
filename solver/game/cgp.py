"""CGP, the one-line text of a position that Macondo and Woogles exchange.

The rows with the length of each empty run in digits, separated by `/`; both racks, the player's
on turn first; both scores; turns without points; options, each closed by a semicolon:
`15/15/.../15 AEINRST/ 0/0 0 lex NWL23;`. Tiles of several letters stand in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from solver.errors import NotationError
from solver.game.board import Board, Rack

_CELL = re.compile(r"(?P<empty>[1-9]\d?)|\[(?P<several>[^\]\[]+)\]|(?P<one>[^\W\d_])")
_MISSING = ("/", "0/0", "0", "")
_HINT = "write rows/with/digits/for/empty/squares rack/ score/score 0"


@dataclass(frozen=True, slots=True)
class Cgp:
    """A position in CGP.

    Attributes:
        board: The board.
        racks: The rack of the player on turn, then the other's; empty where it is not known.
        scores: In the order of the racks.
        scoreless: Turns without points in a row.
        options: Pairs of a code such as `lex` and its text, as they stand.
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
            NotationError: A field is not of its form.
            BoardTextError: The rows do not make a square board.
            RackError: A rack holds something that is no tile.
        """
        fields = text.split(maxsplit=4)
        if not fields:
            raise NotationError("an empty text is not CGP", hint=_HINT)
        rows, racks, scores, zeros, rest = [*fields, *_MISSING[len(fields) - 1 :]]
        try:
            points = tuple(int(score) for score in scores.split("/"))
            scoreless = int(zeros)
        except ValueError:
            raise NotationError(f"{scores} {zeros} are not scores", hint=_HINT) from None
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
        raise NotationError(f"{row[end]!r} does not belong into the CGP row {row}", hint=_HINT)
