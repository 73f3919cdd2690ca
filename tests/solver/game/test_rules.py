"""The shipped game files, and what is said about faulty ones."""

import itertools
import json
from collections import Counter
from pathlib import Path

import pytest

from solver.errors import BoardTextError, GameFileError, UnknownGame
from solver.folders import DATA
from solver.game import (
    Game,
    Layout,
    Square,
    TileSet,
    game_names,
    languages,
    layouts,
    lent_languages,
    load_game,
    read_game_file,
)
from tests.shared.places import SHARED

GAMES = ("crossplay", "lexulous", "scrabble", "wordfeud", "wwf")
LAYOUTS = [(game, layout) for game in GAMES for layout in layouts(game)]
LANGUAGES = [(game, tiles) for game in GAMES for tiles in languages(game)]
FACTS = SHARED / "facts" / "rules.json"

SMALL = """
title = "Small"
rack = 3
bonus = 10
sources = ["a test"]
[end]
final_turns = 0
leftover = "moved"
scoreless_counts = "passes"
[swap]
[layouts.standard]
title = "3x3"
premiums = ["D.t", ".*.", "d.T"]
sources = ["a test"]
[languages.xx]
title = "Test"
total = 7
sources = ["a test"]
[languages.xx.tiles]
A = [1, 3]
CH = [5, 2]
Q = [9, 0]
"?" = [0, 2]
"""


def own_game(user: Path, text: str = SMALL, name: str = "small") -> Game:
    folder = user / "config" / "wwfsnap" / "games"
    folder.mkdir(parents=True)
    (folder / f"{name}.toml").write_bytes(text.encode())
    return load_game(name)


def test_shipped_games() -> None:
    assert set(GAMES) <= set(game_names())


@pytest.mark.parametrize(("game", "layout"), LAYOUTS, ids=lambda each: getattr(each, "name", each))
def test_layouts_are_symmetric(game: str, layout: Layout) -> None:
    rows = layout.premiums
    assert rows == tuple(row[::-1] for row in rows) == rows[::-1]
    assert rows == tuple(map("".join, zip(*rows, strict=True)))
    middle = layout.size // 2
    assert layout.start == Square(middle, middle)
    assert layout.sources
    assert load_game(game, layout=layout.name).premiums == rows


@pytest.mark.parametrize(
    ("game", "tiles"), LANGUAGES, ids=lambda each: getattr(each, "language", each)
)
def test_bags(game: str, tiles: TileSet) -> None:
    assert tiles.counts["?"] in {2, 3}
    assert tiles.values["?"] == 0
    assert all(tiles.values[letter] > 0 for letter in tiles.letters)
    assert tiles.total == sum(tiles.counts.values())
    assert tiles.sources
    assert load_game(game, language=tiles.language).tiles == tiles


@pytest.mark.parametrize(
    ("name", "layout", "premiums"),
    [
        ("wwf", "standard", {"T": 8, "t": 16, "d": 24, "D": 12, "*": 1}),
        ("wwf", "messenger", {"t": 12, "T": 8, "D": 8, "d": 8, "*": 1}),
        ("wwf", "solo", {"t": 8, "T": 8, "D": 8, "d": 12, "*": 1}),
        ("wordfeud", "standard", {"t": 20, "T": 8, "d": 24, "D": 12, "*": 1}),
        ("scrabble", "standard", {"T": 8, "d": 24, "D": 17, "t": 12}),
        ("crossplay", "standard", {"t": 20, "T": 8, "d": 20, "D": 8, "*": 1}),
        ("lexulous", "standard", {"T": 8, "d": 24, "D": 17, "t": 8}),
    ],
)
def test_premium_counts(name: str, layout: str, premiums: dict[str, int]) -> None:
    game = load_game(name, layout=layout)
    end_counters = Counter("".join(game.premiums))
    del end_counters["."]
    assert end_counters == premiums


@pytest.mark.parametrize(
    ("name", "total", "bonus", "rack"),
    [
        ("wwf", 104, 35, 7),
        ("wordfeud", 104, 40, 7),
        ("crossplay", 100, 40, 7),
        ("scrabble", 100, 50, 7),
        ("lexulous", 89, 50, 8),
    ],
)
def test_figures(name: str, total: int, bonus: int, rack: int) -> None:
    game = load_game(name)
    assert (game.tiles.total, game.bonus, game.rack_size, game.size) == (total, bonus, rack, 15)
    assert game.sources
    assert game.bag_certain


