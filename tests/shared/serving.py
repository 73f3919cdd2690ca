"""A server in a thread of the test's own process, on a free port of this machine."""

from __future__ import annotations

import json
import os
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

import httpx
from jsonschema import Draft202012Validator

from wwfsnap.pipeline import Settings
from wwfsnap.serve import (
    AppConfig,
    Certificate,
    Endpoint,
    Limits,
    Pool,
    build,
    make_server,
    open_socket,
)
from wwfsnap.serve.jobs import Answer, Job, Picture
from wwfsnap.serve.word_lists import ListInstaller

PATIENCE = 120.0  # seconds; a busy machine is no fault
EVENTS = {"Accept": "text/event-stream"}
MUCH = 20_000_000  # bytes; more than the system takes from a server whose client does not read
NAMES = frozenset({"localhost", "127.0.0.1"})


@dataclass(frozen=True)
class Served:
    """A server that runs.

    Attributes:
        url: Where, without a slash at the end.
        client: Speaks to it.
        log: The lines of its access log.
    """

    url: str
    client: httpx.Client
    log: list[str] = field(default_factory=list)


class LatePool(Pool):
    """A pool whose processes start with the first job: many tests have none."""

    async def start(self) -> None:
        for worker in self._workers:
            self._idle.put(worker)


def at_once() -> Pool:
    """A pool whose process starts with the server, in the folders there are then."""
    return Pool(1, Limits(), Settings())


@contextmanager
def serving(
    *,
    limits: Limits | None = None,
    key: str | None = None,
    certificate: Certificate | None = None,
    pool: Pool | None = None,
    installer: ListInstaller | None = None,
) -> Iterator[Served]:
    """A server with one process; ended on leaving."""
    log: list[str] = []
    config = AppConfig(
        pool or LatePool(1, limits or Limits(), Settings()),
        NAMES,
        key,
        limits=limits or Limits(),
        certificate=certificate.authority if certificate else None,
        log=log.append,
        installer=installer or ListInstaller(),
    )
    place, ready = Endpoint(0, certificate=certificate, key=key), Event()
    server = make_server(build(config), place, ready.set, config.limits)
    with open_socket(place) as listener:
        scheme = "https" if certificate else "http"
        url = f"{scheme}://localhost:{listener.getsockname()[1]}"
        thread = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            assert ready.wait(PATIENCE), "the server does not start"
            with httpx.Client(base_url=url, timeout=PATIENCE, verify=trust(certificate)) as client:
                yield Served(url, client, log)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


def trust(certificate: Certificate | None) -> ssl.SSLContext:
    """What a phone that trusts the certificate's authority checks by."""
    context = ssl.create_default_context()
    if certificate is not None and certificate.authority is not None:
        context.load_verify_locations(cadata=certificate.authority)
    return context


def misbehave(job: Job) -> Answer:
    """Work that dies of some pictures, hangs or says much, and tells its process of the rest."""
    assert isinstance(job, Picture)
    if job.data == b"die":
        os._exit(9)
    if job.data == b"hang":
        time.sleep(10 * PATIENCE)
    if job.data == b"much":
        return Answer(200, {"ok": True, "much": "x" * MUCH})
    return Answer(200, {"ok": True, "process": os.getpid(), "bytes": len(job.data)})


def answer_to(served: Served, said: bytes) -> tuple[int, bytes]:
    """Status and body of the answer to a request as it goes over the wire."""
    port = httpx.URL(served.url).port
    with socket.create_connection(("127.0.0.1", port or 0), timeout=PATIENCE) as connection:
        heard = b""
        try:
            connection.sendall(said)
            while data := connection.recv(65536):
                heard += data
        except ConnectionError:
            pass
    head, _, body = heard.partition(b"\r\n\r\n")
    status = head.partition(b" ")[2][:3]
    assert status.isdigit(), (said, heard)
    return int(status), body


def events(served: Served, address: str, **sent: object) -> Iterator[tuple[str, Any]]:
    """What is told while something is done: the name of each event, and its data."""
    with served.client.stream("POST", address, json=sent or None, headers=EVENTS) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in answer.iter_lines():
            key, _, value = line.partition(": ")
            if key == "event":
                name = value
            elif key == "data":
                yield name, json.loads(value)


def fits(contract: dict[str, Any], name: str, record: object) -> None:
    """Hold an answer against a schema of the OpenAPI document, which must name all of its keys.

    Only a failure may have others: what was read before it.
    """
    named = {"$ref": f"#/components/schemas/{name}", "components": contract["components"]}
    schema = named if name == "Failure" else _closed(named)
    Draft202012Validator(schema).validate(record)


def _closed(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """The schema without leave for keys that it does not name."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(each) for key, each in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        closed.setdefault("additionalProperties", False)
    return closed
