"""What is told on a terminal while something is under way."""

import os
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("there are no such terminals", allow_module_level=True)

import pty

from wwfsnap.reporting import waiting


@pytest.mark.parametrize(("seconds", "told"), [(0.0, False), (1.5, True)])
def test_what_takes_long_is_told(
    monkeypatch: pytest.MonkeyPatch, seconds: float, *, told: bool
) -> None:
    main, second = pty.openpty()
    with os.fdopen(main, "rb", buffering=0) as seen, os.fdopen(second, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        with waiting("counting \x1b[31mwords"):
            time.sleep(seconds)
        terminal.write("end")
        terminal.flush()
        shown = b""
        while not shown.endswith(b"end"):
            shown += seen.read(100_000)
    assert (b"counting" in shown) is told
    assert b"\x1b[31mwords" not in shown
