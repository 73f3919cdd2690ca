"""The kernel, plain and compiled: the same plays on any board, the best one, laying, undoing."""

import os
import random
import subprocess
import sys
from array import array
from dataclasses import replace
from hashlib import sha256

import marisa_trie
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from solver.compiled import compiled_kernel
from solver.errors import BoardTextError
from solver.game import Board, Position, Rack, Square, load_game
from solver.game.parts import Tile, TileSet
from solver.movegen import POINT, Session
from solver.strategy.leaves import leaves_of
from solver.words.graph_file import build_graph
from tests.benchmarks.prefix_queries import plays as prefix_plays
from tests.shared.brute import brute_force
from tests.shared.places import ROOT
from tests.shared.sessions import sessions, shown

SHORT = ["AB", "BA", "ABBA", "TEA", "EAT", "ATE", "TEAS", "EATS", "SEAT", "AT", "TA", "AS", "ES"]
MANY = tuple(chr(ord("A") + i) for i in range(26)) + tuple("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑ") + (
    "CH", "LL", "RR", "NY", "SZ", "DZS",
)  # fmt: skip
FIFTY = TileSet(
    "xx", "Fifty", (*(Tile(each, i % 11, 4) for i, each in enumerate(MANY)), Tile("?", 0, 9))
)
needs_compiled = pytest.mark.skipif(
    compiled_kernel("solver.movegen") is None and not os.environ.get("WWFSNAP_REQUIRE_KERNEL"),
    reason="the kernel was not compiled here",
)


def check(position: Position, words: set[tuple[str, ...]], seed: int) -> None:
    """All that a session gives, against brute force."""
    game = position.game
    graph = build_graph(["".join(word) for word in words] or [MANY[0] * 2], game.alphabet)
    expected = brute_force(position, words)
    answers = []
    for session in sessions(game, graph, position.board):
        rack = session.rack(position.rack)
        plays = session.all_plays(rack)
        assert shown(plays, game) == expected
        assert [play.score for play in plays] == sorted(expected.values(), reverse=True)
        assert session._kernel.find_all(rack) == len(plays)
        best = session.best_play(rack)
        assert (best.score if best else None) == max(expected.values(), default=None)
        leaves = leaves_of(rack)
        assert sorted(leaves) == sorted({play.leave(rack) for play in plays} | set(leaves))
        chance = random.Random(seed)  # noqa: S311 - no secret
        worth = array("i", [chance.randint(-40 * POINT, 40 * POINT) for _ in leaves])
        fair = session.best_play(rack, worth)
        kept = dict(zip(leaves, worth, strict=True))
        values = [play.score * POINT + kept[play.leave(rack)] for play in plays]
        got = fair.score * POINT + kept[fair.leave(rack)] if fair else None
        assert got == max(values, default=None)
        assert fair is None or got == session.best_value
        assert fair is None or fair in plays
        assert best is None or best in plays
        answers.append((plays, best, fair))
    assert all(answer == answers[0] for answer in answers)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, set[tuple[str, ...]]]:
    """Boards of 11 to 21 rows, fifty letters with digraphs, racks to 12, several blanks."""
    size = draw(st.integers(11, 21))
    chance = random.Random(draw(st.integers(0, 1 << 32)))  # noqa: S311 - no secret
    letters = chance.sample(MANY, 4) if draw(st.booleans()) else ["A", "CH", "DZS", "Ñ"]
    premiums = tuple("".join(chance.choices("....dtDTqQ", k=size)) for _ in range(size))
    texts = ["".join(chance.choices(letters, k=chance.randint(2, 6))) for _ in range(6)]
    words = {tuple(FIFTY.alphabet.split(text) or ()) for text in texts}  # C and H may be one CH
    words = {word for word in words if len(word) > 1}
    tiles = ["", "", *letters, *(letter.lower() for letter in letters)]
    rows = [[""] * size for _ in range(size)]
    for _ in range(draw(st.integers(0, 40))):
        rows[chance.randrange(size)][chance.randrange(size)] = chance.choice(tiles)
    rack = chance.choices([*letters, *letters, "?"], k=draw(st.integers(0, 12)))
    while rack.count("?") > 4:
        rack.remove("?")
    bonuses = tuple(draw(st.lists(st.sampled_from([0, 0, 35, 50]), min_size=2, max_size=13)))
    game = replace(
        load_game("wwf").with_premiums(premiums),
        tiles=FIFTY,
        rack_size=len(bonuses) - 1,
        bonuses=bonuses,
    )
    return Position(Board(tuple(map(tuple, rows))), Rack(tuple(rack)), game, longest=12), words


