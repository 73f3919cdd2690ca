"""The pages in Firefox: a picture, a game, an analysis, a word against the clock."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sample_screens.truth import FOLDER
from tests.shared.firefox import Firefox, firefox, needs_firefox
from tests.shared.pages import THINKS
from tests.shared.serving import Served

pytestmark = needs_firefox
ENTER = "\ue007"
LETTERS = """
  const letters = [...document.querySelectorAll("#grid .letter")];
  const texts = letters.map((each) => `(${each.firstChild.textContent})`);
  return [0, 4, 8, 12].map((start) => texts.slice(start, start + 4).join("")).join("/");
"""


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox")) as opened:
        yield opened


def fits(window: Firefox) -> bool:
    return window.run("return document.documentElement.scrollWidth <= innerWidth") is True


def test_a_picture_is_solved_kept_and_stepped_through(window: Firefox, tables: Served) -> None:
    window.resize(450, 850)
    window.open(tables.url + "/")
    window.type("#file", str(FOLDER / "wwf2-phone-two-colours.png"))
    window.wait("document.querySelector('#best .word')?.textContent === 'TED'")
    window.click("#after")
    assert window.run("return document.querySelector('#best .word').textContent") == "ED"
    assert fits(window)
    window.run("location.reload()")
    window.wait("document.querySelector('#best .word')?.textContent === 'TED'")
    window.click("#play-on")
    window.wait("document.querySelectorAll('#field .piece').length > 20")
    assert fits(window)


def test_a_move_is_laid_and_answered(window: Firefox, tables: Served) -> None:
    new = {"game": "wwf", "level": "points", "seed": 3}
    game = tables.client.post("/api/play", json=new).json()["id"]
    window.open(f"{tables.url}/play#{game}")
    window.wait("document.querySelectorAll('#holder .tile').length === 7")
    window.press("#field [data-square=G8]", "pin")
    window.wait("document.querySelector('#lay').textContent === 'Play 7'")
    window.click("#lay")
    window.wait("document.querySelectorAll('#score-sheet li').length === 2")
    assert fits(window)


def test_thinking_is_told_as_it_goes_on(window: Firefox, tables: Served) -> None:
    window.open(tables.url + "/analysis")
    window.run(f"({THINKS})(1)")
    window.press("#field [data-square=F8]", "hello")
    window.type("#rack", "AEINRS?")
    window.run("document.querySelector('[name=by]').value = 'win'")
    window.click("#solve")
    window.wait("document.querySelectorAll('#found button').length === 10")
    window.wait("document.querySelector('#found b').textContent.includes('%')")
    assert window.run("return document.querySelector('#thinking').hidden")
    assert fits(window)


def test_a_word_against_the_clock(window: Firefox, tables: Served) -> None:
    window.open(tables.url + "/clock")
    window.run("document.querySelector('[name=game]').value = 'wordament'")
    window.click("#new-clock button")
    window.wait("document.querySelectorAll('#grid .letter').length === 16")
    sent = {"game": "wordament", "language": "en", "grid": window.run(LETTERS), "top": 1}
    (best,) = tables.client.post("/api/solve", json=sent).json()["words"]
    window.type("#typed", best["word"] + ENTER)
    window.wait("document.querySelector('#count').textContent === '1'")
    window.click("#finish")
    window.wait("document.querySelectorAll('#found .mine').length === 1")
    assert fits(window)
