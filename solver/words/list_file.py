"""Reads a file with a word list, and cleans its words for a language.

It may be a text with a word a line, or a JSON array or object, each also packed (.gz, .bz2, .xz), a
Hunspell dictionary (`.dic` with the `.aff` beside it) or a `.marisa` trie. A text's encoding is
detected: UTF-8, UTF-16 with its mark, else Windows-1252.

The word is the first thing on a line, and a tab ends it; lines that begin with `#` are skipped.
Blanks end a word where at least half of the lines have some, as in a list with definitions; in
other lists an entry with a blank has several words.
"""

from __future__ import annotations

import codecs
import hashlib
import io
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from solver.errors import WordListError, WordsMissing
from solver.files import read_whole
from solver.words.cleaning import LONGEST, SHORTEST, CaseTally, CleanedWords, Cleaner
from solver.words.languages import Language, language_of
from solver.words.trie_file import MOST_BYTES, words_of_trie

if TYPE_CHECKING:  # it loads spylls, needed only for a dictionary
    from solver.words.hunspell import Dictionary

HINT = (
    "use a word list: a text with one word per line (also as .gz), a JSON array, a Hunspell .dic "
    "with its .aff, or a .marisa trie"
)
_STRANGE = re.compile(r"[\0-\x08\x0e-\x19\x7f]")  # in no text; Ctrl-Z may end an old one
_PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\0": "lzma"}
"""How packed files begin, and the modules that unpack them, loaded only when needed."""
_OTHERS = {
    b"\x7fELF": "a program",
    b"MZ\x90": "a program",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"%PDF": "a PDF",
    b"SQLite format 3": "a database",
    b"PK\x03\x04": "an archive; unpack it and give the list in it",
}
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
MOST_JSON = 32_000_000
"""The most characters of a JSON list, which takes ten times the memory of a text to read."""
MOST_LINES = 10_000_000
"""The most lines of a list: twice the words it may have; the rest may be names and the like."""
MOST_AFFIX_BYTES = 4_000_000
"""The most bytes of an .aff: four times those of the largest known, of Portuguese."""
_CHUNK = 1_000_000  # characters of a text that are processed at a time

Batches = Callable[[], Iterable[list[str]]]
"""Gives the entries of a list, some thousands at a time, as often as it is called."""


class ListFile(NamedTuple):
    """The unread content of a word list's files.

    Attributes:
        path: The list.
        data: All its bytes.
        affixes: Those of the `.aff` beside a Hunspell `.dic`; None where there is none.
    """

    path: Path
    data: bytes
    affixes: bytes | None = None

    @classmethod
    def read(cls, path: Path) -> ListFile:
        """Read a list.

        Raises:
            WordsMissing: There is no such file.
            WordListError: It cannot be read, or is too large.
        """
        beside = affix_file(path)
        return cls(path, _bytes(path), _bytes(beside, MOST_AFFIX_BYTES) if beside else None)

    @property
    def kind(self) -> str:
        """Its type by its name, such as `.dic`."""
        return self.path.suffix.lower()

    @property
    def digest(self) -> str:
        """A hash of its whole content."""
        whole = hashlib.sha256(self.data)
        if self.affixes is not None:
            whole.update(hashlib.sha256(self.affixes).digest())
        return whole.hexdigest()

    def words(self, language: Language) -> CleanedWords:
        """The words of the list, cleaned for a language.

        Raises:
            WordListError: It is damaged, no list at all, or holds no words.
        """
        try:
            cleaned = self._cleaned(language)
        except ValueError as error:
            hint = getattr(error, "hint", "") or HINT
            raise WordListError(f"the word list {self.path} {error}", hint=hint) from error
        if cleaned.words:
            return cleaned
        message = f"the word list {self.path} contains no words of {SHORTEST} to {LONGEST} letters"
        raise WordListError(message, hint=HINT)

    def _cleaned(self, language: Language) -> CleanedWords:
        if self.kind == ".marisa":
            return _clean(_in_batches(self._trie_words()), language)
        for magic, what in _OTHERS.items():
            if self.data.startswith(magic):
                raise ValueError(f"is {what}")
        if self.kind == ".aff":
            raise ValueError("contains only the affixes of a dictionary, not its words")
        if self.kind == ".dic" and (dictionary := self._dictionary()):
            return _expand(dictionary, language)
        text = _text(_unpacked(self.data))
        if ".json" in self.path.suffixes[-2:] or text.lstrip()[:1] in {"[", "{"}:
            return _clean(_in_batches(_json_words(text)), language)
        return _clean(_TextLines(text, counted=self.kind == ".dic").batches, language)

    def _trie_words(self) -> list[str]:
        if not self.data.startswith(b"We love Marisa."):
            raise ValueError("is not a marisa trie")
        try:
            return words_of_trie(self.data)
        except ValueError as error:
            raise ValueError(f"is damaged, or was made with weights: {error}") from error

    def _dictionary(self) -> Dictionary | None:
        """The Hunspell dictionary; None where the file is a text that needs no affixes."""
        from solver.words.hunspell import Dictionary, has_flags

        if self.affixes is not None:
            return Dictionary.read(self.data, self.affixes)
        if has_flags(_text(self.data)):
            beside = self.path.with_suffix(".aff").name
            raise WordListError(
                f"is a Hunspell dictionary, but its affix file {beside} is not beside it",
                hint=(
                    f"put {beside} in the same folder; it comes in the same package as the .dic "
                    "file"
                ),
            )
        return None


