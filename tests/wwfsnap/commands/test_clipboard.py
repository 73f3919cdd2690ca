"""Pictures that come from the clipboard."""

from __future__ import annotations

import io
import os
import shutil
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageGrab

from tests.shared.console import Console
from tests.shared.shots import Shot
from wwfsnap.drawing import drawn_by_us
from wwfsnap.errors import Exit


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder."""
    made = tmp_path / "here"
    made.mkdir()
    monkeypatch.chdir(made)
    return made


def hold(monkeypatch: pytest.MonkeyPatch, held: object) -> None:
    """Let the clipboard hold something, or fail."""

    def grab() -> object:
        if isinstance(held, Exception):
            raise held
        return held

    monkeypatch.setattr(ImageGrab, "grabclipboard", grab)


def shown(shot: Shot) -> Image.Image:
    return Image.fromarray(shot.screen.pixels[:, :, ::-1].copy())


def test_clipped_picture_is_solved_into_the_current_folder(
    wwfsnap: Console, shot: Shot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = folder / "clipboard.solved.png"
    foreign.write_bytes(b"somebody's")
    hold(monkeypatch, shown(shot))
    for _ in range(2):  # the second run replaces its own work
        run = wwfsnap("solve", "--clipboard", "--json")
        assert run.status == 0, run.err
        assert run.lines[0]["image"] == "clipboard"
        assert run.lines[0]["drawn"] == "clipboard.solved-2.png"
    hold(monkeypatch, shown(shot).transpose(Image.Transpose.FLIP_TOP_BOTTOM))
    assert wwfsnap("solve", "--clipboard", "--json").lines[0]["drawn"] == "clipboard.solved-3.png"
    assert foreign.read_bytes() == b"somebody's"
    assert drawn_by_us(folder / "clipboard.solved-2.png")


def test_clipped_picture_to_a_file_and_read(
    wwfsnap: Console, shot: Shot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold(monkeypatch, shown(shot).convert("CMYK"))
    run = wwfsnap("solve", "--clipboard", "--out", folder / "best.jpg")
    assert run.status == 0, run.err
    assert drawn_by_us(folder / "best.jpg")
    assert "HELLO" in wwfsnap("read", "--clipboard").out.replace(" ", "")


def test_drawing_in_the_clipboard_is_not_solved_again(
    wwfsnap: Console, picture: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert wwfsnap("solve", picture, "--out", folder / "drawn.png").status == 0
    hold(monkeypatch, [str(folder / "drawn.png")])
    assert wwfsnap("solve", "--clipboard").status == Exit.UNREADABLE
    hold(monkeypatch, [str(picture)])
    run = wwfsnap("solve", "--clipboard", "--json")
    assert run.lines[0]["drawn"] == str(picture.with_name("shot.solved.png"))


@pytest.mark.parametrize(
    ("held", "status", "told"),
    [
        (None, Exit.UNREADABLE, "no picture in the clipboard"),
        ([], Exit.UNREADABLE, "no picture in the clipboard"),
        (OSError("cut short"), Exit.UNREADABLE, "cut short"),
        (NotImplementedError("xclip is required"), Exit.MISSING, "xclip is required"),
    ],
)
def test_clipboard_without_a_picture(
    wwfsnap: Console, monkeypatch: pytest.MonkeyPatch, held: object, status: Exit, told: str
) -> None:
    hold(monkeypatch, held)
    for command in ("solve", "read"):
        run = wwfsnap(command, "--clipboard")
        assert run.status == status
        assert told in run.err
        assert "hint:" in run.err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one clipboard")
def test_pillow_and_a_program_that_holds_a_clipboard(
    wwfsnap: Console, shot: Shot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = folder / "bin"
    programs.mkdir()
    for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":9")
    monkeypatch.setenv("PATH", str(programs))
    assert wwfsnap("read", "--clipboard").status == Exit.MISSING
    file = io.BytesIO()
    shown(shot).save(file, "PNG")
    (folder / "held.png").write_bytes(file.getvalue())
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.defpath}")
    xclip = programs / "xclip"
    xclip.write_text(f"#!{shutil.which('sh')}\nexec cat '{folder / 'held.png'}'\n")
    xclip.chmod(0o755)
    run = wwfsnap("read", "--clipboard", "--json")
    assert run.status == 0, run.err
    assert run.lines[0]["image"] == "clipboard"


@pytest.mark.parametrize("arguments", [["solve"], ["read"], ["solve", "--clipboard", "a.png"]])
def test_picture_or_clipboard(wwfsnap: Console, arguments: list[str]) -> None:
    run = wwfsnap(*arguments)
    assert run.status == Exit.USAGE
    assert "--clipboard" in run.err
