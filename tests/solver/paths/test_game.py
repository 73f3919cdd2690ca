"""The files of path games: those shipped, a user's own, and what is said about faulty ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.errors import GameFileError, UnknownGame
from solver.folders import DATA
from solver.game import game_names
from solver.paths import load_path_game, path_game_names
from solver.paths.game import read_path_game
from tests.shared.places import SHARED

FACTS = SHARED / "facts" / "rules.json"
GAMES = ("boggle", "ruzzle", "wordament", "wordblitz", "wordhunt")
GOOD = """
title = "Small"
least = 3
sources = ["a test"]
[length]
counts = "bonus"
first = 5
figures = [5, 10]
more = 5
[languages.xx]
sources = ["a test"]
values = { A = 1, B = 4 }
"""


def test_shipped_games() -> None:
    assert path_game_names() == GAMES
    assert not set(GAMES) & set(game_names())
    for name in GAMES:
        game = load_path_game(name)
        assert game.title
        assert game.sources
        assert all(each.sources for each in game.languages)


@pytest.mark.parametrize("name", ["ruzzle", "wordament", "wordblitz"])
def test_every_letter_counts_something(name: str) -> None:
    for each in load_path_game(name).languages:
        assert set(each.values) == set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        assert all(value > 0 for value in each.values.values())


def test_values_of_real_wordament_tiles() -> None:
    text = "L3 U4 A2 K6 N2 P4 R2 S2 E1 M4 O2 D3 T2 F5 B5 G4 I2 Y5"
    seen = {tile[0]: int(tile[1]) for tile in text.split()}
    values = load_path_game("wordament").values("en")
    assert {letter: values[letter] for letter in seen} == seen


@pytest.mark.skipif(not FACTS.exists(), reason="the collected facts are not beside the checkout")
def test_figures_are_the_collected_facts() -> None:
    facts = json.loads(FACTS.read_text(encoding="utf-8"))["games"]["ruzzle"]
    game = load_path_game("ruzzle")
    assert game.least == facts["min_word_length"]
    for code, fact in facts["letter_values"].items():
        assert game.values(code) == fact["values"]
    bonus = {str(n): game.lengths.points(n, 0) for n in range(5, 10)}
    assert bonus == {n: p for n, p in facts["length_bonus"].items() if n in bonus}
    assert game.lengths.points(4, 0) == 0


def test_language_of_a_country_has_the_values_of_the_language() -> None:
    game = load_path_game("ruzzle")
    assert game.values("nl-BE") == game.values("nl")
    assert game.values("sv") == {}
    assert game.usual_language == "en"
    assert load_path_game("boggle").usual_language == "en"


def test_game_of_the_users_own_wins(user: Path) -> None:
    folder = user / "config" / "wwfsnap" / "games" / "paths"
    folder.mkdir(parents=True)
    (folder / "ruzzle.toml").write_text(GOOD, encoding="utf-8")
    (folder / "mine.toml").write_text(GOOD, encoding="utf-8")
    assert load_path_game("ruzzle").title == "Small"
    assert path_game_names() == ("boggle", "mine", "ruzzle", "wordament", "wordblitz", "wordhunt")
    assert "mine" not in game_names()


def test_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="no path game is called 'wwf'") as caught:
        load_path_game("wwf")
    assert caught.value.hint == "known: boggle, ruzzle, wordament, wordblitz, wordhunt"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("least = 3", "least = 0", "least is 0; the minimum is 1"),
        ("least = 3", 'least = "3"', "least must be a whole number"),
        ("least = 3", "least = 3\ntyme = 2", "tyme is not known here"),
        ('"bonus"', '"gifts"', r"\[length\] counts must be one of: points, bonus, factor"),
        ("[5, 10]", "[]", r"\[length\] figures must be a list of numbers"),
        ("[5, 10]", "[true]", r"\[length\] figures must be a list of numbers"),
        ("[5, 10]", "[-1]", r"\[length\] figures must be a list of numbers"),
        ("more = 5", "mores = 5", r"\[length\] mores is not known here"),
        ("B = 4", "b = 4", r"\[languages.xx.values\] 'b' is not an upper-case letter"),
        ("B = 4", "B = 4.5", r"\[languages.xx\] values.B must be a whole number"),
        ("B = 4", 'B = "4"', r"\[languages.xx.values\] B must be a number, 0 or more"),
        ("A = 1, B = 4", "", r"\[languages.xx.values\] there are no letters"),
        ('"bonus"', '"points"', "remove \\[languages\\]: in this game only the length"),
        ("[languages.xx]", "[others.xx]", "\\[languages\\] is missing: letters have values"),
        ("[length]", "[tiles]\nsevral = 4\n[length]", r"\[tiles\] sevral is not known here"),
        ("[length]", "[large]\ntiles = 0\n[length]", r"\[large\] tiles is 0; the minimum is 1"),
        ("B = 4 }", "B = 4 }\nletters = { A = 1, C = 2 }", "letters.C: C has no value"),
        (
            "B = 4 }",
            "B = 4 }\nletters = { A = -1 }",
            r"\[languages.xx.letters\] A must be a number",
        ),
        ("[length]", "[random]\ntilesof = 1\n[length]", r"\[random\] tilesof is not known here"),
        ("[length]", '[random]\nwhole = ["Q"]\n[length]', "'Q' is not a tile of several"),
        (
            "[length]",
            '[picture]\nsides = []\nnumerals = false\npairs = ["ING"]\n[length]',
            "'ING' is not a tile of two",
        ),
        (
            "[length]",
            '[picture]\nsides = []\nnumerals = false\nshapes = ["##. ###"]\n[length]',
            r"\[picture\] shapes: '##. ###' is not a square of # for tiles and . for holes",
        ),
        ("[length]", "[random.multipliers]\nQL = 3\n[length]", "QL is not a multiplier"),
        ("[length]", "[random.multipliers]\nDL = 60\nTL = 50\n[length]", "more than 100"),
        ("[length]", '[demos]\nxx = ["A B", "A"]\n[length]', r"\[demos\] xx: line 2 has 1 tiles"),
        ('title = "Small"', "title = [", "Invalid value"),
    ],
)
def test_faults_of_a_file(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in GOOD
    (tmp_path / "odd.toml").write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(GameFileError, match=fault):
        read_path_game(tmp_path / "odd.toml")


def test_holes_that_no_grid_of_a_game_has() -> None:
    """The shapes of Word Hunt, and Ruzzle, whose grids are whole."""
    wordhunt, ruzzle = (load_path_game(name).look for name in ("wordhunt", "ruzzle"))
    ring = {(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)}
    cross = {(0, 2), (2, 0), (2, 4), (4, 2)}
    assert wordhunt.odd_holes(5, ()) == wordhunt.odd_holes(5, ring) == set()
    assert wordhunt.odd_holes(5, {*cross, (1, 1)}) == {(1, 1)}
    assert wordhunt.odd_holes(4, {(0, 2)}) == {(0, 2)}
    assert ruzzle.odd_holes(5, ring) == ring


def test_words_shorter_than_any_with_points(tmp_path: Path) -> None:
    text = (DATA / "paths" / "boggle.toml").read_text(encoding="utf-8")
    (tmp_path / "odd.toml").write_text(text.replace("least = 3", "least = 2"), encoding="utf-8")
    with pytest.raises(GameFileError, match="first is 3, but words may have 2 letters"):
        read_path_game(tmp_path / "odd.toml")


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("least = 3", "").replace("more = 5", "")
    (tmp_path / "odd.toml").write_text(text, encoding="utf-8")
    with pytest.raises(GameFileError) as caught:
        read_path_game(tmp_path / "odd.toml")
    assert len(caught.value.faults) == 2


def test_every_game_file_is_shipped_where_path_games_are() -> None:
    assert {path.stem for path in (DATA / "paths").glob("*")} == set(GAMES)
