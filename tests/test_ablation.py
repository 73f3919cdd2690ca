"""The ablation: rules are really switched off, results are gone on with, verdicts are strict."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks import ablation
from tests.benchmarks.ablation import Job, code, results_of, study
from tests.benchmarks.ablation_report import report
from tests.benchmarks.ablation_screens import Shot, all_shots, make
from tests.benchmarks.ablation_sizes import size_of
from tests.benchmarks.pictures import Expected
from tests.benchmarks.switching import Rule, function_of, load_rules, same, switched_off, without
from tests.benchmarks.verdict import judge
from vision.imaging.geometry import Box, Grid
from vision.reading import Doubt, Reading, TileReading, Why, because

PENDING = Shot("samples", "sample_screens/crossplay-tentative")


@pytest.mark.parametrize("rule", load_rules().values(), ids=lambda rule: rule.name)
def test_every_rule_of_the_table_is_one_of_the_reader(rule: Rule) -> None:
    function = function_of(rule.of)
    assert without(rule.of, (rule,)) is not function
    with switched_off([rule]):
        assert function_of(rule.of) is not function
    assert function_of(rule.of) is function
    assert size_of(rule).lines > 0


def test_a_screen_that_needs_a_rule_is_read_otherwise_without_it() -> None:
    line = study(
        Job(PENDING, ("pending tiles", "noise calmed", "what is left in the bag tried together"))
    )
    assert line["plain"]["exact"]
    assert not line["without"]["pending tiles"]["exact"]
    assert line["unreached"] == ["noise calmed"]
    assert line["idle"] == ["what is left in the bag tried together"]


def test_rules_together() -> None:
    both = ("words, the bag and the status text", "pending tiles")
    line = study(Job(PENDING, (), (("both", both), ("none", ("noise calmed",)))))
    assert not line["without"]["both"]["exact"]
    assert line["without"]["none"] is None


@pytest.mark.parametrize(
    ("name", "damage", "first"),
    [("wwf2-11x11-solo", "cell 24 jpeg 60", 0), ("wwf2-tablet", "jpeg 30", 4)],
)
def test_what_need_not_be_read_again_would_be_read_the_same(
    name: str, damage: str, first: int
) -> None:
    """Stages that are kept, and rules that no call needs, spare readings but change none."""
    every = tuple(load_rules())
    racks = [each for each in every if first and each.startswith("rack")]
    names = {*every[first::16], *racks[::3]}
    shot = Shot("samples", f"sample_screens/{name}", damage)
    line = study(Job(shot, tuple(names) if first else every[::2]))
    made = make(shot)
    assert made is not None
    crashed = [each for each, told in line["without"].items() if told and "CRASH" in told["what"]]
    assert not crashed
    for rule in names:
        with switched_off([load_rules()[rule]]):
            whole = ablation.verdict_of(made)
        told = line["without"].get(rule) or line["plain"]
        assert whole == told, rule


def test_a_rule_whose_text_is_gone_is_an_error() -> None:
    rule = Rule("gone", "board.plays.runs_of", instead=(("no such text", ""),))
    with pytest.raises(LookupError, match="gone"):
        without(rule.of, (rule,))


def test_same() -> None:
    assert same(a_reading(about("A1")), a_reading(about("A1")))
    assert same([1, (2.0, "a")], (1, [2.0, "a"]))
    assert not same({"a": 1}, {"a": 2})
    assert not same([1], [1, 2])


def test_a_run_goes_on_where_the_last_one_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = Shot("samples", "sample_screens/wwf2-empty")
    shots = [empty, Shot("samples", "sample_screens/refuse-settings", "cell 32")]
    monkeypatch.setattr(ablation, "all_shots", lambda *_: shots)
    file = tmp_path / "results.jsonl"

    def run(*more: str) -> int:
        monkeypatch.setattr(sys, "argv", ["ablation", "run", "--out", str(file), *more])
        assert ablation.main() == 0
        return int(capsys.readouterr().err.split()[0])

    assert run("--only", "pending: notches") == 2
    assert run("--only", "pending: notches") == 0
    assert run("--only", "pending: notches", "--only", "noise calmed") == 1
    whole = file.read_text()
    file.write_text(whole[:-20])  # killed while it wrote
    assert run("--only", "noise calmed") == 1
    assert len(results_of(file)) == 3
    assert run("--together") == 1
    file.write_text(whole.replace(code(), "another"))
    assert results_of(file) == []


def test_table() -> None:
    plain = {"exact": True, "silent": False, "undoubted": 0, "needless": 2, "refused": False}
    worse = plain | {"exact": False, "silent": True, "undoubted": 1, "needless": 0}
    line = {
        "screen": "one",
        "plain": plain,
        "unreached": ["tints"],
        "idle": ["status"],
        "without": {
            "pending tiles": worse,
            "points of the last move": plain | {"needless": 5},
            "tally": None,
        },
    }
    told = report([line, line | {"screen": "two", "plain": None}])
    assert told[0] == "1 screens: 1 exact, 0 silent, 0 refused, 2 needless doubts on exact ones"
    assert any(
        row.startswith("| pending tiles |") and row.endswith("| 0 | 1 | 1 | 0 | 0 | 0 |")
        for row in told
    )
    assert any(
        row.startswith("| points of the last move |") and row.endswith("| 0 | 0 | 0 | 0 | 3 | 0 |")
        for row in told
    )
    assert "Never reached: tints." in told
    assert "Reached, and no reading changed: tally, status." in told


def test_screens_are_the_same_every_time() -> None:
    shots = all_shots(20, 1, Path("fonts"))
    assert shots == all_shots(20, 1, Path("fonts"))
    names = list(map(str, shots))
    assert len(set(names)) == len(names)
    assert {"wild 320000", "wild 320001 | other fonts", "unlabelled 310000"} <= set(names)


ROWS = ("dT.", ".*.", "..D")


def tile(letter: str) -> TileReading:
    return TileReading(
        letter, blank=False, confidence=1.0, runner_up=None, source="template", box=Box(0, 0, 1, 1)
    )


def a_reading(
    *doubts: Doubt, board: str = "A..", rack: str = "XY", premiums: tuple[str, ...] = ROWS
) -> Reading:
    """Three rows, the first as given and the others empty."""
    first = tuple(None if letter == "." else tile(letter) for letter in board)
    return Reading(
        width=9,
        height=9,
        game="wordfeud",
        layout="random",
        language="en",
        theme="generic",
        grid=Grid(0, 0, 3, 3),
        cells=(first, (None,) * 3, (None,) * 3),
        premiums=premiums,
        rack=tuple(map(tile, rack)),
        rack_box=None,
        doubts=doubts,
    )


def about(where: str, why: Why = Why.UNCLEAR) -> Doubt:
    return Doubt(where, "", None, because(why))


TRUTH = Expected("wordfeud", ("A..", "...", "..."), "YX", premiums=ROWS)


def test_an_exact_reading_counts_its_needless_doubts() -> None:
    found = judge(a_reading(about("A1"), about("rack")), TRUTH)
    assert (found.exact, found.silent, found.needless) == (True, False, 2)


@pytest.mark.parametrize(
    ("read", "what"),
    [
        (lambda *d: a_reading(*d, board="B.."), "A1"),
        (lambda *d: a_reading(*d, board="A.C"), "C1"),
        (lambda *d: a_reading(*d, rack="XYZ"), "rack 2"),
        (lambda *d: a_reading(*d, premiums=("dt.", ".*.", "..D")), "B1"),
    ],
)
def test_each_wrong_place_needs_its_own_doubt(read: Callable[..., Reading], what: str) -> None:
    silent = judge(read(about("B3"), about("board")), TRUTH)
    assert (silent.exact, silent.silent, silent.undoubted) == (False, True, 1)
    assert silent.what.endswith("!")
    doubted = judge(read(about(what)), TRUTH)
    assert (doubted.exact, doubted.silent, doubted.needless) == (False, False, 0)


def test_one_undoubted_place_among_doubted_ones_is_silent() -> None:
    found = judge(a_reading(about("A1"), about("B1"), board="BDE"), TRUTH)
    assert found.silent
    assert found.undoubted == 1
    assert found.what == "A1:A>B B1:.>D C1:.>E!"


def test_premiums_count_where_nothing_hides_them() -> None:
    under = a_reading(premiums=(".T.", "...", "..D"))
    assert judge(under, TRUTH).exact
    other = a_reading(about("board", Why.NO_LAYOUT), premiums=("dT.", ".*.", "..."))
    assert judge(other, TRUTH).what == "C3:premium D>."
    assert not judge(other, TRUTH).silent
    fixed = Expected("wordfeud", TRUTH.board, "XY")
    assert judge(other, fixed).exact


def test_another_game_needs_a_doubt() -> None:
    other = Expected("wwf", TRUTH.board, "XY")
    assert judge(a_reading(about("A1")), other).silent
    assert not judge(a_reading(about("board", Why.OTHER_LAYOUTS)), other).silent


def test_results_are_lines_of_json(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(json.dumps({"code": code(), "screen": "a"}) + '\n{"code": "b"}\n{"co')
    assert [line["screen"] for line in results_of(file)] == ["a"]
