"""The command line, called within the test's own process."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from wwfsnap.cli import main


@dataclass(frozen=True)
class Run:
    """How a call ended: exit status, standard output, standard error."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """The JSON of each line of standard output."""
        return [json.loads(line) for line in self.out.splitlines()]


class Console:
    """Calls ``wwfsnap`` with arguments."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *arguments: object) -> Run:
        self.monkeypatch.setattr(sys, "argv", ["wwfsnap", *map(str, arguments)])
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        told = self.capsys.readouterr()
        return Run(int(ended.value.code or 0), told.out, told.err)
