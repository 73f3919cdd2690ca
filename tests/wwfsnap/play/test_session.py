"""A game against the program as values: what the terminal and the page share."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.errors import PlacementError
from solver.game import PASS, Square, Turn
from solver.strategy import PointsPlayer
from tests.shared.typing_in import short_words
from wwfsnap.errors import UsageFault
from wwfsnap.play import (
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
    return short_words(tmp_path)


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
    GameFiles.going_on(file).keep(again.text())
    assert sorted(file.parent.iterdir()) == [file]


def test_review_tells_what_was_missed(session: GameSession) -> None:
    session.take(PASS)
    session.answer(PointsPlayer(session.state.game, session.lexicon))
    (turn,) = session.review()
    assert turn.best
    assert turn.behind == turn.best.score > 0
    assert turn.turn == PASS


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
