"""Words of path games: every tile kind, the points, and all of it against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import BoardTextError, UnknownGame
from solver.game import Square
from solver.paths import PathGame, load_path_game
from solver.paths import search as paths
from solver.paths.game import read_path_game
from solver.paths.grid import MULTIPLIERS, PathGrid, PathTile
from solver.paths.search import PathWord, awkwardness, find_words, tile_value
from solver.words import Lexicon, default_lexicon

TILES = st.builds(
    PathTile,
    st.sampled_from(["A", "B", "C", "AB", "CA", "AB-", "-CA", "B-", "-A", "A/B", "C/AB"]),
    st.sampled_from([None, 0, 7]),
    st.sampled_from(list(MULTIPLIERS)),
)
GRIDS = st.integers(1, 3).flatmap(
    lambda columns: st.lists(
        st.lists(st.none() | TILES, min_size=columns, max_size=columns), min_size=1, max_size=3
    )
)
OWN = """
title = "Small"
least = 2
sources = ["a test"]
[length]
counts = "{counts}"
first = 2
figures = [1, 1.5, 4]
more = 2
[tiles]
several = 3
either = 9
"""
VALUES = '[languages.xx]\nsources = ["a test"]\nvalues = { A = 1, B = 4, C = 2 }\n'


def own_game(folder: Path, counts: str) -> PathGame:
    text = OWN.format(counts=counts) + (VALUES if counts != "points" else "")
    (folder / "small.toml").write_text(text, encoding="utf-8")
    return read_path_game(folder / "small.toml")


def words_of(text: str, words: str, game: str = "ruzzle") -> list[PathWord]:
    return find_words(PathGrid.parse(text), load_path_game(game), Lexicon.of(words.split()), "en")


def told(found: list[PathWord]) -> list[str]:
    return [f"{each.word} {each.points} {' '.join(s.name for s in each.path)}" for each in found]


def brute_force(grid: PathGrid, game: PathGame, words: set[str]) -> dict[str, int]:
    """The most points of each word: every walk over the tiles is spelled out."""
    best: dict[str, int] = {}
    for tiles in walks(grid):
        texts = [""]
        for tile in tiles:
            texts = [a + b for a in texts for b in tile.text.strip("-").split("/")]
        for text in texts:
            if text in words and len(text) >= game.least and in_place(tiles):
                points = game.lengths.points(len(text), counted(tiles, game))
                best[text] = max(points, best.get(text, 0))
    return best


def walks(grid: PathGrid) -> Iterator[list[PathTile]]:
    rows = {(r, c): t for r, row in enumerate(grid.rows) for c, t in enumerate(row) if t}

    def on(walk: tuple[tuple[int, int], ...]) -> Iterator[list[PathTile]]:
        yield [rows[place] for place in walk]
        row, column = walk[-1]
        for place in rows.keys() - set(walk):
            if max(abs(place[0] - row), abs(place[1] - column)) == 1:
                yield from on((*walk, place))

    for start in rows:
        yield from on((start,))


def in_place(tiles: list[PathTile]) -> bool:
    """Whether tiles that only begin or end words do that, and are not all of it."""
    if len(tiles) == 1:
        return "-" not in tiles[0].text
    begin, end = [t.text.endswith("-") for t in tiles], [t.text.startswith("-") for t in tiles]
    return not any(begin[1:]) and not any(end[:-1])


def counted(tiles: list[PathTile], game: PathGame) -> int:
    value, factor = 0, 1
    for tile in tiles:
        times, word = MULTIPLIERS[tile.multiplier]
        value += times * tile_value(tile, game, game.values("xx"), "xx")
        factor *= word
    return value * factor


@given(GRIDS, st.sets(st.text("ABC", min_size=2, max_size=6), min_size=1, max_size=60))
@pytest.mark.parametrize("counts", ["bonus", "factor"])
def test_words_and_points_are_those_of_brute_force(
    tmp_path_factory: pytest.TempPathFactory,
    counts: str,
    rows: list[list[PathTile | None]],
    words: set[str],
) -> None:
    if not any(tile for row in rows for tile in row):
        return
    grid = PathGrid(tuple(map(tuple, rows)))
    game = own_game(tmp_path_factory.getbasetemp(), counts)
    found = find_words(grid, game, Lexicon.of(words), "xx")
    assert {each.word: each.points for each in found} == brute_force(grid, game, words)
    order = [(-each.points, -len(each.word), each.word) for each in found]
    assert order == sorted(order)
    for each in found:
        tiles = [tile for square in each.path if (tile := grid.rows[square.row][square.column])]
        assert len(tiles) == len(set(each.path)) == len(each.path)
        assert game.lengths.points(len(each.word), counted(tiles, game)) == each.points


def test_ruzzle_multiplies_tiles_then_words_then_adds_the_bonus() -> None:
    # C 4 A 1 T 1 S 1: 3*4 + 1 + 1 + 1 = 15, times 2 times 3, no bonus; CATS is what fits of it
    assert told(words_of("(C TL)(A DW)/(S TW)T", "cats cat"))[:1] == ["CATS 90 A1 B1 B2 A2"]
    # S 1 T 1 A 1 R 1 E 1 D 2 = 7, a doubled D = 9, and 10 for six letters
    assert told(words_of("STA/(D DL)ER", "stared"))[0].startswith("STARED 19 ")
    # ten letters count as nine
    (word,) = words_of("ABSTR/DETCA", "abstracted")
    assert word.points == 1 + 4 + 1 + 1 + 1 + 1 + 4 + 1 + 1 + 2 + 25


WORD_BLITZ = "JNT(L DL)/(M DW)AS(O TW)/AE(S DW)I/(S DL)IEA"
"""A real grid; below, what the game gave (sources in wordblitz.toml)."""


@pytest.mark.parametrize(
    ("word", "points"),
    [
        *[("ja", 12), ("lo", 12), ("so", 15), ("eat", 7), ("man", 14), ("jam", 28), ("sol", 28)],
        *[("lost", 21), ("mass", 30), ("lose", 36), ("issei", 19), ("james", 65), ("jatos", 81)],
        *[("siesta", 23), ("amatol", 65), ("easiest", 28), ("santols", 62), ("amatols", 74)],
    ],
)
def test_word_blitz_counts_as_the_game_does(word: str, points: int) -> None:
    assert [each.points for each in words_of(WORD_BLITZ, word, "wordblitz")] == [points]


def test_wordament_multiplies_by_length_and_rounds_down() -> None:
    (word,) = words_of("LATER", "later", "wordament")
    assert word.points == 15  # (3 + 2 + 2 + 1 + 2) * 1.5
    (word,) = words_of("LATES", "lates", "wordament")
    assert word.points == 15
    (word,) = words_of("EATER", "eater", "wordament")
    assert word.points == 12  # 8 * 1.5
    (word,) = words_of("EATEN/....S", "eaten", "wordament")
    assert word.points == 12
    (word,) = words_of("(L=2)ATER", "later", "wordament")
    assert word.points == 13  # 9 * 1.5
    (word,) = words_of("ENTERING", "entering", "wordament")
    assert word.points == 40  # 16 * 2.5


def test_tiles_of_wordament() -> None:
    game = load_path_game("wordament")
    values = game.values("en")
    for text, points in [("VE", 12), ("-Y", 12), ("D/U", 20), ("UN-", 12), ("Q", 8)]:
        assert tile_value(PathTile(text), game, values, "en") == points
    assert tile_value(PathTile("VE", 7), game, values, "en") == 7
    ruzzle = load_path_game("ruzzle")
    assert tile_value(PathTile("QU"), ruzzle, ruzzle.values("en"), "en") == 12
    assert tile_value(PathTile("A/Z"), ruzzle, ruzzle.values("en"), "en") == 1


@pytest.mark.parametrize(
    ("game", "word", "points"),
    [
        *(("wordhunt", "ABCDEFGHIJ"[:n], p) for n, p in [(3, 100), (4, 400), (5, 800), (6, 1400)]),
        *(("wordhunt", "ABCDEFGHIJ"[:n], p) for n, p in [(7, 1800), (8, 2200), (9, 2600)]),
        ("wordhunt", "ABCDEFGHIJ", 3000),
        *(("boggle", "ABCDEFGHIJ"[:n], p) for n, p in [(3, 1), (4, 1), (5, 2), (6, 3), (7, 5)]),
        *(("boggle", "ABCDEFGHIJ"[:n], p) for n, p in [(8, 11), (9, 11)]),
    ],
)
def test_points_by_length_alone(game: str, word: str, points: int) -> None:
    half = (len(word) + 1) // 2
    rows = [word[:half], word[half:][::-1].rjust(half, ".")]  # there and back
    assert [each.points for each in words_of("/".join(rows), word, game)] == [points]


def test_tile_of_several_letters_counts_as_many() -> None:
    assert told(words_of("(QU)EE/..N", "queen quee", "boggle")) == [
        "QUEEN 2 A1 B1 C1 C2",
        "QUEE 1 A1 B1 C1",
    ]


def test_tiles_that_only_begin_or_end_words() -> None:
    begins = words_of("(RE-)AD/...", "read are reread red dare", "boggle")
    assert told(begins) == ["READ 1 A1 B1 C1"]
    ends = words_of("(-ED)T/AE", "ate tea eat edit ated eated teaed eds", "boggle")
    assert [each.word for each in ends] == ["EATED", "TEAED", "ATED", "ATE", "EAT", "TEA"]
    assert not words_of("(-ING)(RE-)", "ing re ingre", "ruzzle")


def test_tile_of_either_letter() -> None:
    assert [w.word for w in words_of("CA(T/R)S", "cats cars cat car tar rat", "boggle")] == [
        "CARS",
        "CATS",
        "CAR",
        "CAT",
    ]


def test_no_tile_twice_and_only_to_neighbours() -> None:
    assert [w.word for w in words_of("DAD/XXX/XXO", "dad dada add ado", "boggle")] == ["DAD"]


def test_words_on_large_grids_are_longer_in_boggle() -> None:
    rows = "CATSX/XXXXX/XXXXX/XXXXX/XXXXX"
    assert [each.word for each in words_of(rows, "cat cats", "boggle")] == ["CATS"]
    assert [each.word for each in words_of("CATS/XXXX", "cat cats", "boggle")] == ["CATS", "CAT"]


def test_letters_beyond_the_latin_ones() -> None:
    words = Lexicon.of(["ähre", "hare"])
    game = load_path_game("boggle")
    found = find_words(PathGrid.parse("ÄHRE"), game, words, "de")
    assert told(found) == ["ÄHRE 1 A1 B1 C1 D1"]
    with pytest.raises(UnknownGame, match="the value of Ä in Ruzzle is not known") as caught:
        find_words(PathGrid.parse("ÄHRE"), load_path_game("ruzzle"), words, "de")
    assert "(Ä=4)" in caught.value.hint
    found = find_words(PathGrid.parse("(Ä=4)HRE"), load_path_game("ruzzle"), words, "de")
    assert told(found) == ["ÄHRE 8 A1 B1 C1 D1"]


def test_of_paths_of_equal_points_the_first_in_reading_order() -> None:
    assert told(words_of("TAT/X.X", "tat at ta", "boggle")) == ["TAT 1 A1 B1 C1"]


def test_of_paths_of_equal_points_the_plainest() -> None:
    assert told(words_of("CTX/AXX/TXX", "cat", "boggle")) == ["CAT 1 A1 A2 A3"]
    # a word multiplier is worth a detour
    assert told(words_of("C(T DW)X/AXX/TXX", "cat")) == ["CAT 12 A1 A2 B1"]


@pytest.mark.parametrize(
    ("path", "crossings", "turns"),
    [
        ("A1", 0, 0),
        ("A1 B1 C1 D1", 0, 0),
        ("A1 B2 C3", 0, 0),
        ("A1 B1 B2", 0, 1),
        ("A1 B2 B1 A2", 1, 2),
        ("A1 B2 A2 B1", 1, 2),
        ("A1 B2 C1 C2 B1 A2", 2, 4),
    ],
)
def test_awkward_paths(path: str, crossings: int, turns: int) -> None:
    squares = map(Square.parse, path.split())
    numbers = tuple(5 * square.row + square.column for square in squares)
    assert awkwardness(numbers, 5) == awkwardness(numbers[::-1], 5) == (crossings, turns)


def test_too_many_paths_leave_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "MOST_PATHS", 3)
    found = words_of("SSSS/SSSS/(S TL)SSS/SS(S DW)S", "ssss", "ruzzle")
    assert [each.word for each in found] == ["SSSS"]
    assert found[0].points >= 12


def test_a_grid_of_few_letters_ends() -> None:
    rows = "/".join(["SESESESE", "ESESESES"] * 4)
    grid, game = PathGrid.parse(rows), load_path_game("boggle")
    found = find_words(grid, game, default_lexicon("en"), "en")
    assert {"SEES", "ESSES"} <= {each.word for each in found}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("ab/cd", "AB/CD"),
        ("A B\nC D\n", "AB/CD"),
        ("(qu)b/(d/u)(-ing)", "(QU)B/(D/U)(-ING)"),
        ("(A dw)(b=3)/( ve = 12  TL ).", "(A DW)(B=3)/(VE=12 TL)."),
        ("ABCDEFGHI", "ABC/DEF/GHI"),
        ("ABCD", "ABCD"),
        ("(a)B/CD", "AB/CD"),
    ],
)
def test_grids_are_typed_and_printed(text: str, rows: str) -> None:
    grid = PathGrid.parse(text)
    assert str(grid) == rows
    assert PathGrid.parse(rows) == grid


@given(GRIDS)
def test_grids_are_read_back_as_printed(rows: list[list[PathTile | None]]) -> None:
    if any(tile for row in rows for tile in row):
        grid = PathGrid(tuple(map(tuple, rows)))
        assert PathGrid.parse(str(grid)) == grid


@given(st.text("AbÅß(/)=.- \n9DTWL?", max_size=30))
def test_any_text_is_a_grid_or_refused(text: str) -> None:
    with suppress(BoardTextError):
        grid = PathGrid.parse(text)
        assert str(PathGrid.parse(str(grid))) == str(grid)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no tiles"),
        ("./.", "has no tiles"),
        ("AB/ABC", "row 2 has 3 tiles, but row 1 has 2"),
        ("A1/BC", "'1' is not a tile"),
        ("A(B/CD", r"'\(' is not a tile"),
        ("A()", "is not a tile"),
        ("A(B DX)", "is not a tile"),
        ("A(B-C)", "is not a tile"),
        ("A(A/B/C)", "is not a tile"),
        ("/".join(["A" * 27] * 2), "the grid is 2 x 27 tiles; the maximum is 26 x 26"),
        ("/".join("A" * 27), "the grid is 27 x 1 tiles; the maximum is 26 x 26"),
    ],
)
def test_text_that_is_no_grid(text: str, message: str) -> None:
    with pytest.raises(BoardTextError, match=message) as caught:
        PathGrid.parse(text)
    assert caught.value.hint


def test_grid_of_texts_multipliers_and_values() -> None:
    grid = PathGrid.of([["A", ""], ["QU", "-S"]], [["DW", "."], [".", "TL"]], [[3, None]] * 2)
    assert str(grid) == "(A=3 DW)./(QU=3)(-S TL)"
    assert grid.tiles == 3
    assert str(PathGrid.of([["A", ""]])) == "A."
    with pytest.raises(BoardTextError, match="as many multipliers and values"):
        PathGrid.of([["A", "B"]], [["."]])
    with pytest.raises(BoardTextError, match="is not a multiplier"):
        PathGrid.of([["A"]], [["QW"]])
    with pytest.raises(BoardTextError, match="'a' is not a tile"):
        PathGrid.of([["a"]])
