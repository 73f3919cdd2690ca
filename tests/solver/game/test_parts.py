"""Layouts that are typed: in digits as other helpers have them, or in our own letters."""

import pytest

from solver.errors import BoardTextError
from solver.game import load_game, read_layout
from solver.game.parts import OF_DIGIT

WORDFEUD = load_game("wordfeud").premiums
DIGITS = ["".join({s: d for d, s in OF_DIGIT.items()}.get(s, s) for s in row) for row in WORDFEUD]


def test_digits_and_letters_draw_the_same() -> None:
    assert DIGITS[0] == "3...5..2..5...3"
    assert DIGITS[7] == "2..4...1...4..2"
    assert read_layout("\n".join(DIGITS)) == read_layout("\n".join(WORDFEUD)) == WORDFEUD
    spread = "\r\n\r\n".join(f"  {' '.join(row)} " for row in DIGITS)
    assert read_layout(spread) == WORDFEUD


def test_nothing_but_plain_squares_is_a_layout() -> None:
    assert read_layout("..\n..\n") == ("..", "..")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("..6\n...\n...", "line 1, column 3: '6' is not a premium square"),
        ("...\n.A.\n...", "line 2, column 2: 'A' is not a premium square"),
        ("2..\n.d.\n...", "line 2, column 2: 'd' after '2': use digits or letters"),
        ("..T\n\n.1.\n...", "line 3, column 2: '1' after 'T'"),
        (
            "1..\n...\n..1",
            "line 3, column 3: a second start square; the first is at line 1, column 1",
        ),
        ("...\n..\n...", "line 2, column 3: the row has 2 squares, but there are 3 rows"),
        ("...\n...\n....", "line 3, column 4: the row has 4 squares, but there are 3 rows"),
        (" \n", "a layout must have 2 to 26 rows; this one has 0"),
        ("." * 27 + "\n", "a layout must have 2 to 26 rows; this one has 1"),
        ("\n".join(["." * 27] * 27), "a layout must have 2 to 26 rows; this one has 27"),
    ],
)
def test_what_is_no_layout_says_where(text: str, message: str) -> None:
    with pytest.raises(BoardTextError) as told:
        read_layout(text)
    assert str(told.value).startswith(message)
    assert told.value.hint
