"""The table in a real browser: a game by keyboard alone, tapping, dragging, nothing that jumps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sample_screens.truth import FOLDER
from solver.game import game_names
from tests.shared.console import Console
from tests.shared.pages import PHONE, Open, needs_chromium, opener, ready, upload, violations
from tests.shared.serving import Served
from tests.shared.typing_in import Typist

pytestmark = needs_chromium
NEW = {"game": "wwf", "level": "points", "seed": 3}  # the first rack is ERPDIRN
SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1280, 900)]
PLACES = """() => ["field", "told", "holder", "acts"].map(
  (id) => document.getElementById(id).getBoundingClientRect().toJSON(),
)"""


@pytest.fixture
def sit_down(browser: Browser, tables: Served) -> Iterator[Open]:
    with opener(browser, tables) as opened:
        yield opened


def begun(served: Served, **wishes: object) -> dict[str, Any]:
    answer = served.client.post("/api/play", json=NEW | wishes)
    found: dict[str, Any] = answer.json()
    return found


def mine(page: Page) -> Page:
    """Wait until the player is on turn, or the game is over."""
    page.locator("#mine.on, #review:not([hidden])").first.wait_for()
    return page


def tab_to(page: Page, name: str) -> None:
    """Press Tab until that control has the focus."""
    for _ in range(60):
        if page.evaluate("document.activeElement.id") == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name}")


def type_move(page: Page, move: dict[str, Any]) -> None:
    """Go to the first of the new tiles with the arrow keys, and type them."""
    squares = [name for name, _ in move["tiles"]]
    at = page.evaluate("document.activeElement.dataset.square")
    if at is None:
        tab_to_board(page)
        at = page.evaluate("document.activeElement.dataset.square")
    down = int(squares[0][1:]) - int(at[1:])
    right = ord(squares[0][0]) - ord(at[0])
    for key, number in (("Down", down), ("Up", -down), ("Right", right), ("Left", -right)):
        for _ in range(max(0, number)):
            page.keyboard.press(f"Arrow{key}")
    square = page.locator(f"#field [data-square={squares[0]}]")
    expect(square).to_be_focused()
    for _ in range(2):
        if (
            page.locator("#field .cursor.across").count() != move["across"]
            or not page.locator(f"#field .cursor[data-square={squares[0]}]").count()
        ):
            page.keyboard.press("Space")
    for name, tile in move["tiles"]:
        page.keyboard.press(f"Shift+{tile.upper()}" if tile.islower() else tile)
        expect(page.locator(f"#field [data-square={name}] .piece")).to_be_visible()


def tab_to_board(page: Page) -> None:
    for _ in range(60):
        if page.evaluate("document.activeElement.dataset.square ?? ''"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead to the board")


def play_by_keyboard(page: Page, tables: Served, address: str) -> dict[str, Any]:
    """Make a turn as soon as it is the player's; the state before it."""
    mine(page)
    state: dict[str, Any] = tables.client.get(address).json()
    if state["over"]:
        return state
    best = tables.client.post(f"{address}/hint", json={"step": 3}).json()["best"]
    if best:
        type_move(page, best["move"])
        expect(page.locator("#lay")).to_have_text(f"Play {best['move']['score']}")
        page.keyboard.press("Enter")
    else:
        tab_to(page, "do-pass")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    expect(page.locator("#score-sheet li").nth(len(state["lines"]))).to_be_visible()
    return state


def play_until_few_are_left(tables: Served, address: str) -> None:
    """Play without the page, the best moves, until few tiles are in the bag."""
    state = tables.client.get(address).json()
    while state["bag"] > 8 and not state["over"]:
        act, sent = "answer", {"turn": state["turn"]}
        if state["your_turn"]:
            best = tables.client.post(f"{address}/hint", json=sent | {"step": 3}).json()["best"]
            act, more = ("lay", {"tiles": best["move"]["tiles"]}) if best else ("pass", {})
            sent |= more
        state = tables.client.post(f"{address}/{act}", json=sent).json()


