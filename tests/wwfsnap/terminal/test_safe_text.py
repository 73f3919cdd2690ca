"""What a terminal would act on never reaches it; JSON keeps the exact name."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text

from tests.shared.console import Console
from tests.shared.shots import Shot
from wwfsnap.errors import Exit, Failure
from wwfsnap.terminal import line, note, print_json, show, show_failure, visible
from wwfsnap.terminal.safe_text import visible_lines

EVIL = "a\x1b[31mb\x9b2Jc\x07d\re\u202ef\u2066g\u2028h\x7fi\x85j"
RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

needs_odd_names = pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names are UTF-8")


def test_text_shows_what_it_holds() -> None:
    assert visible("a\x1b[31m\n\t\u202e") == r"a\x1b[31m\n\t\u202e"
    assert visible(os.fsdecode(b"caf\xe9.png")) == r"caf\xe9.png"
    assert visible("größe 😀 ✓ \u200d") == "größe 😀 ✓ \u200d"
    assert visible_lines("a\n\tb\x1b") == "a\n\tb\\x1b"
    assert visible(visible(EVIL)) == visible(EVIL)


def test_nothing_raw_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("head")
    table.add_row(EVIL)
    table.add_row(Text(EVIL))
    show(EVIL, Text(EVIL), table)
    note(EVIL)
    show_failure(Failure("kind", "stage", f"{EVIL}\nerror: forged", EVIL, Exit.USAGE), about=EVIL)
    print_json({"image": EVIL})
    told = capsys.readouterr()
    for text in (told.out, told.err):
        assert not RAW.search(text)
        assert r"\x1b[31m" in text or r"\u001b[31m" in text
    assert "\nerror: forged" not in told.err


def test_table_is_laid_out_by_what_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("head")
    table.add_row("\x1b[1mx")
    table.add_row("plain")
    show(table)
    lines = capsys.readouterr().out.splitlines()
    assert len({len(each) for each in lines}) == 1
    assert r"\x1b[1mx" in "".join(lines)


@pytest.mark.parametrize("name", [EVIL, os.fsdecode(b"\xff\xfe.png"), "a\nb", '"\\', "ü😀"])
def test_json_keeps_the_exact_name_on_one_line(name: str) -> None:
    text = line({"image": name})
    assert json.loads(text.encode()) == {"image": name}
    assert text.splitlines() == [text]
    assert not RAW.search(text)
    assert json.loads(line({"image": name}, ascii_only=True)) == {"image": name}


def test_terminal_without_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    print_json({"image": "größe"})
    show("größe", Text("größe"))
    stream.flush()
    data, *shown = stream.buffer.getvalue().decode().splitlines()
    assert json.loads(data) == {"image": "größe"}
    assert shown == [r"gr\xf6\xdfe"] * 2


@needs_odd_names
@pytest.mark.parametrize("json_", [False, True])
@pytest.mark.parametrize("name", ["\x1b[31m\x9b2Jx\ny", os.fsdecode(b"caf\xe9"), "\u202egnp"])
def test_solved_and_refused_pictures_of_odd_names(
    wwfsnap: Console, tmp_path: Path, shot: Shot, name: str, *, json_: bool
) -> None:
    good = tmp_path / f"{name}.png"
    shot.save(tmp_path / "shot.png").rename(good)
    broken = tmp_path / f"{name}-broken.png"
    broken.write_bytes(b"no picture")
    run = wwfsnap("solve", *["--json"] * json_, good, broken)
    assert run.status == Exit.UNREADABLE
    assert not RAW.search(run.out + run.err)
    assert f"{visible(str(broken))}: " in run.err
    drawn = tmp_path / f"{name}.solved.png"
    assert drawn.is_file()
    if json_:
        assert [each["image"] for each in run.lines] == [str(good), str(broken)]
        assert run.lines[0]["drawn"] == str(drawn)
    else:
        assert f"drawn: {visible(str(drawn))}\n" in run.out


@pytest.mark.parametrize(
    "call",
    [
        (f"--{EVIL}",),
        (EVIL,),
        ("solve", f"--{EVIL}"),
        ("solve", "x.png", "--top", EVIL),
        ("solve", "x.png", "--game", EVIL),
        ("solve", "x.png", "--theme", EVIL),
        ("solve", EVIL),
        ("solve", "x.png", "--words", EVIL),
        ("solve", "x.png", "--out", f"{EVIL}.gif"),
        ("watch", EVIL),
        ("watch", ".", "--push", EVIL),
        ("watch", ".", "--exec", f"'{EVIL}"),
        ("batch", EVIL),
        ("batch", ".", "--out", EVIL),
        ("moves", EVIL, "--rack", EVIL),
        ("ruzzle", EVIL),
        ("words", "learn", EVIL, "--language", EVIL),
        ("themes", "show", EVIL),
        ("themes", EVIL),
        ("calibrate", EVIL, "--name", EVIL),
        ("play", "--resume", EVIL),
        ("serve", "--cert", EVIL, "--key", EVIL),
    ],
    ids=" ".join,
)
def test_calls_that_quote_what_was_typed(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    run = wwfsnap(*call)
    assert run.status
    assert not RAW.search(run.out + run.err)
