"""`wwfsnap calibrate` and `wwfsnap themes` as a person or a program calls them."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import typer

from calibration import check, correct, keep, learn, load_shot, read_truth, write_truth
from solver.folders import cache_folder
from tests.shared.console import Console
from tests.shared.learnt import SHOT, learnt_look
from tests.shared.places import SAMPLES
from vision.themes import shipped_themes
from wwfsnap.commands import editor
from wwfsnap.drawing import drawn_by_us
from wwfsnap.errors import Exit, UsageFault
from wwfsnap.reporting import theme_parts

TRUTH = SHOT.with_suffix(".txt")


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Somebody at the terminal who says yes to everything; the questions asked."""
    asked: list[str] = []

    def confirm(question: str, **_: object) -> bool:
        asked.append(question)
        return True

    monkeypatch.setattr(editor, "is_interactive", lambda: True)
    monkeypatch.setattr(typer, "confirm", confirm)
    return asked


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What SHOT shows and teaches need not be found out again."""
    monkeypatch.setattr("calibration.load_shot", lambda *_: learnt_look().shots[0])
    monkeypatch.setattr("calibration.learn", lambda *_: learnt_look())


def edits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *steps: tuple[str, str]) -> Path:
    """An editor that makes one replacement each time it is called; the texts it saw go to a log."""
    log, turn = tmp_path / "log.txt", tmp_path / "turn"
    program = tmp_path / "editor.py"
    program.write_text(
        "import sys, pathlib\n"
        f"steps = {list(steps)!r}\n"
        f"log, turn = pathlib.Path({str(log)!r}), pathlib.Path({str(turn)!r})\n"
        "k = int(turn.read_text()) if turn.exists() else 0\n"
        "file = pathlib.Path(sys.argv[1])\n"
        "text = file.read_text(encoding='utf-8')\n"
        "log.open('a', encoding='utf-8').write(text + '=====')\n"
        "if k < len(steps):\n"
        "    file.write_text(text.replace(*steps[k], 1), encoding='utf-8')\n"
        "turn.write_text(str(k + 1))\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("VISUAL", f'"{sys.executable}" "{program}"')
    return log


def test_a_truth_makes_a_theme(wwfsnap: Console, user: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    run = wwfsnap(
        *("calibrate", SHOT, "--name", "mylook", "--truth", TRUTH, "--sheet", sheet, "--json")
    )
    assert run.status == 0, run.err
    (record,) = run.lines
    assert record["theme"] == "mylook"
    assert record["leave_one_out"]["right"] == record["leave_one_out"]["of"] > 20
    assert record["gaps"]
    assert record["further"] == {"laid": {}}
    (own,) = record["own_screens"]
    assert (own["picture"], own["state"]) == (SHOT.name, "exact")
    assert own["wrong"] == own["doubts"] == []
    assert Path(record["kept"]) == user / "config" / "wwfsnap" / "themes" / "mylook"
    assert drawn_by_us(sheet)
    assert "1 of 1 of its own screenshots are read exactly" in run.err
    listed = wwfsnap("themes", "list", "--json").lines[0]
    assert wwfsnap("themes", "--json", "list").status == Exit.USAGE
    assert listed[0] == {"theme": "mylook", "title": "mylook", "game": "wwf", "yours": True}
    (shown,) = wwfsnap("themes", "show", "mylook", "--json").lines
    assert set(shown["colours"]) >= {"plain", "d", "t", "D", "T", "rack"}
    assert len(shown["letters"]) >= 15
    assert "triple word" in wwfsnap("themes", "show", "mylook").out
    (read,) = wwfsnap("read", "--json", SAMPLES / "wwf-classic-android.png").lines
    assert read["theme"] == "mylook"
    again = wwfsnap("calibrate", SHOT, "--name", "mylook", "--yes")
    assert again.status == 2
    assert "--replace" in again.err


def test_what_was_read_is_kept_whatever_became_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "shot.png"
    file.write_bytes(SHOT.read_bytes())
    shot = load_shot(file)
    learnt = learn([shot], "mylook", "My look")
    file.write_bytes((SAMPLES / "wwf2-empty.png").read_bytes())
    folder = keep(learnt, [file], replace_theme=False, keep_pictures=True)
    assert [checked.state for checked in check("mylook")] == ["exact"]
    assert (folder / "screens" / "1.png").read_bytes() == SHOT.read_bytes()


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"m\xff.png")
    file.write_bytes(SHOT.read_bytes())
    folder = keep(learnt_look(), [file], replace_theme=False, keep_pictures=True)
    assert "udcff" in (folder / "screens.toml").read_text(encoding="utf-8")
    assert [checked.state for checked in check("mylook")] == ["exact"]


def test_one_picture_twice(wwfsnap: Console, tmp_path: Path) -> None:
    (tmp_path / "again.png").write_bytes(SHOT.read_bytes())
    run = wwfsnap("calibrate", SHOT, tmp_path / "again.png", "--name", "twice", "--yes")
    assert run.status == 2
    assert "is the same picture as" in run.err


def test_a_game_that_is_none_is_corrected(
    wwfsnap: Console, person: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = edits(
        monkeypatch, tmp_path, ("game: wwf", "game: wordsfeud"), ("game: wordsfeud", "game: wwf")
    )
    run = wwfsnap("calibrate", SHOT, "--name", "mylook")
    assert run.status == 0, run.err
    assert person[0] == "Correct it?"
    assert "no game is called 'wordsfeud'" in run.err
    assert log.read_text(encoding="utf-8").count("game: wordsfeud") == 1


def test_nothing_is_laid() -> None:
    shot = load_shot(SAMPLES / "wwf2-tentative.png")
    assert shot.truth.laid
    text = write_truth(shot.truth)
    laid = next(line for line in text.splitlines() if line.startswith("tentative:"))
    assert correct(shot, read_truth(text.replace(f"{laid}\n", ""))).truth.laid == shot.truth.laid
    rest = text.replace(laid, "tentative:").replace(shot.truth.rack or "", shot.truth.held or "")
    told = correct(shot, read_truth(rest)).truth
    assert (told.laid, told.rack) == ((), shot.truth.held)


def test_themes_go_out_and_in(wwfsnap: Console, tmp_path: Path) -> None:
    keep(learnt_look(), [SHOT], replace_theme=False, keep_pictures=False)
    file = tmp_path / "m.zip"
    assert wwfsnap("themes", "export", "mylook", "--out", file).status == 0
    assert wwfsnap("themes", "import", file, "--name", "other").status == 0
    run = wwfsnap("themes", "check", "--json")
    assert run.status == 0
    assert [(line["theme"], line["state"]) for line in run.lines] == [
        ("mylook", "exact"),
        ("other", "gone"),
    ]
    assert wwfsnap("themes", "remove", "other").status == 2
    assert wwfsnap("themes", "remove", "other", "--yes").status == 0
    assert wwfsnap("themes", "remove", "other", "--yes").status == 5
    assert "other" not in wwfsnap("themes").out


def test_a_theme_that_reads_wrongly(wwfsnap: Console) -> None:
    folder = keep(learnt_look(), [SHOT], replace_theme=False, keep_pictures=False)
    truth = folder / "screens" / "1.txt"
    head, _, board = truth.read_text(encoding="utf-8").partition("\n\n")
    truth.write_text(f"{head}\n\n{board.replace('E', 'F', 1)}", encoding="utf-8")
    run = wwfsnap("themes", "check", "mylook")
    assert run.status == 1
    assert "F>E" in run.out


def test_a_damaged_theme_keeps_no_other_from_being_checked(wwfsnap: Console) -> None:
    folder = keep(learnt_look(), [SHOT], replace_theme=False, keep_pictures=False)
    for name, spoilt in (("aaa", "theme.toml"), ("bbb", "screens.toml")):
        shutil.copytree(folder, folder.with_name(name))
        (folder.with_name(name) / spoilt).write_text("no = [", encoding="utf-8")
    run = wwfsnap("themes", "check")
    assert run.status == Exit.USAGE
    assert "refused aaa" in run.out
    assert "error: bbb" in run.err
    assert "exact   mylook" in run.out
    run = wwfsnap("themes", "check", "nosuch", "mylook")
    assert run.status == Exit.MISSING
    assert "mylook" in run.out


def test_a_person_corrects_what_was_read(
    wwfsnap: Console, person: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, user: Path
) -> None:
    rows = TRUTH.read_text(encoding="utf-8").split("\n\n")[1].splitlines()
    row = next(row for row in rows if "E" in row)
    log = edits(monkeypatch, tmp_path, (row, row + "."), (row + ".", row.replace("E", "F", 1)))
    run = wwfsnap("calibrate", SHOT, "--name", "mylook")
    assert run.status == 0, run.err
    seen = log.read_text(encoding="utf-8").split("=====")
    assert row in seen[0]
    assert "rack:" in seen[0]
    assert row + "." in seen[1]
    assert len(person) == 2
    assert "row" in run.err
    assert "looks like E" in run.out
    kept = user / "config" / "wwfsnap" / "themes" / "mylook" / "screens" / "1.txt"
    assert row.replace("E", "F", 1) in kept.read_text(encoding="utf-8")
    assert "0 of 1" in run.err


@pytest.mark.usefixtures("known")
def test_a_person_may_say_no(
    wwfsnap: Console, person: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, user: Path
) -> None:
    edits(monkeypatch, tmp_path)
    monkeypatch.setattr(typer, "confirm", lambda question, **_: person.append(question))
    assert wwfsnap("calibrate", SHOT, "--name", "mylook").status == 0
    assert person == ["Keep the theme mylook?"]
    assert not (user / "config" / "wwfsnap" / "themes").exists()


def test_a_truth_of_another_screen_is_taken_from_who_is_sure(wwfsnap: Console, user: Path) -> None:
    other = SAMPLES / "wwf2-blanks.txt"
    run = wwfsnap("calibrate", SHOT, "--name", "mylook", "--truth", other, "--yes")
    assert run.status == 0, run.err
    assert "0 of 1 of its own screens" in run.err
    assert (user / "config" / "wwfsnap" / "themes" / "mylook").exists()


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["calibrate", SHOT, "--name", "mylook"], 2, "--truth"),
        (["calibrate", SHOT, "--name", "My Look", "--yes"], 2, "lower-case letters"),
        (["calibrate", SHOT, "--name", "x", "--title", "\udcff", "--yes"], 2, "cannot be shown"),
        (
            ["calibrate", SHOT, SHOT, "--name", "mylook", "--truth", TRUTH],
            2,
            "--truth: 1)",
        ),
        (["calibrate", SHOT, "--name", "mylook", "--truth", "none.txt"], 3, "none.txt"),
        (["calibrate", SHOT, "--name", "mylook", "--truth", SHOT], 3, "is not text"),
        (["calibrate", SHOT, "--name", "x", "--truth", SAMPLES / "wwf2-blanks.txt"], 3, "--yes"),
        (["calibrate", "none.png", "--name", "mylook", "--yes"], 3, "no such file"),
        (["calibrate", SAMPLES / "refuse-settings.png", "--name", "x", "--yes"], 4, "board"),
        (["calibrate", SHOT, "--name", "x", "--yes", "--sheet", "x.jpg"], 2, ".png"),
        (["themes", "show", "nosuch"], 5, "nosuch"),
        (["themes", "export", "wwf2"], 5, "comes with the program"),
        (["themes", "import", "none.zip"], 2, "not a theme archive"),
        (["themes", "check", "nosuch"], 5, "nosuch"),
    ],
)
def test_errors_are_told(
    wwfsnap: Console, arguments: list[object], status: int, said: str, user: Path
) -> None:
    run = wwfsnap(*arguments)
    assert (run.status, run.out) == (status, "")
    assert said in run.err
    assert "Traceback" not in run.err
    assert not (user / "config" / "wwfsnap" / "themes").exists()


@pytest.mark.usefixtures("known")
def test_an_editor_that_fails(
    wwfsnap: Console, person: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", "no-such-editor-here")
    with pytest.raises(UsageFault, match="cannot be started"):
        editor.edit_text("x", "x.txt")
    monkeypatch.delenv("VISUAL")
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setenv("PATH", "")
    assert wwfsnap("calibrate", SHOT, "--name", "mylook").status == 2
    assert not person


def test_an_editor_that_fails_once_keeps_the_text(
    person: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program, called = tmp_path / "editor.py", tmp_path / "called"
    program.write_text(
        "import sys, pathlib\n"
        f"called, file = pathlib.Path({str(called)!r}), pathlib.Path(sys.argv[1])\n"
        "first = not called.exists()\n"
        "called.touch()\n"
        "file.write_text(file.read_text() + 'y')\n"
        "sys.exit(first)\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("VISUAL", f'"{sys.executable}" "{program}"')
    assert editor.edit_text("x", "x.txt") == "xyy"
    assert person == [f"{sys.executable} ended with status 1; open it again?"]


def test_a_damaged_theme_is_named_in_the_list(wwfsnap: Console, user: Path) -> None:
    folder = user / "config" / "wwfsnap" / "themes" / "broken"
    folder.mkdir(parents=True)
    (folder / "theme.toml").write_text("title = ", encoding="utf-8")
    run = wwfsnap("themes")
    assert run.status == 0
    assert "wwf2" in run.out
    assert "broken" in run.err


@pytest.mark.usefixtures("known")
def test_a_contact_sheet_that_was_changed_stays(wwfsnap: Console) -> None:
    sheets = cache_folder() / "sheets"
    first = wwfsnap("calibrate", SHOT, "--name", "changed", "--yes")
    assert first.status == 0
    changed = sheets / "changed.png"
    theirs = changed.read_bytes() + b"\0"
    changed.write_bytes(theirs)
    for _ in range(2):
        again = wwfsnap("calibrate", SHOT, "--name", "changed", "--yes", "--replace")
        assert again.status == 0
        assert "changed-2.png" in again.err
    assert changed.read_bytes() == theirs
    assert len(list(sheets.glob("changed*"))) == 2


def test_a_theme_learnt_without_blanks_says_so() -> None:
    _, blanks, *_ = theme_parts(replace(shipped_themes()[0], blank="unknown"))
    assert blanks == "how a blank on the board looks must be worked out again from each picture"