def test_a_game_is_played_to_its_end_by_keyboard_alone(sit_down: Open, tables: Served) -> None:
    page = ready(sit_down("/play"))
    tab_to_name = "document.activeElement.name"
    for name, choice in (("layout", "so"), ("level", "ea")):
        for _ in range(20):
            if page.evaluate(tab_to_name) == name:
                break
            page.keyboard.press("Tab")
        page.keyboard.type(choice)
    for _ in range(3):  # over the words and who begins
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_be_visible()
    address = f"/api/play/{page.url.rpartition('#')[2]}"
    for _ in range(2):
        play_by_keyboard(page, tables, address)
    mine(page)
    play_until_few_are_left(tables, address)  # all turns between are made by the same keys
    page.reload()
    ready(page)
    while not (state := play_by_keyboard(page, tables, address))["over"]:
        pass
    assert state["level"] == "easy"
    assert len(state["premiums"]) == 11
    expect(page.locator("#review")).to_be_visible()
    expect(page.locator("#plot svg")).to_have_attribute(
        "aria-label", "0 points behind the best moves in all"
    )
    tab_to(page, "back")
    page.keyboard.press("Enter")
    expect(page.locator("#walk")).to_have_value(str(state["turn"] - 1))


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_every_game_is_played_to_its_end(sit_down: Open, tables: Served, game: str) -> None:
    begun_ = begun(tables, game=game, level="easy")
    page = ready(sit_down(f"/play#{begun_['id']}"))
    state: dict[str, Any] = {"over": False}
    while not state["over"]:
        mine(page)
        state = tables.client.get(f"/api/play/{begun_['id']}").json()
        if state["over"]:
            break
        for _ in range(3):
            page.click("#do-hint:enabled")
            expect(page.locator("#do-hint")).to_be_enabled()
        if page.locator("#field .now").count():
            page.click("#lay:enabled")
        elif state["swap"]:
            page.click("#do-swap")
            page.locator("#holder .tile").first.click()
            page.click("#lay:enabled")
        else:
            page.click("#do-pass")
            page.click("#sure .primary")
        expect(page.locator("#score-sheet li").nth(len(state["lines"]))).to_be_visible()
    expect(page.locator("#review")).to_be_visible()
    expect(page.locator("#plot svg")).to_be_visible()
    scores = page.locator("#scores dd").all_inner_texts()[:2]
    assert scores == [str(points) for points in state["scores"]]


def test_words_and_points_are_told_while_tiles_are_tapped(sit_down: Open, tables: Served) -> None:
    game = begun(tables)
    page = ready(sit_down(f"/play#{game['id']}", **PHONE))
    page.tap("#field [data-square=G8]")
    for letter in "PRI":
        page.locator("#holder .tile:not(.out)", has_text=letter).first.tap()
    expect(page.locator("#say")).to_contain_text("not in the list: PRI")
    expect(page.locator("#lay")).to_be_disabled()
    page.tap("#do-shuffle")
    expect(page.locator("#field .now")).to_have_count(0)
    for letter, square in (("P", "G8"), ("I", "H8"), ("N", "I8")):
        page.locator("#holder .tile:not(.out)", has_text=letter).first.tap()
        page.tap(f"#field [data-square={square}]")
    expect(page.locator("#lay")).to_have_text("Play 7")
    page.tap("#lay")
    expect(page.locator("#mine dd")).to_have_text("7")
    expect(page.locator("#score-sheet li")).to_have_count(2)
    page.reload()
    expect(page.locator("#score-sheet li")).to_have_count(2)
    page.tap("#do-undo")
    expect(page.locator("#mine dd")).to_have_text("0")


