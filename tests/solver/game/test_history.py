"""Games as records: written, read back, taken up again; and moves that somebody made up."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import NotationError, PlacementError, RackError
from solver.game import (
    PASS,
    Board,
    Game,
    Gcg,
    History,
    Player,
    Position,
    Rack,
    Square,
    Turn,
    View,
    excess,
    legal_move,
    load_game,
    parse_placements,
    recorded_turns,
    write_game,
    write_record,
)
from solver.game.match import State, end_counters, states
from solver.strategy import EasyPlayer, PointsPlayer
from solver.words import Lexicon
from tests.shared.words import short_words

WORDS = short_words()
NAMES = ("ann", "bob")
TON = [(Square(6, 6), "T"), (Square(7, 6), "O"), (Square(7, 7), "N")]
FEW = settings(max_examples=25)


class Doubted:
    """A player whose moves are challenged now and then, well or in vain."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player = player
        self.chance = random.Random(seed)  # noqa: S311 - keeps no secret

    def choose(self, view: View) -> Turn:
        turn, chance = self.player.choose(view), self.chance.random()
        if not turn.tiles or chance > 0.4:
            return turn
        return Turn.withdrawn(turn) if chance > 0.2 else turn._replace(bonus=5)


def played(game: Game, seed: int, *, doubted: bool = False) -> list[State]:
    one, two = EasyPlayer(game, WORDS), PointsPlayer(game, WORDS)
    players = (Doubted(one, seed), Doubted(two, seed + 1)) if doubted else (one, two)
    return list(states(game, players, seed))


def record(seen: list[State], upto: int | None = None) -> Gcg:
    return Gcg.parse(write_game(NAMES, recorded_turns(NAMES, seen[:upto]), {}))


