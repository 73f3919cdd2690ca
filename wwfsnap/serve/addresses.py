"""By which names and addresses this machine is reached in its own network."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address

LOOPBACK = ("localhost", "127.0.0.1", "::1")
SOMEWHERE = "192.0.2.1"  # an address for documentation: the way to it is asked, nothing is sent


def machine_names() -> list[str]:
    """The machine's name, plain and as its neighbours find it (mDNS)."""
    name = socket.gethostname().lower().rstrip(".")
    if not name or name == "localhost":
        return []
    return list(dict.fromkeys([name, f"{name.partition('.')[0]}.local"]))


def addresses() -> list[str]:
    """The machine's IPv4 addresses, the one on the way out first; loopback is left out."""
    found: list[str] = []
    with (
        suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
    ):
        probe.connect((SOMEWHERE, 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        told = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(entry[4][0]) for entry in told]
    usable = (each for each in found if not ip_address(each).is_loopback)
    return [each for each in dict.fromkeys(usable) if not ip_address(each).is_unspecified]


def names_of(*, lan: bool, extra: Iterable[str] = ()) -> frozenset[str]:
    """All names the server answers to."""
    own = [*machine_names(), *addresses()] if lan else []
    return frozenset([*LOOPBACK, *own, *(name.lower().rstrip(".") for name in extra)])
