"""Connections of clients: how many are accepted, how long each may take, which give way.

Each connection is a `ClientConnection`. Each of its stages has a time limit, except the one in
which the server works on its request. When all places are taken, a new connection takes the place
of one that the server is not working for: of one that was not let in yet before one that was, and
of those the one that has waited longest. So connections that send nothing cannot keep anybody out.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from enum import Enum, auto
from ipaddress import ip_address
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from wwfsnap.serve.faults import Refused, fault_record
from wwfsnap.serve.guard import LET_IN
from wwfsnap.serve.limits import Limits

SHORTLY = 0.1  # seconds until the next try where the system has no more files or memory


class Stage(Enum):
    """What a connection is about."""

    HEAD = auto()  # no request yet, or the head of one has begun to come
    BODY = auto()  # the head was taken, the body is still coming
    WORK = auto()  # the request is whole, the answer is not
    UNREAD = auto()  # the answer stops because the client does not read
    REST = auto()  # the answer is given, but a body that nobody wants is still coming
    IDLE = auto()  # the answer is given; the client reads it, or nothing


class ClientConnection(H11Protocol):
    """One connection, from its acceptance to its end.

    Args:
        config: The settings of uvicorn.
        state: Which connections and tasks uvicorn has.
        app_state: What the application's start left for its requests.
        limits: How long a connection may take for what it does.
        address: Where it comes from.
        gone: Called when it has ended.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        state: ServerState,
        app_state: dict[str, Any],
        limits: Limits,
        address: str,
        gone: Callable[[ClientConnection], None],
    ) -> None:
        super().__init__(config, state, app_state)
        self.address = address
        self.since = self.loop.time()
        self._limits = limits
        self._gone = gone
        self._stage = Stage.HEAD
        self._let_in = False
        self._due: asyncio.TimerHandle | None = None
        self._welcome: asyncio.Task[None] | None = None

    def enter(self, connection: socket.socket) -> None:
        """Begin to listen to the client, after the TLS handshake where there is one."""
        self._welcome = self.loop.create_task(self._enter(connection))

    def give_way(self) -> None:
        """End the connection at once."""
        if self.connected:
            self.transport.abort()
        elif self._welcome is not None:
            self._welcome.cancel()

    # uvicorn declares `transport` and `cycle` as they are later on; at first both are None.

    @property
    def connected(self) -> bool:
        """Whether it has come as far as HTTP."""
        return bool(self.transport)

    @property
    def asked(self) -> bool:
        """Whether the head of a request has come."""
        return bool(self.cycle)

    @property
    def at_work(self) -> bool:
        """Whether the server is busy with its request, so that it need not give way."""
        return self._stage is Stage.WORK

    @property
    def rank(self) -> tuple[bool, float]:
        """Whether a request of it was let in, and since when it waits; the lowest goes first."""
        return self._let_in or self._lets_in(), self.since

    async def _enter(self, connection: socket.socket) -> None:
        context = self.config.ssl
        patience = self._limits.head if context else None
        try:
            await self.loop.connect_accepted_socket(
                lambda: self, connection, ssl=context, ssl_handshake_timeout=patience
            )
        except OSError:
            pass  # it does not speak TLS, does not trust the certificate, or took too long
        finally:
            if not self.connected:
                self._gone(self)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """HTTP can begin; what TLS took counts as well."""
        super().connection_made(transport)
        self._due = self.loop.call_at(self.since + self._limits.head, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        self._no_longer_due()
        self._gone(self)

    def data_received(self, data: bytes) -> None:
        """Take what the client sends."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """The answer is given; uvicorn goes on with what came meanwhile."""
        self._let_in = self._let_in or self._lets_in()
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """The client takes no more for now."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self._look()

    def send_400_response(self, _msg: str) -> None:
        """Answer what is no HTTP as every other fault is answered."""
        if self.conn.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            self.transport.abort()  # in the middle of an answer
            return
        body = json.dumps(fault_record(Refused("that is no HTTP request"))).encode()
        headers = [
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
        ]
        answer = h11.Response(status_code=Refused.status, headers=headers, reason="Bad Request")
        for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _look(self) -> None:
        """See what the connection is about now, and set its time if that has changed."""
        stage = self._stage_now()
        if stage is self._stage:
            return
        self._stage, self.since = stage, self.loop.time()
        self._no_longer_due()
        patience = {
            Stage.HEAD: self._limits.head,
            Stage.UNREAD: self._limits.answer,
            Stage.REST: self._limits.rest,
            Stage.IDLE: self._limits.answer,
        }.get(stage)  # a body has the application's time, work that of its process
        if patience is not None:
            self._due = self.loop.call_later(patience, self.transport.abort)

    def _stage_now(self) -> Stage:
        if not self.asked:
            return Stage.HEAD
        if not self.cycle.response_complete:
            if self.flow.write_paused:
                return Stage.UNREAD
            return Stage.BODY if self.cycle.more_body else Stage.WORK
        if self.conn.their_state is h11.SEND_BODY:
            return Stage.REST
        return Stage.HEAD if self.conn.trailing_data[0] else Stage.IDLE

    def _lets_in(self) -> bool:
        """Whether the request in hand was let in by the guard."""
        return self.asked and LET_IN in self.cycle.scope["state"]

    def _no_longer_due(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


class Acceptor:
    """Takes connections in, so many at once and so many from one address.

    Args:
        client: Makes a visit of an address; calls its second argument when the visit has ended.
        limits: How many are taken.
    """

    def __init__(
        self,
        client: Callable[[str, Callable[[ClientConnection], None]], ClientConnection],
        limits: Limits,
    ) -> None:
        self._client = client
        self._limits = limits
        self._clients: set[ClientConnection] = set()

    async def receive(self, listener: socket.socket) -> None:
        """Take in whoever comes, until this is cancelled."""
        loop = asyncio.get_running_loop()
        listener.setblocking(False)  # noqa: FBT003 - the only way to call it
        while True:
            try:
                connection, address = await loop.sock_accept(listener)
            except OSError:  # gone before it was taken; or no more files, then places get free
                await asyncio.sleep(SHORTLY)
                continue
            client = self.take(str(address[0]))
            if client is None:
                connection.close()
            else:
                client.enter(connection)
            await asyncio.sleep(0)  # a crowd at the door does not stop those inside

    def take(self, host: str) -> ClientConnection | None:
        """A place for one more from an address; None where all that are here are being served."""
        if not self._has_room(host):
            return None
        client = self._client(host, self._clients.discard)
        self._clients.add(client)
        return client

    def _has_room(self, host: str) -> bool:
        """Whether there is a place for one more from there, made free where it must be."""
        own = [client for client in self._clients if client.address == host]
        if len(own) >= self._limits.per_address and not ip_address(host).is_loopback:
            crowd = own
        elif len(self._clients) >= self._limits.connections:
            crowd = list(self._clients)
        else:
            return True
        givers = [client for client in crowd if not client.at_work]
        if not givers:
            return False
        first = min(givers, key=lambda client: client.rank)
        self._clients.discard(first)
        first.give_way()
        return True
