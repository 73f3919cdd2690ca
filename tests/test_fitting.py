"""The fit of the inference: regressions find what is there, tables count, files are kept."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.benchmarks import fitting, fitting_grids
from tests.benchmarks.ablation_screens import Shot, all_shots, make, painted_shots
from tests.benchmarks.fitting import Told, by_confidence, by_threshold, calibration_error, main
from tests.benchmarks.fitting_plot import plot
from tests.benchmarks.fitting_solve import (
    GIVEN,
    Choices,
    chances,
    conditional_logit,
    fit_letters,
    logistic,
    probability,
)
from tests.benchmarks.fitting_tiles import Tiles, file_of
from vision.inference import grids
from vision.inference.confidence import (
    Company,
    Weighed,
    blank_terms,
    calibrated,
    covered_terms,
    fitted,
    terms,
)
from vision.inference.evidence import BARE, FEATURES

SCREEN = Shot("invented", "400000")


def drawn(count: int, truth: list[float], dice: np.random.Generator) -> Choices:
    """Tiles of six candidates, the last one closed; which is right is drawn by the weights."""
    features = dice.normal(0.0, [1.0, 0.1, 30.0], (count, 6, 3)).astype(np.float32)
    is_open = np.ones((count, 6), bool)
    is_open[:, 5] = False
    shares = chances(Choices(features, is_open, np.zeros(count, np.int64)), np.array(truth))
    return Choices(features, is_open, np.array([dice.choice(6, p=each) for each in shares]))


def test_a_conditional_logit_finds_the_weights_that_tiles_were_drawn_by() -> None:
    truth, dice = [1.5, -8.0, 0.02], np.random.default_rng(1)
    first, second = drawn(3000, truth, dice), drawn(1000, truth, dice)
    found, loss = conditional_logit([first, second])
    assert found == pytest.approx(truth, rel=0.1)
    again, same = conditional_logit([second, first], np.array([5.0, 5.0, 5.0]))
    assert again == pytest.approx(found, rel=1e-2)
    assert same == pytest.approx(loss, rel=1e-5)


def test_a_logistic_regression_finds_the_weights_that_truths_were_drawn_by() -> None:
    dice = np.random.default_rng(2)
    terms = np.column_stack([np.ones(20_000), dice.normal(0.0, 2.0, 20_000), dice.random(20_000)])
    truth = np.array([1.0, -0.5, 3.0])
    right = dice.random(20_000) < probability(terms, truth)
    found, _ = logistic(terms, right)
    assert found == pytest.approx(truth, rel=0.1)
    assert probability(terms, found).mean() == pytest.approx(right.mean(), abs=1e-3)


def test_pictures_that_no_weight_explains_are_left_out() -> None:
    dice = np.random.default_rng(3)

    def picture(*, spoilt: bool) -> Tiles:
        features = np.zeros((50, 4, 3, len(FEATURES)), np.float32)
        lacks = dice.random((50, 4)).astype(np.float32)
        features[..., FEATURES.index("letter lacks all")] = lacks[:, :, None]
        features[:, :, 1:, FEATURES.index("blank")] = 1.0
        right = lacks.argmax(axis=1) if spoilt else lacks.argmin(axis=1)
        no = np.zeros(50, bool)
        return Tiles(
            SCREEN, themed=False, style=BARE, features=features, letter=right, blank=no, on_rack=no
        )

    *_, last = fit_letters([picture(spoilt=n == 4) for n in range(12)])
    assert last.dropped == {4}
    assert last.tiles == 550
    told = dict(zip(FEATURES, last.weights.tolist(), strict=True))
    assert told["letter lacks all"] < -10.0
    assert told["blank"] < -3.0
    assert {name: told[name] for name in GIVEN} == GIVEN


def test_what_given_weights_say_is_not_learned_again() -> None:
    truth, dice = np.array([1.5, -8.0, 0.02]), np.random.default_rng(5)
    drawn_by = drawn(4000, truth.tolist(), dice)
    known = drawn_by.features[:, :, [0, 2]] @ truth[[0, 2]]
    rest = drawn_by._replace(features=drawn_by.features[:, :, [1]], given=known)
    found, _ = conditional_logit([rest])
    assert found == pytest.approx(truth[[1]], rel=0.1)
    twice = drawn_by._replace(given=drawn_by.features @ truth)
    found, _ = conditional_logit([twice])
    assert found == pytest.approx([0.0, 0.0, 0.0], abs=0.5)


def test_the_stored_numbers_are_those_that_the_reader_asks_for() -> None:
    stored = fitted()
    assert tuple(stored["weights"]) == FEATURES
    assert len(set(FEATURES)) == len(FEATURES)
    assert {name: stored["weights"][name] for name in GIVEN} == GIVEN
    company = Company(unlisted=0.1, unsure=0.05, foreign=0.5)
    letter, blank = (np.array(stored["calibration"][name]) for name in ("letter", "blank"))
    told = probability(np.array([terms(0.999, company)]), letter)
    known = calibrated(Weighed(0.999, 0.01, company, hidden=True, covered=False), named=False)
    assert told - 0.01 == pytest.approx([known])
    side = probability(np.array([blank_terms(0.01)]), blank)
    known = calibrated(Weighed(0.999, 0.01, company, hidden=False, covered=False), named=False)
    assert told + side - 1.0 == pytest.approx([known])
    under = probability(
        np.array([covered_terms(0.999)]), np.array(stored["calibration"]["covered"])
    )
    known = calibrated(Weighed(0.999, 0.01, company, hidden=True, covered=True), named=False)
    assert under - 0.01 == pytest.approx([known])
    assert under < told


def test_what_lies_on_a_tile_changes_it_alone() -> None:
    seed = Shot("covered", "440000")
    plain, one, other = make(Shot("invented", "440000")), make(seed), make(seed)
    assert plain is not None
    assert one is not None
    assert other is not None
    assert np.array_equal(one.screen.pixels, other.screen.pixels)
    changed = (plain.screen.pixels != one.screen.pixels).any(axis=2).mean()
    assert 0.0 < changed < 0.01
    assert one.expected == plain.expected


TOLD = Told(
    np.array([1.0, 0.9995, 0.7, 0.9995, 0.4, 0.985]),
    np.array([True, False, True, True, False, True]),
    np.array([0, 0, 1, 1, 2, 3]),
)
"""Four pictures: one with a wrong tile that is thought sure, one with a doubted one."""


def test_tables_count_tiles_and_pictures() -> None:
    rows = list(by_confidence(TOLD))
    assert "| 0.999 to 0.9999 | 2 | 50.00 % | 1 | 0.0 | 1 |" in rows
    assert "| 0.9999 to 1 | 1 | 100.00 % | 0 | 0.0 | 0 |" in rows
    assert rows[-1] == "| all | 6 | 66.67 % | 2 | 0.9 | 2 |"
    rows = list(by_threshold(TOLD))
    assert rows[0] == "Of 4 boards 2 are read right."
    assert "| 0.98 | 1 | 1 |" in rows
    assert "| 0.99 | 1 | 2 |" in rows
    assert calibration_error(TOLD) == pytest.approx((0.4 + 0.3 + 0.015 + 0.999 + 0.0) / 6)


def test_calibration_is_drawn(tmp_path: Path) -> None:
    plot(TOLD.confidence, TOLD.right, tmp_path / "plot.png")
    with Image.open(tmp_path / "plot.png") as image:
        colours = image.convert("RGB").getcolors(1 << 16)
    assert colours is not None
    assert (0x1F, 0x5F, 0xBF) in {colour for _, colour in colours}


def test_screens_to_fit_to_are_none_of_those_that_are_compared() -> None:
    fit, report = (painted_shots(10, 1, None, first) for first in (400_000, 500_000))
    compared = all_shots(10, 1, None)
    kinds = {"invented", "unlabelled", "wild"}
    assert {shot.kind for shot in fit} == kinds | {"samples"}
    seeds = [{str(s) for s in shots if s.kind in kinds} for shots in (fit, report, compared)]
    assert [len(each) for each in seeds] == [10, 10, 10]
    assert len(set.union(*seeds)) == 30
    assert {shot.group for shot in fit} == kinds | {"damage"}


def test_screens_are_made_once_and_the_numbers_fitted_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store, found = tmp_path / "likelihood.json", tmp_path / "found"
    monkeypatch.setattr(fitting, "STORE", store)
    one, files = ["--processes", "1"], [str(found), "--processes", "1"]
    run = ["run", "--out", str(found), "--seeds", "3", "--damaged", "0", "--laid", "1", *one]
    run += ["--covered", "1"]
    assert main(run) == 0
    made = {file: file.stat().st_mtime_ns for file in found.iterdir()}
    shots = painted_shots(3, 0, None, 400_000, {"laid": 1, "covered": 1})
    laid, covered = Shot("laid", "430000"), Shot("covered", "440000")
    assert {SCREEN, Shot("wild", "420000"), laid, covered} < {*shots}
    assert {*made} == {file_of(found, each) for each in shots}
    assert main(run) == 0
    assert {file: file.stat().st_mtime_ns for file in found.iterdir()} == made
    assert "0 of 5 screens to read" in capsys.readouterr().err

    assert main(["fit", *files]) == 0
    assert not store.exists()
    assert main(["fit", *files, "--write"]) == 0
    numbers = json.loads(store.read_text(encoding="utf-8"))
    assert tuple(numbers["weights"]) == FEATURES
    lengths = {name: len(each) for name, each in fitted()["calibration"].items()}
    assert {name: len(each) for name, each in numbers["calibration"].items()} == lengths
    assert (numbers["sure"], numbers["ocr"]) == (fitted()["sure"], fitted()["ocr"])
    assert numbers["fit"]["screens"] == 5
    assert numbers["fit"]["seeds"]["wild"] == [420_000, 420_000]
    assert numbers["fit"]["letters"]["tiles"] >= numbers["fit"]["calibration"]["tiles"] > 30

    assert main(["fit", *files, "--only", "corner", "--write"]) == 0
    part = json.loads(store.read_text(encoding="utf-8"))
    own = set(fitting.GROUPS["corner"])
    known = fitted()["weights"]
    assert all(part["weights"][name] == known[name] for name in set(FEATURES) - own)
    assert any(part["weights"][name] != known[name] for name in own)
    assert {**part, "weights": 0, "fit": 0} == {**fitted(), "weights": 0, "fit": 0}
    assert part["fit"]["corner"]["screens"] == numbers["fit"]["screens"]

    lone = "rim of their own"
    assert main(["fit", *files, "--only", "pending", "--signs", lone, "--write"]) == 0
    part, known = json.loads(store.read_text(encoding="utf-8")), fitted()["pending"]
    assert {name for name in known if part["pending"][name] != known[name]} == {lone}
    assert set(part["fit"]) - set(fitted()["fit"]) == {f"pending: {lone}"}

    assert main(["report", *files, "--plot", str(tmp_path / "plot.png")]) == 0
    told = capsys.readouterr().out
    assert "Of 5 boards" in told
    assert "Expected calibration error" in told
    assert (tmp_path / "plot.png").stat().st_size > 0


def test_without_findings_there_is_nothing_to_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["fit", str(tmp_path)])
    assert "no findings" in capsys.readouterr().err


def test_grids_are_painted_once_and_the_numbers_of_path_games_fitted_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store, found = tmp_path / "likelihood.json", tmp_path / "found"
    monkeypatch.setattr(fitting_grids, "STORE", store)
    run = ["run", "--out", str(found), "--from", "20044", "--count", "2"]
    assert fitting_grids.main(run) == 0
    made = {file: file.stat().st_mtime_ns for file in found.iterdir()}
    assert {file.name for file in made} == {"20044.z", "20045.z"}
    assert fitting_grids.main(run) == 0
    assert {file: file.stat().st_mtime_ns for file in found.iterdir()} == made

    assert fitting_grids.main(["fit", str(found)]) == 0
    assert not store.exists()
    assert fitting_grids.main(["fit", str(found), "--write"]) == 0
    numbers = json.loads(store.read_text(encoding="utf-8"))
    assert numbers["weights"] == fitted()["weights"]
    own = numbers["grids"]
    assert tuple(own["weights"]) == grids.FEATURES
    assert len(own["calibration"]) == len(fitted()["grids"]["calibration"])
    assert [own["fit"][each]["seeds"] for each in ("letters", "pairs", "calibration")] == 3 * [
        [20_044, 20_045]
    ]
    assert len(own["pairs"]) == 2
    assert fitting_grids.main(["fit", str(found), "--rest", "--write"]) == 0
    rest = json.loads(store.read_text(encoding="utf-8"))["grids"]
    assert rest["weights"] == fitted()["grids"]["weights"]
    assert rest["pairs"] == own["pairs"]

    capsys.readouterr()
    assert fitting_grids.main(["report", str(found)]) == 0
    told = capsys.readouterr().out
    assert "2 of 2 grids were found" in told
    assert "Expected calibration error" in told
    with pytest.raises(SystemExit):
        fitting_grids.main(["fit", str(tmp_path / "none")])
