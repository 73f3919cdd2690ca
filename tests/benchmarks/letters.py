"""Single letters: templates alone, and each OCR engine that is installed, on tiles of known truth.

The tiles are those of the boards of sample screens and corpus, cut out and separated from their
ground as for reading. `python -m tests.benchmarks.letters --sources all`
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from solver.game import game_names, languages, layouts
from vision.board import likely_games, locate
from vision.errors import VisionError
from vision.inference import choose_language
from vision.themes import choose_templates, choose_themes
from vision.tiles import classify, split_board
from vision.tiles.ocr import (
    RapidReader,
    TesseractReader,
    TextReader,
    find_rapid,
    find_tesseract,
    show_glyph,
)
from wwfsnap.many import in_order

from .damage import degradations
from .pictures import Source, find_sources, load_picture

PICTURE = 60
"""Tiles in a call."""


@dataclass(frozen=True, eq=False)
class Tile:
    """A tile of known truth: what is shown to engines, and what templates say of it."""

    truth: str
    glyph: NDArray[np.uint8]
    letters: str
    matched: str


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", choices=("samples", "corpus", "all"), default="all")
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="so many tiles")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--damage", metavar="DEGRADATION", default="none", help="as 'cell 24'")
    parser.add_argument("--theme", help="as of `wwfsnap read`, 'none' for no theme at all")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args(arguments)
    sources = [each for each in find_sources(args.sources) if each.expected.board]
    tiles: list[Tile] = []
    for found in in_order(
        partial(cut_tiles, damage=args.damage, theme=args.theme), sources, _lost, args.processes
    ):
        tiles += found
    if args.limit < len(tiles) and args.limit:
        tiles = random.Random(args.seed).sample(tiles, args.limit)  # noqa: S311 (a sample)
    print(f"{len(tiles)} tiles\n\n| reader | exact | wrong | unread | ms a glyph |")
    print("|---|---:|---:|---:|---:|")
    right = sum(tile.matched == tile.truth for tile in tiles)
    print(f"| templates alone | {share(right, tiles)} | {len(tiles) - right} | 0 | - |")
    for name, reader in engines().items():
        print(row(name, reader, tiles), flush=True)
    return 0


def engines() -> dict[str, TextReader]:
    """Those that are installed, by name and version."""
    found: dict[str, TextReader] = {}
    if tesseract := find_tesseract():
        found[f"Tesseract {tesseract.version}"] = TesseractReader()
    if rapid := find_rapid():
        found[f"RapidOCR {version('rapidocr')}"] = RapidReader(rapid)
    return found


def row(name: str, reader: TextReader, tiles: Sequence[Tile]) -> str:
    """A line of the table; the glyphs of one alphabet go in calls of a picture's tiles."""
    reader.read_letters([tiles[0].glyph], tiles[0].letters)  # loading is not counted
    right = unread = 0
    seconds = 0.0
    for letters in sorted({tile.letters for tile in tiles}):
        mine = [tile for tile in tiles if tile.letters == letters]
        for some in (mine[start : start + PICTURE] for start in range(0, len(mine), PICTURE)):
            begun = time.perf_counter()
            found = reader.read_letters([tile.glyph for tile in some], letters)
            seconds += time.perf_counter() - begun
            right += sum(seen == tile.truth for seen, tile in zip(found, some, strict=True))
            unread += sum(seen is None for seen in found)
    return (
        f"| {name} | {share(right, tiles)} | {len(tiles) - right - unread} | {unread} "
        f"| {1000 * seconds / len(tiles):.1f} |"
    )


def share(right: int, tiles: Sequence[Tile]) -> str:
    return f"{100 * right / len(tiles):.2f} %"


def cut_tiles(source: Source, damage: str = "none", theme: str | None = None) -> list[Tile]:
    """The played tiles of a picture's board on which a letter's mark was found."""
    (degradation,) = (each for each in degradations() if each.name == damage)
    screen = degradation.work(load_picture(source))
    if screen is None:
        return []
    games = [source.expected.game] if source.expected.game else game_names()
    known = [(name, layout) for name in games for layout in layouts(name)]
    try:
        located = locate(screen, known)
    except VisionError:
        return []
    likely = likely_games(located.squares, known)
    spoken = [tiles for game in likely for tiles in languages(game)]
    templates = choose_templates(spoken, choose_themes(theme))
    printed = np.flatnonzero(~located.squares.plain.ravel())
    cells = split_board(located.board, printed)
    faces = classify(cells, templates.letters, templates.accented, worth=templates.worth)
    tile_set = choose_language([faces], spoken)
    letters = "".join(letter for letter in tile_set.letters if len(letter) == 1)
    truth = "".join(source.expected.board)
    matched = [faces.letters.letters.index(letter) for letter in letters]
    tiles = []
    for k, number in enumerate(printed):
        mark, letter = faces.marks[k], truth[number].upper()
        if mark is not None and letter in letters:
            ink = mark.coverage if mark.accented is None else mark.accented
            best = letters[int(faces.letters.scores[k, matched].argmax())]
            tiles.append(Tile(letter, show_glyph(ink), letters, best))
    return tiles


def _lost(_source: Source) -> list[Tile]:
    return []


if __name__ == "__main__":
    sys.exit(main())
