"""Errors as they are told, and the exit status each leads to."""

from __future__ import annotations

import sys

import pytest

from solver import errors as solver_errors
from vision import errors as vision_errors
from wwfsnap import errors
from wwfsnap.errors import Exit, Failure
from wwfsnap.opencv import require_opencv


@pytest.mark.parametrize(
    ("error", "kind", "status"),
    [
        (vision_errors.UnreadableImage("x"), "unreadable-file", 3),
        (vision_errors.ImageTooLarge("x"), "image-too-large", 3),
        (vision_errors.NoBoardFound("x"), "no-board", 4),
        (vision_errors.BoardNotWhole("x"), "board-not-whole", 4),
        (vision_errors.ThemeMissing("x"), "theme-missing", 5),
        (vision_errors.CorrectionUnusable("x"), "correction-unusable", 2),
        (vision_errors.VisionError("x"), "vision", 4),
        (solver_errors.WordsMissing("x"), "words-missing", 5),
        (solver_errors.WordListError("x"), "word-list", 5),
        (solver_errors.UnknownGame("x"), "unknown-game", 2),
        (solver_errors.RackError("x"), "rack", 2),
        (errors.NoRack("x"), "no-rack", 4),
        (errors.OutputTaken("x"), "output-taken", 2),
        (errors.OutputUnwritable("x"), "output-unwritable", 3),
        (errors.OwnPicture("x"), "own-picture", 3),
        (errors.UsageFault("x"), "usage", 2),
        (errors.OpenCVMissing("x"), "opencv-missing", 5),
        (errors.WorkerLost("x"), "worker-lost", 70),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_failure_of_each_error(error: Exception, kind: str, status: int) -> None:
    failure = Failure.of(error)
    assert (failure.kind, failure.exit, failure.message) == (kind, status, "x")
    assert failure.stage
    assert not failure.hint.endswith(".")


def test_hint_given_wins() -> None:
    assert Failure.of(errors.NoRack("x", "try y")).hint == "try y"


def test_fault_of_the_program_is_told_or_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    failure = Failure.of(ZeroDivisionError("by nought"))
    assert failure.kind == "internal"
    assert failure.exit == Exit.INTERNAL
    assert "ZeroDivisionError: by nought" in failure.message
    monkeypatch.setenv("WWFSNAP_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        Failure.of(ZeroDivisionError("by nought"))


class _Refusing:
    """Stands in for the import of cv2 and fails as the loader does."""

    def __init__(self, error: ImportError) -> None:
        self.error = error

    def find_spec(self, name: str, *_: object) -> None:
        if name == "cv2":
            raise self.error


@pytest.fixture
def no_cv2(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.delitem(sys.modules, "cv2")
    return monkeypatch


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        (
            ImportError("libGL.so.1: cannot open shared object file: No such file or directory"),
            "opencv-python-headless",
        ),
        (ImportError("libgthread-2.0.so.0: cannot open shared object file"), "headless"),
        (ImportError("DLL load failed while importing cv2"), "reinstall"),
        (ModuleNotFoundError("No module named 'cv2'", name="cv2"), "pip install opencv-python"),
    ],
)
def test_opencv_that_does_not_load(
    no_cv2: pytest.MonkeyPatch, error: ImportError, hint: str
) -> None:
    no_cv2.setattr(sys, "meta_path", [_Refusing(error), *sys.meta_path])
    with pytest.raises(errors.OpenCVMissing) as caught:
        require_opencv()
    assert hint in caught.value.hint


def test_opencv_that_loads() -> None:
    require_opencv()
