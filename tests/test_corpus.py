"""The real screenshots, where they are there: `pytest -m corpus`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from benchmarks.degradation import Result, read_damaged
from benchmarks.pictures import CORPUS, Source, find_sources
from benchmarks.verdict import Verdict
from wwfsnap.parallel import in_order

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


def _read_whole(source: Source, theme: str | None) -> Result:
    return read_damaged(source, ("none",), theme)


def _lost(source: Source) -> Result:
    return Result(source.name, (), f"{source.name}: the process that read it died")
