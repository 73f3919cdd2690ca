"""`wwfsnap play --with-you`: a game elsewhere, told turn by turn."""

from pathlib import Path

import pytest

from sample_screens.truth import FOLDER
from solver.game import Gcg, load_game, states
from solver.game.history import turn_text
from solver.strategy import EasyPlayer, PointsPlayer
from solver.words import Lexicon
from tests.shared.console import Console
from tests.shared.shots import LATER, OPENING, make_shot
from tests.shared.typing_in import Typist
from tests.shared.words import short_list
from wwfsnap.errors import Exit

CGP = "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EERSTUI/ 10/24 0"


@pytest.fixture
def words(tmp_path: Path) -> Path:
    return short_list(tmp_path)


@pytest.fixture
def show_failure(monkeypatch: pytest.MonkeyPatch, wwfsnap: Console, words: Path) -> Typist:
    typist = Typist(monkeypatch, wwfsnap)
    typist.always = ("--with-you", "--words", words, "--top", 2)
    return typist


def kept(user: Path) -> Gcg:
    (file,) = (user / "state" / "wwfsnap" / "games").glob("*.gcg")
    return Gcg.parse(file.read_text(encoding="utf-8"))


def test_board_scores_and_moves_are_kept_up(show_failure: Typist) -> None:
    types = ["rack ABCERST", "me 8G CAB", "them 7H ta", "rack ERSTOIN", "hint 1", "board"]
    run = show_failure(types=types)
    assert run.status == 0, run.err
    assert "your rack is not known: type rack LETTERS" in run.out
    assert "you played 8G CAB for 9 points" in run.out
    assert "your rack: ERST and what you drew" in run.out
    assert "your opponent played 7H TA for " in run.out
    assert run.out.count("Left on the rack") == 3
    assert "97 tiles unseen" in show_failure(types=["rack ABCERST", "unseen"]).out


def test_the_other_is_answered_at_once(show_failure: Typist) -> None:
    run = show_failure(types=["rack ERSTOIN", "them 8G CAB"])
    assert run.out.count("Left on the rack") == 2
    assert "you 0, your opponent 9; 87 tiles in the bag" in run.out
    run = show_failure("--by", "equity", types=["rack ERSTOIN"])
    assert "ranked by points, leave and openings" in run.out


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("me 8G WORD", "W is not on the rack ABCERST"),
        ("me swap W", "W is not on the rack ABCERST"),
        ("me", "is not a move"),
        ("them swap", "no tiles are given"),
        ("them 1A CAB", "the first word must cover H8"),
        ("them 8G KICK", "more of these tiles than the game: K"),
        ("rack ABCDEFGH", "8 tiles on the rack"),
        ("rack ZZ", "more of these tiles than the game: Z"),
        ("tile H8", "is not a square and a tile"),
        ("tile P9 E", "P9 lies outside the board"),
        ("shot a\0b.png", "is not the name of a file"),
        (f"shot {'x' * 300}.png", "is too long for a file name"),
        ("score much", "is not a pair of scores"),
        ("score --5 3", "is not a pair of scores"),
        ("score 3 " + "9" * 5000, "is not a pair of scores"),
        ("hint " + "9" * 5000, "is not a number of moves"),
        ("swap " + "9" * 5000, "is not a tile"),
        ("8G CAB", "is not understood"),
    ],
)
def test_what_cannot_be_costs_nothing(
    show_failure: Typist, user: Path, typed: str, message: str
) -> None:
    run = show_failure(types=["rack ABCERST", typed, "board"])
    assert message in run.err
    assert run.err.count("error: ") == 1
    assert run.out.count("your rack: ABCERST") == 1
    assert kept(user).turns == ()


def test_a_word_laid_through_others_is_told_whole(show_failure: Typist, tmp_path: Path) -> None:
    position = tmp_path / "board.txt"
    position.write_text(CGP.replace("6CAB6", "6RIEND4"), encoding="utf-8")
    run = show_failure("--from", position, types=["them 8F F(RIEND)S", "board"])
    assert run.out.count("your opponent played 8F F(RIEND)S for ") == 2


def test_moves_are_suggested_at_once_where_the_rack_is_known(
    show_failure: Typist, tmp_path: Path
) -> None:
    position = tmp_path / "board.txt"
    position.write_text(CGP, encoding="utf-8")
    assert show_failure("--from", position).out.count("Left on the rack") == 1


