"""The commands that need no picture, and the command line as a whole."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

import vision
from solver.words import SHIPPED
from tests.shared.console import Console
from tests.shared.shots import OPENING
from wwfsnap import __version__
from wwfsnap.doctor import checks
from wwfsnap.errors import Exit
from wwfsnap.play import GameChoice
from wwfsnap.play.assistant import position_in
from wwfsnap.typed_boards import Rules, read_stdin_text, read_typed

BOARD = "\n".join(OPENING)
BEST = "G3 QUELL(E)rS"


def test_moves_of_a_typed_board(wwfsnap: Console) -> None:
    run = wwfsnap("moves", BOARD, "--rack", "quell?s", "--top", 2)
    assert run.status == 0
    assert run.err == ""
    assert BEST in run.out
    assert "QUELLErS 20, bonus 35" in run.out
    assert "[Q]" in run.out


def test_moves_json_is_the_list(wwfsnap: Console) -> None:
    run = wwfsnap("moves", BOARD, "--rack", "QUELL?S", "--top", 1, "--json")
    (moves,) = run.lines
    assert [(move["move"], move["places"]) for move in moves] == [(BEST, ["G6 QU(E)LLErS"])]
    assert moves[0]["tiles"][:2] == [["G3", "Q"], ["G4", "U"]]


def test_top_0_is_all(wwfsnap: Console) -> None:
    some = wwfsnap("moves", BOARD, "--rack", "QUELL?S", "--json").lines[0]
    every = wwfsnap("moves", BOARD, "--rack", "QUELL?S", "--json", "--top", 0).lines[0]
    assert len(some) < 100 < len(every)
    scores = [move["score"] for move in every]
    assert scores == sorted(scores, reverse=True)


def test_board_from_file_and_standard_input(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    assert BEST in wwfsnap("moves", file, "--rack", "QUELL?S").out
    monkeypatch.setattr(sys, "stdin", io.StringIO(BOARD))
    assert BEST in wwfsnap("moves", "-", "--rack", "QUELL?S").out


def test_line_ends_of_windows_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [f"{row:3} " + " ".join([" ."] * 15) for row in range(1, 16)]
    told = ["wwf (standard board, language en), look x", "rack ABCDEFG", "scores 120 to 98"]
    written = "".join(f"{line}\r\n" for line in (*rows, *told)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written)))
    assert read_typed(read_stdin_text(), Rules())[0].scores == (120, 98)
    file = tmp_path / "printed.txt"
    file.write_bytes(written)
    assert position_in(file, GameChoice(), None)[1] == (120, 98)


def test_board_in_cgp_and_in_one_line(wwfsnap: Console, tmp_path: Path) -> None:
    cgp = "15/" * 7 + "5HELLO5" + "/15" * 7 + " QUELL?S/ 0/0 0"
    assert BEST in wwfsnap("moves", cgp).out
    assert BEST in wwfsnap("moves", "".join(OPENING), "--rack", "QUELL?S").out
    file = tmp_path / "position.cgp"
    file.write_text(cgp)
    assert BEST in wwfsnap("moves", file).out
    assert BEST not in wwfsnap("moves", file, "--rack", "AEIRST").out


def test_small_board_chooses_its_layout(wwfsnap: Console) -> None:
    board = "\n".join(["." * 11] * 11)
    run = wwfsnap("moves", board, "--rack", "QUELL?S")
    assert run.status == 0
    assert "11" in run.out
    assert "\n 12" not in run.out
    assert wwfsnap("moves", board, "--rack", "QUELL?S", "--layout", "solo").status == 0
    assert wwfsnap("moves", board, "--rack", "QUELL?S", "--layout", "standard").status == 2


def test_other_games_have_other_rules(wwfsnap: Console) -> None:
    best = {
        game: wwfsnap("moves", BOARD, "--rack", "QUELL?S", "--json", "--game", game).lines[0][0]
        for game in ("wwf", "scrabble", "crossplay")
    }
    assert len({move["score"] for move in best.values()}) > 1


def test_batch_answers_each_line(wwfsnap: Console, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    empty = "." * 225
    file.write_text(f"{''.join(OPENING)} QUELL?S\n{empty} VVVVVVV\n\nnonsense A\n{empty} CAT\n")
    run = wwfsnap("moves", "--batch", file, "--top", 1, "--json")
    assert run.status == 2
    assert [record["ok"] for record in run.lines] == [True, True, False, True]
    assert run.lines[0]["moves"][0]["move"] == BEST
    assert run.lines[1]["moves"] == []
    assert run.lines[2]["error"]["message"]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["moves"], 2),
        (["moves", BOARD], 2),
        (["moves", BOARD, "--rack", "A1"], 2),
        (["moves", BOARD, "--rack", "ABCDEFGH"], 2),
        (["moves", "ABC\nDEF", "--rack", "A"], 2),
        (["moves", BOARD, "--rack", "A", "--game", "chess"], 2),
        (["moves", BOARD, "--rack", "A", "--language", "xx"], 2),
        (["moves", BOARD, "--rack", "A", "--words", "none.txt"], 5),
        (["moves", "none.txt", "--rack", "A"], 3),
        (["moves", "--batch", "none.txt"], 3),
        (["moves", BOARD, "--batch", "none.txt"], 2),
        (["moves", BOARD, "--rack", "A", "--top", "-1"], 2),
        (["words", "learn", "x1"], 2),
        (["words", "list", "--language", "../x"], 2),
        (["solve", "--no-such-flag"], 2),
        (["solve"], 2),
        (["sulve", "x.png"], 2),
    ],
)
def test_errors_end_in_a_message(wwfsnap: Console, arguments: list[str], status: int) -> None:
    run = wwfsnap(*arguments)
    assert run.status == status
    assert run.out == ""
    assert run.err
    assert "Traceback" not in run.err


def test_words_learn_block_forget_list(wwfsnap: Console) -> None:
    nothing = wwfsnap("words", "list")
    assert (nothing.status, nothing.out) == (0, "")
    assert "no words added" in nothing.err
    assert wwfsnap("words", "learn", "zzyx", "qqq").status == 0
    assert wwfsnap("words", "block", "aa").status == 0
    assert wwfsnap("words", "forget", "qqq").status == 0
    assert wwfsnap("words", "list").out == "+ZZYX\n-AA\n"
    assert wwfsnap("words", "list", "--json").lines == [{"added": ["ZZYX"], "blocked": ["AA"]}]
    assert wwfsnap("words", "list", "--language", "nl").out == ""


def test_games(wwfsnap: Console) -> None:
    run = wwfsnap("games")
    assert run.status == 0
    assert "Words With Friends" in run.out
    (records,) = wwfsnap("games", "--json").lines
    games = {record["game"]: record for record in records}
    assert {"wwf", "wordfeud", "crossplay", "scrabble"} <= games.keys()
    assert games["wwf"]["layouts"]["standard"] == "15x15"
    assert "en" in games["wwf"]["languages"]
    assert {games[name]["kind"] for name in ("wwf", "scrabble")} == {"board"}
    assert {games[name]["kind"] for name in ("ruzzle", "boggle", "wordhunt")} == {"path"}
    assert games["ruzzle"]["languages"][0] == "en"


def test_themes(wwfsnap: Console, user: Path) -> None:
    shipped = Path(vision.__file__).parent / "themes" / "wwf2" / "theme.toml"
    mine = user / "config" / "wwfsnap" / "themes" / "mylook"
    mine.mkdir(parents=True)
    (mine / "theme.toml").write_bytes(shipped.read_bytes())
    run = wwfsnap("themes")
    assert run.status == 0
    assert "mylook" in run.out
    assert "crossplay" in run.out
    (records,) = wwfsnap("themes", "--json").lines
    found = {record["theme"]: record for record in records}
    assert found["mylook"]["yours"]
    assert not found["wwf2"]["yours"]
    assert found["wwf2"]["game"] == "wwf"


def test_doctor(wwfsnap: Console) -> None:
    run = wwfsnap("doctor")
    assert run.status == 0, run.out
    assert __version__ in run.out
    assert "words: en" in run.out
    assert "tesseract:" in run.out
    assert "self-test: read, solved and drawn" in run.out
    (records,) = wwfsnap("doctor", "--json").lines
    assert all(record["ok"] for record in records)


def test_doctor_tells_every_fault(
    wwfsnap: Console, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    damaged = tmp_path / "nl.marisa"
    damaged.write_bytes(b"We love Marisa. Not much more")
    monkeypatch.setitem(SHIPPED, "nl", damaged)
    run = wwfsnap("doctor")
    assert run.status == Exit.MISSING
    assert "fault  words: en 168,912 words; the word list" in run.out
    assert "is damaged (install wwfsnap again)" in run.out
    assert "good   games:" in run.out


def test_doctor_needs_its_packages_and_no_words_of_the_users(
    wwfsnap: Console, monkeypatch: pytest.MonkeyPatch, user: Path
) -> None:
    own = user / "data" / "wwfsnap" / "words"
    own.mkdir(parents=True)
    (own / "en.txt").write_text("zzz\nxxy\n")
    assert "self-test: read, solved and drawn" in wwfsnap("doctor").out
    monkeypatch.setattr(checks, "PACKAGES", ("numpy", "no-such-package"))
    run = wwfsnap("doctor")
    assert run.status == Exit.INTERNAL
    assert "no-such-package: not installed (reinstall wwfsnap" in run.out


def test_version_and_help(wwfsnap: Console) -> None:
    assert wwfsnap("--version").out == f"wwfsnap {__version__}\n"
    run = wwfsnap("--help")
    assert run.status == 0
    for command in ("solve", "read", "moves", "ruzzle", "words", "games", "themes", "doctor"):
        assert command in run.out
    for flag in ("--top", "--by", "--game", "--theme", "--language", "--words", "--out", "--open"):
        assert flag in wwfsnap("solve", "--help").out


def test_data_is_plain_text_in_a_pipe(wwfsnap: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR")
    assert "\x1b" not in wwfsnap("moves", BOARD, "--rack", "QUELL?S").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in wwfsnap("moves", BOARD, "--rack", "QUELL?S").out


@pytest.mark.parametrize(("before", "after"), [(None, "1"), ("3", "3")])
def test_one_thread_for_small_matrices_unless_the_user_wants_more(
    wwfsnap: Console, monkeypatch: pytest.MonkeyPatch, before: str | None, after: str
) -> None:
    """Processes started later inherit it; with more they would wait for each other."""
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", before or "")
    if before is None:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    assert wwfsnap("--version").status == 0
    assert os.environ["OPENBLAS_NUM_THREADS"] == after
