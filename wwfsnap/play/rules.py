"""The rules of a game, from what the user chose; and the note that saves them in a record."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from solver.game import RANDOM_LAYOUT, Game, Gcg
from wwfsnap.errors import UnreadableText
from wwfsnap.play.files import OVER
from wwfsnap.play.levels import Challenge, Level
from wwfsnap.typed_boards import RECORDED, Rules, read_text

_NOTE = re.compile(
    RECORDED + r"(?:, seed (\d{1,4000}))?(?:, level (\w+))?(?:, challenge (\w+))?(, own tiles)?$",
    re.MULTILINE,
)
_BEGUN = re.compile(r"^#note begun after (\d{1,9}) turns(?:, rack(\d) (\S+))?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class GameChoice:
    """What the user chose; None where he leaves it to the record or to what is usual.

    Attributes:
        game: Name of the game.
        layout: Name of the board.
        language: Language code.
        seed: What deals the tiles.
        level: How strong the program plays.
        premiums: Rows of premium squares where they are not those of a layout.
        challenge: What happens to words that are not in the list.
        values: Points of letters where they are not the game's own.
    """

    game: str | None = None
    layout: str | None = None
    language: str | None = None
    seed: int | None = None
    level: Level | None = None
    premiums: tuple[str, ...] | None = None
    challenge: Challenge | None = None
    values: Mapping[str, int] | None = None

    def dealing_seed(self) -> int:
        """The seed; where none was chosen a random one, short enough to type."""
        return secrets.randbelow(10**6) if self.seed is None else self.seed

    @property
    def rules(self) -> Rules:
        """The rules for reading its boards."""
        return Rules(self.game, self.layout, self.language, self.premiums, self.values)

    def load(self) -> Game:
        """The game; raises as `load_game`."""
        return self.rules.load()


@dataclass(frozen=True, slots=True)
class ResumedGame:
    """A game that goes on.

    Attributes:
        record: The game so far.
        game: Its rules.
        choice: What dealt it, how strong the program plays and what happens to words that are not
            in the list, as far as that is known.
        own_tiles: Whether the user names the tiles that he draws.
        begun: The position it began at; None where it began with an empty board.
    """

    record: Gcg
    game: Game
    choice: GameChoice
    own_tiles: bool
    begun: Gcg | None = None


def notes_of(
    game: Game,
    seed: int | None = None,
    level: Level | None = None,
    *,
    challenge: Challenge = Challenge.VOID,
    own_tiles: bool = False,
    begun: Gcg | None = None,
    over: bool = False,
) -> list[str]:
    """The notes that a record needs so that the game can go on.

    Args:
        game: Its rules.
        seed: What dealt it, if the program did.
        level: How strong the program plays, if it does.
        challenge: What happens to words that are not in the list.
        own_tiles: Whether the user names the tiles that he draws.
        begun: The position it began at, if it did not begin with an empty board.
        over: Whether it has ended; by some rules no tiles are settled then.
    """
    rules = f"game {game.name}, layout {game.layout}, language {game.language}"
    rules += "" if seed is None else f", seed {seed}"
    rules += f", level {level}" if level else ""
    rules += "" if challenge is Challenge.VOID else f", challenge {challenge}"
    rules += ", own tiles" if own_tiles else ""
    notes = [f"wwfsnap play: {rules}"]
    if game.layout == RANDOM_LAYOUT:
        notes.append("premiums " + "/".join(game.premiums))
    if game.own_values is not None:
        values = (f"{letter}={value}" for letter, value in game.own_values.items())
        notes.append("values " + " ".join(values))
    if begun:
        held = [
            f", rack{number} {rack}" for number, rack in enumerate(begun.racks, start=1) if rack
        ]
        notes.append(f"begun after {len(begun.turns)} turns{''.join(held)}")
    if over:
        notes.append(OVER)
    return notes


def resume_game(file: Path, choice: GameChoice) -> ResumedGame:
    """The game in a GCG file; raises as `resume_text`, or UnreadableText."""
    text = read_text(file)
    if not text.strip():
        raise UnreadableText(f"{file}: is empty", "give the record of a game")
    return resume_text(text, choice)


def resume_text(text: str, choice: GameChoice) -> ResumedGame:
    """The game in a GCG text; what the user chose takes precedence over what it says.

    Raises:
        SolverError: It is no record of such a game.
    """
    noted, game = noted_choice(text) or GameChoice(), choice.rules.noted_in(text).load()
    return ResumedGame(
        Gcg.parse(text, size=game.size),
        game,
        GameChoice(
            seed=noted.seed if choice.seed is None else choice.seed,
            level=choice.level or noted.level,
            challenge=choice.challenge or noted.challenge,
        ),
        names_own_tiles(text),
        _begun(text, game.size),
    )


def _begun(text: str, size: int) -> Gcg | None:
    """The position that a game began at, by the note in its record; None without a note."""
    note = _BEGUN.search(text)
    if note is None:
        return None
    lines = [line for line in text.splitlines() if not line.startswith(("#rack", ">"))]
    turns = [line for line in text.splitlines() if line.startswith(">")]
    rack = [f"#rack{note[2]} {note[3]}"] * bool(note[3])
    return Gcg.parse("\n".join([*lines, *turns[: int(note[1])], *rack]), size=size)


def noted_choice(text: str) -> GameChoice | None:
    """What the note in a record says; None without a note."""
    note = _NOTE.search(text)
    if note is None:
        return None
    level = Level(note[5]) if note[5] in set(Level) else None
    challenge = Challenge(note[6]) if note[6] in set(Challenge) else None
    seed = int(note[4]) if note[4] else None
    return GameChoice(note[1], note[2], note[3], seed, level, challenge=challenge)


def names_own_tiles(text: str) -> bool:
    """Whether the note in a record says that the user names the tiles that he draws."""
    note = _NOTE.search(text)
    return bool(note and note[7])
