"""The files of the page, held in memory; nothing else can be requested."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from wwfsnap.version import __version__

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
AT_THE_ROOT = {
    "index.html": "/",
    "sw.js": "/sw.js",
    "play/play.html": "/play",
    "play/analysis.html": "/analysis",
    "play/clock.html": "/clock",
}
"""Files at the root: a service worker controls only what lies below it, so it is in no folder."""
HEAD = "head.html"
PLACE = f"<!-- {HEAD} -->\n".encode()
"""Marks in the head of a page the place for what all heads have in common."""
NOT_KEPT = {"/sw.js", "/web/locked.html", "/web/calibrate.html", "/web/calibrate.js"}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page.

    Attributes:
        data: Its bytes.
        kind: Its media type.
        tag: A hash, by which a browser knows that it has the file already.
    """

    data: bytes
    kind: str
    tag: str

    @classmethod
    def of(cls, data: bytes, name: str) -> Asset:
        """The asset of a file with that name."""
        suffix = f".{name.rpartition('.')[2]}"
        tag = hashlib.blake2b(data, digest_size=8).hexdigest()
        return cls(data, KINDS[suffix], f'"{tag}"')


def load_assets() -> dict[str, Asset]:
    """All files of the page by their address."""
    there = dict(_below(files("wwfsnap.serve") / "web", ""))
    common = there.pop(HEAD)
    found = {
        AT_THE_ROOT.get(name, f"/web/{name}"): Asset.of(data.replace(PLACE, common), name)
        for name, data in there.items()
    }
    kept = sorted(set(found) - NOT_KEPT)
    whole = "".join(found[address].tag for address in sorted(found))
    version = hashlib.blake2b(whole.encode(), digest_size=8).hexdigest()
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(kept)};\n"
    found["/sw.js"] = Asset.of(head.encode() + found["/sw.js"].data, "sw.js")
    return found


def load_contract() -> Asset:
    """The OpenAPI document, with the version of the program."""
    text = (files("wwfsnap.serve") / "openapi.json").read_text(encoding="utf-8")
    contract = json.loads(text)
    contract["info"]["version"] = __version__
    return Asset.of(json.dumps(contract, ensure_ascii=False).encode(), "openapi.json")


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        elif f".{entry.name.rpartition('.')[2]}" in KINDS:
            yield path + entry.name, entry.read_bytes()
