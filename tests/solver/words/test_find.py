"""Words that are made of some letters, or fit a pattern."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import NotationError
from solver.words import Alphabet, Wanted, default_lexicon, find_words, load_graph
from solver.words.graph_file import build_graph

ABC = Alphabet(tuple("ABCD"))
WORDS = st.sets(st.text("ABCD", min_size=2, max_size=6), min_size=1, max_size=30)
SPANISH = Alphabet(("C", "CH", "I", "O", "H"))
ENGLISH = Alphabet(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def found(words: set[str], wanted: Wanted, alphabet: Alphabet = ABC) -> list[str]:
    return ["".join(cells) for cells in find_words(build_graph(words, alphabet), wanted)]


def fits(word: str, wanted: Wanted) -> bool:
    """The same, word by word."""
    missing = Counter(word) - Counter(wanted.letters)
    whole = not wanted.all_letters or len(word) == len(wanted.letters)
    return (
        (not wanted.letters or (missing.total() <= wanted.letters.count("?") and whole))
        and (not wanted.pattern or re.fullmatch(wanted.pattern, word) is not None)
        and word.startswith(wanted.prefix)
        and word.endswith(wanted.suffix)
        and wanted.containing in word
        and wanted.shortest <= len(word) <= wanted.longest
    )


SOME = st.builds(
    Wanted,
    letters=st.text("ABCD?", max_size=7),
    all_letters=st.booleans(),
    pattern=st.text("ABCD....", max_size=5),
    prefix=st.text("ABCD", max_size=1),
    suffix=st.text("ABCD", max_size=2),
    containing=st.text("ABCD", max_size=2),
    shortest=st.integers(2, 3),
    longest=st.integers(3, 26),
)


@given(WORDS, SOME)
def test_the_words_found_are_those_that_fit(words: set[str], wanted: Wanted) -> None:
    assert sorted(word.upper() for word in found(words, wanted)) == sorted(
        word for word in words if fits(word, wanted)
    )


@given(WORDS, st.text("ABCD?", min_size=1, max_size=7))
def test_blanks_are_those_that_the_letters_lack(words: set[str], letters: str) -> None:
    for word in found(words, Wanted(letters)):
        tiles = Counter("?" if tile.islower() else tile for tile in word)
        assert tiles <= Counter(letters)
        lacking = Counter(word.upper()) - Counter(letters)
        assert tiles["?"] == lacking.total()


def test_tiles_of_several_letters() -> None:
    words = {"CHICO", "COCHO", "OH"}
    assert found(words, Wanted("[CH]ICO"), SPANISH) == ["CHICO"]
    assert found(words, Wanted("CHICO"), SPANISH) == ["OH"]
    assert found(words, Wanted("[ch]ico?"), SPANISH) == ["Oh", "COCHo", "CHICO"]
    assert found(words, Wanted(pattern="C...O"), SPANISH) == []
    assert found(words, Wanted(pattern="ch.co"), SPANISH) == ["CHICO"]
    assert found(words, Wanted(containing="CH", prefix="C"), SPANISH) == ["COCHO"]
    assert found(words, Wanted(pattern="..[CH]."), SPANISH) == ["COCHO"]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Wanted("AE"), "'E' is not a letter of this language"),
        (Wanted(pattern="A.1"), "'1' is not a letter"),
        (Wanted(prefix="Å"), "'Å' is not a letter"),
        (Wanted("A" * 27), "27 letters; the maximum is 26"),
        (Wanted("A[XY]"), "'XY' is not a letter"),
    ],
)
def test_what_cannot_be_looked_for(wanted: Wanted, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        found({"AB"}, wanted)
    assert message in str(caught.value)


def test_blanks_for_everything_find_every_word_of_a_whole_list() -> None:
    lexicon = default_lexicon("en")
    graph = load_graph(lexicon, ENGLISH)
    words = find_words(graph, Wanted("ABCDEILNORST????", shortest=8, longest=8))
    assert all(len(cells) == 8 for cells in words)
    mine = Counter("ABCDEILNORST")
    assert {"".join(cells).upper() for cells in words} == {
        word for word in lexicon if len(word) == 8 and (Counter(word) - mine).total() <= 4
    }
