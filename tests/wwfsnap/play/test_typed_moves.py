"""`wwfsnap play`: Fribble's moves, words alone, tiles of one's own, and the names of its modes."""

from pathlib import Path

import pytest

from solver.game import Gcg
from tests.shared.console import Console
from tests.shared.typing_in import Typist
from tests.shared.words import short_list
from wwfsnap.errors import Exit

# With seed 3 the first rack is ERPDIRN.
SEED = ("--seed", 3, "--level", "points")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, wwfsnap: Console, tmp_path: Path) -> Typist:
    typist = Typist(monkeypatch, wwfsnap)
    typist.always = ("--words", short_list(tmp_path))
    return typist


def kept(user: Path) -> Gcg:
    files = (user / "state" / "wwfsnap" / "games").glob("*.gcg")
    file = max(files, key=lambda each: each.stat().st_mtime_ns)
    return Gcg.parse(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "typed", ["m(r8,7,'pin')", "M ( R08, 7, “PIN” )", "mf(r8,'7,8,9','pin')", "mf(r8,'9,8,7',nip)"]
)
def test_moves_as_fribble_has_them(play: Typist, typed: str) -> None:
    run = play(*SEED, types=[typed])
    assert run.status == 0
    assert "you play 8G PIN for 7 points" in run.out


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("m(r16,7,'pin')", "row 16 lies outside the board"),
        ("m(r8,14,'pin')", "cell 16 of row 8 is not on the board"),
        ("mf(r8,'7,8,10','pin')", "there is a gap between the tiles"),
        ("m(r8,7,'pix')", "X is not on the rack ERPDIRN"),
        ("m(r1,1,'pin')", "the first word must cover H8"),
        ("m(r8,7,'pri')", "PRI is not in the word list"),
        ("mpin", "MPIN is not in the word list"),
        ("pin", "PIN fits in 6 places"),
        ("cab", "CAB cannot be played: missing from the rack ERPDIRN: A, B, C"),
    ],
)
def test_what_cannot_be_played_is_told(play: Typist, typed: str, message: str) -> None:
    run = play(*SEED, types=[typed, "board"])
    assert message in run.err
    assert run.err.count("error: ") == 1
    assert run.out.count("your rack: ERPDIRN") == 2


def test_places_of_a_word_are_told_the_best_first(play: Typist) -> None:
    run = play(*SEED, types=["dire", "rid", "8F rid"])
    shown = [line.split() for line in run.out.splitlines() if line.endswith(" points")]
    places = [line for line in shown if line[1:2] == ["RID"]]
    assert len(places) == 6
    points = [int(line[2]) for line in places]
    assert points == sorted(points, reverse=True)
    assert f"hint: type the place too, as in {places[0][0]} RID" in run.err
    assert "you play 8F RID" in run.out


def test_a_word_that_fits_in_one_place_is_played(play: Typist) -> None:
    types = ["rack ABCERST", "them 8G PINS", "rack ABCERST", "me m(c10,9,'ea')", "me sea", "board"]
    run = play("--with-you", types=types)
    assert "you played J8 (S)EA for" in run.out
    run = play("--with-you", types=["them 8G PIN", "rack SXXXXXX", "me pins", "rack QUICKLY"])
    assert "than the game: X" in run.err
    run = play("--with-you", types=["them 8G PIN", "rack SQZCVBW", "me pins"])
    assert "you played 8G (PIN)S for" in run.out
    assert "PINS is not in the word list" in run.err


def test_moves_of_the_other(play: Typist, user: Path) -> None:
    types = ["them m(r8,7,'piN')", "them pin", "them m(c8,9,'tz')"]
    run = play("--with-you", types=types)
    assert "your opponent played 8G piN for 2 points" in run.out
    assert "PIN fits in " in run.err
    assert [turn.text for turn in kept(user).turns] == ["8G piN", "H8 .TZ"]


