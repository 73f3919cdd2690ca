"""Readings, solutions and advice as text for the terminal: board, moves, reasons, doubts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from solver.game import Board, Game, Gathered, Move, Square, points_text, tile_text
from wwfsnap.ranking import turn_text
from wwfsnap.reporting.records import rack_text
from wwfsnap.terminal import PREMIUM_LABELS, terminal_colours, terminal_width, terminal_writes

if TYPE_CHECKING:
    from solver.strategy import Advice, RankedTurn
    from vision.reading import Doubt, Reading
    from wwfsnap.sensitivity import Best, Sensitivity

STYLES = {
    ".": "grey50",
    "*": "bold white on magenta",
    "d": "white on blue",
    "t": "black on green",
    "q": "black on cyan",
    "D": "white on red",
    "T": "black on yellow",
    "Q": "white on magenta",
}
PREMIUMS = {kind: (label, STYLES[kind]) for kind, label in PREMIUM_LABELS.items()}
"""Labels of squares without a tile, and their colours, by the letter of a premium."""
WORDS, STAYS = "Words", "Left on the rack"
GAP = 2
LEAST_WORDS = 20
"""Characters between two columns, and the least width of the column of words."""
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
SUBSCRIPT = str.maketrans("0123456789", SUBSCRIPTS)
TILE, BLANK, NEW = "bold black on grey85", "italic black on grey70", "bold white on dark_green"


def board_text(
    board: Board, premiums: Sequence[str], new: Collection[tuple[Square, str]] = ()
) -> Text:
    """The board as coloured text that is readable without colours, too.

    Args:
        board: The tiles that are played; blanks are lower case.
        premiums: Rows of premium letters.
        new: Tiles of a move, shown in brackets.
    """
    laid = dict(new)
    text = Text("    ", no_wrap=True)
    text.append("".join(f"{chr(65 + column):^3}" for column in range(board.size)), "dim")
    for row in range(board.size):
        text.append(f"\n{row + 1:>3} ", "dim")
        for column in range(board.size):
            square = Square(row, column)
            if square in laid:
                text.append(f"[{laid[square]}]"[:3].center(3), NEW)
            elif tile := board[square]:
                text.append(tile.center(3), BLANK if tile.islower() else TILE)
            else:
                text.append(*PREMIUMS[premiums[row][column]])
    return text


def table_board(board: Board, game: Game, new: Collection[tuple[Square, str]] = ()) -> Text:
    """The board of a game as far as the terminal can show it: with colours and tile values.

    Where the terminal is too narrow for that, squares are narrower and have no values. Without
    colours it is `board_text`.

    Args:
        board: The tiles that are played.
        game: Its premium squares and values.
        new: Tiles of the last move; they lie on the board.
    """
    if not terminal_colours():
        return board_text(board, game.premiums, new)
    wide = terminal_width() >= 4 + 3 * board.size
    cell, label = (3, 3) if wide else (2, 2)
    values = game.tiles.values if wide and terminal_writes(SUBSCRIPTS) else {}
    laid = dict(new)
    text = Text(" " * (label + wide), no_wrap=True)
    text.append("".join(chr(65 + column).center(cell) for column in range(board.size)), "dim")
    for row in range(board.size):
        text.append(f"\n{row + 1:>{label}}{' ' * wide}", "dim")
        for column in range(board.size):
            square = Square(row, column)
            if tile := board[square] or laid.get(square, ""):
                worth = "" if tile.islower() else str(values.get(tile, "")).translate(SUBSCRIPT)
                usual = BLANK if tile.islower() else TILE
                face = tile + worth
                text.append(
                    face.rjust(cell) if worth else face.center(cell),
                    NEW if square in laid else usual,
                )
            else:
                face, style = PREMIUMS[game.premiums[row][column]]
                text.append(face[:cell], style)
    return text


def moves_table(found: Sequence[Gathered]) -> MovesTable:
    """The best moves: place, words with their points, points in all, what stays on the rack.

    Moves of equal points share a rank.
    """
    places = any(each.others for each in found)
    titles = ["", "Move", "Points", *["Places"] * places, WORDS, STAYS]
    rows = []
    rank = 0
    for number, (move, others) in enumerate(found, start=1):
        if number == 1 or move.score < found[number - 2].move.score:
            rank = number
        words = ", ".join(f"{word} {points}" for word, points in move.words)
        if bonus := move.score - sum(points for _, points in move.words):
            words += f", bonus {bonus}"
        rest = "".join(map(tile_text, move.leave)) or "nothing"
        several = [places_text(others)] * places
        rows.append([str(rank), move.notation, str(move.score), *several, words, rest])
    return MovesTable(titles, rows)


def advice_parts(advice: Advice) -> Iterator[RenderableType]:
    """The turns advised, their reasons, and how they were found."""
    yield advice_table(advice)
    for ranked in advice.turns:
        if ranked.why:
            yield f"{turn_text(ranked)}: {ranked.why}"
    yield advice.method


def advice_table(advice: Advice) -> MovesTable:
    """The turns advised: points, equity, how often they win, what stays on the rack."""
    tried = any(ranked.win is not None for ranked in advice.turns)
    valued = any(ranked.equity is not None for ranked in advice.turns)
    places = any(ranked.others for ranked in advice.turns)
    titles = ["", "Move", "Points", *["Places"] * places]
    titles += ["Equity"] * valued + ["Wins", "Margin"] * tried + [STAYS]
    rows = []
    for rank, ranked in enumerate(advice.turns, start=1):
        row = [str(rank), turn_text(ranked), str(ranked.turn.score)]
        row += [places_text(ranked.others)] * places
        if valued:
            row.append("" if ranked.equity is None else f"{ranked.equity:.1f}")
        if tried:
            row += [_wins(ranked), "" if ranked.margin is None else f"{ranked.margin:+.1f}"]
        rest = "".join(map(tile_text, ranked.move.leave)) if ranked.move else ""
        row.append(rest or ("nothing" if ranked.move else ""))
        rows.append(row)
    return MovesTable(titles, rows)


def _wins(ranked: RankedTurn) -> str:
    from solver.strategy import percent  # whose room is loaded where there is advice

    if ranked.win is None:
        return ""
    error = f" ±{100 * ranked.win_error:.1f}" if ranked.win_error else ""
    return f"{percent(ranked.win, 1)}{error}"


def places_text(others: Collection[Move]) -> str:
    """`8 places` for a word with seven others; nothing for one without others."""
    return f"{len(others) + 1} places" if others else ""


def column_table(*titles: str, left: Collection[str] = (), wrapped: Collection[str] = ()) -> Table:
    """A table without lines, and without a head where there are no titles.

    Args:
        titles: Of the columns.
        left: The columns that are not aligned to the right.
        wrapped: Those whose text may take several lines.
    """
    table = Table(
        box=None,
        show_header=bool(titles),
        pad_edge=False,
        header_style="bold",
        padding=(0, GAP, 0, 0),
    )
    for title in titles:
        side: Literal["left", "right"] = "left" if title in left else "right"
        table.add_column(title, justify=side, no_wrap=title not in wrapped)
    return table


class MovesTable(NamedTuple):
    """Moves in columns; where the terminal is too narrow for them, a few lines each.

    Attributes:
        titles: Of the columns; the first two are rank and move.
        rows: The best move first.
    """

    titles: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Only the words of a move may wrap over several lines, and nothing is cut off."""
        table = column_table(*self.titles, left={"Move", WORDS, STAYS}, wrapped={WORDS})
        needed = 0
        for number, title in enumerate(self.titles):
            widest = max(cell_len(text) for text in (title, *(row[number] for row in self.rows)))
            needed += GAP + (min(widest, LEAST_WORDS) if title == WORDS else widest)
        for number, row in enumerate(self.rows):
            table.add_row(*map(Text, row), style="bold" if number == 0 else "")
        if needed - GAP <= options.max_width:
            yield table
            return
        for number, row in enumerate(self.rows):
            told = {title: text for title, text in zip(self.titles, row, strict=True) if text}
            head = " ".join(told.pop(title, "") for title in ("", "Move", "Points")).strip()
            head += f", {told.pop('Places')}" if "Places" in told else ""
            facts = [
                text if title == WORDS else f"{title.lower()} {text}"
                for title, text in told.items()
            ]
            yield Text(head, "bold" if number == 0 else "")
            yield Padding(Text("; ".join(facts)), (0, 0, 0, 4))


