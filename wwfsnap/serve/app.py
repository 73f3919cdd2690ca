"""The web application: which address is answered by what."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from wwfsnap.errors import Exit, Failure
from wwfsnap.pipeline import Settings
from wwfsnap.reporting import failure_record, game_records, language_records
from wwfsnap.serve.assets import Asset, load_assets, load_contract
from wwfsnap.serve.faults import MethodNotAllowed, NotFound, Refused, WrongType, fault_record
from wwfsnap.serve.guard import Guard, Log, Rules
from wwfsnap.serve.jobs import TypedBoard
from wwfsnap.serve.limits import Limits
from wwfsnap.serve.pool import Pool, event_stream, wants_events
from wwfsnap.serve.request_parsing import FORM, content_type_of, parse_form, parse_request
from wwfsnap.serve.server import Endpoint, make_server, open_socket, own_host_names, page_addresses
from wwfsnap.serve.table.requests import game_routes
from wwfsnap.serve.word_lists import ListInstaller
from wwfsnap.version import __version__
from wwfsnap.wordlists import language_states

PICTURE = "image/png"
PROCESSES = 2
"""Of ``wwfsnap play --page``: one for the program's turns, one for checking tiles meanwhile."""


@dataclass(frozen=True, slots=True)
class AppConfig:
    """The parts and settings of an application.

    Attributes:
        pool: Does the work; started and ended with the application.
        names: Host names and addresses it answers to.
        key: What a caller must know; None where everybody may ask.
        words: A word list instead of the languages' own.
        limits: Limits on requests.
        certificate: The authority's certificate for phones to trust; None where there is none.
        log: Receives each request.
        installer: Installs word lists.
    """

    pool: Pool
    names: frozenset[str]
    key: str | None = None
    words: Path | None = None
    limits: Limits = field(default_factory=Limits)
    certificate: bytes | None = None
    log: Log = lambda _line: None
    installer: ListInstaller = field(default_factory=ListInstaller)


def build(config: AppConfig) -> ASGIApp:
    """The application."""
    assets = load_assets()
    routes = [
        Route("/api/read", partial(_work, config, solve=False), methods=["POST"]),
        Route("/api/solve", partial(_work, config, solve=True), methods=["POST"]),
        Route("/api/games", _games),
        Route("/api/words", _words),
        Route("/api/words/{code}", partial(_install, config.installer), methods=["POST", "DELETE"]),
        *game_routes(config.pool, config.limits, config.words),
        Route("/healthz", _health),
        Route("/openapi.json", serve_asset(load_contract())),
        Route("/share", partial(_share, config.limits, assets["/"]), methods=["POST"]),
        *(Route(address, serve_asset(asset)) for address, asset in assets.items()),
    ]
    if config.certificate is not None:
        authority = Asset(config.certificate, "application/x-x509-ca-cert", '"authority"')
        routes.append(Route("/wwfsnap.crt", serve_asset(authority)))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await config.pool.start()
        try:
            yield
        finally:
            config.pool.close()
            config.installer.close()

    rules = Rules(config.names, config.key, assets["/web/locked.html"])
    return guarded(routes, rules, config.log, lifespan)


def serve_table(words: Path | None, page: str, ready: Callable[[str], None]) -> None:
    """Serve the pages of ``wwfsnap play --page`` to this computer alone, until interrupted.

    Args:
        words: The user's word list; None for those of the languages.
        page: What the address ends in.
        ready: Receives the address.
    """
    endpoint, limits = Endpoint(0), Limits()
    pool = Pool(PROCESSES, limits, Settings(words=words))
    config = AppConfig(pool, own_host_names(lan=False), words=words, limits=limits)
    with open_socket(endpoint) as listener:
        address = page_addresses(endpoint, listener.getsockname()[1])[0] + page
        server = make_server(build(config), endpoint, lambda: ready(address), limits)
        server.run(sockets=[listener])


def guarded(
    routes: Sequence[Route],
    rules: Rules,
    log: Log,
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
) -> ASGIApp:
    """An application behind its guard; every fault is reported as by ``solve --json``."""
    app = Starlette(
        routes=routes,
        exception_handlers={Refused: _refused, HTTPException: _http_fault, Exception: _fault},
        lifespan=lifespan,
    )
    return Guard(app, rules, log)


async def _work(config: AppConfig, request: Request, *, solve: bool) -> Response:
    """Read or solve the picture or board of a request."""
    job = await parse_request(request, config.limits, config.words, solve=solve)
    if wants_events(request):
        telling = replace(job, telling=True) if isinstance(job, TypedBoard) else job
        return event_stream(partial(config.pool.answer, telling))
    found = await config.pool.answer(job)
    if found.picture is not None:
        return Response(found.picture, media_type=PICTURE)
    return JSONResponse(found.record, found.status)


async def _install(installer: ListInstaller, request: Request) -> Response:
    """Install the word list of a language, or stop that."""
    code = request.path_params["code"]
    if request.method == "DELETE":
        installer.stop(code)
        return JSONResponse({"ok": True})
    if wants_events(request):
        return event_stream(lambda heard, _given_up: installer.install(code, heard))
    done = await installer.install(code)
    return JSONResponse(done.record, done.status)


async def _games(_request: Request) -> Response:
    return JSONResponse(game_records())


async def _words(_request: Request) -> Response:
    return JSONResponse(await run_in_threadpool(lambda: language_records(language_states())))


async def _health(_request: Request) -> Response:
    return JSONResponse({"ok": True, "version": __version__})


def serve_asset(asset: Asset) -> Callable[[Request], object]:
    """A handler that sends a file, or says that the browser has it already."""
    headers = {"ETag": asset.tag, "Cache-Control": "no-cache"}

    async def answer(request: Request) -> Response:
        if asset.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(asset.data, headers=headers | {"Content-Type": asset.kind})

    return answer


async def _refused(_request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Refused)  # noqa: S101 - registered for it alone
    headers = {"Retry-After": "2"} if fault.status == 503 else {}
    return JSONResponse(fault_record(fault), fault.status, headers)


async def _http_fault(request: Request, fault: Exception) -> Response:
    """The answer to what the framework itself refuses."""
    assert isinstance(fault, HTTPException)  # noqa: S101 - registered for it alone
    refusal: Refused
    if fault.status_code == MethodNotAllowed.status:
        refusal = MethodNotAllowed(f"the method {request.method} is not allowed here")
    else:
        refusal = NotFound("there is nothing at this address")
    return JSONResponse(fault_record(refusal), refusal.status, fault.headers)


async def _fault(_request: Request, _fault: Exception) -> Response:
    # Without details, which are for the server's owner only.
    failure = Failure("internal", "server", "an error in wwfsnap itself", "", Exit.INTERNAL)
    return JSONResponse(failure_record(failure), 500)


PLACE = b'<textarea id="shared" hidden></textarea>'
"""Where the page looks for a shared picture that is sent with it."""


async def _share(limits: Limits, page: Asset, request: Request) -> Response:
    """The page with a picture that a phone shares while its service worker sleeps.

    Raises:
        Refused: The form cannot be read, or has no picture.
    """
    if content_type_of(request) != FORM:
        raise WrongType(f"a shared picture must be sent as {FORM}")
    data, _ = await parse_form(request, limits)
    filled = PLACE.replace(b"><", b">" + base64.b64encode(data) + b"<")
    return Response(page.data.replace(PLACE, filled), media_type=page.kind)
