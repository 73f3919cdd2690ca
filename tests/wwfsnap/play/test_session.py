"""A game against the program as values: what the terminal and the page share."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.errors import PlacementError
from solver.game import PASS, Square, Turn
from solver.strategy import PointsPlayer
from tests.shared.words import short_list
from wwfsnap.errors import UsageFault
from wwfsnap.play import (
    Challenge,
    GameChoice,
    GameFiles,
    Level,
    kept_file,
    kept_games,
    new_session,
    resumed_session,
)
from wwfsnap.play.session import GameSession

PIN = [(Square(7, 6), "P"), (Square(7, 7), "I"), (Square(7, 8), "N")]


@pytest.fixture
def words(tmp_path: Path) -> Path:
    return short_list(tmp_path)


@pytest.fixture
def session(words: Path) -> GameSession:
    return new_session(GameChoice(seed=3, level=Level.POINTS), words)


def answered(session: GameSession) -> GameSession:
    session.take(Turn.of(session.move(PIN)))
    session.answer(PointsPlayer(session.state.game, session.lexicon))
    return session


def test_turns_change_hands(session: GameSession) -> None:
    player = PointsPlayer(session.state.game, session.lexicon)
    assert session.answer(player) is None  # the user begins
    session.take(Turn.of(session.move(PIN)))
    assert not session.mine
    with pytest.raises(PlacementError, match="it is not your turn"):
        session.take(PASS)
    with pytest.raises(PlacementError, match="it is not your turn"):
        session.move(PIN)
    made = session.answer(player)
    assert made
    assert session.state.view.lead == 7 - made.score
    assert session.state.last == made
    assert session.mine


def test_undo_takes_back_both_turns(session: GameSession) -> None:
    before = session.text()
    answered(session).undo()
    assert session.text() == before
    with pytest.raises(UsageFault, match="no move to undo"):
        session.undo()


def test_a_record_leads_back_to_the_same_session(session: GameSession, words: Path) -> None:
    file = GameFiles().keep(answered(session).text())
    again = resumed_session(file, GameChoice(), words)
    assert again.state == session.state
    assert (again.level, again.me, again.seeded) == (Level.POINTS, 0, True)
    assert again.text() == session.text()
    GameFiles(kept=file).keep(again.text())
    assert sorted(file.parent.iterdir()) == [file]


def test_review_tells_what_was_missed(session: GameSession) -> None:
    session.take(PASS)
    session.answer(PointsPlayer(session.state.game, session.lexicon))
    (turn,) = session.review()
    assert turn.best
    assert turn.behind == turn.best.score > 0
    assert turn.turn == PASS


PRI = [(Square(7, 6), "P"), (Square(7, 7), "R"), (Square(7, 8), "I")]


def doubted(words: Path, rule: Challenge, level: Level = Level.POINTS) -> GameSession:
    return new_session(GameChoice(seed=3, level=level, challenge=rule), words)


def resumed(session: GameSession, words: Path) -> GameSession:
    again = resumed_session(GameFiles().keep(session.text()), GameChoice(), words)
    assert again.text() == session.text()
    assert again.history.states == session.history.states
    assert (again.challenge, again.may_challenge) == (session.challenge, session.may_challenge)
    return again


def test_words_that_are_not_in_the_list_are_laid_and_taken_back(words: Path) -> None:
    session = doubted(words, Challenge.SINGLE)
    before = session.state
    session.take(session.after_challenge(Turn.of(session.move(PRI))))
    assert session.state.racks == before.racks
    assert (session.state.board, session.state.scores) == (before.board, (0, 0))
    assert not session.mine
    (turn,) = session.review()
    assert turn.best
    assert turn.behind == turn.best.score > 0
    again = resumed(session, words)
    again.undo()
    assert again.state == before


def test_the_weakest_level_believes_every_other_time(words: Path) -> None:
    believed = []
    for seed in range(40):
        choice = GameChoice(seed=seed, level=Level.EASY, challenge=Challenge.DOUBLE)
        session = new_session(choice, words)
        held = [tile for tile in session.state.racks[0] if tile.isalpha()][:5]
        tiles = [(Square(7, 5 + place), tile) for place, tile in enumerate(held)]  # five letters
        believed.append(session.after_challenge(Turn.of(session.move(tiles))).kind == "lay")
    assert 8 < sum(believed) < 32


@pytest.mark.parametrize(
    ("rule", "given"), [(Challenge.SINGLE, 0), (Challenge.DOUBLE, 0), (Challenge.TEN, 10)]
)
def test_a_challenge_in_vain(words: Path, rule: Challenge, given: int) -> None:
    session = answered(doubted(words, rule))
    before = session.state
    assert session.may_challenge
    assert not session.challenge_last()
    assert session.state.scores == (before.scores[0], before.scores[1] + given)
    assert (session.state.board, session.state.racks) == (before.board, before.racks)
    assert session.mine == (rule is not Challenge.DOUBLE)
    assert session.may_challenge == (rule is Challenge.SINGLE)
    resumed(session, words)


def test_a_move_that_another_list_does_not_have_is_taken_back(words: Path, tmp_path: Path) -> None:
    session = answered(doubted(words, Challenge.TEN))
    few = tmp_path / "few.txt"
    few.write_text("PIN\n", encoding="utf-8")
    again = resumed_session(GameFiles().keep(session.text()), GameChoice(), few)
    before = again.history.states[-2]
    assert again.challenge_last()
    assert (again.state.board, again.state.racks) == (before.board, before.racks)
    assert (again.state.scores, again.mine) == ((7, 0), True)
    assert not again.may_challenge
    resumed(again, few)


def test_there_is_nothing_to_challenge(session: GameSession, words: Path) -> None:
    with pytest.raises(UsageFault, match="checked before they are played"):
        session.challenge_last()
    with pytest.raises(UsageFault, match="made no move"):
        doubted(words, Challenge.FIVE).challenge_last()
    passed = doubted(words, Challenge.FIVE)
    passed.take(PASS)
    with pytest.raises(UsageFault, match="made no move"):
        passed.challenge_last()


def test_kept_games_are_listed_the_newest_first(session: GameSession) -> None:
    assert list(kept_games(9)) == []
    first = GameFiles().keep(session.text())
    second = GameFiles().keep(answered(session).text())
    listed = list(kept_games(9))
    assert {each.name for each in listed} == {first.stem, second.stem}
    scores = {each.name: each.scores for each in listed}
    assert scores == {first.stem: (0, 0), second.stem: session.state.scores}
    assert not any(each.over for each in listed)
    assert len(list(kept_games(1))) == 1
    assert kept_file(first.stem) == first
    for strange in ("", "..", "../x", "20200101-000000", f"{first.stem}.gcg", f"./{first.stem}"):
        assert kept_file(strange) is None