def reading_lines(reading: Reading) -> Text:
    """What is known besides the board, a line each."""
    rack = rack_text(reading)
    game = f"{reading.game} ({reading.layout} board, language {reading.language})"
    lines = [
        f"{game}, look {reading.theme}, confidence {reading.confidence:.0%}",
        "no rack visible" if rack is None else f"rack {rack or 'empty'}",
    ]
    if reading.tentative:
        squares = ", ".join(Square(*place).name for place in reading.tentative)
        lines[-1] += f" (laid but not played: {squares})"
    if reading.scores is not None:
        lines.append(f"scores {reading.scores[0]} to {reading.scores[1]}")
    if reading.letters_left is not None:
        lines.append(f"{reading.letters_left} letters left in the bag")
    if (last := reading.last_move).word:
        points = "" if last.score is None else f" for {points_text(last.score)}"
        lines.append(f"{last.player or 'last move'}: {last.word}{points}")
    if reading.turn is not None:
        lines.append("your turn" if reading.turn == "own" else "the opponent's turn")
    return Text("\n".join(lines))


def sensitivity_lines(
    cases: Sequence[Sensitivity[Best]], text_of: Callable[[Best | None], str]
) -> Text:
    """What would be best if a doubtful tile is another, a line each; ``text_of`` describes it."""
    lines = [f"if {c.where} is {c.other} and not {c.read}: {text_of(c.best)}" for c in cases]
    return Text("\n".join(lines), style="yellow")


def move_text(move: Move | None) -> str:
    """A move with its points."""
    return f"{move.notation}, {points_text(move.score)}" if move else "no move"


def doubt_lines(doubts: Sequence[Doubt]) -> Text:
    """The doubts, a line each."""
    lines = []
    for doubt in doubts:
        other = f", may be {doubt.runner_up}" if doubt.runner_up else ""
        read = f"read {doubt.read}{other} " if doubt.read else ""
        lines.append(f"doubt at {doubt.where}: {read}({doubt.why})")
    return Text("\n".join(lines), "yellow")
