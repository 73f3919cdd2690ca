"""The page of ``wwfsnap calibrate --page``: what calibration believes, to be looked over there.

It is served to this computer alone, for as long as it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import uvicorn
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from calibration.calibrate import Calibration, learn
from calibration.contact_sheet import contact_sheet, encode_png
from calibration.errors import TruthUnreadable
from calibration.samples import Shot
from calibration.truth import Truth, read_truth, write_truth
from solver.game import Square
from wwfsnap.reporting import Record, lesson_lines, reading_record
from wwfsnap.serve.app import guarded, hand_out
from wwfsnap.serve.assets import load_assets
from wwfsnap.serve.faults import NotKnown, Refused, fault_record
from wwfsnap.serve.guard import Rules
from wwfsnap.serve.intake import json_of
from wwfsnap.serve.limits import Limits, whole
from wwfsnap.serve.more import more_of_outcome
from wwfsnap.serve.server import Place, make_server, names_of, open_socket, page_addresses

PNG = "image/png"


@dataclass(slots=True)
class Lesson:
    """What is looked over.

    Attributes:
        shots: The screens; their truths change as the person corrects them.
        name: Name of the theme to be.
        title: Its name for people.
        learnt: What the screens teach, once that was asked for.
        kept: Whether the person wants to keep it.
        end: Called when the page has done its work.
    """

    shots: list[Shot]
    name: str
    title: str
    learnt: Calibration | None = None
    kept: bool = False
    end: Callable[[], None] = field(default=lambda: None)


def look_over(lesson: Lesson, ready: Callable[[str], None]) -> None:
    """Serve the page until the person is done with it.

    Args:
        lesson: What is looked over; afterwards it tells what was decided.
        ready: Is told the address of the page.
    """
    place = Place(0)
    with open_socket(place) as listener:
        address = page_addresses(place, listener.getsockname()[1])[0]
        server = make_server(lesson_app(lesson), place, lambda: ready(address))
        lesson.end = lambda: _end(server)
        server.run(sockets=[listener])


def lesson_app(lesson: Lesson) -> ASGIApp:
    """The application behind the page."""
    assets = load_assets()
    page = assets["/web/calibrate.html"]
    routes = [
        Route("/", hand_out(page)),
        *(Route(address, hand_out(each)) for address, each in assets.items() if address != "/"),
        Route("/api/shots", _shots(lesson)),
        Route("/api/shots/{number}", _correct(lesson), methods=["POST"]),
        Route("/api/shots/{number}/picture", _picture(lesson)),
        Route("/api/learn", _learn(lesson), methods=["POST"]),
        Route("/api/sheet", _sheet(lesson)),
        Route("/api/end", _finish(lesson), methods=["POST"]),
    ]
    return guarded(routes, Rules(names_of(lan=False), None, page), lambda _line: None)


def shot_record(shot: Shot) -> Record:
    """A screen as the page shows it: tiles laid but not played stand on the board."""
    truth, reading = shot.truth, shot.reading
    rows = [list(row) for row in truth.board]
    for name, letter in truth.tentative:
        square = Square.parse(name)
        rows[square.row][square.column] = letter
    straight = replace(reading, pose=None)  # the screen of a shot is straightened already
    more = more_of_outcome(straight)
    return reading_record(straight) | {
        "board": ["".join(row) for row in rows],
        "rack": truth.held,
        "rack_seen": truth.held is not None,
        "more": more | {"rack_boxes": more["rack_boxes"][: len(reading.rack or ())]},
    }


def corrected(truth: Truth, board: Sequence[str], held: str | None) -> Truth:
    """A truth with what a person says lies on board and rack.

    Raises:
        TruthUnreadable: It is no board, or no rack.
    """
    laid = []
    rows = [list(row) for row in board]
    for name, _ in truth.tentative:
        square = Square.parse(name)
        letter = rows[square.row][square.column]
        rows[square.row][square.column] = "."
        if letter != ".":
            laid.append((name, letter))
    unplayed = "".join("?" if letter.islower() else letter for _, letter in laid)
    told = replace(
        truth,
        board=tuple("".join(row) for row in rows),
        tentative=tuple(laid),
        rack=None if held is None else held + unplayed,
    )
    return replace(read_truth(write_truth(told)), last_move=truth.last_move)


def _shots(lesson: Lesson) -> Callable[[Request], object]:
    async def answer(_request: Request) -> Response:
        shots = [shot_record(shot) for shot in lesson.shots]
        return JSONResponse({"name": lesson.name, "shots": shots})

    return answer


def _picture(lesson: Lesson) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        shot = lesson.shots[_number(lesson, request)]
        return Response(encode_png(shot.screen.pixels), media_type=PNG)

    return answer


def _correct(lesson: Lesson) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        number, limits = _number(lesson, request), Limits()
        shot = lesson.shots[number]
        rows, held = _told(await whole(request, limits.text, limits.upload))
        if [len(row) for row in rows] != [len(row) for row in shot.truth.board]:
            raise Refused("that board is of another size")
        try:
            truth = corrected(shot.truth, rows, held)
        except TruthUnreadable as fault:
            return JSONResponse(fault_record(fault), 422)
        lesson.shots[number] = replace(shot, truth=truth)
        lesson.learnt = None
        return JSONResponse({"ok": True})

    return answer


def _told(data: bytes) -> tuple[list[str], str | None]:
    """Rows and rack as the page sends them."""
    match json_of(data):
        case {"board": [*rows], "rack": str() | None as held}:
            texts = [row for row in rows if isinstance(row, str)]
            if len(texts) == len(rows):
                return texts, held
    raise Refused("that is no board")


def _learn(lesson: Lesson) -> Callable[[Request], object]:
    async def answer(_request: Request) -> Response:
        try:
            found = await run_in_threadpool(learn, lesson.shots, lesson.name, lesson.title)
        except Exception as fault:  # noqa: BLE001 - the page shows what is wrong
            return JSONResponse(fault_record(fault), 422)
        lesson.learnt = found
        lines = [line.plain for line in lesson_lines(found.theme, found.report)]
        return JSONResponse({"ok": True, "usable": found.report.usable, "lines": lines})

    return answer


def _sheet(lesson: Lesson) -> Callable[[Request], object]:
    async def answer(_request: Request) -> Response:
        if lesson.learnt is None:
            raise NotKnown("nothing is learnt yet")
        sheet = contact_sheet(lesson.learnt.samples, lesson.learnt.report)
        return Response(encode_png(sheet), media_type=PNG)

    return answer


def _finish(lesson: Lesson) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        lesson.kept = request.query_params.get("keep") == "true" and lesson.learnt is not None
        return JSONResponse(
            {"ok": True, "kept": lesson.kept}, background=BackgroundTask(lesson.end)
        )

    return answer


def _number(lesson: Lesson, request: Request) -> int:
    """Which screen is meant, counted from 0."""
    for number in range(len(lesson.shots)):
        if request.path_params["number"] == str(number):
            return number
    raise NotKnown("there is no such screen")


def _end(server: uvicorn.Server) -> None:
    server.should_exit = True
