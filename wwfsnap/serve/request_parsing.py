"""A request parsed as a job: a picture raw or in a form, or a typed board or grid as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.datastructures import QueryParams, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from wwfsnap.serve.faults import Refused, WrongType
from wwfsnap.serve.jobs import Job, Picture, TypedBoard, TypedGrid
from wwfsnap.serve.limits import Limits, chunks, whole
from wwfsnap.serve.options import OptionValue, parse_options

FORM, JSON, RAW = "multipart/form-data", "application/json", "application/octet-stream"
UTF_8 = {b"utf-8", b"utf8"}
PICTURE = "picture"
"""Name of the form field with the picture."""
OF_PICTURES = {"name", "theme", "correct", "move"}
OF_BOARDS = {
    *("board", "rack", "rack_size", "premiums", "values", "layout"),
    *("by", "seconds", "why", "all_places"),
}
MOST_FIELDS = 20
LONGEST_BOARD = 20_000
LONGEST_RACK_TEXT = 100
LONGEST_GRID = 2_000
MOST_SEED = 10**9
MOST_LETTERS, MOST_VALUE = 100, 99


class _InMemory(MultiPartParser):
    """A form parser that never writes files to disk; ``chunks`` limits their size."""

    spool_max_size = sys.maxsize


async def parse_request(
    request: Request, limits: Limits, words: Path | None, *, solve: bool
) -> Job:
    """The job that a request asks for.

    Args:
        request: Its body has not been read yet.
        limits: What is accepted.
        words: The word list that the server was started with.
        solve: Whether moves are wanted.

    Raises:
        Refused: It cannot be understood, or exceeds the limits.
    """
    kind = content_type_of(request)
    given = once(request.query_params)
    if kind == FORM:
        picture, given = await parse_form(request, limits, given)
    elif kind.startswith("image/") or kind == RAW:
        picture = await whole(request, limits.picture, limits.upload)
    elif kind == JSON and solve:
        return _typed(await whole(request, limits.text, limits.upload), given, limits, words)
    else:
        raise WrongType(
            f"the content type {kind or '(none)'} is not accepted here",
            f"send {FORM} with a field {PICTURE}, or an image/* type"
            + (f", or {JSON} with a typed board" if solve else ""),
        )
    options = parse_options(given, limits, words, typed=False)
    draw = solve and request.headers.get("accept", "").startswith("image/png")
    return Picture(picture, options, solve=solve, draw=draw, most_pixels=limits.pixels)


def content_type_of(request: Request) -> str:
    """The type of a request's body in lower case, such as ``multipart/form-data``.

    Raises:
        WrongType: It is a text that is not in UTF-8.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    charset = options.get(b"charset", b"utf-8").lower()
    found = kind.decode("latin-1").strip().lower()
    if found in {FORM, JSON} and charset not in UTF_8:
        raise WrongType("this charset is not accepted here", "send UTF-8")
    return found


def parse_json(data: bytes) -> object:
    """The value in a JSON body.

    Raises:
        Refused: It is no JSON, or contains a lone surrogate, which no text can.
    """
    try:
        sent: object = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
        json.dumps(sent, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refused("the body is not JSON in UTF-8") from None
    return sent


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def once(query: QueryParams) -> dict[str, OptionValue]:
    """The query's parameters.

    Raises:
        Refused: One is given twice.
    """
    given: dict[str, OptionValue] = dict(query)
    if len(given) < len(query.multi_items()):
        raise Refused("a parameter is given twice")
    return given


async def parse_form(
    request: Request, limits: Limits, given: Mapping[str, OptionValue] = {}
) -> tuple[bytes, dict[str, OptionValue]]:
    """The picture of a form, and its other fields together with what is given elsewhere.

    Raises:
        Refused: The form cannot be understood, or gives something twice.
    """
    parser = _InMemory(
        request.headers,
        chunks(request, limits.picture, limits.upload),
        max_files=1,
        max_fields=MOST_FIELDS,
        max_part_size=limits.text,
    )
    try:
        form = await parser.parse()
    except (MultiPartException, FormParserError) as fault:
        raise Refused(f"the form cannot be read: {fault}") from None
    fields = dict(given)
    picture, usual = None, {}
    try:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile) and name == PICTURE:
                picture, usual = await value.read(), {"name": value.filename}
            elif isinstance(value, UploadFile) or name in fields:
                raise Refused(f"the field {name[:40]!r} is not expected here")
            else:
                fields[name] = value
    finally:
        await form.close()
    if picture is None:
        raise Refused(f"the form has no file in the field {PICTURE}")
    return picture, usual | fields


