"""The ways a message about a solved picture takes: desktop, push topic, a program of the user's."""

from __future__ import annotations

import contextlib
import importlib
import shlex
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from email.header import Header
from pathlib import Path
from urllib.parse import urlsplit

from wwfsnap.errors import NotifierMissing, UsageFault
from wwfsnap.letters import Carrier, Undelivered
from wwfsnap.records import Record, line

PATIENCE = 20.0  # seconds for a server to answer
PROGRAM_PATIENCE = 300.0  # seconds for the user's program
TOO_LARGE = 413


def headline(record: Record) -> str:
    """The best move and its points; what else a finished picture has to say."""
    found = _found(record)
    if found:
        what, points = found[0]
        return f"{what}: {points} point{'' if points == 1 else 's'}"
    if "moves" in record or "words" in record:
        return "no word" if "words" in record else "no move"
    return str(record.get("error", {}).get("message", ""))


def details(record: Record) -> str:
    """The runners-up, the doubts and the picture's name, on a line each."""
    others = [f"{what} {points}" for what, points in _found(record)[1:3]]
    doubts = len(record.get("doubts", []))
    parts = [
        f"or {', '.join(others)}" if others else "",
        f"{doubts} doubt{'' if doubts == 1 else 's'}" if doubts else "",
        Path(record["image"]).name,
    ]
    return "\n".join(part for part in parts if part)


def _found(record: Record) -> list[tuple[str, int]]:
    """The moves of a board, or the words of a path game, with their points."""
    moves = [(move["move"], move["score"]) for move in record.get("moves", [])]
    return moves or [(word["word"], word["points"]) for word in record.get("words", [])]


def desktop() -> Carrier:
    """Notifications on the user's desktop.

    Raises:
        NotifierMissing: The package for it is not installed.
    """
    try:
        package = importlib.import_module("desktop_notifier")
    except ImportError as fault:
        raise NotifierMissing(f"desktop notifications cannot be shown ({fault})") from None
    made: list[Callable[[str, str], object]] = []

    def carry(record: Record) -> None:
        try:
            if not made:  # in the thread that uses it
                made.append(package.DesktopNotifierSync(app_name="wwfsnap").send)
            made[0](headline(record), details(record))
        except Exception as fault:  # noqa: BLE001 - each system fails in its own way
            raise Undelivered(
                f"no notification: {type(fault).__name__}: {fault}", again=False
            ) from None

    return carry


def push(url: str) -> Carrier:
    """Posts to a topic as ntfy understands it: the picture as the body, the text in headers.

    Raises:
        UsageFault: ``url`` is no web address.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise UsageFault(f"--push {url}: is no web address", "as in https://ntfy.sh/YOUR-TOPIC")

    def carry(record: Record) -> None:
        picture = _picture(record)
        try:
            try:
                _post(url, record, picture)
            except urllib.error.HTTPError as fault:
                fault.close()
                if fault.code != TOO_LARGE or picture is None:
                    raise
                _post(url, record, None)
        except urllib.error.HTTPError as fault:
            fault.close()
            again = fault.code >= 500 or fault.code in {408, 425, 429}
            raise Undelivered(
                f"{parts.hostname} refused the message ({fault.code})", again=again
            ) from None
        except OSError as fault:
            reason = getattr(fault, "reason", fault)
            raise Undelivered(
                f"{parts.hostname} cannot be reached ({reason})", again=True
            ) from None

    return carry


def program(command: str) -> Carrier:
    """A program of the user's that gets the picture's JSON on its standard input.

    Raises:
        UsageFault: ``command`` names no program, or its quotes are not closed.
    """
    try:
        words = shlex.split(command)
    except ValueError as fault:
        raise UsageFault(f"--exec {command}: {fault}") from None
    if not words:
        raise UsageFault("--exec names no program")

    def carry(record: Record) -> None:
        try:
            ended = subprocess.run(  # noqa: S603 - the user's own words
                words,
                input=f"{line(record)}\n".encode(),
                stdout=2,  # standard output is for data
                timeout=PROGRAM_PATIENCE,
                check=False,
                start_new_session=True,  # Ctrl-C is not meant for it
            )
        except subprocess.TimeoutExpired:
            raise Undelivered(f"{words[0]} took too long", again=False) from None
        except OSError as fault:
            raise Undelivered(f"{words[0]} does not run ({fault.strerror})", again=False) from None
        if ended.returncode:
            raise Undelivered(f"{words[0]} failed ({ended.returncode})", again=False)

    return carry


def _picture(record: Record) -> bytes | None:
    """The drawn picture; None where there is none, or no longer."""
    drawn = record.get("drawn")
    with contextlib.suppress(OSError):
        return Path(drawn).read_bytes() if drawn else None
    return None


def _post(url: str, record: Record, picture: bytes | None) -> None:
    headers = {"Title": _header(headline(record)), "Tags": "jigsaw"}
    body = details(record).encode()
    if picture is not None:
        headers["Filename"] = _header(Path(record["drawn"]).name)
        headers["Message"] = _header(details(record).replace("\n", "; "))
        body = picture
    request = urllib.request.Request(url, data=body, headers=headers, method="PUT")  # noqa: S310
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - checked above
        answer.read()


def _header(text: str) -> str:
    """Text for an HTTP header: as it is where it is plain, else encoded (RFC 2047)."""
    return text if text.isascii() else Header(text, "utf-8", maxlinelen=10_000).encode()
