"""Searches that count the processor's time, so that they find as much on a busy machine."""

from __future__ import annotations

import time
from types import SimpleNamespace
from unittest.mock import patch


def count_processor_time() -> None:
    """From now on the seconds of simulations and endgames in this process are the processor's."""
    processor = SimpleNamespace(monotonic=time.process_time)
    for module in ("strategy.simulate", "strategy.endgame", "movegen.session"):
        patch(f"solver.{module}.time", processor).start()
