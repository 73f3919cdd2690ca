"""Word lists in, a `Lexicon` out, with the user's own changes applied.

All words are in upper case. A word in a text list is the first thing on its line; lines that are
empty, start with `#` or hold no word of letters only are passed over, so that a list with
definitions, counts or evidence behind the words can be read as it is.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import marisa_trie

from solver.errors import WordListError, WordsMissing
from solver.files import read_whole
from solver.folders import DATA, data_folder
from solver.words.trie_file import MOST_BYTES, cached_trie, words_of_trie

SHIPPED = {"en": DATA / "en-wwf.marisa", "nl": DATA / "nl.marisa"}
"""The lists that come with the program, by language."""
SUFFIXES = (".marisa", ".txt", ".txt.gz")
"""The kinds of word list that are looked for in a user's folder, the preferred first."""
LONGEST = 64
"""Letters of the longest word: no board has more than 26 rows, no grid more than 64 tiles."""
_STRANGE = re.compile(r"[\0-\x08\x0e-\x1a\x7f]")  # in no text; Ctrl-Z ends some, of old
_HINT = "give a word list: a .txt with a word a line, the same as .gz, or a .marisa trie"


class Lexicon:
    """The words a game accepts.

    Attributes:
        identity: A hash in hexadecimal that is the same in every process for the same list with
            the same changes. Lexicons with the same identity are equal.
    """

    def __init__(
        self,
        trie: marisa_trie.Trie,
        digest: str,
        *,
        added: frozenset[str] = frozenset(),
        blocked: frozenset[str] = frozenset(),
    ) -> None:
        """Use `Lexicon.load`, `Lexicon.of` or `default_lexicon`."""
        self._trie = trie
        self._digest = digest
        self._added = added
        self._blocked = blocked
        changes = [digest, *sorted(added), "", *sorted(blocked)]
        self.identity = _digest("\n".join(changes).encode())

    @classmethod
    def of(cls, words: Iterable[str]) -> Lexicon:
        """A lexicon of some words, in either case; those no board has room for are left out."""
        kept = sorted(_usable(words))
        return cls(marisa_trie.Trie(kept), _digest("\n".join(kept).encode()))

    @classmethod
    def load(cls, path: Path | str) -> Lexicon:
        """Read a word list.

        Args:
            path: A `.marisa` trie, or a text list (UTF-8, else Latin-1), also packed as `.gz`.

        Raises:
            WordsMissing: There is no such file.
            WordListError: It cannot be read, is damaged, too large or holds no words.
        """
        path = Path(path)
        try:
            data = read_whole(path, MOST_BYTES)
        except FileNotFoundError as error:
            raise WordsMissing(f"there is no word list {path}", hint=_HINT) from error
        except OSError as error:
            reason = error.strerror or str(error)
            message = f"the word list {path} cannot be read: {reason}"
            raise WordListError(message, hint=_HINT) from error
        if path.suffix == ".marisa":
            digest = _digest(data)
            lexicon = cls(_trie(path, data, digest), digest)
        else:
            lexicon = cls.of(_text_words(path, data))
        if len(lexicon) == 0:
            message = f"the word list {path} holds no words of 2 to {LONGEST} letters"
            raise WordListError(message, hint=_HINT)
        return lexicon

    def with_changes(self, add: Iterable[str] = (), block: Iterable[str] = ()) -> Lexicon:
        """The lexicon with words added and others blocked; the newest change of a word counts.

        A word both added and blocked in one call is blocked.
        """
        added, blocked = _usable(add), _usable(block)
        return Lexicon(
            self._trie,
            self._digest,
            added=frozenset((self._added | added) - blocked),
            blocked=frozenset((self._blocked - added) | blocked),
        )

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        upper = word.upper()
        return upper in self._added or (upper in self._trie and upper not in self._blocked)

    def __iter__(self) -> Iterator[str]:
        """Every word once, in no particular order."""
        for word in self._trie.iterkeys():
            if word not in self._blocked and word not in self._added:
                yield word
        yield from sorted(self._added)

    def __len__(self) -> int:
        new = sum(word not in self._trie for word in self._added)
        return len(self._trie) + new - sum(word in self._trie for word in self._blocked)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lexicon) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return f"<Lexicon of {len(self)} words, {self.identity[:12]}>"


