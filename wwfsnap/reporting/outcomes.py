"""The outcome of a picture as a JSON object, or as what is shown of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solver.game import Board
from vision.reading import Reading
from wwfsnap.pipeline import Solution
from wwfsnap.reporting.records import (
    advice_record,
    failure_record,
    reading_record,
    solution_record,
)
from wwfsnap.terminal import Record, visible

if TYPE_CHECKING:
    from rich.console import RenderableType

    from vision.paths import GridReading
    from wwfsnap.outcome import Outcome
    from wwfsnap.pipeline import AnySolution


def outcome_record(outcome: Outcome) -> Record:
    """The outcome for other programs; a picture that was read but not solved has its reading."""
    record: Record = {"image": outcome.image}
    if isinstance(outcome.reading, Reading):
        record |= reading_record(outcome.reading)
    elif outcome.reading is not None:
        from wwfsnap.reporting.path_records import grid_reading_record

        record |= grid_reading_record(outcome.reading)
    if isinstance(outcome.solution, Solution):
        solved = outcome.solution
        record |= solution_record(solved.gathered, outcome.drawn, solved.sensitivities)
        if advice := solved.advice:
            record |= advice_record(advice, solved.outlook)
    elif outcome.solution is not None:
        from wwfsnap.reporting.path_records import path_solution_record

        record |= path_solution_record(outcome.solution, outcome.drawn)
    return record if outcome.failure is None else record | failure_record(outcome.failure)


def ranked_answers(record: Record) -> list[Record]:
    """The turns of a board, or words of a path game, in an outcome's record, best first.

    Returns:
        Of each its notation as `move`, its points as `score`, and its `word` if it has one.
    """
    answers = list(record.get("moves", ()))
    for other in record.get("others", ()):
        answers.insert(other["rank"] - 1, {"move": other["turn"], "score": 0})
    return answers or [
        {"move": " ".join(word["path"]), "word": word["word"], "score": word["points"]}
        for word in record.get("words", ())
    ]


def outcome_parts(outcome: Outcome) -> Iterator[RenderableType]:
    """All there is to show of one picture, as far as it was read and solved."""
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
    from wwfsnap.reporting.text import doubt_lines, sensitivity_lines

    solved = solution if isinstance(solution, PathSolution) else None
    yield seen_text(reading, solved)
    yield reading_line(reading)
    if reading.doubts:
        yield doubt_lines(reading.doubts)
    if solved is not None:
        yield from found_parts(solved.words, solved.shown)
        if solved.sensitivities:
            yield sensitivity_lines(solved.sensitivities, word_text)


def _board_parts(reading: Reading, solved: AnySolution | None) -> Iterator[RenderableType]:
    """A board game: board, rack, doubts, moves."""
    from wwfsnap.reporting.text import (
        advice_parts,
        board_text,
        doubt_lines,
        move_text,
        moves_table,
        reading_lines,
        sensitivity_lines,
    )

    solution = solved if isinstance(solved, Solution) else None
    best = solution.moves[:1] if solution else ()
    new = best[0].tiles if best else ()
    yield board_text(Board(reading.board_rows()), reading.premiums, new)
    yield reading_lines(reading)
    if reading.doubts:
        yield doubt_lines(reading.doubts)
    if solution and solution.advice:
        yield from advice_parts(solution.advice)
        yield from solution.outlook
    elif best and solution:
        yield moves_table(solution.gathered)
    elif solution:
        yield "no move is possible: swap tiles or pass"
    if solution and solution.sensitivities:
        yield sensitivity_lines(solution.sensitivities, move_text)
