"""Boards that a browser lays out: cells that are not square, small letters, long labels."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.benchmarks.pages import lay_out, load_pages, taken, verdict_of
from tests.shared.pages import chromium, needs_chromium

PAGES = load_pages()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@needs_chromium
@pytest.mark.parametrize("name", ["classic", "mint", "blueprint", "felt"])
def test_pages_are_read(browser: Browser, name: str) -> None:
    look = PAGES[name]
    text, expected, ratio = lay_out(name, look, 7)
    verdict = verdict_of(taken(browser, look, text, ratio), expected)
    assert verdict.exact, verdict.what


def test_a_page_shows_its_position() -> None:
    text, expected, _ = lay_out("evening", PAGES["evening"], 3)
    laid = sum(tile != "." for row in expected.board for tile in row)
    assert text.count('class="tile"') == laid + len(expected.rack or "")
    assert text.count("<td") == len(expected.board) ** 2
