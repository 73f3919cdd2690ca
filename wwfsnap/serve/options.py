"""Options of a request, checked; an unknown field is an error."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from vision.corrections import NOTHING_CORRECTED, Corrections
from vision.errors import CorrectionUnusable
from wwfsnap.pipeline import Settings
from wwfsnap.ranking import LONGEST_RACK, MOST_LEAD, By, RankingOptions
from wwfsnap.serve.faults import Refused
from wwfsnap.serve.limits import Limits

T = TypeVar("T")
U = TypeVar("U")

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,12}){0,3}")
MOST_MOVES = 1000
LONGEST_CORRECTION = 5_000
LONGEST_MOVE = 200
TRUE, FALSE = {"true", "1"}, {"false", "0"}

OptionValue = str | int | float | bool | None
"""An option as it is sent: text from a query or a form, any of these from JSON."""


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """What is asked for.

    Attributes:
        settings: As for the command line.
        name: The picture's name in the answer.
        more: Whether the answer contains what a page needs to draw it.
        lead: On a typed board, the player's points less those of the other; None for what the
            text says.
        left: On a typed board, the letters left in the bag; None where that is not known.
        longest: On a typed board, the most tiles on the rack; 0 for as many as the game's.
        move: The move or word to draw, in the notation of answers; empty for the best.
    """

    settings: Settings
    name: str = "picture"
    more: bool = False
    lead: int | None = None
    left: int | None = None
    longest: int = 0
    move: str = ""


def parse_options(
    fields: Mapping[str, OptionValue], limits: Limits, words: Path | None, *, typed: bool
) -> RequestOptions:
    """The options in a request.

    Args:
        fields: Option by name; one that is empty or None counts as not given.
        limits: What may be asked for.
        words: The word list that the server was started with.
        typed: Whether they belong to a typed board rather than to a picture.

    Raises:
        Refused: One is unknown, or not of its type.
    """
    given = {name: value for name, value in fields.items() if value is not None and value != ""}
    read = _OptionReader(given)
    ranking = RankingOptions(
        read("by", By.SCORE, _by),
        read("seconds", min(10.0, limits.thinking), _number(0.1, limits.thinking)),
        read("why", False, _truth),  # noqa: FBT003 - the value where it is not given
        read("all_places", False, _truth),  # noqa: FBT003 - the same
    )
    settings = Settings(
        game=read("game", None, _matching(NAME)),
        theme=read("theme", None, _matching(NAME)),
        language=read("language", None, _matching(LANGUAGE)),
        words=words,
        top=read("top", 10, _whole(0, MOST_MOVES)),
        ranking=ranking,
        corrected=NOTHING_CORRECTED if typed else read("correct", NOTHING_CORRECTED, _corrections),
    )
    options = RequestOptions(
        settings,
        name=read("name", "", _file_name) or "picture",
        more=read("more", False, _truth),  # noqa: FBT003 - the value where it is not given
        lead=read("lead", None, _whole(-MOST_LEAD, MOST_LEAD)) if typed else None,
        left=read("letters_left", None, _whole(0, 999)) if typed else None,
        longest=read("rack_size", 0, _whole(1, LONGEST_RACK)) if typed else 0,
        move="" if typed else read("move", "", _text),
    )
    if read.left_over:
        names = ", ".join(sorted(read.left_over))
        raise Refused(f"unknown options: {names}")
    return options


class _OptionReader:
    """Reads options one by one and knows which are left."""

    def __init__(self, given: Mapping[str, OptionValue]) -> None:
        self._given = given
        self.left_over = set(given)

    def __call__(self, name: str, usual: U, kind: Callable[[OptionValue], T]) -> T | U:
        self.left_over.discard(name)
        if name not in self._given:
            return usual
        try:
            return kind(self._given[name])
        except (ValueError, TypeError) as fault:
            raise Refused(f"{name}: {fault}") from None


def _by(value: OptionValue) -> By:
    if value not in list(By):
        raise ValueError(f"must be one of {', '.join(By)}")
    return By(value)


def _truth(value: OptionValue) -> bool:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str) or value not in TRUE | FALSE:
        raise ValueError("must be true or false")
    return value in TRUE


def _whole(least: int, most: int) -> Callable[[OptionValue], int]:
    number = _number(least, most)

    def read(value: OptionValue) -> int:
        found = number(value)
        if found != int(found):
            raise ValueError("must be a whole number")
        return int(found)

    return read


def _number(least: float, most: float) -> Callable[[OptionValue], float]:
    def read(value: OptionValue) -> float:
        words = f"must be a number from {least:g} to {most:g}"
        try:
            found = math.nan if isinstance(value, bool | None) else float(value)
        except (ValueError, OverflowError):
            found = math.nan
        if not least <= found <= most:
            raise ValueError(words)
        return found

    return read


def _matching(form: re.Pattern[str]) -> Callable[[OptionValue], str]:
    def read(value: OptionValue) -> str:
        if not isinstance(value, str) or not form.fullmatch(value):
            raise ValueError("must be letters and digits, with hyphens between them")
        return value

    return read


def _corrections(value: OptionValue) -> Corrections:
    if not isinstance(value, str) or len(value) > LONGEST_CORRECTION:
        raise ValueError("must be a text such as H8=E, rack 3=?")
    try:
        return Corrections.parse(value)
    except CorrectionUnusable as fault:
        raise ValueError(f"{fault}; {fault.hint}") from None


def _text(value: OptionValue) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_MOVE:
        raise ValueError("must be a move as written in answers, such as H8 QUIZ")
    return value


def _file_name(value: OptionValue) -> str:
    """The last part of a file's name, without control characters."""
    if not isinstance(value, str):
        raise TypeError("must be a text")
    last = re.split(r"[/\\]", value)[-1]
    return "".join(sign for sign in last if sign.isprintable())[:100]
