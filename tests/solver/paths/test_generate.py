"""Random grids: letters and multipliers come as often as the data say; a seed makes the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from solver.errors import BoardTextError, UnknownGame
from solver.game import load_game
from solver.paths import load_path_game, random_grid
from solver.paths.game import read_path_game
from solver.paths.generate import letter_shares

OWN = """
title = "Small"
least = 2
sources = ["a test"]
[length]
counts = "bonus"
first = 5
figures = [1]
more = 0
[random.multipliers]
TW = 100
[languages.xx]
sources = ["a test"]
values = { A = 1, B = 4, "Ø" = 9 }
letters = { A = 3, "Ø" = 1.5 }
[languages.sv]
sources = ["a test"]
values = { "Å" = 1, B = 4 }
"""


def test_the_same_seed_makes_the_same_grid() -> None:
    game = load_path_game("ruzzle")
    grids = [str(random_grid(game, "en", seed)) for seed in (7, 7, 8)]
    assert grids[0] == grids[1] != grids[2]
    grid = random_grid(game, "nl", 1, rows=3, columns=12)
    assert (len(grid.rows), len(grid.rows[0])) == (3, 12)


def test_letters_and_multipliers_come_as_often_as_the_data_say() -> None:
    game = load_path_game("ruzzle")
    counts = load_game("wordfeud", language="en").tiles.counts
    letters: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for seed in range(20):
        for row in random_grid(game, "en", seed, rows=26, columns=26).rows:
            letters.update(tile.text for tile in row if tile)
            times.update(tile.multiplier for tile in row if tile)
    number = 20 * 26 * 26
    for letter, count in counts.items():
        if letter != "?":
            assert letters[letter] / number == pytest.approx(count / 102, abs=0.01)
    for name, share in {"DL": 15, "TL": 10, "DW": 10, "TW": 5, ".": 60}.items():
        assert 100 * times[name] / number == pytest.approx(share, abs=1)


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr", "it", "es", "pt"])
def test_every_language_of_ruzzle_has_letters_that_count(language: str) -> None:
    game = load_path_game("ruzzle")
    shares = letter_shares(game, language)
    assert len(shares) > 20
    assert set(shares) <= set(game.values(language))
    assert shares["E"] > 5 * shares["Q"]
    assert game.demos[language].tiles == 16


def test_games_whose_letters_count_nothing_take_those_of_any_board_game() -> None:
    boggle = load_path_game("boggle")
    assert {"Å", "Ö"} <= set(letter_shares(boggle, "sv"))
    assert {tile.text for row in random_grid(boggle, "en", 1).rows for tile in row if tile}
    texts = {
        tile.text
        for row in random_grid(boggle, "en", 1, rows=26, columns=26).rows
        for tile in row
        if tile
    }
    assert "QU" in texts
    assert "Q" not in texts


def test_own_game(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(OWN, encoding="utf-8")
    game = read_path_game(tmp_path / "small.toml")
    assert letter_shares(game, "xx") == {"A": 3, "Ø": 1.5}
    assert letter_shares(game, "sv") == {"Å": 2, "B": 2}
    rows = random_grid(game, "xx", 1).rows
    assert (len(rows), len(rows[0])) == (4, 4)
    assert {tile.multiplier for row in rows for tile in row if tile} == {"TW"}


def test_what_cannot_be_made() -> None:
    ruzzle = load_path_game("ruzzle")
    with pytest.raises(UnknownGame, match="the letter frequencies of the language tlh") as caught:
        random_grid(ruzzle, "tlh", 1)
    assert "[languages.tlh.letters]" in caught.value.hint
    with pytest.raises(UnknownGame, match="the letter values of Ruzzle are not known"):
        random_grid(ruzzle, "sv", 1)
    with pytest.raises(BoardTextError, match="the maximum is 26 x 26"):
        random_grid(ruzzle, "en", 1, rows=27)
    with pytest.raises(BoardTextError, match="no tiles"):
        random_grid(ruzzle, "en", 1, rows=0, columns=0)
