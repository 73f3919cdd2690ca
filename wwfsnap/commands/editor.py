"""A text in, the text as the user corrected it in his own editor out."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from wwfsnap.errors import OutputUnwritable, UsageFault
from wwfsnap.typed_boards import read_text

USUAL = ("notepad",) if sys.platform == "win32" else ("sensible-editor", "nano", "vi")


def is_interactive() -> bool:
    """Whether a person sits at a terminal who can be asked."""
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
    raise UsageFault("no editor is known", "name one in EDITOR, or give --truth FILE")


def edit_text(text: str, name: str) -> str:
    """The text as the user leaves it in the editor.

    Args:
        text: To begin with.
        name: Of the file, for the editor's title and colours.

    Raises:
        UsageFault: There is no editor, or it failed.
        OutputUnwritable: There is no room for the text.
        UnreadableText: What the editor left is no text.
    """
    with tempfile.TemporaryDirectory(prefix="wwfsnap-") as folder:
        file = Path(folder) / name
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as fault:
            message = f"{file}: cannot be written ({fault.strerror})"
            raise OutputUnwritable(message, "make room there") from None
        command = find_editor()
        try:
            done = subprocess.run([*command, str(file)], check=False)  # noqa: S603 - the user's own
        except OSError as fault:
            raise UsageFault(
                f"{command[0]} cannot be started ({fault.strerror})",
                "name an editor in EDITOR, or give --truth FILE",
            ) from None
        if done.returncode:
            raise UsageFault(
                f"{command[0]} ended with status {done.returncode}", "nothing was changed"
            )
        return read_text(file)
