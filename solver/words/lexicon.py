"""Reads word lists as a `Lexicon`, with the user's own changes applied.

All words are in upper case. A file's words are cleaned for the language they are wanted in, see
`cleaning`, and kept as a trie in the user's cache, so that the file is read once. A word that is
looked up is folded to the letters of the language, too: where ELEVAGE is a word, `élevage` is one.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path

import marisa_trie

from solver.errors import WordListError, WordsMissing
from solver.folders import DATA, data_folder
from solver.words.languages import Language, base_code, language_of
from solver.words.list_file import HINT, ListFile, affix_file
from solver.words.trie_file import cached_trie

SHIPPED = {"en": DATA / "en-wwf.marisa", "nl": DATA / "nl.marisa"}
"""The lists that come with the program, by language."""
SUFFIXES = (".marisa", ".txt", ".txt.gz", ".dic")
"""The endings of word lists in a user's folder, the preferred first."""
MOST_LETTERS = 64
"""The most letters of a word given by itself: no grid has more tiles, no board over 26 rows."""


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
        language: str = "",
        added: frozenset[str] = frozenset(),
        blocked: frozenset[str] = frozenset(),
    ) -> None:
        """Use `Lexicon.load`, `Lexicon.of` or `default_lexicon`."""
        self._trie = trie
        self._digest = digest
        self._language = language
        self._added = added
        self._blocked = blocked
        changes = [digest, *sorted(added), "", *sorted(blocked)]
        self.identity = _digest("\n".join(changes).encode())

    @classmethod
    def of(cls, words: Iterable[str]) -> Lexicon:
        """A lexicon of some words, in either case; those longer than any board are left out."""
        kept = sorted(_usable(words))
        return cls(marisa_trie.Trie(kept), _digest("\n".join(kept).encode()))

    @classmethod
    def load(cls, path: Path | str, language: str = "") -> Lexicon:
        """Read a word list, from the cache where it has been read before.

        Args:
            path: A text, JSON, a Hunspell `.dic` or a `.marisa` trie, see `list_file`.
            language: The one it is cleaned for; in an unknown one all letters stay as they are.

        Raises:
            WordsMissing: There is no such file.
            WordListError: It cannot be read, is damaged, too large or holds no words.
        """
        path = Path(path)
        file = ListFile.read(path)
        digest = file.digest
        if file.kind == ".marisa" and digest in _shipped_digests():
            trie = marisa_trie.Trie()  # its hash shows it is undamaged, and it is clean
            trie.frombytes(file.data)
            return cls(trie, digest, language=language)
        if path in SHIPPED.values():
            raise WordListError(f"the word list {path} is damaged", hint="install wwfsnap again")
        cleaned_for = language_of(language)
        trie = cached_trie(
            f"{digest} {file.kind} {cleaned_for.identity}", lambda: file.words(cleaned_for).words
        )
        return cls(trie, _digest(trie.tobytes()), language=language)

    @property
    def added(self) -> frozenset[str]:
        """The words added to the list and not blocked since."""
        return self._added

    @property
    def blocked(self) -> frozenset[str]:
        """The words blocked, in the list or not."""
        return self._blocked

    def without_changes(self) -> Lexicon:
        """The list alone, with nothing added or blocked."""
        return Lexicon(self._trie, self._digest, language=self._language)

    def with_changes(self, add: Iterable[str] = (), block: Iterable[str] = ()) -> Lexicon:
        """The lexicon with words added and others blocked; a word's latest change counts.

        A word both added and blocked in one call is blocked.
        """
        added, blocked = (_usable(map(self._folded, words)) for words in (add, block))
        return Lexicon(
            self._trie,
            self._digest,
            language=self._language,
            added=frozenset((self._added | added) - blocked),
            blocked=frozenset((self._blocked - added) | blocked),
        )

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        upper = word.upper()
        try:
            if upper in self._added or upper in self._trie:
                return upper not in self._blocked
        except UnicodeEncodeError:  # what was typed is no text
            return False
        if upper.isascii():
            return False
        folded = self._letters.fold(upper).upper()
        return folded != upper and folded in self

    def _folded(self, word: str) -> str:
        return word if word.isascii() else self._letters.fold(word)

    @cached_property
    def _letters(self) -> Language:
        return language_of(self._language)

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


def default_lexicon(language: str) -> Lexicon:
    """The word list for a language: the user's own one if there is one, else the shipped one.

    Args:
        language: A code such as `en`, `nl`, `sv-strict`; after the whole code the part before
            the hyphen is tried. The user's lists are in `words` in the user's data folder, named by
            the code and one of `SUFFIXES`.

    Raises:
        WordsMissing: There is no list for the language.
        WordListError: The list there is cannot be used.
    """
    path = list_path(language)
    return cached_list(path, path.name.partition(".")[0])  # one list for en-US and en-intl


def list_path(language: str) -> Path:
    """The file that `default_lexicon` reads.

    Raises:
        WordsMissing: There is no list for the language.
    """
    own = _own_words()
    for code in dict.fromkeys((language, base_code(language))):
        for suffix in SUFFIXES if own else ():
            if own and (own / (code + suffix)).is_file():
                return own / (code + suffix)
        if code in SHIPPED:
            return SHIPPED[code]
    place = f"or put one at {own / (language + '.txt')}" if own else f"or {HINT}"
    raise WordsMissing(
        f"there is no word list for the language {language!r}",
        hint=f"run `wwfsnap words install {language.partition('-')[0]}` to get one, {place}",
    )


def listed_languages() -> tuple[str, ...]:
    """The codes of the languages that have a word list, shipped or in the user's folder."""
    own = _own_words()
    files = sorted(own.iterdir()) if own and own.is_dir() else []
    codes = [
        file.name.removesuffix(suffix)
        for file in files
        for suffix in SUFFIXES
        if file.name.endswith(suffix)
    ]
    return tuple(dict.fromkeys([*SHIPPED, *codes]))


def cached_list(path: Path, language: str = "") -> Lexicon:
    """A word list, kept until its file changes and shared by all pictures and positions.

    Args:
        path: The file, as for `Lexicon.load`.
        language: The one it is cleaned for.

    Raises:
        WordsMissing: There is no such file.
        WordListError: It cannot be read or holds no words.
    """
    try:
        states = [each.stat() for each in (path, affix_file(path)) if each]
    except OSError:  # loading it says what is wrong
        return Lexicon.load(path, language)
    changed = tuple((state.st_mtime_ns, state.st_size) for state in states)
    return _load_once(path, language, changed)


@lru_cache(maxsize=4)
def _load_once(path: Path, language: str, _changed: tuple[tuple[int, int], ...]) -> Lexicon:
    """The list of a file, cached for the state of its files."""
    return Lexicon.load(path, language)


def _own_words() -> Path | None:
    try:
        return data_folder() / "words"
    except RuntimeError:  # a user without a home folder has no lists of his own
        return None


def _usable(words: Iterable[str]) -> set[str]:
    # A letter may consist of several code points, but not of more than four.
    short = (each for word in words if len(each := word.strip()) <= 4 * MOST_LETTERS)
    upper = (unicodedata.normalize("NFC", word).upper() for word in short)
    return {word for word in upper if 1 < len(word) <= MOST_LETTERS and word.isalpha()}


def _shipped_digests() -> Iterator[str]:
    """The recorded hashes of the lists that come with the program."""
    import json

    for file in SHIPPED.values():
        with suppress(OSError, ValueError, KeyError):  # then its list counts as damaged, too
            yield json.loads(file.with_suffix(".json").read_bytes())["sha256"]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
