"""Tables from self-play: what is noted, what comes of it, how it is kept."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from solver.game import Game, load_game
from solver.strategy import KINDS
from solver.strategy.leaves import encoded, formula, from_record
from solver.strategy.winning import from_margins
from solver.training import __main__ as program
from solver.training.__main__ import _lines
from solver.training.fit import SHRINK, fit
from solver.training.gather import DRAWS, Samples, gather
from solver.words import Graph, load_graph
from tests.shared.words import short_words

WORDS = short_words()


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("wwf", layout="messenger")


@pytest.fixture(scope="module")
def samples(game: Game) -> Samples:
    graph: Graph = load_graph(WORDS, game.alphabet)
    return gather(game, graph, formula(game), range(3, 5))


def test_what_is_seen_in_games(samples: Samples) -> None:
    boards = len(samples.racks)
    assert samples.racks.shape == (boards, DRAWS, 7)
    assert samples.equities.shape == (boards, DRAWS)
    assert samples.opened.shape == (boards, len(KINDS))
    assert len(samples.replies) == boards
    assert (np.diff(samples.racks.astype(int), axis=2) >= 0).all()
    assert samples.turns[:, 0].max() == 90
    assert len(samples.turns) >= boards


def test_the_same_seeds_show_the_same(game: Game, samples: Samples) -> None:
    again = gather(game, load_graph(WORDS, game.alphabet), formula(game), range(3, 5))
    assert (again.racks == samples.racks).all()
    assert (again.equities == samples.equities).all()
    assert (again.turns == samples.turns).all()


def test_a_table_holds_every_short_leave_of_the_bag(game: Game, samples: Samples) -> None:
    table = fit(samples, game)
    several = sum(tile.count > 1 for tile in game.tiles.tiles)
    assert sum(len(leave) == 1 for leave in table["points"]) == 27
    assert sum(len(leave) == 2 for leave in table["points"]) == 27 * 26 // 2 + several
    assert "JJ" not in table["points"]
    assert "EES" in table["points"]
    leaves = from_record(table["points"], table["factors"], game.alphabet)
    assert leaves.value(encoded("E", game.alphabet)) == pytest.approx(
        table["points"]["E"], abs=0.01
    )
    assert len(table["factors"]) == 7
    assert set(table["opening"]) == set(KINDS)
    assert from_margins(table["margins"]).win(0, 90) == pytest.approx(0.5, abs=0.5)


def test_what_tiles_bring_is_found(game: Game) -> None:
    """Racks made up so that each S brings 6 points, and a Q with a U 9 more."""
    rng = np.random.default_rng(1)
    racks = np.sort(rng.integers(1, 27, (4000, DRAWS, 7)), axis=2).astype(np.uint8)
    s, q, u = (game.alphabet.codes[tile] for tile in "SQU")
    brought = 6.0 * (racks == s).sum(axis=2) + 9.0 * (
        (racks == q).any(axis=2) & (racks == u).any(axis=2)
    )
    none = np.zeros((2, len(KINDS)), np.float32)
    turns = np.array([(90, 4), (90, -4), (10, 3), (10, 1), (0, 2), (0, 0)], np.int16)
    made = Samples(racks, brought.astype(np.float32), none, np.zeros(2, np.int16), turns)
    points = fit(made, game)["points"]
    assert points["S"] == pytest.approx(6, abs=0.4)
    assert points["E"] == pytest.approx(0, abs=0.4)
    assert points["QU"] - points["Q"] - points["U"] > 5
    assert points["ES"] == pytest.approx(6, abs=0.6)
    assert SHRINK[3] > SHRINK[2]


def test_a_table_file_is_json_with_a_leave_a_line() -> None:
    record: dict[str, object] = {
        "game": "wwf",
        "training": {"seed": 1},
        "points": {"A": 1.0, "B": 2.0},
        "f": [[1, 2]],
    }
    text = _lines(record)
    assert json.loads(text) == record
    assert ' "A": 1.0,\n "B": 2.0\n' in text


def test_a_training_that_was_stopped_goes_on_to_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = []
    for run in ("first", "again"):
        out = tmp_path / f"{run}.json"
        monkeypatch.setattr(program, "table_path", lambda _game, _language, out=out: out)
        arguments = ("wwf", "--language", "en", "--games", "2", "2", "--processes", "1")
        monkeypatch.setattr(sys, "argv", ["training", *arguments, "--work", str(tmp_path / "work")])
        program.main()
        assert {file.name for file in (tmp_path / "work").iterdir()} == {"0-0.npz", "1-0.npz"}
        (tmp_path / "work" / "1-0.npz").unlink()  # as if it had been stopped before
        tables.append(json.loads(out.read_text(encoding="utf-8")))
    assert tables[0]["training"]["sha256"] == tables[1]["training"]["sha256"]
    assert tables[0]["training"]["games"] == [2, 2]
    assert len(tables[0]["points"]) > 27
