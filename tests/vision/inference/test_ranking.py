"""Letters ranked by how they look and by the value in their corner, on painted tiles."""

from __future__ import annotations

import numpy as np
import pytest

from solver.game import languages
from tests.benchmarks.painting import Style, paint_tile
from vision.inference.blanks import measure_reliability
from vision.inference.letters import Ranked, rank_letters
from vision.themes import choose_templates
from vision.tiles import TileObservations, classify

ENGLISH = next(tiles for tiles in languages("wwf") if tiles.language == "en")
TEMPLATES = choose_templates([ENGLISH], [])


def seen(letters: str, values: list[str]) -> TileObservations:
    """What tiles with these letters and values show."""
    look = Style(letter=0.46)
    pixels = np.stack([paint_tile(*each, look) for each in zip(letters, values, strict=True)])
    bank = TEMPLATES
    return classify(pixels, bank.letters, bank.digits, bank.values, bank.accented)


def rank(found: TileObservations) -> list[Ranked]:
    tiles = range(len(found.is_tile))
    return rank_letters(
        found, ENGLISH, measure_reliability(found, ENGLISH), dict.fromkeys(tiles, False)
    )


def values_of(letters: str) -> list[str]:
    return [str(ENGLISH.values[letter]) for letter in letters]


@pytest.mark.parametrize("letters", ["ABCDEFGHIJKLM", "NOPQRSTUVWXYZ", "EITAOSNRQUIZ"])
def test_the_printed_letter_ranks_first(letters: str) -> None:
    found = seen(letters, values_of(letters))
    assert [ranked.order[0] for ranked in rank(found)] == list(letters)


def test_a_value_brings_the_letters_that_have_it_nearer() -> None:
    """An O with the value of a Q may be a Q whose tail does not show."""
    letters = "EITAOSNRQUIZO"
    odd = [*values_of(letters[:-1]), str(ENGLISH.values["Q"])]
    plain, misprinted = rank(seen(letters, values_of(letters))), rank(seen(letters, odd))
    assert plain[-1].order[0] == "O"
    assert plain[-1].legible == ENGLISH.values["O"]
    assert misprinted[-1].legible == ENGLISH.values["Q"]
    assert misprinted[-1].order[:2] == ["O", "Q"]
    assert "Q" not in plain[-1].order
    assert misprinted[:-1] == plain[:-1]


def test_rivals_are_told_with_their_distance() -> None:
    for ranked in rank(seen("EITAOSNRQUIZ", values_of("EITAOSNRQUIZ"))):
        assert ranked.behind[0] == 0
        assert ranked.behind == sorted(ranked.behind)
        assert len(ranked.order) == len(ranked.behind) == len(ranked.likeness)
        assert ranked.order[0] not in ranked.alike
        assert not ranked.hidden
