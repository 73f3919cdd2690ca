"""Connections that say nothing, half a request or read no answer keep nobody else out."""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import cast

import httpx
import pytest

from tests.shared.serving import MUCH, NAMES, PATIENCE, LatePool, Served, misbehave, serving, trust
from wwfsnap.pipeline import Settings
from wwfsnap.serve import Limits, make_certificate
from wwfsnap.serve.connections import Acceptor, ClientConnection

PNG = {"Content-Type": "image/png"}
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half"
HALF_A_BODY = (
    b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n"
    b"Content-Length: 1000000\r\n\r\nhalf"
)
SECRET = "a-key-of-this-test"  # noqa: S105 - made up
SOON = 20.0  # seconds; what is closed after a fraction of one may take so long on a busy machine
SHORT = Limits(head=0.3, answer=0.5, rest=0.3)


Small = Callable[..., Served]


@pytest.fixture(scope="module")
def small() -> Iterator[Small]:
    """Starts servers; those of the same limits and key are one."""
    with ExitStack() as running:

        @cache
        def start(limits: Limits | None = None, key: str | None = None) -> Served:
            limits = limits or Limits()
            pool = LatePool(1, limits, Settings(), misbehave)
            return running.enter_context(serving(limits=limits, key=key, pool=pool))

        yield start


def connect(served: Served, *said: bytes) -> socket.socket:
    port = httpx.URL(served.url).port
    assert port is not None
    connection = socket.create_connection(("127.0.0.1", port), timeout=SOON)
    for each in said:
        connection.sendall(each)
    return connection


def ends(connection: socket.socket) -> bytes:
    """All that comes until the server closes; fails where it does not."""
    heard = []
    try:
        while data := connection.recv(65536):
            heard.append(data)
    except ConnectionError:
        pass
    return b"".join(heard)


def drips_until_it_ends(connection: socket.socket, said: bytes) -> bool:
    """Whether the server closes while one sign after the other comes."""
    until = time.monotonic() + SOON
    with suppress(ConnectionError):
        while time.monotonic() < until:
            connection.sendall(said[:1])
            said = said[1:] + said[:1]
            time.sleep(0.02)
        return False
    return True


def test_silent_and_half_sent_connections_keep_nobody_out(small: Small) -> None:
    served = small()
    with ExitStack() as crowd:
        for said in [b""] * 200 + [HALF_A_HEAD] * 100 + [HALF_A_BODY] * 100:
            crowd.enter_context(connect(served, said))
        regular = served.client
        for _ in range(10):
            answers = [
                regular.get("/healthz"),
                regular.post("/api/solve", content=b"picture", headers=PNG),
                httpx.post(f"{served.url}/api/solve", content=b"new", headers=PNG, timeout=SOON),
            ]
            assert [each.status_code for each in answers] == [200] * 3


def test_crowd_that_comes_back_keeps_nobody_out(small: Small) -> None:
    served = small(Limits(connections=20))
    with ExitStack() as crowd:
        for _ in range(10):
            for said in (b"", HALF_A_HEAD):
                for _ in range(20):
                    crowd.enter_context(connect(served, said))
            # It was let in, so those who were not give way before it does.
            answer = served.client.post("/api/solve", content=b"picture", headers=PNG)
            assert answer.status_code == 200


@pytest.mark.parametrize("said", [b"", HALF_A_HEAD, b"GET /"])
def test_head_that_does_not_come_is_not_waited_for(small: Small, said: bytes) -> None:
    served = small(SHORT)
    with connect(served, said) as connection:
        assert not ends(connection)


def test_head_that_comes_bit_by_bit_is_not_waited_for(small: Small) -> None:
    served = small(SHORT)
    with connect(served) as connection:
        assert drips_until_it_ends(connection, HALF_A_HEAD)


def test_second_head_is_not_waited_for_either(small: Small) -> None:
    whole = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    served = small(SHORT)
    with connect(served, whole) as connection:
        answer = b""
        while not answer.endswith(b"}"):  # head and body may come apart
            answer += connection.recv(65536) or b"}"
        assert b" 200 " in answer
        connection.sendall(HALF_A_HEAD)
        assert not ends(connection)


def test_body_of_one_without_the_key_is_not_read(small: Small) -> None:
    served = small(SHORT, SECRET)
    with connect(served, HALF_A_BODY) as connection:
        assert ends(connection).startswith(b"HTTP/1.1 401")
        assert served.client.get("/healthz").status_code == 200


