"""Where a user's files are looked for."""

from collections.abc import Callable
from pathlib import Path

import pytest

from solver import folders


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)


@pytest.mark.parametrize(
    ("system", "folder", "place"),
    [
        ("linux", folders.cache_folder, ".cache"),
        ("linux", folders.config_folder, ".config"),
        ("linux", folders.data_folder, ".local/share"),
        ("darwin", folders.cache_folder, "Library/Caches"),
        ("darwin", folders.data_folder, "Library/Application Support"),
        ("win32", folders.cache_folder, ".cache"),
    ],
)
def test_folders_of_each_system(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    system: str,
    folder: Callable[[], Path],
    place: str,
) -> None:
    monkeypatch.setattr("sys.platform", system)
    assert folder() == tmp_path / place / "wwfsnap"


def test_variables_win(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "mine"))
    assert folders.cache_folder() == tmp_path / "mine" / "wwfsnap"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert folders.cache_folder() == tmp_path / ".cache" / "wwfsnap"


def test_windows_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert folders.cache_folder() == tmp_path / "local" / "wwfsnap"
