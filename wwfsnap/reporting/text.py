"""Readings and solutions in, text for the terminal out: board, moves, doubts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.game import Board, Move, Square, tile_text
from wwfsnap.reporting.records import rack_text
from wwfsnap.reporting.safe_text import visible

if TYPE_CHECKING:
    from vision.paths import GridReading
    from vision.reading import Doubt, Reading
    from wwfsnap.outcome import Outcome
    from wwfsnap.pipeline import AnySolution
    from wwfsnap.sensitivity import Best, Sensitivity

# Premium letter: what is written on the square, and its colours.
PREMIUMS = {
    ".": (" . ", "grey50"),
    "*": (" * ", "bold white on magenta"),
    "d": ("DL ", "white on blue"),
    "t": ("TL ", "black on green"),
    "q": ("QL ", "black on cyan"),
    "D": ("DW ", "white on red"),
    "T": ("TW ", "black on yellow"),
    "Q": ("QW ", "white on magenta"),
}
TILE, BLANK, NEW = "bold black on grey85", "italic black on grey70", "bold white on dark_green"


def outcome_parts(outcome: Outcome) -> Iterator[RenderableType]:
    """All there is to show of one picture, as far as it was read and solved."""
    from vision.reading import Reading  # with all that pictures need: typed boards do without

    if isinstance(outcome.reading, Reading):
        yield from _board_parts(outcome.reading, outcome.solution)
    elif outcome.reading is not None:
        yield from _path_parts(outcome.reading, outcome.solution)
    if outcome.drawn is not None:
        yield f"drawn: {visible(str(outcome.drawn))}"


def _path_parts(reading: GridReading, solution: AnySolution | None) -> Iterator[RenderableType]:
    """A path game: tiles, doubts, words."""
    from wwfsnap.path_solution import PathSolution
    from wwfsnap.reporting.path_text import found_parts, reading_line, seen_text, word_text

    solved = solution if isinstance(solution, PathSolution) else None
    yield seen_text(reading, solved)
    yield reading_line(reading)
    if reading.doubts:
        yield doubt_lines(reading.doubts)
    if solved is not None:
        yield from found_parts(solved)
        if solved.sensitivities:
            yield sensitivity_lines(solved.sensitivities, word_text)


def _board_parts(reading: Reading, solved: AnySolution | None) -> Iterator[RenderableType]:
    """A board game: board, rack, doubts, moves."""
    from wwfsnap.pipeline import Solution

    solution = solved if isinstance(solved, Solution) else None
    best = solution.moves[:1] if solution else ()
    new = best[0].tiles if best else ()
    yield board_text(Board(reading.board_rows()), reading.premiums, new)
    yield reading_lines(reading)
    if reading.doubts:
        yield doubt_lines(reading.doubts)
    if solution and solution.advice:
        from wwfsnap.reporting.advice import advice_parts

        yield from advice_parts(solution.advice)
        yield from solution.outlook
    elif best and solution:
        yield moves_table(solution.moves)
    elif solution:
        yield "no move fits: swap tiles or pass"
    if solution and solution.sensitivities:
        yield sensitivity_lines(solution.sensitivities, move_text)


def board_text(
    board: Board, premiums: Sequence[str], new: Collection[tuple[Square, str]] = ()
) -> Text:
    """The board as coloured text that can be read without colours, too.

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


def moves_table(moves: Sequence[Move]) -> Table:
    """The best moves: place, words with their points, points in all, what stays on the rack.

    Moves of equal points share a rank.
    """
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("", "Move", "Points", "Words", "Stays on the rack"):
        right = title in {"", "Points"}
        table.add_column(title, justify="right" if right else "left", no_wrap=title != "Words")
    rank = 0
    for number, move in enumerate(moves, start=1):
        if number == 1 or move.score < moves[number - 2].score:
            rank = number
        words = ", ".join(f"{word} {points}" for word, points in move.words)
        if bonus := move.score - sum(points for _, points in move.words):
            words += f", all tiles {bonus}"
        rest = "".join(map(tile_text, move.leave)) or "nothing"
        style = "bold" if number == 1 else ""
        table.add_row(str(rank), Text(move.notation), str(move.score), words, rest, style=style)
    return table


def reading_lines(reading: Reading) -> Text:
    """What is known beside the board, a line each."""
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
        points = "" if last.score is None else f" for {last.score} points"
        lines.append(f"{last.player or 'last move'}: {last.word}{points}")
    if reading.turn is not None:
        lines.append("your turn" if reading.turn == "own" else "the opponent's turn")
    return Text("\n".join(lines))


def sensitivity_lines(
    cases: Sequence[Sensitivity[Best]], text_of: Callable[[Best | None], str]
) -> Text:
    """What would be best if a doubtful tile is another, a line each; ``text_of`` words it."""
    lines = [f"if {c.where} is {c.other} and not {c.read}: {text_of(c.best)}" for c in cases]
    return Text("\n".join(lines), style="yellow")


def move_text(move: Move | None) -> str:
    """A move with its points."""
    return f"{move.notation}, {move.score} points" if move else "no move"


def doubt_lines(doubts: Sequence[Doubt]) -> Text:
    """The doubts, a line each."""
    lines = []
    for doubt in doubts:
        other = f", may be {doubt.runner_up}" if doubt.runner_up else ""
        lines.append(f"doubt at {doubt.where}: read {doubt.read}{other} ({doubt.why})")
    return Text("\n".join(lines), "yellow")
