# ruff: noqa: INP001, T201 - a program that stands beside what it makes, and says what it made
"""Make en-wwf.marisa, the shipped English word list, from where its words come from.

usage: build_words.py [PACKAGE] [--check]

PACKAGE is the npm package `scrabble` 1.0.14: its tarball, or its file englishWords.js. Without it
the tarball is fetched with `npm pack`. Words of 2 to 15 letters are kept, the words of
en-wwf-later.tsv added, all in upper case; the same sources give the same bytes. Beside the list
its origin is written to en-wwf.json. --check writes nothing and says whether the files are what
would be made.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import marisa_trie

HERE = Path(__file__).resolve().parent
PACKAGE = "scrabble@1.0.14"
MEMBER = "package/englishWords.js"
MEMBER_SHA256 = "ffa111f78dfa5c46cd452cb98f47f4cd9a06ce813e4310be2e86b1366b338c06"
SHORTEST, LONGEST = 2, 15


def main() -> int:
    """Make the list, or check it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("package", type=Path, nargs="?")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = read_source(args.package or fetch(Path(folder)))
    listed = {word.upper() for word in re.findall(r'"([a-z]+)"', source.decode())}
    kept = {word for word in listed if SHORTEST <= len(word) <= LONGEST}
    later = read_later(HERE / "en-wwf-later.tsv")
    words = sorted(kept | later)
    data = marisa_trie.Trie(words).tobytes()
    origin = {
        "file": "en-wwf.marisa",
        "language": "en",
        "words": len(words),
        "sha256": hashlib.sha256(data).hexdigest(),
        "sources": [
            {
                "origin": f"npm package {PACKAGE}, file {MEMBER}",
                "licence": "MIT, see LICENSE-scrabble.txt",
                "credit": "David H., after the public-domain ENABLE list of M. Cooper and A. Beale",
                "sha256": hashlib.sha256(source).hexdigest(),
                "words": len(listed),
                "kept": len(kept),
            },
            {
                "origin": "en-wwf-later.tsv, gathered by this project",
                "licence": "MIT, as this project",
                "words": len(later),
                "new": len(later - kept),
            },
        ],
    }
    made = {"en-wwf.marisa": data, "en-wwf.json": (json.dumps(origin, indent=1) + "\n").encode()}
    if args.check:
        differ = [name for name, content in made.items() if (HERE / name).read_bytes() != content]
        print(f"differ: {', '.join(differ)}" if differ else "the same bytes")
        return bool(differ)
    for name, content in made.items():
        (HERE / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes")
    return 0


def fetch(folder: Path) -> Path:
    """Fetch the package's tarball from its registry into a folder."""
    command = ["npm", "pack", PACKAGE, "--silent"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    return next(folder.glob("*.tgz"))


def read_source(path: Path) -> bytes:
    """The word file, out of the tarball or as it is.

    Raises:
        SystemExit: It is not the file of this version of the package.
    """
    if tarfile.is_tarfile(path):
        with tarfile.open(path) as tar:
            member = tar.extractfile(MEMBER)
            data = member.read() if member else b""
    else:
        data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != MEMBER_SHA256:
        sys.exit(f"{path} does not hold {MEMBER} of {PACKAGE}: its checksum is another")
    return data


def read_later(path: Path) -> set[str]:
    """The words learnt since, in upper case; every line gives its evidence."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return {row[0].upper() for row in rows if len(row) == 2 and row[1] in {"played", "press"}}


if __name__ == "__main__":
    sys.exit(main())
