"""A game in the terminal is saved after every turn, whatever happens."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

from wwfsnap.errors import Exit, Failure, OutputUnwritable
from wwfsnap.play.files import MOST_FINISHED, GameFiles, prune
from wwfsnap.play.typed_commands import TypedCommand, entered_file
from wwfsnap.terminal import note, show, show_failure


class Autosave:
    """Keeps a game after every turn, and saves it where the user wants.

    Attributes:
        command: What the user types to save it.

    Args:
        files: The files that may be written.
        text: Gives the game so far.
        resume: The command that continues it, without the file's name.
    """

    def __init__(self, files: GameFiles, text: Callable[[], str], resume: str) -> None:
        self._files = files
        self._text = text
        self._resume = resume
        self._reported = False
        self.command = TypedCommand(
            "save", "FILE.gcg", "save the game so far to a file", self._save
        )

    def begin(self) -> None:
        """Keep the game for the first time and show where."""
        self.keep()
        if kept := self._files.kept:
            show(f"the game is saved in {kept}")
            if removed := prune(kept.parent, kept):
                old = f"{removed} finished game{'s' * (removed > 1)}"
                note(f"removed {old} from {kept.parent}; the newest {MOST_FINISHED} are kept")
        show("type help for a list of commands")

    def keep(self) -> None:
        """Keep the game; a failure is reported once, and the game goes on."""
        try:
            self._files.keep(self._text())
        except OutputUnwritable as error:
            if not self._reported:
                show_failure(Failure.of(error))
            self._reported = True

    def leave(self) -> None:
        """Show how to continue the game."""
        if self._files.kept:
            note(f"to continue: wwfsnap {self._resume} {self._files.kept}")

    def _save(self, text: str) -> None:
        path = entered_file(text, "save FILE.gcg")
        self._files.save(path, self._text())
        note(f"written to {path}")


def run_saved(play: Callable[[], None], autosave: Autosave) -> Exit:
    """Play to the end; if interrupted, show how to continue the game."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text are not understood
    try:
        play()
    except KeyboardInterrupt:
        autosave.leave()
        return Exit.INTERRUPTED
    return Exit.GOOD
