"""The lists of a language that are on this machine already."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from wwfsnap.errors import ListUnobtainable
from wwfsnap.wordlists.sources import LanguageSources, Place, places
from wwfsnap.wordlists.unpack import archive_names

MOST_FOLDERS = 500
"""The most folders of a pattern: a user has a few profiles with some extensions each."""
MOST_ADDON = 64_000_000
"""The most bytes of an add-on that is searched; one with a dictionary has some millions."""
ADDONS = (".xpi", ".oxt")
_VARIABLE = re.compile(r"%([^%]+)%")


@dataclass(frozen=True, slots=True)
class Found:
    """A list on this machine.

    Attributes:
        path: The list, or the archive it is in.
        member: Its name in the archive; empty where the file is the list.
    """

    path: Path
    member: str = ""

    @property
    def title(self) -> str:
        """Where it is, for a person."""
        return f"{self.path} ({self.member})" if self.member else str(self.path)


def find_lists(language: LanguageSources, known: list[Place] | None = None) -> list[Found]:
    """The lists of a language on this machine, the best first."""
    ranks = {name: rank for rank, name in enumerate(language.files)}
    found: list[tuple[int, Found]] = []
    for place in places() if known is None else known:
        for folder in _folders(place):
            look = _in_addons if place.addons else _in_folder
            found += [
                (ranks[plain_name(each.member or each.path.name)], each)
                for each in look(folder, ranks)
            ]
    return [each for _, each in sorted(found, key=lambda pair: pair[0])]


def plain_name(name: str) -> str:
    """The name of a file in the form used for names of lists in the data."""
    return PurePosixPath(name).name.lower().replace("-", "_")


def _in_folder(folder: Path, wanted: dict[str, int]) -> Iterator[Found]:
    """Lists in a folder; a Hunspell dictionary only if its affix file is beside it."""
    for path in _entries(folder):
        whole = path.suffix != ".dic" or path.with_suffix(".aff").is_file()
        if plain_name(path.name) in wanted and path.is_file() and whole:
            yield Found(path)


def _in_addons(folder: Path, wanted: dict[str, int]) -> Iterator[Found]:
    """Lists in the add-ons of a folder."""
    for path in _entries(folder):
        if path.suffix in ADDONS and path.is_file() and path.stat().st_size <= MOST_ADDON:
            try:
                names = archive_names(path)
            except ListUnobtainable:  # somebody else's damaged file: go on
                continue
            yield from (Found(path, name) for name in names if plain_name(name) in wanted)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:  # not ours to read, or no folder
        return []


def _folders(place: Place) -> Iterator[Path]:
    """The existing folders of a place, none twice."""
    seen: set[Path] = set()
    for pattern in place.folders:
        known = all(name in os.environ for name in _VARIABLE.findall(pattern))
        if not known or (pattern.startswith("~") and os.path.expanduser("~") == "~"):  # noqa: PTH111 - Path.expanduser raises
            continue
        whole = _VARIABLE.sub(lambda match: glob.escape(os.environ[match[1]]), pattern)
        whole = os.path.expanduser(whole)  # noqa: PTH111 - as above
        for name in islice(glob.iglob(whole), MOST_FOLDERS):  # noqa: PTH207 - absolute patterns
            folder = Path(name)
            if folder.is_dir() and (real := folder.resolve()) not in seen:
                seen.add(real)
                yield folder
