"""Firefox for tests, driven over Marionette, which it speaks itself, without another program."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.shared.serving import PATIENCE

FIREFOX = os.environ.get("WWFSNAP_FIREFOX") or shutil.which("firefox-esr")
needs_firefox = pytest.mark.skipif(FIREFOX is None, reason="no firefox-esr (WWFSNAP_FIREFOX)")
PREFERENCES = {
    "app.update.enabled": False,
    "browser.newtab.preload": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False,
    "extensions.enabledScopes": 0,
    "fission.autostart": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}


class Firefox:
    """A window of Firefox.

    Args:
        link: The way to it, on which it has said hello.
    """

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._number = 0
        self._heard = b""
        self._answer()  # it says which protocol it speaks
        self("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
        self("WebDriver:SetTimeouts", script=int(1000 * PATIENCE))

    def __call__(self, command: str, **values: object) -> object:
        """What it answers to a command of WebDriver; a fault fails the test."""
        self._number += 1
        text = json.dumps([0, self._number, command, values]).encode()
        self._link.sendall(b"%d:%s" % (len(text), text))
        _, _, fault, result = self._answer()
        assert fault is None, fault
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def open(self, address: str) -> None:
        """Go to a page, and wait until it is ready."""
        self("WebDriver:Navigate", url="about:blank")  # also where only what follows # differs
        self("WebDriver:Navigate", url=address)
        self.wait("document.documentElement.dataset.ready !== undefined")

    def run(self, script: str, *values: object) -> object:
        """The result of a script in the page."""
        return self("WebDriver:ExecuteScript", script=script, args=list(values))

    def wait(self, condition: str) -> None:
        """Wait until an expression is true in the page."""
        until = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < until, condition
            time.sleep(0.05)

    def find(self, selector: str) -> str:
        """The element's name for other commands."""
        found = self("WebDriver:FindElement", using="css selector", value=selector)
        assert isinstance(found, dict)
        return str(next(iter(found.values())))

    def click(self, selector: str) -> None:
        """Click on an element as a person does."""
        self.wait(f"document.querySelector({json.dumps(selector)})")
        self("WebDriver:ElementClick", id=self.find(selector))

    def type(self, selector: str, text: str) -> None:
        """Type into an element; for a field of files their paths."""
        self("WebDriver:ElementSendKeys", id=self.find(selector), text=text)

    def press(self, selector: str, text: str) -> None:
        """Focus an element, and press keys."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        keys = [{"type": way, "value": key} for key in text for way in ("keyDown", "keyUp")]
        self("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": keys}])

    def resize(self, width: int, height: int) -> None:
        """Give the page about that size; a window has a least width."""
        self("WebDriver:SetWindowRect", width=width, height=height)

    def _answer(self) -> list[object]:
        while b":" not in self._heard:
            self._more()
        length, _, rest = self._heard.partition(b":")
        self._heard = rest
        while len(self._heard) < int(length):
            self._more()
        text, self._heard = self._heard[: int(length)], self._heard[int(length) :]
        found = json.loads(text)
        return found if isinstance(found, list) else [found]

    def _more(self) -> None:
        data = self._link.recv(65536)
        assert data, "Firefox has gone"
        self._heard += data


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """A Firefox without a screen, ended on leaving."""
    assert FIREFOX
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    wishes = PREFERENCES | {"marionette.port": port}
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wishes.items()
    ]
    profile.mkdir(parents=True, exist_ok=True)
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=os.environ | {"HOME": str(profile)}, **quiet) as process:  # type: ignore[call-overload]
        try:
            with _link(port) as link:
                yield Firefox(link)
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()


def _link(port: int) -> socket.socket:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            link = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            assert time.monotonic() < until, "Firefox does not start"
            time.sleep(0.1)
        else:
            return link
