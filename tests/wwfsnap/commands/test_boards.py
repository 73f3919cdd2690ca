"""`wwfsnap moves`: what Dutch Wordfeud helpers show, racks for study, and a row a word."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from solver.game import Square, load_game
from tests.shared.console import Console, Run
from wwfsnap.errors import Exit
from wwfsnap.typed_boards import Rules, read_typed

UPPER = """\
3...5..2..5...3
.2...3...3...2.
..4...2.2...4..
...3...2...3...
5...4.2.2.4...5
.3...3...3...3.
..2.2.....2.2..
2..4...1...4..2"""
DUTCH = "STEP\nSTEPS\nGEBAKJE\nRAAM\nMUFFINS\nZEERST\nSEZERS\nME\nAT\nAS\nRAS\n"
STEP = "\n".join(["." * 15] * 6 + ["..STEP........."] + ["." * 15] * 8)
EMPTY = "\n".join(["." * 15] * 15)
FIGURES = "\n".join([UPPER, *UPPER.split()[-2::-1]])


@pytest.fixture
def helper(wwfsnap: Console, tmp_path: Path) -> Console:
    """The command with a Dutch list and a board in digits."""
    layout, words = tmp_path / "layout.default.board", tmp_path / "nl.txt"
    layout.write_text(FIGURES)
    words.write_text(DUTCH)

    def called(*arguments: object) -> Run:
        dutch = ("--game", "wordfeud", "--language", "nl", "--words", words)
        return wwfsnap("moves", *arguments, *dutch, "--layout", layout)

    return called  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("rack", "move", "points"),
    [
        ("S", "7C (STEP)S", 11),
        ("GEBAKJ", "E1 GEBAKJ(E)", 102),
        ("RAAM", "6B RAAM", 21),
        ("MUFFINS", "G1 MUFFINS", 75),
    ],
)
def test_dutch_moves_on_a_board_in_digits(
    helper: Console, rack: str, move: str, points: int
) -> None:
    (moves,) = helper(STEP, "--rack", rack, "--top", 0, "--json").lines
    assert (move, points) in [(each["move"], each["score"]) for each in moves]
    assert moves[0]["score"] == points


def test_zeerst_in_its_places(helper: Console) -> None:
    (moves,) = helper(EMPTY, "--rack", "ESTSREQZ", "--rack-size", 8, "--json").lines
    best = moves[0]
    assert (best["word"], best["score"]) == ("SEZERS", 26)
    zeerst = next(each for each in moves if each["word"] == "ZEERST")
    assert zeerst["score"] == 26
    assert [zeerst["move"], *zeerst["places"]] == [f"8{column} ZEERST" for column in "CDGH"]
    assert {26, 13} <= {each["score"] for each in moves if each["word"] == "ZEERST"}
    printed = helper(EMPTY, "--rack", "ESTSREQZ", "--rack-size", 8).out
    assert "26  4 places  ZEERST 26" in printed
    blank = helper(EMPTY, "--rack", "Z??RST", "--top", 3).out
    assert "ZeeRST" in blank


def test_all_places_gives_each_a_row(helper: Console) -> None:
    arguments = (EMPTY, "--rack", "ESTSREQZ", "--rack-size", 8, "--top", 12, "--all-places")
    (moves,) = helper(*arguments, "--json").lines
    assert len(moves) == 12
    assert not any(move["places"] for move in moves)
    assert "places" not in helper(*arguments).out.lower()


def test_a_row_a_word(wwfsnap: Console) -> None:
    run = wwfsnap("moves", EMPTY, "--game", "wordfeud", "--rack", "JEEZ?AB", "--top", 10, "--json")
    (moves,) = run.lines
    assert len(moves) == 10
    assert len({(m["word"].upper(), m["score"], m["leave"]) for m in moves}) == 10
    (every,) = wwfsnap(
        "moves", EMPTY, "--game", "wordfeud", "--rack", "JEEZ?AB", "--top", 0, "--json"
    ).lines
    texts = {move["move"].upper(): move["score"] for move in every}
    for move in moves:
        assert all(texts[place.upper()] == move["score"] for place in move["places"])
    assert sum(1 for move in every if move["score"] == moves[0]["score"]) > len(moves[0]["places"])


def test_places_by_equity_are_worth_the_same(wwfsnap: Console) -> None:
    arguments = ("moves", EMPTY, "--game", "wordfeud", "--rack", "JEEZTAB", "--by", "equity")
    (found,) = wwfsnap(*arguments, "--json").lines
    assert len(found["moves"]) + len(found["others"]) == 10
    several = next(move for move in found["moves"] if move["places"])
    (apart,) = wwfsnap(*arguments, "--json", "--all-places", "--top", 60).lines
    worth = {move["move"]: move["equity"] for move in apart["moves"]}
    assert {worth[place] for place in several["places"]} == {several["equity"]}
    assert f"{len(several['places']) + 1} places" in wwfsnap(*arguments).out


@pytest.mark.parametrize("more", [(), ("--by", "equity")])
def test_words_are_whole_on_forty_columns(
    wwfsnap: Console, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    arguments = ("moves", EMPTY, "--game", "wordfeud", "--rack", "JEZEABT", "--top", 9)
    run = wwfsnap(*arguments, *more)
    assert "…" not in run.out
    table = run.out.split(" 15 ")[1]
    assert max(map(len, table.splitlines()[1:])) <= 40
    (found,) = wwfsnap(*arguments, *more, "--json").lines
    for move in found["moves"] if more else found:
        places = f", {len(move['places']) + 1} places" if move["places"] else ""
        assert f" {move['move']} {move['score']}{places}\n" in table


def test_long_racks_are_for_those_who_ask(wwfsnap: Console) -> None:
    arguments = ("moves", EMPTY, "--game", "wordfeud", "--rack", "ABCDEFGHIJKL")
    run = wwfsnap(*arguments)
    assert run.status == Exit.USAGE
    assert "12 tiles on the rack ABCDEFGHIJKL; the maximum is 7" in run.err
    assert "--rack-size 12" in run.err
    assert "the maximum is 11" in wwfsnap(*arguments, "--rack-size", 11).err
    assert wwfsnap(*arguments, "--rack-size", 13).status == Exit.USAGE
    (moves,) = wwfsnap(*arguments, "--rack-size", 12, "--json").lines
    assert len(moves) == 10
    long = [move for move in moves if len(move["tiles"]) >= 7]
    assert long
    for move in long:
        assert move["score"] == sum(points for _, points in move["words"]) + 40


@pytest.mark.parametrize("board", [EMPTY, STEP])
def test_four_blanks(wwfsnap: Console, board: str) -> None:
    arguments = ("moves", board, "--game", "wordfeud", "--rack", "????")
    (moves,) = wwfsnap(*arguments, "--top", 1, "--json").lines
    assert len(moves) == 1
    assert moves[0]["word"].upper() != moves[0]["word"]
    for more in (("--top", 0), ("--by", "equity"), ("--why",)):
        run = wwfsnap(*arguments, *more)
        assert run.status == Exit.USAGE
        assert "the rack ???? is for study" in run.err
        assert "--" in run.err
    run = wwfsnap(*arguments[:-1], "A?????")
    assert run.status == Exit.USAGE
    assert "5 blanks on the rack A?????; the maximum is 4" in run.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FIGURES.replace("1", "9"), "line 8, column 8: '9' is not a premium square"),
        (FIGURES.replace("1", "*"), "line 8, column 8: '*' after '3'"),
        (FIGURES.replace("3...5", "3..5", 1), "line 1, column 15: the row has 14 squares"),
        ("..\n..", "the board has 15 rows, but Wordfeud has 2 here"),
    ],
)
def test_faulty_layouts(wwfsnap: Console, tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "random.board"
    file.write_text(text)
    run = wwfsnap(
        "moves", EMPTY, "--rack", "ABC", "--game", "wordfeud", "--layout", file, "--top", 1
    )
    assert run.status == Exit.USAGE
    assert message in run.err


def test_a_layout_that_is_neither_known_nor_a_file(wwfsnap: Console, tmp_path: Path) -> None:
    run = wwfsnap("moves", EMPTY, "--rack", "ABC", "--layout", "nix")
    assert run.status == Exit.USAGE
    assert "is called 'nix', and there is no such file" in run.err
    assert "standard" in run.err
    assert wwfsnap("moves", EMPTY, "--rack", "ABC", "--layout", tmp_path).status != 0


def test_without_a_start_square_the_middle_is_taken(wwfsnap: Console, tmp_path: Path) -> None:
    file = tmp_path / "plain.board"
    file.write_text("\n".join(["." * 9] * 9))
    board = "\n".join(["." * 9] * 9)
    run = wwfsnap("moves", board, "--rack", "CAT", "--layout", file, "--json")
    assert "no start square is drawn, so E5 is used" in run.err
    assert all("E5" in dict(move["tiles"]) for move in run.lines[0])
    own = tmp_path / "own.board"
    own.write_text("\n".join(load_game("wordfeud").premiums))
    run = wwfsnap("moves", EMPTY, "--rack", "CAT", "--game", "wordfeud", "--layout", own)
    assert (run.status, run.err) == (Exit.GOOD, "")


@pytest.mark.parametrize(
    ("game", "layout"),
    [("wwf", "solo"), ("wwf", "standard"), ("crossplay", "standard"), ("wordfeud", "FILE")],
)
def test_a_record_tells_its_game(wwfsnap: Console, tmp_path: Path, game: str, layout: str) -> None:
    """The moves at its end are those of `play team --resume`, not those of the usual game."""
    drawn, saved, half = tmp_path / "drawn.layout", tmp_path / "self.gcg", tmp_path / "half.gcg"
    drawn.write_text(FIGURES)
    board = drawn if layout == "FILE" else layout
    chosen = ("--game", game, "--layout", board)
    assert not wwfsnap(
        "play", "self", *chosen, "--seed", 7, "--level", "easy", "--save", saved, "--quiet"
    ).status
    lines = saved.read_text(encoding="utf-8").splitlines()
    turns = [number for number, line in enumerate(lines) if line.startswith(">")]
    half.write_text("\n".join(lines[: turns[8]]) + "\n", encoding="utf-8")
    record = ("moves", half, "--rack", "AEIRST", "--json")
    (told,), (named,) = wwfsnap(*record).lines, wwfsnap(*record, *chosen).lines
    assert told == named
    (plain,) = wwfsnap(*record, "--game", "scrabble").lines if layout == "standard" else ([],)
    assert plain != told


def test_a_printed_board_is_read_again(wwfsnap: Console, tmp_path: Path) -> None:
    """With its rack, its game, and premiums that were dealt."""
    printed, shot = tmp_path / "printed.txt", tmp_path
    for name in ("wordfeud-random-de", "wwf2-blanks", "wwf2-11x11-solo"):
        shot = Path(shutil.copy(FOLDER / f"{name}.png", tmp_path))  # `solve` draws beside it
        printed.write_text(wwfsnap("read", shot).out, encoding="utf-8")
        (seen,) = wwfsnap("read", shot, "--json").lines
        (board, rack, scores), game = read_typed(printed.read_text(encoding="utf-8"), Rules())
        assert (board.lines(), str(rack)) == (seen["board"], seen["rack"])
        assert (game.name, game.language) == (seen["game"], seen["language"])
        assert scores == (tuple(seen["scores"]) if seen["scores"] else None)
        for square in (Square(r, c) for r in range(game.size) for c in range(game.size)):
            row, column = square.row, square.column
            assert board[square] or game.premiums[row][column] == seen["premiums"][row][column]
    (solved,) = wwfsnap("solve", shot, "--json", "--top", 3).lines
    (moves,) = wwfsnap("moves", printed, "--json", "--top", 3).lines
    assert moves == solved["moves"]


def test_the_points_of_a_position_are_its_lead(wwfsnap: Console) -> None:
    board = "15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15 QUELL?S/"
    wins = [
        wwfsnap("moves", f"{board} {scores} 0", "--by", "win", "--seconds", 0.2, "--json", *lead)
        for scores, lead in (("300/0", ()), ("0/300", ()), ("0/300", ("--lead", 300)))
    ]
    ahead, behind, told = (run.lines[0]["moves"][0]["win"] for run in wins)
    assert min(ahead, told) > 0.9
    assert behind < 0.1
    assert wwfsnap("moves", board, "--by", "win", "--lead", 10_000).status == Exit.USAGE


def test_a_file_far_below_is_no_position(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name looks like rows of CGP."""
    file = Path("a/b/c/d/e/f/g/h/i/board")
    monkeypatch.chdir(tmp_path)
    file.parent.mkdir(parents=True)
    file.write_text(("." * 15 + "\n") * 15)
    assert wwfsnap("moves", file, "--rack", "CAT").status == Exit.GOOD
    run = wwfsnap("moves", "", "--rack", "CAT")
    assert run.status == Exit.USAGE
    assert "no board is given" in run.err