def test_letters_that_the_rack_lacks_are_blanks(play: Typist, user: Path) -> None:
    run = play("--with-you", types=["rack PI?XTTT", "me m(r8,7,'pin')"])
    assert "you played 8G PIn for" in run.out
    run = play("--with-you", types=["rack PI?XTTT", "me 8G pin"])
    assert "you played 8G PIn for" in run.out
    run = play("--with-you", types=["rack PIN?TTT", "me m(r8,7,'PiN')"])
    assert "you played 8G PiN for" in run.out
    assert kept(user).turns[-1].text == "8G PiN"


def test_modes_have_names(play: Typist) -> None:
    assert "points-1" in play("self", *SEED, "--quiet").out
    assert "your rack: ERPDIRN" in play("solo", *SEED).out
    assert "type rack LETTERS" in play("team").out
    assert "points-1" in play("self", "--self", *SEED, "--quiet").out
    assert "type rack LETTERS" in play("team", "--with-you").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("self", "--with-you"),
        ("solo", "--self"),
        ("team", "--self"),
        ("solo", "--with-you"),
        ("pair",),
        ("self", "--own-tiles"),
        ("team", "--own-tiles"),
        ("team", "--seed", 3),
    ],
)
def test_modes_that_do_not_fit(play: Typist, arguments: tuple[object, ...]) -> None:
    assert play(*arguments).status == Exit.USAGE


OWN = ("solo", "--own-tiles", "--seed", 3, "--level", "points")


def test_tiles_of_ones_own(play: Typist, user: Path) -> None:
    types = ["qqzzjjx", "abc", "PINASTE", "8G PIN", "ZZQ", "?EE", "board", "unseen"]
    run = play(*OWN, types=types)
    assert run.status == 0
    assert "type the 7 tiles you draw" in run.out
    assert "you must draw 7, but you named 3" in run.err
    assert run.err.count("more tiles than the bag can contain") == 2
    assert "you keep ASTE: type the 3 tiles you draw" in run.out
    assert "your rack: ASTE?EE" in run.out
    read = kept(user)
    assert read.turns[0].rack == "PINASTE"
    assert str(read.racks[0]) == "ASTE?EE"


def test_all_that_one_has_may_be_typed_and_nothing_takes_the_move_back(
    play: Typist, user: Path
) -> None:
    types = ["PINASTE", "8G PIN", "", "8G PIN", "EES", "undo", "swap PI", "ABNASTE"]
    run = play(*OWN, types=types)
    assert "the move is taken back" in run.err
    assert run.out.count("your rack: PINASTE") == 2
    assert "your rack: NASTEBA" in run.out
    assert kept(user).turns[0].text == "-PI"


def test_a_game_of_ones_own_tiles_goes_on(play: Typist, user: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.gcg"
    play(*OWN, types=["PINASTE", f"save {file}"])
    run = play("--resume", file, types=["8G PIN", "?EE", f"save {file}"])
    assert "your rack: PINASTE" in run.out
    assert "seed" not in run.out
    before = Gcg.parse(file.read_text(encoding="utf-8"))
    again = play("--resume", file, types=["board"])
    assert "your rack: ASTE?EE" in again.out
    assert kept(user) == before
    assert len(before.turns) == 2


def test_without_tiles_there_is_no_game(play: Typist, user: Path) -> None:
    assert play(*OWN, types=[]).status == 0
    assert not list((user / "state").glob("wwfsnap/games/*"))


def test_a_record_without_the_rack_asks_for_it(play: Typist, tmp_path: Path) -> None:
    file = tmp_path / "club.gcg"
    file.write_text(">ann: CAB 8G CAB +10 10\n", encoding="utf-8")
    run = play("--resume", file, "--own-tiles", types=["QUIZTEN"])
    assert "type the 7 tiles you draw" in run.out
    assert "your rack: QUIZTEN" in run.out


def test_the_end_counts_the_tiles_that_were_typed(play: Typist, tmp_path: Path, user: Path) -> None:
    words = tmp_path / "one.txt"
    words.write_text("PIN", encoding="utf-8")  # the program can but pass behind it
    types = ["PINASTE", "8G PIN", "EEE", "swap A", "Z", "n"]
    run = play(*OWN, "--words", words, types=types)
    assert run.status == 0, run.err
    assert "your rack: STEEEEZ" not in run.out
    assert "you -16 for STEEEEZ left at the end" in run.out
    assert kept(user).settled
