"""Lets the user correct a text in his own editor."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import typer

from wwfsnap.errors import UsageFault, writing
from wwfsnap.typed_boards import read_text

USUAL = ("notepad",) if sys.platform == "win32" else ("sensible-editor", "nano", "vi")


def is_interactive() -> bool:
    """Whether a person is at the terminal and can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def find_editor() -> list[str]:
    """The command that ``VISUAL`` or ``EDITOR`` names, or an editor that is usually there.

    Raises:
        UsageFault: There is none.
    """
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if named:
        return shlex.split(named, posix=sys.platform != "win32")
    for each in USUAL:
        if shutil.which(each):
            return [each]
    raise UsageFault(
        "no text editor was found", "set EDITOR to the command of one, or use --truth FILE"
    )


def edit_text(text: str, name: str) -> str:
    """The text as the user leaves it in the editor.

    Args:
        text: The text at the beginning.
        name: Of the file, for the editor's title and colours.

    Raises:
        UsageFault: There is no editor, or it cannot be started.
        Abort: It failed, and is not to be opened again.
        OutputUnwritable: There is no room for the text.
        UnreadableText: What the editor left is no text.
    """
    with tempfile.TemporaryDirectory(prefix="wwfsnap-") as folder:
        file = Path(folder) / name
        with writing(file, "free some disk space there"):
            file.write_text(text, encoding="utf-8")
        command = find_editor()
        while status := _ended(command, file):
            asked = f"{command[0]} ended with status {status}; open it again?"
            typer.confirm(asked, default=True, abort=True, err=True)
        return read_text(file)


def _ended(command: Sequence[str], file: Path) -> int:
    """Run the editor, and return its exit status."""
    try:
        return subprocess.run([*command, str(file)], check=False).returncode  # noqa: S603 - the user's own
    except OSError as fault:
        raise UsageFault(
            f"{command[0]} cannot be started ({fault.strerror})",
            "set EDITOR to the command of an editor, or use --truth FILE",
        ) from None
