"""The requests that the docs show are answered as sent."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import httpx

from sample_screens.truth import FOLDER
from tests.shared.serving import Served

PAGE = (FOLDER.parent / "docs" / "serve.md").read_text(encoding="utf-8")
CURL = [
    command.replace("\n", " ")
    for block in re.findall(r"```console\n(curl .*?)```", PAGE, re.DOTALL)
    for command in re.split(r"\n(?=curl )", block.strip())
]


def test_requests_with_curl_are_answered(tables: Served, tmp_path: Path) -> None:
    (tmp_path / "shot.png").write_bytes((FOLDER / "wwf2-empty.png").read_bytes())
    game = ""
    for command in CURL:
        request = _request_of(command, tmp_path)
        url = httpx.URL(tables.url).join(
            re.sub(r"/play/[\d-]+", f"/play/{game}", request.pop("url"))
        )
        with tables.client.stream("POST", url, **request) as answer:
            assert answer.status_code == 200, (command, answer.read())
            if answer.headers["content-type"].startswith("text/event-stream"):
                assert next(answer.iter_lines()) == "event: told"
            else:
                told = json.loads(answer.read())
                assert told["ok"], command
                game = told.get("id", game)


def _request_of(command: str, folder: Path) -> dict[str, Any]:
    """What httpx sends as curl does, ``url`` among it."""
    request: dict[str, Any] = {"headers": {}}
    words = iter(shlex.split(command)[1:])
    for word in words:
        if word == "-H":
            name, _, request["headers"][name] = next(words).partition(": ")
        elif word == "-d":
            request["content"] = next(words)
        elif word == "--data-binary":
            request["content"] = (folder / next(words).removeprefix("@")).read_bytes()
        elif word == "-F":
            name, _, value = next(words).partition("=")
            if value.startswith("@"):
                file = value.removeprefix("@")
                request["files"] = {name: (file, (folder / file).read_bytes())}
            else:
                request.setdefault("data", {})[name] = value
        elif word != "-N":
            request["url"] = word.removeprefix("http://localhost:8765")
    return request
