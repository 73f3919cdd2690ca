"""An HTTP request and its status, even if the server answers slowly or not at all."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.header import Header
from functools import partial
from urllib.parse import quote, urlsplit, urlunsplit

from wwfsnap.errors import UsageFault
from wwfsnap.terminal import visible
from wwfsnap.watching.deliveries import Undelivered

PATIENCE = 20.0  # seconds in which something must come from the server
LONGEST = 60.0  # seconds for the whole request: a screenshot of some MB over a slow line
MOST_ANSWER = 1 << 16  # bytes of an answer that are read; ntfy sends some hundred
MOST_REASON = 200  # characters of an error's text, which may come from a server
Keep = Callable[[socket.socket], None]
AS_IT_IS = "/%:@!$&'()*+,;=~-._?"  # characters not quoted in path and query of an address


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An address in the form it is sent in, and its host for people."""

    url: str
    host: str


def web_address(url: str) -> WebAddress:
    """The address that the user means by ``url``, which may contain letters beyond ASCII.

    Raises:
        UsageFault: It is no web address, or has parts that are not supported.
    """
    try:
        return _understood(url)
    except ValueError as fault:
        raise UsageFault(
            f"--push {url}: is not a web address ({fault})",
            "write it as in https://ntfy.sh/YOUR-TOPIC",
        ) from None


def _understood(url: str) -> WebAddress:
    """The same, with a ValueError that says what is wrong."""
    if not url.isprintable() or " " in url:
        raise ValueError("it contains spaces or unprintable characters")
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"}:
        raise ValueError("it must begin with http:// or https://")
    if parts.username is not None:
        raise ValueError("user names and passwords are not supported")
    host = (parts.hostname or "").encode("idna").decode("ascii")
    if not host.strip(".") or "%" in host:
        raise ValueError("it has no host name")
    if parts.port == 0:
        raise ValueError("0 is not a valid port")
    netloc = f"[{host}]" if ":" in host else host
    netloc = netloc if parts.port is None else f"{netloc}:{parts.port}"
    path, query = quote(parts.path, AS_IT_IS), quote(parts.query, AS_IT_IS)
    return WebAddress(urlunsplit((parts.scheme, netloc, path, query, "")), parts.hostname or "")


class Post:
    """A request under way, in a thread that can be abandoned.

    Args:
        address: Where to.
        headers: Text for people, of any characters.
        body: What is sent.
    """

    def __init__(self, address: WebAddress, headers: Mapping[str, str], body: bytes) -> None:
        self.address = address
        self._request = urllib.request.Request(  # noqa: S310 - checked to be http
            address.url,
            data=body,
            headers={name: _header(text) for name, text in headers.items()},
            method="PUT",
        )
        self._socket: socket.socket | None = None
        self._status: int | None = None
        self._fault: Exception | None = None
        self._until = 0.0
        self._thread = threading.Thread(target=self._run, name="post", daemon=True)

    def start(self) -> None:
        """Start the request and its time limit."""
        self._until = time.monotonic() + LONGEST
        self._thread.start()

    def done(self, seconds: float) -> bool:
        """Whether it ends within so many seconds; one that exceeds its limit is cut off."""
        self._thread.join(seconds)
        if self._thread.is_alive() and time.monotonic() > self._until:
            self.cut()
            self._fault = TimeoutError("it took too long")
            return True
        return not self._thread.is_alive()

    def cut(self) -> None:
        """Cut off the connection."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def status(self) -> int:
        """The status of the answer.

        Raises:
            Undelivered: There was none, or no whole one.
        """
        host, fault = self.address.host, self._fault
        if fault is None and self._status is not None:
            return self._status
        reason = getattr(fault, "reason", None) or fault
        reason_text = visible(str(reason) or type(reason).__name__)[:MOST_REASON]
        if self._status is not None:
            raise Undelivered(
                f"{host} accepted the message, but its answer cannot be read ({reason_text})",
                again=False,
            )
        if isinstance(fault, OSError):
            raise Undelivered(f"{host} cannot be reached ({reason_text})", again=True)
        if isinstance(fault, http.client.HTTPException):
            raise Undelivered(
                f"{host} does not answer like a web server ({reason_text})", again=True
            )
        raise Undelivered(f"the message cannot be sent to {host} ({reason_text})", again=False)

    def _run(self) -> None:
        try:
            try:
                with _opener(self._keep).open(self._request, timeout=PATIENCE) as answer:
                    self._status = answer.status
                    _read(answer)
            except urllib.error.HTTPError as refusal:
                self._status = refusal.code
                refusal.close()
        except Exception as fault:  # noqa: BLE001 - told by status(), in the other thread
            self._fault = self._fault or fault

    def _keep(self, line: socket.socket) -> None:
        self._socket = line


def _opener(keep: Keep) -> urllib.request.OpenerDirector:
    """An opener for http and https, through proxies if need be, which follows no redirects."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Web(keep),
    ):
        opener.add_handler(handler)
    return opener


class _Web(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    """HTTP and HTTPS handlers whose connections give their socket to ``keep``."""

    def __init__(self, keep: Keep) -> None:
        super().__init__()
        self._keep = keep

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        """Send a request."""
        return self.do_open(partial(self._connection, http.client.HTTPConnection), req)

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        """The same over TLS."""
        return self.do_open(partial(self._connection, http.client.HTTPSConnection), req)

    def _connection(
        self,
        kind: type[http.client.HTTPConnection],
        host: str,
        /,
        *,
        timeout: float = PATIENCE,
        **_: object,
    ) -> http.client.HTTPConnection:
        made = kind(host, timeout=timeout)
        connect = made.connect

        def kept() -> None:
            connect()
            self._keep(made.sock)

        made.connect = kept  # type: ignore[method-assign]
        return made


def _read(answer: http.client.HTTPResponse) -> None:
    """Read the answer to its end, or up to a size that no honest answer has."""
    left = MOST_ANSWER
    while left and (part := answer.read(left)):
        left -= len(part)
    if left and answer.length:
        raise http.client.IncompleteRead(b"", answer.length)


def _header(text: str) -> str:
    """Text for an HTTP header: as it is if it is ASCII, else encoded (RFC 2047)."""
    text = visible(text)
    return text if text.isascii() else Header(text, "utf-8", maxlinelen=10_000).encode()
