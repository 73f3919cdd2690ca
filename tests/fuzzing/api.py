"""Damaged requests for a server that runs: none is answered by a fault of the program."""

from __future__ import annotations

import time
from contextlib import ExitStack
from random import Random

from sample_screens.truth import FOLDER
from tests.fuzzing.mutation import damage_bytes, damage_text
from tests.fuzzing.tried import Tried
from tests.shared.serving import Served, answer_to, serving
from wwfsnap.serve import Limits

BOARD = "15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15"
FORM = (
    b'--x\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n'
    + (FOLDER / "wwf2-11x11-solo.png").read_bytes()[:3000]
    + b'\r\n--x\r\nContent-Disposition: form-data; name="top"\r\n\r\n3\r\n--x--\r\n'
)
JSON = "application/json"
REQUESTS: list[tuple[str, str, str, bytes]] = [
    ("POST", "/api/solve?top=3", JSON, f'{{"board": "{BOARD}", "rack": "AB?"}}'.encode()),
    ("POST", "/api/solve", JSON, b'{"board": ["...", ".A.", "..."], "rack": "AB", "by": "score"}'),
    ("POST", "/api/solve", JSON, b'{"grid": "CATS/O(QU)EE/(E DW)RNA", "more": true}'),
    ("POST", "/api/read", "image/png", FORM[77:3077]),
    ("POST", "/api/solve", "multipart/form-data; boundary=x", FORM),
    ("POST", "/share", "multipart/form-data; boundary=x", FORM),
    ("POST", "/api/play", JSON, b'{"game": "wwf", "level": "easy", "seed": 3}'),
    ("POST", "/api/play/20261122-181542/lay", JSON, b'{"turn": 0, "tiles": [["H8", "Q"]]}'),
    ("GET", "/api/boards?game=wwf&layout=standard&language=en", JSON, b""),
    ("GET", "/api/play/20261122-181542", JSON, b""),
]


def damaged_request(random: Random) -> tuple[bytes, bool]:
    """All of a request, mostly of the length that it says; whether its head is sound."""
    method, path, kind, body = random.choice(REQUESTS)
    if random.random() < 0.8:
        text = kind == JSON
        body = damage_text(body.decode(), random) if text else damage_bytes(body, random)
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    ).encode()
    sound = random.random() < 0.6
    return (head if sound else damage_bytes(head, random)) + b"\r\n" + body, sound


class Api:
    """A server that is started for the first request, and takes one at a time."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._served: Served | None = None

    def __call__(self, number: int) -> Tried:
        """What became of a request."""
        if self._served is None:
            limits = Limits(head=1.0, upload=1.0, rest=0.2)
            self._served = self._stack.enter_context(serving(limits=limits))
        self._served.log.clear()
        said, sound = damaged_request(_chance(number))
        started, fault = time.process_time(), ""
        try:
            status, body = answer_to(self._served, said)
        except (AssertionError, OSError) as error:  # a head without an end is not answered
            status, body, fault = 0, b"", f"no answer: {error!r}"[:1000] if sound else ""
        if status >= 500 and status != 503:
            fault = f"{status} {body[:1000]!r}"
        return Tried(number, str(status), time.process_time() - started, 0, fault)

    def stop(self) -> None:
        """End the server."""
        self._stack.close()


def said_in(number: int) -> bytes:
    """The request of that number."""
    return damaged_request(_chance(number))[0]


def _chance(number: int) -> Random:
    return Random(f"api {number}")  # noqa: S311 - the same faults again, no secrets
