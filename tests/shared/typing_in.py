"""Somebody who types: lines for a command that asks, one after the other."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable

import pytest

from tests.shared.console import Console, Run


class Typist:
    """Calls ``wwfsnap play`` and types what was said.

    Attributes:
        always: Arguments of every call.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, wwfsnap: Console) -> None:
        self.monkeypatch = monkeypatch
        self.wwfsnap = wwfsnap
        self.always: tuple[object, ...] = ()

    def __call__(self, *arguments: object, types: Iterable[str] = ()) -> Run:
        text = "".join(f"{line}\n" for line in types)
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return self.wwfsnap("play", *self.always, *arguments)
