"""A game of the user against the program as values, shared by the terminal and the page.

Nothing is printed and nothing is written here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from solver.errors import PlacementError, RackError
from solver.game import (
    PASS,
    Gcg,
    History,
    Move,
    Player,
    Position,
    Rack,
    Square,
    State,
    Tiles,
    Turn,
    excess,
    legal_move,
    unknown_words,
    write_record,
)
from solver.solve import solve
from solver.words import Lexicon
from wwfsnap.errors import UsageFault
from wwfsnap.play.levels import Challenge, Level
from wwfsnap.play.rules import GameChoice, notes_of, resume_game
from wwfsnap.words import words_for

ME, PROGRAM = "me", "wwfsnap"
"""Nicknames of the user and of the program, in records."""
TRUST = 0.5
"""How often the weakest level accepts words that it does not know."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn of the user, and what he could have had.

    Attributes:
        before: The game before it.
        turn: What he did.
        best: The move of the most points; None where none fitted.
        behind: How many points more it brings than his turn.
    """

    before: State
    turn: Turn
    best: Move | None
    behind: int


class GameSession:
    """A game under way.

    Attributes:
        history: The game.
        me: Whether the user is the first player, 0, or the second, 1.
        level: How strong the program plays.
        lexicon: The words.
        challenge: What happens to words that are not in it.
        own_tiles: Whether the user draws tiles of his own, at a table, and names them.
        undealt: Whether he has yet to say which tiles he has at the start.
        seeded: Whether the seed can deal the whole game again.
        begun: The position it began at; None where it began with an empty board.
    """

    def __init__(
        self,
        history: History,
        own: str,
        choice: GameChoice,
        lexicon: Lexicon,
        *,
        own_tiles: bool = False,
        undealt: bool = False,
        seeded: bool = True,
        begun: Gcg | None = None,
    ) -> None:
        self.history = history
        self.me = history.names.index(own)
        self.level = choice.level or Level.EQUITY
        self.lexicon = lexicon
        self.challenge = choice.challenge or Challenge.VOID
        self.own_tiles = own_tiles
        self.undealt = undealt
        self.seeded = seeded and not own_tiles and begun is None
        self.begun = begun

    @property
    def state(self) -> State:
        """The game now."""
        return self.history.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def mine(self) -> bool:
        """Whether the user is on turn."""
        return not self.over and self.state.turn == self.me

    def text(self) -> str:
        """The game as GCG, with the notes needed to go on with it."""
        history, game = self.history, self.state.game
        notes = notes_of(
            game,
            history.seed,
            self.level,
            challenge=self.challenge,
            own_tiles=self.own_tiles,
            begun=self.begun,
            over=self.over,
        )
        return history.text(notes)

    def move(self, tiles: Sequence[tuple[Square, str]]) -> Move:
        """The user's move that lays some tiles; raises as `legal_move`."""
        self._check_turn()
        lexicon = self.lexicon if self.challenge is Challenge.VOID else None
        return legal_move(self.state.view.position, tiles, lexicon)

    def after_challenge(self, turn: Turn) -> Turn:
        """The user's turn after the program has decided whether to challenge it.

        It challenges all words that are not in the list, except that the weakest level accepts them
        every other time.
        """
        states = self.history.states
        chance = random.Random(f"{self.history.seed} {len(states)}")  # noqa: S311 - no secret
        trusts = self.level is Level.EASY and chance.random() < TRUST
        phoney = not trusts and self._unknown(self.state, turn)
        return Turn.withdrawn(turn) if phoney else turn

    @property
    def may_challenge(self) -> bool:
        """Whether the user may challenge the turn made last."""
        laid = self.mine and len(self.history.states) > 1 and self.state.last
        return bool(self.challenge is not Challenge.VOID and laid and laid.tiles and not laid.bonus)

    def challenge_last(self) -> bool:
        """Challenge the program's last move; True where it was taken back.

        Raises:
            UsageFault: There is nothing to challenge.
        """
        last = self.state.last
        if self.challenge is Challenge.VOID:
            raise UsageFault(
                "in this game words are checked before they are played, so there is nothing to "
                "challenge",
                "start a game with --challenge to play without that check",
            )
        if not self.may_challenge or last is None:
            raise UsageFault("the program has made no move that can be challenged")
        phoney = self._unknown(self.history.states[-2], last)
        if phoney or self.challenge.points:
            changed = Turn.withdrawn(last) if phoney else last._replace(bonus=self.challenge.points)
            self.history.back()
            self.history.take(changed)
        elif self.challenge is Challenge.DOUBLE:
            self.history.take(PASS)
        return phoney

    def _unknown(self, before: State, turn: Turn) -> bool:
        """Whether a turn forms words that are not in the list."""
        return bool(
            turn.tiles and unknown_words(before.board, before.game, turn.tiles, self.lexicon)
        )

    def take(self, turn: Turn, drawn: Tiles | None = None) -> None:
        """Make the user's turn; raises as `State.after`."""
        self._check_turn()
        self.history.take(turn, drawn)

    def answer(self, player: Player) -> Turn | None:
        """Make the program's turn; None where it is not on turn."""
        state = self.state
        if state.over or self.mine:
            return None
        turn = player.choose(state.view)
        self.history.take(turn)
        return turn

    def undo(self) -> None:
        """Undo the user's last turn, and the answer.

        Raises:
            UsageFault: He has made none.
        """
        states = self.history.states
        turns = [place for place, each in enumerate(states[:-1]) if each.turn == self.me]
        if not turns:
            raise UsageFault("you have no move to undo")
        while len(states) > turns[-1] + 1:
            self.history.back()

    def review(self) -> Iterator[ReviewedTurn]:
        """The user's turns, each compared with the move of the most points there was."""
        for before, after in pairwise(self.history.states):
            if before.turn != self.me or after.last is None:
                continue
            best = next(iter(solve(before.view.position, self.lexicon, top=1)), None)
            most = best.score if best else 0
            yield ReviewedTurn(before, after.last, best, max(0, most - after.last.score))

    def _check_turn(self) -> None:
        """Check that the user is on turn.

        Raises:
            PlacementError: He is not.
        """
        if self.over:
            raise PlacementError("the game is over")
        if not self.mine:
            raise PlacementError("it is not your turn")


