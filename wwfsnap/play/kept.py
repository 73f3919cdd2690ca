"""The games against the program in the folder of automatically kept games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wwfsnap.errors import FrontDoorError
from wwfsnap.play.files import BY_ITSELF, games_folder, is_finished
from wwfsnap.play.rules import names_own_tiles, noted_choice
from wwfsnap.play.session import ME, PROGRAM
from wwfsnap.typed_boards import read_text

_TOTAL = re.compile(r"^>([^:]+):.* (-?\d{1,9})$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """What is known of a kept game without replaying it.

    Attributes:
        name: Its file's name without the ending, which says when it began.
        game: Name of the game.
        layout: Name of its board.
        language: Language code.
        level: How strong the program plays.
        scores: Points of the user and of the program.
        over: Whether it has ended.
    """

    name: str
    game: str
    layout: str
    language: str
    level: str
    scores: tuple[int, int]
    over: bool


def kept_file(name: str) -> Path | None:
    """The file of a kept game; None where there is none of that name."""
    if not BY_ITSELF.fullmatch(f"{name}.gcg"):
        return None
    with suppress(RuntimeError):
        file = games_folder() / f"{name}.gcg"
        return file if file.is_file() else None
    return None


def kept_games(most: int) -> Iterator[KeptGame]:
    """The newest games against the program, the newest first; others are left out."""
    try:
        files = sorted(games_folder().glob("*.gcg"), reverse=True)
    except RuntimeError:  # a user without a home folder
        return
    for file in files:
        if most and BY_ITSELF.fullmatch(file.name) and (found := _kept(file)):
            most -= 1
            yield found


def _kept(file: Path) -> KeptGame | None:
    try:
        text = read_text(file)
    except FrontDoorError:
        return None
    choice = noted_choice(text)
    if choice is None or choice.seed is None or not (choice.game and choice.language):
        return None  # of a game elsewhere
    if names_own_tiles(text):
        return None  # the page cannot ask for them
    totals = {ME: 0, PROGRAM: 0}
    for player, total in _TOTAL.findall(text):
        if player not in totals:
            return None
        totals[player] = int(total)
    return KeptGame(
        file.stem,
        choice.game,
        choice.layout or "",
        choice.language,
        choice.level.value if choice.level else "",
        (totals[ME], totals[PROGRAM]),
        is_finished(text),
    )
