"""The page of `wwfsnap calibrate --page`: what was read is corrected there, learnt and kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread

import cv2
import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from calibration import Calibration, Shot, Truth, load_shot, read_truth
from sample_screens.truth import FOLDER
from solver.game import Square
from tests.shared.console import Console
from tests.shared.learnt import SHOT, learnt_look
from tests.shared.pages import needs_chromium, opener, violations
from tests.shared.serving import PATIENCE, Served, events
from wwfsnap.errors import Exit
from wwfsnap.serve import calibration_page
from wwfsnap.serve.calibration_page import CalibrationSession, corrected

LAID = FOLDER / "wwf2-desktop-tentative.png"
TRUTH = read_truth(SHOT.with_suffix(".txt").read_text(encoding="utf-8"))
LEAF = (60, 200, 60)
"""Colour that no tile and no square has, blue green red."""

Visitor = Callable[[httpx.Client], None]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Callable[[Visitor], list[str]]:
    """Somebody who does something on the page as soon as it is there; what went wrong meanwhile.

    The server has a thread of its own: a browser is for the test's.
    """

    def use(visitor: Visitor) -> list[str]:
        faults: list[str] = []
        real = calibration_page.serve_calibration

        def looked_over(session: CalibrationSession, ready: Callable[[str], None]) -> None:
            told: SimpleQueue[str] = SimpleQueue()
            server = Thread(target=real, args=(session, told.put), daemon=True)
            server.start()
            address = told.get(timeout=PATIENCE)
            ready(address)
            with httpx.Client(base_url=address, timeout=PATIENCE) as client:
                try:
                    visitor(client)
                except BaseException as fault:  # noqa: BLE001 - told when the command has ended
                    faults.append(repr(fault))
                    client.post("/api/end")
            server.join(PATIENCE)
            assert not server.is_alive()

        monkeypatch.setattr("wwfsnap.serve.serve_calibration", looked_over)
        return faults

    return use


def at(client: httpx.Client) -> Served:
    return Served(str(client.base_url).rstrip("/"), client)


def test_what_was_read_is_looked_over_and_kept(
    wwfsnap: Console, user: Path, client: Callable[[Visitor], list[str]]
) -> None:
    def visitor(client: httpx.Client) -> None:
        assert "calibrate.js" in client.get("/").text
        message = client.post("/api/learn").json()["error"]["message"]
        assert message == "not all screenshots have been read yet"
        assert client.get("/api/shots/0/picture").status_code == 404
        found = client.get("/api/shots").json()
        assert found["name"] == "mine"
        (shot,) = found["shots"]
        assert tuple(shot["board"]) == TRUTH.board
        assert client.get("/api/shots/0/picture").content.startswith(b"\x89PNG")
        assert client.get("/api/sheet").status_code == 404
        sent = {"board": shot["board"], "rack": shot["rack"]}
        assert client.post("/api/shots/0", json=sent).json() == {"ok": True}
        *steps, (_, learnt) = events(at(client), "/api/learn")
        told = [record["done"] for _, record in steps]
        assert told == sorted(told)
        assert len(told) > 10
        assert 0.0 < told[0] < told[-1] <= 1.0
        assert client.post("/api/learn").json() == learnt
        assert learnt["usable"]
        lines = {line["kind"]: line for line in learnt["lines"]}
        assert "self-test" in lines["left-out"]["text"]
        assert lines["left-out"]["told"]["right"] > 40
        assert {lines[kind]["mark"] for kind in ("stood-in", "once")} == {"note"}
        assert client.get("/api/sheet").content.startswith(b"\x89PNG")
        assert client.post("/api/end?keep=true").json()["kept"]

    faults = client(visitor)
    run = wwfsnap("calibrate", SHOT, "--name", "mine", "--page")
    assert faults == []
    assert run.status == 0, run.err
    assert "check what was read at http://localhost:" in run.err
    assert (user / "config" / "wwfsnap" / "themes" / "mine" / "theme.toml").is_file()


def test_nothing_is_kept_unless_it_is_wanted(
    wwfsnap: Console, user: Path, client: Callable[[Visitor], list[str]]
) -> None:
    def visitor(client: httpx.Client) -> None:
        assert client.get("/api/shots").json()["ok"]
        for body in ("x", "[]", '{"board": 1, "rack": ""}', '{"board": ["A"], "rack": ""}'):
            assert client.post("/api/shots/0", content=body).status_code == 400
        rows = client.get("/api/shots").json()["shots"][0]["board"]
        rows[0] = "1" * 15
        assert client.post("/api/shots/0", json={"board": rows, "rack": "A"}).status_code == 422
        rows[0] = "." * 15
        for held in ("1", "\n", "A\nrack: B", "?" * 5000, "[", "\0", "ß"):
            answer = client.post("/api/shots/0", json={"board": rows, "rack": held})
            assert answer.status_code < 500
        for number in ("7", "-1", "00", "1" * 5000):
            assert client.post(f"/api/shots/{number}", json={}).status_code == 404
            assert client.get(f"/api/shots/{number}/picture").status_code == 404
        for half in ('{"board": ["\\ud800"], "rack": "A"}', '{"board": [], "rack": "\\ud800"}'):
            assert client.post("/api/shots/0", content=half).status_code == 400
        foreign = {"Origin": "https://evil.example"}
        assert client.post("/api/end?keep=true", headers=foreign).status_code == 403
        assert not client.post("/api/end?keep=true").json()["kept"]  # nothing was learnt

    faults = client(visitor)
    run = wwfsnap("calibrate", SHOT, "--name", "mine", "--page")
    assert faults == []
    assert run.status == 0
    assert "nothing was kept" in run.err
    assert not (user / "config" / "wwfsnap" / "themes").exists()


@needs_chromium
def test_learning_shows_how_far_it_is_and_can_be_stopped(
    wwfsnap: Console,
    browser: Browser,
    client: Callable[[Visitor], list[str]],
    axe: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries: list[bool] = []

    def slow(
        _shots: Sequence[Shot], _name: str, _title: str, progress: Callable[[float], None]
    ) -> Calibration:
        tries.append(True)
        while len(tries) == 1:  # until it is stopped
            progress(0.5)
            time.sleep(0.05)
        return learnt_look()

    monkeypatch.setattr(calibration_page, "learn", slow)

    def visitor(client: httpx.Client) -> None:
        with opener(browser, at(client)) as opened:
            page = opened(locale="en-GB")
            expect(page.locator("#count")).to_have_text("Screenshot 1 of 1")
            expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")
            assert violations(page, axe) == []
            page.route("**/api/shots/0", lambda route: route.abort())
            page.click("#next:enabled")
            expect(page.locator("#trouble")).to_contain_text("The server cannot be reached.")
            page.unroute("**/api/shots/0")
            page.click("#trouble button")
            expect(page.locator("#thinking")).to_contain_text("Learning the look")
            expect(page.locator("#thinking progress")).to_have_js_property("value", 0.5)
            page.click("#thinking button")
            expect(page.locator("#thinking")).to_be_hidden()
            expect(page.locator("#lines")).to_be_hidden()
            page.click("#next:enabled")
            expect(page.locator("#lines")).to_be_visible()
            assert violations(page, axe) == []
            page.click("#next:enabled")
            expect(page.locator("main")).to_contain_text("The theme is saved")

    faults = client(visitor)
    run = wwfsnap("calibrate", SHOT, "--name", "mine", "--page")
    assert faults == []
    assert run.status == 0
    assert len(tries) == 2


@needs_chromium
def test_reading_shows_how_far_it_is_and_can_be_stopped(
    wwfsnap: Console,
    browser: Browser,
    client: Callable[[Visitor], list[str]],
    axe: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    shot, go_on, taken = learnt_look().shots[0], Event(), list[Path]()

    def slow(path: Path, *_rules: object) -> Shot:
        if taken:
            assert go_on.wait(PATIENCE)
        taken.append(path)
        return shot

    monkeypatch.setattr("calibration.load_shot", slow)

    def visitor(client: httpx.Client) -> None:
        with opener(browser, at(client)) as opened:
            page = opened(locale="en-GB", viewport={"width": 320, "height": 568})
            told = page.locator("#thinking")
            expect(told).to_contain_text("1 of 3 screenshots read")
            expect(page).to_have_title("Calibrate mine")
            assert violations(page, axe) == []
            assert page.evaluate("document.documentElement.scrollWidth") == 320
            page.click("#thinking button")
            expect(told).to_be_hidden()
            expect(page.locator("#next")).to_have_text("Continue reading")
            page.click("button.settings")
            page.select_option("[name=speech]", "de")
            expect(page.locator("#next")).to_have_text("Weiter lesen")
            page.keyboard.press("Escape")
            assert violations(page, axe) == []
            page.click("#next")
            expect(told).to_contain_text("1 von 3 Bildern gelesen")
            go_on.set()
            expect(page.locator("#count")).to_have_text("Bild 1 von 3")
            for _ in range(3):
                page.click("#next:enabled")
            learnt = page.locator("#lines")
            expect(learnt).to_contain_text("Hinweis: nie zu sehen: ")
            expect(learnt).to_contain_text("noch ein Bild mit: gelegten, nicht gespielten Steinen")
            assert violations(page, axe) == []
            page.click("button.settings")
            page.select_option("[name=speech]", "en")
            expect(learnt).to_contain_text("Note: not seen: ")
            page.keyboard.press("Escape")
            page.click("#give-up")
            expect(page.locator("main")).to_contain_text("Nothing was saved")

    faults = client(visitor)
    others = [tmp_path / f"{level}.png" for level in (1, 9)]
    for level, other in zip((1, 9), others, strict=True):
        with Image.open(SHOT) as picture:
            picture.save(other, compress_level=level)
    run = wwfsnap("calibrate", SHOT, *others, "--name", "mine", "--page")
    assert faults == []
    assert run.status == 0, run.err
    assert len(taken) == 3


@needs_chromium
def test_a_screen_that_cannot_be_read_is_told_on_the_page_and_at_the_terminal(
    wwfsnap: Console, browser: Browser, client: Callable[[Visitor], list[str]]
) -> None:
    def visitor(client: httpx.Client) -> None:
        with opener(browser, at(client)) as opened:
            page = opened(locale="nl-NL")
            expect(page.locator("#count")).to_have_text("Afbeelding 2 van 2")
            expect(page.locator("#trouble")).to_contain_text("Er is geen bord te vinden")
            expect(page.locator("#next")).to_be_hidden()

    faults = client(visitor)
    run = wwfsnap("calibrate", SHOT, FOLDER / "refuse-settings.png", "--name", "mine", "--page")
    assert faults == []
    assert run.status == Exit.NO_BOARD
    assert "refuse-settings.png" in run.err


def test_a_screen_that_is_not_there_is_told_before_the_page_opens(
    wwfsnap: Console, tmp_path: Path
) -> None:
    run = wwfsnap("calibrate", SHOT, tmp_path / "none.png", "--name", "mine", "--page")
    assert run.status == Exit.UNREADABLE
    assert "none.png: no such file" in run.err
    assert "http" not in run.err


def test_page_takes_the_place_of_other_ways(wwfsnap: Console) -> None:
    run = wwfsnap("calibrate", SHOT, "--name", "mine", "--page", "--yes")
    assert run.status == 2
    assert "--page" in run.err


def test_tiles_laid_stay_laid_when_they_are_corrected() -> None:
    rows = ("...", "...", "...")
    truth = Truth(rows, "ABC?", (("A1", "C"), ("B1", "x")), ("C3",), "wwf", "en")
    told = corrected(truth, ["Dx.", "..E", "..."], "AB")
    assert told.board == ("...", "..E", "...")
    assert told.tentative == (("A1", "D"), ("B1", "x"))
    assert told.rack == "ABD?"
    assert told.last_move == ("C3",)
    gone = corrected(truth, ["...", "...", "..."], None)
    assert gone.tentative == ()
    assert gone.rack is None


def test_screen_as_the_page_gets_it() -> None:
    record = calibration_page.shot_record(load_shot(LAID))
    assert record["tentative"]
    for name in record["tentative"]:
        row, column = int(name[1:]) - 1, ord(name[0]) - ord("A")
        assert record["board"][row][column] != "."
    assert len(record["more"]["rack_boxes"]) == len(record["rack"])


@pytest.fixture
def covered(tmp_path: Path) -> Path:
    """The screen with two tiles of WHITED covered: what lies above them seems to lie apart."""
    page, grid = cv2.imread(str(SHOT)), learnt_look().shots[0].reading.grid
    assert page is not None
    for name in ("H6", "H9"):
        square = Square.parse(name)
        box = grid.square(square.row, square.column)
        page[int(box.y) + 2 : int(box.bottom) - 2, int(box.x) + 2 : int(box.right) - 2] = LEAF
    path = tmp_path / "covered.png"
    assert cv2.imwrite(str(path), page)
    return path


@needs_chromium
def test_a_correction_settles_other_doubts(
    wwfsnap: Console,
    browser: Browser,
    client: Callable[[Visitor], list[str]],
    axe: str,
    covered: Path,
) -> None:
    def visitor(client: httpx.Client) -> None:
        with opener(browser, at(client)) as opened:
            page = opened(locale="en-GB")
            doubts, ready = page.locator("#doubts li"), page.locator("#next:enabled")
            expect(doubts.filter(has_text="H4")).to_have_count(1)
            page.focus("[data-square=H6]")
            page.keyboard.press("i")
            expect(doubts.filter(has_text="H4")).to_have_count(0)
            expect(doubts.filter(has_text="H9")).to_have_count(1)
            expect(page.locator("#status")).to_have_text("Please check: 2")
            page.click("#rack .tiles button >> nth=0")
            page.click("#correct .keys button:text-is('K')")
            ready.wait_for()
            page.reload()  # what was corrected is known to the server
            expect(doubts.filter(has_text="H9")).to_have_count(1)
            expect(doubts.filter(has_text="H4")).to_have_count(0)
            page.route("**/api/shots/0?*", lambda route: route.abort())
            page.focus("[data-square=H9]")
            page.keyboard.press("d")
            expect(page.locator("#trouble")).to_contain_text("The server cannot be reached.")
            expect(page.locator("[data-square=H9]")).to_have_attribute("aria-label", "H9, D 2")
            assert violations(page, axe) == []
            page.unroute("**/api/shots/0?*")
            page.click("#trouble button")
            expect(page.locator("#doubts")).to_be_hidden()
            expect(page.locator("#trouble")).to_be_hidden()
            expect(page.locator("#painting .marks .corrected")).to_have_count(2)
            expect(page.locator("[data-square=H6]")).to_have_attribute("aria-label", "H6, I 1")
            held = page.locator("#rack .tiles button").first
            expect(held).to_have_attribute("aria-label", "Tile 1 of your rack: K 5")
        (shot,) = client.get("/api/shots").json()["shots"]
        assert tuple(shot["board"]) == TRUTH.board
        assert shot["told"] == "H6=I,rack 1=K,H9=D"
        client.post("/api/end")

    faults = client(visitor)
    run = wwfsnap("calibrate", covered, "--name", "mine", "--page")
    assert faults == []
    assert run.status == 0, run.err


def test_a_tile_that_is_laid_stays_laid_when_the_screen_is_read_again(
    wwfsnap: Console, client: Callable[[Visitor], list[str]]
) -> None:
    def visitor(client: httpx.Client) -> None:
        (before,) = client.get("/api/shots").json()["shots"]
        first, second, *others, last = before["tentative"]
        told = {"correct": f"{first}=x,{second}=E,{last}=."}
        after = client.post("/api/shots/0", params=told).json()
        assert after["tentative"] == [first, second, *others]
        letters = [
            after["board"][row][column] for row, column in map(Square.parse, (first, second))
        ]
        assert letters == ["x", "E"]
        assert after["rack"] == before["rack"]
        client.post("/api/end")

    faults = client(visitor)
    run = wwfsnap("calibrate", LAID, "--name", "mine", "--page")
    assert faults == []
    assert run.status == 0, run.err


def test_what_is_told_later_counts_and_what_cannot_be_changes_nothing(
    wwfsnap: Console, client: Callable[[Visitor], list[str]]
) -> None:
    def visitor(client: httpx.Client) -> None:
        def shot() -> dict[str, object]:
            (record,) = client.get("/api/shots").json()["shots"]
            assert isinstance(record, dict)
            return record

        assert shot()["told"] == ""
        read = client.post("/api/shots/0", params={"correct": "H9=K,rack 8=."}).json()
        assert (read["told"], shot()) == ("H9=K,rack 8=.", read)
        sent = {"board": read["board"], "rack": read["rack"]}
        assert client.post("/api/shots/0", json=sent).json() == {"ok": True}
        assert shot() == read
        for wrong in ("", "H6", "Z9=A", "H6=1", "A1=A,A1=B", "rack 8=A", "A1=A" * 500):
            refused = client.post("/api/shots/0", params={"correct": wrong})
            assert refused.status_code == 422
            assert refused.json()["error"]["kind"] == "correction-unusable"
        assert client.post("/api/shots/1", params={"correct": "H6=I"}).status_code == 404
        assert shot() == read
        sent["rack"] = "ABC"  # not as it was read again
        assert client.post("/api/shots/0", json=sent).json() == {"ok": True}
        assert shot() == read | {"rack": "ABC", "told": None}
        client.post("/api/end")

    faults = client(visitor)
    run = wwfsnap("calibrate", SHOT, "--name", "mine", "--page")
    assert faults == []
    assert run.status == 0, run.err
