"""Names of drawn pictures that are as long as a file system takes, and what they are cut to."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.shared.console import Console
from tests.shared.shots import Shot
from wwfsnap.drawing import Pixels, Target, drawn_by_us, write_picture
from wwfsnap.drawing.files import MOST_BYTES, result_name

LONG = ["a" * 251, "ü" * 125, "字" * 83, "😀" * 62 + "ab", "e\u0301" * 83]
ODD = [os.fsdecode(b"\xff" * 251), os.fsdecode(b"\x80" * 251), os.fsdecode(b"caf\xe9 " * 50)]

odd_names = pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names are UTF-8")


def bytes_of(name: str) -> int:
    return len(os.fsencode(name))


@pytest.mark.parametrize("stem", [*LONG, *ODD])
@pytest.mark.parametrize("number", [1, 2, 12345])
def test_result_fits(tmp_path: Path, stem: str, number: int) -> None:
    name = result_name(Path(f"{stem}.png"), number, tmp_path)
    assert MOST_BYTES - 5 < bytes_of(name) <= MOST_BYTES, "no more is cut than must be"
    assert stem.startswith(name.split("~")[0])
    assert name.endswith(".solved.png" if number == 1 else f".solved-{number}.png")
    (tmp_path / name).touch()


@pytest.mark.parametrize("length", range(240, 252))
def test_names_around_the_edge(tmp_path: Path, length: int) -> None:
    stem = "x" * length
    name = result_name(Path(f"{stem}.png"), 1, tmp_path)
    assert bytes_of(name) <= MOST_BYTES
    assert (name == f"{stem}.solved.png") is (length <= 244)


def test_long_names_that_begin_alike_stay_apart(tmp_path: Path) -> None:
    names = {result_name(Path("x" * 249 + end + ".png"), 1, tmp_path) for end in ("ab", "ba", "aa")}
    assert len(names) == 3


def test_file_system_of_short_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "pathconf", lambda *_: 143, raising=False)
    name = result_name(Path("x" * 140 + ".png"), 2, tmp_path / "not" / "there")
    assert bytes_of(name) <= 143
    assert result_name(Path("shot.png"), 1, tmp_path) == "shot.solved.png"


@pytest.fixture
def pixels() -> Pixels:
    return np.full((40, 60, 3), 90, dtype=np.uint8)


@odd_names
@pytest.mark.parametrize("stem", [*LONG, *ODD])
def test_long_names_are_written_and_replaced(tmp_path: Path, pixels: Pixels, stem: str) -> None:
    data = cv2.imencode(".png", pixels)[1].tobytes()
    shots = [tmp_path / each / f"{stem}.png" for each in ("a", "b")]
    for shot in shots:
        shot.parent.mkdir()
        shot.write_bytes(data)
    target = Target.of(tmp_path / "solved", 2)
    first, second, *again = [write_picture(pixels, shot, target) for shot in shots * 2]
    assert first != second
    assert again == [first, second]
    assert all(drawn_by_us(each) for each in (first, second))
    assert len(list(target.path.iterdir() if target.path else ())) == 2


def test_file_named_by_the_user_may_be_as_long(tmp_path: Path, pixels: Pixels) -> None:
    shot = tmp_path / "shot.png"
    cv2.imwrite(str(shot), pixels)
    out = tmp_path / ("x" * 251 + ".png")
    assert write_picture(pixels, shot, Target.of(out, 1)) == out
    assert sorted(tmp_path.iterdir()) == sorted([shot, out])


def test_long_name_is_solved(wwfsnap: Console, tmp_path: Path, shot: Shot) -> None:
    long = shot.save(tmp_path / "shot.png").rename(tmp_path / ("x" * 251 + ".png"))
    run = wwfsnap("solve", "--json", long)
    assert run.status == 0, run.err
    drawn = Path(run.lines[0]["drawn"])
    assert drawn_by_us(drawn)
    assert drawn.name.startswith("x" * 200)
