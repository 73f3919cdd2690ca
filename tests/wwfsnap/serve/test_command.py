"""`wwfsnap serve` as a process of its own: it greets, answers, and ends when it is told to."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import httpx
import pytest

from sample_screens.truth import FOLDER
from tests.shared.console import Console
from tests.shared.serving import PATIENCE
from wwfsnap.errors import UsageFault

PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@pytest.mark.parametrize(
    "name",
    [
        *("", "..", "*", "a b", "\u00fc.example", "\udcff", "x" * 64, "x." * 127 + "x"),
        *("https://snap.example.org/", "snap.example.org:8443", "-snap"),
    ],
)
def test_a_name_that_no_machine_has(
    wwfsnap: Console, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("wwfsnap.serve.open_socket", _refuse)
    run = wwfsnap("serve", "--port", 0, "--tls", "--host-name", name)
    assert run.status == 2
    assert "is not the name of a machine" in run.err


@pytest.mark.parametrize("name", ["snap", "My-Mac.example.", "my_pc.lan", "10.0.0.5", "fd00::5"])
def test_names_and_addresses_of_machines(
    wwfsnap: Console, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("wwfsnap.serve.open_socket", _refuse)
    run = wwfsnap("serve", "--port", 0, "--host-name", name)
    assert "it went on" in run.err


def _refuse(_endpoint: object) -> None:
    raise UsageFault("it went on")


def test_serves_until_it_is_interrupted() -> None:
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--lan", "--processes", "1"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "200"}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            told = ""
            while "Ctrl-C" not in told:
                line = process.stderr.readline()
                assert line, told
                told += line
            entry = re.search(r"open http://\S+:(\d+)/\?key=(\w+)", told)
            assert entry, told
            headers = {"Authorization": f"Bearer {entry[2]}", "Content-Type": "image/png"}
            picture = (FOLDER / "wwf2-empty.png").read_bytes()
            url = f"http://127.0.0.1:{entry[1]}/api/solve"
            answer = httpx.post(url, content=picture, headers=headers, timeout=PATIENCE)
            assert answer.json()["ok"]
            assert httpx.post(url, content=b"", timeout=PATIENCE).status_code == 401
            process.send_signal(signal.SIGINT)
            _, rest = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "Traceback" not in rest
    assert "POST /api/solve 200" in rest
    assert entry[2] not in rest
