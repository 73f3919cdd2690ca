"""A game of the user against the program."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from solver.errors import RackError, SolverError
from solver.game import PASS, Player, Position, Rack, Tiles, Turn, without
from wwfsnap.errors import Exit, Failure
from wwfsnap.play.autosave import Autosave, run_saved
from wwfsnap.play.files import GameFiles
from wwfsnap.play.levels import Challenge
from wwfsnap.play.session import PROGRAM, GameSession
from wwfsnap.play.texts import (
    result_line,
    review,
    scores_line,
    settled_lines,
    suggestions,
    turn_line,
    unseen_line,
)
from wwfsnap.play.typed_commands import (
    TypedCommand,
    asked,
    command_loop,
    entered_number,
    entered_tiles,
)
from wwfsnap.ranking import RankingOptions
from wwfsnap.reporting import table_board
from wwfsnap.terminal import clear_screen, note, show, show_failure


@dataclass(frozen=True, slots=True)
class HintOptions:
    """The help the user gets during a game.

    Attributes:
        ranking: How `hint` ranks moves.
        top: How many it shows.
        review: Whether the end shows what was missed without asking first.
    """

    ranking: RankingOptions
    top: int
    review: bool


class AgainstProgram:
    """A game at the terminal.

    Args:
        session: The game.
        player: The program's player.
        hints: The help the user gets.
        files: Where the game is kept.
    """

    def __init__(
        self, session: GameSession, player: Player, hints: HintOptions, files: GameFiles
    ) -> None:
        self._session = session
        self._player = player
        self._hints = hints
        self._autosave = Autosave(files, session.text, "play --resume")
        names = session.history.names
        self._titles = {
            name: PROGRAM if place != session.me else "you" for place, name in enumerate(names)
        }
        self._commands = (
            TypedCommand(
                "", "8G WORD", "play across, or G8 WORD down; blanks in lower case", self._lay
            ),
            TypedCommand("", "WORD", "play a word that fits in one place only", self._lay),
            TypedCommand("", "m(r8,7,'word')", "the same in Fribble's notation", self._lay),
            TypedCommand("swap", "ABC", "swap tiles; ? is a blank", self._swap),
            TypedCommand("pass", "", "make no move", self._pass),
            TypedCommand("challenge", "", "challenge the program's last move", self._challenge),
            TypedCommand("hint", "[N]", "show the best moves", self._hint),
            TypedCommand(
                "board", "", "show board, scores and rack again", lambda _: self._show(again=True)
            ),
            TypedCommand("unseen", "", "list the unseen tiles", self._unseen),
            TypedCommand("undo", "", "undo your last move and the program's answer", self._undo),
        )

    def run(self) -> Exit:
        """Play until the game is over or the user stops."""
        return run_saved(self._play, self._autosave)

    def _play(self) -> None:
        if self._session.own_tiles and self._session.undealt and not self._dealt():
            return
        self._autosave.begin()
        self._answer()
        if not self._session.over:
            self._show()
        command_loop((*self._commands, self._autosave.command), lambda: self._session.over)
        if self._session.over:
            self._end()
        else:
            self._autosave.leave()

    def _show(self, *, again: bool = False) -> None:
        """Show board, scores and rack; with ``again`` also the last turns, if out of sight."""
        state = self._session.state
        self._show_board()
        titles = list(self._titles.values())
        for before, after in list(pairwise(self._session.history.states))[-2:] if again else ():
            if after.last is not None:
                show(turn_line(titles[before.turn], before, after.last))
        show(scores_line(titles, state.scores, len(state.bag)))
        show(f"your rack: {Rack(state.racks[self._session.me])}")

    def _show_board(self) -> None:
        """The board with the tiles of the turn made last."""
        state = self._session.state
        show(table_board(state.board, state.game, state.last.tiles if state.last else ()))

    def _dealt(self) -> bool:
        """Ask for the tiles that the user begins with; False where he gives none."""
        number = len(self._session.state.racks[self._session.me])
        show(f"type the {number} tiles you draw, ? for a blank")
        while True:
            line = asked("> ")
            if line is None:
                return False
            try:
                self._session.history.deal(self._session.me, self._tiles(line))
            except SolverError as error:
                show_failure(Failure.of(error))
            else:
                return True

    def _tiles(self, text: str) -> Tiles:
        """Tiles that the user typed; raises RackError where the game has none such."""
        state = self._session.state
        return Position(state.board, Rack.parse(text), state.game).rack.tiles

    def _take(self, turn: Turn) -> None:
        """Make the user's turn, and the answer."""
        state = self._session.state
        if not self._session.own_tiles or not state.draws(turn):
            self._session.take(turn)
        elif not self._drawn(turn):
            return
        self._autosave.keep()
        self._answer()
        if not self._session.over:
            self._show(again=clear_screen())

    def _drawn(self, turn: Turn) -> bool:
        """Make the user's turn with the tiles he says he draws; False where he takes it back."""
        state = self._session.state
        kept, number = without(state.racks[self._session.me], turn.used), state.draws(turn)
        show(
            f"you keep {Rack(kept) or 'nothing'}: type the {number} tiles you draw, or all the "
            "tiles you now have"
        )
        while True:
            line = asked("> ") or ""
            if not line.strip():
                note("the move is taken back")
                return False
            try:
                tiles = self._tiles(line)
                if len(tiles) > number:  # all he has now
                    tiles = without(tiles, kept)
                self._session.take(turn, tiles)
            except SolverError as error:
                show_failure(Failure.of(error))
            else:
                return True

    def _answer(self) -> None:
        """Make the program's turn, if it is on turn."""
        before = self._session.state
        made = self._session.answer(self._player)
        if made is None:
            return
        show(turn_line(PROGRAM, before, made))
        self._autosave.keep()

    def _lay(self, text: str) -> None:
        session = self._session
        unlisted = session.challenge is not Challenge.VOID
        tiles = entered_tiles(text, session.state.view, session.lexicon, unlisted=unlisted)
        move = session.move(tiles)
        turn = session.after_challenge(Turn.of(move))
        show(turn_line("you", session.state, turn))
        self._take(turn)

    def _swap(self, text: str) -> None:
        tiles = Rack.parse(text).tiles
        if not tiles:
            raise RackError("no tiles are given", hint="type swap ABC, ? for a blank")
        self._take(Turn("swap", swapped=tiles))

    def _pass(self, _text: str) -> None:
        self._take(PASS)

    def _challenge(self, _text: str) -> None:
        rule = self._session.challenge
        if self._session.challenge_last():
            show("not all words are in the list: the move is taken back")
        else:
            more = f": {PROGRAM} gets {rule.points} points" if rule.points else ""
            more = ": you lose your turn" if rule is Challenge.DOUBLE else more
            show(f"the words are in the list{more}")
        self._autosave.keep()
        self._answer()
        if not self._session.over:
            self._show()

    def _hint(self, text: str) -> None:
        view, top = self._session.state.view, entered_number(text, self._hints.top)
        show(*suggestions(view, self._session.lexicon, self._hints.ranking, top=top))

    def _unseen(self, _text: str) -> None:
        show(unseen_line(self._session.state.view))

    def _undo(self, _text: str) -> None:
        self._session.undo()
        self._autosave.keep()
        self._show(again=clear_screen())

    def _end(self) -> None:
        """Show who won, and what the user missed."""
        state = self._session.state
        self._show_board()
        show(*settled_lines(self._titles, self._session.history.lines()))
        show(result_line(list(self._titles.values()), state.scores))
        wanted = self._hints.review
        if not wanted:
            answer = asked("show the better moves that you missed? [y/N] ") or ""
            wanted = answer.strip().lower() in {"y", "yes"}
        if wanted:
            show(*review(self._session.review()))
