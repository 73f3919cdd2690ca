"""`wwfsnap ruzzle` with board files, demos and random grids: what elzzur documents, and more."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from solver.paths import load_path_game, path_game_names
from tests.shared.console import Console

DEMO = "Ttl R   S Ndl\nOdw Htw E I\nCdw I   N V\nEtl A   D E\n"
TRUTH = Path(__file__).parents[2] / "data" / "elzzur-demo-en.txt"
DECOYS = ["COHESIVES", "HEROICS", "SHEER", "VINES", "DIVINE", "ABBEY", "RRRR", "NINE", "EVADE"]


def truth() -> dict[str, int]:
    """The words that elzzur finds on its demo grid, with their points."""
    lines = TRUTH.read_text(encoding="utf-8").splitlines()
    pairs = [line.split() for line in lines if not line.startswith("#")]
    return {word: int(points) for word, points in pairs}


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """A list of exactly those words, and some that cannot be traced."""
    path = tmp_path / "own.txt"
    path.write_text("\n".join([*truth(), *DECOYS]).lower(), encoding="utf-8")
    return path


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "en.board"
    path.write_text(DEMO, encoding="utf-8")
    return path


def test_the_documented_output_of_elzzurs_demo(wwfsnap: Console, board: Path, words: Path) -> None:
    for grid in ([board], ["--demo", "en"], [DEMO], [DEMO.replace("\n", " / ").strip(" /")]):
        (record,) = wwfsnap("ruzzle", *grid, "--words", words, "--top", 0, "--json").lines
        found = {each["word"]: each["points"] for each in record["words"]}
        assert found == truth()
        assert (record["count"], record["points"]) == (281, 7376)
        assert record["longest"] == "COHESIVE"
        assert len(record["longest"]) == 8
    run = wwfsnap("ruzzle", board, "--words", words)
    lines = [line.split() for line in run.out.splitlines()]
    best = [("COHESIVE", 224), ("CHORES", 154), ("HEROIC", 154), ("COHEN", 149), ("ECHO", 144)]
    assert [(line[1], int(line[2])) for line in lines[6:11]] == best
    assert lines[6][3:] == ["A3", "A2", "B2", "C2", "C1", "D2", "D3", "D4"]
    assert run.out.splitlines()[-2:] == [
        "281 words, 7,376 points in all",
        "the longest has 8 letters: COHESIVE",
    ]


def test_from_standard_input(
    wwfsnap: Console, words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(DEMO))
    (record,) = wwfsnap("ruzzle", "-", "--words", words, "--json").lines
    assert record["count"] == 281


def test_orders(wwfsnap: Console, board: Path, words: Path) -> None:
    asked = ("ruzzle", board, "--words", words, "--top", 0, "--json")
    places = {f"{letter}{row}": (row, letter) for letter in "ABCD" for row in range(1, 5)}
    keys = {
        "score": lambda each: (-each["points"], -len(each["word"]), each["word"]),
        "length": lambda each: (-len(each["word"]), -each["points"], each["word"]),
        "start": lambda each: (places[each["path"][0]], -each["points"], each["word"]),
        "end": lambda each: (places[each["path"][-1]], -each["points"], each["word"]),
    }
    for name, key in keys.items():
        (record,) = wwfsnap(*asked, "--sort", name).lines
        assert record["words"] == sorted(record["words"], key=key)
        (turned,) = wwfsnap(*asked, "--sort", name, "--reverse").lines
        assert turned["words"] == record["words"][::-1]
        assert (turned["count"], turned["longest"]) == (281, "COHESIVE")
    assert wwfsnap(*asked).lines[0]["words"][0]["word"] == "COHESIVE"


def test_words_alone_keep_their_ranks(wwfsnap: Console, board: Path, words: Path) -> None:
    run = wwfsnap("ruzzle", board, "--words", words, "--quiet", "--sort", "end", "--top", 2)
    rows = [line.split() for line in run.out.splitlines()]
    assert len(rows) == 3
    assert rows[0] == ["Word", "Points", "Path"]
    for row in rows[1:]:
        assert int(row[0]) == 1 + sum(points > int(row[2]) for points in truth().values())


def test_best_word_stays_marked(wwfsnap: Console, board: Path, words: Path) -> None:
    run = wwfsnap("ruzzle", board, "--words", words, "--sort", "length", "--reverse", "--top", 1)
    assert run.out.splitlines()[3].split() == ["3", "[C", "DW]", "I", "N", "[V]"]


def test_large_and_oblong_boards(wwfsnap: Console, tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    for rows, columns in ((12, 12), (3, 20), (1, 9), (9, 1)):
        path.unlink(missing_ok=True)
        made = ("--rows", rows, "--columns", columns, "--seed", 5, "--out", path)
        (record,) = wwfsnap("ruzzle", "--generate", *made, "--json").lines
        assert (len(record["grid"]), len(record["grid"][0])) == (rows, columns)
        (solved,) = wwfsnap("ruzzle", path, "--json").lines
        assert {key: solved[key] for key in ("grid", "multipliers", "values")} == {
            key: record[key] for key in ("grid", "multipliers", "values")
        }
    run = wwfsnap("ruzzle", path)
    assert run.status == 0


def test_wide_boards_fit(wwfsnap: Console) -> None:
    row = " ".join(["Adl", "Ttl"] * 6)
    lines = wwfsnap("ruzzle", "\n".join([row] * 12)).out.splitlines()
    assert max(map(len, lines[:13])) <= 80
    assert "Ttl" in lines[1]


def test_random_boards_are_board_files(wwfsnap: Console, tmp_path: Path) -> None:
    path = tmp_path / "new" / "board.txt"
    first = wwfsnap("ruzzle", "--generate", "--language", "nl", "--seed", 3, "--out", path)
    assert first.err == ""
    assert first.out == path.read_text(encoding="utf-8")
    assert len(first.out.splitlines()) == 4
    assert wwfsnap("ruzzle", "--generate", "--language", "nl", "--seed", 3).out == first.out
    unseeded = wwfsnap("ruzzle", "--generate", "--language", "nl")
    seed = unseeded.err.split()[2]
    assert unseeded.err == f"use --seed {seed} to make this grid again\n"
    assert wwfsnap("ruzzle", "--generate", "--language", "nl", "--seed", seed).out == unseeded.out
    assert wwfsnap("ruzzle", "--generate", "--json").lines[0]["seed"] >= 0


@pytest.mark.parametrize("game", ["boggle", "ruzzle", "wordament", "wordhunt"])
def test_each_game_has_a_board_for_every_language_it_knows(wwfsnap: Console, game: str) -> None:
    assert game in path_game_names()
    rules = load_path_game(game)
    assert {"en", *(each.language for each in rules.languages)} == set(rules.demos)
    (record,) = wwfsnap("ruzzle", "--demo", "en", "--game", game, "--json").lines
    assert record["count"] > 50
    assert all(each.tiles == 16 for each in rules.demos.values())


def test_demo_takes_the_words_of_its_language(wwfsnap: Console, user: Path, tmp_path: Path) -> None:
    run = wwfsnap("ruzzle", "--demo", "pt")
    assert run.status == 5
    assert "no word list for the language 'pt'" in run.err
    folder = user / "data" / "wwfsnap" / "words"
    folder.mkdir(parents=True)
    (folder / "pt.txt").write_text("raziarem\ncremaria\namar\n", encoding="utf-8")
    out = tmp_path / "pt.txt"
    (record,) = wwfsnap("ruzzle", "--demo", "pt", "--json", "--out", out).lines
    assert record["language"] == "pt"
    # what elzzur tells of them, too
    found = {each["word"]: each["points"] for each in record["words"]}
    assert found == {"RAZIAREM": 272, "CREMARIA": 200}
    assert out.read_text(encoding="utf-8").splitlines()[0] == "Atw C   Edl U"


def test_what_is_there_as_a_file_is_no_tiles(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cats").write_text("D O G\n", encoding="utf-8")
    (record,) = wwfsnap("ruzzle", "cats", "--json").lines
    assert record["grid"] == [["D", "O", "G"]]
    (record,) = wwfsnap("ruzzle", "c a t s", "--json").lines
    assert record["grid"] == [["C", "A", "T", "S"]]
    (tmp_path / "folder").mkdir()
    run = wwfsnap("ruzzle", "folder")
    assert (run.status, run.out) == (3, "")
    assert "folder: cannot be read" in run.err


@pytest.mark.parametrize(
    "name",
    [
        *("en.board", "EN.TXT", "boards/en.board", "/no/such/grid", "./grid", "../grid", "~/grid"),
        *("my.grid", "board/n.txt", r"C:\grid", "a/b/cats.csv"),
    ],
)
def test_what_looks_like_a_file_is_no_tiles(wwfsnap: Console, name: str) -> None:
    run = wwfsnap("ruzzle", name)
    assert (run.status, run.out) == (3, "")
    assert f"{name}: no such file" in run.err
    assert "hint" in run.err


@pytest.mark.parametrize(
    "grid", ["CAT.", ".CAT", "CATS/O.EE", "cat/d.g", "C.T/...", "(A=3).(B TL)"]
)
def test_holes_make_no_file_names(wwfsnap: Console, grid: str) -> None:
    assert wwfsnap("ruzzle", grid, "--game", "boggle").status == 0


@pytest.mark.parametrize(
    ("text", "told", "hint"),
    [
        (b"", "bad.txt: the grid has no tiles", "write one letter per tile"),
        (
            b"A B\nC D E\n",
            "bad.txt: line 2 has 3 tiles, but line 1 has 2",
            "a dot where there is none",
        ),
        (b"A B\nCql D\n", "bad.txt: line 2: Cql: 'ql' is not a multiplier", "dl, tl, dw, tw"),
        (b"A B\n? D\n", "bad.txt: line 2: '?' is not a tile", "Ttl R S Ndl"),
        (b"A\xff B", "bad.txt: is not text", "UTF-8"),
        (
            b"A " * 27,
            "bad.txt: the grid is 1 x 27 tiles; the maximum is 26 x 26",
            "write one letter per tile",
        ),
    ],
)
def test_faulty_files(wwfsnap: Console, tmp_path: Path, text: bytes, told: str, hint: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(text)
    run = wwfsnap("ruzzle", path)
    assert (run.out, run.status in {2, 3}) == ("", True)
    assert told in run.err
    assert hint in run.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("", "give exactly one of GRID, --demo CODE and --generate"),
        ("CATS --demo en", "give exactly one of"),
        ("CATS --generate", "give exactly one of"),
        ("CATS --rows 3", "only work with --generate"),
        ("--demo en --seed 3", "only work with --generate"),
        ("--generate --top 3", "only makes a grid"),
        ("--generate --sort end", "only makes a grid"),
        ("--generate --quiet", "only makes a grid"),
        ("--generate --language tlh", "no language is called 'tlh'"),
        ("--generate --columns 27", "27 tiles; the maximum is 26 x 26"),
        ("CATS --json --quiet", "--quiet cannot be used with --json"),
        ("--demo en --language nl", "--demo already names the language"),
        ("--demo tlh", "Ruzzle has no sample grid in the language 'tlh'"),
        ("CATS --out grid.png", "is the name of a picture"),
        ("CATS --sort points", "'points' is not one of"),
    ],
)
def test_flags_that_do_not_go_together(wwfsnap: Console, arguments: str, told: str) -> None:
    run = wwfsnap("ruzzle", *arguments.split())
    assert run.status == 2
    assert told in run.err
    kinds = [each["error"]["kind"] for each in run.lines]
    assert kinds == ["usage"] * ("--json" in arguments)


def test_no_file_is_overwritten(wwfsnap: Console, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("mine", encoding="utf-8")
    for arguments in (["--generate"], ["CATS"], ["--demo", "en"]):
        run = wwfsnap("ruzzle", *arguments, "--out", path)
        assert (run.status, run.out) == (2, "")
        assert "mine.txt: already exists" in run.err
    assert path.read_text(encoding="utf-8") == "mine"
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "nowhere")
    run = wwfsnap("ruzzle", "--generate", "--out", link)
    assert (run.status, run.out) == (2, "")
    assert "link.txt: already exists" in run.err
    run = wwfsnap("ruzzle", "--generate", "--out", path / "below")
    assert run.status == 3
    assert "cannot be written" in run.err


def test_truth_is_what_its_source_says() -> None:
    found = truth()
    assert (len(found), sum(found.values()), max(map(len, found))) == (281, 7376, 8)
    assert json.dumps(sorted(found.values())[-3:]) == "[154, 154, 224]"
