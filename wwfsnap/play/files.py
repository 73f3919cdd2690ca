"""The files of games: where a game is kept automatically, and where the user saves it.

A file that exists already is never overwritten, unless this session wrote it or began with it.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from solver.files import sweep_drafts, write_new, write_whole
from solver.folders import state_folder
from wwfsnap.errors import OutputTaken, OutputUnwritable, UsageFault, writing

MOST_FINISHED = 200
"""How many finished games are kept automatically: one a day for over half a year, 1 MB."""
BY_ITSELF = re.compile(r"\d{8}-\d{6}(-\d+)?\.gcg", re.ASCII)
"""Names of games that were kept automatically."""
OVER = "the game is over"
"""The note in the record of such a game."""
ROOM = "free some disk space there, or choose a file in a folder you may write to"
_SETTLED = re.compile(r">[^:]+: (\S+ )?\([^a-z)]*\) [+-]\d+ -?\d+$")


def games_folder() -> Path:
    """Where games are kept automatically; raises RuntimeError as `state_folder`."""
    return state_folder() / "games"


class GameFiles:
    """The files that one session may write.

    Attributes:
        kept: Where the game is kept automatically; None before that, and where it is impossible.

    Args:
        resumed: The record it began with; None for a new game.
        kept: The record of an automatically kept game that goes on in the same file.
    """

    def __init__(self, resumed: Path | None = None, *, kept: Path | None = None) -> None:
        self.kept = kept
        self._own = {os.path.realpath(resumed)} if resumed else set()

    def keep(self, text: str) -> Path:
        """Keep the game so far, in a file of its own in the user's state folder.

        Raises:
            OutputUnwritable: It cannot be written.
        """
        if self.kept is None:
            try:
                folder = games_folder()
            except RuntimeError as fault:
                raise OutputUnwritable(f"the game cannot be saved ({fault})", "") from None
            stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
            self.kept = new_file(folder, stamp, text)
        else:
            _write(self.kept, text)
        return self.kept

    def save(self, path: Path, text: str) -> None:
        """Write the game to a file that the user named.

        Raises:
            UsageFault: It is no name of a GCG file.
            OutputTaken: It exists and is not of this session.
            OutputUnwritable: It cannot be written.
        """
        if os.path.realpath(path) in self._own:
            _write(path, text)
            return
        check_free(path)
        if not _create(path, text):  # only just now
            raise _taken(path)
        self._own.add(os.path.realpath(path))


def prune(folder: Path, kept: Path) -> int:
    """Remove the oldest finished games beyond the newest ones, and return how many.

    Unfinished games stay, and so does every file that was not named automatically. Drafts that a
    killed run left are removed.

    Args:
        folder: Where games are kept automatically.
        kept: The game under way.
    """
    sweep_drafts(folder, "*.gcg")
    found = sorted(file for file in folder.glob("*.gcg") if BY_ITSELF.fullmatch(file.name))
    finished = [file for file in found if file != kept and _finished(file)]
    removed = 0
    for file in finished[: max(0, len(finished) - MOST_FINISHED)]:
        with suppress(OSError):  # then it stays until next time
            file.unlink()
            removed += 1
    return removed


def _finished(file: Path) -> bool:
    """Whether the file can be read, and is the record of a finished game."""
    try:
        return is_finished(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return False


def is_finished(text: str) -> bool:
    """Whether a record of ours says that the game is over, or how the tiles left were settled."""
    lines = text.splitlines()
    if f"#note {OVER}" in lines:
        return True
    played = [line for line in lines if line.startswith(">")]
    ours = any(line.startswith("#note wwfsnap play: ") for line in lines)
    return ours and bool(played) and _SETTLED.match(played[-1]) is not None


def check_free(path: Path) -> None:
    """Check that a new file of that name may be written.

    Raises:
        UsageFault: It is no name of a GCG file.
        OutputTaken: It exists already.
    """
    if path.suffix.lower() != ".gcg":
        raise UsageFault(f"{path}: is not the name of a GCG file", "use a name that ends in .gcg")
    if os.path.lexists(path):  # a link to nothing is there, too
        raise _taken(path)


def new_file(folder: Path, stem: str, text: str) -> Path:
    """Write a GCG file of that name; a name that is taken leads to the next number.

    Raises:
        OutputUnwritable: It cannot be written.
    """
    names = (f"{stem}.gcg" if number == 1 else f"{stem}-{number}.gcg" for number in count(1))
    return next(folder / name for name in names if _create(folder / name, text))


def _create(path: Path, text: str) -> bool:
    """Write a new file; False where the name is taken."""
    with writing(path, ROOM):
        return write_new(path, text.encode(), lasting=True)


def _write(path: Path, text: str) -> None:
    """Write a file of ours."""
    with writing(path, ROOM):
        write_whole(path, text.encode(), lasting=True)


def _taken(path: Path) -> OutputTaken:
    return OutputTaken(f"{path}: already exists", "choose another name")
