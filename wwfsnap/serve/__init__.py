"""The web page and the HTTP API: pictures come from a phone, moves go back to it."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.serve.app import House, build
    from wwfsnap.serve.certificate import Certificate, make_certificate
    from wwfsnap.serve.keys import server_key
    from wwfsnap.serve.lessons import Lesson, look_over
    from wwfsnap.serve.limits import Limits
    from wwfsnap.serve.pool import Pool
    from wwfsnap.serve.server import (
        Place,
        check_certificate,
        greeting,
        make_server,
        names_of,
        open_socket,
        page_addresses,
    )

__all__ = [
    "Certificate",
    "House",
    "Lesson",
    "Limits",
    "Place",
    "Pool",
    "build",
    "check_certificate",
    "greeting",
    "look_over",
    "make_certificate",
    "make_server",
    "names_of",
    "open_socket",
    "page_addresses",
    "server_key",
]

__getattr__ = on_demand(__name__, __file__)
