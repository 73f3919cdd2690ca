"""Answers kept in the browser: after a reload, without the server, one deleted and all."""

from __future__ import annotations

from playwright.sync_api import expect

from sample_screens.path_scene import FOLDER as PATHS
from sample_screens.truth import FOLDER
from tests.shared.pages import DESKTOP, PHONE, Open, needs_chromium, ready, upload

SAMPLE = FOLDER / "wwf2-phone-two-colours.png"
RULING = """() => new Promise((done) => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) done();
  else serviceWorker.addEventListener("controllerchange", () => done(), { once: true });
})"""
KEPT = """(words) => new Promise((done) => {
  const asked = indexedDB.open("wwfsnap");
  asked.onsuccess = () => {
    const get = asked.result.transaction("answers").objectStore("answers").getAll();
    get.onsuccess = () => done(String(get.result.map((each) => each.word)) === String(words));
  };
})"""
KEPT_RACK = """(tile) => new Promise((done) => {
  const asked = indexedDB.open("wwfsnap");
  asked.onsuccess = () => {
    const get = asked.result.transaction("answers").objectStore("answers").getAll();
    get.onsuccess = () => done(get.result.at(-1).state?.rack[0] === tile);
  };
})"""
pytestmark = needs_chromium


def test_a_reload_and_a_lost_connection_lose_nothing(open_page: Open) -> None:
    page = ready(open_page(**PHONE, service_workers="allow"))
    expect(page.locator("#kept")).to_be_hidden()
    page.evaluate(RULING)
    upload(page, PATHS / "ruzzle-phone.png")
    page.wait_for_function(KEPT, arg=["TRILOGY"])
    upload(page, SAMPLE)
    page.locator("#rack .tile").first.click()
    page.locator("#correct .keys button", has_text="Q").click()
    page.wait_for_function(KEPT_RACK, arg="Q")
    expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")
    best = page.locator("#best .word").inner_text()
    page.wait_for_function(KEPT, arg=["TRILOGY", best])

    page.context.set_offline(True)
    page.reload()
    ready(page)
    expect(page.locator("#best .word")).to_have_text(best)
    expect(page.locator("#rack .tile").first).to_have_text("Q")
    page.locator("#after").tap()
    expect(page.locator("#best .fine")).to_have_text("2 / 10")
    page.locator("#rack .tile").first.click()
    page.locator("#correct .keys button", has_text="R").click()
    expect(page.locator("#trouble")).to_contain_text("The server cannot be reached.")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator("#best .word")).to_have_text("TED")

    page.locator("#open-kept").tap()
    expect(page.locator("#kept .open b")).to_have_text(["TED 36", "TRILOGY 150"])
    expect(page.locator("#kept img")).to_have_count(2)
    page.locator("#kept .open").nth(1).tap()
    expect(page.locator("#best .word")).to_have_text("TRILOGY")
    expect(page.locator("#painting .trace polyline")).to_have_count(2)


def test_one_is_deleted_and_all(open_page: Open) -> None:
    page = ready(open_page(**DESKTOP))
    names = ("wwf2-11x11-solo.png", "wwf2-11x11-messenger.png", SAMPLE.name)
    words = []
    for name in names:
        words.append(upload(page, FOLDER / name).locator("#best .word").inner_text())
        page.wait_for_function(KEPT, arg=words)
    page.set_input_files("#file", FOLDER / "refuse-settings.png")  # is not kept
    expect(page.locator("#trouble")).to_be_visible()
    page.locator("#open-kept").click()
    cards = page.locator("#kept li")
    expect(cards).to_have_count(3)
    cards.first.get_by_role("button", name="Delete TED 36").click()
    expect(cards).to_have_count(2)
    expect(page.locator("#kept .open").first).to_be_focused()
    page.locator("#forget-all").click()
    page.locator("#forget").get_by_role("button", name="Cancel").click()
    expect(cards).to_have_count(2)
    page.locator("#forget-all").click()
    page.locator("#forget").get_by_role("button", name="Delete all").click()
    expect(page.locator("#kept")).to_be_hidden()
    expect(page.locator("#choose")).to_be_focused()
    page.reload()
    ready(page)
    expect(page.locator("#kept")).to_be_hidden()


HELD = """() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    if (asked[0] === "/api/solve") await new Promise((go) => { window.go = go; });
    return real(...asked);
  };
}"""


def test_the_list_follows_what_is_read_and_deleted_meanwhile(open_page: Open) -> None:
    page = ready(open_page(**DESKTOP))
    page.evaluate(HELD)
    card = page.locator("#kept .open")
    for name, shown in (("refuse-settings.png", 0), (SAMPLE.name, 1)):
        page.set_input_files("#file", FOLDER / name)
        page.wait_for_function("() => window.go && history.state?.number")
        page.locator("#open-kept").click()
        expect(card).to_contain_text(name)
        page.evaluate("() => { window.go(); window.go = null; }")
        if not shown:
            expect(page.locator("#toast")).to_contain_text("No board was found")
        expect(card).to_have_count(shown)
    expect(card.locator("b")).to_have_text("TED 36")
    assert page.evaluate("history.state") is None  # a reload shows the list again

    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    ready(elsewhere).locator("#kept .forget").click()
    expect(elsewhere.locator("#kept")).to_be_hidden()
    card.click()
    expect(page.locator("#kept")).to_be_hidden()
    expect(page.locator("#choose")).to_be_visible()


def test_a_picture_that_did_not_reach_the_server_waits(open_page: Open) -> None:
    page = ready(open_page(**PHONE, service_workers="allow"))
    page.evaluate(RULING)
    page.context.set_offline(True)
    page.set_input_files("#file", SAMPLE)
    expect(page.locator("#trouble")).to_contain_text("The server cannot be reached.")
    page.wait_for_function("() => history.state?.number")
    page.reload()
    ready(page)
    expect(page.locator("#trouble")).to_contain_text("The server cannot be reached.")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator("#best .word")).to_have_text("TED")
    page.wait_for_function(KEPT, arg=["TED"])
