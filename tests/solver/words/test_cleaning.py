"""What a game can use of a list, and why the rest is left out."""

from __future__ import annotations

import pytest

from solver.words import cleaning, language_of
from solver.words.cleaning import CaseTally, CleanedWords, Cleaner


def clean(text: str, code: str) -> CleanedWords:
    """Some entries, divided by commas, cleaned."""
    entries = text.split(",")
    tally = CaseTally()
    tally.count(entries)
    cleaner = Cleaner(language_of(code), capitals=tally.meant)
    cleaner.take(entries)
    return cleaner.cleaned()


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("nl", "huis,Amsterdam,WC,GmbH,ijs", "HUIS IJS"),
        ("de", "Haus,gehen,GmbH,PKW,Straße", "HAUS GEHEN STRASSE"),
        ("fr", "élevage,garçon,Élise,œuf,aujourd'hui,d\u2019abord,ça", "ELEVAGE GARCON OEUF CA"),
        ("nl", "huis,km,dvd,hm,ijs,st", "HUIS HM IJS ST"),
        ("de", "gehen,kfz,pst,fünf,öl", "GEHEN PST FÜNF ÖL"),
        ("pl", "dom,w,krwi,trwść", "DOM KRWI TRWŚĆ"),  # which words have no vowel is not said
        ("sv", "åka,öl,idé,Åre", "ÅKA ÖL IDE"),
        ("es", "niño,pingüino,chico", "NIÑO PINGUINO CHICO"),
        ("en", "AA,AB,CWM,NTH", "AA AB CWM NTH"),  # capitals that mean nothing
        ("en", "Aa,Ab,Abacus", "AA AB ABACUS"),
        ("en", "AA,Ab,ABACUS", "AA AB ABACUS"),
        ("fr", "ÉLEVAGE,CŒUR,L'EAU", "ELEVAGE COEUR"),
        ("en", "cat,θάλασσα,dog", "CAT DOG"),
        ("xx", "žluť,Praha,ß", "ŽLUŤ SS"),
        ("el", "θάλασσα,Αθήνα", "ΘΆΛΑΣΣΑ"),
        ("en", "a,cat,,abcdefghijklmnopqrstuv", "CAT"),
        ("en", "two words,e-mail,rock'n'roll,a.m.,mp3,cat,x\ny", "CAT"),
    ],
)
def test_words_kept(code: str, text: str, words: str) -> None:
    assert clean(text, code).words == set(words.split())


def test_what_was_left_out_is_counted() -> None:
    text = "huis,km,kg,Amsterdam,Rotterdam,Utrecht,CD,BV,op-en-top,zo'n,ad hoc,m3,a.u.b.,θ,x,"
    assert clean(text + ",bed,dag,fiets,gans" + ",z" * 22, "nl").dropped == {
        cleaning.SHORT: 22 + 2,
        cleaning.NAME: 3,
        cleaning.NO_VOWEL: 2,
        cleaning.SEVERAL: 3,
        cleaning.ABBREVIATION: 2,
        cleaning.SIGN: 2,
        cleaning.FOREIGN: 1,
    }
    long = "z" * (cleaning.LONGEST + 1)
    assert clean(f"huis,{long}", "nl").dropped == {cleaning.LONG: 1}
    assert clean("huis,huis,HUIS", "nl") == CleanedWords(
        frozenset({"HUIS"}), {cleaning.ABBREVIATION: 1}
    )


@pytest.mark.parametrize(
    ("entries", "meant"),
    [
        (["AA", "AB"], False),
        (["Aa", "Ab"], False),
        (["aa", "Ab"], True),
        (["aa", *["Ab"] * 4], True),  # as German has it
        (["aa", *["Ab"] * 5], False),  # a stray in a list in capitals
        (["aa", "ab"], True),
        (["x1", "-"], True),
    ],
)
def test_capitals_are_judged_on_the_whole_list(entries: list[str], *, meant: bool) -> None:
    tally = CaseTally()
    tally.count(entries)
    assert tally.meant is meant


def test_more_words_than_any_list_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "MOST_WORDS", 3)
    assert len(clean("aa,ab,ac,ac", "en").words) == 3
    with pytest.raises(ValueError, match="more than 3 words"):
        clean("aa,ab,ac,ad", "en")
