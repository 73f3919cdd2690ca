from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.shared.places import ROOT, SAMPLES
from vision.errors import ThemeMissing
from vision.imaging import load_screen
from vision.reader import read
from vision.themes import Figure, Theme, load_theme, nearest_theme, shipped_themes
from vision.themes.store import (
    all_themes,
    choose_templates,
    choose_themes,
    complete_bank,
    damaged_themes,
    join_glyphs,
    named_theme,
    user_themes,
)
from vision.tiles import GlyphBank, generic_bank

TEXT = """\
format = 1
title = "My look"
game = "wwf"
blank = "none"

[colours]
plain = "#eeece9"
d = "#62a4d7"
rack = "#ffffff"
tiles = ["#f2b55f", "#ca7baf"]
inks = ["#000000"]

[spread]
plain = 2.5

[proportions]
letter_height = [0.53, 0.01, 2]
"""


def put(user: Path, name: str, text: str = TEXT) -> Path:
    folder = user / "config" / "wwfsnap" / "themes" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "theme.toml").write_text(text, encoding="utf-8")
    return folder


def font_of(letters: str, name: str = "mine", font: int = 5) -> GlyphBank:
    """Some letters of one generic font, as if cut from pictures."""
    bank = generic_bank().of_fonts([font]).only(letters)
    return replace(bank, fonts=(name,))


def test_a_theme_holds_figures_with_their_spread(user: Path) -> None:
    theme = load_theme(put(user, "mine"), own=True)
    assert theme.name == "mine"
    assert theme.own
    assert theme.colours["plain"].tolist() == [0xE9, 0xEC, 0xEE]
    assert theme.tiles.shape == (2, 3)
    assert theme.inks.tolist() == [[0, 0, 0]]
    assert theme.others["rack"].tolist() == [255, 255, 255]
    assert theme.spread == {"plain": 2.5}
    assert theme.proportions == {"letter_height": Figure(0.53, 0.01, 2)}
    assert theme.glyphs is None


