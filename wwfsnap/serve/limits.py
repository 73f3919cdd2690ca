"""Limits of the server: bytes, seconds, connections, waiting pictures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from starlette.requests import ClientDisconnect, Request

from wwfsnap.serve.faults import Refused, TooLarge, TooSlow

FIGURES = 18  # digits of a Content-Length; a longer number is too large in any case


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on requests and connections.

    Attributes:
        picture: Bytes of a request with a picture.
        pixels: Pixels that a picture may announce; a screen of 8K has 33 millions.
        text: Bytes of a request with a typed board, or of a field beside a picture.
        upload: Seconds in which a request must have arrived completely.
        work: Seconds for a picture; then its process is killed.
        thinking: The most seconds that may be asked for with ``by=win``.
        waiting: Requests that may wait for a process; one more is refused for now.
        connections: Connections at a time; macOS lets a process have 256 files, and the
            processes need some of them.
        per_address: Connections from one address; five browsers open as many. Those from this
            machine are not limited: a reverse proxy brings all its clients from here.
        head: Seconds for TLS and the head of a request; a phone at the edge of its network
            sends both in 3.
        answer: Seconds to read an answer, and to ask again; as long as a request may take.
        rest: Seconds for a refused body to end; enough to see the answer while sending.
    """

    picture: int = 24_000_000
    pixels: int = 34_000_000
    text: int = 64_000
    upload: float = 60.0
    work: float = 60.0
    thinking: float = 20.0
    waiting: int = 48
    connections: int = 128
    per_address: int = 32
    head: float = 10.0
    answer: float = 60.0
    rest: float = 2.0


async def chunks(request: Request, most: int, seconds: float) -> AsyncGenerator[bytes, None]:
    """The body, piece by piece as it arrives.

    Raises:
        TooLarge: It has, or announces, more than ``most`` bytes.
        TooSlow: It is not complete after ``seconds``.
        Refused: It breaks off.
    """
    announced = request.headers.get("content-length", "")
    if (
        announced.isascii()
        and announced.isdigit()
        and (len(announced) > FIGURES or int(announced) > most)
    ):
        raise _too_large(most)
    size = 0
    stream = request.stream()
    until = asyncio.get_running_loop().time() + seconds
    while True:
        try:
            async with asyncio.timeout_at(until):
                chunk = await anext(stream, None)
        except TimeoutError:
            raise TooSlow("the picture did not arrive in time") from None
        except ClientDisconnect:
            raise Refused("the request ended too early", "send it again") from None
        if chunk is None:
            return
        size += len(chunk)
        if size > most:
            raise _too_large(most)
        yield chunk


async def whole(request: Request, most: int, seconds: float) -> bytes:
    """The body in one piece; raises as ``chunks``."""
    return b"".join([chunk async for chunk in chunks(request, most, seconds)])


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"the request is larger than {most / 1e6:g} MB")
