"""A server whose games are kept in a folder that its tests know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shared.serving import Served, at_once, serving


@pytest.fixture(scope="module")
def games_state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("state")


# One for each module: a process given up is started again in the folders of the test at hand.
@pytest.fixture(scope="module")
def running(games_state: Path) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(games_state))
        with serving(pool=at_once()) as found:
            yield found


@pytest.fixture
def tables(running: Served, games_state: Path, monkeypatch: pytest.MonkeyPatch) -> Served:
    """A server to play at; the test's own process keeps games where the server's does."""
    monkeypatch.setenv("XDG_STATE_HOME", str(games_state))
    return running