def test_shipped_themes_load() -> None:
    assert {theme.name for theme in shipped_themes()} >= {"wwf2", "wordfeud", "crossplay"}
    assert not any(theme.own for theme in shipped_themes())


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('title = "My look"', "", "title is missing"),
        ('title = "My look"', "title = 3", "title must be a string"),
        ('blank = "none"', 'blank = "dot"', "blank must be none, zero or unknown"),
        ('blank = "none"', "blank = [1]", "blank must be none, zero or unknown"),
        ("format = 1", "format = 2", "format 2 is not supported"),
        ("format = 1", "surprise = 1", "surprise is unknown"),
        ('plain = "#eeece9"', 'plain = "white"', "colours.plain is not a colour"),
        ('plain = "#eeece9"', 'plain = "#zzzzzz"', "colours.plain is not a colour"),
        ('plain = "#eeece9"', "", "colours.plain is missing"),
        ('d = "#62a4d7"', 'x = "#62a4d7"', "colours.x is unknown"),
        ('inks = ["#000000"]', 'inks = "#000000"', "colours.inks is not a colour"),
        ("plain = 2.5", "plain = nan", "spread.plain is not a valid measure"),
        ("plain = 2.5", "soup = 1.0", "spread.soup is unknown"),
        ("[0.53, 0.01, 2]", "[0.53]", "proportions.letter_height is not a valid measure"),
        ("[spread]", "[spread", "is not valid TOML"),
    ],
)
def test_faults_of_a_theme_are_named(user: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(ThemeMissing, match="theme mine") as raised:
        load_theme(put(user, "mine", TEXT.replace(old, new, 1)))
    assert fault in str(raised.value)
    assert str(raised.value).count(";") == 0  # and nothing else


def test_all_faults_are_told_at_once(user: Path) -> None:
    text = TEXT.replace('blank = "none"', "").replace("format = 1", "surprise = 1")
    with pytest.raises(ThemeMissing) as raised:
        load_theme(put(user, "mine", text))
    assert "surprise" in str(raised.value)
    assert "blank" in str(raised.value)


def test_themes_of_the_user_win(user: Path) -> None:
    put(user, "wwf2")
    put(user, "zebra")
    names = [theme.name for theme in all_themes()]
    assert names[:2] == ["wwf2", "zebra"]
    assert names.count("wwf2") == 1
    assert named_theme("wwf2").own
    assert choose_themes("none") == ()
    assert [theme.name for theme in choose_themes("zebra")] == ["zebra"]
    assert choose_themes(None) == all_themes()
    with pytest.raises(ThemeMissing, match="nosuch"):
        choose_themes("nosuch")


def test_a_damaged_theme_stops_no_reading(user: Path) -> None:
    put(user, "broken", "title = ")
    put(user, "mine")
    assert [theme.name for theme in user_themes()] == ["mine"]
    assert ["broken" in str(fault) for fault in damaged_themes()] == [True]
    with pytest.raises(ThemeMissing, match="not valid TOML"):
        named_theme("broken")


def test_a_changed_theme_is_read_anew(user: Path) -> None:
    put(user, "mine")
    assert named_theme("mine").title == "My look"
    put(user, "mine", TEXT.replace("My look", "My other look"))
    assert named_theme("mine").title == "My other look"


def test_the_user_s_theme_is_taken_before_one_as_near() -> None:
    shipped = next(theme for theme in shipped_themes() if theme.name == "wwf2")
    own = replace(shipped, name="mine", own=True, colours={"plain": shipped.colours["plain"] + 2})
    themes = [*shipped_themes(), own]
    assert nearest_theme(shipped.colours, themes) is own
    other = next(theme for theme in shipped_themes() if theme.name == "wordfeud")
    assert nearest_theme(other.colours, themes) is other
    assert nearest_theme({"plain": np.array([0, 255, 0], np.float32)}, themes) is None


def test_spread_is_no_distance() -> None:
    def at(spread: dict[str, float]) -> float:
        grey = {"plain": np.full(3, 100, np.float32)}
        theme = Theme("x", "X", "wwf", "none", grey, np.zeros((0, 3), np.float32), spread=spread)
        return theme.distance({"plain": np.array([110, 100, 100], np.float32)})

    assert at({}) == pytest.approx(10)
    assert at({"plain": 4.0}) == pytest.approx(6)
    assert at({"plain": 12.0}) == 0


def test_own_letters_come_first_and_gaps_are_borrowed() -> None:
    generic = generic_bank()
    own = font_of("ABCDEFGHIKLMNO")
    whole = complete_bank(own, generic)
    assert whole.characters == generic.characters
    assert np.allclose(whole.vectors[0], generic.vectors[5])
    theme = replace(shipped_themes()[0], glyphs=own)
    bank = join_glyphs([theme])
    assert bank.fonts == ("mine", *generic.fonts)
    assert join_glyphs(shipped_themes()) is generic
    templates = choose_templates([], [theme])
    assert templates.letters.fonts[0] == "mine"


def test_a_letter_no_font_knows_is_left_out() -> None:
    generic = generic_bank()
    own = replace(font_of("AB"), characters=("A", "Ж"))
    assert complete_bank(own, generic).characters == generic.characters


def test_the_reader_takes_the_user_s_theme(user: Path) -> None:
    shipped = ROOT / "vision" / "themes" / "wwf-classic"
    folder = put(user, "mine", (shipped / "theme.toml").read_text(encoding="utf-8"))
    bank = generic_bank()
    np.savez(
        folder / "glyphs.npz",
        masks=np.zeros((1, 1, 24, 24), np.uint8),
        aspects=np.ones((1, 1), np.float32),
        heights=np.ones((1, 1), np.float32),
        tops=np.zeros((1, 1), np.float32),
        characters=np.array(["A"]),
        fonts=np.array(["mine"]),
    )
    reading = read(load_screen(SAMPLES / "wwf-classic-phone.png"))
    assert reading.theme == "mine"
    assert not reading.doubts
    assert len(join_glyphs(all_themes()).fonts) == len(bank.fonts) + 1
