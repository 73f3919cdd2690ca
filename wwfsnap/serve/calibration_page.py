"""The page of ``wwfsnap calibrate --page``, on which a person corrects what was read.

It is served to this computer alone, for as long as it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock
from typing import NamedTuple, Protocol

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from calibration import (
    Calibration,
    Shot,
    Truth,
    TruthUnreadable,
    contact_sheet,
    encode_png,
    learn,
    read_truth,
    write_truth,
)
from solver.game import Square
from vision.corrections import NOTHING_CORRECTED, Corrections
from vision.reading import Reading
from wwfsnap.reporting import reading_record, report_lines
from wwfsnap.serve.app import guarded, serve_asset
from wwfsnap.serve.assets import load_assets
from wwfsnap.serve.faults import NotFound, Refused, fault_record
from wwfsnap.serve.guard import Rules
from wwfsnap.serve.jobs import Answer, Steps
from wwfsnap.serve.limits import Limits, whole
from wwfsnap.serve.page_data import page_data_of_reading
from wwfsnap.serve.pool import GivenUp, Heard, event_stream, never, nobody, wants_events
from wwfsnap.serve.request_parsing import parse_json
from wwfsnap.serve.server import Endpoint, make_server, open_socket, own_host_names, page_addresses
from wwfsnap.terminal import Record

PNG = "image/png"


class Reader(Protocol):
    """Reads one screen."""

    def __call__(self, *, corrected: Corrections = NOTHING_CORRECTED) -> Shot:
        """The screen, read with a person's corrections."""


class Again(NamedTuple):
    """A screen read again with the person's corrections.

    Attributes:
        reading: What was read.
        told: The corrections, as ``H8=E,rack 3=?``; None where there are others, too.
    """

    reading: Reading
    told: str | None


@dataclass(slots=True)
class CalibrationSession:
    """What is corrected on the page.

    Attributes:
        readers: Each reads one of the screens, which takes seconds.
        name: Name of the future theme.
        title: Its name for people.
        shots: What has been read; the truths change as the person corrects them.
        again: The screens, by number, that were read again since.
        reading: Held while a screen is read.
        fault: Why a screen cannot be read; this ends the page.
        learnt: What was learnt from the screens, once that was asked for.
        kept: Whether the person wants to keep it.
        end: Called when the page is done.
    """

    readers: Sequence[Reader]
    name: str
    title: str
    shots: list[Shot] = field(default_factory=list)
    again: dict[int, Again] = field(default_factory=dict)
    reading: Lock = field(default_factory=Lock)
    fault: Exception | None = None
    learnt: Calibration | None = None
    kept: bool = False
    end: Callable[[], None] = field(default=lambda: None)


def serve_calibration(session: CalibrationSession, ready: Callable[[str], None]) -> None:
    """Serve the page until the person is done with it.

    Args:
        session: What is corrected; afterwards it holds what was decided.
        ready: Receives the address of the page.
    """
    endpoint = Endpoint(0)
    with open_socket(endpoint) as listener:
        address = page_addresses(endpoint, listener.getsockname()[1])[0]
        server = make_server(calibration_app(session), endpoint, lambda: ready(address))
        session.end = lambda: setattr(server, "should_exit", True)
        server.run(sockets=[listener])


def calibration_app(session: CalibrationSession) -> ASGIApp:
    """The application behind the page."""
    assets = load_assets()
    page = assets["/web/calibrate.html"]
    routes = [
        Route("/", serve_asset(page)),
        *(Route(address, serve_asset(each)) for address, each in assets.items() if address != "/"),
        Route("/api/shots", partial(_told, partial(_read, session))),
        Route("/api/shots/{number}", partial(_correct, session), methods=["POST"]),
        Route("/api/shots/{number}/picture", partial(_picture, session)),
        Route("/api/learn", partial(_told, partial(_learnt, session)), methods=["POST"]),
        Route("/api/sheet", partial(_sheet, session)),
        Route("/api/end", partial(_finish, session), methods=["POST"]),
    ]
    return guarded(routes, Rules(own_host_names(lan=False), None, page), lambda _line: None)


def shot_record(shot: Shot, again: Again | None = None) -> Record:
    """A screen as the page shows it, with pending tiles on the board."""
    truth = shot.truth
    reading, told = again or Again(shot.reading, "")
    rows = [list(row) for row in truth.board]
    for name, letter in truth.laid:
        square = Square.parse(name)
        rows[square.row][square.column] = letter
    straight = reading._replace(pose=None)  # the screen of a shot is straightened already
    more = page_data_of_reading(straight)
    return reading_record(straight) | {
        "board": ["".join(row) for row in rows],
        "rack": truth.held,
        "rack_seen": truth.held is not None,
        "told": told,
        "more": more | {"rack_boxes": more["rack_boxes"][: len(reading.rack or ())]},
    }


def corrected(truth: Truth, board: Sequence[str], held: str | None) -> Truth:
    """A truth with the board and rack that a person says are right.

    Raises:
        TruthUnreadable: It is no board, or no rack.
    """
    laid = []
    rows = [list(row) for row in board]
    for name, _ in truth.laid:
        square = Square.parse(name)
        letter = rows[square.row][square.column]
        rows[square.row][square.column] = "."
        if letter != ".":
            laid.append((name, letter))
    unplayed = "".join("?" if letter.islower() else letter for _, letter in laid)
    changed = replace(
        truth,
        board=tuple("".join(row) for row in rows),
        tentative=tuple(laid),
        rack=None if held is None else held + unplayed,
    )
    return replace(read_truth(write_truth(changed)), last_move=truth.last_move)


