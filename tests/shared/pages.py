"""The page in a real browser, for the tests of what it does."""

from __future__ import annotations

import asyncio
import os
import shutil
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.shared.serving import PATIENCE, Served

# The shell without a window draws the same pages, for a third of the processor time.
NAMES = ["chromium-headless-shell", "chromium"]
CHROMIUM = os.environ.get("WWFSNAP_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
# A service worker fetches all files once more for each context: only its own tests allow it.
STILL = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 850}}

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here (WWFSNAP_CHROMIUM)")
Open = Callable[..., Page]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser whose pages and expectations wait as long as a busy machine may take."""
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def running_loop(loop: AbstractEventLoop | None) -> Iterator[None]:
    """Have this event loop count as the one that runs; where none does, others may be run."""
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    yield
    asyncio._set_running_loop(before)


@contextmanager
def opener(browser: Browser, served: Served) -> Iterator[Open]:
    contexts, complaints = [], []

    def opened(address: str = "/", **options: object) -> Page:
        context = browser.new_context(**(STILL | options))  # type: ignore[arg-type]
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda told: complaints.append(told.text) if "Content Security" in told.text else None,
        )
        page.goto(served.url + address)
        return page

    yield opened
    for context in contexts:
        context.close()
    refused = "the server responded with a status of 4"  # told for every 4xx that is expected
    assert [text for text in complaints if refused not in text] == []


def ready(page: Page) -> Page:
    page.wait_for_selector("html[data-ready]")
    return page


def analyse(page: Page, rack: str, by: str) -> None:
    """Lay HELLO on the analysis board, type a rack, and find ten moves."""
    page.focus("#field [data-square=F8]")
    page.keyboard.type("HELLO")
    page.fill("#rack", rack)
    page.select_option("[name=by]", by)
    page.click("#solve")
    expect(page.locator("#found button")).to_have_count(10)


def solved(page: Page) -> Page:
    """Wait until a picture is read and solved."""
    expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#best .word")).to_be_visible()
    return page


THINKS = """(seconds) => {
  const real = window.fetch;
  window.fetch = async (address, options) => {
    if (options?.headers?.Accept !== "text/event-stream") return real(address, options);
    const { seconds: _, ...position } = JSON.parse(options.body);
    return real(address, { ...options, body: JSON.stringify({ ...position, seconds }) });
  };
}"""
"""Has a page think about typed boards for so many seconds."""


VIOLATIONS = """async (told) => (await axe.run(
  document.querySelector("dialog:modal") ?? document, { resultTypes: ["violations"], ...told },
)).violations.map(
  ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
)"""


def violations(page: Page, axe: str, **told: object) -> list[str]:
    """What axe finds fault with on a page as it is: each rule with where it is broken.

    Where a dialog is open only in that, as nothing behind it can be used.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found: list[str] = page.evaluate(VIOLATIONS, told)
    return found


def upload(page: Page, picture: Path) -> Page:
    page.set_input_files("#file", picture)
    return solved(page)
