"""Hunspell dictionaries: what each rule of an .aff makes; spylls, which looks words up, agrees."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest
from spylls.hunspell import Dictionary as Speller
from spylls.hunspell.readers import read_aff, read_dic

from solver.errors import WordListError
from solver.words import hunspell, read_list
from solver.words.hunspell import Dictionary, Lines

SUFFIX = "SFX S Y 1\nSFX S 0 s .\n"
PREFIX = "PFX U Y 1\nPFX U 0 un .\n"
VERB = "SFX V Y 3\nSFX V y ied [^aeiou]y\nSFX V 0 ed [aeiou]y\nSFX V 0 ed [^y]\n"

CASES = {
    "a stem without flags": ("", "dog", {"dog"}),
    "a suffix": (SUFFIX, "dog/S", {"dog", "dogs"}),
    "a prefix": (PREFIX, "do/U", {"do", "undo"}),
    "conditions and what is cut": (
        VERB,
        "try/V\nplay/V\nwalk/V",
        {"try", "tried", "play", "played", "walk", "walked"},
    ),
    "a prefix and a suffix": (SUFFIX + PREFIX, "do/SU", {"do", "dos", "undo", "undos"}),
    "no cross product": (
        SUFFIX.replace("Y", "N") + PREFIX,
        "do/SU",
        {"do", "dos", "undo"},
    ),
    "two suffixes": (
        "SFX A Y 1\nSFX A 0 able/S .\n" + SUFFIX,
        "do/A",
        {"do", "doable", "doables"},
    ),
    "a prefix that a suffix allows": (
        PREFIX + "SFX A Y 1\nSFX A 0 able/U .\n",
        "do/A",
        {"do", "doable", "undoable"},
    ),
    "a suffix that a prefix allows": (
        "PFX U Y 1\nPFX U 0 un/S .\n" + SUFFIX,
        "do/U",
        {"do", "undo", "undos"},
    ),
    "NEEDAFFIX of a stem": (f"NEEDAFFIX X\n{SUFFIX}", "dog/SX", {"dogs"}),
    "NEEDAFFIX of a suffix": (
        f"NEEDAFFIX X\nSFX A Y 1\nSFX A 0 ab/SX .\n{SUFFIX}",
        "do/A",
        {"do", "doabs"},
    ),
    "PSEUDOROOT, its old name": (f"PSEUDOROOT X\n{SUFFIX}", "dog/SX", {"dogs"}),
    "ONLYINCOMPOUND of a stem": (f"ONLYINCOMPOUND O\n{SUFFIX}", "dog/SO\ncat/S", {"cat", "cats"}),
    "ONLYINCOMPOUND of a suffix": (
        "ONLYINCOMPOUND O\nSFX A Y 2\nSFX A 0 s/O .\nSFX A 0 e .\n",
        "dog/A",
        {"dog", "doge"},
    ),
    "FORBIDDENWORD": (f"FORBIDDENWORD !\n{SUFFIX}", "dog/S\ndogs/!\ncat/S!", {"dog"}),
    "FORBIDDENWORD beside one that is right": (
        f"FORBIDDENWORD !\n{SUFFIX}",
        "dog/S!\ndog/S",
        {"dog"},
    ),
    "CIRCUMFIX": (
        "CIRCUMFIX C\nPFX G Y 1\nPFX G 0 ge/C .\nSFX T Y 2\nSFX T 0 t/C .\nSFX T 0 st .\n",
        "lach/GT",
        {"lach", "lachst", "gelacht"},
    ),
    "FULLSTRIP": ("FULLSTRIP\nSFX A Y 1\nSFX A go went go\n", "go/A", {"go", "went"}),
    "no FULLSTRIP": ("SFX A Y 1\nSFX A go went go\n", "go/A\nforgo/A", {"go", "forgo", "forwent"}),
    "long flags": ("FLAG long\nSFX Aa Y 1\nSFX Aa 0 s .\n", "dog/AaBb", {"dog", "dogs"}),
    "flags as numbers": ("FLAG num\nSFX 123 Y 1\nSFX 123 0 s .\n", "dog/7,123", {"dog", "dogs"}),
    "flags in UTF-8": ("FLAG UTF-8\nSFX Ý Y 1\nSFX Ý 0 s .\n", "dog/Ý", {"dog", "dogs"}),
    "aliases of flags": (
        f"AF 2\nAF SU\nAF S\n{SUFFIX}{PREFIX}",
        "do/1\ngo/2",
        {*["do", "dos", "undo", "undos", "go", "gos"]},
    ),
    "signs in a condition": ("SFX A Y 1\nSFX A 0 s [^-.*]\n", "dog/A", {"dog", "dogs"}),
    "what is told of a word": (
        SUFFIX,
        "dog/S po:noun\ncat\tpo:noun\ncow/S\tx",
        {*["dog", "dogs", "cat", "cow", "cows"]},
    ),
    "letters to ignore": ("IGNORE x\n" + SUFFIX, "doxg/S", {"dog", "dogs"}),
}


def forms(affixes: str, words: str) -> set[str]:
    """All forms of some entries."""
    found = Dictionary.read(f"1\n{words}\n".encode(), f"SET UTF-8\n{affixes}".encode())
    return {form for batch in found.forms(lambda _: False) for form in batch}


def speller_of(affixes: str, words: str) -> Speller:
    """What looks words up in the same dictionary."""
    aff, context = read_aff(Lines(f"SET UTF-8\n{affixes}".encode()))
    entries = Lines(f"1\n{words}\n".encode())
    entries.reset_encoding("UTF-8")
    return Speller(aff, read_dic(entries, aff=aff, context=context))


@pytest.mark.parametrize("name", CASES)
def test_rule(name: str) -> None:
    affixes, words, wanted = CASES[name]
    assert forms(affixes, words) == wanted
    speller = speller_of(affixes, words)
    assert not [form for form in wanted if not speller.lookup(form)]


def test_all_that_the_speller_knows_is_made() -> None:
    """Affixes at random; each string that can be made of the parts is looked up."""
    chance = random.Random(5)  # noqa: S311 - a test, no secret
    ends, starts = ["a", "b", "ab", "ba"], ["u", "v", "uv"]
    for number in range(40):
        flags = "ABCDEFNXO"
        lines = ["NEEDAFFIX N", "ONLYINCOMPOUND O", "FULLSTRIP"]
        for kind, names, adds in (("SFX", "ABCD", ends), ("PFX", "EF", starts)):
            for name in names:
                lines.append(f"{kind} {name} {chance.choice('YYN')} 1")
                more = "".join(
                    chance.sample(flags[flags.index(name) + 1 : -1], chance.choice([0, 0, 1, 2]))
                )
                add = chance.choice(adds) + (f"/{more}" if more else "")
                cut = chance.choice(["0", "0", "k"])
                condition = {"0": chance.choice([".", "[km]", "[^k]"]), "k": "k"}[cut]
                lines.append(f"{kind} {name} {cut} {add} {condition}")
        stems = ["k", "mk", "km", "mm", "kk"]
        words = [f"{stem}/{''.join(chance.sample(flags, 4))}" for stem in stems]
        made = forms("\n".join(lines) + "\n", "\n".join(words))
        speller = speller_of("\n".join(lines) + "\n", "\n".join(words))
        bodies = {*stems, *(stem[1:] for stem in stems), *(stem[:-1] for stem in stems), "m", ""}
        tails = {"", *ends, *(first + second for first in ends for second in ends)}
        strings = {
            start + body + end for start in ("", *starts) for body in bodies for end in tails
        }
        known = {each for each in strings - {""} if speller.lookup(each)}
        assert made - {""} == known, (number, lines, words)


def test_a_dictionary_is_cleaned(tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_bytes(
        "SET ISO8859-1\nSFX S Y 2\nSFX S 0 s .\nSFX S 0 's .\n".encode("latin-1")
    )
    (tmp_path / "x.dic").write_bytes(
        "7\nélevage/S\nParis/S\nCD/S\nnid-de-pie/S\nidée\nmot\nœuf\n".replace("œ", "oe").encode(
            "latin-1"
        )
    )
    found = read_list(tmp_path / "x.dic", "fr")
    assert found.words == {"ELEVAGE", "ELEVAGES", "IDEE", "MOT", "OEUF"}
    assert sorted(found.dropped.values()) == [1, 1, 1]  # the stems; l' and 's are never made


def test_without_its_affixes(tmp_path: Path) -> None:
    file = tmp_path / "x.dic"
    file.write_text("2\ndog\ncat\n")
    assert read_list(file, "en").words == {"DOG", "CAT"}
    file.write_text("2\ndog/S\ncat\n")
    with pytest.raises(WordListError, match=r"x\.aff") as caught:
        read_list(file, "en")
    assert "beside" in str(caught.value)
    assert "x.aff" in caught.value.hint
    (tmp_path / "y.aff").write_text(SUFFIX)
    with pytest.raises(WordListError, match="only the affixes"):
        read_list(tmp_path / "y.aff", "en")


@pytest.mark.parametrize(
    "affixes",
    [
        "SFX A Y 0\n",
        "SFX A Y many\nSFX A 0 s .\n",
        "SFX A Y 1\nSFX A\n",
        "SFX A Y 1\nSFX A 0 s [\n",
        "SET none-such\n",
        "AF 1\nAF A\nSFX A Y 1\nSFX A 0 s .\n",
    ],
)
def test_damaged_affixes(tmp_path: Path, affixes: str) -> None:
    (tmp_path / "x.aff").write_text(affixes)
    (tmp_path / "x.dic").write_text("1\ndog/77\ncat/A\n")
    with pytest.raises(WordListError, match=r"x\.dic .*\.aff"):
        read_list(tmp_path / "x.dic", "en")


def test_damage_anywhere_is_told_or_does_no_harm(tmp_path: Path) -> None:
    affixes = (
        f"SET UTF-8\nFLAG num\nNEEDAFFIX 9\nSFX 1 Y 2\nSFX 1 y ies/2,3 [^a]y\nSFX 1 0 s .\n{PREFIX}"
    )
    for number in range(150):
        chance = random.Random(number)  # noqa: S311
        files = [bytearray(affixes.encode()), bytearray(b"2\nfly/1,9\nsky/1\n")]
        spoiled = files[number % 2]
        match number % 3:
            case 0:
                del spoiled[chance.randrange(len(spoiled)) :]
            case 1:
                spoiled[chance.randrange(len(spoiled))] ^= 1 << chance.randrange(8)
            case _:
                at = chance.randrange(len(spoiled))
                spoiled[at:at] = bytes(chance.choices(b"09 \n/[]^$*+(", k=5))
        (tmp_path / "x.aff").write_bytes(files[0])
        (tmp_path / "x.dic").write_bytes(files[1])
        with suppress(WordListError):
            found = read_list(tmp_path / "x.dic", "en").words
            assert all(word.isalpha() and word.isupper() for word in found)


def test_affixes_that_explode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 500
    letters = [f"{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}" for n in range(count)]
    first = "".join(f"SFX A 0 {each}/B .\n" for each in letters)
    second = "".join(f"SFX B 0 {each} .\n" for each in letters)
    (tmp_path / "x.aff").write_text(f"SFX A Y {count}\n{first}SFX B Y {count}\n{second}")
    (tmp_path / "x.dic").write_text("1\nword/A\n")
    with pytest.raises(WordListError, match="of one entry"):
        read_list(tmp_path / "x.dic", "en")
    (tmp_path / "x.dic").write_text("".join(f"wor{each}/B\n" for each in letters))
    monkeypatch.setattr(hunspell, "MOST_FORMS", 200_000)
    with pytest.raises(WordListError, match="more than 200,000 forms"):
        read_list(tmp_path / "x.dic", "en")
