"""Pictures of path games, from the file to the drawn picture, whoever asks."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sample_screens.path_scene import FOLDER
from solver.words import default_lexicon
from tests.shared.console import Console
from tests.shared.gridshots import grid_reading, truth_named
from vision.corrections import NOTHING_CORRECTED
from vision.errors import BoardNotWhole, NoBoardFound
from vision.imaging import Screen, load_screen
from vision.paths import GridReading
from vision.reading import Doubt, Why, because
from wwfsnap import pipeline
from wwfsnap.drawing import drawn_by_us
from wwfsnap.many.messages import PictureTask, Request, solve_task
from wwfsnap.path_solution import solve_path
from wwfsnap.pipeline import Settings, read_screen
from wwfsnap.watching.channels import details, headline

NO_BOARD = NoBoardFound("shot: no board in sight", "try another")
BOARD = FOLDER.parent / "wwf2-empty.png"
SOLVED = "ruzzle-phone", "wordament-suffix"  # the whole way, with several pictures
UNCLEAR = because(Why.UNCLEAR)
Grids = Callable[[GridReading | Exception], list[dict[str, object]]]


@pytest.fixture
def grids(monkeypatch: pytest.MonkeyPatch, reads: Callable[[Exception], None]) -> Grids:
    """Makes the reader see no board, and one grid in every picture; gives what it was told."""
    reads(NO_BOARD)

    def use(answer: GridReading | Exception) -> list[dict[str, object]]:
        asked: list[dict[str, object]] = []

        def read_grid(_screen: Screen, **wishes: object) -> GridReading:
            asked.append(wishes)
            if isinstance(answer, Exception):
                raise answer
            return answer

        monkeypatch.setattr("vision.paths.read_grid", read_grid)
        return asked

    return use


@pytest.fixture
def shot(grids: Grids, tmp_path: Path) -> Path:
    """A Ruzzle screen."""
    truth = truth_named("ruzzle-phone")
    grids(grid_reading(truth))
    path = tmp_path / "shot.png"
    path.write_bytes(truth.picture.read_bytes())
    return path


def test_solve_tells_and_draws(wwfsnap: Console, shot: Path) -> None:
    run = wwfsnap("solve", shot, "--top", 2)
    assert (run.status, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[1].split()[:3] == ["1", "[T]", "E"]
    assert lines[5] == "Ruzzle (language en), confidence 100%"
    assert [line.split() for line in lines[7:9]] == [
        ["1", "TRILOGY", "150", "A1", "A2", "B2", "C1", "C2", "B3", "B4"],
        ["2", "DYEING", "112", "A4", "B4", "C3", "B2", "A3", "B3"],
    ]
    assert lines[9] == "233 words, 4,716 points in all"
    assert lines[10] == "the longest has 8 letters: ALERTING"
    assert lines[11] == f"drawn: {shot.with_name('shot.solved.png')}"
    assert drawn_by_us(shot.with_name("shot.solved.png"))


def test_json_of_solve(wwfsnap: Console, shot: Path) -> None:
    (record,) = wwfsnap("solve", "--json", "--top", 3, shot).lines
    assert record["ok"]
    assert (record["game"], record["language"], record["theme"]) == ("ruzzle", "en", "generic")
    assert record["words"][0] == {
        "word": "TRILOGY",
        "points": 150,
        "path": ["A1", "A2", "B2", "C1", "C2", "B3", "B4"],
    }
    assert (len(record["words"]), record["count"], record["points"]) == (3, 233, 4716)
    assert record["drawn"] == str(shot.with_name("shot.solved.png"))
    assert record["otherwise"] == []
    assert not {"board", "rack", "moves", "premiums"} & record.keys()


def test_json_of_read(wwfsnap: Console, shot: Path) -> None:
    (record,) = wwfsnap("read", "--json", shot).lines
    assert record == {
        "image": str(shot),
        "ok": True,
        "game": "ruzzle",
        "language": "en",
        "theme": "generic",
        "grid": [list("TELS"), list("RIOA"), list("NGEM"), list("DYUP")],
        "multipliers": [
            [".", "DW", ".", "."],
            ["TW", ".", ".", "."],
            [".", "DL", "TL", "."],
            ["DW", "TW", ".", "."],
        ],
        "values": [[1, 1, 1, 1], [1, 1, 1, 1], [1, 3, 1, 3], [2, 4, 2, 4]],
        "geometry": {"x": 34.6, "y": 878.4, "cell": 262.226, "rows": 4, "columns": 4},
        "confidence": 1.0,
        "doubts": [],
    }
    run = wwfsnap("read", shot)
    assert "O" in run.out
    assert "words" not in run.out


def test_top_is_how_many_words_are_told(wwfsnap: Console, shot: Path) -> None:
    assert len(wwfsnap("solve", "--json", shot).lines[0]["words"]) == 10
    assert len(wwfsnap("solve", "--json", "--top", 0, shot).lines[0]["words"]) == 233


def test_what_weighs_moves_leaves_words_as_they_are(wwfsnap: Console, shot: Path) -> None:
    plain = wwfsnap("solve", "--json", shot).lines
    assert wwfsnap("solve", "--json", "--by", "win", "--why", shot).lines == plain


def test_doubts_are_told_with_what_they_change(wwfsnap: Console, grids: Grids, shot: Path) -> None:
    doubts = [
        Doubt("B4", "Y", "V", UNCLEAR),  # TRILOGY and DYEING need it
        Doubt("D4", "P", "F", UNCLEAR),  # neither does this
        Doubt("A2", "TW", "DW", UNCLEAR),  # a badge, no letter
        Doubt("D1", "S", "5", UNCLEAR),  # no tile has that
        Doubt("board", "4x4", "5x5", UNCLEAR),
    ]
    grids(grid_reading(truth_named("ruzzle-phone"), doubts))
    (record,) = wwfsnap("solve", "--json", shot).lines
    assert [each["where"] for each in record["doubts"]] == ["B4", "D4", "A2", "D1", "board"]
    (case,) = record["otherwise"]
    assert (case["where"], case["read"], case["other"]) == ("B4", "Y", "V")
    assert "Y" not in case["word"]
    run = wwfsnap("solve", shot)
    assert f"if B4 is V and not Y: {case['word']}, {case['points']} points" in run.out
    assert "doubt at D4: read P, may be F (hard to read)" in run.out
    assert wwfsnap("read", "--strict", shot).status == 1
    assert wwfsnap("read", shot).status == 0


def test_doubt_whose_letter_counts_nobody_knows_what() -> None:
    reading = grid_reading(truth_named("ruzzle-phone"), [Doubt("D1", "S", "Š", UNCLEAR)])
    solution = solve_path(reading, language=None, words=None, top=1)
    assert solution.sensitivities == ()
    assert [word.word for word in solution.shown] == ["TRILOGY"]


def test_no_word(wwfsnap: Console, shot: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("xylophone\n", encoding="utf-8")
    run = wwfsnap("solve", shot, "--words", words)
    assert run.status == 0
    assert run.out.splitlines()[-1] == "no word was found"
    (record,) = wwfsnap("solve", "--json", shot, "--words", words).lines
    assert (record["words"], record["count"], record["drawn"]) == ([], 0, None)
    assert headline(record) == "no word"


def test_words_in_another_language(wwfsnap: Console, shot: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("tegel\nring\n", encoding="utf-8")
    (record,) = wwfsnap("solve", "--json", shot, "--words", words, "--language", "it").lines
    assert [word["word"] for word in record["words"]] == ["RING"]
    assert wwfsnap("solve", shot, "--language", "it").status == 5


def test_game_of_paths_tries_no_board(
    grids: Grids, shot: Path, monkeypatch: pytest.MonkeyPatch, wwfsnap: Console
) -> None:
    asked = grids(grid_reading(truth_named("ruzzle-phone")))

    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(pipeline, "read", never)
    args = ("read", shot, "--game", "ruzzle", "--language", "de")
    assert wwfsnap(*args).status == 0
    usual = {"corrected": NOTHING_CORRECTED}
    assert asked == [{"game": "ruzzle", "language": "de"} | usual]


def test_game_of_boards_tries_no_grid(wwfsnap: Console, grids: Grids, shot: Path) -> None:
    asked = grids(grid_reading(truth_named("ruzzle-phone")))
    run = wwfsnap("read", shot, "--game", "wwf")
    assert (run.status, asked) == (4, [])
    assert "no board in sight" in run.err
    assert "grid" not in run.err


def test_neither_board_nor_grid(wwfsnap: Console, grids: Grids, shot: Path) -> None:
    grids(NoBoardFound("no grid"))
    (record,) = wwfsnap("solve", "--json", shot).lines
    assert record["error"] == {
        "kind": "no-board",
        "stage": "locate",
        "message": "shot: no board in sight, nor a grid of letters",
        "hint": "try another",
    }
    assert wwfsnap("solve", shot, "--game", "boggle").err.startswith(f"error: {shot}: no grid")


def test_a_grid_may_seem_to_be_a_part_of_a_board(
    grids: Grids, reads: Callable[[Exception], None]
) -> None:
    screen, grid = (
        Screen(np.zeros((9, 9, 3), np.uint8), "x"),
        grid_reading(truth_named("boggle-large")),
    )
    grids(grid)
    reads(BoardNotWhole("something lies on the board"))
    assert read_screen(screen, Settings()) is grid
    grids(NoBoardFound("no grid"))
    with pytest.raises(BoardNotWhole, match=r"something lies on the board$"):
        read_screen(screen, Settings())


def test_batch_tells_words_in_its_columns(wwfsnap: Console, shot: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers.csv"
    assert wwfsnap("batch", shot, "--processes", 1, "--out", out).status == 0
    with out.open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["game"], row["word"], row["score"], row["ok"]) == (
        "ruzzle",
        "TRILOGY",
        "150",
        "True",
    )
    assert row["move"] == "A1 A2 B2 C1 C2 B3 B4"
    assert row["rack"] == ""


def test_cluster_draws_words_too(shot: Path) -> None:
    request = Request.of(Settings(top=1))
    reply = solve_task(PictureTask("shot.png", shot.read_bytes(), "wwfsnap x"), request)
    assert reply.answer.record["words"][0]["word"] == "TRILOGY"
    assert reply.drawn is not None


def test_message_about_a_watched_picture(wwfsnap: Console, shot: Path) -> None:
    (record,) = wwfsnap("solve", "--json", shot).lines
    assert headline(record) == "TRILOGY: 150 points"
    assert details(record) == "or DYEING 112, ALERTING 98\nshot.png"


@pytest.mark.parametrize("name", sorted({path.stem for path in FOLDER.glob("*.png")} - {*SOLVED}))
def test_every_other_sample_is_read_and_solved(name: str) -> None:
    truth = truth_named(name)
    seen = read_screen(load_screen(truth.picture), Settings(language=truth.language))
    assert isinstance(seen, GridReading)
    texts = tuple(tuple(tile.text if tile else "" for tile in row) for row in truth.grid.rows)
    assert seen.texts() == texts
    solution = solve_path(seen, language="en", words=None, top=5)
    assert len(solution.shown) == 5
    words = default_lexicon("en")
    assert all(each.word in words for each in solution.words)


def test_watched_folder(wwfsnap: Console, tmp_path: Path) -> None:
    shutil.copy(FOLDER / "ruzzle-phone.png", tmp_path)
    run = wwfsnap("watch", tmp_path, "--once", "--out", tmp_path / "out")
    assert run.status == 0, run.err
    drawn = tmp_path / "out" / "ruzzle-phone.solved.png"
    assert run.out == f"ruzzle-phone.png: TRILOGY: 150 points ({drawn})\n"
    assert drawn_by_us(drawn)


def test_the_whole_way_with_several_pictures(wwfsnap: Console, tmp_path: Path) -> None:
    pictures = [FOLDER / f"{name}.png" for name in SOLVED]
    run = wwfsnap("solve", "--json", "--top", 1, "--out", tmp_path, *pictures, BOARD)
    assert run.status == 0, run.err
    assert [record["game"] for record in run.lines] == ["ruzzle", "wordament", "wwf"]
    assert [record["words"][0]["word"] for record in run.lines[:2]] == ["TRILOGY", "REDOUBLING"]
    assert run.lines[2]["moves"]
    assert all(drawn_by_us(Path(record["drawn"])) for record in run.lines)
