"""The picture in the clipboard, where a screenshot goes that was not saved."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageGrab

from vision.screen import Screen
from wwfsnap.encode import encode_picture
from wwfsnap.errors import ClipboardEmpty, ClipboardMissing
from wwfsnap.outcome import Outcome, solve_data
from wwfsnap.output import Target, place_picture
from wwfsnap.pipeline import Settings, Solved, draw_best

NAME = "clipboard"


def clipped() -> bytes | list[str]:
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
        raise ClipboardEmpty(f"the clipboard gives no picture ({fault})") from None
    if not held:
        raise ClipboardEmpty("the clipboard holds no picture")
    return held


def solve_clipped(data: bytes, name: str, settings: Settings, target: Target) -> Outcome:
    """Read and solve a picture of the clipboard, and draw it into the current folder.

    The same picture solved again replaces its own drawing, and nothing else.
    """
    original = io.BytesIO(data)

    def draw(screen: Screen, solution: Solved) -> Path | None:
        pixels = draw_best(screen, solution)
        if pixels is None:
            return None
        drawn = encode_picture(pixels, original, target.suffix)
        return place_picture(drawn, Path(name), target, original)

    return solve_data(data, name, settings, draw)
