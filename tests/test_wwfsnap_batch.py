"""Many pictures: each answered once, in JSON lines or CSV, also after an interruption."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from console import Console
from sample_screens.truth import FOLDER
from shots import Shot
from wwfsnap.batch import FIELDS, pictures_of
from wwfsnap.errors import UsageFault
from wwfsnap.exits import Exit


@pytest.fixture
def shots(tmp_path: Path, shot: Shot) -> Path:
    """A folder of three pictures, one of them broken, and of files that are none."""
    folder = tmp_path / "shots"
    (folder / "deep").mkdir(parents=True)
    (folder / "solved").mkdir()
    shot.save(folder / "a.png")
    shot.save(folder / "deep" / "b.png")
    shot.save(folder / "solved" / "a.solved.png")
    (folder / "c.png").write_bytes(b"no picture")
    (folder / "notes.txt").write_text("none either")
    return folder


def test_pictures_are_found_once_and_in_order(shots: Path) -> None:
    names = [Path(name).name for name in pictures_of([shots, shots / "a.png"])]
    assert names == ["a.png", "c.png", "b.png"]
    with pytest.raises(UsageFault):
        pictures_of([shots / "none"])


def test_answers_on_standard_output(wwfsnap: Console, shots: Path) -> None:
    run = wwfsnap("batch", shots)
    assert run.status == Exit.UNREADABLE
    assert [record["ok"] for record in run.lines] == [True, False, True]
    assert len(run.lines[0]["moves"]) >= 1
    assert run.lines[0]["drawn"] is None
    assert "3 pictures" in run.err
    assert "1 refused" in run.err


def test_moves_by_equity(wwfsnap: Console, shots: Path) -> None:
    run = wwfsnap("batch", shots, "--by", "equity", "--why")
    first = run.lines[0]["moves"][0]
    assert first.keys() >= {"equity", "leave_value", "why"}
    assert "equity" not in wwfsnap("batch", shots).lines[0]["moves"][0]


def test_table_and_drawn_pictures(wwfsnap: Console, shots: Path, tmp_path: Path) -> None:
    table, drawn = tmp_path / "answers.csv", tmp_path / "drawn"
    wwfsnap("batch", shots, "--out", table, "--draw", drawn)
    with table.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == FIELDS
    assert [row["ok"] for row in rows] == ["True", "False", "True"]
    assert rows[0]["word"] == "QUELLErS"
    assert rows[1]["kind"] == "unreadable-file"
    assert sorted(file.name for file in drawn.iterdir()) == ["a.solved.png", "b.solved.png"]


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_interrupted_run_goes_on(
    wwfsnap: Console, shots: Path, tmp_path: Path, suffix: str
) -> None:
    file = tmp_path / f"answers.{suffix}"
    wwfsnap("batch", shots, "--out", file)
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    run = wwfsnap("batch", shots, "--out", file)
    assert run.status == Exit.GOOD
    assert "2 of 3 pictures were answered before" in run.err
    assert file.read_bytes() == whole
    wwfsnap("batch", shots, "--out", file)
    assert file.read_bytes() == whole


def test_files_for_answers_that_do_not_fit(wwfsnap: Console, shots: Path, tmp_path: Path) -> None:
    assert wwfsnap("batch", shots, "--out", tmp_path / "answers.txt").status == Exit.USAGE
    for name in ("diary.jsonl", "diary.csv"):
        diary = tmp_path / name
        for text in ("dear diary\ntoday", "dear diary"):
            diary.write_text(text)
            assert wwfsnap("batch", shots, "--out", diary).status == Exit.USAGE
            assert diary.read_text() == text
    (tmp_path / "file").touch()
    run = wwfsnap("batch", shots, "--out", tmp_path / "file" / "a.csv")
    assert run.status == Exit.UNREADABLE
    assert "Traceback" not in run.err


def test_on_two_processes_with_the_real_reader(wwfsnap: Console, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(6):
        shutil.copyfile(FOLDER / "wwf2-11x11-solo.png", folder / f"{number}.png")
    file = tmp_path / "answers.jsonl"
    assert wwfsnap("batch", folder, "--out", file, "--processes", 2).status == 0
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [Path(record["image"]).stem for record in records] == list("012345")
    assert len({record["moves"][0]["move"] for record in records}) == 1