def test_words_are_laid_and_challenged(sit_down: Open, tables: Served, axe: str) -> None:
    page = ready(sit_down(f"/play#{begun(tables, challenge='double')['id']}", **PHONE))
    expect(page.locator("#do-challenge")).to_be_disabled()
    type_move(page, {"across": True, "tiles": [["G8", "P"], ["H8", "R"], ["I8", "I"]]})
    expect(page.locator("#lay")).to_have_text("Play 6")
    expect(page.locator("#say")).not_to_contain_text("not in the list")
    page.click("#lay")
    told = "You: PRI, taken back. Not all the words are in the list."
    expect(page.locator("#toast")).to_have_text(told)
    mine(page)
    rows = page.locator("#score-sheet li")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("PRI, taken back")
    expect(page.locator("#holder button")).to_have_count(7)
    page.click("#do-challenge")
    expect(page.locator("#sure")).to_contain_text("you lose your turn")
    assert violations(page, axe) == []
    page.click("#sure .primary")
    expect(page.locator("#toast")).to_have_text("All the words are in the list.")
    expect(rows).to_have_count(4)
    mine(page)
    page.click("#do-undo")
    expect(rows).to_have_count(2)


def test_tiles_are_dragged_to_the_board_and_back(sit_down: Open, tables: Served) -> None:
    page = ready(sit_down(f"/play#{begun(tables)['id']}"))

    def drag(start: str, end: str) -> None:
        for step, selector in enumerate((start, end)):
            box = page.locator(selector).first.bounding_box()
            assert box
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            (page.mouse.up if step else page.mouse.down)()

    for number, square in ((3, "G8"), (5, "H8"), (7, "I8")):  # of ERPDIRN
        drag(f"#holder .tile:nth-child({number})", f"#field [data-square={square}]")
    expect(page.locator("#lay")).to_have_text("Play 7")
    drag("#field [data-square=I8]", "#field [data-square=I9]")
    expect(page.locator("#lay")).to_be_disabled()
    drag("#field [data-square=I9]", "#do-hint")
    expect(page.locator("#field .now")).to_have_count(2)
    drag("#holder .tile:nth-child(1)", "#holder .tile:nth-child(4)")
    expect(page.locator("#holder .tile").nth(0)).to_contain_text("R")


def test_nothing_scrolls_sideways_and_nothing_jumps(sit_down: Open, tables: Served) -> None:
    """With eight tiles on the rack, the most of any game."""
    page = ready(sit_down(f"/play#{begun(tables, game='lexulous')['id']}"))
    tiles = page.locator("#holder .tile")
    expect(tiles).to_have_count(8)

    def places() -> list[Any]:
        """Where things lie at each size."""
        found = []
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found.append(page.evaluate(PLACES))
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        return found

    before = places()
    for (width, height), boxes in zip(SIZES, before, strict=True):
        for box in boxes:
            assert 0 <= box["left"] < box["right"] <= width
            assert box["bottom"] <= height
        page.set_viewport_size({"width": width, "height": height})
        for tile in tiles.all():
            place = tile.bounding_box()
            assert place
            assert 0 <= place["x"] < place["x"] + place["width"] <= width
            assert abs(place["width"] - place["height"]) < 1
    for _ in range(3):
        page.click("#do-hint")
        expect(page.locator("#do-hint")).to_be_enabled()
    expect(page.locator("#lay")).to_be_enabled()
    assert places() == before
    page.click("#lay")
    expect(page.locator("#score-sheet li")).to_have_count(2)
    assert places() == before


def test_a_position_is_typed_and_solved(sit_down: Open) -> None:
    page = ready(sit_down("/analysis", **PHONE))
    page.focus("#field [data-square=F8]")
    page.keyboard.type("HELLO".upper())
    expect(page.locator("#field .piece")).to_have_count(5)
    page.fill("#rack", "QUELL?S")
    page.tap("#solve")
    expect(page.locator("#found button")).to_have_count(10)
    best = page.locator("#found button").first
    expect(best).to_have_attribute("aria-pressed", "true")
    laid = page.locator("#field .now").count()
    assert laid >= 6
    page.locator("#found button").nth(8).tap()
    field = page.locator("#field").bounding_box()
    assert field
    assert 0 <= field["y"] < 40  # in sight, beside the move that was tapped
    page.reload()
    expect(page.locator("#field .piece")).to_have_count(5)


