"""What takes long is told as it goes on, quick moves first, and can be stopped."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from sample_screens.truth import FOLDER
from tests.shared.pages import PHONE, THINKS, Open, analyse, needs_chromium, ready, solved, upload
from tests.shared.serving import EVENTS, PATIENCE, Served, events, fits
from tests.shared.shots import make_shot

POSITION: dict[str, Any] = {
    "board": "15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15",
    "rack": "AEINRS?",
    "by": "win",
    "top": 3,
}


def test_quick_moves_come_first(server: Served, contract: dict[str, Any]) -> None:
    found = list(events(server, "/api/solve", **POSITION, seconds=1, more=True))
    assert [name for name, _ in found] == ["told"] * (len(found) - 1) + ["done"]
    answers = [record for _, record in found if "moves" in record]
    assert [record["by"] for record in answers] == ["score", "equity", "win"]
    for record in answers:
        fits(contract, "TypedSolution", record)
        assert len(record["moves"]) == 3
        assert record["more"]["cgp"]
    progress = [record for _, record in found if "done" in record]
    assert progress
    assert all(0 <= each["done"] <= 1 and each["games"] > 0 for each in progress)
    assert " " in progress[-1]["leading"]
    plain = server.client.post("/api/solve", json=POSITION | {"by": "score"}).json()
    assert [move["move"] for move in plain["moves"]] == [
        move["move"] for move in answers[0]["moves"]
    ]


def test_failures_are_events_too(server: Served) -> None:
    ((name, record),) = events(server, "/api/solve", **POSITION | {"rack": "QQQQQQQQ"})
    assert (name, record["ok"], record["error"]["kind"]) == ("done", False, "rack")
    refused = server.client.post("/api/solve", json=POSITION | {"rack": 7}, headers=EVENTS)
    assert (refused.status_code, refused.json()["error"]["kind"]) == (400, "bad-request")
    ((name, record),) = events(server, "/api/words/xx")
    assert (name, record["error"]["kind"]) == ("done", "not-found")


def test_who_goes_away_stops_the_thinking(server: Served) -> None:
    begun = time.monotonic()
    for name, _ in events(server, "/api/solve", **POSITION | {"seconds": 20, "rack": "EIO"}):
        assert name == "told"
        break
    answer = server.client.post("/api/solve", json=POSITION | {"by": "score"})
    assert answer.status_code == 200
    assert time.monotonic() - begun < PATIENCE


def test_a_list_is_installed_step_by_step(server: Served) -> None:
    ((name, record),) = events(server, "/api/words/nl")
    assert (name, record["words"]) == ("done", 299_520)


@needs_chromium
def test_better_moves_take_the_place_of_quick_ones(open_page: Open) -> None:
    page = ready(open_page(**PHONE))
    page.locator("#open-settings").tap()
    page.select_option("#settings [name=by]", "win")
    page.locator("#settings .primary").tap()
    upload(page, FOLDER / "wwf2-phone-two-colours.png")
    expect(page.locator("#moves .score").first).to_contain_text("%")
    expect(page.locator("#thinking")).to_be_hidden()
    expect(page.locator("#moves .rank").nth(1)).to_have_text("2")
    page.reload()
    expect(solved(page).locator("#moves .score").first).to_contain_text("%")


@needs_chromium
def test_thinking_goes_on_after_a_reload(open_page: Open) -> None:
    page = ready(open_page())
    page.evaluate(THINKS, 20)
    page.click("#open-settings")
    page.select_option("#settings [name=by]", "win")
    page.click("#settings .primary")
    upload(page, FOLDER / "wwf2-phone-two-colours.png")
    expect(page.locator("#thinking span")).to_contain_text("games a move")
    page.reload()
    expect(solved(page).locator("#moves .score").first).to_contain_text("%")


@needs_chromium
def test_thinking_is_stopped_by_its_button(open_page: Open) -> None:
    page = ready(open_page("/analysis"))
    page.evaluate(THINKS, 20)
    analyse(page, "AEINRS?", "win")
    expect(page.locator("#thinking span")).to_contain_text("games a move")
    page.locator("#found button").nth(1).click()
    page.click("#thinking button")
    expect(page.locator("#thinking")).to_be_hidden()
    expect(page.locator("#found button")).to_have_count(10)
    expect(page.locator("#solve")).to_be_enabled()
    page.select_option("[name=by]", "score")
    expect(page.locator("#found button b").first).to_have_text("59")


@needs_chromium
def test_a_swap_that_is_best_is_told(open_page: Open, tmp_path: Path) -> None:
    page = ready(open_page("/analysis"))
    page.fill("#rack", "UUIIVVW")
    page.select_option("[name=by]", "equity")
    page.click("#solve")
    expect(page.locator("#say")).to_have_text("Best: swap IIUUVVW")
    page.fill("#rack", "QUELLIS")
    page.click("#solve")
    expect(page.locator("#say")).to_contain_text("points")

    page = ready(open_page(**PHONE))
    page.locator("#open-settings").tap()
    page.select_option("#settings [name=by]", "equity")
    page.locator("#settings .primary").tap()
    upload(page, make_shot().save(tmp_path / "good.png"))
    expect(page.locator("#best .better")).to_have_count(0)
    upload(page, make_shot(rack="VVUUIUI").save(tmp_path / "poor.png"))
    expect(page.locator("#best .better")).to_have_text("Best: swap IIUUUVV")
