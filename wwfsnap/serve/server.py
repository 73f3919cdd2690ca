"""The running server: its names and addresses, its socket, its greeting with a QR code."""

from __future__ import annotations

import asyncio
import io
import signal
import socket
import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from types import FrameType

import segno
import uvicorn
from starlette.types import ASGIApp

from wwfsnap.errors import UsageFault
from wwfsnap.process import end_soon
from wwfsnap.serve.certificate import Certificate
from wwfsnap.serve.connections import Acceptor, ClientConnection
from wwfsnap.serve.limits import Limits

BACKLOG = 128  # connections that the system queues until they are accepted
KEPT = 15  # seconds for which a browser may reuse a connection
PATIENCE = 5  # seconds for pending answers when the server is to end


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the server listens.

    Attributes:
        port: The port; 0 for any free one.
        lan: Whether others in the network may connect, too.
        certificate: For HTTPS; None for HTTP.
        key: What callers need; None for nothing.
        name: A further name of the machine, shown first; None for none.
    """

    port: int
    lan: bool = False
    certificate: Certificate | None = None
    key: str | None = None
    name: str | None = None


def open_socket(endpoint: Endpoint) -> socket.socket:
    """A listening socket.

    Raises:
        UsageFault: The port is taken, or may not be used.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_REUSEADDR"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("" if endpoint.lan else "127.0.0.1", endpoint.port))
        listener.listen(BACKLOG)
    except OSError as fault:
        listener.close()
        raise UsageFault(
            f"port {endpoint.port} cannot be used ({fault.strerror})",
            "choose another one with --port",
        ) from None
    return listener


def page_addresses(endpoint: Endpoint, port: int) -> list[str]:
    """The addresses of the page, the best for a phone first."""
    scheme = "https" if endpoint.certificate else "http"
    hosts = ["localhost"]
    if endpoint.lan:
        local = [name for name in machine_names() if name.endswith(".local")]
        hosts = [*addresses(), *local, *hosts]
    if endpoint.name is not None:
        hosts.insert(0, endpoint.name)
    return [f"{scheme}://{host}:{port}/" for host in hosts]


def greeting(endpoint: Endpoint, port: int) -> str:
    """What the terminal shows at the start."""
    urls = page_addresses(endpoint, port)
    lines = [
        f"wwfsnap is running at {urls[0]}",
        *(f"                and at {url}" for url in urls[1:]),
    ]
    if endpoint.key is not None:
        entry = f"{urls[0]}?key={endpoint.key}"
        lines += ["", f"scan this code with the phone, or open {entry}", "", code(entry)]
    if endpoint.certificate and endpoint.certificate.authority:
        lines.append(
            f"to make a phone trust this page, open {urls[0]}wwfsnap.crt on it; see docs/serve.md"
        )
    return "\n".join([*lines, "Ctrl-C stops it"])


def code(text: str) -> str:
    """A QR code for a terminal, without colours."""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True)
    return out.getvalue()


def make_server(
    app: ASGIApp, endpoint: Endpoint, ready: Callable[[], None], limits: Limits | None = None
) -> uvicorn.Server:
    """A server; ``run(sockets=[...])`` serves until it is interrupted or ``should_exit`` is set.

    Args:
        app: The application.
        endpoint: Where it listens.
        ready: Called as soon as it accepts requests.
        limits: How many connections it holds, and for how long; None for the usual ones.
    """
    files = endpoint.certificate
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        lifespan="on",
        ws="none",
        http="h11",
        timeout_keep_alive=KEPT,
        timeout_graceful_shutdown=PATIENCE,
        ssl_certfile=files.chain if files else None,
        ssl_keyfile=files.key if files else None,
    )
    return _Server(config, ready, limits or Limits())


def check_certificate(chain: Path, key: Path) -> None:
    """Check that two files are a certificate and its key.

    Raises:
        UsageFault: They are not.
    """
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, password="")
    except (OSError, ValueError) as fault:
        raise UsageFault(
            f"{chain} and {key} are not a certificate and its key ({fault})",
            "give two PEM files, the key without a password",
        ) from None


class _Server(uvicorn.Server):
    """Accepts connections with an `Acceptor`, and reports when it is ready.

    The interrupt key does not wait for answers that take long.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], limits: Limits) -> None:
        super().__init__(config)
        self._ready = ready
        self._limits = limits
        self._receiving: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])  # without sockets: uvicorn itself would accept everybody
        acceptor = Acceptor(self._client, self._limits)
        self._receiving = [asyncio.create_task(acceptor.receive(each)) for each in sockets or ()]
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._receiving:
            task.cancel()
        await super().shutdown(sockets)

    def _client(self, address: str, gone: Callable[[ClientConnection], None]) -> ClientConnection:
        state = self.lifespan.state
        return ClientConnection(self.config, self.server_state, state, self._limits, address, gone)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if sig == signal.SIGINT:
            end_soon()


LOOPBACK = ("localhost", "127.0.0.1", "::1")
SOMEWHERE = "192.0.2.1"  # an address for documentation: only the route is asked, nothing is sent


def machine_names() -> list[str]:
    """The machine's name, plain and as its neighbours know it (mDNS)."""
    name = socket.gethostname().lower().rstrip(".")
    if not name or name == "localhost":
        return []
    return list(dict.fromkeys([name, f"{name.partition('.')[0]}.local"]))


def addresses() -> list[str]:
    """The machine's IPv4 addresses, that of the default route first; loopback is left out."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((SOMEWHERE, 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        entries = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(entry[4][0]) for entry in entries]
    usable = (each for each in found if not ip_address(each).is_loopback)
    return [each for each in dict.fromkeys(usable) if not ip_address(each).is_unspecified]


def own_host_names(*, lan: bool, extra: Iterable[str] = ()) -> frozenset[str]:
    """All names the server answers to."""
    own = [*machine_names(), *addresses()] if lan else []
    return frozenset([*LOOPBACK, *own, *(name.lower().rstrip(".") for name in extra)])
