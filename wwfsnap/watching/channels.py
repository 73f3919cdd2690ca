"""The channels for messages: desktop, push topic, a program of the user."""

from __future__ import annotations

import contextlib
import importlib
import shlex
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO

from solver.game import points_text
from wwfsnap.errors import NotifierMissing, UsageFault
from wwfsnap.process import run_program
from wwfsnap.reporting import ranked_answers
from wwfsnap.terminal import Record, line, visible
from wwfsnap.watching.deliveries import Channel, Halted, Undelivered
from wwfsnap.watching.post import Post, web_address

PROGRAM_PATIENCE = 300.0  # seconds for the user's program
LOOK = 0.1  # seconds between checks whether a message is to be abandoned
FAREWELL = 1.0  # seconds between asking a program to end and killing it
TOO_LARGE = 413


def headline(record: Record) -> str:
    """The best move and its points, or else what became of a finished picture; one line."""
    for best in ranked_answers(record)[:1]:
        told = f": {points_text(best['score'])}" if best["score"] else ""
        return f"{_named(best, record)}{told}"
    if "moves" in record or "words" in record:
        return "no word" if "words" in record else "no move"
    return visible(str(record.get("error", {}).get("message", "")))


def details(record: Record) -> str:
    """The runners-up, the doubts and the picture's name, each on a line."""
    others = [f"{_named(each, record)} {each['score']}" for each in ranked_answers(record)[1:3]]
    doubts = len(record.get("doubts", []))
    parts = [
        f"or {', '.join(others)}" if others else "",
        f"{doubts} doubt{'' if doubts == 1 else 's'}" if doubts else "",
        visible(Path(record["image"]).name),
    ]
    return "\n".join(part for part in parts if part)


def _named(answer: Record, record: Record) -> str:
    return str(answer["word" if "words" in record else "move"])


def desktop_channel() -> Channel:
    """Notifications on the user's desktop.

    Raises:
        NotifierMissing: The package for it is not installed.
    """
    try:
        package = importlib.import_module("desktop_notifier")
    except ImportError as fault:
        raise NotifierMissing(f"desktop notifications cannot be shown ({fault})") from None
    made: list[Callable[[str, str], object]] = []

    def send(record: Record) -> None:
        try:
            if not made:  # made in the thread that uses it
                made.append(package.DesktopNotifierSync(app_name="wwfsnap").send)
            made[0](headline(record), details(record))
        except Exception as fault:  # noqa: BLE001 - each system fails in its own way
            raise Undelivered(
                f"the notification failed: {type(fault).__name__}: {fault}", again=False
            ) from None

    return send


def push_channel(url: str, halt: threading.Event | None = None) -> Channel:
    """Posts to a topic as ntfy expects it: the picture as the body, the text in headers.

    Args:
        url: The topic.
        halt: Once set, a request under way is cut off.

    Raises:
        UsageFault: ``url`` is no web address.
    """
    address = web_address(url)
    ended = halt or threading.Event()

    def send(record: Record) -> None:
        picture = _picture(record)
        status = _send(Post(address, *_message(record, picture)), ended)
        if status == TOO_LARGE and picture is not None:
            status = _send(Post(address, *_message(record, None)), ended)
        if not 200 <= status < 300:
            again = status >= 500 or status in {408, 425, 429}
            raise Undelivered(f"{address.host} refused the message ({status})", again=again)

    return send


def program_channel(command: str, halt: threading.Event | None = None) -> Channel:
    """A user's program that gets the picture's JSON on its standard input.

    Args:
        command: The program and its arguments, as in a shell.
        halt: Once set, the program is ended, and all that it started.

    Raises:
        UsageFault: ``command`` names no program, or its quotes are not closed.
    """
    try:
        words = shlex.split(command)
    except ValueError as fault:
        raise UsageFault(f"--exec {command}: {fault}") from None
    if not words:
        raise UsageFault("--exec is empty: it must name a program")
    ended = halt or threading.Event()

    def send(record: Record) -> None:
        # A file, not a pipe: the program may read it at any time, or not at all.
        with tempfile.TemporaryFile() as given:
            given.write(f"{line(record)}\n".encode())
            given.seek(0)
            status = _run(words, given, ended)
        if status:
            raise Undelivered(f"{words[0]} failed ({status})", again=False)

    return send


def _run(words: list[str], given: IO[bytes], ended: threading.Event) -> int:
    """Run a program and return its status; it is ended when its time is up.

    Raises:
        Undelivered: It does not run, or took too long.
        Halted: It was ended.
    """
    try:
        status = run_program(
            words,
            PROGRAM_PATIENCE,
            ended,
            given=given,
            told=2,  # standard output is for data
            farewell=FAREWELL,
        )
    except OSError as fault:
        raise Undelivered(f"{words[0]} cannot be run ({fault.strerror})", again=False) from None
    if status is not None:
        return status
    if ended.is_set():
        raise Halted(f"{words[0]} was stopped")
    raise Undelivered(f"{words[0]} took too long", again=False)


def _send(post: Post, ended: threading.Event) -> int:
    """The status of the server's answer, which is no longer awaited once ``ended`` is set.

    Raises:
        Undelivered: There was no whole answer.
        Halted: It was cut off.
    """
    post.start()
    while not post.done(LOOK):
        if ended.is_set():
            post.cut()
            raise Halted(f"{post.address.host} did not answer in time")
    return post.status()


def _picture(record: Record) -> bytes | None:
    """The drawn picture; None where there is none, or it is gone."""
    drawn = record.get("drawn")
    with contextlib.suppress(OSError):
        return Path(drawn).read_bytes() if drawn else None
    return None


def _message(record: Record, picture: bytes | None) -> tuple[dict[str, str], bytes]:
    """Headers and body of a message: the picture, or a text instead."""
    text = details(record)
    headers = {"Title": headline(record), "Tags": "jigsaw"}
    if picture is None:
        return headers, text.encode()
    headers["Filename"] = Path(record["drawn"]).name
    headers["Message"] = text.replace("\n", "; ")
    return headers, picture
