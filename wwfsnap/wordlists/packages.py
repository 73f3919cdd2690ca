"""Fetches the archive of a package with its package client.

The client only downloads: install scripts are off, pip takes only wheels, and nothing that is
downloaded is executed. Known npm and pip packages must match their checksum; apt checks a package
against its own signed index, and refuses one that is not signed.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import time
from _thread import start_new_thread
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from urllib.parse import unquote

from wwfsnap.errors import ListUnobtainable
from wwfsnap.process import LOOK, run_program
from wwfsnap.wordlists.sources import Package

PATIENCE = 600.0
"""Seconds for a download: 65 MB over a slow line."""
_ARCHIVES = {"npm": "*.tgz", "pip": "*.whl", "apt": "*.deb"}


def client_of(package: Package) -> list[str] | None:
    """The first words of the command that fetches a package; None where its client is missing."""
    if package.client == "pip" and find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    names = {"npm": ("npm",), "pip": ("pip3", "pip"), "apt": ("apt-get",)}[package.client]
    return next(([found] for name in names if (found := shutil.which(name))), None)


def typed_command(package: Package, code: str) -> str:
    """The command a person may type instead."""
    if package.client == "apt":
        download = f"apt-get download {package.name}"
        return f"{download}, then wwfsnap words install {code} --from {package.name}_*.deb"
    arguments = _arguments(package, hardened=False)
    return f"{package.client} {' '.join(arguments)}, then wwfsnap words install {code} --from FILE"


def fetch(package: Package, folder: Path) -> tuple[Path, Package]:
    """Download a package into an empty folder.

    Returns:
        The archive, and the package with its version and checksum.

    Raises:
        ListUnobtainable: The client is missing, fails or takes too long, or what it fetched is
            not what was expected.
    """
    client = client_of(package)
    if client is None:
        raise ListUnobtainable(
            f"the {package.title} cannot be fetched, because {package.client} is not installed"
        )
    _run([*client, *_arguments(package)], folder, package)
    found = sorted(folder.glob(_ARCHIVES[package.client]))
    if len(found) != 1:
        raise ListUnobtainable(
            f"{package.client} did not download an archive of the {package.title}"
        )
    with found[0].open("rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
    if package.sha256 and checksum != package.sha256:
        raise ListUnobtainable(
            f"the {package.title} has a different checksum than expected ({checksum[:16]}...)",
            "it is not the file that wwfsnap was tested with, so it was not used",
        )
    return found[0], replace(
        package, sha256=checksum, version=package.version or _version_in(found[0], package)
    )


def _arguments(package: Package, *, hardened: bool = True) -> list[str]:
    """The arguments after the client's name."""
    if package.client == "npm":
        spec = f"{package.name}@{package.version or 'latest'}"
        return ["pack", spec, *(("--ignore-scripts", "--silent") if hardened else ())]
    if package.client == "pip":
        spec = f"{package.name}=={package.version}" if package.version else package.name
        quiet = ("--disable-pip-version-check", "--no-input", "--quiet") if hardened else ()
        return ["download", "--no-deps", "--only-binary", ":all:", *quiet, spec]
    spec = f"{package.name}={package.version}" if package.version else package.name
    return ["download", "-q", "-o", "APT::Get::AllowUnauthenticated=false", spec]


def _version_in(archive: Path, package: Package) -> str:
    """The version in an archive's name; empty where there is none."""
    parts = archive.name.split("_" if package.client == "apt" else "-")
    if package.client == "npm":
        return parts[-1].removesuffix(".tgz")
    return unquote(parts[1]) if len(parts) > 1 else ""


def _run(command: list[str], folder: Path, package: Package) -> None:
    """Run a client in a folder; it ends with this process, or when its time is over.

    A signal may end the main thread at any point, but reaches no other: so a thread starts and
    ends the client, which else could be lost between the two. They share only objects without
    locks, as one that the signal stops us at is never released (``Thread.start`` waits for one).

    Raises:
        ListUnobtainable: It does not run, fails or takes too long.
    """
    told, given_up = folder / "told", Event()
    permit, outcome = [True], list[int | Exception | None]()

    def mind() -> None:
        with suppress(IndexError):  # the permit was withdrawn
            permit.pop()
            try:
                outcome.append(_status(command, folder, told, given_up))
            except Exception as fault:  # noqa: BLE001 - raised again below
                outcome.append(fault)

    try:
        start_new_thread(mind, ())
        while not outcome:
            time.sleep(LOOK)
    finally:
        given_up.set()
        with suppress(IndexError):  # the thread has it
            permit.pop()
            outcome.append(None)
        while not outcome:
            time.sleep(LOOK)
    status = outcome[0]
    if isinstance(status, OSError):
        raise ListUnobtainable(f"{package.client} cannot be run ({status.strerror or status})")
    if isinstance(status, Exception):
        raise status
    if status is None:
        raise ListUnobtainable(
            f"{package.client} took longer than {PATIENCE:g} seconds for the {package.title}",
            "check the network connection, then try again",
        )
    if status:
        lines = told.read_text(encoding="utf-8", errors="replace").splitlines()
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        raise ListUnobtainable(
            f"{package.client} cannot fetch the {package.title} ({last[:200] or status})",
            "check the network connection, then try again",
        )


def _status(command: list[str], folder: Path, told: Path, given_up: Event) -> int | None:
    """The exit status of a client; None where it takes too long, or is given up."""
    with told.open("wb") as output:
        return run_program(
            command,
            PATIENCE,
            given_up,
            given=subprocess.DEVNULL,
            told=output,
            errors=subprocess.STDOUT,
            folder=folder,
        )
