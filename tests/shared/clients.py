"""Package clients that are no more than a few lines of Python, on a PATH of their own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wwfsnap.wordlists import packages, places
from wwfsnap.wordlists.sources import LanguageSources, Package, sources_of


class Clients:
    """A machine with no word lists and no package clients but those that are put there."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._patch = monkeypatch
        monkeypatch.setenv("PATH", str(folder))
        monkeypatch.setattr(packages, "find_spec", lambda _name: None)
        monkeypatch.setattr(places, "places", list)

    def put(self, name: str, program: str) -> None:
        """Have a client do what the program says."""
        script = self.folder / name
        script.write_text(f"#!{sys.executable}\nimport sys, time, pathlib\n{program}\n")
        script.chmod(0o755)

    def hands_out(self, name: str, file: str, data: bytes) -> None:
        """Have a client write a file where it runs, and note its arguments."""
        source = self.folder / f"{name}.data"
        source.write_bytes(data)
        told = self.folder / f"{name}.called"
        self.put(
            name,
            f"""
pathlib.Path({file!r}).write_bytes(pathlib.Path({str(source)!r}).read_bytes())
pathlib.Path({str(told)!r}).write_text(" ".join(sys.argv[1:]))
""",
        )

    def called_with(self, name: str) -> str | None:
        """The arguments of a client's last call; None where it was not called."""
        told = self.folder / f"{name}.called"
        return told.read_text() if told.exists() else None

    def known(self, code: str, *known: Package) -> None:
        """Have these be all packages of a language that are known."""
        from wwfsnap.wordlists import installing

        def only(asked: str) -> LanguageSources:
            if asked != code:
                return sources_of(asked)
            return LanguageSources(code, "Test", ("test.dic",), known)

        self._patch.setattr(installing, "sources_of", only)


@pytest.fixture
def clients(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clients:
    folder = tmp_path / "clients"
    folder.mkdir()
    return Clients(folder, monkeypatch)
