"""Many pictures: each answered once, in JSON lines or CSV, also after an interruption."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from tests.shared.console import Console
from tests.shared.shots import Shot
from wwfsnap.errors import Exit, OutputTaken, UsageFault
from wwfsnap.many import pictures_of
from wwfsnap.many.results import FIELDS, Results
from wwfsnap.terminal import Record

NAMES = (
    "a.png", 'two\nlines, "quoted".png', "\n\n.png", '"', "=1+1.png", "+a.png", "-2.png",
    "@sum.png", "\ttab.png", "\rreturn.png", "a\rb.png", "'=quoted.png", "''=twice.png",
    "'plain.png", "semi;=colon.png", "\udcff.png", "\uff1dwide.png", " space.png", "",
)  # fmt: skip
HOLD = """
import sys, time
from pathlib import Path
from wwfsnap.many.results import Results
with Results(Path(sys.argv[1])) as results:
    results.add({"image": "first.png", "ok": True})
    print("held", flush=True)
    time.sleep(60)
"""


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
    assert "answered before: 2 of 3 pictures" in run.err
    assert file.read_bytes() == whole
    wwfsnap("batch", shots, "--out", file)
    assert file.read_bytes() == whole


def test_results_below_the_shots_are_no_shots(wwfsnap: Console, shots: Path) -> None:
    first = wwfsnap("batch", shots, "--draw", shots / "best")
    again = wwfsnap("batch", shots, "--draw", shots / "best")
    assert [line["image"] for line in again.lines] == [line["image"] for line in first.lines]


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


def record_of(name: str) -> Record:
    return {"image": name, "ok": True, "moves": [{"move": "8G WORD", "score": -12}], "doubts": []}


def answers_in(file: Path, names: tuple[str, ...]) -> bytes:
    """What a file holds once those that were not answered in it are."""
    with Results(file) as results:
        for name in names:
            if name not in results.answered:
                results.add(record_of(name))
    return file.read_bytes()


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_a_file_cut_at_any_byte_goes_on(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"answers.{suffix}"
    whole = answers_in(file, NAMES)
    with Results(file) as results:
        assert results.answered == set(NAMES)
    for cut in range(len(whole)):
        file.write_bytes(whole[:cut])
        assert answers_in(file, NAMES) == whole, cut


def test_no_cell_is_a_formula_and_numbers_are_numbers(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    answers_in(file, NAMES)
    with file.open(newline="", encoding="utf-8", errors="surrogateescape") as table:
        rows = list(csv.DictReader(table))
    assert len(rows) == len(NAMES)
    for row, name in zip(rows, NAMES, strict=True):
        assert row["image"].lstrip("'") == name.lstrip("'")
        assert not row["image"].startswith(("=", "+", "-", "@", "\t", "\r", "\uff1d"))
        assert row["score"] == "-12"


def test_answers_of_earlier_versions_are_read(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    with file.open("w", newline="", encoding="utf-8") as table:
        rows = csv.writer(table, lineterminator="\n")
        rows.writerow(FIELDS)
        rows.writerow(["-a.png", "True", *[""] * (len(FIELDS) - 2)])
    with Results(file) as results:
        assert results.answered == {"-a.png"}


HEADER = ",".join(FIELDS) + "\n"
FOREIGN = {
    "another table": ("csv", b"name,age\nAnn,7\n"),
    "our header, other rows": ("csv", HEADER.encode() + b"a.png,7\n"),
    "other columns": ("csv", HEADER.encode() + b"a.png,True" + b"," * 40 + b"\n"),
    "a cut row of another": ("csv", HEADER.encode() + b"a.png,maybe,wwf,en"),
    "stray quotes": ("csv", HEADER.encode() + b'a"b\nc,d\n'),
    "spreadsheet's own": ("csv", HEADER.replace(",", ";").encode()),
    "binary table": ("csv", bytes(range(256)) * 9),
    "another's lines": ("jsonl", b'{"name": "Ann"}\n'),
    "a data set": ("jsonl", b'{"image": "a.png", "label": 3}\n{"image": "b.png", "label": 4}\n'),
    "a text behind": ("jsonl", b'{"image": "a.png", "ok": true}\ndear diary'),
    "deep": ("jsonl", b'{"image": ' + b"[" * 100_000 + b"\n"),
    "is not text": ("jsonl", b'{"image": \xff\xfe\0\n'),
    "binary lines": ("jsonl", bytes(range(256)) * 9),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_files_of_others_are_left_alone(tmp_path: Path, kind: str) -> None:
    suffix, content = FOREIGN[kind]
    file = tmp_path / f"theirs.{suffix}"
    file.write_bytes(content)
    with pytest.raises(UsageFault, match="something other"), Results(file):
        pass
    assert file.read_bytes() == content


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_one_file_is_for_one_run_at_a_time(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"answers.{suffix}"
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    before = file.read_bytes()
    with pytest.raises(OutputTaken) as caught, Results(file):
        pass
    assert "another run" in str(caught.value)
    assert caught.value.hint
    assert file.read_bytes() == before
    other.send_signal(signal.SIGKILL)
    other.wait()
    other.stdout.close()
    with Results(file) as results:
        assert results.answered == {"first.png"}


def test_a_pipe_is_no_file_for_answers(tmp_path: Path) -> None:
    pipe = tmp_path / "answers.csv"
    os.mkfifo(pipe)
    with pytest.raises(UsageFault, match="not a file"), Results(pipe):
        pass


def test_a_name_that_no_file_can_have_stops_no_other(wwfsnap: Console, tmp_path: Path) -> None:
    long = tmp_path / f"{'x' * 300}.png"
    good = shutil.copy(FOLDER / "wwf2-empty.png", tmp_path / "good.png")
    run = wwfsnap("batch", long, good, "--processes", 1)
    assert [each["ok"] for each in run.lines] == [False, True]
    assert run.lines[0]["error"]["kind"] == "unreadable-file"
    assert run.status == Exit.UNREADABLE