def read_list(path: Path, language: str) -> CleanedWords:
    """The words of a list of any form, cleaned for a language.

    Args:
        path: The file, see `solver.words.list_file` for the forms.
        language: A code such as `nl`; in an unknown one all letters are kept as they are.

    Raises:
        WordsMissing: There is no such file.
        WordListError: It cannot be read, is damaged, too large, or holds no words.
    """
    return ListFile.read(path).words(language_of(language))


def affix_file(path: Path) -> Path | None:
    """The affix file of a Hunspell dictionary, which has the same name; None without one."""
    if path.suffix.lower() == ".dic":
        for suffix in (".aff", ".AFF"):
            if path.with_suffix(suffix).is_file():
                return path.with_suffix(suffix)
    return None


def _bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    try:
        return read_whole(path, most)
    except FileNotFoundError as error:
        raise WordsMissing(f"the word list {path} does not exist", hint=HINT) from error
    except OSError as error:
        reason = error.strerror or str(error)
        message = f"the word list {path} cannot be read: {reason}"
        raise WordListError(message, hint=HINT) from error


def _clean(batches: Batches, language: Language) -> CleanedWords:
    tally = CaseTally()
    for batch in batches():
        tally.count(batch)
    cleaner = Cleaner(language, capitals=tally.meant)
    for batch in batches():
        cleaner.take(batch)
    return cleaner.cleaned()


def _expand(dictionary: Dictionary, language: Language) -> CleanedWords:
    tally = CaseTally()
    tally.count(dictionary.stems())
    cleaner = Cleaner(language, capitals=tally.meant)
    for forms in dictionary.forms(cleaner.refuses):
        cleaner.take(forms)
    return cleaner.cleaned()


def _in_batches(entries: list[str]) -> Batches:
    size = _CHUNK // 10
    return lambda: (entries[at : at + size] for at in range(0, len(entries), size))


def _unpacked(data: bytes) -> bytes:
    """The content of a packed file; other data unchanged."""
    module = next((_PACKED[magic] for magic in _PACKED if data.startswith(magic)), None)
    if module is None:
        return data
    import lzma
    import zlib

    try:
        with import_module(module).open(io.BytesIO(data)) as file:
            unpacked: bytes = file.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise ValueError("is compressed and damaged") from error
    if len(unpacked) > MOST_BYTES:
        raise ValueError(f"is compressed and contains more than {MOST_BYTES:,} bytes")
    return unpacked


def _text(data: bytes) -> str:
    coding = next((coding for mark, coding in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(coding)
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if _STRANGE.search(text):
        raise ValueError("is not a text file")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _json_words(text: str) -> list[str]:
    """The strings of an array, or the keys of an object."""
    import json

    if len(text) > MOST_JSON:
        raise ValueError(
            f"is JSON of more than {MOST_JSON:,} characters; convert it to a text file"
        )
    try:
        found = json.loads(text)
    except RecursionError:
        raise ValueError("is JSON that is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"is not valid JSON: {error}") from None
    entries = found if isinstance(found, list | dict) else ()
    words = [each for each in entries if isinstance(each, str)]
    if not words:
        raise ValueError("is JSON without a list of strings")
    return words


class _TextLines:
    """The entries of a text.

    Args:
        text: With a line break at each end of a line.
        counted: Whether the first line may be the number of entries.
    """

    def __init__(self, text: str, *, counted: bool) -> None:
        self._text = text
        self._start = text.find("\n") + 1 if counted and re.match(r"\d+\s*\n", text) else 0
        self._explained = False
        lines = blanks = 0
        for chunk in self._chunks():
            lines += len(chunk)
            blanks += sum(" " in line.rstrip() for line in chunk)
            if lines > MOST_LINES:
                raise ValueError(f"has more than {MOST_LINES:,} lines")
        self._explained = 2 * blanks >= lines

    def batches(self) -> Iterator[list[str]]:
        """The entries, some thousands at a time."""
        for lines in self._chunks():
            if self._explained:
                yield [line.split(None, 1)[0] for line in lines]
            else:
                yield [
                    line if line.isalpha() else line.split("\t", 1)[0].rstrip() for line in lines
                ]

    def _chunks(self) -> Iterator[list[str]]:
        """The lines that are neither empty nor comments, without leading blanks."""
        start, text = self._start, self._text
        while start < len(text):
            end = text.find("\n", start + _CHUNK) + 1 or len(text)
            lines = map(str.lstrip, text[start:end].split("\n"))
            yield [line for line in lines if line and line[0] != "#"]
            start = end
