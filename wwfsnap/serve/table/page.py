"""The pages of ``wwfsnap play --page``: those of ``wwfsnap serve``, for this computer alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wwfsnap.pipeline import Settings
from wwfsnap.serve.app import AppConfig, build
from wwfsnap.serve.limits import Limits
from wwfsnap.serve.pool import Pool
from wwfsnap.serve.server import Endpoint, make_server, open_socket, own_host_names, page_addresses

PROCESSES = 2
"""One for the program's turns, another for checking the tiles that are laid meanwhile."""


def serve_table(words: Path | None, page: str, ready: Callable[[str], None]) -> None:
    """Serve the pages until interrupted.

    Args:
        words: The user's word list; None for those of the languages.
        page: What the address ends in.
        ready: Receives the address.
    """
    endpoint, limits = Endpoint(0), Limits()
    pool = Pool(PROCESSES, limits, Settings(words=words))
    config = AppConfig(pool, own_host_names(lan=False), words=words, limits=limits)
    with open_socket(endpoint) as listener:
        address = page_addresses(endpoint, listener.getsockname()[1])[0] + page
        server = make_server(build(config), endpoint, lambda: ready(address), limits)
        server.run(sockets=[listener])
