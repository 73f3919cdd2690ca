"""Games elsewhere, of which one player tells what he sees."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import BoardTextError, NotationError, PlacementError, RackError
from solver.game import (
    PASS,
    Board,
    Gcg,
    ObservedGame,
    Position,
    Rack,
    Square,
    State,
    Turn,
    load_game,
    parse_placements,
    scoreless_limit,
    states,
)
from solver.strategy import EasyPlayer, PointsPlayer
from tests.shared.words import short_words

WWF = load_game("wwf")
WORDS = short_words()
NEW = ObservedGame(WWF, Board.empty(15))


def tiles(text: str, observed: ObservedGame = NEW) -> list[tuple[Square, str]]:
    return parse_placements(text, observed.board)


def told(seen: list[State], me: int) -> ObservedGame:
    """What a player tells of a game: his racks, and all turns."""
    observed = ObservedGame(seen[0].game, seen[0].board)
    for before, after in pairwise(seen):
        assert after.last is not None
        observed = observed.with_rack(before.racks[me])
        player = 0 if before.turn == me else 1
        if after.last.kind == "lay":
            observed = observed.lay(player, after.last.tiles)
        else:
            count = f"-{len(after.last.swapped)}" if after.last.swapped and player else ""
            observed = observed.take(player, Turn(after.last.kind) if count else after.last, count)
    return observed


@settings(max_examples=25)
@given(
    st.sampled_from(["wwf", "crossplay", "scrabble", "wordfeud"]),
    st.integers(0, 10**6),
    st.integers(0, 1),
)
def test_who_tells_all_is_told_the_result(name: str, seed: int, me: int) -> None:
    game = load_game(name, language="en")
    seen = list(states(game, (EasyPlayer(game, WORDS), PointsPlayer(game, WORDS)), seed))
    observed = told(seen, me)
    end = seen[-1]
    assert observed.board == end.board
    if not end.bag:
        assert observed.over
        assert observed.scores == (end.scores[me], end.scores[1 - me])
    read = Gcg.parse(observed.text())
    assert read.scores == observed.scores
    again = ObservedGame.resumed(read, game, "me")
    assert (again.board, again.scores) == (observed.board, observed.scores)
    if observed.scoreless < scoreless_limit(game):  # else nothing tells that it is over
        assert again.over is observed.over
    assert again.lines == observed.lines


def test_tiles_leave_the_rack_and_the_bag() -> None:
    observed = NEW.with_rack(tuple("QUELLES"))
    assert observed.bag == 90
    observed = observed.lay(0, tiles("8H QUELL"))
    assert (observed.rack, observed.whole, observed.scores, observed.bag) == (
        ("E", "S"),
        False,
        (34, 0),
        85,
    )
    observed = observed.lay(1, tiles("I8 .N", observed))
    assert observed.scores == (34, 4)
    assert observed.bag == 84
    assert observed.last is not None
    assert observed.view.lead == 30
    assert observed.with_rack(tuple("ESAEIOU")).bag == 84
    assert "#rack" not in observed.text()


def test_what_cannot_be_is_refused() -> None:
    for text, message in (("8H Q", "single tile"), ("1A QUELL", "must cover H8")):
        with pytest.raises(PlacementError, match=message):
            NEW.lay(1, tiles(text))
    with pytest.raises(RackError, match="tiles than the game: Q"):
        NEW.with_rack(tuple("QQ"))
    with pytest.raises(RackError, match="tiles than the game: K"):
        NEW.lay(1, tiles("8H KICK"))
    with pytest.raises(RackError, match="Z is not on the rack"):
        NEW.with_rack(tuple("QUELLES")).lay(0, tiles("8H ZEE"))
    with pytest.raises(RackError):
        NEW.with_rack(tuple("ABCDEFGH"))
    with pytest.raises(RackError):
        NEW.with_rack(("Å",))


def test_swaps_and_passes_count_towards_the_end() -> None:
    observed = NEW.with_rack(tuple("QUELLES"))
    observed = observed.take(0, Turn("swap", swapped=("Q", "U"))).take(1, Turn("swap"), "-3")
    assert (observed.rack, observed.whole, observed.scoreless) == (tuple("ELLES"), False, 2)
    observed = observed.take(1, PASS)
    assert (observed.scoreless, observed.over) == (3, False)
    assert [line.text for line in observed.lines] == ["-QU", "-3", "-"]
    assert Gcg.parse(observed.text()).turns == observed.lines


def test_a_tile_that_is_wrong_is_corrected() -> None:
    position = Position(Board.empty(15).with_tiles(tiles("8H QUILL")), Rack(()), WWF)
    observed = ObservedGame.of(position, (12, 30))
    assert observed.scores == (12, 30)
    better = observed.with_tile(Square.parse("J8"), "E").with_tile(Square.parse("L8"), "")
    assert "".join(tile for _, tile in better.board.tiles()) == "QUEL"
    read = Gcg.parse(better.text())
    assert (read.board, read.scores) == (better.board, (12, 30))
    with pytest.raises(PlacementError):
        observed.with_tile(Square.parse("P8"), "E")
    with pytest.raises(BoardTextError):
        observed.with_tile(Square.parse("H8"), "Å")


def test_a_picture_with_too_many_of_a_tile_can_be_mended() -> None:
    board = Board.empty(15).with_tiles(tiles("8H JAJA"))
    observed = ObservedGame.of(Position(board, Rack(tuple("SO")), WWF))
    observed = observed.lay(1, tiles("K8 .D", observed))  # no worse than it was
    assert observed.with_tile(Square.parse("J8"), "T").board[Square.parse("J8")] == "T"


def test_a_record_of_others_is_seen_by_the_one_on_turn() -> None:
    record = Gcg.parse(">ann: CABSEEE 8G CAB +10 10\n>bob: QIZ\n#note x\n#rack1 SEEE\n")
    observed = ObservedGame.resumed(record, WWF, "me")
    assert (observed.names, observed.scores, observed.rack) == (
        ("bob", "ann"),
        (0, 10),
        tuple("QIZ"),
    )
    assert ObservedGame.resumed(record, WWF, "ann").rack == tuple("SEEE")
    alone = ObservedGame.resumed(Gcg.parse("#player1 ann Ann\n"), WWF, "me")
    assert set(alone.names) == {"ann", "me"}
    three = "".join(f"#player{n} p{n} x\n" for n in (1, 2, 3))
    with pytest.raises(NotationError):
        ObservedGame.resumed(Gcg.parse(three), WWF, "me")


def test_nothing_is_swapped_with_an_empty_bag() -> None:
    game = load_game("wwf")
    seen = list(states(game, (EasyPlayer(game, WORDS), PointsPlayer(game, WORDS)), 4))
    late = next(state for state in seen if not state.bag)
    observed = ObservedGame.of(late.view.position)
    for player, swapped in ((0, late.racks[late.turn][:1]), (1, ())):
        with pytest.raises(RackError, match="cannot be swapped with 0 in the bag"):
            observed.take(player, Turn("swap", swapped=swapped))


def test_nothing_is_told_after_the_end() -> None:
    game = load_game("wwf")
    seen = list(states(game, (EasyPlayer(game, WORDS), PointsPlayer(game, WORDS)), 4))
    assert seen[-1].over
    observed = told(seen, 0)
    if observed.over:
        with pytest.raises(PlacementError, match="the game is over"):
            observed.take(0, PASS)


def test_turns_after_the_bag_is_empty_are_counted_also_before_the_rack_is_told() -> None:
    crossplay = load_game("crossplay")
    seen = list(states(crossplay, (PointsPlayer(crossplay, WORDS),) * 2, 5))
    at = next(n for n, state in enumerate(seen) if not state.bag)
    me = seen[at - 1].turn
    observed = told(seen[:at], me)
    last = [state.last for state in seen[at : at + 3] if state.last]
    observed = observed.with_rack(seen[at - 1].racks[me]).take(0, last[0])
    assert (observed.view.final, observed.whole) == (2, False)
    observed = observed.take(1, last[1])
    assert observed.view.final == 1
    assert observed.with_rack(seen[at + 1].racks[me]).take(0, last[2]).over


def test_any_turn_is_possible_where_the_bag_is_not_certain() -> None:
    seen = states(WWF, (PointsPlayer(WWF, WORDS),) * 2, 5)
    state = next(state for state in seen if not state.bag)
    certain = ObservedGame(WWF, state.board, state.racks[0])
    turn = Turn("lay", ((Square(0, 0), "Q"),), 5)
    with pytest.raises(RackError, match="Q is not on the rack"):
        certain.take(1, turn)
    lent = replace(certain, game=replace(WWF, bag_certain=False))
    assert lent.take(1, turn).board[Square(0, 0)] == "Q"
