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
from tests.shared.serving import PATIENCE

PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


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
