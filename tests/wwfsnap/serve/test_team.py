"""A game on the phone followed on the page, from screenshot to screenshot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from solver.game import Gcg
from tests.shared.pages import PHONE, Open, needs_chromium, ready, solved, upload
from tests.shared.serving import Served, fits
from tests.shared.shots import LATER, OPENING, make_shot

FIRST = {"board": list(OPENING), "rack": "QUELL?S", "scores": [0, 16]}
NEXT = {"board": list(LATER), "rack": "E?SABCD"}


def test_the_record_grows_from_picture_to_picture(server: Served, contract: dict[str, Any]) -> None:
    begun = server.client.post("/api/team", json=FIRST).json()
    fits(contract, "TeamState", begun)
    assert (begun["lines"], begun["new"], begun["scores"]) == ([], 0, [0, 16])
    after = server.client.post("/api/team", json=NEXT | {"record": begun["record"]}).json()
    fits(contract, "TeamState", after)
    assert [(line["mine"], line["text"]) for line in after["lines"]] == [
        (True, "J6 QU(O)LL"),
        (False, "F7 O(H)O"),
    ]
    mine, theirs = (line["score"] for line in after["lines"])
    assert (after["new"], after["again"], after["scores"]) == (2, False, [mine, 16 + theirs])
    told = NEXT | {"record": begun["record"], "scores": [mine + 5, 16 + theirs]}
    corrected = server.client.post("/api/team", json=told).json()
    assert corrected["lines"][-1]["text"] == "(score)"  # the game counts otherwise: so be it
    assert set(Gcg.parse(after["record"]).players) == {"me", "other"}
    same = server.client.post("/api/team", json=NEXT | {"record": after["record"]}).json()
    assert (same["new"], len(same["lines"])) == (0, 2)
    back = server.client.post("/api/team", json=FIRST | {"record": after["record"]})
    assert (back.status_code, back.json()["error"]["kind"]) == (409, "another-game")


@pytest.mark.parametrize(
    "wrong", [{"record": 7}, {"board": ""}, {"scores": 3}, {"rack": []}, {"level": "easy"}]
)
def test_what_cannot_be_followed(server: Served, wrong: dict[str, object]) -> None:
    answer = server.client.post("/api/team", json=FIRST | wrong)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "bad-request")
    answer = server.client.post("/api/team", json=FIRST | {"record": "no game"})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "notation")


@needs_chromium
def test_the_next_screenshot_tells_the_moves(open_page: Open, tmp_path: Path) -> None:
    first = make_shot(OPENING).save(tmp_path / "first.png")
    later = make_shot(LATER, "E?SABCD").save(tmp_path / "later.png")
    page = upload(ready(open_page(**PHONE)), first)
    page.locator("#team-begin").tap()
    expect(page.locator("#team p")).to_contain_text("choose the next screenshot")
    upload(page, later)
    expect(page.locator("#team p")).to_contain_text("You: J6 QU(O)LL +")
    expect(page.locator("#team p")).to_contain_text("Opponent: F7 O(H)O +")
    expect(page.locator("#team li")).to_have_count(2)
    page.reload()
    solved(page)
    expect(page.locator("#team li")).to_have_count(2)
    upload(page, first)
    expect(page.locator("#team p")).to_contain_text("another game, or an earlier board")
    page.locator("#team-begin").tap()
    expect(page.locator("#team li")).to_have_count(0)
    page.locator("#team-end").tap()
    expect(page.locator("#team-begin")).to_be_visible()
    expect(page.locator("#team-end")).to_be_hidden()