@pytest.mark.skipif(not FACTS.exists(), reason="the collected facts are not beside the checkout")
def test_figures_are_the_collected_facts() -> None:
    facts = json.loads(FACTS.read_text(encoding="utf-8"))["games"]
    for name, key in [("wwf", "wwf"), ("crossplay", "crossplay"), ("scrabble", "scrabble_en")]:
        game, fact = load_game(name), facts[key]
        assert game.premiums == tuple(fact["board"])
        assert {k: v for k, v in game.tiles.values.items() if k != "?"} == fact["letter_values"]
        assert game.tiles.counts == fact["distribution"]
        assert game.bonus == fact["bingo_bonus"]
    told = {
        "wwf": facts["wwf"]["end_of_game"]["scoreless_turns"],
        "wordfeud": facts["wordfeud"]["end_of_game"]["passes"],
        "crossplay": facts["crossplay"]["end_of_game"]["passes"],
    }
    for name, rule in told.items():
        end = load_game(name).end
        assert {3: "three", 4: "four"}[end.scoreless or 0] in rule
        assert ("swaps" in rule) is (end.scoreless_counts == "passes and swaps")
        assert ("unless the score is 0-0" in rule) is not end.scoreless_at_zero
    small = facts["wwf_11"]
    assert load_game("wwf", layout="messenger").premiums == tuple(small["variant_A_TL"]["board"])
    assert load_game("wwf", layout="solo").premiums == tuple(small["variant_B_DL"]["board"])
    duel = load_game("scrabble", layout="duel")
    assert duel.premiums == tuple(facts["scrabble_go_duel"]["board"])
    assert load_game("wordfeud").premiums == tuple(facts["wordfeud"]["board"])
    for code, fact in facts["wordfeud"]["languages"].items():
        tiles = load_game("wordfeud", language=code).tiles
        assert tiles.values == fact["letter_values"]
        assert tiles.counts == fact["distribution"]


def test_small_boards_have_a_doubtful_bag() -> None:
    assert not load_game("wwf", layout="messenger").bag_certain
    assert not load_game("scrabble", layout="duel").bag_certain


def test_end_and_swap_rules() -> None:
    assert load_game("wordfeud").swap.minimum_bag == 7
    assert load_game("wwf").swap.minimum_bag is None
    ends = {name: load_game(name).end for name in GAMES}
    assert {name: (end.scoreless, end.scoreless_counts) for name, end in ends.items()} == {
        "wwf": (3, "passes and swaps"),
        "wordfeud": (3, "passes"),
        "scrabble": (6, "passes and swaps"),
        "crossplay": (4, "passes"),
        "lexulous": (6, "passes and swaps"),
    }
    assert [name for name, end in ends.items() if not end.scoreless_at_zero] == ["wwf"]
    crossplay = load_game("crossplay").end
    assert (crossplay.final_turns, crossplay.leftover) == (1, "ignored")


@pytest.mark.parametrize(
    ("asked", "found"),
    [(None, "en-US"), ("en", "en-US"), ("en-intl", "en-intl"), ("sv", "sv"), ("es", "es")],
)
def test_language_codes(asked: str | None, found: str) -> None:
    assert load_game("wordfeud", language=asked).language == found


