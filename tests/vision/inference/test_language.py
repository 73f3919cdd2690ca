"""The language of a picture's tiles, and whether letters that it lacks stand on them."""

from __future__ import annotations

import numpy as np
import pytest

from solver.game import TileSet, languages, lent_languages, load_game
from tests.benchmarks.painting import paint_tile
from vision.inference.language import (
    AS_LIKELY,
    ELSEWHERE,
    FOREIGN,
    choose_language,
    foreign_letters,
    likely_languages,
)
from vision.themes import choose_templates
from vision.tiles import TileObservations, classify

CLEAR = -10.0
"""Of a tile whose letter is one of the language beyond doubt."""

SCRABBLE = languages("scrabble")


def odd_one(strange: float, others: int = 30, *, listed: int = 0, unlisted: int = 0) -> float:
    """The probability of a tile beside others that are clear."""
    tiles = np.array([strange] + [CLEAR] * others)
    return float(foreign_letters(tiles, listed, unlisted)[0])


def test_a_letter_as_likely_as_the_language_s_own_leaves_the_language_open() -> None:
    alone = odd_one(AS_LIKELY, 0)
    assert alone == pytest.approx(ELSEWHERE * (1 - FOREIGN), rel=0.1)
    assert odd_one(AS_LIKELY) < alone


def test_many_strange_letters_bear_each_other_out() -> None:
    many = foreign_letters(np.array([4.0] * 4 + [CLEAR] * 30), 0, 0)
    assert many[0] > 20 * odd_one(4.0, 33)
    assert many[:4].min() > 0.15
    assert many[4:].max() < 1e-4


def test_words_tell_the_language() -> None:
    """A dozen words of the language outweigh one strange letter; texts that are none do not."""
    assert odd_one(8.0) > 0.2
    assert odd_one(8.0, listed=12) < 0.005
    assert odd_one(8.0, listed=6, unlisted=6) > 0.95
    assert odd_one(CLEAR, unlisted=12) < 1e-4


def painted(text: str, tiles: TileSet, *, values: bool = True) -> TileObservations:
    """What painted tiles of a language show, with their values or without any."""
    shown = [paint_tile(each, str(tiles.values[each]) if values else "") for each in text]
    known = choose_templates(SCRABBLE, [])
    return classify(np.stack(shown), known.letters, known.accented, worth=known.worth)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "THEQUICKWAYHOME"),
        ("nl", "GEWOONZEVENKEER"),
        ("de", "ZWEIWEGENACHHAUS"),
        ("fr", "QUELQUEJOURWAGON"),
        ("es", "ALGUNOSHOMBRESYQ"),
        ("it", "QUESTAVOLTABENE"),
        ("pt", "ALGUMACANÇAOVEZ"),
        ("sv", "GÅRVÄGENTILLÖN"),
        ("da", "VEJENTILHØJØENÅ"),
        ("nb", "VEIENTILØYAHJEM"),
        ("fi", "YKSITIEKOTIINPÄIN"),
        ("pl", "ŁÓDZPŁYNIEWŚRÓDFAL"),
    ],
)
def test_tiles_are_in_the_language_whose_bag_they_come_from(code: str, text: str) -> None:
    own = next(each for each in SCRABBLE if each.language == code)
    seen = painted(text, own)
    assert choose_language([seen], SCRABBLE).language == code
    assert choose_language([seen], SCRABBLE[::-1]).language == code


def test_few_letters_leave_the_language_open_and_the_usual_one_is_taken_of_equals() -> None:
    english = SCRABBLE[0]
    few = painted("TEA", english)
    likely = [each.language for each in likely_languages([few], SCRABBLE)]
    assert {"en", "fr"} <= set(likely)
    assert "it" not in likely  # a T counts 2 there
    wordfeud = [each for each in languages("wordfeud") if each.language.startswith("en")]
    assert choose_language([few], wordfeud).language == "en-US"
    assert choose_language([few], wordfeud[::-1]).language == "en-intl"


def test_letters_alone_tell_a_language_that_has_its_own() -> None:
    polish = SCRABBLE[-1]
    assert choose_language([painted("ŁÓDZPŁYNIE", polish, values=False)], SCRABBLE) == polish


@pytest.mark.parametrize(
    "text", ["KRISWEATUNTILCONERIGSMYFEBIBLES", "THEQUICKBROWNFOXJUMPSOVERLAZYDOG"]
)
def test_values_of_no_known_game_tell_no_language_and_are_taken_as_printed(text: str) -> None:
    """Half of them are those of another language, which has no K and no W."""
    english = next(each for each in languages("wordfeud") if each.language == "en-US")
    odd = dict.fromkeys("BFHMPVWY", 5) | dict.fromkeys("JQXZ", 9) | {"C": 1, "G": 2, "K": 6}
    own = TileSet.of_values("en", {each: english.values[each] for each in english.letters} | odd)
    chosen = choose_language([painted(text, own)], languages("wordfeud"))
    assert (chosen.language, chosen.certain) == ("en-US", False)
    assert {each: chosen.values[each] for each in text} == {each: own.values[each] for each in text}


def test_numerals_that_are_not_legible_tell_no_values() -> None:
    """No game's E counts ten, nor does its A count six: numerals are misread, as they look odd."""
    english = languages("wwf")[0]
    odd = dict.fromkeys("ERT", 10) | dict.fromkeys("AOISN", 6) | dict.fromkeys("HDLU", 9)
    own = TileSet.of_values("en", {each: english.values[each] for each in english.letters} | odd)
    seen = painted("ATTENTIONSHOULDREST", own)
    assert choose_language([seen], languages("wwf")) == english


def test_a_language_that_others_lend_needs_more_to_speak_for_it() -> None:
    """Few letters and odd values leave a game in a language that it is known to have."""
    every = [*languages("wwf"), *lent_languages("wwf")]
    french = load_game("wwf", language="fr", values={"U": 1, "H": 5}).tiles
    few = likely_languages([painted("SUE", french)], every)
    assert "en" in {tiles.language for tiles in few}
    many = painted("QUELQUEJOURVOUSSEREZLANUITHIER", french)
    chosen = choose_language([many], every)
    assert (chosen.language, chosen.certain) == ("fr", False)
