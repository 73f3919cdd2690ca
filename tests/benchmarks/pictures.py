"""Pictures with known truth: the sample screens and, where they are there, real ones."""

from __future__ import annotations

import json
import os
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sample_screens.truth import Truth, load_truths
from solver.game import Square
from vision.imaging import Box, load_screen

Pixels = NDArray[np.uint8]

CORPUS = Path(
    os.environ.get("WWFSNAP_CORPUS", Path(__file__).resolve().parents[3] / "shared" / "corpus")
)

FRESH = Path(os.environ.get("WWFSNAP_FRESH", CORPUS.parent / "fresh"))
"""Labelled real screens that nothing was tuned to; they need not be there."""


@dataclass(frozen=True)
class Expected:
    """What a perfect reader reads.

    Attributes:
        game: The game, None where it is not scored.
        board: Rows of played tiles; empty for a picture that has to be refused.
        rack: Tiles of the player, those laid on the board included; None where it is not scored.
        laid: Squares and letters of tiles on the board that are not played, lower case a blank.
        premiums: Rows of premiums where they are dealt at random; None where a layout has them.
    """

    game: str | None
    board: tuple[str, ...]
    rack: str | None
    laid: tuple[tuple[str, str], ...] = ()
    premiums: tuple[str, ...] | None = None

    @property
    def refused(self) -> bool:
        return not self.board


@dataclass(frozen=True)
class Source:
    """A picture file and its truth; boxes in its pixels, None where they are not known."""

    name: str
    path: Path
    group: str
    expected: Expected
    board_box: Box | None
    rack_box: Box | None


@dataclass(frozen=True, eq=False)
class Picture:
    """A source's pixels, ``(H, W, 3)`` uint8 blue green red."""

    source: Source
    pixels: Pixels

    @property
    def cell(self) -> float | None:
        """Pixels a square, None where there is no board."""
        box, rows = self.source.board_box, len(self.source.expected.board)
        return box.width / rows if box and rows else None


def expected_of(truth: Truth) -> Expected:
    """What a perfect reader reads of a painted screen."""
    return Expected(truth.game, truth.board, truth.rack, truth.tentative, truth.premiums)


def load_picture(source: Source) -> Picture:
    return Picture(source, load_screen(source.path).pixels)


def find_sources(which: str) -> list[Source]:
    """``samples``, ``corpus``, ``fresh`` or, of the first two, ``all``; none where there are none.

    By name.
    """
    found = []
    if which in ("samples", "all"):
        found += [_sample(truth) for truth in load_truths()]
    if which in ("corpus", "all"):
        found += _labelled(CORPUS, "corpus")
    if which == "fresh":
        found += _labelled(FRESH, "fresh")
    return sorted(found, key=lambda source: source.name)


def choose(sources: Sequence[Source], limit: int, seed: int) -> list[Source]:
    """At most ``limit`` of the sources (0 for all), spread evenly over looks and devices."""
    if not limit or limit >= len(sources):
        return list(sources)
    dice = random.Random(seed)  # noqa: S311 (a sample, no secret)
    groups: dict[str, list[Source]] = defaultdict(list)
    for source in sources:
        groups[source.group].append(source)
    queues = [dice.sample(groups[name], len(groups[name])) for name in sorted(groups)]
    dice.shuffle(queues)
    time_limit = max(map(len, queues))
    in_turn = [queue[turn] for turn in range(time_limit) for queue in queues if turn < len(queue)]
    return sorted(in_turn[:limit], key=lambda source: source.name)


def _sample(truth: Truth) -> Source:
    grid, rack = truth.grid, truth.rack_box
    side = grid.cell * grid.size if grid else 0.0
    return Source(
        name=f"sample_screens/{truth.name}",
        path=truth.picture,
        group=truth.name,
        expected=expected_of(truth),
        board_box=Box(grid.x, grid.y, side, side) if grid else None,
        rack_box=_box(rack),
    )


def _labelled(folder: Path, kind: str) -> list[Source]:
    """The boards of a folder of labelled screens."""
    labels = folder / "labels.json"
    if not labels.is_file():
        return []
    known: dict[str, dict[str, Any]] = json.loads(labels.read_text(encoding="utf-8"))
    return [
        Source(
            name=f"{kind}/{name}",
            path=folder / name,
            group=f"{name.partition('/')[0]} {label.get('size')}",
            expected=Expected(
                label.get("game"),
                tuple(label.get("board", ())),
                label.get("rack"),
                tuple(
                    (Square(row, column).name, tile)
                    for row, column, tile in label.get("tentative", ())
                ),
                _rows(label.get("premiums")),
            ),
            board_box=_box(label.get("board_box")),
            rack_box=_box(label.get("rack_box") or label.get("rack_box_approx")),
        )
        for name, label in known.items()
        if "grid" not in label and (folder / name).is_file()
    ]


def _rows(lines: Sequence[str] | None) -> tuple[str, ...] | None:
    return None if lines is None else tuple(lines)


def _box(edges: Sequence[float] | None) -> Box | None:
    """Left, top, right, bottom as a box."""
    if not edges:
        return None
    left, top, right, bottom = edges
    return Box(left, top, right - left, bottom - top)
