"""How smoothly the pages move at the size of a phone: frames, work a frame, layout shifts.

``python -m tests.benchmarks.frames``; Chromium is driven by Playwright. Without a graphics card
the frames are drawn by the processor, so that late ones tell of the machine, too; what the page
itself needs of each frame's 16.7 ms are script, style and layout.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import httpx

from sample_screens.truth import FOLDER
from tests.benchmarks.serving import PATIENCE, server
from tests.shared.pages import PHONE, chromium

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

LATE = (
    17.5  # ms between two frames; the clock of a screen with 60 frames a second trembles a little
)
DROPPED = 33.4
TALLY = """() => {
  const tally = window.tally = { on: false, times: [], shifts: [] };
  const tick = (time) => {
    if (tally.on) tally.times.push(time);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (tally.on) tally.shifts.push([value, hadRecentInput, sources.map(({ node }) =>
        `${node?.nodeName}.${node?.id || node?.className}`)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""
BEGIN = "() => Object.assign(window.tally, { on: true, times: [], shifts: [] })"
END = """async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  window.tally.on = false;
  return window.tally;
}"""
WORK = {"script": ["ScriptDuration"], "layout": ["LayoutDuration", "RecalcStyleDuration"]}


class Film:
    """Counts frames of a page while something is done, and prints a line about them.

    Args:
        page: The page.
        shifts: Whether each layout shift is told.
    """

    def __init__(self, page: Page, *, shifts: bool) -> None:
        self._page = page
        self._shifts = shifts
        self._cdp: CDPSession = page.context.new_cdp_session(page)
        self._cdp.send("Performance.enable")

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        """Film while that is done."""
        self._page.evaluate(BEGIN)
        before = self._metrics()
        yield
        after = self._metrics()
        found: dict[str, Any] = self._page.evaluate(END)
        times = found["times"]
        gaps = [late - early for early, late in pairwise(times)]
        late, dropped = (
            100 * sum(gap > most for gap in gaps) / len(gaps) for most in (LATE, DROPPED)
        )
        work = [
            1000 * sum(after[name] - before[name] for name in names) / len(times)
            for names in WORK.values()
        ]
        unasked = sum(value for value, asked, _ in found["shifts"] if not asked)
        whole = sum(value for value, _, _ in found["shifts"])
        cells = [f"{late:.1f}", f"{dropped:.1f}", f"{max(gaps):.0f}", *(f"{ms:.2f}" for ms in work)]
        print(f"| {what} | {len(times)} | {' | '.join(cells)} | {unasked:.4f} | {whole:.4f} |")
        if self._shifts:
            for value, asked, sources in found["shifts"]:
                print(f"  {value:.4f} {'asked' if asked else ''} {' '.join(sources)}")

    def _metrics(self) -> dict[str, float]:
        told = self._cdp.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] for each in told}


def drag(page: Page, start: str, end: str) -> None:
    """Drag something, as slowly as a finger does."""
    for step, selector in enumerate((start, end)):
        box = page.locator(selector).first.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y, steps=30 * step + 1)
        (page.mouse.up if step else page.mouse.down)()


def game(page: Page, url: str, film: Callable[[str], Any], moves: int) -> None:
    """Moves by dragging, the answers, the review at the end."""
    new = {"level": "equity", "layout": "solo", "seed": 5}
    name = httpx.post(f"{url}/api/play", json=new, timeout=PATIENCE).json()["id"]
    page.goto(f"{url}/play#{name}")
    page.wait_for_selector("#mine.on")
    for number in range(moves):
        told = {"turn": httpx.get(f"{url}/api/play/{name}").json()["turn"], "step": 3}
        best = httpx.post(f"{url}/api/play/{name}/hint", json=told, timeout=PATIENCE).json()["best"]
        with film(f"drag the tiles of move {number + 1}"):
            for square, tile in best["move"]["tiles"]:
                letter = "blank" if tile.islower() else tile
                slots = page.locator("#holder .tile:not(.out)")
                names = slots.evaluate_all("(all) => all.map((each) => each.ariaLabel)")
                place = next(at for at, each in enumerate(names) if letter in each)
                drag(page, f"#holder .tile:not(.out) >> nth={place}", f"[data-square={square}]")
                if tile.islower():
                    page.click(f"#letter [value={tile}]")
            page.wait_for_selector("#lay:enabled")
        with film(f"lay move {number + 1}, see the answer fly in"):
            lines = page.locator("#score-sheet li").count()
            page.click("#lay")
            page.wait_for_selector(f"#score-sheet li:nth-child({lines + 2})")
            page.wait_for_timeout(1500)


def picture(page: Page, url: str, film: Callable[[str], Any]) -> None:
    """A picture read, and a walk through its moves."""
    page.goto(url)
    page.wait_for_selector("html[data-ready]")
    with film("choose a picture, see its move"):
        page.set_input_files("#file", FOLDER / "wwf2-phone-two-colours.png")
        page.wait_for_selector("#best .word")
        page.wait_for_timeout(600)
    with film("step through its moves"):
        for _ in range(10):
            page.keyboard.press("ArrowRight")
            page.wait_for_timeout(150)
    with film("whole picture and back"):
        for _ in range(4):
            page.click("#view-whole")
            page.wait_for_timeout(350)
    with film("scroll the list"):
        for _ in range(20):
            page.mouse.wheel(0, 40)
            page.wait_for_timeout(20)
    page.click("#open-settings")
    page.select_option("#settings [name=by]", "win")
    with film("better moves take the place of others"):
        page.click("#settings .primary")
        page.wait_for_selector("#thinking:not([hidden])")
        page.wait_for_selector("#thinking", state="hidden")


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=4)
    parser.add_argument("--shifts", action="store_true", help="tell what was shifted")
    wanted = parser.parse_args()
    with server() as url, chromium() as browser:
        page = browser.new_context(**PHONE, locale="en-GB").new_page()
        page.add_init_script(f"({TALLY})()")
        film = Film(page, shifts=wanted.shifts)
        print(
            "| what | frames | over 16.7 ms, % | over 33 ms, % | longest, ms | script, ms a frame "
            "| style and layout, ms a frame | layout shift | with what follows a tap |"
        )
        print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
        picture(page, url, film)
        game(page, url, film, wanted.moves)
    return 0


if __name__ == "__main__":
    sys.exit(main())
