"""Word lists on the page and in the API: installed here, one at a time, of known languages."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from sample_screens.truth import FOLDER
from tests.shared.pages import PHONE, needs_chromium, opener, ready
from tests.shared.serving import PATIENCE, Served, events, fits, serving
from wwfsnap.errors import Failure, ListUnobtainable
from wwfsnap.reporting import failure_record
from wwfsnap.serve.jobs import Answer
from wwfsnap.serve.word_lists import ListInstaller, install_list

PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
SHORT = ("KOLUMN", "KOLUMNS")
DONE = {"ok": True, "language": "sv", "words": 2, "dropped": {}, "origin": "x", "licence": None}


class InThread:
    """Does a worker's work in a thread of the test, so that the test sees and steers it."""

    def __init__(self, task: Callable[[str], Answer | None]) -> None:
        self._task = task

    def __call__(
        self, code: str, heard: Callable[[object], None], _given_up: Callable[[], bool]
    ) -> Answer | None:
        heard({"step": "fetching"})
        return self._task(code)

    def kill(self) -> None:
        """There is no process."""

    stop = kill


def installer(task: Callable[[str], Answer | None]) -> ListInstaller:
    made = ListInstaller()
    made._worker = InThread(task)  # type: ignore[assignment]
    return made


def test_a_list_that_is_there(server: Served, contract: dict[str, Any]) -> None:
    """Through a real process."""
    answer = server.client.post("/api/words/nl")
    assert answer.status_code == 200
    fits(contract, "InstalledWords", answer.json())
    assert answer.json()["words"] == 299_520


def test_languages(server: Served, contract: dict[str, Any]) -> None:
    found = {each["language"]: each for each in server.client.get("/api/words").json()}
    for each in found.values():
        fits(contract, "LanguageWords", each)
    assert found["nl"]["list"] == "shipped"
    assert found["de"]["title"] == "German"


@pytest.mark.parametrize(
    "address", ["tlh", "NL", "sv-strict", "..%2f..%2fetc", "nl.marisa", "%00", "a" * 5000]
)
def test_only_known_languages(server: Served, contract: dict[str, Any], address: str) -> None:
    answer = server.client.post(f"/api/words/{address}")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (404, "not-found")
    fits(contract, "Failure", answer.json())


def test_refused_without_the_key_and_from_elsewhere() -> None:
    done: list[str] = []

    def work(code: str) -> Answer:
        done.append(code)
        return Answer(200, DONE)

    with serving(key="secret", installer=installer(work)) as served:
        assert served.client.post("/api/words/sv").status_code == 401
        assert served.client.get("/api/words").status_code == 401
        known = {"Authorization": "Bearer secret"}
        foreign = known | {"Origin": "https://example.org"}
        assert served.client.post("/api/words/sv", headers=foreign).status_code == 403
        assert served.client.get("/api/words/sv", headers=known).status_code == 405
        assert done == []
        assert served.client.post("/api/words/sv", headers=known).json() == DONE
        assert done == ["sv"]


def test_one_at_a_time_and_errors_told() -> None:
    begun, may_end = Event(), Event()

    def work(code: str) -> Answer | None:
        begun.set()
        assert may_end.wait(60)
        if code == "da":
            return None  # its process died
        fault = ListUnobtainable("nothing", "type this")
        return Answer(422, failure_record(Failure.of(fault)))

    with serving(installer=installer(work)) as served, ThreadPoolExecutor(1) as threads:
        first = threads.submit(served.client.post, "/api/words/sv")
        assert begun.wait(60)
        busy = served.client.post("/api/words/sv")
        assert (busy.status_code, busy.json()["error"]["kind"]) == (503, "busy")
        may_end.set()
        assert first.result().status_code == 422
        assert first.result().json()["error"]["hint"] == "type this"
        died = served.client.post("/api/words/da")
        assert died.status_code == 422
        assert "took too long" in died.json()["error"]["message"]


def test_what_the_process_answers(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(user))
    monkeypatch.setattr("wwfsnap.wordlists.packages.find_spec", lambda _name: None)
    monkeypatch.setattr("wwfsnap.wordlists.places.places", list)
    answer = install_list("sv")
    assert answer.status == 422
    assert answer.record["error"]["kind"] == "list-unobtainable"
    assert "npm pack dictionary-sv" in answer.record["error"]["hint"]
    assert install_list("tlh").record["error"]["kind"] == "unknown-game"


