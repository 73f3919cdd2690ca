"""`wwfsnap solve` and `wwfsnap read`: flags, JSON, exit statuses, one failure among many.

The reader is a stand-in that knows what was painted; `test_wwfsnap_samples.py` has the real one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import NoneType
from typing import Any

import pytest
import typer

from tests.shared.console import Console
from tests.shared.places import SAMPLES
from tests.shared.shots import Shot, make_shot
from vision.imaging import Screen
from vision.reading import Doubt, LastMove, Reading, Why, because
from wwfsnap import pipeline
from wwfsnap.drawing import drawn_by_us

READING_KEYS = {
    "image": str,
    "ok": bool,
    "game": str,
    "layout": str,
    "language": str,
    "values": NoneType,
    "theme": str,
    "board": list,
    "rack": str,
    "tentative": list,
    "premiums": list,
    "grid": dict,
    "letters_left": int,
    "scores": list,
    "last_move": dict,
    "turn": str,
    "confidence": float,
    "doubts": list,
}
MOVE_KEYS = {
    "move": str,
    "word": str,
    "row": int,
    "column": int,
    "across": bool,
    "tiles": list,
    "score": int,
    "leave": str,
    "words": list,
    "places": list,
}


def _typed(record: dict[str, Any], keys: dict[str, type]) -> bool:
    return all(isinstance(record[key], kind) for key, kind in keys.items())


def test_solve_prints_and_draws(wwfsnap: Console, picture: Path) -> None:
    run = wwfsnap("solve", picture)
    assert run.status == 0
    assert run.err == ""
    assert "8  .  .  . DW  .  H  E  L  L  O  . DW  .  .  ." in run.out
    assert "G3 QUELL(E)rS" in run.out
    assert "[Q]" in run.out
    assert "Left on the rack" in run.out
    drawn = picture.with_name("shot.solved.png")
    assert f"drawn: {drawn}" in run.out
    assert drawn_by_us(drawn)


def test_solve_json_contract(wwfsnap: Console, picture: Path) -> None:
    run = wwfsnap("solve", picture, "--json", "--top", 3, "--by", "score")
    (record,) = run.lines
    assert run.status == 0
    assert record.keys() == {*READING_KEYS, "moves", "drawn", "otherwise"}
    assert _typed(record, READING_KEYS)
    assert record["drawn"] == str(picture.with_name("shot.solved.png"))
    assert len(record["moves"]) == 3
    for move in record["moves"]:
        assert move.keys() == MOVE_KEYS.keys()
        assert _typed(move, MOVE_KEYS)
    best = record["moves"][0]
    assert best["tiles"][0] == ["G3", "Q"]
    assert best["score"] == max(move["score"] for move in record["moves"])
    assert all(len(word) == 2 for word in best["words"])


def test_read_json_contract(wwfsnap: Console, picture: Path) -> None:
    run = wwfsnap("read", "--json", picture)
    (record,) = run.lines
    assert run.status == 0
    assert record.keys() == READING_KEYS.keys()
    assert _typed(record, READING_KEYS)
    assert record["image"] == str(picture)
    assert record["ok"] is True
    assert record["board"][7] == ".....HELLO....."
    assert record["rack"] == "QUELL?S"
    assert record["grid"].keys() == {"x", "y", "cell", "size"}
    assert record["premiums"][0] == "...T..t.t..T..."
    assert record["scores"] == [12, 34]


def test_tiles_that_are_corrected(wwfsnap: Console) -> None:
    picture = SAMPLES / "wwf2-empty.png"
    (plain,) = wwfsnap("read", "--json", picture).lines
    (record,) = wwfsnap("read", "--json", picture, "--correct", "H8=E, rack 2=?").lines
    assert record["board"][7] == ".......E......."
    assert record["rack"] == plain["rack"][0] + "?" + plain["rack"][2:]


@pytest.mark.parametrize(
    ("pictures", "told", "message"),
    [
        (1, "H8", "H8: no tile is given"),
        (1, "H99=E", "H99 is outside the board of 15 x 15 squares"),
        (2, "H8=E", "--correct works with one picture only"),
    ],
)
def test_corrections_that_fit_no_picture(
    wwfsnap: Console, pictures: int, told: str, message: str
) -> None:
    run = wwfsnap("read", *[SAMPLES / "wwf2-empty.png"] * pictures, "--correct", told)
    assert run.status == 2
    assert message in run.err
    assert "hint: " in run.err


def test_read_tells_all_it_knows(
    wwfsnap: Console, picture: Path, reads: Callable[[Reading], None]
) -> None:
    last = LastMove(((7, 5), (7, 6)), "HELLO", 24, "Andrea")
    doubt = Doubt("H8", "I", "L", because(Why.ALIKE, letter="I", other="L"))
    tentative = make_shot(rack="QUELS", tentative={(0, 0): "e", (0, 1): "L"}).reading
    reads(tentative._replace(last_move=last, doubts=(doubt,), confidence=0.5, turn="other"))
    (record,) = wwfsnap("read", "--json", picture).lines
    assert record["last_move"] == {
        "squares": ["F8", "G8"],
        "word": "HELLO",
        "score": 24,
        "player": "Andrea",
    }
    assert record["turn"] == "other"
    assert record["tentative"] == ["A1", "B1"]
    assert record["board"][0] == "." * 15
    assert record["rack"] == "QUELS?L"
    assert record["doubts"] == [
        {
            "where": "H8",
            "read": "I",
            "runner_up": "L",
            "why": "could be I or L",
            "reason": "alike",
            "told": {"letter": "I", "other": "L"},
        }
    ]
    told = wwfsnap("read", picture)
    assert told.status == 0
    for part in (
        "laid but not played: A1, B1",
        "scores 12 to 34",
        "40 letters left",
        "Andrea: HELLO for 24 points",
        "the opponent's turn",
        "doubt at H8: read I, may be L",
        "50%",
    ):
        assert part in told.out
    assert wwfsnap("read", "--strict", picture).status == 1
    assert wwfsnap("read", "--strict", "--json", picture).status == 1


def test_strict_without_doubts(wwfsnap: Console, picture: Path) -> None:
    assert wwfsnap("read", "--strict", picture).status == 0


def test_wishes_reach_the_reader(
    wwfsnap: Console, picture: Path, shot: Shot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wishes: dict[str, object] = {}

    def read(_screen: Screen, **given: object) -> Reading:
        wishes.update(given)
        return shot.reading

    monkeypatch.setattr(pipeline, "read", read)
    words = tmp_path / "words.txt"
    words.write_text("hello\nhellos\n")
    names = ["--game", "wwf", "--theme", "wwf2", "--language", "en"]
    run = wwfsnap("solve", picture, *names, "--words", words, "--json")
    assert wishes["game"] == "wwf"
    assert wishes["theme"] == "wwf2"
    assert wishes["language"] == "en"
    assert "HELLOS" in wishes["words"]("en")  # type: ignore[operator]
    assert {move["word"].upper() for move in run.lines[0]["moves"]} == {"HELLO", "HELLOS"}


def test_no_rack_still_shows_the_board(
    wwfsnap: Console, picture: Path, reads: Callable[[Reading], None]
) -> None:
    reads(make_shot(rack=None).reading)
    run = wwfsnap("solve", picture)
    assert run.status == 4
    assert "H  E  L  L  O" in run.out
    assert "no rack visible" in run.out
    assert "no rack" in run.err
    (record,) = wwfsnap("solve", "--json", picture).lines
    assert record["ok"] is False
    assert record["error"]["kind"] == "no-rack"
    assert record["board"][7] == ".....HELLO....."
    assert record["rack"] is None
    assert wwfsnap("read", picture).status == 0


def test_no_move_to_make(wwfsnap: Console, picture: Path, reads: Callable[[Reading], None]) -> None:
    reads(make_shot(rack="VVVVVVV").reading)
    run = wwfsnap("solve", picture)
    assert run.status == 0
    assert "no move is possible" in run.out
    assert not picture.with_name("shot.solved.png").exists()
    (record,) = wwfsnap("solve", picture, "--json").lines
    assert record["moves"] == []
    assert record["drawn"] is None


def test_random_premiums_count(
    wwfsnap: Console, picture: Path, shot: Shot, reads: Callable[[Reading], None]
) -> None:
    rows = tuple("." * 15 for _ in range(15))
    reads(shot.reading._replace(layout="random", premiums=rows))
    (plain,) = wwfsnap("solve", picture, "--json").lines
    assert plain["premiums"] == list(rows)
    best = plain["moves"][0]
    assert sum(points for _, points in best["words"]) + 35 == best["score"]


def test_out_names_a_file(wwfsnap: Console, picture: Path, tmp_path: Path) -> None:
    out = tmp_path / "best.jpg"
    run = wwfsnap("solve", picture, "--out", out)
    assert run.status == 0
    assert out.read_bytes()[:2] == b"\xff\xd8"
    assert wwfsnap("solve", picture, "--out", out).status == 0  # its own


def test_out_names_a_folder(wwfsnap: Console, picture: Path, shot: Shot, tmp_path: Path) -> None:
    other = shot.save(tmp_path / "other.png")
    run = wwfsnap("solve", picture, other, "--out", tmp_path / "solved")
    assert run.status == 0
    names = sorted(path.name for path in (tmp_path / "solved").iterdir())
    assert names == ["other.solved.png", "shot.solved.png"]


def test_out_never_overwrites_anothers_file(
    wwfsnap: Console, picture: Path, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.png"
    notes.write_bytes(b"mine")
    run = wwfsnap("solve", picture, "--out", notes)
    assert run.status == 2
    assert "was not drawn by wwfsnap" in run.err
    assert notes.read_bytes() == b"mine"
    before = picture.read_bytes()
    assert wwfsnap("solve", picture, "--out", picture).status == 2
    assert picture.read_bytes() == before


@pytest.mark.parametrize("out", ["drawn.gif", "one.png"])
def test_out_that_cannot_be(wwfsnap: Console, picture: Path, out: str) -> None:
    run = wwfsnap("solve", picture, picture, "--out", out)
    assert run.status == 2
    assert "hint:" in run.err


def test_own_drawing_is_not_solved_again(wwfsnap: Console, picture: Path) -> None:
    wwfsnap("solve", picture)
    drawn = picture.with_name("shot.solved.png")
    run = wwfsnap("solve", picture, drawn)
    assert run.status == 3
    assert "was drawn by wwfsnap" in run.err
    assert not drawn.with_name("shot.solved.solved.png").exists()


def test_open_shows_the_drawing(
    wwfsnap: Console, picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(typer, "launch", opened.append)
    wwfsnap("solve", picture, "--open")
    assert opened == [str(picture.with_name("shot.solved.png"))]


def test_learnt_words_are_played(wwfsnap: Console, picture: Path) -> None:
    assert wwfsnap("words", "learn", "hellosq").status == 0
    (record,) = wwfsnap("solve", picture, "--json", "--top", 0).lines
    assert "HELLOSQ" in {move["word"].upper() for move in record["moves"]}
    wwfsnap("words", "block", "squelch")
    (record,) = wwfsnap("solve", picture, "--json", "--top", 0).lines
    assert "SQUELCH" not in {move["word"].upper() for move in record["moves"]}
