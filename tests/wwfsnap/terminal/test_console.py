"""What is told on a terminal while something is under way."""

import os
import sys
import time
from collections.abc import Callable

import pytest

if sys.platform == "win32":
    pytest.skip("there are no such terminals", allow_module_level=True)

import pty

from wwfsnap.terminal import progress_bar, waiting, working


def shown_by(act: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> bytes:
    """What a terminal gets on standard error."""
    main, second = pty.openpty()
    with os.fdopen(main, "rb", buffering=0) as seen, os.fdopen(second, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        act()
        terminal.write("end")
        terminal.flush()
        shown = b""
        while not shown.endswith(b"end"):
            shown += seen.read(100_000)
    return shown


@pytest.mark.parametrize(("seconds", "told"), [(0.0, False), (1.5, True)])
def test_what_takes_long_is_told(
    monkeypatch: pytest.MonkeyPatch, seconds: float, *, told: bool
) -> None:
    def count() -> None:
        with waiting("counting \x1b[31mwords"):
            time.sleep(seconds)

    shown = shown_by(count, monkeypatch)
    assert (b"counting" in shown) is told
    assert b"\x1b[31mwords" not in shown


def test_a_question_stops_the_line_that_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch() -> None:
        with working() as (tell, quiet):
            tell("reading \x1b[31mlists")
            time.sleep(0.3)
            with quiet():
                sys.stderr.write("may I?")
                time.sleep(0.3)

    shown = shown_by(fetch, monkeypatch)
    assert b"reading" in shown
    assert b"\x1b[31mlists" not in shown
    assert b"reading" not in shown[shown.index(b"may I?") :]


@pytest.mark.parametrize("wanted", [True, False])
def test_a_bar_shows_how_far_a_simulation_is(
    monkeypatch: pytest.MonkeyPatch, *, wanted: bool
) -> None:
    def think() -> None:
        with progress_bar(wanted=wanted) as bar:
            assert (bar is not None) is wanted
            if bar is not None:
                for done in range(3):
                    bar.update(done / 2, 100 * done, None)
                    time.sleep(0.2)

    shown = shown_by(think, monkeypatch)
    assert (b"thinking, 200 games a move" in shown) is wanted
