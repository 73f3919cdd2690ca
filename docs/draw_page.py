"""Draw the pictures of the pages: three phones side by side, and the table at a desk.

``python docs/draw_page.py``, with Chromium; look at them afterwards.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from os import environ
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sample_screens.truth import FOLDER  # noqa: E402 - of the checkout
from tests.shared.pages import chromium, ready, upload  # noqa: E402 - the same
from tests.shared.serving import Served, serving  # noqa: E402 - the same

PICTURES = ROOT / "docs" / "pictures"
NEW = {"game": "wwf", "level": "points", "seed": 3}
GAP = 24
QUALITY = 82


def main() -> None:
    """Draw them all."""
    environ["XDG_STATE_HOME"] = tempfile.mkdtemp()
    with serving() as served, chromium() as browser:
        phones = [
            _answer(_page(browser, 390, 844), served),
            _table(_page(browser, 390, 844, "dark"), served, 3),
            _clock(_page(browser, 390, 844), served),
        ]
        _write("page-phone.webp", phones)
        _write("page-desk.webp", [_table(_page(browser, 1280, 720), served, 6)])


def _page(browser: Browser, width: int, height: int, look: str = "light") -> Page:
    return browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if look == "dark" else "light",
        locale="en-GB",
        reduced_motion="reduce",
    )


def _answer(page: Page, served: Served) -> np.ndarray:
    """A picture with its best move."""
    page.goto(served.url)
    upload(ready(page), FOLDER / "wwf2-phone-two-colours.png")
    return _shot(page)


def _table(page: Page, served: Served, turns: int) -> np.ndarray:
    """A game after some turns, tiles laid for the next."""
    game = served.client.post("/api/play", json=NEW).json()["id"]
    page.goto(f"{served.url}/play#{game}")
    ready(page)
    for turn in range(turns):
        page.wait_for_selector("#mine.on")
        for _ in range(3):
            page.click("#do-hint:enabled")
        page.wait_for_selector("#lay:enabled")
        if turn < turns - 1:
            page.click("#lay")
            page.wait_for_selector(f"#score-sheet li:nth-child({2 * turn + 2})")
    page.mouse.move(0, 0)
    return _shot(page)


def _clock(page: Page, served: Served) -> np.ndarray:
    """Words against the clock, one being drawn."""
    page.goto(served.url + "/clock")
    ready(page).evaluate("() => { Math.random = () => 7e-9; }")
    page.select_option("[name=game]", "ruzzle")
    page.click("#new-clock button")
    sent = {"game": "ruzzle", "random": 7, "top": 0}
    words = served.client.post("/api/solve", json=sent).json()["words"]
    words.sort(key=lambda each: -len(each["word"]))
    for each in words[:6]:
        page.fill("#typed", each["word"])
        page.press("#typed", "Enter")
    page.evaluate("document.activeElement.blur()")
    for step, name in enumerate(words[6]["path"]):
        page.hover(f"#grid [data-square={name}]", force=True)
        if not step:
            page.mouse.down()
    return _shot(page)


def _shot(page: Page) -> np.ndarray:
    data = np.frombuffer(page.screenshot(), dtype=np.uint8)
    pixels = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if pixels is None:
        raise RuntimeError("the browser gives no picture")
    return pixels


def _write(name: str, shots: Sequence[np.ndarray]) -> None:
    """Side by side, with white between them."""
    gap = np.full((shots[0].shape[0], GAP, 3), 255, dtype=np.uint8)
    row = [part for shot in shots for part in (gap, shot)][1:]
    cv2.imwrite(str(PICTURES / name), np.hstack(row), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


if __name__ == "__main__":
    main()