def test_digraph_tiles() -> None:
    assert {"CH", "LL", "RR", "Ñ"} <= set(load_game("wordfeud", language="es").alphabet.letters)


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ({"name": "chess"}, "wwf"),
        ({"name": "wwf", "language": "nl"}, "en"),
        ({"name": "wwf", "layout": "huge"}, "messenger"),
    ],
)
def test_unknown_names_are_answered_with_the_known(asked: dict[str, str], known: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        load_game(**asked)  # type: ignore[arg-type]
    assert known in caught.value.hint


def test_a_bonus_by_number_of_tiles(user: Path) -> None:
    text = SMALL.replace("bonus = 10", "bonus = { 1 = 2, 3 = 9 }")
    assert own_game(user, text).bonuses == (0, 2, 0, 9)


def test_a_new_game_is_a_new_file(user: Path) -> None:
    game = own_game(user)
    assert (game.title, game.size, game.start, game.bonus) == ("Small", 3, Square(1, 1), 10)
    assert game.tiles.counts == {"A": 3, "CH": 2, "Q": 0, "?": 2}
    assert game.end.scoreless is None
    assert game_names() == (*GAMES[:3], "small", *GAMES[3:])


def test_a_users_game_wins_over_a_shipped_one(user: Path) -> None:
    assert own_game(user, name="wwf").title == "Small"


def test_games_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert game_names() == GAMES


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ('title = "Small"', "", ["title must be a string"]),
        ("rack = 3", "rack = 0", ["rack is 0; the minimum is 1"]),
        ("rack = 3", "rack = true", ["rack must be a whole number"]),
        ("bonus = 10", "", ["bonus must be a whole number"]),
        ("bonus = 10", "bonus = { 2 = -1 }", ["[bonus] 2 is -1; the minimum is 0"]),
        ("bonus = 10", "bonus = { 4 = 9 }", ["[bonus] 4 is not known here"]),
        ("bonus = 10", "bonus = { 02 = 9 }", ["[bonus] 02 is not known here"]),
        ("bonus = 10", "bonus = -1\nbonnus = 3", ["bonus is -1", "bonnus is not known here"]),
        ('leftover = "moved"', 'leftover = "burnt"', ["[end] leftover must be one of: moved, ig"]),
        ("[swap]", "", ["[swap] a table is expected"]),
        ('"D.t"', '"D.t."', ["[layouts.standard] row 1 of the layout has 4 squares"]),
        ('"D.t"', '"D.x"', ["[layouts.standard] the layout contains 'x'"]),
        ('".*."', '"..."', ["no start square"]),
        ('".*."', '"**."', ["2 start squares"]),
        ('title = "3x3"', 'title = "3x3"\nstart = "A1"', ["start is A1, but * is drawn on B2"]),
        ('title = "3x3"', 'title = "3x3"\nstart = "Z9"', ["start Z9 lies outside"]),
        ('title = "3x3"', 'title = "3x3"\nstart = "?"', ["start: '?' is not a square"]),
        ("total = 7", "total = 8", ["[languages.xx] the tile counts add up to 7, but total is 8"]),
        ("A = [1, 3]", "A = [1, -3]", ["[languages.xx.tiles] A must be [value, count]"]),
        ("A = [1, 3]", "A = [10000000, 3]", ["[languages.xx.tiles] A must be [value, count]"]),
        ("A = [1, 3]", "a = [1, 3]", ["'a' is not a tile"]),
        ("A = [1, 3]", '"İ" = [1, 3]', ["'İ' is not a tile"]),
        ("rack = 3", "rack = 13", ["rack is 13; the maximum is 12"]),
        ("rack = 3", "rack = 4", ["xx: 7 tiles are too few for two racks"]),
        ('"?" = [0, 2]', '"?" = [1, 2]', ["the blank must have the value 0"]),
        ('sources = ["a test"]\n[end]', "sources = []\n[end]", ["sources is empty"]),
        (
            "[swap]",
            "[random]\nx = 3\nd = 0\n[swap]",
            ["'x' is not a kind of premium square", "[random] d is 0"],
        ),
    ],
)
def test_faults_are_named(user: Path, old: str, new: str, faults: list[str]) -> None:
    assert old in SMALL
    with pytest.raises(GameFileError) as caught:
        own_game(user, SMALL.replace(old, new, 1))
    for fault in faults:
        assert any(fault in told for told in caught.value.faults), caught.value.faults
    assert "small.toml" in str(caught.value)
    assert str(user) in caught.value.hint


def test_a_number_of_the_wrong_kind_is_one_fault(user: Path) -> None:
    with pytest.raises(GameFileError) as caught:
        own_game(user, SMALL.replace("rack = 3", "rack = 3.5"))
    assert caught.value.faults == ("rack must be a whole number",)


