"""The real screenshots, where they are there: `pytest -m corpus`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks.degradation import Result, read_damaged
from tests.benchmarks.grid_verdict import Grid, judge_grid
from tests.benchmarks.pictures import CORPUS, FRESH, Source, find_sources
from tests.benchmarks.verdict import Verdict
from vision.errors import NoBoardFound
from vision.imaging import load_screen
from vision.paths import read_grid
from vision.reader import read
from vision.themes import GENERIC
from wwfsnap.many import in_order

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


def verdicts(corpus: Path, *, theme: str | None = None) -> dict[str, Verdict]:
    """The verdict on every labelled screen with a board, and on those that must be refused."""
    assert corpus == CORPUS
    sources = find_sources("corpus")
    results = list(in_order(partial(_read_whole, theme=theme), sources, _lost))
    assert [result.fault for result in results if result.fault] == []
    games = {source.expected.game for source in sources}
    assert {"wwf", "wordfeud", "crossplay"} <= games
    return {result.source: result.verdicts[0][1] for result in results}


def test_every_screen_is_read_exactly(corpus: Path) -> None:
    found = verdicts(corpus)
    assert {name: each.what for name, each in found.items() if not each.exact} == {}


def test_without_any_theme_nothing_wrong_goes_unsaid(corpus: Path) -> None:
    found = verdicts(corpus, theme="none")
    assert {name: each.what for name, each in found.items() if each.silent} == {}
    tiles = sum(each.tiles for each in found.values())
    assert sum(each.tiles_right for each in found.values()) >= 0.99 * tiles


def test_an_engine_is_hardly_asked_where_a_shipped_theme_covers_the_look(corpus: Path) -> None:
    assert corpus == CORPUS
    sources = [source for source in find_sources("corpus") if source.expected.board]
    found = dict(in_order(_count_asked, sources, lambda source: (source.name, ("lost", 0))))
    covered = {name: asked for name, (theme, asked) in found.items() if theme != GENERIC}
    assert len(covered) > len(found) / 2
    assert sum(covered.values()) <= 0.05 * len(covered)  # one tile on twenty screens


def test_fresh_boards_are_read_exactly(fresh: Path) -> None:
    assert fresh == FRESH
    sources = find_sources("fresh")
    found = [_read_whole(each, None).verdicts[0][1] for each in sources]
    assert len(found) == len(sources) > 15
    assert [each.what for each in found if not each.exact] == []


def test_path_games_are_read_exactly(corpus: Path) -> None:
    assert {"ruzzle", "wordament", "wordhunt"} <= read_grids(corpus)


def test_fresh_path_games_are_read_exactly_and_others_not_wrongly(fresh: Path) -> None:
    assert {"ruzzle", "wordament", None} <= read_grids(fresh)


def read_grids(folder: Path) -> set[str | None]:
    """Read all path games in a folder; what their labels call the games."""
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    games = {name: label for name, label in labels.items() if "grid" in label}
    for name, label in games.items():
        reading = read_grid(load_screen(folder / name))
        how, what = judge_grid(reading, Grid.of(label["grid"], label.get("multipliers")))
        if label["game"] is None:
            assert how in {"exact", "doubted"}, f"{name}: {what}"
        else:
            assert (how, reading.game) == ("exact", label["game"]), f"{name}: {what}"
    return {label["game"] for label in games.values()}


def test_what_shows_no_game_is_no_path_game(corpus: Path) -> None:
    labels = json.loads((corpus / "labels.json").read_text(encoding="utf-8"))
    others = [name for name, label in labels.items() if "grid" not in label]
    assert len(others) > len(labels) / 2
    for name in others:
        with pytest.raises(NoBoardFound):
            read_grid(load_screen(corpus / name))


class Asked:
    """Reads nothing and counts what it was asked."""

    name = "counting"

    def __init__(self) -> None:
        self.glyphs = 0

    def read_letters(self, glyphs: Sequence[NDArray[np.uint8]], letters: str) -> list[str | None]:
        del letters
        self.glyphs += len(glyphs)
        return [None] * len(glyphs)


def _count_asked(source: Source) -> tuple[str, tuple[str, int]]:
    """A picture, the theme it was read with, and how many glyphs an engine was asked about."""
    asked = Asked()
    reading = read(load_screen(source.path), ocr=asked)
    return source.name, (reading.theme, asked.glyphs)


def _read_whole(source: Source, theme: str | None) -> Result:
    return read_damaged(source, ("none",), theme)


def _lost(source: Source) -> Result:
    return Result(source.name, (), f"{source.name}: the process that read it died")
