"""What tests of several floors share: the corpus, a user without files, a reader that knows."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

# As the command line has it: OpenBLAS's threads would wait for each other and for other tests.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import pytest
from hypothesis import HealthCheck, settings

from tests.shared.console import Console
from tests.shared.places import SHARED
from tests.shared.shots import Shot, make_shot
from vision.imaging import Screen
from vision.reading import Reading
from wwfsnap import pipeline

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.shared.pages import Open
    from tests.shared.serving import Served

# A busy machine is no fault of what is tested.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# Started in the background of a plain shell, programs inherit that Ctrl-C is nothing to them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real screenshots; the test is skipped where it is not there."""
    return _real_screens("WWFSNAP_CORPUS", "corpus")


@pytest.fixture(scope="session")
def fresh() -> Path:
    """The folder of further ones, of other games and looks."""
    return _real_screens("WWFSNAP_FRESH", "fresh")


def _real_screens(variable: str, name: str) -> Path:
    folder = Path(os.environ.get(variable, SHARED / name))
    if not (folder / "labels.json").is_file():
        pytest.skip(f"no real screenshots here ({variable} names a folder of them)")
    return folder


@pytest.fixture(scope="session")
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def user(
    tmp_path_factory: pytest.TempPathFactory, _cache: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A user without words, games or themes of his own, in every test."""
    home = tmp_path_factory.mktemp("user")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(_cache))
    return home


@pytest.fixture
def wwfsnap(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Console:
    """The command line; colours off and lines long, as in a pipe."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    return Console(monkeypatch, capsys)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Callable[[Reading | Exception], None]:
    """Makes the reader read the same of every picture, or fail."""

    def use(answer: Reading | Exception) -> None:
        def read(_screen: Screen, **_wishes: object) -> Reading:
            if isinstance(answer, Exception):
                raise answer
            return answer

        monkeypatch.setattr(pipeline, "read", read)

    return use


@pytest.fixture
def shot(reads: Callable[[Reading], None]) -> Shot:
    painted = make_shot()
    reads(painted.reading)
    return painted


@pytest.fixture
def picture(shot: Shot, tmp_path: Path) -> Path:
    return shot.save(tmp_path / "shot.png")


@pytest.fixture(scope="session")
def server(_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`wwfsnap serve` with one process and the real reader."""
    from tests.shared.serving import at_once, serving

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(_cache))
        for folder in ("DATA", "CONFIG", "STATE"):
            patch.setenv(f"XDG_{folder}_HOME", str(tmp_path_factory.mktemp(folder)))
        with serving(pool=at_once()) as served:
            yield served


@pytest.fixture(scope="session")
def contract(server: Served) -> dict[str, Any]:
    """The OpenAPI document that the server gives out."""
    found: dict[str, Any] = server.client.get("/openapi.json").json()
    return found


@pytest.fixture(scope="session")
def _browser() -> Iterator[Browser]:
    from tests.shared.pages import chromium, running_loop

    with chromium() as started, running_loop(None):
        yield started


@pytest.fixture
def browser(_browser: Browser) -> Iterator[Browser]:
    """One for all tests; its event loop stays out of the way of those that do not use it."""
    from tests.shared.pages import running_loop

    with running_loop(_browser._loop):
        yield _browser


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core as the test package `axe-playwright-python` has it; nothing else of that is used."""
    if find_spec("axe_playwright_python") is None:
        pytest.skip("no axe-core here (pip install --group test)")
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def open_page(browser: Browser, server: Served) -> Iterator[Open]:
    """Opens the page; a script that fails, or breaks the page's own rules, fails the test.

    Nothing moves by itself in it, so that places can be measured at any time.
    """
    from tests.shared.pages import opener

    with opener(browser, server) as opened:
        yield opened