def test_failures_are_told_as_json_too(wwfsnap: Console, tmp_path: Path) -> None:
    """By their kinds, which programs look at."""
    long = f"{'x' * 300}.png"
    for arguments, kind in (
        (("solve", "x.png", "--game", "nope"), "unknown-game"),
        (("solve", "x.png", "--correct", "H8"), "correction-unusable"),
        (("solve", "x.png", "--correct", "H8=E,,rack 1=."), "correction-unusable"),
        (("solve", "x.png", "--out", long), "unreadable-file"),
        (("moves", "nope.txt", "--rack", "ABC"), "unreadable-file"),
        (("moves", STEP, "--rack", "ABCDEFGHI"), "rack"),
        (("moves", STEP, "--rack", "AB", "--by", "win", "--seconds", "nan"), "usage"),
        (("ruzzle", "--demo", "xx"), "unknown-game"),
        (("words", "check", "qi", "--words", tmp_path / "nope"), "words-missing"),
    ):
        run = wwfsnap(*arguments, "--json")
        (told,) = run.lines
        assert (told["ok"], told["error"]["kind"]) == (False, kind)
        assert told["error"]["message"] in run.err
    assert not wwfsnap("moves", STEP, "--rack", "ABCDEFGHI").out


def test_the_help_has_lines(wwfsnap: Console) -> None:
    for arguments in ((), ("words",)):
        run = wwfsnap(*arguments)
        assert "\\n" not in run.out + run.err
        assert "Commands:\n" in run.out + run.err
