"""The answer in sight: at every size and by every way of stepping through the moves."""

from __future__ import annotations

import json
from functools import partial

from playwright.sync_api import Page, Route, expect

from sample_screens.path_scene import FOLDER as PATHS
from sample_screens.truth import FOLDER
from tests.shared.pages import DESKTOP, PHONE, Open, needs_chromium, ready, solved, upload

SAMPLE = FOLDER / "wwf2-phone-two-colours.png"
SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1280, 900)]
pytestmark = needs_chromium


def test_a_tapped_move_is_seen_at_every_size(open_page: Open) -> None:
    """In French, whose texts are the longest; that nothing is too wide, test_every_view shows."""
    page = upload(ready(open_page(**PHONE, locale="fr-FR")), SAMPLE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#moves button").first.tap()
        expect(page.locator("#best .word")).to_have_text("TED")
        page.locator("#moves button").nth(7).tap()
        expect(page.locator("#best .word")).to_have_text("FORK")
        box = page.locator("#painting .move rect.frame.dark").bounding_box()
        assert box
        assert 0 <= box["x"] < box["x"] + box["width"] <= width
        assert 0 <= box["y"] < box["y"] + box["height"] <= height
        tapped = page.locator("#moves button").nth(7).bounding_box()
        assert tapped
        assert 0 < tapped["y"] < height
        assert_beside(page, wide=width > 840)
        page.locator("#view-whole").tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator("#view-whole").tap()

    page.set_input_files("#file", FOLDER / "refuse-settings.png")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for selector in ("#trouble b", "#trouble button >> nth=0"):
            expect(page.locator(selector)).to_be_visible()
            box = page.locator(selector).bounding_box()
            assert box
            assert box["y"] + box["height"] <= height
    page.locator("#open-kept").tap()
    expect(page.locator("#kept li")).to_have_count(1)
    assert_named(page)


def assert_beside(page: Page, *, wide: bool) -> None:
    stage, best = page.locator("#stage").bounding_box(), page.locator("#best").bounding_box()
    assert stage
    assert best
    assert (best["x"] >= stage["x"] + stage["width"]) == wide


def assert_named(page: Page) -> None:
    """Whatever can be used has a name."""
    for role in ("button", "combobox", "textbox"):
        for each in page.get_by_role(role).all():
            assert each.evaluate("(it) => (it.ariaLabel ?? it.textContent).trim()") != ""


SWIPE = """([from, to]) => {
  const stage = document.querySelector("#stage");
  const touch = { bubbles: true, isPrimary: true, pointerType: "touch", clientY: 200 };
  const finger = (type, clientX) =>
    stage.dispatchEvent(new PointerEvent(type, { ...touch, clientX }));
  finger("pointerdown", from);
  finger("pointerup", to);
}"""


def test_next_and_previous_move_by_button_finger_and_key(open_page: Open) -> None:
    page = upload(ready(open_page(**PHONE)), SAMPLE)
    word, number = page.locator("#best .word"), page.locator("#best .fine")
    expect(number).to_have_text("1 / 10")
    page.get_by_role("button", name="Next move").tap()
    expect(word).to_have_text("ED")
    page.get_by_role("button", name="Previous move").tap()
    page.get_by_role("button", name="Previous move").tap()
    expect(number).to_have_text("10 / 10")
    page.evaluate(SWIPE, [300, 100])
    expect(number).to_have_text("1 / 10")
    page.evaluate(SWIPE, [100, 300])
    expect(number).to_have_text("10 / 10")
    page.evaluate(SWIPE, [100, 120])  # a tap that trembles
    expect(number).to_have_text("10 / 10")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("2 / 10")
    expect(page.locator("#status")).to_have_text("ED at O8 for 26 points")
    page.locator("[data-square=H1]").focus()
    page.keyboard.press("ArrowRight")  # here it walks over the board
    expect(page.locator("[data-square=I1]")).to_be_focused()
    expect(number).to_have_text("2 / 10")


def test_what_was_read_is_shown_on_demand(open_page: Open) -> None:
    page = upload(ready(open_page(**DESKTOP)), SAMPLE)
    toggle, chips = (
        page.locator("#view-reading"),
        page.locator("#painting .read .chip >> visible=true"),
    )
    expect(toggle).to_have_attribute("aria-pressed", "false")
    expect(chips).to_have_count(0)
    page.locator("[data-square=O8]").focus()
    page.keyboard.press("e")
    expect(chips).to_have_count(1)  # the picture does not show that
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    assert chips.count() > 60


FOCUSED = """() => {
  const it = document.activeElement;
  const { x, y, width, height } = it.getBoundingClientRect();
  const seen = it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  return [it.id || it.dataset.square || it.textContent.slice(0, 6), seen];
}"""


def test_focus_goes_from_the_board_to_the_answer_to_the_moves(open_page: Open) -> None:
    """And what has it is never behind the picture that stays in sight."""
    page = upload(ready(open_page(viewport={"width": 320, "height": 568})), SAMPLE)
    found = []
    for _ in range(18):
        page.keyboard.press("Tab")
        name, seen = page.evaluate(FOCUSED)
        assert seen, name
        found.append(name)
    first = ["another", "open-kept", "open-settings", "A1", "before", "after"]
    assert found[:9] == [*first, "view-reading", "view-whole", "1. TED"]
    assert found[-1].startswith("9. ")


INK = """() => {
  const [trace, letters, numbers] = document.querySelector("#painting").children;
  const dark = letters.getContext("2d").getImageData(0, 0, letters.width, letters.height).data;
  let ink = 0;
  for (let at = 3; at < dark.length; at += 4) ink += dark[at] > 200;
  return [trace.querySelectorAll("polyline").length, ink / (dark.length / 4),
    [...numbers.querySelectorAll("text.times")].map((each) => each.textContent)];
}"""


def test_letters_lie_over_the_line_of_a_path(open_page: Open) -> None:
    page = upload(ready(open_page(**PHONE)), PATHS / "ruzzle-phone.png")
    lines, ink, multipliers = page.evaluate(INK)
    assert lines == 2
    assert 0.02 < ink < 0.12  # strokes of 16 letters; of nothing else
    assert multipliers == ["TW", "DL", "TW"]


def test_language_changes_at_once_and_names_follow(open_page: Open) -> None:
    page = upload(ready(open_page(**PHONE)), SAMPLE)
    page.locator("#open-settings").tap()
    page.select_option("#settings [name=speech]", "sv")
    expect(page.locator("#moves h2")).to_have_text("Bästa drag")  # the dialog is still open
    expect(page.locator("#settings h2")).to_have_text("Inställningar")
    expect(page.locator("#after")).to_have_attribute("aria-label", "Nästa drag")
    page.keyboard.press("Escape")
    expect(page.locator("#open-settings")).to_be_focused()


CROPPED = """() => {
  const height = (name) => document.querySelector(name).naturalHeight;
  return height("#picture") === Math.round(0.9 * height("#crop img"));
}"""


def test_cropping_a_picture_that_is_not_understood(open_page: Open) -> None:
    page = ready(open_page(**DESKTOP))
    page.set_input_files("#file", FOLDER / "refuse-settings.png")
    page.get_by_role("button", name="Crop").click()
    corner = page.get_by_role("button", name="Lower right corner")
    corner.focus()
    for _ in range(5):
        page.keyboard.press("ArrowUp")
    page.locator("#crop .primary").click()
    page.wait_for_function(CROPPED)
    expect(page.locator("#trouble")).to_contain_text("No board")
    page.get_by_role("button", name="Choose the game").click()
    expect(page.locator("#settings [name=game]")).to_be_focused()


def test_errors_in_the_words_of_a_player(open_page: Open) -> None:
    page = ready(open_page(**PHONE))
    trouble = page.locator("#trouble")
    for kind, told, button in (
        ("own-file-faulty", "a damaged file", "Choose the game"),
        ("worker-lost", "This took too long, or failed", "Try again"),
        ("never-heard-of", "An error in wwfsnap itself", "Try again"),
    ):
        error = {"kind": kind, "stage": "words", "message": "/home/me/secret.txt", "hint": "/srv"}
        failure = json.dumps({"ok": False, "error": error})
        page.route("**/api/solve", partial(Route.fulfill, status=422, body=failure))
        page.set_input_files("#file", SAMPLE)
        expect(trouble).to_contain_text(told)
        assert "/" not in trouble.inner_text()
        expect(trouble.locator("button").first).to_have_text(button)
        page.unroute("**/api/solve")
    trouble.locator("button").first.tap()
    solved(page)
    expect(trouble).to_be_hidden()
