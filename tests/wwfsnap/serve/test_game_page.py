"""`wwfsnap play --page`: the game that is chosen waits at the address that is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from solver.game import Gcg
from tests.shared.console import Console
from tests.shared.typing_in import Typist


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that were to be served."""
    pages: list[str] = []

    def serve(_words: Path | None, page: str, ready: Callable[[str], None]) -> None:
        pages.append(page)
        ready(f"http://localhost:1/{page}")

    monkeypatch.setattr("wwfsnap.serve.serve_table", serve)
    return pages


def games(user: Path) -> list[Path]:
    return sorted((user / "state" / "wwfsnap" / "games").glob("*.gcg"))


def test_without_a_choice_the_page_asks(wwfsnap: Console, told: list[str], user: Path) -> None:
    run = wwfsnap("play", "--page")
    assert run.status == 0
    assert "play at http://localhost:1/play; Ctrl-C stops it" in run.err
    assert told == ["play"]
    assert games(user) == []


def test_a_game_that_is_chosen_is_begun(wwfsnap: Console, told: list[str], user: Path) -> None:
    run = wwfsnap("play", "--page", "--layout", "solo", "--seed", 3, "--first", "you")
    assert run.status == 0
    (file,) = games(user)
    assert told == [f"play#{file.stem}"]
    text = file.read_text(encoding="utf-8")
    assert "layout solo, language en, seed 3, level equity" in text
    assert Gcg.parse(text, size=11).players == ("wwfsnap", "me")


def test_a_kept_game_goes_on_in_its_file_and_another_in_a_new_one(
    wwfsnap: Console,
    told: list[str],
    user: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Typist(monkeypatch, wwfsnap)("--seed", 3, types=["8G PIN"])
    (file,) = games(user)
    assert wwfsnap("play", "--page", "--resume", file).status == 0
    assert told == [f"play#{file.stem}"]
    assert games(user) == [file]
    elsewhere = tmp_path / "mine.gcg"
    elsewhere.write_bytes(file.read_bytes())
    assert wwfsnap("play", "--page", "--resume", elsewhere).status == 0
    (new,) = {each for each in games(user) if each != file}
    assert told[-1] == f"play#{new.stem}"
    assert Gcg.parse(new.read_text(encoding="utf-8")).scores[0] == 7


@pytest.mark.parametrize(
    "words",
    [
        ["--open"],
        ["--page", "--self"],
        ["--page", "--with-you"],
        ["--page", "--own-tiles"],
        ["--page", "--by", "equity"],
        ["--page", "--first", "me", "--resume", "game.gcg"],
    ],
)
def test_what_does_not_go_together(wwfsnap: Console, told: list[str], words: list[str]) -> None:
    run = wwfsnap("play", *words)
    assert run.status == 2
    assert "error: " in run.err
    assert told == []
