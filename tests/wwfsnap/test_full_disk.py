"""A disk that is full: told as what it is, no draft left, nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from calibration import ThemeUnwritable, export_theme, keep
from tests.shared.console import Console, Run
from tests.shared.learnt import SHOT, learnt_look
from tests.shared.typing_in import Typist
from tests.shared.words import short_list
from wwfsnap.errors import Exit

ROOM = 64 << 10


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 KB."""
    place = tmp_path / "disk"
    place.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    mount = ["/bin/mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["/bin/umount", "--lazy", str(place)], check=True)


def fill(disk: Path, room: int = 0) -> None:
    """Leave so many bytes on the disk."""
    with (disk / "filling").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            file.truncate(file.tell() // 4096 * 4096 - room)


def told(run: Run) -> bool:
    """Whether a run says what is wrong and what to try."""
    return (
        run.status == Exit.UNREADABLE
        and "No space left" in run.err
        and "free some disk space" in run.err
    )


def drafts(disk: Path) -> list[Path]:
    return [path for path in disk.rglob("*") if path.suffix in {".part", ".lock"}]


def test_a_drawn_picture(wwfsnap: Console, picture: Path, disk: Path) -> None:
    fill(disk, 4096)
    assert told(wwfsnap("solve", picture, "--out", disk / "best.png"))
    assert [path.name for path in disk.iterdir()] == ["filling"]


def test_drawn_pictures_of_a_batch(wwfsnap: Console, picture: Path, disk: Path) -> None:
    fill(disk, 4096)
    run = wwfsnap("batch", picture, "--draw", disk / "drawn")
    assert run.status == Exit.UNREADABLE
    assert run.lines[0]["error"]["kind"] == "output-unwritable"
    assert not list((disk / "drawn").iterdir())


def test_drawn_pictures_of_a_batch_go_on_when_there_is_room(
    wwfsnap: Console, picture: Path, disk: Path, tmp_path: Path
) -> None:
    fill(disk, 4096)
    out, drawn = tmp_path / "answers.jsonl", disk / "drawn"
    run = wwfsnap("batch", picture, "--out", out, "--draw", drawn)
    assert run.status == Exit.UNREADABLE
    assert "not written: 1; run the same command to try these again" in run.err
    assert "No space left" in run.err
    assert not out.read_bytes()
    (disk / "filling").unlink()
    assert wwfsnap("batch", picture, "--out", out, "--draw", drawn).status == Exit.GOOD
    assert len(list(drawn.iterdir())) == len(out.read_bytes().splitlines()) == 1


def test_answers_of_a_batch_go_on_when_there_is_room(
    wwfsnap: Console, picture: Path, disk: Path
) -> None:
    out = disk / "answers.jsonl"
    alone = ("--processes", 1, "--out", out)
    assert wwfsnap("batch", picture, *alone).status == Exit.GOOD
    first = out.read_bytes()
    others = [picture.with_name(f"{number}.png") for number in range(20)]
    for other in others:
        other.write_bytes(picture.read_bytes())
    fill(disk)
    assert told(wwfsnap("batch", picture, *others, *alone))
    assert out.read_bytes().startswith(first)
    assert out.read_bytes().endswith(b"}\n")
    (disk / "filling").unlink()
    assert wwfsnap("batch", picture, *others, *alone).status == Exit.GOOD
    assert len(out.read_bytes().splitlines()) == 21


def test_words(wwfsnap: Console, disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(disk))
    assert wwfsnap("words", "learn", "qi").status == Exit.GOOD
    fill(disk)
    assert told(wwfsnap("words", "learn", "zen"))
    assert "QI" in wwfsnap("words", "list").out
    assert [path.name for path in drafts(disk)] == ["en.lock"]  # which is no draft, and stays


def test_a_word_list_that_takes_the_place_of_another(
    wwfsnap: Console, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(disk))
    small, large = tmp_path / "small.txt", tmp_path / "large.txt"
    small.write_text("katt\nhund\n")
    large.write_text("\n".join("".join(word) for word in product("aeiou", repeat=6)))
    assert wwfsnap("words", "install", "sv", "--from", small, "--yes").status == Exit.GOOD
    before = {path.name: path.read_bytes() for path in (disk / "wwfsnap" / "words").iterdir()}
    fill(disk, 8192)
    assert told(wwfsnap("words", "install", "sv", "--from", large, "--yes", "--replace"))
    after = {path.name: path.read_bytes() for path in (disk / "wwfsnap" / "words").iterdir()}
    assert after == before
    assert "KATT" in wwfsnap("words", "find", "katt", "--language", "sv").out


def test_the_record_of_watchers(
    wwfsnap: Console, picture: Path, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(disk))
    fill(disk)
    run = wwfsnap("watch", "--once", "--existing", picture.parent)
    assert run.status == Exit.UNREADABLE
    assert "full" in run.err
    assert not drafts(disk)


def test_results_of_a_watcher(wwfsnap: Console, picture: Path, disk: Path) -> None:
    fill(disk, 4096)
    run = wwfsnap("watch", "--once", "--existing", picture.parent, "--out", disk / "solved")
    assert "No space left" in run.err
    assert not drafts(disk)


def test_games(
    wwfsnap: Console, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(disk)
    words = ("--words", short_list(tmp_path))
    you = Typist(monkeypatch, wwfsnap)
    run = you("--seed", 1, "--first", "you", *words, types=[f"save {disk / 'game.gcg'}", "quit"])
    assert run.status == Exit.GOOD
    assert "No space left" in run.err
    assert not (disk / "game.gcg").exists()
    games = disk / "games"
    assert told(wwfsnap("play", "--self", "--seed", 3, "--save", games, "--quiet", *words))
    assert not list(games.iterdir())


def test_themes(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(learnt_look(), [SHOT], replace_theme=False, keep_pictures=False)
    archive = disk / "look.zip"
    archive.write_bytes(b"kept")
    fill(disk)
    with pytest.raises(ThemeUnwritable, match="No space left"):
        export_theme("mylook", archive, pictures=False, replace=True)
    assert archive.read_bytes() == b"kept"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(disk))
    with pytest.raises(ThemeUnwritable, match="No space left"):
        keep(learnt_look(), [SHOT], replace_theme=False, keep_pictures=False)
    assert {path.name for path in disk.iterdir()} <= {"look.zip", "filling", "wwfsnap"}
    assert not list(disk.rglob(".theme.*"))


def test_a_graph_that_cannot_be_kept(
    wwfsnap: Console, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from solver.words import load_graph

    monkeypatch.setenv("XDG_CACHE_HOME", str(disk))
    load_graph.cache_clear()
    fill(disk, 4096)
    assert wwfsnap("moves", "/".join(["15"] * 15), "--rack", "QUELLS").status == Exit.GOOD
    load_graph.cache_clear()
    assert not [path for path in disk.rglob("*") if path.suffix in {".part", ".graph"}]
