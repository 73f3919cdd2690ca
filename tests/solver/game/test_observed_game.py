"""Games elsewhere, of which one player tells what he sees."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import BoardTextError, NotationError, PlacementError, RackError
from solver.game import (
    PASS,
    Board,
    Gcg,
    Position,
    Rack,
    Sight,
    Square,
    State,
    Turn,
    load_game,
    parse_placements,
    scoreless_limit,
    states,
)
from solver.strategy import EasyPlayer, PointsPlayer
from solver.words import Lexicon, default_lexicon

WWF = load_game("wwf")
WORDS = Lexicon.of(word for word in default_lexicon("en") if len(word) < 4)
NEW = Sight(WWF, Board.empty(15))


def tiles(text: str, sight: Sight = NEW) -> list[tuple[Square, str]]:
    return parse_placements(text, sight.board)


def told(seen: list[State], me: int) -> Sight:
    """What a player tells of a game: his racks, and all turns."""
    sight = Sight(seen[0].game, seen[0].board)
    for before, after in pairwise(seen):
        assert after.last is not None
        sight = sight.with_rack(before.racks[me])
        player = 0 if before.turn == me else 1
        if after.last.kind == "lay":
            sight = sight.lay(player, after.last.tiles)
        else:
            count = f"-{len(after.last.swapped)}" if after.last.swapped and player else ""
            sight = sight.take(player, Turn(after.last.kind) if count else after.last, count)
    return sight


@settings(max_examples=25)
@given(
    st.sampled_from(["wwf", "crossplay", "scrabble", "wordfeud"]),
    st.integers(0, 10**6),
    st.integers(0, 1),
)
def test_who_tells_all_is_told_the_result(name: str, seed: int, me: int) -> None:
    game = load_game(name, language="en")
    seen = list(states(game, (EasyPlayer(game, WORDS), PointsPlayer(game, WORDS)), seed))
    sight = told(seen, me)
    end = seen[-1]
    assert sight.board == end.board
    if not end.bag:
        assert sight.over
        assert sight.scores == (end.scores[me], end.scores[1 - me])
    read = Gcg.parse(sight.text())
    assert read.scores == sight.scores
    again = Sight.resumed(read, game, "me")
    assert (again.board, again.scores) == (sight.board, sight.scores)
    if sight.scoreless < scoreless_limit(game):  # else nothing tells that it is over
        assert again.over is sight.over
    assert again.lines == sight.lines


def test_tiles_leave_the_rack_and_the_bag() -> None:
    sight = NEW.with_rack(tuple("QUELLES"))
    assert sight.bag == 90
    sight = sight.lay(0, tiles("8H QUELL"))
    assert (sight.rack, sight.whole, sight.scores, sight.bag) == (("E", "S"), False, (34, 0), 85)
    sight = sight.lay(1, tiles("I8 .N", sight))
    assert sight.scores == (34, 4)
    assert sight.bag == 84
    assert sight.last is not None
    assert sight.view.lead == 30
    assert sight.with_rack(tuple("ESAEIOU")).bag == 84
    assert "#rack" not in sight.text()


def test_what_cannot_be_is_refused() -> None:
    for text, message in (("8H Q", "single tile"), ("1A QUELL", "must cover H8")):
        with pytest.raises(PlacementError, match=message):
            NEW.lay(1, tiles(text))
    with pytest.raises(RackError, match="more of Q"):
        NEW.with_rack(tuple("QQ"))
    with pytest.raises(RackError, match="more of K"):
        NEW.lay(1, tiles("8H KICK"))
    with pytest.raises(RackError, match="Z is not on the rack"):
        NEW.with_rack(tuple("QUELLES")).lay(0, tiles("8H ZEE"))
    with pytest.raises(RackError):
        NEW.with_rack(tuple("ABCDEFGH"))
    with pytest.raises(RackError):
        NEW.with_rack(("Å",))


def test_swaps_and_passes_count_towards_the_end() -> None:
    sight = NEW.with_rack(tuple("QUELLES"))
    sight = sight.take(0, Turn("swap", swapped=("Q", "U"))).take(1, Turn("swap"), "-3")
    assert (sight.rack, sight.whole, sight.scoreless) == (tuple("ELLES"), False, 2)
    sight = sight.take(1, PASS)
    assert (sight.scoreless, sight.over) == (3, False)
    assert [line.text for line in sight.lines] == ["-QU", "-3", "-"]
    assert Gcg.parse(sight.text()).turns == sight.lines


def test_a_tile_that_is_wrong_is_corrected() -> None:
    position = Position(Board.empty(15).with_tiles(tiles("8H QUILL")), Rack(()), WWF)
    sight = Sight.of(position, (12, 30))
    assert sight.scores == (12, 30)
    better = sight.with_tile(Square.parse("J8"), "E").with_tile(Square.parse("L8"), "")
    assert "".join(tile for _, tile in better.board.tiles()) == "QUEL"
    read = Gcg.parse(better.text())
    assert (read.board, read.scores) == (better.board, (12, 30))
    with pytest.raises(PlacementError):
        sight.with_tile(Square.parse("P8"), "E")
    with pytest.raises(BoardTextError):
        sight.with_tile(Square.parse("H8"), "Å")


def test_a_picture_with_too_many_of_a_tile_can_be_mended() -> None:
    board = Board.empty(15).with_tiles(tiles("8H JAJA"))
    sight = Sight.of(Position(board, Rack(tuple("SO")), WWF))
    sight = sight.lay(1, tiles("K8 .D", sight))  # no worse than it was
    assert sight.with_tile(Square.parse("J8"), "T").board[Square.parse("J8")] == "T"


def test_a_record_of_others_is_seen_by_the_one_on_turn() -> None:
    record = Gcg.parse(">ann: CABSEEE 8G CAB +10 10\n>bob: QIZ\n#note x\n#rack1 SEEE\n")
    sight = Sight.resumed(record, WWF, "me")
    assert (sight.names, sight.scores, sight.rack) == (("bob", "ann"), (0, 10), tuple("QIZ"))
    assert Sight.resumed(record, WWF, "ann").rack == tuple("SEEE")
    alone = Sight.resumed(Gcg.parse("#player1 ann Ann\n"), WWF, "me")
    assert set(alone.names) == {"ann", "me"}
    three = "".join(f"#player{n} p{n} x\n" for n in (1, 2, 3))
    with pytest.raises(NotationError):
        Sight.resumed(Gcg.parse(three), WWF, "me")


def test_nothing_is_swapped_with_an_empty_bag() -> None:
    game = load_game("wwf")
    seen = list(states(game, (EasyPlayer(game, WORDS), PointsPlayer(game, WORDS)), 4))
    late = next(state for state in seen if not state.bag)
    sight = Sight.of(late.view.position)
    for player, swapped in ((0, late.racks[late.turn][:1]), (1, ())):
        with pytest.raises(RackError, match="cannot be swapped with 0 in the bag"):
            sight.take(player, Turn("swap", swapped=swapped))


def test_nothing_is_told_after_the_end() -> None:
    game = load_game("wwf")
    seen = list(states(game, (EasyPlayer(game, WORDS), PointsPlayer(game, WORDS)), 4))
    assert seen[-1].over
    sight = told(seen, 0)
    if sight.over:
        with pytest.raises(PlacementError, match="the game is over"):
            sight.take(0, PASS)
