"""The letters of a language, by its code: which are tiles, and what the others are folded to.

The languages are in `solver/data/words/languages.toml`, which shows the form. A `languages.toml`
in the user's config folder adds some and replaces others. In a language that is in neither, every
letter is kept as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from string import ascii_uppercase

from solver.errors import WordListError
from solver.folders import DATA, config_folder
from solver.toml_section import Section, read_toml

SHIPPED_LANGUAGES = DATA / "words" / "languages.toml"
_NOT_ASCII = re.compile(r"[^\0-\x7f]+")
_CODE = re.compile(r"[a-z]{2,3}(-\w+)*", re.ASCII)
# Letters that Unicode does not decompose into a plain letter and a mark.
_PLAIN = dict(zip("ØÐĐĦŁĿŦ", "ODDHLLT", strict=True))
_PLAIN |= {"Æ": "AE", "Œ": "OE", "ẞ": "SS", "Þ": "TH", "Ŋ": "NG"}
_PLAIN |= {letter.lower(): plain.lower() for letter, plain in _PLAIN.items()}
_PLAIN |= {"\u0131": "i"}  # Turkish, without a dot


@dataclass(frozen=True, eq=False)
class Language:
    """A language of words.

    Attributes:
        code: Such as `nl`; empty for none in particular.
        name: For people.
        letters: Upper case, those of words after cleaning; empty for any.
        nouns: Whether nouns are written with a capital.
        sounds: The words without a vowel; None if these are not to count as abbreviations.
        special: What a letter or a sign is folded to, beyond the usual rules.
    """

    code: str = ""
    name: str = ""
    letters: str = ""
    nouns: bool = False
    sounds: frozenset[str] | None = None
    special: Mapping[str, str] = field(default_factory=dict)

    def fold(self, text: str) -> str:
        """The text with other letters replaced by those of this language, case kept.

        The result is precomposed (NFC), ligatures spelled out. Letters without a rule stay.
        """
        if text.isascii():
            return text
        if not unicodedata.is_normalized("NFC", text):
            text = unicodedata.normalize("NFC", text)
        return _NOT_ASCII.sub(lambda found: found[0].translate(self._table), text)

    @property
    def identity(self) -> str:
        """A text that differs between languages whose lists are cleaned differently."""
        sounds = None if self.sounds is None else sorted(self.sounds)
        return f"{self.letters} {self.nouns} {sounds} {sorted(self.special.items())}"

    @cached_property
    def _table(self) -> _Folds:
        return _Folds(self)


class _Folds(dict[int, str]):
    """What each character is folded to, worked out when it is first met."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._letters = set(language.letters + language.letters.lower())
        for sign, plain in language.special.items():
            for each in {sign, sign.upper(), sign.lower()}:
                if len(each) == 1:
                    self[ord(each)] = plain.upper() if each.isupper() else plain.lower()

    def __missing__(self, number: int) -> str:
        letter = chr(number)
        self[number] = folded = self._folded(letter)
        return folded

    def _folded(self, letter: str) -> str:
        if letter in self._letters or letter.isascii():
            return letter
        if not self._letters:  # any letter will do, but a ligature is two
            whole = unicodedata.normalize("NFKC", letter)
            return whole if whole.isalpha() else letter
        if letter in _PLAIN:
            return "".join(map(self._folded, _PLAIN[letter]))
        parts = unicodedata.normalize("NFKD", letter)
        plain = "".join(part for part in parts if not unicodedata.combining(part))
        if plain in {letter, ""}:
            return letter
        # Å with an acute becomes Å where that is a tile: only the other mark goes.
        whole = unicodedata.normalize("NFC", parts[:2])
        return whole if whole in self._letters else "".join(map(self._folded, plain))


def base_code(code: str) -> str:
    """The plain code of a language: `en` of `en-US`, `sv` of `sv-strict`."""
    return code.partition("-")[0]


def language_of(code: str) -> Language:
    """The language of a code such as `nl` or `sv-strict`; else of the part before the hyphen.

    Raises:
        WordListError: The user's file of languages is faulty.
    """
    known = known_languages()
    for each in (code, base_code(code)):
        if each in known:
            return known[each]
    return Language(code)


def known_languages() -> Mapping[str, Language]:
    """All languages whose letters are known, by code.

    Raises:
        WordListError: The user's file of languages is faulty.
    """
    known = _read(SHIPPED_LANGUAGES, 0)
    try:
        own = config_folder() / "languages.toml"
        changed = own.stat().st_mtime_ns
    except (RuntimeError, OSError):  # no home folder, or no such file
        return known
    return {**known, **_read(own, changed)}


@lru_cache(maxsize=4)
def _read(file: Path, _changed: int) -> Mapping[str, Language]:
    faults: list[str] = []
    found: dict[str, Language] = {}
    try:
        top = Section(read_toml(file), "", faults)
        found = {code: _language(code, top.section(code)) for code in top}
    except (OSError, ValueError) as error:
        faults.append(str(error))
    if faults:
        raise WordListError(
            f"the languages file {file} has errors: " + "; ".join(faults),
            hint=(
                f"correct {file}; see {SHIPPED_LANGUAGES.name} in solver/data/words for an example"
            ),
        )
    return found


def _language(code: str, section: Section) -> Language:
    if not _CODE.fullmatch(code):
        section.fault("a language needs a code such as nl or sv")
    letters = section.value("letters", "", needed=False)
    if not all(letter.isalpha() and letter.isupper() for letter in letters):
        section.fault("letters must be letters in upper case")
    special = dict(section.section("fold").items()) if section.has("fold") else {}
    if not all(len(sign) == 1 and isinstance(plain, str) for sign, plain in special.items()):
        section.fault("fold must give a string for each letter or sign")
        special = {}
    language = Language(
        code,
        section.value("name", ""),
        "".join(dict.fromkeys(ascii_uppercase + unicodedata.normalize("NFC", letters))),
        section.value("nouns", False, needed=False),  # noqa: FBT003 - the value if there is none
        frozenset(section.value("sounds", "").split()) if section.has("sounds") else None,
        {sign: str(plain) for sign, plain in special.items()},
    )
    section.finish()
    return language
