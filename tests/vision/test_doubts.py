"""Reasons: phrases for the player, kinds for programs."""

from __future__ import annotations

import re

import pytest

from vision.reading import Why, because


def test_a_reason_tells_its_names_and_values() -> None:
    reason = because(Why.OTHER_VALUE, numeral=4, letter="E", value=1)
    assert str(reason) == "the numeral reads 4, but E is worth 1"
    assert reason.kind == "other-value"
    assert dict(reason.told) == {"numeral": 4, "letter": "E", "value": 1}


@pytest.mark.parametrize(
    ("count", "phrase"),
    [(1, "one more tile could not be read"), (2, "2 more tiles could not be read")],
)
def test_one_thing_has_a_phrase_of_its_own_and_the_same_kind(count: int, phrase: str) -> None:
    reason = because(Why.UNREAD, n=count)
    assert str(reason) == phrase
    assert reason.kind == "unread"


def test_phrases_are_phrases() -> None:
    for why in Why:
        assert re.fullmatch(r"[a-z{].*[^.\s]", why.value), why


def test_phrases_for_one_belong_to_one_for_several() -> None:
    ones = [name for name in Why.__members__ if name.endswith("_ONE")]
    assert ones
    for name in ones:
        assert "{n}" in Why[name.removesuffix("_ONE")].value
        assert "{n}" not in Why[name].value
