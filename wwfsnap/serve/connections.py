"""Connections of clients: how many are accepted, how long each may take, which are dropped.

Each connection is a `ClientConnection`. Each of its stages has a time limit, except the one in
which the server works on its request. When all places are taken, a new connection replaces one that
the server is not working for: first those whose requests the guard has not let in, and of those the
one that has waited longest. So connections that send nothing cannot keep anybody out.
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

SHORTLY = 0.1  # seconds until the next try where the system is out of files or memory


class Stage(Enum):
    """The stage of a connection."""

    HEAD = auto()  # no request yet, or the head of one has begun to arrive
    BODY = auto()  # the head has arrived, the body is still arriving
    WORK = auto()  # the request is complete, the answer is not
    UNREAD = auto()  # the answer is held up because the client does not read
    REST = auto()  # the answer is given, but an unwanted body is still arriving
    IDLE = auto()  # the answer is given; the client reads it, or is silent


class ClientConnection(H11Protocol):
    """One connection, from its acceptance to its end.

    Args:
        config: The settings of uvicorn.
        state: The connections and tasks of uvicorn.
        app_state: What the application's start left for its requests.
        limits: How long each stage may take.
        address: The client's address.
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

    # uvicorn declares `transport` and `cycle` as if always set; at first both are None.

    @property
    def connected(self) -> bool:
        """Whether it has reached HTTP."""
        return bool(self.transport)

    @property
    def asked(self) -> bool:
        """Whether the head of a request has arrived."""
        return bool(self.cycle)

    @property
    def at_work(self) -> bool:
        """Whether the server is working on its request, so that it need not give way."""
        return self._stage is Stage.WORK

    @property
    def rank(self) -> tuple[bool, float]:
        """Whether a request of it was let in, and since when it waits; the lowest gives way."""
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
        """Begin HTTP; the time limit includes the time that TLS took."""
        super().connection_made(transport)
        self._due = self.loop.call_at(self.since + self._limits.head, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the end of the connection."""
        super().connection_lost(exc)
        self._no_longer_due()
        self._gone(self)

    def data_received(self, data: bytes) -> None:
        """Process what the client sends."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Note that the answer is given; uvicorn continues with what arrived meanwhile."""
        self._let_in = self._let_in or self._lets_in()
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """Note that the client takes no more for now."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """Note that the client takes more again."""
        super().resume_writing()
        self._look()

    def send_400_response(self, _msg: str) -> None:
        """Answer what is no HTTP in the form of every other fault."""
        if self.conn.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            self.transport.abort()  # in the middle of an answer
            return
        body = json.dumps(fault_record(Refused("this is not an HTTP request"))).encode()
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
        """Find out the stage, and set its time limit if it has changed."""
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
        }.get(stage)  # a body is limited by the application, work by its process
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
        """Whether the guard let the present request in."""
        return self.asked and LET_IN in self.cycle.scope["state"]

    def _no_longer_due(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


class Acceptor:
    """Accepts connections, up to a number in all and from one address.

    Args:
        client: Makes a connection for an address; it calls the second argument when it ends.
        limits: How many are accepted.
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
        """Accept connections until this is cancelled."""
        loop = asyncio.get_running_loop()
        listener.setblocking(False)  # noqa: FBT003 - the only way to call it
        while True:
            try:
                connection, address = await loop.sock_accept(listener)
            except OSError:  # gone before it was accepted; or out of files, some of which get free
                await asyncio.sleep(SHORTLY)
                continue
            client = self.take(str(address[0]))
            if client is None:
                connection.close()
            else:
                client.enter(connection)
            await asyncio.sleep(0)  # many new connections do not stop the others

    def take(self, host: str) -> ClientConnection | None:
        """A place for a connection from an address; None where all others are being served."""
        if not self._has_room(host):
            return None
        client = self._client(host, self._clients.discard)
        self._clients.add(client)
        return client

    def _has_room(self, host: str) -> bool:
        """Whether there is a place for one more from there, if need be after dropping another."""
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
