"""Pictures that are in no file: from the clipboard or standard input."""

import io
import sys
from pathlib import Path

from PIL import Image, ImageGrab

from vision.errors import ImageTooLarge
from vision.imaging import MOST_BYTES, Screen
from wwfsnap.drawing import Target, encode_picture, place_picture
from wwfsnap.errors import ClipboardEmpty, ClipboardMissing, InputEmpty
from wwfsnap.outcome import Outcome, solve_data
from wwfsnap.pipeline import AnySolution, Settings, draw_best

NAME, STDIN = "clipboard", "stdin"
"""The names given to pictures that have none."""


def read_clipboard() -> bytes | list[str]:
    """The picture in the clipboard as a PNG file, or the names of the files that were copied.

    Raises:
        ClipboardMissing: There is no clipboard to be read.
        ClipboardEmpty: It holds no picture.
    """
    try:
        held = ImageGrab.grabclipboard()
        if isinstance(held, Image.Image):
            file = io.BytesIO()
            shown = held if held.mode in {"RGB", "RGBA", "L", "P"} else held.convert("RGB")
            shown.save(file, "PNG", compress_level=1, icc_profile=held.info.get("icc_profile"))
            return file.getvalue()
    except NotImplementedError as fault:
        raise ClipboardMissing(f"the clipboard cannot be read: {fault}") from None
    except Exception as fault:  # noqa: BLE001 - decoders and helpers raise nearly anything
        raise ClipboardEmpty(f"no picture can be read from the clipboard ({fault})") from None
    if not held:
        raise ClipboardEmpty("there is no picture in the clipboard")
    return held


def read_stdin() -> bytes:
    """The picture on standard input.

    Raises:
        InputEmpty: Nothing arrives there.
        ImageTooLarge: It has more bytes than any picture may.
    """
    if sys.stdin.isatty():
        raise InputEmpty("standard input is the terminal, so no picture can be read from it")
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if not data:
        raise InputEmpty("standard input is empty")
    if len(data) > MOST_BYTES:
        raise ImageTooLarge(f"{STDIN}: has more than {MOST_BYTES / 1e6:.0f} MB")
    return data


def solve_in_memory(data: bytes, name: str, settings: Settings, target: Target) -> Outcome:
    """Read and solve a picture that is in no file, and draw it into the current folder.

    The same picture solved again replaces its own drawing, and nothing else.
    """
    original = io.BytesIO(data)

    def draw(screen: Screen, solution: AnySolution) -> Path | None:
        pixels = draw_best(screen, solution)
        if pixels is None:
            return None
        drawn = encode_picture(pixels, original, target.suffix)
        return place_picture(drawn, Path(name), target, original)

    return solve_data(data, name, settings, draw)
