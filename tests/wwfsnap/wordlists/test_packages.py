"""Package clients: what they fetch is checked, and what goes wrong is told."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.shared.clients import Clients
from wwfsnap.errors import ListUnobtainable
from wwfsnap.wordlists import packages
from wwfsnap.wordlists.packages import client_of, fetch, typed_command
from wwfsnap.wordlists.sources import Package

NPM = Package("npm", "words", "1.0.0", "package/index.dic")
DATA = b"an archive"
QUIET = "--disable-pip-version-check --no-input --quiet"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the clients here are scripts")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "fetched"
    made.mkdir()
    return made


@pytest.mark.parametrize(
    ("package", "client", "file", "arguments", "version"),
    [
        (NPM, "npm", "words-1.0.0.tgz", "pack words@1.0.0 --ignore-scripts --silent", "1.0.0"),
        (
            Package("npm", "words"),
            "npm",
            "words-2.1.0.tgz",
            "pack words@latest --ignore-scripts --silent",
            "2.1.0",
        ),
        (
            Package("pip", "some-words", "3.4"),
            "pip3",
            "some_words-3.4-py3-none-any.whl",
            f"download --no-deps --only-binary :all: {QUIET} some-words==3.4",
            "3.4",
        ),
        (
            Package("apt", "wdutch"),
            "apt-get",
            "wdutch_1%3a2.20-2_all.deb",
            "download -q -o APT::Get::AllowUnauthenticated=false wdutch",
            "1:2.20-2",
        ),
    ],
)
def test_each_client_is_called_as_it_wants(
    clients: Clients,
    folder: Path,
    package: Package,
    client: str,
    file: str,
    arguments: str,
    version: str,
) -> None:
    clients.hands_out(client, file, DATA)
    archive, fetched = fetch(package, folder)
    assert archive == folder / file
    assert clients.called_with(client) == arguments
    assert fetched.version == version
    assert fetched.sha256 == hashlib.sha256(DATA).hexdigest()


def test_a_client_that_is_not_there(clients: Clients, folder: Path) -> None:
    assert clients.folder.is_dir()
    assert client_of(NPM) is None
    with pytest.raises(ListUnobtainable, match="cannot be fetched, because npm is not installed"):
        fetch(NPM, folder)


def test_another_checksum(clients: Clients, folder: Path) -> None:
    clients.hands_out("npm", "words-1.0.0.tgz", DATA)
    expected = Package("npm", "words", "1.0.0", sha256="0" * 64)
    with pytest.raises(ListUnobtainable, match="a different checksum") as caught:
        fetch(expected, folder)
    assert "it was not used" in caught.value.hint


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("print('npm error network ENOTFOUND'); sys.exit(1)", "ENOTFOUND"),
        ("sys.exit(7)", r"\(7\)"),
        ("pass", "did not download an archive"),
    ],
)
def test_a_client_that_fails(clients: Clients, folder: Path, program: str, told: str) -> None:
    clients.put("npm", program)
    with pytest.raises(ListUnobtainable, match=told):
        fetch(NPM, folder)


def test_a_client_that_cannot_be_run(clients: Clients, folder: Path) -> None:
    clients.put("npm", "pass")
    (clients.folder / "npm").write_bytes(b"\x7fELF nothing")
    with pytest.raises(ListUnobtainable, match="cannot be run"):
        fetch(NPM, folder)


def test_a_client_that_hangs(
    clients: Clients, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients.put(
        "npm", "pathlib.Path('pid').write_text(str(__import__('os').getpid()))\ntime.sleep(600)"
    )
    monkeypatch.setattr(packages, "PATIENCE", 2.0)
    with pytest.raises(ListUnobtainable, match="longer than 2 seconds"):
        fetch(NPM, folder)
    assert _ended(folder / "pid")


@pytest.mark.usefixtures("interruptible")
def test_the_interrupt_key_ends_a_client(clients: Clients, folder: Path) -> None:
    clients.put(
        "npm", "pathlib.Path('pid').write_text(str(__import__('os').getpid()))\ntime.sleep(600)"
    )

    def press() -> None:
        while not (folder / "pid").exists() or not (folder / "pid").read_text():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    with pytest.raises(KeyboardInterrupt):
        fetch(NPM, folder)
    assert _ended(folder / "pid")


STOPPED_ANYWHERE = """
import os, sys, tempfile, threading
from pathlib import Path
from wwfsnap.wordlists import packages
from wwfsnap.wordlists.sources import Package

packages.LOOK = 0.01
steps = 0

def follow(frame, event, _told):
    global steps
    if frame.f_code.co_filename not in (packages.__file__, threading.__file__):
        return None
    frame.f_trace_opcodes, frame.f_trace_lines = True, False
    if event == "opcode":
        steps -= 1
        if steps == 0:
            sys.settrace(None)
            raise SystemExit
    return follow

for last in range(1, 240):  # it is started and waited for from about 190 on
    steps, folder = last, tempfile.TemporaryDirectory()
    try:
        with folder:
            sys.settrace(follow)
            packages.fetch(Package("npm", "words", "1.0.0"), Path(folder.name))
    except SystemExit:
        pass
    assert not os.path.exists(folder.name), last
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        continue
    sys.exit(f"a client was left at step {last}")
"""


def test_stopped_at_any_step_no_client_is_left(clients: Clients) -> None:
    """While it is started as well, when nobody knows its number yet.

    A signal's exception may come after any instruction of ours and of ``threading``.
    """
    clients.put("npm", "time.sleep(600)")
    program = [sys.executable, "-c", STOPPED_ANYWHERE]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    done = subprocess.run(
        program, check=False, env=environment, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_what_a_person_may_type() -> None:
    assert (
        typed_command(NPM, "sv")
        == "npm pack words@1.0.0, then wwfsnap words install sv --from FILE"
    )
    assert "apt-get download wdutch" in typed_command(Package("apt", "wdutch"), "nl")
    assert "--no-deps" in typed_command(Package("pip", "words", "1"), "nl")


def _ended(told: Path) -> bool:
    """Whether a process that told its number is no more."""
    try:
        os.kill(int(told.read_text()), 0)
    except ProcessLookupError:
        return True
    return False