@pytest.fixture
def endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Packages are fetched by a client that never ends; where it notes its number."""
    client, number = tmp_path / "bin" / "npm", tmp_path / "number"
    client.parent.mkdir()
    client.write_text(
        f"#!/bin/sh\necho $$ > {number}.new; mv {number}.new {number}\nexec sleep 600\n"
    )
    client.chmod(0o755)
    monkeypatch.setenv("PATH", f"{client.parent}:/usr/bin:/bin")
    for name, folder in (("XDG_DATA_HOME", "data"), ("TMPDIR", "made")):
        (tmp_path / folder).mkdir()
        monkeypatch.setenv(name, str(tmp_path / folder))
    return number


def appears(file: Path) -> None:
    until = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < until
        time.sleep(0.05)


def assert_nothing_is_left(number: Path) -> None:
    assert list((number.parent / "made").iterdir()) == []
    assert list((number.parent / "data").rglob("*")) == []
    with pytest.raises(ProcessLookupError):
        os.killpg(int(number.read_text()), 0)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no signals")
def test_stopped_in_the_middle_nothing_is_left(endless: Path, contract: dict[str, Any]) -> None:
    """Through a real process; the same where the server ends meanwhile."""
    with serving() as served, ThreadPoolExecutor(1) as threads:
        assert served.client.delete("/api/words/sv").status_code == 404
        going = threads.submit(served.client.post, "/api/words/sv")
        appears(endless)
        assert served.client.delete("/api/words/de").status_code == 404
        assert served.client.delete("/api/words/sv").json() == {"ok": True}
        told = going.result()
        assert (told.status_code, told.json()["error"]["kind"]) == (409, "words-stopped")
        fits(contract, "Failure", told.json())
        assert_nothing_is_left(endless)
        endless.unlink()
        for name, _ in events(served, "/api/words/sv"):
            assert name == "told"
            appears(endless)
            break  # whoever goes away does not stop it
        assert served.client.post("/api/words/sv").status_code == 503
    assert_nothing_is_left(endless)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no signals")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ended_in_the_middle_leaves_nothing(
    endless: Path, ending: signal.Signals
) -> None:
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    with (
        ThreadPoolExecutor(1) as threads,
        subprocess.Popen(
            command,
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as server,
    ):
        assert server.stderr
        address = re.search(r"http://\S+?:\d+", server.stderr.readline())
        assert address
        threads.submit(httpx.post, f"{address[0]}/api/words/sv", timeout=PATIENCE)
        appears(endless)
        os.killpg(server.pid, ending)
    assert_nothing_is_left(endless)


@needs_chromium
def test_the_button_gets_the_words(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    may_end, tries = Event(), []

    def work(code: str) -> Answer:
        tries.append(code)
        assert may_end.wait(60)
        if len(tries) == 1:
            fault = ListUnobtainable("npm cannot be reached", "see to the network")
            return Answer(422, failure_record(Failure.of(fault)))
        words = tmp_path / "wwfsnap" / "words"
        words.mkdir(parents=True)
        (words / "sv.txt").write_text("\n".join(SHORT), encoding="utf-8")
        return Answer(200, DONE)

    with serving(installer=installer(work)) as served, opener(browser, served) as opened:
        page = ready(opened(**PHONE))
        page.set_input_files("#file", FOLDER / "wordfeud-dark-sv.png")
        button = page.locator("#trouble button").first
        expect(button).to_have_text("Get the word list")
        expect(page.locator("#trouble .fine")).to_contain_text("Swedish, ")
        expect(page.locator("#trouble .fine")).to_contain_text("LGPL-3.0")
        button.tap()
        expect(button).to_have_text("Step 1 of 3: fetching …")
        expect(button).to_be_disabled()
        expect(page.locator("#stage")).to_have_attribute("aria-busy", "true")
        may_end.set()
        expect(page.locator("#trouble b")).to_have_text("The word list could not be fetched.")
        expect(page.locator("#trouble")).to_contain_text("wwfsnap words install sv")
        expect(page.locator("#trouble")).not_to_contain_text("npm cannot be reached")
        if folder := os.environ.get("WWFSNAP_SHOW"):
            page.screenshot(path=Path(folder) / "word_list_unobtainable.png")
        button.tap()
        expect(page.locator("#best .word")).to_be_visible()
        expect(page.locator("#trouble")).to_be_hidden()
        assert tries == ["sv", "sv"]


@needs_chromium
def test_another_button_stops_it(browser: Browser, endless: Path) -> None:
    with serving() as served, opener(browser, served) as opened:
        page = ready(opened(**PHONE))
        page.set_input_files("#file", FOLDER / "wordfeud-dark-sv.png")
        page.get_by_role("button", name="Get the word list").tap()
        appears(endless)
        page.get_by_role("button", name="Stop").tap()
        expect(page.locator("#trouble b")).to_have_text("The installation was stopped.")
        expect(page.locator("#trouble button")).to_have_text("Get the word list")
        expect(page.locator("#stage")).to_have_attribute("aria-busy", "false")
        assert_nothing_is_left(endless)
