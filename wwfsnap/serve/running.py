"""The server as it runs: its socket, its greeting with the code to scan, its end."""

from __future__ import annotations

import io
import signal
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import segno
import uvicorn
from starlette.types import ASGIApp

from wwfsnap.errors import UsageFault
from wwfsnap.interrupts import end_soon
from wwfsnap.serve.addresses import addresses, machine_names
from wwfsnap.serve.certificate import Certificate

CONNECTIONS = 128
PATIENCE = 5  # seconds for answers under way when the server is to end


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server listens.

    Attributes:
        port: The port; 0 for any free one.
        lan: Whether others in the network may come, too.
        certificate: For HTTPS; None for HTTP.
        key: What callers need; None for nothing.
        name: A further name of the machine, shown first; None for none.
    """

    port: int
    lan: bool = False
    certificate: Certificate | None = None
    key: str | None = None
    name: str | None = None


def open_socket(place: Place) -> socket.socket:
    """A socket that listens.

    Raises:
        UsageFault: The port is taken, or may not be used.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_REUSEADDR"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("" if place.lan else "127.0.0.1", place.port))
        listener.listen(CONNECTIONS)
    except OSError as fault:
        listener.close()
        raise UsageFault(
            f"port {place.port} cannot be used ({fault.strerror})", "name another one with --port"
        ) from None
    return listener


def page_addresses(place: Place, port: int) -> list[str]:
    """Where the page is found, the best address for a phone first."""
    scheme = "https" if place.certificate else "http"
    hosts = ["localhost"]
    if place.lan:
        local = [name for name in machine_names() if name.endswith(".local")]
        hosts = [*addresses(), *local, *hosts]
    if place.name is not None:
        hosts.insert(0, place.name)
    return [f"{scheme}://{host}:{port}/" for host in hosts]


def greeting(place: Place, port: int) -> str:
    """What the terminal shows at the start."""
    urls = page_addresses(place, port)
    lines = [f"wwfsnap serves at {urls[0]}", *(f"              and at {url}" for url in urls[1:])]
    if place.key is not None:
        entry = f"{urls[0]}?key={place.key}"
        lines += ["", f"scan this with the phone, or open {entry}", "", code(entry)]
    if place.certificate and place.certificate.authority:
        lines.append(f"phones trust this after opening {urls[0]}wwfsnap.crt, see docs/serve.md")
    return "\n".join([*lines, "Ctrl-C ends it"])


def code(text: str) -> str:
    """A QR code for a terminal, without colours."""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True)
    return out.getvalue()


def make_server(app: ASGIApp, place: Place, ready: Callable[[], None]) -> uvicorn.Server:
    """A server; ``run(sockets=[...])`` serves until it is interrupted or ``should_exit`` is set.

    Args:
        app: The application.
        place: Where it listens.
        ready: Called as soon as pictures can come.
    """
    files = place.certificate
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        lifespan="on",
        ws="none",
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=PATIENCE,
        ssl_certfile=files.chain if files else None,
        ssl_keyfile=files.key if files else None,
    )
    return _Server(config, ready)


def check_certificate(chain: Path, key: Path) -> None:
    """See that two files are a certificate and its key.

    Raises:
        UsageFault: They are not.
    """
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, password="")
    except (OSError, ValueError) as fault:
        raise UsageFault(
            f"{chain} and {key} are no certificate and its key ({fault})",
            "give two PEM files, the key without a password",
        ) from None


class _Server(uvicorn.Server):
    """Tells when it is ready; the interrupt key waits for no answer that takes long."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if sig == signal.SIGINT:
            end_soon()