def default_lexicon(language: str, *, folder: Path | None = None) -> Lexicon:
    """The word list for a language: the user's own one if there is one, else the shipped one.

    Args:
        language: A code such as `en`, `nl`, `sv-strict`; after the whole code the part before
            the hyphen is tried.
        folder: Where the user's lists are, named `nl.marisa`, `nl.txt` or `nl.txt.gz`; None =
            `words` in the user's data folder.

    Raises:
        WordsMissing: There is no list for the language.
        WordListError: The list there is cannot be used.
    """
    own = _own_words() if folder is None else folder
    for code in dict.fromkeys((language, language.partition("-")[0])):
        for suffix in SUFFIXES if own else ():
            if own and (own / (code + suffix)).is_file():
                return cached_list(own / (code + suffix))
        if code in SHIPPED:
            return cached_list(SHIPPED[code])
    place = f"or put one at {own / (language + '.txt')}" if own else f"or {_HINT}"
    raise WordsMissing(
        f"there is no word list for the language {language!r}",
        hint=f"`wwfsnap words install {language.partition('-')[0]}` gets one; {place}",
    )


def listed_languages(folder: Path | None = None) -> tuple[str, ...]:
    """The codes of the languages that have a word list, shipped or in the user's folder."""
    own = _own_words() if folder is None else folder
    files = sorted(own.iterdir()) if own and own.is_dir() else []
    codes = [
        file.name.removesuffix(suffix)
        for file in files
        for suffix in SUFFIXES
        if file.name.endswith(suffix)
    ]
    return tuple(dict.fromkeys([*SHIPPED, *codes]))


def cached_list(path: Path) -> Lexicon:
    """A word list that is kept until its file changes: many pictures and positions share it.

    Raises:
        WordsMissing: There is no such file.
        WordListError: It cannot be read or holds no words.
    """
    try:
        state = path.stat()
    except OSError:  # loading it says what is wrong
        return Lexicon.load(path)
    return _load_once(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=4)
def _load_once(path: Path, _changed: int, _size: int) -> Lexicon:
    """The list of a file in the state it has."""
    return Lexicon.load(path)


def _own_words() -> Path | None:
    try:
        return data_folder() / "words"
    except RuntimeError:  # a user without a home folder has no lists of his own
        return None


def _usable(words: Iterable[str]) -> set[str]:
    # A letter may be written as several characters, but not as more than four.
    short = (stripped for word in words if len(stripped := word.strip()) <= 4 * LONGEST)
    upper = (unicodedata.normalize("NFC", word).upper() for word in short)
    return {word for word in upper if 1 < len(word) <= LONGEST and word.isalpha()}


def _trie(path: Path, data: bytes, digest: str) -> marisa_trie.Trie:
    """A trie from the bytes of a .marisa file, its words in upper case."""
    if not data.startswith(b"We love Marisa."):
        raise WordListError(f"{path} is not a marisa trie", hint=_HINT)
    if digest in _shipped_digests():  # known to be whole and in upper case
        trie = marisa_trie.Trie()
        trie.frombytes(data)
        return trie
    if path in SHIPPED.values():
        raise WordListError(f"the word list {path} is damaged", hint="install wwfsnap again")
    try:
        return cached_trie(digest, lambda: _usable(words_of_trie(data)))
    except ValueError as error:
        message = f"the marisa trie {path} is damaged, or was made with weights: {error}"
        raise WordListError(message, hint=_HINT) from error


def _shipped_digests() -> Iterator[str]:
    """The hashes of the lists that come with the program, as they were when it was made."""
    import json

    for file in SHIPPED.values():
        with suppress(OSError, ValueError, KeyError):  # damaged, so the list counts as damaged too
            yield json.loads(file.with_suffix(".json").read_bytes())["sha256"]


def _text_words(path: Path, data: bytes) -> Iterator[str]:
    """The first thing of each line of a text list."""
    if data.startswith(b"\x1f\x8b"):
        try:
            with gzip.open(io.BytesIO(data)) as file:
                data = file.read(MOST_BYTES + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise WordListError(f"the packed word list {path} is damaged", hint=_HINT) from error
        if len(data) > MOST_BYTES:
            message = f"the packed word list {path} holds more than {MOST_BYTES:,} bytes"
            raise WordListError(message, hint=_HINT)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if _STRANGE.search(text):
        raise WordListError(f"{path} is not a text", hint=_HINT)
    for line in io.StringIO(text, newline=None):
        fields = line.split(maxsplit=1)
        if fields and not fields[0].startswith("#"):
            yield fields[0]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