def new_session(
    choice: GameChoice, words: Path | None, *, program_first: bool = False, own_tiles: bool = False
) -> GameSession:
    """A new game.

    Args:
        choice: What the user chose.
        words: His word list; None for that of the language.
        program_first: Whether the program begins.
        own_tiles: Whether the user names the tiles that he draws.

    Raises:
        SolverError: No such game, or no words for it.
    """
    names = (PROGRAM, ME) if program_first else (ME, PROGRAM)
    game = choice.load()
    lexicon = words_for(game.language, words, game)
    history = History(names, game, choice.dealing_seed())
    return GameSession(history, ME, choice, lexicon, own_tiles=own_tiles, undealt=True)


def session_at(
    place: Position,
    scores: tuple[int, int],
    choice: GameChoice,
    words: Path | None,
    *,
    program_first: bool = False,
) -> GameSession:
    """A game that goes on from a position, such as that of a screenshot.

    Args:
        place: The board and the user's tiles; without tiles he is dealt some.
        scores: His points and those of the program.
        choice: Seed and level that he chose.
        words: His word list; None for that of the language.
        program_first: Whether the program is on turn.

    Raises:
        RackError: There are not so many tiles.
        SolverError: No words for the game.
    """
    if more := excess(place):
        raise RackError(f"board and rack have more of these tiles than the game: {' '.join(more)}")
    game = place.game
    bare = Position(place.board, Rack(()), game)
    names = (PROGRAM, ME) if program_first else (ME, PROGRAM)
    text = write_record(bare, scores[::-1] if program_first else scores, names)
    players = Gcg.parse(text, size=game.size).players
    if place.rack:
        text += f"#rack{players.index(ME) + 1} {place.rack}\n"
    begun = Gcg.parse(text, size=game.size)
    lexicon = words_for(game.language, words, game)
    history = History.begun_at(begun, game, choice.dealing_seed(), (players[0], players[1]))
    return GameSession(history, ME, choice, lexicon, begun=begun)


def resumed_session(
    file: Path, choice: GameChoice, words: Path | None, *, own_tiles: bool = False
) -> GameSession:
    """A game that goes on; what the user chose takes precedence over what the record says.

    Args:
        file: The record.
        choice: What the user chose.
        words: His word list; None for that of the language.
        own_tiles: Whether the user names the tiles that he draws.

    Raises:
        UnreadableText: The file cannot be read.
        SolverError: It is no record of such a game, or there are no words for it.
    """
    again = resume_game(file, choice)
    own_tiles = own_tiles or again.own_tiles
    history = History.resumed(
        again.record,
        again.game,
        again.choice.dealing_seed(),
        own=ME,
        other=PROGRAM,
        typed=own_tiles,
        begun=again.begun,
    )
    own = ME if ME in history.names else history.on_turn
    held = dict(zip(again.record.players, again.record.racks, strict=True))
    lexicon = words_for(again.game.language, words, again.game)
    return GameSession(
        history,
        own,
        again.choice,
        lexicon,
        own_tiles=own_tiles,
        undealt=not held.get(own),
        seeded=again.choice.seed is not None,
        begun=again.begun,
    )
