"""The page in a real browser: pictures in, moves on them, corrections, sharing, light and dark."""

from __future__ import annotations

import base64
from functools import partial
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, expect

from calibration import load_shot
from sample_screens.truth import FOLDER
from tests.shared.pages import DESKTOP, PHONE, Open, needs_chromium, opener, ready, solved, upload
from tests.shared.serving import PATIENCE, LatePool, misbehave, serving
from wwfsnap.pipeline import Settings
from wwfsnap.serve import CalibrationSession, Limits, serve_calibration

SAMPLE = FOLDER / "wwf2-phone-two-colours.png"
DARK = "rgb(18, 23, 29)"
pytestmark = needs_chromium


def test_phone_from_picture_to_moves_in_the_dark(open_page: Open) -> None:
    page = ready(open_page(**PHONE, color_scheme="dark"))
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == DARK
    page.set_input_files("#file", SAMPLE)
    expect(page.locator("#picture")).to_be_visible()  # at once, whatever comes of it
    solved(page)
    expect(page.locator("#best .word")).to_have_text("TED")
    expect(page.locator("#facts .words li")).to_have_count(4)
    expect(page.locator("#painting .move rect.frame:not(.dark)")).to_have_count(1)
    assert page.locator("#painting .read .chip").count() == 66
    assert page.locator("#painting .move image").count() == 3  # cut from the rack in the picture
    assert_on_the_picture(page)

    page.locator("#moves button").nth(2).tap()
    expect(page.locator("#moves button[aria-pressed=true] .word")).to_have_text("DE")
    expect(page.locator("#best .word")).to_have_text("DE")
    expect(page.locator("#painting text.badge")).to_have_text("25")
    expect(page.locator("#unseen h2")).to_have_text("31 tiles unseen")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["viewport"]["width"]


def test_tiles_laid_elsewhere_leave_nothing_behind(open_page: Open) -> None:
    page = upload(ready(open_page(**DESKTOP)), FOLDER / "wwf2-tentative.png")
    squares = [page.locator(f"[data-square={name}]") for name in ("B15", "A15")]
    left, bare = [Image.open(BytesIO(each.screenshot())).convert("RGB") for each in squares]
    assert apart(left, bare) < 12


def assert_on_the_picture(page: Page) -> None:
    """The layers lie on the picture exactly: the square O15 ends where the board was read to."""
    box = page.locator("[data-square=O15]").bounding_box()
    rack = page.locator("#rack-layer button").nth(6).bounding_box()
    picture = page.locator("#picture").bounding_box()
    assert box
    assert rack
    assert picture
    scale = picture["width"] / 1170
    assert abs(box["x"] + box["width"] - picture["x"] - 1161 * scale) < 4
    assert abs(rack["x"] - picture["x"] - 1014 * scale) < 2
    assert abs(rack["y"] - picture["y"] - 2044 * scale) < 2


def tiles_laid(page: Page) -> list[Image.Image]:
    """Some tiles of the best move, TOWLInE, as they are seen."""
    squares = [page.locator(f"[data-square={name}]") for name in ("A2", "C2", "D2")]
    return [Image.open(BytesIO(each.screenshot())).convert("RGB") for each in squares]


def apart(tile: Image.Image, seen: Image.Image) -> float:
    """How much two tiles differ, 0 to 765."""
    return sum(ImageStat.Stat(ImageChops.difference(tile.resize(seen.size), seen)).mean)


def test_tiles_are_laid_as_the_picture_lies(open_page: Open, tmp_path: Path) -> None:
    """On a picture that is turned or mirrored they are turned as its own tiles are."""
    page = ready(open_page(**DESKTOP))
    shot = FOLDER / "wwf2-android.png"
    upright = tiles_laid(upload(page, shot))
    for turn in ("ROTATE_90", "TRANSPOSE"):
        turned = tmp_path / f"{turn}.png"
        with Image.open(shot) as picture:
            picture.transpose(Image.Transpose[turn]).save(turned)
        page.goto(page.url)  # the picture before is put away
        laid = tiles_laid(upload(ready(page), turned))
        for seen, tile in zip(laid, upright, strict=True):
            off = {way.name: apart(tile.transpose(way), seen) for way in Image.Transpose}
            assert min(off, key=lambda way: off[way]) == turn, off
            assert off[turn] < apart(tile, seen)


def test_desktop_correction_by_tap_and_by_keyboard(open_page: Open) -> None:
    page = upload(ready(open_page(**DESKTOP, color_scheme="light")), SAMPLE)
    page.locator("#rack .tile").first.click()
    expect(page.locator("#correct")).to_be_visible()
    expect(page.locator("#correct-title")).to_have_text("Tile 1 of your rack")
    page.locator("#correct .keys button", has_text="Q").click()
    expect(page.locator("#correct")).to_be_hidden()
    expect(page.locator("#rack .tile").first).to_have_text("Q")
    expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")

    square = page.locator("[data-square=H1]")
    square.focus()
    page.keyboard.press("ArrowRight")
    focused = page.locator("[data-square=I1]")
    expect(focused).to_be_focused()
    page.keyboard.press("s")
    expect(focused).to_have_attribute("aria-label", "I1, S 1")
    expect(page.locator("#painting .marks .corrected")).to_have_count(1)
    expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")
    page.keyboard.press("Backspace")
    expect(focused).to_have_attribute("aria-label", "I1, empty")
    expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")

    page.locator("#moves button").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#moves button").nth(1)).to_be_focused()
    expect(page.locator("#moves button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#status")).to_contain_text("points")


