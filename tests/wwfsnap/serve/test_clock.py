"""Words against the clock: a random grid, drawn and typed words, all there were at the end."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.shared.pages import PHONE, Open, needs_chromium, ready
from tests.shared.serving import Served, fits

RANDOM = {"game": "wordament", "language": "en", "random": 7, "top": 0, "more": True}
SEVEN = "() => { Math.random = () => 7e-9; }"


def test_a_random_grid_is_the_same_for_the_same_number(
    server: Served, contract: dict[str, Any]
) -> None:
    one, same = (server.client.post("/api/solve", json=RANDOM).json() for _ in range(2))
    fits(contract, "TypedPathSolution", one)
    assert one == same
    assert one["count"] == len(one["words"]) > 20
    other = server.client.post("/api/solve", json=RANDOM | {"random": 8}).json()
    assert other["grid"] != one["grid"]


@pytest.mark.parametrize("wrong", [{"random": -1}, {"random": "7"}, {"random": True}])
def test_what_makes_no_grid(server: Served, wrong: dict[str, object]) -> None:
    answer = server.client.post("/api/solve", json=RANDOM | wrong)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "bad-request")
    both = server.client.post("/api/solve", json=RANDOM | {"grid": "CATS/OVEN"})
    assert both.status_code == 400


def race(page: Page, server: Served) -> list[dict[str, Any]]:
    """Begin with grid number 7; its words, the longest first."""
    page.evaluate(SEVEN)
    page.select_option("[name=game]", "wordament")
    page.locator("#new-clock button").click()
    expect(page.locator("#grid .letter")).to_have_count(16)
    words: list[dict[str, Any]] = server.client.post("/api/solve", json=RANDOM).json()["words"]
    return sorted(words, key=lambda each: -len(each["word"]))


@needs_chromium
def test_words_are_drawn_and_typed(open_page: Open, server: Served) -> None:
    page = ready(open_page("/clock", **PHONE))
    first, second, *_ = race(page, server)
    for step, name in enumerate(first["path"]):
        box = page.locator(f"#grid [data-square={name}]").bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=9)
        if not step:
            page.mouse.down()
    expect(page.locator("#grid .on")).to_have_count(len(first["path"]))
    page.mouse.up()
    expect(page.locator("#say")).to_have_text(f"{first['word'].upper()} +{first['points']}")
    page.fill("#typed", second["word"].lower())
    page.press("#typed", "Enter")
    expect(page.locator("#found button")).to_have_count(2)
    expect(page.locator("#sum")).to_have_text(str(first["points"] + second["points"]))
    for word, told in ((second["word"], "already found"), ("qqqq", "not in the list: QQQQ")):
        page.fill("#typed", word)
        page.press("#typed", "Enter")
        expect(page.locator("#say")).to_contain_text(told)
    page.locator("#finish").tap()
    expect(page.locator("#say")).to_contain_text("2 of ")
    expect(page.locator("#found .mine")).to_have_count(2)
    page.locator("#found button:not(.mine)").first.tap()
    assert page.locator("#grid .on").count() > 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@needs_chromium
def test_the_clock_ends_it(open_page: Open, server: Served) -> None:
    page = ready(open_page("/clock"))
    page.clock.install()
    race(page, server)
    expect(page.locator("#left")).to_have_text("2:00")
    page.clock.run_for(119_000)
    expect(page.locator("#left")).to_have_text("0:01")
    page.clock.run_for(1_500)
    expect(page.locator("#say")).to_contain_text("Time is up: 0 of ")
    expect(page.locator("#typing")).to_be_hidden()
