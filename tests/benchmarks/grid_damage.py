"""How damaged screenshots of path games are read: a line for each kind of damage.

python -m tests.benchmarks.grid_damage                    samples and, where it is there, the corpus
python -m tests.benchmarks.grid_damage --only "jpeg 30"   may be given several times

The kinds of damage are those of ``tests.benchmarks.degradation``; ``cell`` is a tile here, with
what is between it and the next.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from sample_screens.path_truth import PathTruth, load_path_truths
from vision.errors import VisionError
from vision.imaging import Box, load_screen
from vision.paths import read_grid
from wwfsnap.many import in_order
from wwfsnap.pipeline import Settings, read_screen

from .damage import degradations
from .grid_verdict import Grid, judge_grid
from .pictures import CORPUS, Expected, Picture, Source


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", metavar="DEGRADATION")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    names = [each.name for each in degradations()]
    if args.only:
        names = [name for name in names if any(name.startswith(only) for only in args.only)]
    sources = find_grids()
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    work = partial(read_damaged_grid, names=tuple(names))
    for results in in_order(work, sources, lambda _: []):
        for name, source, how, what in results:
            counts[name].update(["pictures", how])
            if how != "exact":
                print(f"{name}: {source} {how} {what}", flush=True)
    print("\n| damage | pictures | exact | silent | refused |\n|---|---:|---:|---:|---:|")
    for name, count in counts.items():
        cells = (count[key] for key in ("pictures", "exact", "SILENT", "refused"))
        print(f"| {name} | " + " | ".join(map(str, cells)) + " |")
    return 0


def find_grids() -> list[tuple[Source, Grid]]:
    """The pictures of path games with what they say."""
    found = [_sample(truth) for truth in load_path_truths()]
    labels = CORPUS / "labels.json"
    known: dict[str, dict[str, Any]] = {}
    if labels.is_file():
        known = json.loads(labels.read_text(encoding="utf-8"))
    for name, label in known.items():
        if "grid" in label:
            grid = Grid.of(label["grid"], label.get("multipliers"))
            found.append((_source(name, CORPUS / name, grid, None), grid))
    return found


def _sample(truth: PathTruth) -> tuple[Source, Grid]:
    rows = truth.grid.rows
    texts = [[tile.text if tile else "" for tile in row] for row in rows]
    badges = [[tile.multiplier if tile else "." for tile in row] for row in rows]
    grid, tiles = Grid.of(texts, badges), truth.tiles
    box = Box(tiles.x, tiles.y, tiles.pitch * len(rows[0]), tiles.pitch * len(rows))
    return _source(truth.name, truth.picture, grid, box), grid


def _source(name: str, path: Path, grid: Grid, box: Box | None) -> Source:
    """A picture; where its truth does not tell where the grid lies, the reader does."""
    box = box or read_grid(load_screen(path)).box
    rows = tuple("".join(row) for row in grid.texts)
    return Source(name, path, name, Expected(None, rows, None), box, None)


def read_damaged_grid(
    work: tuple[Source, Grid], names: tuple[str, ...]
) -> list[tuple[str, str, str, str]]:
    """Damage, source, how it was read and what is wrong, for each kind that can be done to it."""
    source, grid = work
    picture = Picture(source, load_screen(source.path).pixels)
    results = []
    for each in degradations():
        screen = each.work(picture) if each.name in names else None
        if screen is None:
            continue
        try:
            how, what = judge_grid(read_screen(screen, Settings()), grid)
        except VisionError as fault:
            how, what = "refused", str(fault)
        results.append((each.name, source.name, how, what))
    return results


if __name__ == "__main__":
    sys.exit(main())