def test_body_of_one_without_the_key_is_not_read_while_it_drips(small: Small) -> None:
    served = small(SHORT, SECRET)
    with connect(served, HALF_A_BODY) as connection:
        assert drips_until_it_ends(connection, b"x")


def test_waiting_for_a_worker_is_for_those_with_the_key(small: Small) -> None:
    served = small(Limits(waiting=0), SECRET)
    with ExitStack() as crowd:
        for _ in range(30):
            crowd.enter_context(connect(served, HALF_A_BODY))
        headers = PNG | {"Authorization": f"Bearer {SECRET}"}
        answer = served.client.post("/api/solve", content=b"picture", headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize("more", [b"", b"Connection: close\r\n"])
@pytest.mark.parametrize("times", [1, 3])
def test_answers_that_nobody_reads_are_given_up(small: Small, times: int, more: bytes) -> None:
    head = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n"
    asked = head + more + b"Content-Length: 4\r\n\r\nmuch"
    served = small(SHORT)
    before = len(served.log)
    with connect(served, asked * times) as connection:
        until = time.monotonic() + SOON
        while len(served.log) == before and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(4 * SHORT.answer)
        assert 0 < len(ends(connection)) < MUCH


def test_work_gives_way_to_nobody(small: Small) -> None:
    limits = Limits(connections=1, work=5.0)
    served = small(limits)
    hanging = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n"
    with connect(served, hanging + b"Content-Length: 4\r\n\r\nhang") as first:
        time.sleep(0.5)
        with connect(served) as second:
            assert not ends(second)
        assert first.recv(65536).startswith(b"HTTP/1.1 422")


def test_one_address_cannot_take_all_places() -> None:
    """From elsewhere than this machine: an address has its share, and its own oldest gives way."""
    visits: list[_Visitor] = []

    def client(address: str, _gone: Callable[[ClientConnection], None]) -> ClientConnection:
        visits.append(_Visitor(address, len(visits)))
        return cast("ClientConnection", visits[-1])  # it has all that the acceptor asks of one

    acceptor = Acceptor(client, Limits(connections=10, per_address=4))
    for _ in range(8):
        assert acceptor.take("192.0.2.7") is not None
    assert [each.here for each in visits] == [False] * 4 + [True] * 4
    for _ in range(6):
        assert acceptor.take("127.0.0.1") is not None
    assert all(each.here for each in visits[4:])
    assert acceptor.take("127.0.0.1") is not None
    assert not visits[4].here


class _Visitor:
    at_work = False

    def __init__(self, address: str, number: int) -> None:
        self.address, self.rank, self.here = address, (False, number), True

    def give_way(self) -> None:
        self.here = False


def test_silence_before_tls(tmp_path: Path) -> None:
    certificate = make_certificate(tmp_path, NAMES)
    limits = Limits(connections=20, head=PATIENCE)
    pool = LatePool(1, limits, Settings(), misbehave)
    with (
        serving(limits=limits, pool=pool, certificate=certificate) as served,
        ExitStack() as crowd,
    ):
        silent = [crowd.enter_context(connect(served, b"\x16\x03"[: n % 3])) for n in range(60)]
        assert served.client.get("/healthz").status_code == 200
        assert not ends(silent[0])


def test_tls_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    certificate = make_certificate(tmp_path, NAMES)
    pool = LatePool(1, SHORT, Settings(), misbehave)
    with serving(limits=SHORT, pool=pool, certificate=certificate) as served:
        for said in (b"", b"\x16\x03", b"GET / HTTP/1.1\r\n\r\n"):
            with connect(served, said) as connection:
                ends(connection)
        context = trust(certificate)
        with (
            connect(served) as connection,
            context.wrap_socket(connection, server_hostname="localhost") as inner,
        ):
            inner.sendall(HALF_A_HEAD)
            with suppress(ssl.SSLEOFError):
                assert not ends(inner)


@pytest.mark.parametrize(
    "said",
    [
        b"\0\0\0\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %s\r\n\r\n" % (b"1" * 400),
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %s\r\n\r\n" % (b"1" * 5000),
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000,
    ],
    ids=lambda said: repr(said[-10:]),
)
def test_what_is_no_http_is_told_so(small: Small, said: bytes) -> None:
    served = small()
    with connect(served, said) as connection:
        head, _, body = ends(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400")
    assert json.loads(body)["error"]["kind"] == "bad-request"
