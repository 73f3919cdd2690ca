"""Every view of every page: nothing too wide, and nothing that axe finds fault with.

At each size, in light and dark, in each language.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from sample_screens.path_scene import FOLDER as PATHS
from sample_screens.truth import FOLDER
from tests.shared.pages import Open, analyse, needs_chromium, opener, ready, upload, violations
from tests.shared.serving import Served, serving

pytestmark = needs_chromium
SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1280, 900)]
LANGUAGES = ["en-GB", "de-DE", "nl-NL", "sv-SE", "fr-FR", "es-ES"]
COLOURS = ["color-contrast", "link-in-text-block"]
Look = Callable[[str], None]
Way = tuple[tuple[int, int], Literal["light", "dark"]]


@pytest.fixture
def sit_down(browser: Browser, tables: Served) -> Iterator[Open]:
    with opener(browser, tables) as opened:
        yield opened


@pytest.fixture(scope="module")
def over(running: Served) -> str:
    """A game that is over; its name."""
    begun = {"game": "wwf", "layout": "solo", "level": "easy", "seed": 5}
    state: dict[str, Any] = running.client.post("/api/play", json=begun).json()
    address = f"/api/play/{state['id']}"

    def do(act: str, **sent: object) -> dict[str, Any]:
        told = {"turn": state["turn"]} | sent
        found: dict[str, Any] = running.client.post(f"{address}/{act}", json=told).json()
        assert found["ok"], found
        return found

    while not state["over"]:
        best = do("hint", step=3)["best"] if state["your_turn"] else None
        if not state["your_turn"]:
            state = do("answer")
        elif best:
            state = do("lay", tiles=best["move"]["tiles"])
        else:
            state = do("pass")
    return str(state["id"])


def pictures(page: Page, url: str, look: Look) -> None:
    """All views of pictures."""
    page.goto(url + "/")
    ready(page)
    look("start")
    upload(page, FOLDER / "wwf2-phone-two-colours.png")
    look("answer")
    page.click("#view-reading")
    page.click("#view-whole")
    look("answer whole")
    page.click("#open-settings")
    expect(page.locator("#settings")).to_be_visible()
    look("settings")
    page.keyboard.press("Escape")
    page.locator("#rack button").first.click()
    expect(page.locator("#correct")).to_be_visible()
    look("correcting a tile")
    page.keyboard.press("Escape")
    page.click("#team-begin")
    expect(page.locator("#team-end")).to_be_visible()
    look("followed")
    page.click("#team-end")
    upload(page, PATHS / "ruzzle-phone.png")
    look("path game")
    page.set_input_files("#file", FOLDER / "refuse-settings.png")
    expect(page.locator("#trouble b")).to_be_visible()
    look("refused")
    page.locator("#trouble button").first.click()
    expect(page.locator("#crop")).to_be_visible()
    look("cropping")
    page.keyboard.press("Escape")
    page.click("#open-kept")
    expect(page.locator("#kept li").first).to_be_visible()
    look("kept")


def _dealt(route: Route) -> None:
    """A new game with the same tiles each time: the program can lay some of them."""
    sent = route.request.post_data_json if route.request.method == "POST" else None
    if sent is None:
        route.continue_()
    else:
        route.continue_(post_data=json.dumps(sent | {"seed": 1}))


def games(page: Page, url: str, look: Look, over: str) -> None:
    """All views of games against the program."""
    page.goto(url + "/play")
    ready(page)
    expect(page.locator("#kept li").first).to_be_visible()
    look("lobby")
    page.select_option("[name=level]", "points")  # lays what it can
    page.select_option("[name=challenge]", "double")
    page.route("**/api/play", _dealt)
    page.click("#new-game button")
    expect(page.locator("#do-hint")).to_be_enabled()
    page.unroute("**/api/play")
    for step in range(3):
        page.click("#do-hint")
        expect(page.locator("#do-hint")).to_be_enabled()
        look(f"hint {step}")
    page.click("#do-swap")
    look("swapping")
    page.click("#do-pass")
    expect(page.locator("#sure")).to_be_visible()
    look("passing")
    page.click("#sure .primary")
    expect(page.locator("#do-challenge")).to_be_enabled()
    page.click("#do-challenge")
    expect(page.locator("#sure")).to_be_visible()
    look("challenging")
    page.goto("about:blank")
    page.goto(f"{url}/play#{over}")
    expect(page.locator("#review")).to_be_visible()
    page.click("#back")
    look("review")


def analysis(page: Page, url: str, look: Look) -> None:
    """All views of an analysis."""
    page.goto(url + "/analysis")
    ready(page)
    look("analysis")
    page.fill("#text", "AB\nC")
    page.click("#read")
    expect(page.locator("#trouble")).to_be_visible()
    look("analysis refused")
    analyse(page, "QUELL?S", "equity")
    look("analysis solved")
    page.click("#field [data-square=A1]")
    expect(page.locator("#letter")).to_be_visible()
    look("choosing a letter")


def clock(page: Page, url: str, look: Look) -> None:
    """All views of the words against the clock."""
    page.goto(url + "/clock")
    ready(page)
    look("clock")
    page.click("#new-clock button")
    expect(page.locator("#grid .letter").first).to_be_visible()
    look("clock runs")
    page.click("#finish")
    expect(page.locator("#found button").first).to_be_enabled()
    page.locator("#found button").first.click()
    look("clock over")


def walk(open_: Open, url: str, over: str, ways: list[Way], axe: str = "", **told: str) -> set[str]:
    """Go through all views, each seen in all ways; their names.

    Where axe is given it sees the last in light, and the colours of the last in dark.
    """
    page = open_("/", **told)
    seen: set[str] = set()
    folder = os.environ.get("WWFSNAP_SHOW")
    last = {scheme: (size, scheme) for size, scheme in ways}

    def turn(way: Way) -> None:
        (width, height), scheme = way
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)

    def look(name: str) -> None:
        seen.add(name)
        for way in ways:
            turn(way)
            fits(name, way)
            if axe and way == last[way[1]]:
                rules = {} if way[1] == "light" else {"runOnly": COLOURS}
                assert violations(page, axe, **rules) == [], f"{name} as {way}"
        turn(ways[0])

    def fits(name: str, way: Way) -> None:
        (width, height), scheme = way
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} as {way}: {wide} wide"
        for cut in page.evaluate(CUT):
            raise AssertionError(f"{name} as {way}: {cut}")
        if folder:
            about = f"{name}-{width}x{height}-{told['locale']}-{scheme}"
            page.screenshot(path=Path(folder) / f"{about.replace(' ', '_')}.png")

    turn(ways[0])
    pictures(page, url, look)
    games(page, url, look, over)
    analysis(page, url, look)
    clock(page, url, look)
    return seen


CUT = """() => [...document.querySelectorAll("button, select, input, a")].filter((each) => {
  const box = each.getBoundingClientRect();
  const seen = each.checkVisibility({ visibilityProperty: true }) && box.width > 1;
  const out = box.left < -1 || box.right > innerWidth + 1;
  return seen && out && !each.closest("#stage, .hearing");
}).map((each) => `${each.id || each.className || each.textContent} is cut off`)"""


def test_every_view_fits_in_the_longest_language_and_axe_finds_no_fault_with_it(
    sit_down: Open, tables: Served, over: str, axe: str
) -> None:
    ways: list[Way] = [(size, "light") for size in SIZES[:2]]
    ways += [(size, "dark") for size in SIZES[2:]]
    assert len(walk(sit_down, tables.url, over, ways, axe, locale="fr-FR")) > 20


def test_axe_finds_no_fault_before_the_key_is_known(browser: Browser, axe: str) -> None:
    with serving(key="secret") as locked, opener(browser, locked) as opened:
        page = opened("/")
        expect(page.locator("[name=key]")).to_be_visible()
        assert violations(page, axe) == []
        page.evaluate("document.querySelector('main').append(new Image())")
        assert [fault.partition(":")[0] for fault in violations(page, axe)] == ["image-alt"]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_view_fits_everywhere(
    sit_down: Open,
    tables: Served,
    over: str,
    size: tuple[int, int],
    locale: str,
    scheme: Literal["light", "dark"],
) -> None:
    assert len(walk(sit_down, tables.url, over, [(size, scheme)], locale=locale)) > 20
