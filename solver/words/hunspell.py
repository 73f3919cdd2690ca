"""All forms of the words of a Hunspell dictionary (`.dic` and `.aff`).

spylls reads the affixes; this module applies them. An entry has flags, each of which stands for
some suffixes or prefixes. A suffix may have flags of its own, for a second one and for prefixes; a
prefix and a suffix combine where both allow it. Compounds are not made: there is no end to them.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from spylls.hunspell.data.aff import Aff, Affix, Suffix
from spylls.hunspell.readers.aff import Context, read_aff
from spylls.hunspell.readers.file_reader import BaseReader

MOST_FORMS = 30_000_000
"""The most forms of a dictionary, duplicates included."""
MOST_OF_ONE = 200_000
"""The most forms of one entry; a verb of Basque or Turkish has some ten thousand."""
_BATCH = 50_000
_MOST_KNOWN = 50_000  # word ends for which the fitting affixes of a flag are cached
_COUNT = re.compile(r"\d+(\s|$)")
_TAGS = re.compile(r"\t|[ \t]\w\w:")
_SLASH = re.compile(r"(?<!\\)/")
_FLAGGED = re.compile(r"^[^\s/#]+/\w", re.MULTILINE)
# An affix with one of these makes no word for a game, such as French l' and d'. Leaving them out
# from the start saves half of the work.
_NO_LETTER = re.compile(r"[\s\d'\u2019.-]")
_CONDITION = re.compile(r"\[\^?[^\]]+\]|.", re.DOTALL)


class _Flags(NamedTuple):
    """The flags of an entry or of an affix, by what they stand for."""

    suffixes: tuple[str, ...]
    prefixes: tuple[str, ...]
    bare: bool = True
    """Whether it is a word without affixes."""


class _Change(NamedTuple):
    """An affix that fits a word.

    Attributes:
        cut: How many letters of the word it removes.
        add: What comes in their place.
        cross: Whether it combines with an affix at the other end.
        alone: Whether it makes a word without another affix.
        around: Whether it needs an affix of its kind at the other end (CIRCUMFIX).
        more: What may be added next; None where nothing may.
    """

    cut: int
    add: str
    cross: bool
    alone: bool
    around: bool
    more: _Flags | None


class _Suffixed(NamedTuple):
    """A word with one suffix or two that may take a prefix; see `_Change`."""

    form: str
    cross: bool
    alone: bool
    around: bool
    prefixes: tuple[str, ...]


@dataclass(frozen=True)
class Dictionary:
    """A dictionary as it was read.

    Attributes:
        entries: Each stem with its flags as they are written.
        aff: The affixes.
        context: How flags are written.
    """

    entries: tuple[tuple[str, str], ...]
    aff: Aff
    context: Context

    @classmethod
    def read(cls, words: bytes, affixes: bytes) -> Dictionary:
        """Read the bytes of a `.dic` and its `.aff`.

        Raises:
            ValueError: One of them is damaged.
        """
        try:
            with warnings.catch_warnings(action="ignore"):  # about odd conditions
                aff, context = read_aff(Lines(affixes))
            text = words.decode(_coding(context.encoding), "surrogateescape")
        except (ValueError, LookupError, TypeError, AttributeError, re.error) as error:
            raise ValueError(f"has a damaged .aff file beside it: {error}") from error
        return cls(tuple(_entries(text, context)), aff, context)

    def stems(self) -> Iterator[str]:
        """The entries without their flags."""
        return (stem for stem, _ in self.entries)

    def forms(self, refuses: Callable[[str], bool]) -> Iterator[list[str]]:
        """All forms of all entries in batches of some ten thousand; many come more than once.

        Args:
            refuses: Whether nothing is to be made of a stem.

        Raises:
            ValueError: Unknown flags, or affixes that make more forms than any language has.
        """
        expander = _Expander(self)
        total = 0
        batch: list[str] = []
        for stem, flags in self.entries:
            if refuses(stem):
                continue
            batch += expander.forms(stem, flags)
            if len(batch) >= _BATCH:
                total += len(batch)
                if total > MOST_FORMS:
                    raise ValueError(f"makes more than {MOST_FORMS:,} forms with its .aff")
                yield expander.allowed(batch)
                batch = []
        yield expander.allowed(batch)


def has_flags(text: str) -> bool:
    """Whether the text of a `.dic` needs its affixes."""
    return _FLAGGED.search(text) is not None


class _Expander:
    """Applies the affixes of a dictionary to its stems."""

    def __init__(self, dictionary: Dictionary) -> None:
        aff = self._aff = dictionary.aff
        self._context = dictionary.context
        self._forbidding = {aff.FORBIDDENWORD, aff.WARN if aff.FORBIDWARN else None} - {None}
        self._suffixes = {flag: self._group(each) for flag, each in aff.SFX.items()}
        self._prefixes = {flag: self._group(each) for flag, each in aff.PFX.items()}
        self._flags_of = cache(self._read_flags)
        marked: set[str] = set()
        right: set[str] = set()
        for stem, flags in dictionary.entries if self._forbidding else ():
            wrong = not self._forbidding.isdisjoint(self._parsed(flags))
            (marked if wrong else right).add(stem)
        self._marked = marked  # their forms are wrong even if another entry is right
        self._forbidden = marked - right

    def allowed(self, forms: list[str]) -> list[str]:
        """The forms that the dictionary does not forbid."""
        wrong = self._forbidden
        return [form for form in forms if form not in wrong] if wrong else forms

    def forms(self, stem: str, flags: str) -> list[str]:
        """All forms of an entry."""
        found = self._flags_of(flags)
        if found is None:
            return []
        made = [stem] if found.bare else []
        if stem in self._marked:
            return made
        suffixed = self._suffixed(stem, found.suffixes, made)
        for prefix in self._fitting(self._prefixes, found.prefixes, stem):
            if prefix.alone and not prefix.around:
                made.append(prefix.add + stem[prefix.cut :])
            if prefix.more and prefix.cross:
                for each in self._suffixed(stem, prefix.more.suffixes, []):
                    self._cross((prefix,), each, made)
        for each in suffixed:
            if each.cross and (found.prefixes or each.prefixes):
                flagged = dict.fromkeys(found.prefixes + each.prefixes)
                self._cross(self._fitting(self._prefixes, flagged, each.form), each, made)
        return made

    def _suffixed(self, stem: str, flags: Iterable[str], made: list[str]) -> list[_Suffixed]:
        """The stem with one suffix or two; those that are words without a prefix go into `made`."""
        found = []
        for first in self._fitting(self._suffixes, flags, stem):
            form = stem[: len(stem) - first.cut] + first.add
            if first.alone and not first.around:
                made.append(form)
            prefixes = first.more.prefixes if first.more else ()
            found.append(_Suffixed(form, first.cross, first.alone, first.around, prefixes))
            if not first.more:
                continue
            for second in self._fitting(self._suffixes, first.more.suffixes, form):
                whole = form[: len(form) - second.cut] + second.add
                alone = first.alone or second.alone
                if alone and not first.around:
                    made.append(whole)
                cross = first.cross and second.cross
                found.append(_Suffixed(whole, cross, alone, first.around, prefixes))
            _check(len(found))
        return found

    @staticmethod
    def _cross(prefixes: Iterable[_Change], word: _Suffixed, made: list[str]) -> None:
        """Add prefixes to a word that has a suffix."""
        if word.cross:
            made += [
                prefix.add + word.form[prefix.cut :]
                for prefix in prefixes
                if prefix.cross and prefix.around == word.around and (prefix.alone or word.alone)
            ]
        _check(len(made))

    @staticmethod
    def _fitting(groups: dict[str, _Group], flags: Iterable[str], word: str) -> Iterator[_Change]:
        for flag in flags:
            yield from groups[flag].fitting(word)

    def _parsed(self, flags: str) -> frozenset[str]:
        try:
            return frozenset(self._context.parse_flags(flags))
        except (ValueError, LookupError) as error:
            raise ValueError(f"has flags that its .aff file does not define: {flags!r}") from error

    def _read_flags(self, written: str) -> _Flags | None:
        """The flags of an entry, sorted; None where it makes no word by itself."""
        flags = self._parsed(written)
        if self._aff.ONLYINCOMPOUND in flags or not self._forbidding.isdisjoint(flags):
            return None
        return self._sorted(flags)

    def _sorted(self, flags: frozenset[str] | set[str]) -> _Flags:
        return _Flags(
            tuple(sorted(flags & self._aff.SFX.keys())),
            tuple(sorted(flags & self._aff.PFX.keys())),
            bare=self._aff.NEEDAFFIX not in flags,
        )

    def _group(self, affixes: list[Affix]) -> _Group:
        """The affixes of a flag, without those that make no word for a game."""
        return _Group(
            [
                (affix, self._change(affix))
                for affix in affixes
                if self._aff.ONLYINCOMPOUND not in affix.flags and not _NO_LETTER.search(affix.add)
            ],
            fullstrip=self._aff.FULLSTRIP,
        )

    def _change(self, affix: Affix) -> _Change:
        more = self._sorted(affix.flags)
        return _Change(
            len(affix.strip),
            affix.add,
            affix.crossproduct,
            self._aff.NEEDAFFIX not in affix.flags,
            self._aff.CIRCUMFIX in affix.flags,
            more if more.suffixes or more.prefixes else None,
        )


class _Group:
    """The suffixes of a flag, or its prefixes.

    Args:
        affixes: Each with the change it makes.
        fullstrip: Whether an affix may replace a whole word.
    """

    def __init__(self, affixes: list[tuple[Affix, _Change]], *, fullstrip: bool) -> None:
        self._ends = bool(affixes) and isinstance(affixes[0][0], Suffix)
        self._least = 0 if fullstrip else 1
        self._by_strip: dict[str, list[tuple[re.Pattern[str] | None, int, _Change]]] = {}
        reach = 0
        for affix, change in affixes:
            pattern, length = _condition(affix.condition)
            self._by_strip.setdefault(affix.strip, []).append((pattern, length, change))
            reach = max(reach, length, change.cut)
        self._reach = reach + 1  # one more shows whether anything remains after the cut
        self._known: dict[str, tuple[_Change, ...]] = {}

    def fitting(self, word: str) -> tuple[_Change, ...]:
        """The changes that fit a word, which depend only on its end, or on its beginning."""
        end = word[-self._reach :] if self._ends else word[: self._reach]
        known = self._known.get(end)
        if known is None:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            known = self._known[end] = tuple(self._fitting(end))
        return known

    def _fitting(self, word: str) -> Iterator[_Change]:
        for strip, affixes in self._by_strip.items():
            if len(word) < len(strip) + self._least:
                continue
            if not (word.endswith(strip) if self._ends else word.startswith(strip)):
                continue
            for pattern, length, change in affixes:
                start = len(word) - length if self._ends else 0
                if pattern is None or (start >= 0 and pattern.match(word, start)):
                    yield change


@lru_cache(maxsize=10_000)
def _condition(text: str) -> tuple[re.Pattern[str] | None, int]:
    """The pattern for the end or beginning of a word and its length in letters; None, 0 for any."""
    parts = [part for part in _CONDITION.findall(text) if part]
    if all(part == "." for part in parts):
        return None, 0
    return re.compile("".join(map(_letter, parts))), len(parts)


def _letter(part: str) -> str:
    if part.startswith("[") and len(part) > 1:
        negated = part[1] == "^"
        return f"[{'^' * negated}{''.join(map(re.escape, part[1 + negated : -1]))}]"
    return part if part == "." else re.escape(part)


def _check(count: int) -> None:
    if count > MOST_OF_ONE:
        raise ValueError(f"makes more than {MOST_OF_ONE:,} forms of one entry with its .aff")


class Lines(BaseReader):  # type: ignore[misc] # spylls ships no types
    """The lines of an .aff, for spylls."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        super().__init__(self._open("cp1252"))

    def reset_encoding(self, encoding: str) -> None:
        """Go on with the next line, in that encoding."""
        self.reset_io(self._open(encoding))

    def _open(self, encoding: str) -> io.TextIOWrapper:
        return io.TextIOWrapper(io.BytesIO(self._data), _coding(encoding), "surrogateescape")


def _coding(encoding: str) -> str:
    """Python's name for an encoding of Hunspell."""
    return encoding.lower().removeprefix("microsoft-")


def _entries(text: str, context: Context) -> Iterator[tuple[str, str]]:
    """Each stem with its flags."""
    lines = text.removeprefix("\ufeff").splitlines()
    if lines and _COUNT.match(lines[0]):
        del lines[0]
    for written in lines:
        if written[:1] in {"\t", "#"}:  # a comment
            continue
        line = written.strip()
        tags = _TAGS.search(line) if "\t" in line or ":" in line else None
        entry = line[: tags.start()] if tags else line
        stem, flags = entry, ""
        if "/" in entry[1:]:
            stem, *rest = _SLASH.split(entry, maxsplit=1) if entry[0] != "/" else [entry]
            stem = stem.replace("\\/", "/")
            flags = rest[0].split(None, 1)[0] if rest and rest[0].strip() else ""
        if context.ignore:
            stem = stem.translate(context.ignore.tr)
        if stem:
            yield stem, flags
