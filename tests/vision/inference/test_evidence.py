"""What speaks for the letters of tiles."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.benchmarks.painting import Pixels
from tests.vision.inference.painted import RULES, seen
from vision.inference.evidence import BARE, PLAIN, Seen, weigh

TEXT = "TEAMRISENOLYGHUD"


@pytest.mark.parametrize("aside", [0, 8, 16, 24])
def test_a_letter_less_like_the_glyph_is_not_likelier_wherever_it_stands(aside: int) -> None:
    """Letters stand far off the middle where a grid was fitted badly."""
    faces = seen(TEXT)
    marks = [
        mark and mark._replace(blob=mark.blob._replace(x=mark.blob.x + aside * (k % 2)))
        for k, mark in enumerate(faces.marks)
    ]
    moved = replace(faces, marks=tuple(marks))
    [evidence] = weigh([Seen(moved, list(range(len(TEXT))), 64.0)], RULES.tiles)
    best = evidence.scores()[:, :, PLAIN].argmax(axis=1)
    names = [evidence.letters[row[n]] for row, n in zip(evidence.order, best, strict=True)]
    assert "".join(names) == TEXT


def badge(page: Pixels) -> None:
    """Something of a colour of its own lies on the corner of the numeral."""
    page[:26, 36:] = (200, 40, 30)


def test_what_lies_on_a_corner_is_no_proof_of_a_numeral() -> None:
    faces = seen(TEXT, {3: badge})
    [evidence] = weigh([Seen(faces, list(range(len(TEXT))), 64.0)], RULES.tiles)
    bag = math.log(2 / (RULES.tiles.total - 2))
    assert evidence.share.tolist() == [bag if k == 3 else -math.inf for k in range(len(TEXT))]
    best = evidence.scores()[:, 0]
    assert best[3, BARE] - best[3, PLAIN] >= bag - 1e-9
    assert all(best[k, BARE] - best[k, PLAIN] < 2 * bag for k in range(len(TEXT)) if k != 3)


def test_a_numeral_is_worth_what_its_letter_is_or_not() -> None:
    faces = seen("TEAJ")
    worth = {letter: frozenset({value}) for letter, value in RULES.tiles.values.items()}
    assert faces.valued(worth).all()
    others = worth | {"J": worth["A"]}
    assert faces.valued(others).tolist() == [True, True, True, False]