def test_the_next_screenshot_tells_what_was_played(
    show_failure: Typist, tmp_path: Path, user: Path
) -> None:
    first = make_shot(OPENING).save(tmp_path / "first.png")
    later = make_shot(LATER, "E?SABCD").save(tmp_path / "later.png")
    types = [f"shot {later}", f"shot {later}", "undo", "undo", f"shot {later}"]
    run = show_failure("--from", first, types=types)
    assert run.status == 0, run.err
    assert run.out.count("you played J6 QU(O)LL for ") == 2
    assert run.out.count("your opponent played F7 O(H)O for ") == 2
    assert run.out.count("nothing new was played") == 1
    assert run.out.count("Left on the rack") == 4
    assert [line.turn.kind for line in kept(user).turns if line.turn] == ["lay"] * 3
    again = show_failure("--from", later, types=["shot", f"shot {first}", f"shot {tmp_path}/no"])
    assert "no file is given" in again.err
    assert "another game, or an earlier board" in again.err
    assert "no such file" in again.err
    typed = tmp_path / "later.txt"
    typed.write_text("\n".join(LATER), encoding="utf-8")
    own = show_failure("--from", first, types=["me J6 QU(O)LL", f"shot {typed}"])
    assert "your opponent played F7 O(H)O for " in own.out
    assert "your rack: E?S and what you drew" in own.out


def test_hints_need_a_rack_and_undo_a_turn(show_failure: Typist) -> None:
    run = show_failure(types=["hint", "undo", "rack ABCERST", "me 8G CAB", "hint", "undo", "hint"])
    assert run.err.count("your tiles are not known") == 2
    assert "there is nothing to undo" in run.err
    assert run.out.count("Left on the rack") == 2


def test_words_that_the_list_lacks_are_told(show_failure: Typist) -> None:
    run = show_failure(types=["them 8G CABS"])
    assert "your opponent played 8G CABS for " in run.out
    assert "CABS is not in the word list" in run.err


def test_swaps_passes_and_the_end_without_points(show_failure: Typist, user: Path) -> None:
    run = show_failure(types=["rack ABCERST", "swap AB", "them swap 3", "pass"])
    assert "the game is over" not in run.err  # at 0 to 0 it goes on
    assert [turn.text for turn in kept(user).turns] == ["-AB", "-3", "-"]
    run = show_failure(types=["them 8G CAB", "swap 2", "them swap 3", "pass"])
    assert "3 turns without points: by the rules the game is over" in run.err
    run = show_failure(types=["me swap 2", "them pass", "them swap ABC"])
    assert run.status == 0
    assert "error" not in run.err


def test_tiles_and_scores_are_corrected(show_failure: Typist, tmp_path: Path) -> None:
    file = tmp_path / "late.txt"
    file.write_text("\n".join(["AB" + "." * 13] + ["." * 15] * 14), encoding="utf-8")
    run = show_failure("--from", file, types=["score 100 90", "tile B1 d", "tile C1 S", "board"])
    assert run.status == 0, run.err
    assert "you 100, your opponent 90" in run.out
    assert " A  d  S " in run.out


def test_a_game_elsewhere_ends_and_is_settled(
    show_failure: Typist, tmp_path: Path, words: Path
) -> None:
    game, lexicon = load_game("wwf"), Lexicon.load(words)
    for seed in range(99):
        players = (EasyPlayer(game, lexicon), PointsPlayer(game, lexicon))
        seen = list(states(game, players, seed))
        if seen[-2].turn == 0 and not seen[-1].racks[0] and not seen[-2].bag:
            break
    else:
        pytest.fail("no game in which the first goes out")
    before, end = seen[-2:]
    assert end.last is not None
    file, move = tmp_path / "late.txt", turn_text(end.last, before.board, game)
    file.write_text(str(before.board), encoding="utf-8")
    types = [f"score {before.scores[0]} {before.scores[1]}", f"rack {''.join(before.racks[0])}"]
    run = show_failure("--from", file, types=[*types, f"me {move}", "them pass"])
    won = "you win" if end.scores[0] > end.scores[1] else "your opponent wins"
    assert f"{won}, {max(end.scores)} to {min(end.scores)}" in run.out
    assert "left at the end" in run.out
    assert "the game is over" in run.err


def test_it_begins_from_cgp_and_goes_on_from_its_record(
    show_failure: Typist, tmp_path: Path
) -> None:
    file, record = tmp_path / "game.cgp", tmp_path / "mine.gcg"
    file.write_text(CGP, encoding="utf-8")
    run = show_failure("--from", file, types=["hint", "me 7H RE", f"save {record}"])
    assert "you 10, your opponent 24; 87 tiles in the bag" in run.out
    assert run.status == 0, run.err
    again = show_failure("--resume", record, types=["rack EESTUIA", f"save {record}"])
    assert "your opponent 24; 85 tiles in the bag" in again.out
    assert "written to" in again.err


