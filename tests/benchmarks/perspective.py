"""How exactly screenshots are read that are photographed or turned: tables and a list of failures.

    python -m tests.benchmarks.perspective --sources all --seeds 3 --from 100

Each corner of a picture is moved for itself by up to 3 % of the sides; half of the pictures are
turned as well. The picture is soft, noisy and a JPEG then. What lies around it and whether all of
it is in the frame is thrown for each, too. Pictures that are not read exactly as they are count for
nothing.
"""

from __future__ import annotations

import argparse
import random
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from vision.imaging import Screen, decode_screen
from vision.reader import read
from wwfsnap.many import in_order

from .photo import table_top
from .pictures import Pixels, Source, find_sources, load_picture
from .verdict import Verdict, judge_reading

MOVED = 0.03
"""How far a corner is moved at most, as a share of the side."""

TURNED = 4.0
"""Degrees by which every second picture is turned at most."""

LIGHTS = {"fair": ((0.5, 1.0), (0.5, 3.0), (70, 90)), "poor": ((0.8, 1.5), (3.0, 8.0), (60, 85))}
"""By light: blur and noise as standard deviations, in pixels and of 255, and JPEG quality."""

AROUND = ("edge", "dark", "table")
"""What lies around the picture: its edge goes on, nothing, a table."""

FRAMES = ("whole", "kept")
"""All of the picture is seen, or a frame of its own size, which corners may leave."""

SIZES = ((0, 40), (40, 56), (56, 80), (80, 1000))
"""Pixels a square, of the picture as it was, by which the table tells them apart."""


@dataclass(frozen=True)
class View:
    """How a picture is seen: one throw of the dice."""

    seed: int
    around: str
    frame: str
    light: str
    turn: float
    corners: tuple[tuple[float, float], ...]
    soft: float
    noise: float
    quality: int


@dataclass(frozen=True)
class Result:
    """What became of a picture: its name, pixels a square, and the verdict on each view."""

    name: str
    game: str
    cell: float
    usual: Verdict | None
    views: tuple[tuple[View, Verdict], ...] = ()


def view_of(name: str, seed: int) -> View:
    """The view of a picture that a seed settles."""
    dice = random.Random(zlib.crc32(f"{name} {seed}".encode()))  # noqa: S311 (a sample, no secret)
    light = dice.choice(tuple(LIGHTS))
    soft, noise, qualities = LIGHTS[light]
    return View(
        seed,
        dice.choice(AROUND),
        dice.choice(FRAMES),
        light,
        dice.choice((0.0, dice.uniform(-TURNED, TURNED))),
        tuple((dice.uniform(-MOVED, MOVED), dice.uniform(-MOVED, MOVED)) for _ in range(4)),
        dice.uniform(*soft),
        dice.uniform(*noise),
        dice.randint(*qualities),
    )


def seen(pixels: Pixels, view: View) -> bytes:
    """A JPEG file of the picture as it is seen."""
    height, width = pixels.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + np.array(view.corners, np.float32) * (width, height)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), view.turn, 1.0)
    there = (moved @ turn[:, :2].T + turn[:, 2]).astype(np.float32)
    size = width, height
    if view.frame == "whole":
        there -= there.min(axis=0)
        size = int(np.ceil(there[:, 0].max())), int(np.ceil(there[:, 1].max()))
    matrix = cv2.getPerspectiveTransform(corners, there)
    if view.around == "edge":
        warped = cv2.warpPerspective(
            pixels, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
    else:
        under = table_top(np.array(size), random.Random(view.seed))  # noqa: S311 (a sample, no secret)
        warped = cv2.warpPerspective(
            pixels,
            matrix,
            size,
            dst=under if view.around == "table" else np.zeros_like(under),
            flags=cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_TRANSPARENT,
        )
    soft = cv2.GaussianBlur(warped, (0, 0), view.soft)
    noise = np.random.default_rng(view.seed).normal(0, view.noise, soft.shape)
    done = np.clip(soft + noise + 0.5, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, view.quality])[1].tobytes()


def read_views(source: Source, seeds: Iterable[int]) -> Result:
    """A picture as it is, and under each of the seeds."""
    picture, game = load_picture(source), source.expected.game or "-"
    plain = Screen(picture.pixels, source.name)
    usual = judge_reading(partial(read, plain), source.expected)
    cell = picture.cell or 0.0
    if not usual.exact:
        return Result(source.name, game, cell, usual)
    views = []
    for seed in seeds:
        view = view_of(source.name, seed)
        screen = decode_screen(seen(picture.pixels, view), source.name)
        views.append((view, judge_reading(partial(read, screen), source.expected)))
    return Result(source.name, game, cell, usual, tuple(views))


def table(results: Iterable[Result]) -> list[str]:
    """Exact, silent, doubted and refused views, by one feature after the other, in Markdown."""
    features: dict[str, Callable[[Result, View], str]] = {
        "all": lambda *_: "",
        "game": lambda result, _: result.game,
        "square": lambda result, _: next(
            f"{low} to {high - 1}" for low, high in SIZES if low <= result.cell < high
        ),
        "around": lambda _, view: view.around,
        "frame": lambda _, view: view.frame,
        "light": lambda _, view: view.light,
        "turned": lambda _, view: "yes" if view.turn else "no",
    }
    lines = [
        "| views | count | exact | silent | doubted | refused |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, feature in features.items():
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for result in results:
            for view, verdict in result.views:
                counts[feature(result, view)].update(all=1, **{_kind(verdict): 1})
        lines += [
            f"| {name} {each} | {count['all']} | {count['exact']} | {count['silent']} "
            f"| {count['doubted']} | {count['refused']} |"
            for each, count in sorted(counts.items())
        ]
    return lines


def failures(results: Iterable[Result]) -> list[str]:
    """What was not read exactly, a line each."""
    lines = []
    for result in results:
        if result.usual is None or not result.usual.exact:
            what = result.usual.what if result.usual else "the process that read it died"
            lines.append(f"no candidate | {result.name} | {what[:200]}")
        for view, verdict in result.views:
            if not verdict.exact:
                how = (
                    f"{view.frame} {view.around} {view.light} turned {view.turn:.1f}, "
                    f"{view.soft:.1f} {view.noise:.1f} {view.quality}"
                )
                lines.append(
                    f"{_kind(verdict)} | {result.name} {result.cell:.0f} | seed {view.seed} {how} "
                    f"| {verdict.what[:200]}"
                )
    return sorted(lines)


def _kind(verdict: Verdict) -> str:
    if verdict.exact:
        return "exact"
    return "silent" if verdict.silent else "refused" if verdict.refused else "doubted"


def _lost(source: Source) -> Result:
    return Result(source.name, "", 0.0, None)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sources", choices=("samples", "corpus", "fresh", "all"), default="all")
    parser.add_argument("--pictures", default="", metavar="SUBSTRING", help="names that hold this")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="SEED")
    parser.add_argument("--seeds", type=int, default=2, metavar="N", help="views of each picture")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    kinds = ("all", "fresh") if args.sources == "all" else (args.sources,)
    sources = [
        each
        for kind in kinds
        for each in find_sources(kind)
        if args.pictures in each.name and not each.expected.refused
    ]
    if not sources:
        parser.error("nothing to read")
    work = partial(read_views, seeds=range(args.first, args.first + args.seeds))
    results = []
    for result in in_order(work, sources, _lost, args.processes):
        results.append(result)
        print(f"{len(results)} of {len(sources)} pictures: {result.name}", file=sys.stderr)
    print("\n".join([*table(results), "", *failures(results)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