@settings(
    max_examples=12,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(positions(), st.integers(0, 99))
def test_any_board_rack_and_alphabet(
    case: tuple[Position, set[tuple[str, ...]]], seed: int
) -> None:
    check(*case, seed)


@settings(max_examples=20)
@given(
    st.lists(st.integers(0, 1 << 16), max_size=6), st.text("ABEST?", max_size=7), st.integers(0, 9)
)
def test_laying_and_undoing(choices: list[int], letters: str, seed: int) -> None:
    game = load_game("wwf", layout="solo")
    graph = build_graph(SHORT, game.alphabet)
    for session in sessions(game, graph, Board.empty(11)):
        chance = random.Random(seed)  # noqa: S311 - no secret
        rack = session.rack(Rack.parse(letters))
        before = []
        for choice in choices:
            before.append((session.board, session.all_plays(rack)))
            plays = session.all_plays(session.rack(Rack(tuple(chance.choices("ABEST?", k=7)))))
            if not plays:
                before.pop()
                continue
            play = plays[choice % len(plays)]
            session.lay(play)
            fresh = Session(game, graph, session.board, plain=not session.compiled)
            assert session.all_plays(rack) == fresh.all_plays(rack)
            assert session.best_play(rack) == fresh.best_play(rack)
        for board, plays in reversed(before):
            session.undo()
            assert session.board == board
            assert session.all_plays(rack) == plays
        with pytest.raises(IndexError):
            session.undo()
        assert session.board == Board.empty(11)


def test_a_tile_that_makes_two_words_is_a_play_of_its_row() -> None:
    """Also where it is the best one, and the column is looked at first, as its E promises more."""
    board = Board.parse([*["." * 11] * 3, "...T.......", "....T.E....", *["." * 11] * 6])
    game = load_game("wwf", layout="solo")
    check(Position(board, Rack.parse("A"), game), {("A", "T"), ("T", "A"), ("T", "E", "A")}, 1)
    graph = build_graph(["AT", "TA", "TEA"], game.alphabet)
    for session in sessions(game, graph, board):
        best = session.best_play(session.rack(Rack.parse("A")))
        assert best is not None
        assert best.across


def test_a_board_set_anew_forgets_the_one_before() -> None:
    game = load_game("wwf", layout="solo")
    graph = build_graph(SHORT, game.alphabet)
    boards = [
        Board.parse([*["." * 11] * row, text, *["." * 11] * (10 - row)])
        for row, text in (
            *((5, "...TEAS...."), (4, ".....a....."), (5, "." * 11)),
            *((0, "........EAT"), (10, "SEAT.......")),
        )
    ]
    answers = []
    for session in sessions(game, graph, boards[0]):
        rack = session.rack(Rack.parse("TEABS?"))
        for board in boards[1:]:
            session.set_board(board)
            fresh = Session(game, graph, board, plain=not session.compiled)
            assert session.all_plays(rack) == fresh.all_plays(rack)
        answers.append(
            [session.all_plays(session.rack(Rack.parse(tiles))) for tiles in ("TEAB?", "?")]
        )
    assert answers[0] == answers[-1]
    assert all(answers[0])


def test_a_play_as_numbers() -> None:
    game = load_game("wwf")
    graph = build_graph(["CAB", "CABS"], game.alphabet)
    board = Board.empty(15).with_tiles([(Square(7, 7), "A")])
    for session in sessions(game, graph, board):
        rack = session.rack(Rack.parse("BC?"))
        assert rack == b"\0\2\3"
        play = max(session.all_plays(rack), key=lambda play: sum(map(bool, play.tiles)))
        best = session.best_play(rack)
        assert best
        assert best.score == play.score
        assert (play.across, play.row) == (True, 7) or (play.across, play.row) == (False, 7)
        assert play.laid == ((6, 3, False), (8, 2, False), (9, 19, True))
        assert play.used == b"\3\2\0"
        assert play.leave(b"\0\2\3\1") == b"\1"
        with pytest.raises(ValueError, match="not"):
            play.leave(b"\2\3")


def test_so_many_at_the_most() -> None:
    game = load_game("wwf")
    graph = build_graph(SHORT, game.alphabet)
    for session in sessions(game, graph, Board.empty(15)):
        rack = session.rack(Rack.parse("TEAS"))
        plays = session.all_plays(rack)
        scores = [play.score for play in plays]
        assert session.all_plays(rack, 3) == plays[:3]
        tied = session.all_plays(rack, 3, ties=True)
        assert tied == plays[: scores.index(scores[2]) + scores.count(scores[2])]
        assert session.all_plays(rack, 9999) == plays


def test_many_plays_make_room_for_themselves() -> None:
    game = replace(load_game("wwf"), rack_size=12)
    letters = "ABCDEFGHIJKL"
    graph = build_graph(
        [a + b + c for a in letters for b in letters for c in letters], game.alphabet
    )
    found = []
    for session in sessions(game, graph, Board.empty(15)):
        rack = session.rack(Rack.parse("???" + letters[:9]))
        found.append(session.all_plays(rack))
        assert len(found[-1]) > 20_000
        assert len(set(found[-1])) == len(found[-1])
        scores = [play.score for play in found[-1]]
        for top in (1, 700, 9000):
            least = scores.index(scores[top - 1]) + scores.count(scores[top - 1])
            assert session.all_plays(rack, top, ties=True) == found[-1][:least]
            assert session.all_plays(rack, top) == found[-1][:top]
        assert session.best_play(rack, [0] * len(leaves_of(rack))) in found[-1]
    assert found[0] == found[-1]


def test_what_cannot_be_asked() -> None:
    game = load_game("wwf")
    graph = build_graph(SHORT, game.alphabet)
    for session in sessions(game, graph, Board.empty(15)):
        for worth in ([0], [0] * 5, [0] * 9):
            with pytest.raises(ValueError, match="weighed"):
                session.best_play(session.rack(Rack.parse("TEA")), worth)
        with pytest.raises(ValueError, match="4096 parts"):
            session.best_play(bytes(range(13)))
        with pytest.raises(ValueError, match="31 tiles"):
            session.all_plays(b"\1" * 31)
        with pytest.raises(BoardTextError, match="11 rows"):
            session.set_board(Board.empty(11))


def test_scores_past_all_reason_are_an_error() -> None:
    tiles = TileSet("xx", "Dear", (Tile("A", 100_000, 30), Tile("?", 0, 0)))
    game = load_game("wwf").with_premiums(("Q" * 15,) * 15)
    game = replace(game, tiles=tiles, rack_size=12)
    graph = build_graph(["A" * 12], tiles.alphabet)
    for session in sessions(game, graph, Board.empty(15)):
        with pytest.raises(OverflowError, match="points"):
            session.all_plays(b"\1" * 12)


def test_the_yardstick_finds_the_same() -> None:
    game = load_game("wwf", layout="solo")
    graph, trie = build_graph(SHORT, game.alphabet), marisa_trie.Trie(SHORT)
    session = Session(game, graph)
    for letters in ("BEATS?", "TEA??", "SETA", "ABBAST", "ABBAES"):
        position = Position(session.board, Rack.parse(letters), game)
        plays = session.all_plays(session.rack(position.rack))
        assert prefix_plays(position, trie) == shown(plays, game)
        if plays:
            session.lay(plays[len(plays) // 2])


def test_plain_kernel_on_demand() -> None:
    code = "from solver.movegen.session import COMPILED; print(COMPILED)"
    for value, expected in (("1", False), ("0", compiled_kernel("solver.movegen") is not None)):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "WWFSNAP_PURE": value},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == f"{expected}\n"


@needs_compiled
def test_compiled_kernel_is_that_of_these_sources() -> None:
    kernel = compiled_kernel("solver.movegen")
    assert kernel is not None
    board = "graph", "board", "rack", "words", "spans", "plays", "squares", "sweep", "kernel"
    search = "offers", "table", "ordering", "turns", "endgame"
    names = [*(f"_{name}.py" for name in (*board, *search)), "_kernel.pxd"]
    whole = b"".join((ROOT / "solver" / "movegen" / name).read_bytes() for name in names)
    assert sha256(whole).hexdigest() == kernel.SOURCE, "install anew: pip install --editable ."
