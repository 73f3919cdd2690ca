"""The web page and the HTTP API: pictures come from a phone, moves go back to it."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.serve.app import AppConfig, build, serve_table
    from wwfsnap.serve.calibration_page import CalibrationSession, serve_calibration
    from wwfsnap.serve.certificate import Certificate, make_certificate
    from wwfsnap.serve.guard import server_key
    from wwfsnap.serve.limits import Limits
    from wwfsnap.serve.pool import Pool
    from wwfsnap.serve.server import (
        Endpoint,
        check_certificate,
        greeting,
        make_server,
        open_socket,
        own_host_names,
        page_addresses,
    )

__all__ = [
    "AppConfig",
    "CalibrationSession",
    "Certificate",
    "Endpoint",
    "Limits",
    "Pool",
    "build",
    "check_certificate",
    "greeting",
    "make_certificate",
    "make_server",
    "open_socket",
    "own_host_names",
    "page_addresses",
    "serve_calibration",
    "serve_table",
    "server_key",
]

__getattr__ = on_demand(__name__, __file__)
