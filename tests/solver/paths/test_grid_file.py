"""Board files: what they may hold, what is refused, and that what is written is read again."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import BoardTextError
from solver.paths import PathGrid, PathTile, file_text, typed_grid, written_grid
from solver.paths.grid import MULTIPLIERS

TEXTS = ["A", "Ö", "QU", "DL", "ING", "UN-", "-ING", "D/U", "C/AB"]
TILES = st.builds(
    PathTile,
    st.sampled_from(TEXTS),
    st.sampled_from([None, 0, 7, 12]),
    st.sampled_from(list(MULTIPLIERS)),
)


@st.composite
def grids(draw: st.DrawFn) -> PathGrid:
    columns = draw(st.integers(1, 5))
    row = st.lists(st.none() | TILES, min_size=columns, max_size=columns).map(tuple)
    rows = draw(st.lists(row, min_size=1, max_size=5))
    return PathGrid(((PathTile("A"),) + (None,) * (columns - 1), *rows))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Ttl R   S Ndl\nOdw Htw E I\n", "(T TL)RS(N DL)/(O DW)(H TW)EI"),
        ("ttl r s ndl", "(T TL)RS(N DL)"),
        ("TTL R", "(T TL)R"),
        ("# a remark\n\n  A B \n\tC D\n\n", "AB/CD"),
        ("A B C D E F G H I", "ABCDEFGHI"),
        ("Ttl\nRdl\nS", "(T TL)/(R DL)/S"),
        ("Qu Adl\nqudw .", "(QU)(A DL)/(QU DW)."),
        ("A=3 B=12tw\n(A=3 DW) (ing)", "(A=3)(B=12 TW)/(A=3 DW)(ING)"),
        ("UN- -INGtl\nD/U D/Udl", "(UN-)(-ING TL)/(D/U)(D/U DL)"),
        ("Ä Ñtl", "Ä(Ñ TL)"),
        ("CATS\nOQUE", "CATS/OQUE"),
        ("cat/dog", "CAT/DOG"),
        ("C A/S T", "CA/ST"),
        ("ABCDEFGHI", "ABC/DEF/GHI"),
        ("(A DW)B\nCD", "(A DW)B/CD"),
    ],
)
def test_board_files(text: str, rows: str) -> None:
    assert str(written_grid(text)) == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Ttl R / S Ndl", "(T TL)R/S(N DL)"),
        ("Ttl R/S Ndl", "(T TL)R/S(N DL)"),
        ("Ttl R\nS Ndl", "(T TL)R/S(N DL)"),
        ("A B C D E F G H I", "ABC/DEF/GHI"),
        ("cat dog", "CATDOG"),
        ("(D/U)A/BC", "(D/U)A/BC"),
    ],
)
def test_what_is_typed_in_one_line(text: str, rows: str) -> None:
    assert str(typed_grid(text)) == rows


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "has no tiles", "write one letter per tile"),
        (". .\n. .", "has no tiles", "write one letter per tile"),
        ("# no more\n", "has no tiles", "write one letter per tile"),
        ("A B\n\nA B C", "line 3 has 3 tiles, but line 1 has 2", "a dot where there is none"),
        ("A B\nCdx D", "line 2: Cdx: 'dx' is not a multiplier", "known: dl, tl, dw, tw"),
        ("Aqudl B", "line 1: 'Aqudl' is not a tile", "as in: Ttl R S Ndl"),
        ("A B\n1 C", "line 2: '1' is not a tile", "write one line per row"),
        ("A (B-C)", r"line 1: .*is not a tile", "write one line per row"),
        (" ".join(["A"] * 27), "1 x 27 tiles; the maximum is 26 x 26", "write one letter per tile"),
    ],
)
def test_files_that_are_no_boards(text: str, message: str, hint: str) -> None:
    with pytest.raises(BoardTextError, match=message) as caught:
        written_grid(text)
    assert hint in caught.value.hint


@given(grids())
def test_what_is_written_is_read_again(grid: PathGrid) -> None:
    assert written_grid(file_text(grid)) == grid


@given(st.text("AbQÅß(/)=.- \n#9dDtTlLwW?", max_size=30))
def test_any_text_is_a_grid_or_refused(text: str) -> None:
    for read in (written_grid, typed_grid):
        with suppress(BoardTextError):
            grid = read(text)
            assert written_grid(file_text(grid)) == grid
