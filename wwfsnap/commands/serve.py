"""`wwfsnap serve`: the page for the phone, and the HTTP API."""

import re
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.errors import UsageFault
from wwfsnap.opencv import require_opencv

if TYPE_CHECKING:
    from wwfsnap.serve import Certificate

PORT = 8765
LABEL = re.compile(r"\w([\w-]{0,61}\w)?", re.ASCII)
"""A part of a host name; lengths are those of RFC 1035, and machines at home may have a ``_``."""
LONGEST_NAME = 253


def serve(
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="N", min=0, max=65535, help="Port of the server; 0 for any free one."
        ),
    ] = PORT,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", help="Allow other devices in your network; they need the key that is shown."
        ),
    ] = False,
    tls: Annotated[
        bool, typer.Option("--tls", help="Use HTTPS, with a certificate made here or your own.")
    ] = False,
    cert: Annotated[
        Path | None, typer.Option("--cert", metavar="FILE", help="Your certificate, a PEM file.")
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--key", metavar="FILE", help="The key of your certificate, a PEM file."),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--host-name", metavar="NAME", help="Another host name of this machine."),
    ] = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make a new key; phones must then scan the new code.")
    ] = False,
    processes: flags.Processes = None,
    words: flags.Words = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve a page for the phone and an HTTP API; Ctrl-C stops it.

    \b
    Examples:
      wwfsnap serve --open
      wwfsnap serve --lan --tls
    """
    require_opencv()
    from solver.folders import state_folder
    from solver.processes import cores
    from wwfsnap.pipeline import Settings
    from wwfsnap.serve import (
        AppConfig,
        Endpoint,
        Limits,
        Pool,
        build,
        greeting,
        make_server,
        open_socket,
        own_host_names,
        page_addresses,
        server_key,
    )
    from wwfsnap.terminal import note

    if new_key and not lan:
        raise UsageFault("--new-key only works with --lan")
    if words is not None and not words.is_file():
        raise UsageFault(f"{words}: no such file")
    if name is not None:
        _check_name(name)
    names = own_host_names(lan=lan, extra=[name] if name else [])
    certificate = _certificate(names, tls=tls, cert=cert, key=key)
    endpoint = Endpoint(
        port, lan, certificate, server_key(state_folder(), new=new_key) if lan else None, name
    )
    limits = Limits()
    pool = Pool(processes or cores(), limits, Settings(words=words))
    config = AppConfig(
        pool,
        names,
        endpoint.key,
        words,
        limits,
        certificate.authority if certificate else None,
        note,
    )
    with open_socket(endpoint) as listener:
        bound = listener.getsockname()[1]

        def ready() -> None:
            note(greeting(endpoint, bound))
            if open_:
                suffix = f"?key={endpoint.key}" if endpoint.key else ""
                typer.launch(page_addresses(endpoint, bound)[-1] + suffix)

        make_server(build(config), endpoint, ready, limits).run(sockets=[listener])


def _check_name(name: str) -> None:
    """Check that ``--host-name`` is a machine's name or address, and not a whole URL."""
    try:
        ip_address(name)
    except ValueError:
        labels = name.removesuffix(".").split(".")
        if len(name) > LONGEST_NAME or not all(map(LABEL.fullmatch, labels)):
            raise UsageFault(
                f"--host-name {name}: is not the name of a machine",
                "give the name alone, as in snap.example.org, without https:// and port",
            ) from None


def _certificate(
    names: frozenset[str], *, tls: bool, cert: Path | None, key: Path | None
) -> "Certificate | None":
    """The certificate for HTTPS; None for HTTP.

    Raises:
        UsageFault: One of the user's two files is missing.
    """
    from solver.folders import state_folder
    from wwfsnap.serve import Certificate, check_certificate, make_certificate

    if (cert is None) != (key is None):
        raise UsageFault("--cert and --key must be given together")
    if cert is not None and key is not None:
        check_certificate(cert, key)
        return Certificate(cert, key)
    return make_certificate(state_folder(), names) if tls else None