DOUBT = """() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (asked[0] !== "/api/solve" || !(asked[1].body instanceof FormData)) return answer;
    window.told = asked[1].body.get("correct");
    if (window.told !== null) return answer;
    const record = await answer.json();
    const reason = { why: "thin", reason: "only-word", told: { letter: "S", other: "B" } };
    record.doubts = [{ where: "J8", read: "S", runner_up: "B", ...reason }];
    record.otherwise = [{ where: "J8", read: "S", other: "B", move: "8A ABLE", score: 40 }];
    return Response.json(record);
  };
}"""


def test_a_doubt_is_marked_in_words_of_the_language_and_gone_once_it_is_looked_at(
    open_page: Open,
) -> None:
    page = ready(open_page(**DESKTOP))
    page.evaluate(DOUBT)
    upload(page, SAMPLE)
    expect(page.locator("#painting .marks .doubt")).to_have_count(1)
    doubt = page.locator("#doubts button")
    expect(doubt).to_contain_text("J8 read as S may be B (thin) If it is B: 8A ABLE, 40")
    page.click("#open-settings")
    page.select_option("#settings [name=speech]", "de")
    expect(doubt).to_contain_text(
        "gelesen als S vielleicht B (sieht aus wie S, aber nur B ergibt Wörter)"
    )
    page.keyboard.press("Escape")
    doubt.click()
    expect(page.locator("#correct [data-likely]")).to_have_text("B")
    page.keyboard.press("b")
    expect(page.locator("#doubts")).not_to_contain_text("J8")
    expect(page.locator("[data-square=J8]")).to_have_attribute("aria-label", "J8, B 4")
    assert page.evaluate("told") == "J8=B"


def test_what_is_corrected_goes_back_with_the_picture(open_page: Open) -> None:
    """By the names that places have in the picture, whatever was taken off the rack since."""
    page = ready(open_page(**DESKTOP))
    page.evaluate(DOUBT)
    upload(page, SAMPLE)
    tiles = page.locator("#rack .tile:not(.add)")
    before = tiles.all_inner_texts()

    def put(number: int, text: str, told: str, held: int) -> None:
        page.locator("#rack .tile").nth(number).click()
        page.locator("#correct button", has_text=text).first.click()
        page.wait_for_function("text => window.told === text", arg=told)
        expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")
        expect(tiles).to_have_count(held)

    put(1, "Remove", "rack 2=.", 6)
    put(1, "Q", "rack 2=.,rack 3=Q", 6)
    put(6, "Z", "rack 2=.,rack 3=Q,rack 8=Z", 7)
    first, _, _, *others = before
    assert [text[0] for text in tiles.all_inner_texts()] == [
        text[0] for text in (first, "Q", *others, "Z")
    ]
    expect(page.locator("#save")).to_be_visible()  # the answer is drawn onto the picture
    marked = page.locator("#rack-layer button.corrected")
    expect(marked).to_have_count(1)
    put(0, "Remove", "rack 2=.,rack 3=Q,rack 8=Z,rack 1=.", 6)
    assert marked.evaluate("each => [...each.parentElement.children].indexOf(each)") == 0
    expect(tiles.first).to_be_focused()
    with page.expect_request(lambda request: "move=" in request.url) as asked:
        page.locator("#moves button").nth(2).click()
        with page.expect_download() as download:
            page.click("#save")
    assert download.value.suggested_filename.endswith(".solved.png")
    wanted = page.locator("#moves button").nth(2).locator(".word").inner_text()
    assert wanted[:2] in asked.value.url


def test_a_rack_without_tiles_asks_for_some(open_page: Open) -> None:
    page = upload(ready(open_page(**DESKTOP)), FOLDER / "wwf2-end-game.png")
    for _ in range(3):
        page.locator("#rack .tile:not(.add)").first.click()
        page.click("#correct-empty")
        expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")
    page.locator("#trouble button").click()
    expect(page.locator("#correct-title")).to_have_text("Tile 1 of your rack")


def test_a_question_ends_with_its_picture(open_page: Open) -> None:
    page = upload(ready(open_page(**DESKTOP)), SAMPLE)
    page.locator("[data-square=A1]").click()
    expect(page.locator("#correct")).to_be_visible()
    upload(page, FOLDER / "wwf2-empty.png")
    expect(page.locator("#correct")).to_be_hidden()


PICTURE = """(data) => {
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  const carrier = new DataTransfer();
  carrier.items.add(new File([bytes], "shot.png", { type: "image/png" }));
  return carrier;
}"""


