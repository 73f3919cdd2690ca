"""The board of a game on a terminal: with colours, without, narrow, in an old encoding."""

from __future__ import annotations

import io
import sys

import pytest
from rich.text import Text

from solver.game import Board, Square, load_game
from wwfsnap.reporting import board_text, table_board

GAME = load_game("wwf")
ROWS = ["." * 15 for _ in range(7)] + ["......QaT......"] + ["." * 15 for _ in range(7)]
BOARD = Board.parse("\n".join(ROWS))
LAST = ((Square.parse("I8"), "T"),)


def shown(
    monkeypatch: pytest.MonkeyPatch,
    more: dict[str, str] | None = None,
    *,
    encoding: str = "utf-8",
    columns: int = 80,
) -> Text:
    more = {"FORCE_COLOR": "1", "TERM": "xterm-256color"} | (more or {})
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    if "NO_COLOR" not in more:
        monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    return table_board(BOARD, GAME, LAST)


def styles(text: Text) -> dict[str, str]:
    """The style of each part that stands in a row of its own."""
    return {text.plain[span.start : span.end]: str(span.style) for span in text.spans}


def test_colours_tell_values_and_the_last_move(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch)
    row = text.plain.splitlines()[8]
    assert row.startswith("  8 ")
    assert "Q₁₀ a  T₁" in row
    found = styles(text)
    assert "dark_green" in found[" T₁"]
    assert "italic" in found[" a "]
    assert max(map(len, text.plain.splitlines())) == 49


def test_a_narrow_terminal_shows_the_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, columns=40)
    assert max(map(len, text.plain.splitlines())) <= 40
    assert "Q a T " in text.plain
    assert "dark_green" in styles(text)["T "]


def test_an_old_encoding_shows_no_values(monkeypatch: pytest.MonkeyPatch) -> None:
    assert " Q  a  T " in shown(monkeypatch, encoding="latin-1").plain


@pytest.mark.parametrize("without", [{"NO_COLOR": "1"}, {"FORCE_COLOR": ""}, {"TERM": "dumb"}])
def test_without_colours_brackets_tell_the_last_move(
    monkeypatch: pytest.MonkeyPatch, without: dict[str, str]
) -> None:
    text = shown(monkeypatch, without)
    assert text == board_text(BOARD, GAME.premiums, LAST)
    assert "[T]" in text.plain
