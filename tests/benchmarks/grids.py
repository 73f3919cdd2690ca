"""How path games in looks that nobody has are read: a count and a list of failures.

python -m tests.benchmarks.grids                   60 screens with the fonts of the sample screens
python -m tests.benchmarks.grids --fonts DIR       with any fonts below a folder
python -m tests.benchmarks.grids --odd             small letters, tiles that grow, notches
python -m tests.benchmarks.grids --paired          with tiles as `Th` and `Qu`
python -m tests.benchmarks.grids --holed           with places that have no tile
python -m tests.benchmarks.grids --blitz           numerals and badges of Word Blitz for Ruzzle's
python -m tests.benchmarks.grids --language sv     with the accented letters of a language
python -m tests.benchmarks.grids --from 17 --count 1 --keep DIR    one of them, kept as PNG
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np

from vision.errors import VisionError
from vision.imaging import Screen
from wwfsnap.many import in_order
from wwfsnap.pipeline import Settings, read_screen

from .grid_painting import paint_grid
from .grid_verdict import judge_grid
from .invented import fonts_below


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fonts", type=Path, metavar="DIR")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where to keep the pictures")
    parser.add_argument("--odd", action="store_true", help="see paint_grid")
    parser.add_argument("--paired", action="store_true", help="see paint_grid")
    parser.add_argument("--holed", action="store_true", help="see paint_grid")
    parser.add_argument("--blitz", action="store_true", help="see paint_grid")
    parser.add_argument("--language", default="en", help="see paint_grid")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    fonts = fonts_below(args.fonts)
    counts: Counter[str] = Counter()
    seeds = range(args.first, args.first + args.count)
    ways = {"odd": args.odd, "paired": args.paired, "holed": args.holed, "blitz": args.blitz}
    work = partial(read_painted, fonts=fonts, keep=args.keep, language=args.language, **ways)
    for seed, about, how, what in in_order(work, seeds, _lost, args.processes):
        counts.update(["screens", how])
        if how != "exact":
            print(f"{seed} {about} {how} {what}", flush=True)
    kinds = ("screens", "exact", "doubted", "refused", "SILENT")
    print(", ".join(f"{counts[kind]} {kind}" for kind in kinds))
    return 0


def read_painted(
    seed: int,
    fonts: tuple[Path, ...] = (),
    keep: Path | None = None,
    language: str = "en",
    **ways: bool,
) -> tuple[int, str, str, str]:
    """Paint and read one screen: its seed, what it shows, how it was read, what is wrong.

    `language` and `ways` are those of `paint_grid`.
    """
    painted = paint_grid(seed, fonts, language=language, **ways)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        painted.picture.save(keep / f"grid-{seed}.png")
    pixels = np.ascontiguousarray(np.asarray(painted.picture.convert("RGB"))[:, :, ::-1])
    try:
        reading = read_screen(Screen(pixels, f"grid-{seed}"), Settings())
    except VisionError as fault:
        return seed, painted.about, "refused", str(fault)
    return seed, painted.about, *judge_grid(reading, painted.grid)


def _lost(seed: int) -> tuple[int, str, str, str]:
    return seed, "", "refused", "the process died"


if __name__ == "__main__":
    sys.exit(main())
