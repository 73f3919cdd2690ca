"""How screens in looks that nobody has are read: a table and a list of failures.

python -m tests.benchmarks.invented                 60 screens with the fonts of the sample screens
python -m tests.benchmarks.invented --fonts DIR     with any fonts below a folder
python -m tests.benchmarks.invented --wild          what the sample screens' painter cannot paint
python -m tests.benchmarks.invented --wild --discs  the same, blanks shown by letters on discs
python -m tests.benchmarks.invented --wild --loose  the same, tiles laid that touch no other
python -m tests.benchmarks.invented --laid          tiles laid on most, many in another colour
python -m tests.benchmarks.invented --language pl   tiles of a language whose words are installed
python -m tests.benchmarks.invented --unlabelled    premium squares shown by their colours alone
python -m tests.benchmarks.invented --from 17 --count 1 --keep DIR    one of them, kept as PNG
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from sample_screens.render import render
from sample_screens.scene import Scene
from solver.words import default_lexicon
from vision.imaging import Screen
from vision.reader import read
from wwfsnap.many import in_order
from wwfsnap.words import words_to_check

from .dressing import with_own_laid, without_labels
from .inventing import LAID, invent
from .pictures import Expected, expected_of
from .verdict import Verdict, judge_reading, judge_refusal
from .wild import invent_wild, with_discs, with_laid_told, with_loose
from .wild_screen import paint_wild

Painted = tuple[Scene, str, Image.Image, Expected]

HEAVY = ("Bold.ttf", "SemiBold.ttf", "Medium.ttf")
"""Ends of the names of fonts that tiles are written in."""

MOSTLY_LAID = 0.75
"""Share of screens with tiles laid but not played, where these are asked for."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fonts", type=Path, metavar="DIR")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where to keep the pictures")
    parser.add_argument("--wild", action="store_true", help="see tests/benchmarks/wild.py")
    parser.add_argument("--discs", action="store_true", help="blanks are letters on discs")
    parser.add_argument("--loose", action="store_true", help="tiles laid that touch no other")
    parser.add_argument(
        "--laid", action="store_true", help="tiles laid on most, mostly in a colour of their own"
    )
    parser.add_argument("--unlabelled", action="store_true", help="no labels on premium squares")
    parser.add_argument("--language", default="en", help="of the tiles; not with --wild")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    fonts = fonts_below(args.fonts)
    wild = partial(painted_wild, discs=args.discs, loose=args.loose, laid=args.laid)
    plain = partial(painted, language=args.language, laid=args.laid)
    paint = partial(wild if args.wild else plain, fonts=fonts, labels=not args.unlabelled)
    work = partial(read_invented, paint=paint, keep=args.keep)
    counts: Counter[str] = Counter()
    seeds = range(args.first, args.first + args.count)
    for seed, base, verdict in in_order(work, seeds, _lost, args.processes):
        counts.update(
            screens=1,
            exact=verdict.exact,
            silent=verdict.silent,
            refused=verdict.refused,
            tiles=verdict.tiles,
            right=verdict.tiles_right,
            needless=verdict.needless,
        )
        if not verdict.exact:
            how = "SILENT" if verdict.silent else "refused" if verdict.refused else "doubted"
            print(f"{seed} {base} {how} {verdict.what}", flush=True)
    print(
        f"{counts['screens']} screens, {counts['exact']} exact, {counts['silent']} silent, "
        f"{counts['refused']} refused; {counts['right']} of {counts['tiles']} tiles right; "
        f"{counts['needless']} needless doubts on exact screens"
    )
    return 0


def fonts_below(folder: Path | None) -> tuple[Path, ...]:
    """The fonts of a folder that tiles are written in; none where there is no folder."""
    if folder is None:
        return ()
    return tuple(sorted(path for path in folder.rglob("*.ttf") if path.name.endswith(HEAVY)))


def read_invented(
    seed: int, paint: Callable[[int], Painted], keep: Path | None = None
) -> tuple[int, str, Verdict]:
    """Paint and read one screen: its seed, what it shows, the verdict."""
    scene, about, picture, expected = paint(seed)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        picture.save(keep / f"{scene.name}.png")
    pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
    screen = Screen(pixels, scene.name)
    reading = partial(read, screen, words=lambda language: words_to_check(language, None))
    return seed, about, judge_reading(reading, expected)


def painted(
    seed: int,
    fonts: tuple[Path, ...],
    *,
    labels: bool,
    language: str = "en",
    laid: bool = False,
    ended: bool = False,
) -> Painted:
    """A screen of an invented look.

    Args:
        seed: What the dice start from.
        fonts: Font files to choose from.
        labels: Whether premium squares have labels.
        language: That of the tiles.
        laid: Whether on most screens tiles are laid, mostly in a colour of their own.
        ended: Whether the bag is empty, or nearly so.
    """
    share = MOSTLY_LAID if laid else LAID
    scene, look = invent(seed, default_lexicon(language), fonts, language, share, ended=ended)
    look = with_own_laid(seed, look) if laid else look
    picture, truth = render(scene, look if labels else without_labels(look))
    about = f"{scene.game} {_layout(scene)} {scene.device.width} {Path(look.fonts.tile).name}"
    return scene, about, picture, expected_of(truth)


def painted_wild(
    seed: int,
    fonts: tuple[Path, ...],
    *,
    labels: bool,
    discs: bool = False,
    loose: bool = False,
    laid: bool = False,
    ended: bool = False,
) -> Painted:
    """A screen of a wild look.

    Args:
        seed: What the dice start from.
        fonts: Font files to choose from.
        labels: Whether premium squares have labels.
        discs: Whether blanks are letters on discs.
        loose: Whether tiles are laid that touch no other.
        laid: Whether on most screens tiles are laid, mostly in a colour of their own.
        ended: Whether the bag is empty, or nearly so.
    """
    share = MOSTLY_LAID if laid else LAID
    scene, look, wild = invent_wild(seed, default_lexicon("en"), fonts, share, ended=ended)
    if laid:
        look, wild = with_own_laid(seed, look), with_laid_told(seed, wild)
    if discs:
        scene, wild = with_discs(seed, scene, wild)
    if loose:
        scene = with_loose(seed, scene)
    if not labels:
        look, wild = without_labels(look), replace(wild, labels="short")
    picture, expected = paint_wild(scene, look, wild)
    about = (
        f"{scene.game} {_layout(scene)} {picture.width} {Path(look.fonts.tile).name} "
        f"{wild.frame} {wild.ground}/{wild.faces} {wild.labels} {wild.last} {wild.bubble}"
    )
    return scene, about, picture, expected


def _layout(scene: Scene) -> str:
    return "random" if scene.premiums else scene.layout


def _lost(seed: int) -> tuple[int, str, Verdict]:
    return seed, "", judge_refusal("CRASH the process died", Expected(None, ("",), None))


if __name__ == "__main__":
    sys.exit(main())
