"""Passes a request on to the application, or refuses it: host names, origin, key, log.

The key is made once, and stored where only the user can read it.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solver.files import write_whole
from wwfsnap.errors import StateUnusable
from wwfsnap.serve.assets import Asset
from wwfsnap.serve.faults import Foreign, NoKey, Refused, fault_record

COOKIE = "wwfsnap-key"
YEAR = 365 * 24 * 3600
LET_IN = "wwfsnap-let-in"
"""The mark, in the state of a request, that it may use more than the public files."""
READING = {"GET", "HEAD"}
OURS = {"same-origin", "none"}
"""Sec-Fetch-Site of the server's own pages, and of what the user did himself."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that can be mistaken for another
LENGTH = 24  # nearly 119 bits
FORM = re.compile(rf"[{LETTERS}]{{{LENGTH}}}")
Log = Callable[[str], None]


def server_key(folder: Path, *, new: bool) -> str:
    """The key of this user's server; the same at every start, so that phones keep theirs.

    Args:
        folder: Where it is kept.
        new: Make another one; phones with the old one are locked out.

    Raises:
        StateUnusable: The folder cannot be read or written.
    """
    file = folder / "serve-key"
    try:
        kept = file.read_text(encoding="ascii", errors="replace").strip() if file.exists() else ""
    except OSError as fault:
        raise StateUnusable(f"{file}: cannot be read ({fault.strerror})") from None
    if FORM.fullmatch(kept) and not new:
        return kept
    key = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    keep_secret(file, key.encode())
    return key


def keep_secret(file: Path, data: bytes) -> None:
    """Write a file that only the user may read.

    Raises:
        StateUnusable: It cannot be written.
    """
    try:
        write_whole(file, data, mode=0o600, lasting=True)
    except OSError as fault:
        raise StateUnusable(f"{file}: cannot be written ({fault.strerror})") from None


@dataclass(frozen=True, slots=True)
class Rules:
    """Which requests are allowed.

    Attributes:
        names: Host names and addresses the server answers to, in lower case.
        key: What a caller must know; None where everybody who reaches the server may ask.
        locked: The page for those who do not know it.
    """

    names: Collection[str]
    key: str | None
    locked: Asset


class Guard:
    """Checks each request before the application gets it.

    Args:
        app: The application that is guarded.
        rules: Which requests are allowed.
        log: Receives a line for each request: time, client, request, result; none of its content.
    """

    def __init__(self, app: ASGIApp, rules: Rules, log: Log) -> None:
        self._app = app
        self._rules = rules
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, sent = time.monotonic(), [0, 0]  # status, bytes

        async def heard(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent[0] = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            else:
                sent[1] += len(message.get("body", b""))
            await send(message)

        try:
            answer = self._refuse(scope)
            await (self._app if answer is None else answer)(scope, receive, heard)
        finally:
            who = (scope.get("client") or ("-",))[0]
            took = 1000 * (time.monotonic() - started)
            path = quote(scope["path"][:100])  # without the query, which may hold the key
            when = time.strftime("%H:%M:%S")
            self._log(f"{when} {who} {scope['method']} {path} {sent[0]} {sent[1]} B {took:.0f} ms")

    def _refuse(self, scope: Scope) -> Response | None:
        """The answer to a request that is not allowed; None for any other."""
        headers = Headers(scope=scope)
        try:
            self._check_origin(scope, headers)
        except Refused as fault:
            return JSONResponse(fault_record(fault), fault.status)
        path = scope["path"]
        if path.startswith("/web/") or path in {"/healthz", "/sw.js", "/wwfsnap.crt"}:
            return None  # public: the page's own files, and whether the server is there
        answer = None if self._rules.key is None else self._check_key(scope, headers)
        if answer is None:
            scope.setdefault("state", {})[LET_IN] = True
        return answer

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        """Check that no page of another site is behind the request.

        A page can make a browser call any address, and let its own name resolve to it; but the name
        in the request is then still its own, and the browser says where a request comes from.
        """
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or _name_of(host) not in self._rules.names:
            raise Foreign(f"this server is not called {host[:100]!r}")
        site = headers.get("sec-fetch-site", "same-origin")
        inner = scope["method"] not in READING or scope["path"].startswith("/api/")
        if inner and site not in OURS:
            raise Foreign("pages of other sites are not allowed to use this server")
        origin = headers.get("origin")
        if origin is None or (origin == "null" and headers.get("sec-fetch-site") in OURS):
            return
        if _site_of(origin) != host.lower():
            raise Foreign("pages of other sites are not allowed to use this server")

    def _check_key(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer to a request without the key, or to one that brings it in its address."""
        query = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("key", [])
        if scope["path"] == "/" and scope["method"] in READING and query:
            if not self._is_key(query[0].strip()):
                return self._locked(wrong=True)
            answer = RedirectResponse("/", 303)
            answer.set_cookie(
                COOKIE,
                query[0].strip(),
                max_age=YEAR,
                httponly=True,
                samesite="strict",
                secure=Request(scope).url.is_secure,
            )
            return answer
        given = headers.get("authorization", "").partition(" ")
        bearer = given[2].strip() if given[0].lower() == "bearer" else ""
        if self._is_key(bearer) or self._is_key(_cookie(headers)):
            return None
        if scope["path"] in {"/", "/share", "/play", "/analysis", "/clock"}:
            return self._locked()
        fault = NoKey("this server needs its key")
        return JSONResponse(fault_record(fault), fault.status, {"WWW-Authenticate": "Bearer"})

    def _is_key(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), (self._rules.key or "").encode())

    def _locked(self, *, wrong: bool = False) -> Response:
        page = self._rules.locked
        data = page.data.replace(b' role="alert" hidden', b' role="alert"') if wrong else page.data
        return Response(data, NoKey.status, {"WWW-Authenticate": "Bearer"}, page.kind)


def _name_of(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _site_of(origin: str) -> str:
    """Name and port in an Origin header, in lower case."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""