def test_a_file_may_begin_with_a_mark_of_its_encoding(user: Path) -> None:
    assert own_game(user, "\ufeff" + SMALL.replace("rack = 3", "rack = 2")).rack_size == 2


def test_all_faults_are_told_at_once(user: Path) -> None:
    text = SMALL.replace("rack = 3", "").replace("total = 7", "total = 1").replace('"D.t"', '"D"')
    with pytest.raises(GameFileError) as caught:
        own_game(user, text)
    assert len(caught.value.faults) == 3


@pytest.mark.parametrize("text", [b"title = ", b"\xff"])
def test_not_toml(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "small.toml").write_bytes(text)
    with pytest.raises(GameFileError):
        read_game_file(tmp_path / "small.toml")


def test_no_layouts(user: Path) -> None:
    lines = itertools.takewhile(lambda line: "[layouts" not in line, SMALL.splitlines())
    with pytest.raises(GameFileError, match="layouts"):
        own_game(user, "\n".join(lines))


def test_random_boards() -> None:
    game = load_game("wordfeud")
    rows = ["." * 15] * 14 + ["T" * 15]
    random = game.with_premiums(rows)
    assert (random.layout, random.premiums, random.start) == ("random", tuple(rows), Square(7, 7))
    assert random.tiles == game.tiles
    small = game.with_premiums(["*..", "...", "..."])
    assert (small.size, small.start) == (3, Square(0, 0))
    assert game.with_premiums(["...", "...", "..."]).start == Square(1, 1)


def test_a_random_board_must_be_square() -> None:
    with pytest.raises(BoardTextError, match="row 2") as caught:
        load_game("wordfeud").with_premiums(["..", "."])
    assert caught.value.hint


def test_every_game_file_is_shipped_beside_the_words() -> None:
    assert {path.stem for path in DATA.glob("*.toml")} == set(GAMES)


def test_premiums_of_random_boards(user: Path) -> None:
    """Most first; a game without such boards has none."""
    assert layouts("wordfeud")[0].random == (("d", 23), ("t", 18), ("D", 12), ("T", 9))
    assert {layout.random for layout in layouts("wwf")} == {()}
    text = SMALL.replace("[swap]", "[random]\nT = 1\nd = 4\n[swap]", 1)
    own_game(user, text)
    assert layouts("small")[0].random == (("d", 4), ("T", 1))


def test_letters_alone_are_a_tile_each() -> None:
    tiles = TileSet.of_values("en", {"A": 1, "Q": 10})
    assert (tiles.values, tiles.counts, tiles.letters) == (
        {"A": 1, "Q": 10},
        {"A": 1, "Q": 1},
        ("A", "Q"),
    )


def test_languages_that_a_game_lacks_are_lent_by_others() -> None:
    """Their letters alone are certain: A to Z and the language's own, none of them of several."""
    lent = {tiles.language: tiles for tiles in lent_languages("wwf")}
    assert {"de", "es", "fr", "it", "nl", "pl", "pt", "sv"} <= lent.keys()
    assert "en" not in lent
    assert {tiles.language for tiles in lent_languages("wordfeud")} == {"it", "pl"}
    for tiles in lent.values():
        assert not tiles.certain
        assert {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ?"} <= tiles.values.keys()
        assert all(len(letter) == 1 for letter in tiles.letters)
    assert "Ñ" in lent["es"].letters


def test_a_game_with_values_of_its_own() -> None:
    usual, own = load_game("wwf"), load_game("wwf", values={"A": 2, "Ñ": 8})
    assert own.tiles.values == usual.tiles.values | {"A": 2}
    assert own.own_values == own.tiles.values
    assert usual.own_values is None
    assert (usual.bag_certain, own.bag_certain) == (True, False)
    assert own.tiles.limits["Q"] > usual.tiles.limits["Q"] == 1
    assert own.tiles.limits["?"] == usual.tiles.limits["?"] == 2
    spanish = load_game("wwf", language="es", values={"Ñ": 9})
    assert (spanish.language, spanish.tiles.values["Ñ"]) == ("es", 9)
    with pytest.raises(UnknownGame):
        load_game("wwf", language="es")
    with pytest.raises(UnknownGame):
        load_game("wwf", language="xx", values={})
