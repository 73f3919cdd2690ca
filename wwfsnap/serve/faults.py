"""Requests that the server refuses; each class has its HTTP status."""

from __future__ import annotations

from typing import ClassVar

from wwfsnap.errors import Failure, FrontDoorError
from wwfsnap.reporting import failure_record
from wwfsnap.terminal import Record


class Refused(FrontDoorError):
    """A request that the server refuses.

    Attributes:
        status: The HTTP status of the answer.
    """

    kind = "bad-request"
    stage = "request"
    status: ClassVar[int] = 400
    default_hint = "see /openapi.json for what can be sent"


class NotFound(Refused):
    """There is nothing at that address."""

    kind = "not-found"
    status = 404


class MethodNotAllowed(Refused):
    """The address does not accept that method."""

    kind = "method-not-allowed"
    status = 405


class NoKey(Refused):
    """The server needs a key and got none, or a wrong one."""

    kind = "key-needed"
    status = 401
    default_hint = "scan the code that `wwfsnap serve` shows in its terminal"


class Foreign(Refused):
    """The request comes from a page of another site, or names a host that is not the server's."""

    kind = "foreign"
    status = 403
    default_hint = (
        "open the page at the address that `wwfsnap serve` shows, or add this name with --host-name"
    )


class TooSlow(Refused):
    """The request did not arrive in time."""

    kind = "request-too-slow"
    status = 408
    default_hint = "send it again over a better network connection"


class TooLarge(Refused):
    """The request has more bytes than are accepted."""

    kind = "request-too-large"
    status = 413
    default_hint = "crop or shrink the picture"


class WrongType(Refused):
    """The body has a type that is not accepted here."""

    kind = "unsupported-type"
    status = 415


class Stopped(Refused):
    """Somebody stopped the installation of a word list."""

    kind = "words-stopped"
    status = 409
    default_hint = "nothing was saved"


class Busy(Refused):
    """Too many requests are waiting."""

    kind = "busy"
    status = 503
    default_hint = "try again in a moment"


def status_of(failure: Failure) -> int:
    """The HTTP status for a failure with a picture or a typed board."""
    if failure.kind == "image-too-large":
        return TooLarge.status
    if failure.kind in {"moved-on", "another-game"}:
        return 409
    return 500 if failure.kind == "internal" else 422


def fault_record(error: Exception) -> Record:
    """An error in the form in which ``solve --json`` prints it."""
    return failure_record(Failure.of(error))