@FEW
@given(
    st.sampled_from(["wwf", "crossplay", "scrabble", "wordfeud"]),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_a_record_tells_the_scores_of_the_game(name: str, seed: int, doubted: bool) -> None:  # noqa: FBT001 - drawn
    seen = played(load_game(name, language="en"), seed, doubted=doubted)
    read = record(seen)
    assert read.scores == seen[-1].scores
    assert read.board == seen[-1].board
    assert [line.turn for line in read.turns if line.turn] == [each.last for each in seen[1:]]


@FEW
@given(st.sampled_from(["wwf", "crossplay"]), st.integers(0, 10**6))
def test_turns_alone_tell_how_near_the_end_is(name: str, seed: int) -> None:
    seen = played(load_game(name), seed)
    turns = [each.last for each in seen if each.last]
    for number, state in enumerate(seen):
        assert end_counters(state.game, turns[:number]) == (state.scoreless, state.final)


@FEW
@given(st.integers(0, 10**6), st.integers(1, 30), st.booleans())
def test_a_game_goes_on_with_the_same_tiles(seed: int, upto: int, doubted: bool) -> None:  # noqa: FBT001 - drawn
    game = load_game("wwf")
    seen = played(game, seed, doubted=doubted)[:upto]
    again = History.resumed(record(seen), game, seed, own="ann", other="bob")
    assert again.states == seen
    assert again.names == NAMES


def test_a_record_of_another_bag_is_dealt_anew() -> None:
    game = load_game("wwf")
    seen = played(game, 5)[:8]
    again = History.resumed(record(seen), game, 6, own="ann", other="bob")
    state = again.state
    assert (state.board, state.scores, state.turn) == (seen[-1].board, seen[-1].scores, 1)
    assert len(again.states) == 1
    assert sum(map(len, state.racks)) + len(state.bag) + len(list(state.board.tiles())) == 104
    again.take(PASS)
    assert again.lines()[:-1] == list(record(seen).turns)
    assert Gcg.parse(again.text()).scores == state.scores


def test_tiles_that_a_player_named_are_kept() -> None:
    history = History(NAMES, load_game("wwf"), 3)
    history.deal(0, tuple("FRIENDS"))
    history.take(Turn("swap", swapped=("F", "R")), ("Q", "Z"))
    history.take(PASS)
    for turns in (2, 0):
        read = Gcg.parse(history.text())
        again = History.resumed(read, load_game("wwf"), 3, own="ann", other="bob", typed=True)
        assert again.state.racks == history.state.racks
        assert sorted(again.state.bag) == sorted(history.state.bag)
        assert again.lines() == history.lines()
        for _ in range(turns):
            history.back()
    assert history.state.racks[0] == tuple("FRIENDS")


@FEW
@given(st.sampled_from(["wwf", "crossplay"]), st.randoms(use_true_random=False))
def test_a_game_with_a_bag_on_the_table(name: str, chance: random.Random) -> None:
    """One draws from a bag that holds what the program gave to the other, too."""
    game = load_game(name)
    history = History(NAMES, game, chance.randrange(10**6))
    players = (PointsPlayer(game, WORDS), EasyPlayer(game, WORDS))

    def drawn(hidden: Sequence[str], number: int) -> tuple[str, ...]:
        return tuple(chance.sample(sorted(hidden), number))

    history.deal(0, drawn([*history.state.bag, *sum(history.state.racks, ())], game.rack_size))
    while not history.state.over:
        state = history.state
        turn = players[state.turn].choose(state.view)
        own = drawn([*state.bag, *state.racks[1]], state.draws(turn)) if not state.turn else None
        after = history.take(turn, own)
        tiles = len(after.bag) + sum(map(len, after.racks)) + len(list(after.board.tiles()))
        assert tiles == game.tiles.total
        assert not excess(Position(after.board, Rack(after.racks[0]), game))
        if own:
            assert after.racks[0][-len(own) :] == own
    read = Gcg.parse(history.text())
    assert (read.scores, read.board) == (history.state.scores, history.state.board)


def test_a_record_tells_the_rack_and_passes_in_a_row() -> None:
    text = ">ann: CABSEEE 8G CAB +10 10\n>bob: - +0 10\n>ann: SEEE -EE +0 10\n#rack2 QI\n"
    again = History.resumed(Gcg.parse(text), load_game("wwf"), 1, own="me", other="wwfsnap")
    assert again.state.racks[1] == ("Q", "I")
    assert again.state.scoreless == 2
    assert again.on_turn == "bob"
    again.take(PASS)
    assert again.state.over


def test_a_record_of_one_player_gets_another() -> None:
    text = "#player1 ann Ann\n>ann: AB 8H AB +5 5\n"
    again = History.resumed(Gcg.parse(text), load_game("wwf"), 1, own="me", other="wwfsnap")
    assert again.names == ("ann", "me")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("#player1 a A\n#player2 b B\n#player3 c C\n", NotationError),
        (">a: ZZ 8H ZZ +5 5\n#rack1 ZZ\n>b: - +0 0\n", RackError),
    ],
)
def test_records_that_fit_no_game(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        History.resumed(Gcg.parse(text), load_game("wwf"), 1, own="me", other="wwfsnap")


def test_a_finished_record_is_over() -> None:
    game = load_game("wwf")
    for seed in (4, 5):  # the bag of the record, and another
        again = History.resumed(record(played(game, 4)), game, seed, own="a", other="b")
        assert again.state.over


def test_turns_taken_back_come_again_alike() -> None:
    game = load_game("wwf")
    history = History(NAMES, game, 3)
    first = history.state
    swap = Turn("swap", swapped=first.racks[0][:3])
    after = history.take(swap)
    history.back()
    assert history.state == first
    assert history.take(swap) == after
    history.back()
    with pytest.raises(IndexError):
        history.back()


def test_a_move_taken_back_in_a_record_counts_as_a_pass() -> None:
    read = Gcg.parse(">a: ABC 8H ABC +9 9\n>b: XY 9H XY +9 9\n>b: XY -- -9 0\n>a: D -5 +0 9\n")
    turns = [line.turn for line in read.turns]
    phoney = Turn("lay", ((Square(8, 7), "X"), (Square(8, 8), "Y")), 9)
    assert turns[1:] == [None, Turn.withdrawn(phoney), Turn("swap")]
    assert Turn.withdrawn(phoney).used == ()
    assert [line.score for line in read.turns] == [9, 9, -9, 0]


def test_points_for_a_challenge_in_vain_belong_to_the_move() -> None:
    read = Gcg.parse(">a: ABC 8H ABC +9 9\n>a: ABC (challenge) +5 14\n>b: D - +0 0\n")
    first = read.turns[0].turn
    assert first
    assert (first.score, first.bonus) == (9, 5)
    assert [line.turn for line in read.turns[1:]] == [None, PASS]
    assert (read.scores, read.on_turn) == ((14, 0), "a")


def test_challenges_are_written_and_read_again() -> None:
    game = load_game("wwf")
    history = History(NAMES, game, 3)
    squares = [Square(7, column) for column in (6, 7, 8)]
    phoney = Turn("lay", tuple(zip(squares, "PRI", strict=True)), 7)
    before = history.state
    history.take(Turn.withdrawn(phoney))
    after = history.state
    assert (after.racks, after.bag, after.board) == (before.racks, before.bag, before.board)
    assert (after.scores, after.turn, after.scoreless) == ((0, 0), 1, 1)
    history.take(Turn("lay", tuple(zip(squares, "RAX", strict=True)), 10, bonus=5))
    text = history.text()
    assert ">{0}: ERPDIRN 8G PRI +7 7\n>{0}: ERPDIRN -- -7 0\n".format(NAMES[0]) in text
    assert ">{0}: SRAXAWG 8G RAX +10 10\n>{0}: SRAXAWG (challenge) +5 15\n".format(NAMES[1]) in text
    again = History.resumed(Gcg.parse(text), game, 3, own=NAMES[0], other=NAMES[1])
    assert again.states == history.states
    again.back()
    again.back()
    assert again.state == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9G ZZ", "Z is not on the rack"),
        ("9G cAB", "a blank for c is not on the rack"),
        ("1A CAB", "touch no tile"),
        ("9H CAB", "NC is not in the word list"),
        ("9F ABC", "TOB and NC are not in the word list"),
    ],
)
def test_why_a_move_may_not_be_played(text: str, message: str) -> None:
    board = Board.empty(15).with_tiles(TON)
    position = Position(board, Rack.parse("CABEST"), load_game("wwf"))
    with pytest.raises(PlacementError, match=message):
        legal_move(position, parse_placements(text, board), WORDS)