def _typed(
    data: bytes, given: Mapping[str, OptionValue], limits: Limits, words: Path | None
) -> Job:
    """A typed board or grid; its options are in the same JSON, or in the query."""
    sent = parse_json(data)
    if not isinstance(sent, dict):
        raise Refused("the JSON is not an object")
    if "grid" in sent or "random" in sent:
        return _typed_grid(sent, given, limits, words)
    lines, rack, premiums = (sent.pop(key, None) for key in ("board", "rack", "premiums"))
    values, layout = parse_values(sent.pop("values", None)), sent.get("layout")
    if not isinstance(rack, str | None) or len(rack or "") > LONGEST_RACK_TEXT:
        raise Refused("rack must be a text such as AEIRST?")
    if not isinstance(layout, str | None):
        raise Refused("layout must be a name that /api/games lists")
    sent.pop("layout", None)
    beside = dict(given) | sent
    if (
        any(isinstance(value, list | dict) for value in sent.values())
        or beside.keys() & OF_PICTURES
    ):
        raise Refused(
            "options of a board must be texts, numbers, true or false, and not for pictures"
        )
    options = parse_options(beside, limits, words, typed=True)
    return TypedBoard(
        parse_rows(lines),
        rack,
        options,
        layout=layout,
        premiums=None if premiums is None else tuple(parse_rows(premiums).splitlines()),
        values=values,
    )


def _typed_grid(
    sent: dict[str, object], given: Mapping[str, OptionValue], limits: Limits, words: Path | None
) -> Job:
    """The typed tiles of a path game, or the seed of random ones, with their options."""
    text, seed = sent.pop("grid", None), sent.pop("random", None)
    if isinstance(seed, bool) or not isinstance(seed, int | None):
        raise Refused("random must be a whole number, the seed of a grid")
    if seed is not None:
        if text is not None or not 0 <= seed <= MOST_SEED:
            raise Refused(f"random is sent instead of a grid, and must be from 0 to {MOST_SEED}")
        text = "."
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_GRID:
        raise Refused("grid must be a text such as CATS/O(QU)EE, as for `wwfsnap ruzzle`")
    options: dict[str, OptionValue] = {}
    for name, value in (dict(given) | sent).items():
        if name in OF_BOARDS | OF_PICTURES or not isinstance(value, OptionValue):
            raise Refused(
                "options of a grid must be texts, numbers, true or false, and not for boards or "
                "pictures"
            )
        options[name] = value
    return TypedGrid(text, parse_options(options, limits, words, typed=False), seed)


def parse_values(value: object) -> dict[str, int] | None:
    """Points of letters; None where none are given.

    Raises:
        Refused: They are no points of letters.
    """
    if value is None:
        return None
    if not isinstance(value, dict) or len(value) > MOST_LETTERS:
        raise Refused(f"values must be an object with the points of at most {MOST_LETTERS} letters")
    found: dict[str, int] = {}
    for letter, points in value.items():
        if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= MOST_VALUE:
            raise Refused(
                f"values: the points of a letter must be a whole number from 0 to {MOST_VALUE}"
            )
        found[letter] = points
    return found


def parse_rows(value: object) -> str:
    """Rows given as a list, or as a text.

    Raises:
        Refused: They are neither, or too many.
    """
    if isinstance(value, list) and all(isinstance(row, str) for row in value):
        value = "\n".join(value)
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_BOARD:
        raise Refused("board and premiums must be texts with one line per row, or lists of rows")
    return value
