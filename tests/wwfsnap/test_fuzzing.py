"""Damaged inputs of each kind are refused in the program's own words; `make fuzz` tries more."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from solver.errors import BoardTextError
from tests.fuzzing import targets
from tests.fuzzing.targets import TARGETS, attempt, input_of

COUNT = 25
FEW = 3  # pictures take longer


@pytest.mark.parametrize("target", TARGETS)
def test_damaged_inputs_are_told(target: str) -> None:
    kinds = set()
    for number in range(FEW if target == "pictures" else COUNT):
        tried = attempt(target, number)
        assert "Traceback" not in tried.fault, f"--only {target} --first {number}\n{tried.fault}"
        kinds.add(tried.kind)
    assert kinds - {"ok"}, "nothing was damaged"


@pytest.mark.parametrize("target", TARGETS)
def test_a_number_stands_for_an_input(target: str) -> None:
    assert input_of(target, 7) == input_of(target, 7) != input_of(target, 8)


@pytest.mark.parametrize(
    ("error", "told"),
    [(BoardTextError("no board"), ("board-text", False)), (ValueError("oh"), ("internal", True))],
)
def test_errors_that_are_not_the_programs_own_are_findings(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: tuple[str, bool]
) -> None:
    def take(_data: bytes, _folder: Path, _random: Random) -> None:
        raise error

    monkeypatch.setitem(targets.TARGETS, "some", (lambda _: b"", take))
    tried = attempt("some", 3)
    assert (tried.kind, "Traceback" in tried.fault) == told
