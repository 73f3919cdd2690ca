"""Flags that do not go together, outputs that cannot be written, pictures on standard input."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.shared.console import Console
from tests.shared.shots import Shot
from wwfsnap import pipeline
from wwfsnap.play import files
from wwfsnap.play.files import prune

CGP = "15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15"
PATHS = {"boggle", "ruzzle", "wordament", "wordhunt"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("solve x.png --seconds 3", "--seconds only works with --by win"),
        ("watch . --by equity --seconds 3", "--seconds only works with --by win"),
        ("batch . --seconds 3", "--seconds only works with --by win"),
        ("moves CGP --rack A --seconds 3", "--seconds only works with --by win"),
        ("moves CGP --rack A --lead 3", "--lead only works with --by win"),
        ("moves --batch x --seconds 3", "by score only"),
        ("play --seconds 3", "--seconds only works with"),
        ("play --with-you --seconds 3", "--seconds only works with"),
        ("play --self --seconds 3", "--seconds only works with"),
        ("play --self --by win", "--by and --top are for hints"),
        ("play --self --top 3", "--by and --top are for hints"),
        ("play --games 1", "only work with --self"),
        ("play --with-you --from x.txt --layout solo", "without --resume and --layout"),
        ("solve x.png --game ruzzle --by win", "do not work with path games"),
        ("batch . --game boggle --why", "do not work with path games"),
        ("read x.png --game ruzzle --theme wwf2", "does not work with path games"),
        ("read x.png --game ruzzle --words x.txt", "only works with boards"),
        ("solve x.png --language xx", "no language is called 'xx'"),
        ("solve x.png --game ruzzle --language xx", "no language is called 'xx'"),
        ("ruzzle LUVA/KNPR/SNEA/MODT --language xx", "no language is called 'xx'"),
        ("moves CGP --rack A --language xx", "no language of Words With Friends is called 'xx'"),
        ("play --language xx", "no language of Words With Friends is called 'xx'"),
        ("words learn qi --language xx", "no language is called 'xx'"),
        ("calibrate x.png --name mine --yes --language xx", "no language is called 'xx'"),
        ("themes export mine --out mine.txt", "not the name of a .zip file"),
    ],
)
def test_flags_that_say_nothing_are_told(wwfsnap: Console, arguments: str, told: str) -> None:
    run = wwfsnap(*arguments.replace("CGP", CGP).split())
    assert run.status == 2, run.err
    assert told in run.err
    assert run.out == ""


@pytest.mark.parametrize(
    ("arguments", "paths"),
    [
        ("solve x.png --game foo", True),
        ("watch . --game foo", True),
        ("moves CGP --rack A --game foo", False),
        ("play --game foo", False),
        ("calibrate x.png --name mine --yes --game foo", False),
    ],
)
def test_hint_lists_the_games_that_are_taken(
    wwfsnap: Console, arguments: str, *, paths: bool
) -> None:
    run = wwfsnap(*arguments.replace("CGP", CGP).split())
    assert run.status == 2
    listed = set(run.err.rpartition("known: ")[2].strip().split(", "))
    assert "wwf" in listed
    assert PATHS & listed == (PATHS if paths else set())


def test_path_game_where_a_board_is_wanted(wwfsnap: Console) -> None:
    for command in ("moves CGP --rack A", "play", "calibrate x.png --name mine --yes"):
        run = wwfsnap(*command.replace("CGP", CGP).split(), "--game", "boggle")
        assert run.status == 2
        assert "boggle is a path game" in run.err


def test_outputs_are_looked_at_before_any_work(
    wwfsnap: Console, picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_: object, **__: object) -> None:
        pytest.fail("work was begun")

    monkeypatch.setattr(pipeline, "read", work)
    monkeypatch.setattr("calibration.load_shot", work)
    taken = tmp_path / "taken.png"
    taken.write_bytes(b"somebody else's")
    inside = taken / "x"
    shown = (picture, "--name", "mine", "--yes", "--sheet")
    for arguments, status in (
        (("solve", picture, "--out", taken), 2),
        (("solve", picture, "--out", inside / "a.png"), 3),
        (("solve", picture, "--out", inside), 3),
        (("batch", picture, "--out", inside / "a.csv"), 3),
        (("batch", picture, "--draw", taken), 3),
        (("calibrate", *shown, taken), 2),
        (("calibrate", *shown, inside / "a.png"), 3),
        (("calibrate", *shown, tmp_path / "a.jpg"), 2),
        (("play", "--self", "--save", inside / "a.gcg"), 3),
        (("play", "--self", "--games", 2, "--save", inside), 3),
    ):
        run = wwfsnap(*arguments)
        assert run.status == status, run.err
        assert str(arguments[-1]) in run.err
    assert taken.read_bytes() == b"somebody else's"


class _Given(io.TextIOWrapper):
    """Standard input that holds some bytes."""

    def __init__(self, data: bytes, *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8")
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_picture_on_standard_input(
    wwfsnap: Console, shot: Shot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = shot.save(tmp_path / "shot.png").read_bytes()
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    for arguments, drawn in (((), "stdin.solved.png"), (("--out", "best.jpg"), "best.jpg")):
        monkeypatch.setattr(sys, "stdin", _Given(data))
        (record,) = wwfsnap("solve", "-", "--json", *arguments).lines
        assert record["image"] == "stdin"
        assert record["drawn"] == drawn
        assert (here / drawn).is_file()
    monkeypatch.setattr(sys, "stdin", _Given(data))
    assert wwfsnap("read", "-", "--json").lines[0]["ok"]


def test_standard_input_without_a_picture_is_told(
    wwfsnap: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    for given, told, status in (
        (_Given(b""), "standard input is empty", 3),
        (_Given(b"", terminal=True), "is the terminal", 3),
        (_Given(b"no picture"), "stdin", 3),
    ):
        monkeypatch.setattr(sys, "stdin", given)
        run = wwfsnap("solve", "-")
        assert (run.status, told in run.err) == (status, True), run.err
    for images in (("-", "-"), ("-", "a.png"), ("-", "--clipboard")):
        assert wwfsnap("read", *images).status == 2


def test_finished_games_are_pruned_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_FINISHED", 2)
    note = "#note wwfsnap play: game wwf, layout standard, language en\n"
    over = f"{note}>me: I 8L .I +5 378\n>me: (A) +1 379\n>wwfsnap: A (A) -1 377\n"
    texts = {f"2026010{day}-120000.gcg": over for day in range(1, 6)}
    texts |= {
        "20250101-120000.gcg": f"{note}>me: AI 8H (A)I +5 5\n",
        "20250102-120000.gcg": over.removeprefix(note),
        "mine.gcg": over,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert prune(tmp_path, tmp_path / "20260101-120000.gcg") == 2
    left = texts.keys() - {"20260102-120000.gcg", "20260103-120000.gcg"}
    assert {file.name for file in tmp_path.iterdir()} == left
    assert prune(tmp_path, tmp_path / "20260101-120000.gcg") == 0


def test_doctor_tells_the_own_words_and_games(wwfsnap: Console, user: Path) -> None:
    words = user / "data" / "wwfsnap" / "words"
    games = user / "config" / "wwfsnap" / "games"
    words.mkdir(parents=True)
    games.mkdir(parents=True)
    (words / "nl.txt").write_text("AA\nBE\n", encoding="utf-8")
    (words / "en.changes").write_text("+QI\n-ZZZ\n-ZZ\n", encoding="utf-8")
    found = {each["part"]: each for each in wwfsnap("doctor", "--json").lines[0]}
    assert found["own words"]["ok"]
    assert "nl.txt 2 words" in found["own words"]["found"]
    assert "en.changes 1 learnt, 2 blocked" in found["own words"]["found"]
    (words / "sv.dic").write_text("1\nåka/S\nÅre\n", encoding="utf-8")
    (words / "sv.aff").write_text("SET UTF-8\nSFX S Y 1\nSFX S a te a\n", encoding="utf-8")
    (games.parent / "languages.toml").write_text('[cs]\nname = "Czech"\nletters = "ž"')
    found = {each["part"]: each for each in wwfsnap("doctor", "--json").lines[0]}
    assert not found["own words"]["ok"]
    assert "letters in upper case" in found["own words"]["found"]
    (games.parent / "languages.toml").unlink()
    found = {each["part"]: each for each in wwfsnap("doctor", "--json").lines[0]}
    assert "sv.dic 2 words" in found["own words"]["found"]
    (words / "sv.marisa").write_bytes(b"no trie")
    (games / "mine.toml").write_text("no game", encoding="utf-8")
    run = wwfsnap("doctor", "--json")
    assert run.status == 5
    found = {each["part"]: each for each in run.lines[0]}
    assert not found["own words"]["ok"]
    assert "sv.marisa is not a marisa trie" in found["own words"]["found"]
    assert "nl.txt 2 words" in found["own words"]["found"]
    assert "mine.toml is not a valid game file" in found["own games"]["found"]
    assert found["games"]["ok"]