def test_the_first_word_must_cover_the_start() -> None:
    position = Position(Board.empty(15), Rack.parse("CABEST"), load_game("wwf"))
    with pytest.raises(PlacementError, match="must cover H8"):
        legal_move(position, parse_placements("1A CAB", position.board), WORDS)
    assert legal_move(position, parse_placements("8F CAB", position.board), WORDS).score == 9


def test_words_of_a_move_are_spelled_with_the_tiles_of_the_language() -> None:
    game = load_game("wordfeud", language="es")
    position = Position(Board.empty(15), Rack.parse("CHO[CH]"), game)
    words = Lexicon.of(["CHO"])
    with pytest.raises(PlacementError, match="CHO is not in the word list"):
        legal_move(position, parse_placements("8F CHO", position.board), words)
    assert legal_move(position, parse_placements("8G [CH]O", position.board), words).word == "CHO"


@pytest.mark.parametrize("rows", [".....", "..A..", "..AT."])
@pytest.mark.parametrize("scores", [(0, 0), (7, 0), (0, 9), (12, 30)])
def test_a_record_of_a_position_keeps_the_points(rows: str, scores: tuple[int, int]) -> None:
    game = load_game("wwf")
    lines = ["." * 15] * 7 + [f".....{rows}....."] + ["." * 15] * 7
    place = Position(Board.parse(lines), Rack.parse("EE"), game)
    read = Gcg.parse(write_record(place, scores, ("ann", "bob")))
    told = dict(zip(read.players, read.scores, strict=True))
    assert (told.get("ann", 0), told.get("bob", 0)) == scores
    assert read.on_turn == "ann"
    assert read.board == place.board


def test_a_game_begun_at_a_position_is_dealt_again_by_its_seed() -> None:
    game = load_game("wwf")
    middle = played(game, 3)[4]
    record = Gcg.parse(write_record(middle.view.position, middle.scores, NAMES))
    names = (record.players[0], record.players[1])
    begun = History.begun_at(record, game, 8, names)
    player = PointsPlayer(game, WORDS)
    for _ in range(3):
        begun.take(player.choose(begun.state.view))
    text = begun.text()
    again = History.resumed(Gcg.parse(text), game, 8, own="ann", other="bob", begun=record)
    assert again.states == begun.states
    assert again.text() == text
    other = History.resumed(Gcg.parse(text), game, 9, own="ann", other="bob", begun=record)
    assert len(other.states) == 1  # another bag: earlier turns cannot be taken back


def test_a_game_that_passes_ended_is_over_though_nothing_was_settled() -> None:
    crossplay = load_game("crossplay")
    last = crossplay.end.scoreless
    assert last
    for passes in (last - 1, last):
        lines = [f">{NAMES[number % 2]}: - +0 0" for number in range(passes)]
        read = Gcg.parse("\n".join(["#player1 ann ann", "#player2 bob bob", *lines]))
        again = History.resumed(read, crossplay, 3, own="ann", other="bob")
        assert again.states[-1].over == (passes == last)


def test_a_record_of_a_tile_that_lies_alone_is_read_again() -> None:
    board = Board.empty(15).with_tiles([(Square(7, 7), "E")])
    text = write_record(Position(board, Rack(()), load_game("wwf")))
    read = Gcg.parse(text)
    assert read.board == board
    for seed in range(30):
        again = History.resumed(read, load_game("wwf"), seed, own="me", other="other")
        assert again.states[-1].board == board