def test_dropped_and_pasted_pictures(open_page: Open) -> None:
    page = ready(open_page(**DESKTOP, locale="de-DE"))
    expect(page.locator("#choose")).to_have_text("Screenshot wählen")
    for event, name, squares in (
        ("DragEvent('drop', {dataTransfer", "wwf2-11x11-solo", 121),
        ("ClipboardEvent('paste', {clipboardData", "wwf2-empty", 225),
    ):
        data = base64.b64encode((FOLDER / f"{name}.png").read_bytes()).decode()
        carrier = page.evaluate_handle(PICTURE, data)
        page.evaluate(f"(it) => document.dispatchEvent(new {event}: it, bubbles: true}}))", carrier)
        expect(page.locator("#squares button")).to_have_count(squares)
        solved(page)


IN_CHARGE = """() => new Promise((done) => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) done();
  else serviceWorker.addEventListener("controllerchange", () => done(), { once: true });
})"""


@pytest.mark.parametrize("workers", ["allow", "block"])
def test_shared_picture_with_and_without_service_worker(open_page: Open, workers: str) -> None:
    page = ready(open_page(**PHONE, locale="nl-NL", service_workers=workers))
    if workers == "allow":
        page.evaluate(IN_CHARGE)
    page.evaluate("""() => {
      const form = document.createElement("form");
      Object.assign(form, { action: "/share", method: "post", enctype: "multipart/form-data" });
      const field = document.createElement("input");
      Object.assign(field, { type: "file", name: "picture", id: "share" });
      form.append(field);
      document.body.append(form);
    }""")
    page.set_input_files("#share", FOLDER / "wwf2-empty.png")
    page.evaluate("document.querySelector('#share').form.submit()")
    solved(page)
    expect(page.locator("#moves h2")).to_have_text("Beste zetten")
    page.wait_for_url("**/")
    if workers == "allow":
        kept = page.evaluate("caches.open('shared').then((c) => c.keys()).then((k) => k.length)")
        assert kept == 0


def test_picture_without_a_board_is_refused_and_one_without_a_rack_can_be_helped(
    open_page: Open,
) -> None:
    page = ready(open_page(**PHONE))
    page.set_input_files("#file", FOLDER / "refuse-settings.png")
    expect(page.locator("#trouble")).to_contain_text("board")
    page.set_input_files("#file", FOLDER / "crossplay-over.png")
    expect(page.locator("#trouble")).to_contain_text("Add your tiles")
    page.locator("#rack .add").tap()
    page.locator("#correct .keys button", has_text="S").first.tap()
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("#best")).to_be_visible()
    page.set_input_files("#file", {"name": "a.png", "mimeType": "image/png", "buffer": b"none"})
    expect(page.locator("#trouble")).to_be_visible()


def test_settings_are_kept_and_change_the_page(open_page: Open) -> None:
    page = ready(open_page(**DESKTOP, color_scheme="light"))
    page.locator("#open-settings").click()
    page.select_option("#settings [name=look]", "dark")
    page.select_option("#settings [name=speech]", "nl")
    page.locator("#settings .primary").click()
    expect(page.locator("#choose")).to_have_text("Kies een schermafbeelding")
    page.reload()
    ready(page)
    assert page.evaluate("document.documentElement.lang") == "nl"
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == DARK


def test_page_asks_for_the_key(browser: Browser) -> None:
    key = "k" * 24
    pool = LatePool(1, Limits(), Settings(), misbehave)
    with serving(pool=pool, key=key) as served, opener(browser, served) as opened:
        page = opened(**PHONE)
        expect(page.get_by_text("That is not the key.")).to_be_hidden()
        page.fill("input", "x" * 24)
        page.keyboard.press("Enter")
        expect(page.get_by_text("That is not the key.")).to_be_visible()
        page.fill("input", key)
        page.keyboard.press("Enter")
        expect(page.locator("#choose")).to_be_visible()
        assert page.url == f"{served.url}/"


def test_calibration_is_looked_over_in_the_browser(browser: Browser) -> None:
    readers = [partial(load_shot, FOLDER / "wwf-classic-phone.png")]
    session = CalibrationSession(readers, "mine", "mine")
    told: SimpleQueue[str] = SimpleQueue()
    server = Thread(target=serve_calibration, args=(session, told.put), daemon=True)
    server.start()
    page = browser.new_page(locale="en-GB")
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(told.get(timeout=PATIENCE))
    ready(page)
    square = page.locator("[data-square=O1]")
    square.click()
    page.locator("#correct .keys button", has_text="Q").click()
    expect(square).to_have_attribute("aria-label", "O1, Q 10")
    square.focus()
    page.keyboard.press("Delete")
    expect(square).to_have_attribute("aria-label", "O1, empty")
    page.locator("#next").click()
    expect(page.locator("#contact")).to_be_visible()
    expect(page.locator("#lines")).to_contain_text("self-test")
    page.locator("#next").click()
    expect(page.locator("main")).to_contain_text("The theme is saved")
    page.close()
    server.join(PATIENCE)
    assert session.kept
