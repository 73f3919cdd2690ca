"""Boards as web pages lay them out, by a browser: looks that no painter of this project has drawn.

    python -m tests.benchmarks.pages --seeds 6 --from 9000

Each look of `pages.toml` shows positions of games of its own rules: tables whose cells are not
square to a pixel, labels of three lines, letters of any size, fonts that are installed. The tables
tell how many screens are read exactly; what is not is listed.
"""

from __future__ import annotations

import argparse
import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Literal, cast

import numpy as np
from PIL import Image
from playwright.sync_api import Browser

from sample_screens.look import Look
from solver.game import load_game
from solver.words import default_lexicon
from tests.shared.pages import CHROMIUM, chromium
from vision.imaging import Screen
from vision.reader import read

from .inventing import invent_scene
from .pictures import Expected
from .verdict import Verdict, judge_reading

LABELS = {
    "none": ("", "", "", ""),
    "short": ("DL", "TL", "DW", "TW"),
    "number": ("2L", "3L", "2W", "3W"),
    "times": ("L&times;2", "L&times;3", "W&times;2", "W&times;3"),
    "words": ("2x<br>letter", "3x<br>letter", "2x<br>word", "3x<br>word"),
    "long": tuple(
        f"{times}<br>{what}<br>SCORE"
        for what in ("LETTER", "WORD")
        for times in ("DOUBLE", "TRIPLE")
    ),
}
"""What is printed on the kinds ``dtDT`` of premium squares."""

RACKS, GAPS, LEFT, RATIOS = (1.0, 1.2, 1.5), (3, 6, 10), (10, 30, 120), (1.0, 1.0, 1.5, 2.0)
"""Side of a rack tile in squares and pixels between two, the board's distance from the left, and
the screen's pixels for one of the page: one of each is thrown."""


@dataclass(frozen=True)
class Page:
    """A look, as `pages.toml` has it.

    Where it has four colours ``by_value``, a tile's is that of its value: 1, 2, 3 and more, and 0.
    """

    game: str
    side: int
    gap: int
    line: str
    behind: str
    page: str
    plain: str
    double_letter: str
    triple_letter: str
    double_word: str
    triple_word: str
    labels: str
    label: float
    label_ink: str
    face: str
    edge: str
    radius: int
    shadow: bool
    font: str
    weight: str
    ink: str
    letter: float
    corner: Literal["tr", "br", "none"]
    numeral: float
    numbered: bool
    star: str
    by_value: Sequence[str] = ()


def load_pages() -> dict[str, Page]:
    """The looks by name."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {name: Page(**look) for name, look in tomllib.loads(text).items()}


def lay_out(name: str, look: Page, seed: int) -> tuple[str, Expected, float]:
    """A page, what a perfect reader reads in it, and the screen's pixels for one of its own."""
    dice = random.Random(seed)  # noqa: S311 (a position, no secret)
    of_game = cast("Look", SimpleNamespace(game=look.game, name=name))
    scene = invent_scene(f"{name}-{seed}", dice, of_game, default_lexicon("en"))
    game = load_game(look.game, layout=scene.layout)
    premiums = scene.premiums or game.premiums
    taken_back = "".join("?" if each.islower() else each for each in scene.tentative.values())
    rack = (scene.rack or "").replace("-", "") + taken_back
    values = {letter: str(value) for letter, value in game.tiles.values.items()}
    rows = []
    if look.numbered:
        columns = "".join(f"<th>{chr(65 + k)}</th>" for k in range(game.size))
        rows.append(f"<tr><th></th>{columns}</tr>")
    for number, (tiles, kinds) in enumerate(zip(scene.rows, premiums, strict=True), 1):
        cells = "".join(
            _square(look, kind, _tile(look, tile, values, look.side) if tile != "." else "")
            for tile, kind in zip(tiles, kinds, strict=True)
        )
        rows.append(f"<tr>{f'<th>{number}</th>' if look.numbered else ''}{cells}</tr>")
    side, gap, left = look.side * dice.choice(RACKS), dice.choice(GAPS), dice.choice(LEFT)
    held = "".join(
        f'<div style="position:relative;width:{side}px;height:{side}px">'
        f"{_tile(look, tile, values, side)}</div>"
        for tile in rack
    )
    text = (
        f"<style>{_style(look)}</style><p>Words online</p>"
        f'<div style="margin-left:{left}px"><div class="board"><table>{"".join(rows)}</table></div>'
        f'<div style="margin-top:20px;display:flex;gap:{gap}px">{held}</div>'
        "<p><button>Submit</button> <button>Pass</button> <button>Shuffle</button></p></div>"
    )
    expected = Expected(look.game, tuple(scene.rows), rack, premiums=scene.premiums)
    return text, expected, dice.choice(RATIOS)


