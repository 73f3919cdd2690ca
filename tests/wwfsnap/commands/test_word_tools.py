"""`wwfsnap words check`, `find` and `study`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.console import Console
from wwfsnap.errors import Exit

DUTCH = "zeerst\nsezers\nsteert\nrest\nquiz\nzes\n"


@pytest.fixture
def dutch(tmp_path: Path) -> tuple[object, ...]:
    file = tmp_path / "nl.txt"
    file.write_text(DUTCH, encoding="utf-8")
    return "--language", "nl", "--words", file


def test_check(wwfsnap: Console) -> None:
    run = wwfsnap("words", "check", "qi", " Zen ")
    assert run.status == 0
    assert run.out.splitlines() == ["QI is in the list", "ZEN is in the list"]
    run = wwfsnap("words", "check", "qi", "zzyx", "two words", "")
    assert run.status == Exit.DOUBTS
    assert "ZZYX is not in the list" in run.out
    assert run.out.count("is not in the list") == 3


def test_check_knows_the_users_own_words(wwfsnap: Console) -> None:
    wwfsnap("words", "learn", "zzyx")
    wwfsnap("words", "block", "qi")
    run = wwfsnap("words", "check", "zzyx")
    assert (run.status, run.out) == (0, "ZZYX was added by you\n")
    run = wwfsnap("words", "check", "qi", "zen", "--json")
    assert run.status == Exit.DOUBTS
    assert run.lines == [
        [
            {"word": "QI", "valid": False, "by": "you"},
            {"word": "ZEN", "valid": True, "by": "list"},
        ]
    ]


def test_own_words_in_other_spellings(wwfsnap: Console) -> None:
    wwfsnap("words", "learn", "zzyé")
    wwfsnap("words", "block", "jalapeño")
    assert wwfsnap("words", "check", "zzyé").out == "ZZYÉ was added by you\n"
    assert wwfsnap("words", "check", "jalapeño").out == "JALAPEÑO was blocked by you\n"
    assert "ZZYE" in wwfsnap("words", "find", "zzyé", "--all-letters").out


def test_check_in_a_list_of_the_users(
    wwfsnap: Console, dutch: tuple[object, ...], tmp_path: Path
) -> None:
    assert wwfsnap("words", "check", "zeerst", *dutch).status == 0
    assert wwfsnap("words", "check", "zen", *dutch).status == Exit.DOUBTS
    missing = wwfsnap("words", "check", "zen", "--words", tmp_path / "none.txt")
    assert missing.status == Exit.MISSING
    assert wwfsnap("words", "check", "zen", "--language", "xx").status == Exit.USAGE


def test_find_words_of_some_letters(wwfsnap: Console, dutch: tuple[object, ...]) -> None:
    run = wwfsnap("words", "find", "ESTSREQZ", *dutch)
    assert run.status == 0
    assert [line.split() for line in run.out.splitlines()] == [
        ["Word", "Points", "Letters"],
        ["1", "SEZERS", "13", "6"],
        ["2", "ZEERST", "13", "6"],
        ["3", "ZES", "8", "3"],
        ["4", "REST", "7", "4"],
        ["4", "words"],
    ]


def test_find_json(wwfsnap: Console, dutch: tuple[object, ...]) -> None:
    (record,) = wwfsnap("words", "find", "ZE?", *dutch, "--json").lines
    assert record == {
        "language": "nl",
        "game": "wordfeud",
        "count": 1,
        "words": [{"word": "ZEs", "length": 3, "points": 6}],
    }


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["AB?", "--top", 0, "--length", 3, "--prefix", "BA"], "a d e g h l m n p r s t y"),
        (["..A.T", "--sort", "word", "--top", 4], "ABAFT ADAPT ALANT APART"),
        (
            ["--prefix", "qu", "--suffix", "t", "--length", "-5", "--sort", "length"],
            "QUBIT QUANT QUILT QUINT QUART QUEST QUIET QUIRT QUOIT QUIT",
        ),
        (["--containing", "zz", "--length", "4-4", "--top", 3], "JAZZ BUZZ FUZZ"),
        (["stop", "--all-letters", "--top", 0], "OPTS POST POTS SPOT STOP TOPS"),
        (["Q.", "--game", "scrabble"], "QI"),
    ],
)
def test_find(wwfsnap: Console, arguments: list[object], words: str) -> None:
    run = wwfsnap("words", "find", *arguments)
    assert run.status == 0, run.err
    found = [line.split()[1] for line in run.out.splitlines()[1:-1]]
    assert " ".join(word.removeprefix("BA") for word in found) == words


def test_the_users_own_words_are_found(wwfsnap: Console) -> None:
    wwfsnap("words", "learn", "zzyx")
    wwfsnap("words", "block", "stop")
    assert "ZZYX" in wwfsnap("words", "find", "zzyx").out
    assert "STOP" not in wwfsnap("words", "find", "stop", "--all-letters").out


def test_what_is_not_shown_is_told(wwfsnap: Console) -> None:
    run = wwfsnap("words", "find", "STOP", "--top", 2)
    assert "2 of " in run.out
    assert "--top 0 shows all" in run.out
    assert wwfsnap("words", "find", "ZZZ").out == "no words found\n"


def test_points_need_a_game(wwfsnap: Console, user: Path) -> None:
    file = user / "data" / "wwfsnap" / "words" / "ca.txt"
    file.parent.mkdir(parents=True)
    file.write_text("casa\ncotó\nperò\n", encoding="utf-8")
    catalan = ("--language", "ca")
    run = wwfsnap("words", "find", "....", *catalan, "--sort", "word")
    assert "Points" not in run.out
    assert [line.split() for line in run.out.splitlines()[1:-1]] == [
        ["1", "CASA", "4"],
        ["2", "COTO", "4"],
        ["3", "PERO", "4"],
    ]
    assert wwfsnap("words", "find", "....", *catalan, "--sort", "points").status == Exit.USAGE
    assert "points" in wwfsnap("words", "study", "casa", *catalan).out


@pytest.mark.parametrize(
    "arguments",
    [
        ("find",),
        ("find", "--all-letters", "--length", 5),
        ("find", "A.T", "--all-letters"),
        ("find", "AT", "--length", "7-5"),
        ("find", "AT", "--length", "x"),
        ("find", "AT", "--length", "5x7"),
        ("find", "A1"),
        ("find", "AT", "--game", "ruzzle"),
        ("find", "AT", "--game", "wwf", "--language", "nl"),
        ("find", "AT", "--sort", "colour"),
        ("study", "quit", "--length", 2),
        ("study", "--top", 3),
        ("study", "a"),
        ("study", "--game", "chess"),
    ],
)
def test_what_does_not_fit(wwfsnap: Console, arguments: tuple[object, ...]) -> None:
    assert wwfsnap("words", *arguments).status == Exit.USAGE


def test_study_of_the_list(wwfsnap: Console) -> None:
    run = wwfsnap("words", "study")
    assert run.status == 0
    assert "47,303 words form another word with an S added (28.0%)" in run.out
    assert "QQ" in run.out
    (record,) = wwfsnap("words", "study", "--json").lines
    assert record["plurals"] == 47303
    assert sum(record["lengths"].values()) == record["count"]
    assert len(record["missing_beginnings"]) == 356


def test_study_of_hooks(wwfsnap: Console) -> None:
    run = wwfsnap("words", "study", "--length", "2")
    rows = [line.split() for line in run.out.splitlines()]
    assert rows[0] == ["Before", "Word", "After"]
    assert ["YI", "DNP"] in rows
    (record,) = wwfsnap("words", "study", "--length", "2", "--json").lines
    assert {"word": "YI", "front": [], "back": ["D", "N", "P"]} in record["hooks"]


def test_study_of_a_word(wwfsnap: Console) -> None:
    run = wwfsnap("words", "study", "quit", "--top", 2)
    assert run.out.startswith("QUIT\n")
    assert "wwf 14, wordfeud 14, crossplay 14, lexulous 16, scrabble 13" in run.out
    assert "QUITE QUITS and 16 more" in run.out
    (record,) = wwfsnap("words", "study", "zzyx", "--json", "--game", "scrabble").lines
    assert (record["listed"], record["points"], record["anagrams"]) == (False, {"scrabble": 32}, [])
    assert record["beginning"] == {"count": 0, "words": []}
    assert "ZZYX is not in the word list" in wwfsnap("words", "study", "zzyx").out
