"""What speaks for the letters of tiles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.inference.painted import RULES, seen
from vision.inference.evidence import PLAIN, Seen, weigh

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
