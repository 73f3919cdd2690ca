"""Path games over HTTP and on the page: pictures, typed grids, corrections."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from sample_screens.path_scene import FOLDER
from tests.shared.console import Console
from tests.shared.gridshots import truth_named
from tests.shared.pages import DESKTOP, PHONE, Open, needs_chromium, ready, upload
from tests.shared.serving import Served, fits

SAMPLE = FOLDER / "ruzzle-phone.png"
PNG = {"Content-Type": "image/png"}
GRID = "T(E DW)LS/(R TW)IOA/N(G DL)(E TL)M/(D DW)(Y TW)UP"


def test_solve_answers_what_the_command_line_prints(
    server: Served, wwfsnap: Console, contract: dict[str, Any], tmp_path: Path
) -> None:
    args = ("solve", SAMPLE, "--top", 3, "--json", "--out", tmp_path)
    (printed,) = wwfsnap(*args).lines
    path = f"/api/solve?top=3&name={SAMPLE.name}"
    answer = server.client.post(path, content=SAMPLE.read_bytes(), headers=PNG)
    assert answer.status_code == 200
    assert answer.json() == printed | {"image": SAMPLE.name, "drawn": None}
    fits(contract, "PathSolution", answer.json())


def test_read_answers_what_the_command_line_prints(
    server: Served, wwfsnap: Console, contract: dict[str, Any]
) -> None:
    (printed,) = wwfsnap("read", SAMPLE, "--json").lines
    path = f"/api/read?name={SAMPLE.name}&game=ruzzle"
    answer = server.client.post(path, content=SAMPLE.read_bytes(), headers=PNG)
    assert answer.json() == printed | {"image": SAMPLE.name}
    fits(contract, "GridReading", answer.json())


def test_more_tells_where_the_tiles_lie(server: Served, contract: dict[str, Any]) -> None:
    answer = server.client.post(
        "/api/solve?more=true", content=SAMPLE.read_bytes(), headers=PNG
    ).json()
    fits(contract, "PathSolution", answer)
    more, geometry = answer["more"], answer["geometry"]
    assert more["title"] == "Ruzzle"
    assert dict(more["tiles"])["Q"] == 10
    assert [len(row) for row in more["tile_boxes"]] == [4] * 4
    first, second = more["tile_boxes"][0][:2]
    assert first[:2] == [geometry["x"], geometry["y"]]
    assert second[0] - first[0] == pytest.approx(geometry["cell"], abs=1.5)


def test_drawn_picture(server: Served) -> None:
    headers = PNG | {"Accept": "image/png"}
    drawn = server.client.post("/api/solve", content=SAMPLE.read_bytes(), headers=headers)
    assert drawn.headers["content-type"] == "image/png"
    after = cv2.imdecode(np.frombuffer(drawn.content, np.uint8), cv2.IMREAD_COLOR)
    before = cv2.imread(str(SAMPLE))
    assert after is not None
    assert before is not None
    assert after.shape == before.shape
    assert (after != before).any()


def test_typed_grid_is_solved_as_the_picture_was(server: Served, contract: dict[str, Any]) -> None:
    read = server.client.post("/api/solve", content=SAMPLE.read_bytes(), headers=PNG).json()
    typed = server.client.post("/api/solve", json={"grid": GRID, "more": True}).json()
    fits(contract, "TypedPathSolution", typed)
    for key in ("grid", "multipliers", "words", "count", "points"):
        assert typed[key] == read[key]
    assert dict(typed["more"]["tiles"])["Z"] == 10


def test_wishes_of_a_typed_grid(server: Served) -> None:
    sent = {"grid": "CA/ST", "game": "wordhunt", "top": 1, "language": "en"}
    found = server.client.post("/api/solve", json=sent).json()
    assert (found["game"], len(found["words"])) == ("wordhunt", 1)
    assert found["words"][0]["points"] == 400
    assert found["count"] > 1
    found = server.client.post("/api/solve?top=0", json={"grid": "CA/ST"}).json()
    assert len(found["words"]) == found["count"]


@pytest.mark.parametrize(
    ("sent", "status", "kind"),
    [
        ({"grid": "AB/C"}, 422, "board-text"),
        ({"grid": "/".join(["A" * 27] * 9)}, 422, "board-text"),
        ({"grid": "CATS", "game": "wwf"}, 422, "unknown-game"),
        ({"grid": "ÅÄÖ"}, 422, "unknown-game"),
        ({"grid": "CATS", "language": "tlh"}, 422, "words-missing"),
        ({"grid": ""}, 400, "bad-request"),
        ({"grid": 7}, 400, "bad-request"),
        ({"grid": [["A"]]}, 400, "bad-request"),
        ({"grid": "A" * 3000}, 400, "bad-request"),
        ({"grid": "CATS", "rack": "A"}, 400, "bad-request"),
        ({"grid": "CATS", "theme": "none"}, 400, "bad-request"),
        ({"grid": "CATS", "by": "win"}, 400, "bad-request"),
        ({"grid": "CATS", "top": [1]}, 400, "bad-request"),
        ({"grid": "CATS", "colour": "red"}, 400, "bad-request"),
        ({"grid": "CATS", "top": -1}, 400, "bad-request"),
    ],
    ids=lambda value: json.dumps(value)[:50],
)
def test_typed_grids_refused(
    server: Served, contract: dict[str, Any], sent: dict[str, Any], status: int, kind: str
) -> None:
    answer = server.client.post("/api/solve", json=sent)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)
    fits(contract, "Failure", answer.json())


def test_words_missing_keeps_what_was_read(server: Served) -> None:
    picture = (FOLDER / "ruzzle-de.png").read_bytes()
    answer = server.client.post("/api/solve?language=de&more=true", content=picture, headers=PNG)
    found = answer.json()
    assert answer.status_code == 422
    assert found["error"]["kind"] == "words-missing"
    assert found["grid"][0] == list("HERB")
    assert found["more"]["title"] == "Ruzzle"


@needs_chromium
def test_phone_from_picture_to_words(open_page: Open) -> None:
    page = upload(ready(open_page(**PHONE, color_scheme="dark")), SAMPLE)
    expect(page.locator("#best .word")).to_have_text("TRILOGY")
    expect(page.locator("#best .points")).to_have_text("150 points")
    expect(page.locator("#best .where")).to_have_text("A1 A2 B2 C1 C2 B3 B4")
    expect(page.locator("#moves h2")).to_have_text("Best words")
    expect(page.locator("#status")).to_have_text("TRILOGY: A1 A2 B2 C1 C2 B3 B4, 150 points")
    assert page.locator("#squares button").count() == 16
    expect(page.locator("#painting .trace polyline")).to_have_count(2)
    assert page.locator("#painting .trace circle.step").count() == 7
    for hidden in ("#rack", "#unseen", "#copy-cgp", "#copy-gcg", "#doubts"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator("#save")).to_be_visible()
    assert_on_the_picture(page)

    page.locator("#moves button").nth(1).tap()
    expect(page.locator("#best .word")).to_have_text("DYEING")
    assert page.locator("#painting .trace circle.step").count() == 6
    square = page.locator("[data-square=A4]")
    expect(square).to_have_attribute("aria-label", "A4, D, 2, DW, step 1")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["viewport"]["width"]

    expect(page.locator("#moves button")).to_have_count(11)
    page.locator("#moves button.all").tap()
    expect(page.locator("#moves button")).to_have_count(233)
    expect(page.locator("#moves button.all")).to_have_count(0)


@needs_chromium
def test_tiles_that_are_higher_than_wide_lie_on_the_picture(
    open_page: Open, tmp_path: Path
) -> None:
    narrow = tmp_path / "narrow.png"
    pixels = np.asarray(cv2.imread(str(SAMPLE)), np.uint8)
    cv2.imwrite(str(narrow), cv2.resize(pixels, None, fx=0.85, fy=1.0))
    page = upload(ready(open_page(**PHONE)), narrow)
    expect(page.locator("#best .word")).to_have_text("TRILOGY")
    assert_on_the_picture(page, 0.85)


def assert_on_the_picture(page: Page, across: float = 1.0) -> None:
    """The tile D4 lies where the scene painted it, in a picture made narrower or not."""
    square = page.locator("[data-square=D4]").bounding_box()
    picture = page.locator("#picture").bounding_box()
    assert square
    assert picture
    tiles, scale = truth_named("ruzzle-phone").tiles, picture["width"] / (1080 * across)
    x, y = (start + 3 * tiles.pitch + tiles.side / 2 for start in (tiles.x, tiles.y))
    assert abs(square["x"] + square["width"] / 2 - picture["x"] - x * across * scale) < 3
    assert abs(square["y"] + square["height"] / 2 - picture["y"] - y * scale) < 3


@needs_chromium
def test_desktop_correction_of_tiles(open_page: Open) -> None:
    page = upload(ready(open_page(**DESKTOP)), SAMPLE)
    square, dialog = page.locator("[data-square=B4]"), page.locator("#correct-tile")
    square.click()
    expect(dialog.locator("h2")).to_have_text("Tile B4")
    dialog.locator(".keys button", has_text="V").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#best .word")).not_to_have_text("TRILOGY")
    expect(square).to_have_attribute("aria-label", re.compile("^B4, V, TW"))
    expect(page.locator("#save")).to_be_hidden()

    square.click()
    dialog.locator("[name=text]").fill("-ing")
    page.keyboard.press("Escape")  # as if nothing had been typed
    expect(dialog).to_be_hidden()
    expect(square).to_have_attribute("aria-label", re.compile("^B4, V, TW"))

    square.click()
    dialog.locator("[name=text]").fill("4 2")
    dialog.locator("#correct-tile-done").click()  # nothing that a tile can show
    expect(dialog).to_be_visible()
    dialog.locator("[name=text]").fill("-ing")
    dialog.locator("[name=multiplier]").select_option("DL")
    dialog.locator("#correct-tile-done").click()
    expect(square).to_have_attribute("aria-label", re.compile("^B4, -ING, DL"))
    expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")

    square.focus()
    page.keyboard.press("y")
    expect(square).to_have_attribute("aria-label", re.compile("^B4, Y, DL"))
    page.keyboard.press("ArrowRight")
    other = page.locator("[data-square=C4]")
    expect(other).to_be_focused()
    page.keyboard.press("Backspace")  # nothing is taken away by a slip
    expect(other).to_have_attribute("aria-label", re.compile("^C4, U"))
    square.click()
    dialog.locator("#correct-tile-empty").click()
    expect(dialog).to_be_hidden()
    expect(square).to_have_attribute("aria-label", re.compile("^B4, empty"))


DOUBT = """() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (asked[0] !== "/api/solve" || !(asked[1].body instanceof FormData)) return answer;
    const record = await answer.json();
    const reason = { why: "thin", reason: "unclear", told: {} };
    record.doubts = [{ where: "B4", read: "Y", runner_up: "QU", ...reason }];
    record.otherwise = [{ where: "B4", read: "Y", other: "QU", word: "QUEUE", points: 40 }];
    return Response.json(record);
  };
}"""


@needs_chromium
def test_a_doubt_is_marked_and_gone_once_it_is_looked_at(open_page: Open) -> None:
    page = ready(open_page(**DESKTOP, locale="de-DE"))
    page.evaluate(DOUBT)
    upload(page, SAMPLE)
    expect(page.locator("#moves h2")).to_have_text("Beste Wörter")
    expect(page.locator("#painting .marks .doubt")).to_have_count(1)
    doubt = page.locator("#doubts button")
    expect(doubt).to_contain_text("B4 gelesen als Y vielleicht QU (schwer zu erkennen)")
    expect(doubt).to_contain_text("Wenn es QU ist: QUEUE, 40")
    doubt.click()
    expect(page.locator("#correct-tile [data-likely]")).to_have_text("QU")
    page.locator("#correct-tile-done").click()  # it is a Y
    expect(page.locator("#doubts")).to_be_hidden()
    expect(page.locator("#best .word")).to_have_text("TRILOGY")


@needs_chromium
def test_picture_without_words_for_it(open_page: Open) -> None:
    page = ready(open_page(**DESKTOP))
    page.evaluate(
        DOUBT.replace("record.doubts", "record.words = []; record.count = 0; record.doubts")
    )
    page.set_input_files("#file", SAMPLE)
    expect(page.locator("#best")).to_have_text("No word was found")
    expect(page.locator("#moves")).to_be_hidden()
    expect(page.locator("#save")).to_be_hidden()
    page.set_input_files("#file", FOLDER.parent / "wwf2-phone-two-colours.png")  # a board after it
    expect(page.locator("#rack")).to_be_visible()
    expect(page.locator("#tile-help")).to_be_hidden()