class _Stopped(Exception):
    """The client no longer waits for the answer."""


async def _told(work: Callable[[Heard, GivenUp], Answer], request: Request) -> Response:
    """Do work that takes long, reporting its progress if the client wants that."""
    if wants_events(request):
        return event_stream(lambda *listener: run_in_threadpool(work, *listener))
    done = await run_in_threadpool(work, nobody, never)
    return JSONResponse(done.record, done.status)


def _read(session: CalibrationSession, heard: Heard, given_up: GivenUp) -> Answer:
    """Read all screens not read yet, and answer with all; one that cannot be read ends the page."""
    of = len(session.readers)
    try:
        while (n := len(session.shots)) < of:
            heard({"name": session.name, "n": n, "of": of, "done": n / of})
            with session.reading:  # another window of the page may read as well
                if given_up():
                    return Answer(422, fault_record(_Stopped()))
                if n == len(session.shots):
                    session.shots.append(session.readers[n]())
    except Exception as fault:  # noqa: BLE001 - the page shows what is wrong
        session.fault = fault
        session.end()
        return Answer(422, fault_record(fault))
    shots = [shot_record(shot, session.again.get(n)) for n, shot in enumerate(session.shots)]
    return Answer(200, {"ok": True, "name": session.name, "shots": shots})


async def _picture(session: CalibrationSession, request: Request) -> Response:
    shot = session.shots[_number(session, request)]
    return Response(encode_png(shot.screen.pixels), media_type=PNG)


async def _correct(session: CalibrationSession, request: Request) -> Response:
    number, limits = _number(session, request), Limits()
    told = request.query_params.get("correct")
    if told is not None:
        return await run_in_threadpool(_read_again, session, number, told)
    shot = session.shots[number]
    rows, held = _board_and_rack(await whole(request, limits.text, limits.upload))
    if [len(row) for row in rows] != [len(row) for row in shot.truth.board]:
        raise Refused("the board has a different size")
    try:
        truth = corrected(shot.truth, rows, held)
    except TruthUnreadable as fault:
        return JSONResponse(fault_record(fault), 422)
    if truth != shot.truth:
        session.shots[number] = replace(shot, truth=truth)
        known = session.again.get(number, Again(shot.reading, ""))
        session.again[number] = known._replace(told=None)
    session.learnt = None
    return JSONResponse({"ok": True})


def _read_again(session: CalibrationSession, number: int, told: str) -> Response:
    """A screen read again with the person's corrections, which may settle other doubts, too.

    Corrected pending tiles stay pending. What is learnt is measured where the first reading found
    the tiles.
    """
    try:
        said = Corrections.parse(told)
        with session.reading:
            shot = session.shots[number]
            laid = frozenset(Square.parse(name) for name, _ in shot.truth.laid)
            said = said._replace(laid=laid & said.board.keys())
            again = session.readers[number](corrected=said)
            shot = session.shots[number] = replace(shot, truth=again.truth)
            session.again[number] = Again(again.reading, told)
            session.learnt = None
    except Exception as fault:  # noqa: BLE001 - the page shows what is wrong
        return JSONResponse(fault_record(fault), 422)
    return JSONResponse(shot_record(shot, session.again[number]))


def _board_and_rack(data: bytes) -> tuple[list[str], str | None]:
    """Rows and rack as the page sent them."""
    match parse_json(data):
        case {"board": [*rows], "rack": str() | None as held}:
            texts = [row for row in rows if isinstance(row, str)]
            if len(texts) == len(rows):
                return texts, held
    raise Refused("this is not a board")


def _learnt(session: CalibrationSession, heard: Heard, given_up: GivenUp) -> Answer:
    """Learn from the screens, reporting the progress."""
    steps = Steps()

    def progress(part: float) -> None:
        if given_up():
            raise _Stopped
        if steps.due(part):
            heard({"done": round(part, 3)})

    if len(session.shots) < len(session.readers):
        return Answer(422, fault_record(Refused("not all screenshots have been read yet")))
    try:
        found = learn(tuple(session.shots), session.name, session.title, progress)
    except Exception as fault:  # noqa: BLE001 - the page shows what is wrong
        return Answer(422, fault_record(fault))
    session.learnt = found
    lines = [line._asdict() for line in report_lines(found)]
    return Answer(200, {"ok": True, "usable": found.report.usable, "lines": lines})


async def _sheet(session: CalibrationSession, _request: Request) -> Response:
    if session.learnt is None:
        raise NotFound("nothing has been learnt yet")
    sheet = contact_sheet(session.learnt.samples, session.learnt.report)
    return Response(encode_png(sheet), media_type=PNG)


async def _finish(session: CalibrationSession, request: Request) -> Response:
    session.kept = request.query_params.get("keep") == "true" and session.learnt is not None
    return JSONResponse({"ok": True, "kept": session.kept}, background=BackgroundTask(session.end))


def _number(session: CalibrationSession, request: Request) -> int:
    """The number of the requested screen, from 0."""
    for number in range(len(session.shots)):
        if request.path_params["number"] == str(number):
            return number
    raise NotFound("there is no such screenshot")
