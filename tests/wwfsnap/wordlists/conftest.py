"""What the tests of word lists share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.shared.clients import clients

__all__ = ["clients"]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """The interrupt key raises; the command line's own handling would end the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
