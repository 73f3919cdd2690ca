"""`wwfsnap play` against the user: what he types, and what comes of it."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from solver.game import Gcg, State, load_game, recorded_turns, states, write_game
from solver.game.history import turn_text
from solver.strategy import EasyPlayer, PointsPlayer
from solver.words import Lexicon
from tests.shared.console import Console
from tests.shared.typing_in import Typist
from tests.shared.words import short_list
from wwfsnap.errors import Exit
from wwfsnap.play import GameFiles, typed_commands
from wwfsnap.play.rules import notes_of

# With seed 3 the first rack is ERPDIRN, and the second LTOUKAL.
SEED = ("--seed", 3)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, wwfsnap: Console) -> Typist:
    return Typist(monkeypatch, wwfsnap)


@pytest.fixture
def words(tmp_path: Path) -> Path:
    return short_list(tmp_path)


@pytest.fixture
def no_words(tmp_path: Path) -> Path:
    """A list with which nothing can be laid."""
    file = tmp_path / "none.txt"
    file.write_text("ZZZZ\n", encoding="utf-8")
    return file


def kept(user: Path) -> list[Path]:
    return sorted((user / "state" / "wwfsnap" / "games").glob("*.gcg"))


def test_a_move_is_answered_and_kept(play: Typist, words: Path, user: Path) -> None:
    run = play(*SEED, "--words", words, "--level", "points", types=["8G PIN", "quit"])
    assert run.status == 0
    assert "seed 3: use --seed 3 to get the same tiles again" in run.out
    assert "your rack: ERPDIRN" in run.out
    assert "you play 8G PIN for 7 points" in run.out
    assert "wwfsnap plays " in run.out
    (file,) = kept(user)
    assert f"the game is saved in {file}" in run.out
    assert f"wwfsnap play --resume {file}" in run.err
    read = Gcg.parse(file.read_text(encoding="utf-8"))
    assert read.players == ("me", "wwfsnap")
    assert read.scores[0] == 7
    assert len(read.turns) == 2


def test_words_are_challenged(play: Typist, words: Path, user: Path) -> None:
    rules = (*SEED, "--words", words, "--level", "points", "--challenge", "double")
    run = play(*rules, "--review", types=["8G PRI", "challenge", "undo", "quit"])
    assert run.status == 0
    assert "level points; challenge double" in run.out
    assert "you play 8G PRI: challenged and taken back, as not all words are in the list" in run.out
    assert "the words are in the list: you lose your turn" in run.out
    assert run.out.count("wwfsnap plays ") == 2
    (file,) = kept(user)
    text = file.read_text(encoding="utf-8")
    assert ", challenge double\n" in text
    assert ">me: ERPDIRN -- -6 0\n" in text
    again = play("--resume", file, "--words", words, types=["challenge", "quit"])
    assert "you lose your turn" in again.out


def test_points_for_a_challenge_in_vain(play: Typist, words: Path, user: Path) -> None:
    rules = (*SEED, "--words", words, "--level", "points", "--challenge", "5")
    run = play(*rules, types=["8G PIN", "challenge", "challenge", "quit"])
    assert "the words are in the list: wwfsnap gets 5 points" in run.out
    assert "the program has made no move that can be challenged" in run.err
    (file,) = kept(user)
    assert " (challenge) +5 " in file.read_text(encoding="utf-8")
    without = play(*SEED, "--words", words, types=["challenge", "quit"])
    assert "nothing to challenge" in without.err
    assert play("self", "--challenge", "double").status == Exit.USAGE


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("8G PIX", "X is not on the rack ERPDIRN"),
        ("8G PIRn", "a blank for n is not on the rack"),
        ("8G ÅR", "Words With Friends in en has no tile Å"),
        ("8G PRI", "PRI is not in the word list"),
        ("1A PIN", "the first word must cover H8"),
        ("8N PIN", "runs off the board"),
        ("8G P(I)N", "needs a tile on H8"),
        ("8H P", "a single tile must touch another tile to form a word"),
        ("8G", "is not a move"),
        ("swap X", "X is not on the rack ERPDIRN"),
        ("swap", "no tiles are given"),
        ("swap 1", "'1' is not a tile"),
        ("undo", "you have no move to undo"),
        ("hint much", "'much' is not a number of moves"),
        ("save", "no file is given"),
        ("save game.txt", "is not the name of a GCG file"),
        ("save a\0b.gcg", "is not the name of a file"),
        ("save ~nobody-of-that-name/game.gcg", "there is no such home folder"),
        (f"save {'x' * 300}.gcg", "File name too long"),
        ("jump", "JUMP is not in the word list"),
        ("jump it", "'jump it' is not understood"),
    ],
)
def test_what_cannot_be_done_costs_nothing(
    play: Typist, words: Path, user: Path, typed: str, message: str
) -> None:
    run = play(*SEED, "--words", words, types=[typed, "", "board"])
    assert run.status == 0
    assert f"error: {message}" in run.err or message in run.err
    assert run.err.count("error: ") == 1
    assert run.out.count("your rack: ERPDIRN") == 2
    assert Gcg.parse(kept(user)[0].read_text(encoding="utf-8")).turns == ()


def test_a_game_is_not_saved_where_a_link_leads_to_itself(
    play: Typist, words: Path, tmp_path: Path
) -> None:
    link = tmp_path / "loop.gcg"
    link.symlink_to(link)
    run = play(*SEED, "--words", words, types=[f"save {link}", f"save {link}/game.gcg", "board"])
    assert run.status == 0
    assert f"{link}: already exists" in run.err
    assert f"{link}/game.gcg: cannot be written" in run.err
    assert run.out.count("your rack: ERPDIRN") == 2


def test_lower_case_will_do_where_there_is_no_blank(play: Typist, words: Path) -> None:
    run = play(*SEED, "--words", words, types=["8g pin"])
    assert "you play 8G PIN for 7 points" in run.out


def test_what_is_no_text_is_not_understood(
    wwfsnap: Console, words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n8G PIN\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", typed)
    run = wwfsnap("play", *SEED, "--words", words)
    assert run.status == 0
    assert "is not understood" in run.err
    assert "you play 8G PIN" in run.out


def test_orders_tell(play: Typist, words: Path) -> None:
    run = play(*SEED, "--words", words, "--top", 2, types=["hint", "hint 1", "unseen", "help"])
    assert run.out.count("Left on the rack") == 2
    assert "97 tiles unseen: A9 B2" in run.out
    assert "undo your last move and the program's answer" in run.out
    run = play(*SEED, "--words", words, "--by", "equity", types=["hint"])
    assert "ranked by points, leave and openings" in run.out


def test_undo_takes_back_move_and_answer(play: Typist, words: Path, user: Path) -> None:
    run = play(*SEED, "--words", words, types=["8G PIN", "swap ER", "undo", "undo", "8G RID"])
    assert run.status == 0
    assert run.out.count("your rack: ERPDIRN") == 2
    (file,) = kept(user)
    text = file.read_text(encoding="utf-8")
    assert "8G RID" in text
    assert "PIN" not in text


def test_the_program_may_begin(play: Typist, words: Path, user: Path) -> None:
    run = play(*SEED, "--words", words, "--level", "points", "--first", "you", types=["undo"])
    assert run.out.index("wwfsnap plays ") < run.out.index("your rack: ")
    assert "you have no move" in run.err
    assert Gcg.parse(kept(user)[0].read_text(encoding="utf-8")).players == ("wwfsnap", "me")


def test_the_same_seed_gives_the_same_game(play: Typist, words: Path) -> None:
    outs = [
        play(*SEED, "--words", words, "--level", "equity", types=["8G PIN", "pass"]).out
        for _ in range(2)
    ]
    without = [[line for line in out.splitlines() if "is saved in" not in line] for out in outs]
    assert without[0] == without[1]
    assert "seed " in play("--words", words).out


@pytest.mark.parametrize(
    ("game", "turns", "left"),
    [("wwf", 10, True), ("wordfeud", 2, True), ("crossplay", 2, False), ("scrabble", 3, True)],
)
def test_passing_ends_the_game_by_its_own_rule(
    play: Typist, no_words: Path, game: str, turns: int, *, left: bool
) -> None:
    run = play("--game", game, "--words", no_words, "--level", "easy", types=["pass"] * 10 + ["n"])
    assert run.status == 0
    assert run.out.count("wwfsnap passes") + run.out.count("your rack: ") in {
        2 * turns,
        2 * turns - 1,
    }
    assert (" left at the end" in run.out) is left
    assert "win" in run.out or "a draw" in run.out


def near_the_end(words: Path, name: str, turns: int) -> tuple[str, list[str], State]:
    """A record that lacks its last turns, the moves that are lacking of its first player."""
    game, lexicon = load_game(name), Lexicon.load(words)
    for seed in range(99):
        players = (EasyPlayer(game, lexicon), PointsPlayer(game, lexicon))
        seen = list(states(game, players, seed))
        if not seen[-1].bag and seen[-1].scoreless == 0 and seen[-1 - turns].turn == 0:
            break
    else:
        pytest.fail("no game that ends with tiles laid and the right turn")
    names = ("me", "wwfsnap")
    text = write_game(names, recorded_turns(names, seen[:-turns]), {}, notes_of(game, seed))
    moves = [
        turn_text(after.last, before.board, game)
        for before, after in zip(seen[-1 - turns :], seen[-turns:], strict=False)
        if after.last and before.turn == 0
    ]
    return text, ["pass" if move == "-" else move for move in moves], seen[-1]


@pytest.mark.parametrize("name", ["wwf", "crossplay"])
def test_a_game_that_was_kept_is_played_to_its_end(
    play: Typist, words: Path, tmp_path: Path, user: Path, name: str
) -> None:
    text, moves, end = near_the_end(words, name, 3)
    file = tmp_path / "mine.gcg"
    file.write_text(text, encoding="utf-8")
    arguments = ("--resume", file, "--words", words, "--level", "points")
    run = play(*arguments, types=[*moves, "y"])
    assert run.status == 0, run.err
    best, least = max(end.scores), min(end.scores)
    winner = "you win" if end.scores[0] == best else "wwfsnap wins"
    assert f"{winner}, {best} to {least}" in run.out
    assert (" left at the end" in run.out) is (name == "wwf")
    assert "behind the best moves in " in run.out
    assert file.read_text(encoding="utf-8") == text
    assert Gcg.parse(kept(user)[0].read_text(encoding="utf-8")).scores == end.scores
    shown = play(*arguments, "--review", types=moves)
    assert "behind the best moves in " in shown.out
    assert "behind the best moves" not in play(*arguments, types=moves).out


def test_save_and_resume(play: Typist, words: Path, tmp_path: Path) -> None:
    file = tmp_path / "folder" / "game.gcg"
    types = ["8G PIN", f"save {file}", "pass", f"save {file}", "board"]
    first = play(*SEED, "--words", words, "--level", "points", types=types)
    assert first.err.count("written to") == 2
    again = play("--resume", file, "--words", words, types=["undo", f"save {file}"])
    assert "level points" in again.out
    assert "seed 3" in again.out
    end = first.out.split("your rack: ")[-1]
    assert f"your rack: {end}" in again.out
    assert "written to" in again.err
    other = play(*SEED, "--words", words, types=[f"save {file}", "board"])
    assert "already exists" in other.err
    assert "choose another name" in other.err


def test_a_record_from_elsewhere_goes_on(play: Typist, words: Path, tmp_path: Path) -> None:
    file = tmp_path / "club.gcg"
    file.write_text(">ann: CABSEEE 8G CAB +10 10\n>bob: QIZ\n", encoding="utf-8")
    run = play("--resume", file, "--words", words, types=["undo", "I7 QI"])
    assert "your rack: QIZ" in run.out
    assert "you 0" in run.out
    assert "seed" not in run.out
    assert "you have no move" in run.err
    assert play("--resume", tmp_path / "none.gcg").status == Exit.UNREADABLE
    file.write_text("no game", encoding="utf-8")
    assert play("--resume", file).status == Exit.USAGE


def test_interrupted_and_nothing_lost(
    play: Typist, words: Path, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(["8G PIN"])

    def typed(_question: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(typed_commands, "asked", typed)
    run = play(*SEED, "--words", words)
    assert run.status == Exit.INTERRUPTED
    assert f"--resume {kept(user)[0]}" in run.err
    assert "8G PIN" in kept(user)[0].read_text(encoding="utf-8")


def test_the_interrupt_key_ends_a_game_that_waits(words: Path) -> None:
    program = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
    command = [sys.executable, "-u", "-c", program, "play", "--words", str(words)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        assert process.stdout is not None
        assert any("your rack: " in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == Exit.INTERRUPTED
    assert "to continue: wwfsnap play --resume " in told


def test_where_nothing_can_be_kept_the_game_goes_on(
    play: Typist, words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wwfsnap").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    run = play(*SEED, "--words", words, types=["8G PIN"])
    assert run.status == 0
    assert "cannot be written" in run.err
    assert "--resume" not in run.err
    assert "you play 8G PIN" in run.out


def test_games_at_the_same_second_are_kept_apart(user: Path) -> None:
    assert GameFiles().keep("one") != GameFiles().keep("two")
    assert {path.read_text(encoding="utf-8") for path in kept(user)} == {"one", "two"}


class Keyboard(io.StringIO):
    """Somebody who sits at a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_begins_each_turn_at_the_top(
    wwfsnap: Console, words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("FORCE_COLOR", "1"), ("TERM", "xterm-256color"), ("COLUMNS", "80")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdin", Keyboard("8G PIN\n8G PIX\nundo\nquit\n"))
    run = wwfsnap("play", *SEED, "--words", words, "--level", "points")
    start, turn, undone = run.out.split("\x1b[2J")
    assert "the game is saved in" in start
    assert "you play 8G PIN for 7 points" in turn
    assert "wwfsnap plays" in turn
    assert "P₄" in turn
    assert "you play" not in undone
    assert "your rack: ERPDIRN" in undone


def test_board_tells_the_last_moves_with_their_points(play: Typist, words: Path) -> None:
    run = play(*SEED, "--words", words, "--level", "points", types=["board", "8G PIN", "board"])
    assert run.out.count("you play 8G PIN for 7 points") == 2
    assert run.out.count("wwfsnap plays ") == 2
    assert "\x1b" not in run.out


@pytest.mark.parametrize(
    "flags",
    [
        ("--json",),
        ("--games", 2),
        ("--other", "easy"),
        ("--self", "--first", "me"),
        ("--self", "--review"),
        ("--resume", "x.gcg", "--first", "me"),
        ("--level", "god"),
        ("--game", "ruzzle"),
    ],
)
def test_flags_that_do_not_fit(play: Typist, flags: tuple[object, ...]) -> None:
    assert play(*flags).status == Exit.USAGE