def _style(look: Page) -> str:
    table = f"border-spacing:{look.gap}px" if look.gap else "border-collapse:collapse"
    return f"""
body {{ margin: 0; background: {look.page}; font-family: '{look.font}' }}
p {{ padding: 0 20px; color: #888; font-size: 20px }}
th {{ font: 14px '{look.font}'; color: #777; width: 20px }}
table {{ {table} }}
.board {{ display: inline-block; background: {look.behind}; padding: {max(2, look.gap)}px }}
td {{ position: relative; width: {look.side}px; min-width: {look.side}px; height: {look.side}px;
  padding: 0; text-align: center; border: {look.line}; overflow: hidden;
  border-radius: {look.radius if look.gap else 0}px; font-weight: bold; line-height: 1.05;
  color: {look.label_ink}; font-size: {look.label * look.side}px }}
.tile {{ position: absolute; inset: 0; box-sizing: border-box; display: flex; color: {look.ink};
  align-items: center; justify-content: center; background: {look.face}; border: {look.edge};
  border-radius: {look.radius}px; font-weight: {look.weight}; line-height: 1;
  box-shadow: {"1px 2px 3px rgba(0,0,0,.5)" if look.shadow else "none"} }}
.tile span {{ position: absolute; right: 2px; {"top" if look.corner == "tr" else "bottom"}: 1px;
  font-weight: normal }}
"""


def _square(look: Page, kind: str, tile: str) -> str:
    colours = {
        "d": look.double_letter,
        "t": look.triple_letter,
        "D": look.double_word,
        "T": look.triple_word,
    }
    known = dict(zip("dtDT", LABELS[look.labels], strict=True))
    shown = (
        f'<span style="font-size:2em">{look.star}</span>' if kind == "*" else known.get(kind, "")
    )
    return f'<td style="background:{colours.get(kind, look.plain)}">{tile or shown}</td>'


def _tile(look: Page, tile: str, values: dict[str, str], side: float) -> str:
    letter = "" if tile == "?" else escape(tile.upper())
    value = "" if tile.islower() or look.corner == "none" else values.get(tile, "")
    numeral = f'<span style="font-size:{look.numeral * side}px">{value}</span>' if letter else ""
    worth = 0 if tile.islower() or tile == "?" else int(values[tile])
    face = f";background:{look.by_value[min(worth, 3) - 1]}" if look.by_value else ""
    style = f"font-size:{look.letter * side}px{face}"
    return f'<div class="tile" style="{style}">{letter}{numeral}</div>'


def taken(browser: Browser, look: Page, text: str, ratio: float) -> Screen:
    """A screenshot of a page."""
    size = {"width": max(700, 19 * look.side), "height": 22 * look.side + 150}
    page = browser.new_page(viewport=size, device_scale_factor=ratio)  # type: ignore[arg-type]
    try:
        page.set_content(text)
        image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    finally:
        page.close()
    return Screen(np.ascontiguousarray(np.asarray(image)[:, :, ::-1]), "page")


def verdict_of(screen: Screen, expected: Expected) -> Verdict:
    return judge_reading(partial(read, screen), expected)


def table(counts: dict[str, Counter[str]]) -> Iterator[str]:
    yield "| look | screens | exact | silent | exact with a needless doubt |"
    yield "|---|---:|---:|---:|---:|"
    for name, own in [*counts.items(), ("all", sum(counts.values(), Counter[str]()))]:
        cells = (str(own[key]) for key in ("screens", "exact", "silent", "needless"))
        yield f"| {name} | " + " | ".join(cells) + " |"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=6, help="screens of each look")
    parser.add_argument("--from", type=int, default=9000, dest="first", help="first seed")
    parser.add_argument("--only", metavar="TEXT", default="", help="looks whose name holds this")
    args = parser.parse_args()
    if CHROMIUM is None:
        parser.error("Chromium is not installed; on Debian, `apt-get install chromium`")
    counts: dict[str, Counter[str]] = {}
    with chromium() as browser:
        for place, (name, look) in enumerate(load_pages().items()):
            if args.only not in name:
                continue
            own = counts.setdefault(name, Counter())
            for seed in range(args.first + 100 * place, args.first + 100 * place + args.seeds):
                text, expected, ratio = lay_out(name, look, seed)
                verdict = verdict_of(taken(browser, look, text, ratio), expected)
                needless = verdict.exact and verdict.needless > 0
                own.update(screens=1, exact=verdict.exact, silent=verdict.silent, needless=needless)
                if not verdict.exact:
                    print(f"{name} {seed}: {verdict.what}")
    print("\n".join(table(counts)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
