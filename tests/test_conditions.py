"""Conditions of vision, forced: each gets a switch, and nothing else changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.benchmarks.conditions import Switches, harm, report, switched

TEXT = """
def f(a, b, c):
    if a and not b:
        return "if"
    found = [each for each in c if each > 1]
    return "some" if found else "none"

def g(one, other):
    return one & other
"""


def loaded(switches: Switches) -> dict[str, Any]:
    names: dict[str, Any] = {"SWITCH_TEST": switches.test, "SWITCH_BOTH": switches.both}
    exec(compile(switched(TEXT, "m"), "m", "exec"), names)  # noqa: S102
    return names


def test_what_is_not_forced_is_as_it_was_and_is_told() -> None:
    switches = Switches()
    f = loaded(switches)["f"]
    assert (f(1, 0, []), f(1, 1, [2]), f(0, 0, [1])) == ("if", "some", "none")
    assert {"m:3:7:if", "m:3:7:and", "m:3:13:and", "m:5:35:of each"} <= switches.seen[True]
    assert {"m:3:7:if", "m:6:21:either"} <= switches.seen[False]


@pytest.mark.parametrize(
    ("place", "to", "told"),
    [
        ("m:3:7:if", True, "if"),
        ("m:3:7:and", True, "if"),
        ("m:5:35:of each", True, "some"),
        ("m:6:21:either", True, "some"),
        ("m:6:21:either", False, "none"),
    ],
)
def test_a_condition_is_forced(place: str, to: bool, told: str) -> None:  # noqa: FBT001
    switches = Switches()
    f = loaded(switches)["f"]
    switches.forced = place, to
    assert f(0, 0, [1]) == told


def test_one_of_two_masks_is_left_out() -> None:
    switches = Switches()
    g = loaded(switches)["g"]
    one, other = np.array([True, True, False]), np.array([True, False, False])
    assert g(one, other).tolist() == [True, False, False]
    switches.forced = "m:9:11:&", True
    assert g(one, other).tolist() == one.tolist()


def test_harm() -> None:
    exact = {"exact": True, "silent": False, "needless": 0}
    silent = {"exact": False, "silent": True, "needless": 0}
    doubted = {"exact": False, "silent": False, "needless": 0}
    assert (harm(exact, silent), harm(exact, doubted), harm(doubted, exact)) == (4, 2, -2)
    assert (harm(doubted, silent), harm(exact, exact)) == (4, 0)


def test_report_tells_what_did_no_harm() -> None:
    line = {"place": "m:1:1:if", "to": True, "screens": 9, "changed": 0, "harm": 0}
    told = report([line, line | {"place": "m:2:2:if", "harm": 4}])
    assert told == ["2 conditions forced, 1 did harm", "m:1:1:if True: 0 of 9 changed, harm 0"]


def test_a_run_goes_on_where_the_last_one_ended(tmp_path: Path) -> None:
    """On one screen, all but two of whose conditions are done."""
    few = tmp_path / "few.py"
    few.write_text(
        "import sys\n"
        "from tests.benchmarks import conditions as c\n"
        "c.switch_on()\n"
        "from tests.benchmarks import ablation_screens as s\n"
        "from tests.benchmarks.ablation import code\n"
        "s.all_shots = lambda *_: [s.Shot('samples', 'sample_screens/wwf2-empty', 'cell 32')]\n"
        "import json, pathlib, tempfile\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    file = pathlib.Path(folder) / 'one'\n"
        "    assert c._keep((file, s.all_shots()[0]))\n"
        "    found = c._read(file)\n"
        "assert found['verdict']['exact']\n"
        "pairs = [(p, not to) for to, own in found['seen'].items() for p in sorted(own)]\n"
        "wanted = [p for p in pairs if p[0].startswith('vision.reader') and p[0].endswith(':if')]\n"
        "out = pathlib.Path(sys.argv[1])\n"
        "done = [p for p in pairs if p not in wanted[:2]]\n"
        "told = [{'place': p, 'to': to, 'harm': 9, 'code': code()} for p, to in done]\n"
        "lines = map(json.dumps, told)\n"
        "out.write_text('\\n'.join(lines) + '\\n')\n"
        "c.run(out, 0, 0, 1)\n"
    )
    out = tmp_path / "out.jsonl"
    paths = {"PYTHONPATH": str(Path(__file__).parents[1])}
    subprocess.run([sys.executable, few, out], check=True, env=os.environ | paths)
    last = [json.loads(line) for line in out.read_text().splitlines() if line][-2:]
    assert all(each["place"].startswith("vision.reader") for each in last)
    assert all(each["screens"] == 1 for each in last)