def test_it_begins_from_a_picture(show_failure: Typist, user: Path) -> None:
    picture = FOLDER / "wwf2-tentative.png"
    run = show_failure("--from", picture, types=["hint"])
    assert run.status == 0, run.err
    assert "look wwf2" in run.out
    assert "Left on the rack" in run.out
    truth = picture.with_suffix(".txt").read_text(encoding="utf-8")
    assert "".join(kept(user).board.lines()[7]) in truth


def test_a_dealt_board_is_kept_with_its_premiums(show_failure: Typist, tmp_path: Path) -> None:
    record = tmp_path / "dealt.gcg"
    picture = FOLDER / "wordfeud-random-de.png"
    run = show_failure("--from", picture, types=[f"save {record}"])
    assert run.status == 0, run.err
    again = show_failure("--resume", record)
    assert "random board, language de" in again.out
    shown = [out.split("commands\n")[1].split("in the bag")[0] for out in (run.out, again.out)]
    assert shown[0] == shown[1]


def test_a_picture_that_wwfsnap_drew_is_none_to_begin_with(
    show_failure: Typist, wwfsnap: Console, tmp_path: Path
) -> None:
    drawn = tmp_path / "drawn.png"
    assert wwfsnap("solve", FOLDER / "wwf2-tentative.png", "--out", drawn).status == 0
    run = show_failure("--from", drawn)
    assert run.status == Exit.UNREADABLE
    assert "was drawn by wwfsnap" in run.err


def test_what_cannot_be_begun_with(show_failure: Typist, tmp_path: Path) -> None:
    assert show_failure("--from", tmp_path / "none.png").status == Exit.UNREADABLE
    assert show_failure("--from", FOLDER / "refuse-settings.png").status == Exit.NO_BOARD
    assert show_failure("--self").status == Exit.USAGE
    assert show_failure("--seed", 3).status == Exit.USAGE
    assert show_failure("--level", "easy").status == Exit.USAGE
    assert show_failure("--from", "a.txt", "--resume", "b.gcg").status == Exit.USAGE


def test_a_board_of_ones_own_is_kept(show_failure: Typist, tmp_path: Path, user: Path) -> None:
    layout = tmp_path / "random.board"
    layout.write_text("\n".join(["T" + "." * 10] * 5 + ["." * 11] * 6))
    run = show_failure("--layout", layout, "--all-places", types=["rack CAB", "quit"])
    assert run.status == 0, run.err
    assert "random board" in run.out
    assert "no start square is drawn, so F6 is used" in run.err
    (file,) = (user / "state" / "wwfsnap" / "games").glob("*.gcg")
    assert "#note premiums T........../T.........." in file.read_text(encoding="utf-8")
    again = show_failure("--resume", file, types=["board", "quit"])
    assert "random board" in again.out
    assert "11 TW" not in again.out
    assert "  5 TW" in again.out


def test_a_record_that_begins_again_tells_no_single_moves(
    show_failure: Typist, tmp_path: Path
) -> None:
    later = tmp_path / "later.txt"
    rows = [list("." * 15) for _ in range(15)]
    rows[7][2:12] = "CONTAINERS"
    for row, letter in ((6, "E"), (8, "N"), (9, "E")):
        rows[row][3] = letter
    later.write_text("\n".join("".join(row) for row in rows), encoding="utf-8")
    run = show_failure(types=[f"shot {later}"])
    assert "the record starts again here" in run.err
    assert "error" not in run.err


def test_swaps_that_cannot_be_are_refused(show_failure: Typist, user: Path) -> None:
    run = show_failure(types=["them swap 99", "them swap 0", "me swap ???", "them swap 7"])
    assert "99 tiles cannot be swapped; a rack has 7" in run.err
    assert "0 tiles cannot be swapped; a rack has 7" in run.err
    assert "the game does not have that many tiles ?" in run.err
    assert [line.text for line in kept(user).turns] == ["-7"]


def test_it_begins_with_the_points_of_a_record(show_failure: Typist, tmp_path: Path) -> None:
    record = tmp_path / "game.gcg"
    record.write_text(">me: CATDOGS 8G CAT +10 10\n>other: XYZ - +0 0\n>me: DOGSERT\n")
    assert "you 10, your opponent 0" in show_failure("--from", record).out


def test_an_empty_record_is_none_to_go_on_with(show_failure: Typist, tmp_path: Path) -> None:
    empty = tmp_path / "empty.gcg"
    empty.touch()
    run = show_failure("--resume", empty)
    assert run.status == Exit.UNREADABLE
    assert "is empty" in run.err
