"""`wwfsnap ruzzle`: path games whose tiles are typed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.shared.console import Console

REAL = "(O DW)(S TL)(E TW)S/SHE(M DL)/(A DW)YA(R TW)/(T TL)NNS"


def test_words_paths_and_totals(wwfsnap: Console) -> None:
    run = wwfsnap("ruzzle", REAL, "--top", 2)
    assert (run.status, run.err) == (0, "")
    lines = [line.split() for line in run.out.splitlines()]
    assert lines[5:] == [
        ["Word", "Points", "Path"],
        ["1", "ESSAYERS", "254", "C1", "B1", "A2", "A3", "B3", "C2", "D3", "D4"],
        ["2", "ESSAYER", "231", "C1", "B1", "A2", "A3", "B3", "C2", "D3"],
        ["281", "words,", "8,413", "points", "in", "all"],
        ["the", "longest", "has", "8", "letters:", "ESSAYERS"],
    ]
    assert "[S TL]" in run.out
    assert "[E TW]" in run.out
    assert "O DW" in run.out


def test_json(wwfsnap: Console) -> None:
    (record,) = wwfsnap("ruzzle", "CA/(T=3 DL).", "--json").lines
    words = record.pop("words")
    assert record == {
        "game": "ruzzle",
        "language": "en",
        "grid": [["C", "A"], ["T", ""]],
        "multipliers": [[".", "."], ["DL", "."]],
        "values": [[None, None], [3, None]],
        "count": 4,
        "points": 11 + 11 + 7 + 7,
        "longest": "ACT",
    }
    assert words[1] == {"word": "CAT", "points": 11, "path": ["A1", "B1", "A2"]}
    assert [word["word"] for word in words] == ["ACT", "CAT", "AT", "TA"]


def test_top_counts_words_but_not_the_totals(wwfsnap: Console) -> None:
    shown = {}
    for top in (0, 3, 10):
        (record,) = wwfsnap("ruzzle", REAL, "--top", top, "--json").lines
        shown[top] = len(record["words"])
        assert (record["count"], record["points"]) == (281, 8413)
    assert shown == {0: 281, 3: 3, 10: 10}
    assert len(wwfsnap("ruzzle", REAL).out.splitlines()) == 5 + 1 + 10 + 2


@pytest.mark.parametrize(
    ("game", "points"), [("ruzzle", 7), ("wordament", 9), ("wordhunt", 400), ("boggle", 1)]
)
def test_game(wwfsnap: Console, game: str, points: int) -> None:
    (record,) = wwfsnap("ruzzle", "CA/ST", "--game", game, "--top", 1, "--json").lines
    assert (record["game"], record["words"][0]["points"]) == (game, points)


def test_language_and_words(wwfsnap: Console, tmp_path: Path, user: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("kaas\naks\n", encoding="utf-8")
    args = ("ruzzle", "KA/SA", "--language", "de", "--json")
    (record,) = wwfsnap(*args, "--words", own).lines
    assert [(each["word"], each["points"]) for each in record["words"]] == [("KAAS", 5), ("AKS", 4)]
    run = wwfsnap(*args)
    assert run.status == 5
    assert "no word list" in run.err
    folder = user / "data" / "wwfsnap" / "words"
    folder.mkdir(parents=True)
    (folder / "de.txt").write_text("kas\n", encoding="utf-8")
    (record,) = wwfsnap(*args).lines
    assert [each["word"] for each in record["words"]] == ["KAS"]


def test_words_of_the_users_own(wwfsnap: Console) -> None:
    wwfsnap("words", "learn", "xyzzy")
    (record,) = wwfsnap("ruzzle", "XYZ/.YZ", "--json").lines
    assert [each["word"] for each in record["words"]] == ["XYZZY"]


def test_standard_input(wwfsnap: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("C A\nS T\n"))
    (record,) = wwfsnap("ruzzle", "-", "--json").lines
    assert record["grid"] == [["C", "A"], ["S", "T"]]


def test_nothing_to_trace(wwfsnap: Console) -> None:
    run = wwfsnap("ruzzle", "ZZ/ZZ")
    assert run.status == 0
    assert run.out.splitlines()[-1] == "no word was found"
    (record,) = wwfsnap("ruzzle", "ZZ/ZZ", "--json").lines
    assert (record["words"], record["count"], record["points"]) == ([], 0, 0)


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["AB/ABC"], "row 2 has 3 tiles, but row 1 has 2", "draw a dot"),
        (["A1"], "'1' is not a tile", "write one letter per tile"),
        (["/".join(["A" * 27] * 2)], "the maximum is 26 x 26", "write one letter per tile"),
        ([""], "the grid has no tiles", "write one letter per tile"),
        (["CAT", "--game", "wwf"], "no path game is called 'wwf'", "boggle, ruzzle"),
        (["Å", "--language", "en"], "the value of Å in Ruzzle", "(Å=4)"),
    ],
)
def test_faults(wwfsnap: Console, arguments: list[str], message: str, hint: str) -> None:
    run = wwfsnap("ruzzle", *arguments)
    assert (run.status, run.out) == (2, "")
    assert message in run.err
    assert hint in run.err


def test_faulty_game_file(wwfsnap: Console, user: Path) -> None:
    folder = user / "config" / "wwfsnap" / "games" / "paths"
    folder.mkdir(parents=True)
    (folder / "ruzzle.toml").write_text("least = 2\n", encoding="utf-8")
    run = wwfsnap("ruzzle", "CAT")
    assert run.status == 5
    assert "ruzzle.toml is not a valid game file" in run.err