def test_a_board_is_pasted_and_its_premiums_changed(sit_down: Open) -> None:
    page = ready(sit_down("/analysis"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.fill("#rack", "QUELL?S")
    page.fill("#text", "11/11/11/11/11/3CATS4/11/11/11/11/11 AEIRST?/ 0/0 0")
    page.click("#read")
    expect(page.locator("#field [role=row]")).to_have_count(11)
    expect(page.locator("#rack")).to_have_value("AEIRST?")  # the text's own
    expect(page.locator("#found button")).to_have_count(10)
    page.fill("#rack", "ABCDEFGHIJKLM")
    expect(page.locator("#found button")).to_have_count(0)  # of another rack
    page.fill("#text", "\n".join(["." * 11] * 5 + ["...CATS...."] + ["." * 11] * 5))
    page.fill("#rack", "AEIRST?")
    page.click("#read")  # a text that has none
    expect(page.locator("#found button")).to_have_count(10)
    before = page.locator("#found button b").first.inner_text()
    page.click("#premiums")
    for name in ("D7", "E7", "F7", "G7", "H5"):
        for _ in range(4):
            page.click(f"#field [data-square={name}]")
    page.click("#solve")
    expect(page.locator("#found button b").first).not_to_have_text(before)


def test_a_game_goes_on_where_the_terminal_stopped(
    sit_down: Open, tables: Served, wwfsnap: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Typist(monkeypatch, wwfsnap)("--seed", 3, "--level", "points", types=["8G PIN"])
    assert run.status == 0
    name = tables.client.get("/api/play").json()[0]["id"]
    page = ready(sit_down("/play"))
    page.click(f"#kept a[href='#{name}']")
    expect(page.locator("#mine dd")).to_have_text("7")
    expect(page.locator("#score-sheet li")).to_have_count(2)


def test_missing_words_are_offered_where_they_are_missed(sit_down: Open) -> None:
    page = ready(sit_down("/play"))
    page.select_option("[name=game]", "wordfeud")
    page.select_option("[name=language]", "sv")
    page.click("#new-game button")
    expect(page.locator("#lobby-trouble")).to_contain_text("no word list for this language yet")
    expect(page.locator("#lobby-trouble button")).to_have_text("Get the word list")
    expect(page.locator("#table")).to_be_hidden()


def test_a_lost_connection_costs_nothing(sit_down: Open, tables: Served) -> None:
    page = ready(sit_down(f"/play#{begun(tables)['id']}"))
    for _ in range(3):
        page.click("#do-hint")
        expect(page.locator("#do-hint")).to_be_enabled()
    expect(page.locator("#lay")).to_be_enabled()
    laid = page.locator("#field .now").count()
    page.context.set_offline(True)
    page.click("#lay")
    expect(page.locator("#lay")).to_have_text("Try again")
    expect(page.locator("#field .now")).to_have_count(laid)
    page.context.set_offline(False)
    page.click("#lay")
    expect(page.locator("#score-sheet li")).to_have_count(2)
    expect(mine(page).locator("#holder .tile")).to_have_count(7)
    page.context.set_offline(True)
    page.locator("#holder .tile").first.click()
    page.click("#field [data-square=A1]")
    expect(page.locator("#lay")).to_have_text("Try again")
    page.context.set_offline(False)
    page.click("#lay")
    expect(page.locator("#lay")).not_to_have_text("Try again")
    expect(page.locator("#say")).not_to_contain_text("The server cannot be reached")


SLOWLY = """() => {
  const [animate, fetch] = [Element.prototype.animate, window.fetch];
  Element.prototype.animate = function (frames, options) {
    return animate.call(this, frames, { ...options, duration: 3000 });
  };
  window.answers = 0;
  window.fetch = async (address, options) => {
    if (address.endsWith("/answer") && ++window.answers === 2) {
      await new Promise((done) => setTimeout(done, 4000));
    }
    return fetch(address, options);
  };
}"""


def test_a_player_is_quicker_than_tiles_fly(sit_down: Open, tables: Served) -> None:
    game = begun(tables)["id"]
    page = ready(sit_down(f"/play#{game}", reduced_motion="no-preference"))
    page.evaluate(SLOWLY)
    for lines in (2, 4):
        for _ in range(3):
            page.click("#do-hint:enabled")
            expect(page.locator("#do-hint")).to_be_enabled()
        page.click("#lay:enabled")
        expect(page.locator("#score-sheet li")).to_have_count(lines)
    assert page.evaluate("window.answers") == 2
    assert tables.client.get(f"/api/play/{game}").json()["turn"] == 4


def test_a_solved_picture_goes_on_as_a_game(sit_down: Open) -> None:
    page = upload(ready(sit_down("/", **PHONE)), FOLDER / "wwf2-phone-two-colours.png")
    page.locator("#play-on").tap()
    expect(mine(page).locator("#table")).to_be_visible()
    assert page.locator("#field .piece").count() > 20
    expect(page.locator("#mine dd")).to_have_text("349")
    page.tap("#do-hint")
    expect(page.locator("#field .hinted").first).to_be_visible()


def test_an_analysed_position_goes_on_as_a_game(sit_down: Open) -> None:
    page = ready(sit_down("/analysis"))
    page.focus("#field [data-square=F8]")
    page.keyboard.type("HELLO")
    page.fill("#rack", "QUELL?SZZZ")
    page.click("#play-on")
    expect(page.locator("#trouble")).to_contain_text("cannot be a rack in this game")
    page.fill("#rack", "QUELL?S")
    page.click("#play-on")
    expect(mine(page).locator("#field .piece")).to_have_count(5)
    expect(page.locator("#holder .tile")).to_have_count(7)
    expect(page.locator("#score-sheet li").first).to_contain_text("starting position")


def test_language_and_look_are_chosen_at_the_table(sit_down: Open, tables: Served) -> None:
    page = ready(sit_down(f"/play#{begun(tables)['id']}", **PHONE))
    page.locator("#head .settings").tap()
    page.select_option("#settings [name=speech]", "de")
    expect(page.locator("#do-hint span")).to_have_text("Tipp")
    expect(page.locator("#say")).to_have_text(
        "Du bist dran: Tippe auf ein Feld, dann auf Steine, oder ziehe sie."
    )
    page.select_option("#settings [name=look]", "dark")
    expect(page.locator("html")).to_have_attribute("data-look", "dark")
    page.locator("#settings .primary").tap()
    page.goto(page.url.replace("/play", "/analysis").partition("#")[0])
    expect(ready(page).locator("#title")).to_have_text("Eine Stellung untersuchen")
    page.locator("#head .settings").tap()
    page.select_option("#settings [name=speech]", "fr")
    expect(page.locator("[name=language] option").first).to_have_text("anglais")


def test_errors_are_told_in_the_language_of_the_page(sit_down: Open) -> None:
    page = ready(sit_down("/analysis", locale="sv-SE"))
    trouble = page.locator("#trouble")
    for board, told in (
        ("AB\nC", "inget bräde som går att läsa"),
        ("...\n.A.\n...", "Dina brickor saknas"),
        (">ann: 8G CAB +9 9\nnonsense", "går inte att läsa"),
    ):
        page.fill("#text", board)
        page.click("#read")
        expect(trouble).to_contain_text(told)
    page.click("#clear")
    expect(trouble).to_be_hidden()
    page.context.set_offline(True)
    page.fill("#rack", "QUIZ")
    page.click("#solve")
    expect(trouble).to_contain_text("Servern går inte att nå")
    page.context.set_offline(False)
    trouble.get_by_role("button").click()
    expect(page.locator("#found button").first).to_be_visible()
    expect(trouble).to_be_hidden()
