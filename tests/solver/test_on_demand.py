"""Faces whose names are loaded when they are first used."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import calibration
import solver
import vision
import wwfsnap

FLOORS = (calibration, solver, vision, wwfsnap)
ROOMS = [floor.__name__ for floor in FLOORS] + [
    f"{floor.__name__}.{each.name}"
    for floor in FLOORS
    for each in pkgutil.iter_modules(floor.__path__)
    if each.ispkg and each.name != "data"
]


@pytest.mark.parametrize("room", ROOMS)
def test_every_name_of_a_face_is_there(room: str) -> None:
    face = import_module(room)
    assert face.__doc__
    names = getattr(face, "__all__", [])
    assert len(set(names)) == len(names)
    for name in names:
        assert getattr(face, name) is not None


@pytest.mark.parametrize("room", ["vision", "wwfsnap", "wwfsnap.drawing", "solver.words"])
def test_a_name_that_is_not_there_is_said_to_be_missing(room: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{room}' has no attribute 'nobody'"):
        import_module(room).nobody  # noqa: B018 - to name it is what fails


@pytest.mark.parametrize(
    "room",
    [
        room
        for room in ROOMS
        if "on_demand" in (Path(str(import_module(room).__file__)).read_text("utf-8"))
    ],
)
def test_no_name_is_that_of_a_module_beside_it(room: str) -> None:
    """The import system would put the module in its place."""
    face = import_module(room)
    beside = {each.name for each in pkgutil.iter_modules(face.__path__)}
    assert beside.isdisjoint(face.__all__)


def test_to_import_a_face_loads_nothing_behind_it() -> None:
    said = subprocess.run(
        [sys.executable, "-c", "import sys, vision, wwfsnap.drawing; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(solver.__file__).parents[1],
    )
    loaded = said.stdout.split()
    assert "wwfsnap.drawing" in loaded
    assert not {"numpy", "cv2", "PIL", "vision.reader", "wwfsnap.drawing.move"} & set(loaded)
