"""wwfsnap as a library: its page's example runs, a client is typed, importing loads nothing."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wwfsnap
from sample_screens.truth import FOLDER
from vision.errors import NoBoardFound

PAGE = (FOLDER.parent / "docs" / "library.md").read_text(encoding="utf-8")
CLIENT = """
from pathlib import Path

from wwfsnap import draw, load_screen, read, solve

screen = load_screen(Path("shot.png"))
reading = read(screen, game="wwf", corrected={"H8": "E"})
for doubt in reading.doubts:
    print(doubt.where, doubt.read, doubt.why)
solution = solve(reading, top=5, by="equity")
picture = draw(screen, solution)
if picture is not None:
    height: int = picture.shape[0]
"""


def test_example_of_its_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    shutil.copytree(FOLDER, tmp_path / "sample_screens", ignore=shutil.ignore_patterns("paths"))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(example, names)  # noqa: S102 - our own page
    assert names["picture"].shape == names["screen"].pixels.shape
    assert (names["picture"] != names["screen"].pixels).any()


def test_functions_are_those_that_are_told() -> None:
    assert set(wwfsnap.__all__) == {"__version__", "draw", "load_screen", "read", "solve"}
    for name in wwfsnap.__all__:
        assert getattr(wwfsnap, name)
    with pytest.raises(AttributeError, match="nothing"):
        wwfsnap.nothing  # noqa: B018


def test_grids_and_refusals() -> None:
    screen = wwfsnap.load_screen(str(FOLDER / "paths" / "ruzzle-phone.png"))
    solution = wwfsnap.solve(wwfsnap.read(screen), top=1)
    assert solution.found
    assert wwfsnap.draw(screen, solution) is not None
    with pytest.raises(NoBoardFound):
        wwfsnap.read(wwfsnap.load_screen(FOLDER / "refuse-settings.png"))


def test_a_client_is_typed(tmp_path: Path) -> None:
    client = tmp_path / "client.py"
    client.write_text(CLIENT)
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", client],
        cwd=FOLDER.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


def test_importing_loads_nothing_heavy() -> None:
    code = "import sys, wwfsnap; print([m for m in ('numpy', 'cv2', 'typer') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
